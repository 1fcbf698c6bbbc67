//! A store with one person in every table that has rows of people: found, exported and erased.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::date;
use paragraf::app::App;
use paragraf::clock::{Clock, uuid_at};
use paragraf::config::Config;
use paragraf::domain::account::{CodeKind, SignInMethod};
use paragraf::domain::activity::{ActivityKind, NetworkPrefix};
use paragraf::domain::data_place::{DataPlace, OnErasure};
use paragraf::domain::email::Email;
use paragraf::domain::federated::{FederatedIdentity, FederatedProfile};
use paragraf::domain::mailing::{Audience, SuppressionReason};
use paragraf::domain::message::{MessageContent, MessageKind};
use paragraf::domain::notification::Reason;
use paragraf::domain::reminder::ReminderSettings;
use paragraf::domain::report::{ReportKind, ReportState};
use paragraf::domain::{CampaignId, Language, Persistence, Phone, Slug, TenantId, Uid};
use paragraf::error::Result;
use paragraf::ops::{Actor, people};
use paragraf::store::accounts::AccountRecord;
use paragraf::store::action_codes::ActionCodeRecord;
use paragraf::store::audit::AuditRecord;
use paragraf::store::campaigns::{CampaignRecord, CampaignStatus, Gathering, Listed};
use paragraf::store::holdings::{self, Holding};
use paragraf::store::outbox::{MessageState, OutboxRecord};
use paragraf::store::passkey_ceremonies::{CeremonyPurpose, CeremonyRecord};
use paragraf::store::pending_sign_ins::{PendingIdentity, PendingSignInRecord};
use paragraf::store::phone_codes::{CodePurpose, PhoneCodeRecord};
use paragraf::store::pictures::{PictureFetch, PictureRecord};
use paragraf::store::readers::Mark;
use paragraf::store::reports::ReportRecord;
use paragraf::store::sign_in_transactions::{Stage, TransactionPurpose, TransactionRecord};
use paragraf::store::subscribers::SubscriberRecord;
use paragraf::store::suppressions::SuppressionRecord;
use paragraf::store::verify::verify;
use paragraf::store::{self, Store, WriteTx, account_activity, accounts, action_codes, audit, calendars, campaigns};
use paragraf::store::{concern_notices, done_steps, follow_settings, notifications, outbox, passkey_ceremonies};
use paragraf::store::{pending_sign_ins, phone_codes, pictures, read_notifications, reader_profiles, readers};
use paragraf::store::{reminders, reports, sessions, sign_in_transactions, subscribers, suppressions};
use serde_json::{from_value, json};

use crate::support::accounts::{account, session};
use crate::support::app::NOW;
use crate::support::articles::article;

const ADDRESS: &str = "ana@exemplu.ro";
const PHONE: &str = "+40722123456";
/// The tables of people in which the person of this test has no row: a guest has no address.
const WITHOUT: [&str; 1] = ["guests"];

fn now() -> Timestamp {
    NOW.parse().expect("an instant")
}

fn ana() -> Email {
    Email::parse("Ana@exemplu.ro").expect("an address")
}

fn uid(name: &str) -> Uid {
    Uid::parse(&format!("{name:0<28}")).expect("a uid")
}

fn slug() -> Slug {
    Slug::parse("a").expect("a slug")
}

/// Stores the person in every table.
fn fill(tx: &WriteTx) -> Result<()> {
    super::put(tx, &article("a"))?;
    fill_accounts(tx)?;
    fill_sign_ins(tx)?;
    fill_marks(tx)?;
    fill_mails(tx)
}

/// Ana's accounts in two tenants, and Dan's, who had her address before and whose provider names it.
fn fill_accounts(tx: &WriteTx) -> Result<()> {
    let phone = Phone::try_from(PHONE.to_owned()).expect("a number");
    let ana_here = AccountRecord { phone: Some(phone), ..account(&uid("ana"), "ana", now()) };
    let tenant = TenantId::parse("firma").expect("a tenant");
    let ana_there = AccountRecord { tenant, ..account(&uid("ana2"), "ana", now()) };
    let identity =
        FederatedIdentity { provider: "google.com".into(), subject: "1".into(), email: Some(ana()), linked_at: now() };
    let dan = AccountRecord {
        initial_email: Some(ana()),
        email_changed_at: Some(now()),
        identities: vec![identity],
        ..account(&uid("dan"), "dan", now())
    };
    for record in [&ana_here, &ana_there, &dan] {
        accounts::put(tx, None, record)?;
    }
    sessions::put(tx, &session(&uid("ana"), now()))?;
    let activity = account_activity::ActivityRecord {
        id: uuid_at(now()),
        uid: uid("ana"),
        at: now(),
        kind: ActivityKind::SignIn,
        device: String::new(),
        network: NetworkPrefix::of([198, 51, 100, 1].into()),
        count: 1,
    };
    account_activity::put(tx, &activity)?;
    pictures::put(tx, &uid("ana"), &PictureRecord::new("d".into(), "google.com".into(), "s".into(), b"jpeg"))?;
    let fetch = PictureFetch { provider: "google.com".into(), url: "https://x.ro".into(), due: now(), failures: 0 };
    pictures::put_fetch(tx, &uid("ana"), &fetch)?;
    let (actor, action, subject) = ("operator:0".into(), "accounts.role".into(), uid("ana").to_string());
    Ok(audit::append(tx, &AuditRecord { at: now(), actor, action, subject })?)
}

fn fill_sign_ins(tx: &WriteTx) -> Result<()> {
    let code = |hash: &str, kind, uid: Option<Uid>, email: Email, new_email| ActionCodeRecord {
        hash: hash.into(),
        kind,
        tenant: TenantId::default(),
        email,
        new_email,
        factor: None,
        uid,
        created_at: now(),
        expires_at: now(),
        same_device: false,
        failures: 0,
    };
    let dans = Email::parse("dan@exemplu.ro").expect("an address");
    action_codes::put(tx, &code("1", CodeKind::VerifyEmail, Some(uid("ana")), ana(), None))?;
    action_codes::put(tx, &code("2", CodeKind::EmailSignIn, None, ana(), None))?;
    action_codes::put(tx, &code("3", CodeKind::VerifyAndChangeEmail, Some(uid("dan")), dans, Some(ana())))?;
    let transaction = TransactionRecord {
        hash: "1".into(),
        browser_hash: "b".into(),
        provider: "google.com".into(),
        tenant: TenantId::default(),
        is_popup: false,
        purpose: TransactionPurpose::SignIn,
        expected_email: Some(ana()),
        continue_url: None,
        expires_at: now(),
        stage: Stage::Exchanging,
    };
    sign_in_transactions::put(tx, &transaction)?;
    let profile = FederatedProfile {
        subject: "2".into(),
        email: Some(ana()),
        email_verified: true,
        display_name: String::new(),
        picture: None,
    };
    let pending = PendingSignInRecord {
        uid: uid("dan"),
        tenant: TenantId::default(),
        hash: "1".into(),
        browser_hash: "b".into(),
        method: SignInMethod::Password,
        persistence: Persistence::Local,
        identity: Some(PendingIdentity { provider: "google.com".into(), profile }),
        session: None,
        expires_at: now(),
        failures: 0,
    };
    pending_sign_ins::put(tx, &pending)?;
    let ceremony = CeremonyRecord {
        hash: "1".into(),
        browser_hash: "b".into(),
        tenant: TenantId::default(),
        purpose: CeremonyPurpose::Reauthenticate(uid("ana")),
        expires_at: now(),
        state: json!({}),
    };
    passkey_ceremonies::put(tx, &ceremony)?;
    let code = PhoneCodeRecord {
        hash: "1".into(),
        phone: Phone::try_from(PHONE.to_owned()).expect("a number"),
        purpose: CodePurpose::FirstFactor,
        code_hash: None,
        expires_at: now(),
        failures: 0,
    };
    Ok(phone_codes::put(tx, &code)?)
}

fn fill_marks(tx: &WriteTx) -> Result<()> {
    let (ana_uid, slug) = (uid("ana"), slug());
    for mark in Mark::ALL {
        readers::set(tx, mark, &ana_uid, "a", Some(now()))?;
    }
    follow_settings::put(tx, &ana_uid, "a", &from_value(json!({"muted": true})).expect("settings"))?;
    done_steps::put(tx, &ana_uid, &slug, &vec![from_value(json!({"id": "s", "at": now()})).expect("a step")])?;
    let profile = json!({"id": uuid_at(now()), "name": "Acasă", "answers": {"q": {"answer": true, "at": now()}}});
    reader_profiles::put(tx, &ana_uid, &vec![from_value(profile).expect("a profile")])?;
    let link = calendars::CalendarLink { digest: "d".into(), created_at: now() };
    calendars::put(tx, &ana_uid, &calendars::CalendarRecord { link: Some(link), ..Default::default() })?;
    let notified = notifications::NotificationRecord { at: now(), reason: Reason::Topic, revision: 1, about: None };
    notifications::put(tx, &ana_uid, &slug, &notified)?;
    let (at, read_at, reason) = (now(), now(), Reason::Topic);
    let read = read_notifications::ReadNotificationRecord { at, reason, read_at, about: None };
    read_notifications::put(tx, &ana_uid, &slug, &read)?;
    reminders::put_settings(tx, &ana_uid, &ReminderSettings::default())?;
    reminders::put_reminded(tx, &ana_uid, "d", 7, date(2026, 2, 1))?;
    let notice = json!({"slug": "a", "what": {"ro": "x", "en": "x"}, "is_withdrawn": false});
    reminders::put_notice(tx, &ana_uid, "d", &from_value(notice).expect("a notice"))?;
    let after = Some(ana_uid.clone());
    concern_notices::put(tx, &slug, &concern_notices::PendingNotice { published_at: now(), after })?;
    for (uid, email) in [(Some(ana_uid), None), (None, Some(ana()))] {
        let (kind, message, state) = (ReportKind::Wrong, "O greșeală".to_owned(), ReportState::Open);
        let id = uuid_at(now());
        let report = ReportRecord { id, at: now(), slug: slug.clone(), revision: 1, kind, message, uid, email, state };
        reports::put(tx, &report)?;
    }
    Ok(())
}

fn fill_mails(tx: &WriteTx) -> Result<()> {
    let subscriber = SubscriberRecord::new(ana(), Language::Ro, now());
    subscribers::put(tx, &subscriber)?;
    // The subscriber before Ana, to whom the cursor of the campaign moves back.
    let earlier = Email::parse("a@exemplu.ro").expect("an address");
    let earlier = SubscriberRecord::new(earlier, Language::Ro, now());
    subscribers::put(tx, &SubscriberRecord { confirmed_at: Some(now()), ..earlier })?;
    let reason = Some(SuppressionReason::Operator);
    suppressions::put(tx, &SuppressionRecord { reason, ..SuppressionRecord::new(ana(), now()) })?;
    let id = CampaignId::parse("c").expect("an id");
    let gathering = Some(Gathering::Subscribers { after: Some(ADDRESS.to_owned()) });
    let campaign = CampaignRecord {
        id: id.clone(),
        kind: MessageKind::Campaign,
        audience: Audience::List,
        created_at: now(),
        created_by: "operator:0".into(),
        not_before: now(),
        status: CampaignStatus::Paused,
        status_at: now(),
        gathering,
        versions: Default::default(),
        articles: vec![],
        overviews: vec![],
        since: None,
        until: None,
        is_public: false,
        is_early: false,
        refusals: None,
        reported_refusals: None,
    };
    campaigns::put(tx, &campaign)?;
    campaigns::put_listed(tx, &id, &Listed { email: ana(), language: None, excluded: None })?;
    let message = |kind, to: paragraf::domain::message_address::MessageAddress, campaign, email| OutboxRecord {
        id: uuid_at(now()),
        kind,
        to,
        language: Language::Ro,
        created_at: now(),
        state: MessageState::Queued,
        campaign,
        content: MessageContent { email, ..MessageContent::default() },
    };
    let operator = Email::parse("redactia@exemplu.ro").expect("an address");
    let phone = Phone::try_from(PHONE.to_owned()).expect("a number");
    for record in [
        OutboxRecord::confirmation(uuid_at(now()), &subscriber),
        message(MessageKind::Campaign, ana().into(), Some(id), None),
        message(MessageKind::AccountDeleted, ana().into(), None, None),
        message(MessageKind::Report, operator.into(), None, Some(ana())),
        message(MessageKind::PhoneCode, phone.into(), None, None),
    ] {
        outbox::put(tx, &record)?;
    }
    Ok(())
}

struct Filled {
    app: App,
    folder: tempfile::TempDir,
}

async fn filled() -> Filled {
    paragraf::tls::install_provider();
    let folder = tempfile::tempdir().expect("a folder");
    let clock = Clock::fixed(now());
    let app = App::open(Config::default(), folder.path().join("data"), clock).expect("the app opens");
    app.store.write(fill).await.expect("the person is stored");
    std::fs::create_dir(app.data_dir.join("outbox")).expect("a folder");
    let written = app.data_dir.join("outbox/20260110T090000Z-confirm-1.eml");
    std::fs::write(written, "To: Ana@exemplu.ro\r\n\r\nBună!").expect("a message");
    Filled { app, folder }
}

fn tables_with(store: &Store, text: &str) -> BTreeSet<&'static str> {
    let found = store.read_blocking(|tx| Ok(holdings::tables_with(tx, text)?)).expect("read");
    found.into_iter().map(|(table, _)| table).collect()
}

#[test]
fn every_table_says_whose_rows_it_has() {
    let listed: BTreeSet<_> = holdings::tables().iter().map(|(table, _)| *table).collect();
    let schema: BTreeSet<_> = Store::schema_tables().iter().copied().collect();
    assert_eq!(listed, schema, "add the new table to store::holdings::HOLDINGS");
    assert_eq!(holdings::tables().len(), listed.len(), "a table is listed twice");
}

/// A table that holds an address or belongs to an account, and says that it has rows of nobody, fails here; so does one
/// that says it has rows of people and is not filled.
#[tokio::test]
async fn the_list_names_every_table_that_holds_a_person() {
    let Filled { app, folder } = filled().await;
    let (here, there) = (uid("ana"), uid("ana2"));
    let texts = [ADDRESS, here.as_str(), there.as_str(), PHONE];
    let found: BTreeSet<_> = texts.into_iter().flat_map(|text| tables_with(&app.store, text)).collect();
    let of_people = holdings::tables().iter().filter(|(_, holding)| *holding != Holding::Nobody);
    let of_people: BTreeSet<_> = of_people.map(|(table, _)| *table).filter(|table| !WITHOUT.contains(table)).collect();
    assert_eq!(found, of_people);
    drop(folder);
}

#[tokio::test]
async fn a_person_is_shown_exported_and_erased_and_nothing_remains_but_what_is_declared() {
    let Filled { app, folder } = filled().await;
    let operator = Actor::Operator { uid: 0 };
    let shown = people::show(&app, &operator, ana()).await.expect("shown");
    assert_eq!(shown.accounts.len(), 2);
    let count = |place| shown.places.iter().find(|held| held.place == place).map(|held| held.count);
    assert_eq!(count(DataPlace::Account), Some(3), "Dan's account names her former address");
    assert_eq!(count(DataPlace::Messages), Some(5));
    assert_eq!(count(DataPlace::Reports), Some(2));
    assert_eq!(count(DataPlace::WrittenMessages), Some(1));
    let exported = people::export(&app, &operator, ana()).await.expect("exported");
    assert_eq!(exported["accounts"].as_array().map(Vec::len), Some(2));
    assert_eq!(exported["accounts"][0]["marks"]["likes"][0]["article"], "a");
    assert_eq!(exported["subscription"]["email"], "Ana@exemplu.ro");
    assert_eq!(exported["suppression"]["reason"], "operator");
    assert_eq!(
        (exported["messages"].as_array().map(Vec::len), exported["campaign_lists"][0].as_str()),
        (Some(3), Some("c"))
    );
    assert_eq!(exported["reports"].as_array().map(Vec::len), Some(1));

    let erased = people::erase(&app, &operator, Email::parse(ADDRESS).expect("an address")).await.expect("erased");
    assert_eq!(erased.before.places, shown.places, "case is ignored");
    let left: Vec<_> = erased.left.iter().map(|held| (held.place, held.on_erasure)).collect();
    assert_eq!(left, [(DataPlace::JobPositions, OnErasure::Stays), (DataPlace::Audit, OnErasure::Stays)]);
    for text in [ADDRESS, PHONE] {
        assert_eq!(tables_with(&app.store, text), BTreeSet::new(), "{text}");
    }
    let stays = BTreeSet::from(["audit", "concern_notices"]);
    assert_eq!(tables_with(&app.store, uid("ana").as_str()), stays);
    assert_eq!(app.store.read(|tx| Ok(verify(tx)?)).await.expect("verified"), []);
    let moved = app.store.read(|tx| Ok(campaigns::get(tx, &CampaignId::parse("c").expect("an id"))?)).await;
    let moved = moved.expect("read").expect("the campaign").gathering;
    assert_eq!(moved, Some(Gathering::Subscribers { after: Some("a@exemplu.ro".into()) }));
    let dan = app.store.read(|tx| Ok(accounts::get(tx, &uid("dan"))?)).await.expect("read").expect("Dan's account");
    assert_eq!((dan.initial_email, dan.identities[0].email.clone()), (None, None));

    let again = people::erase(&app, &operator, ana()).await.expect("an erasure may be repeated");
    assert!(again.before.places.iter().all(|held| held.on_erasure == OnErasure::Stays), "{:?}", again.before);
    let list = std::fs::read_to_string(store::erasures::path(&app.data_dir)).expect("the list of erasures");
    assert_eq!(list.lines().filter(|line| line.starts_with("2026-01-10 person ")).count(), 1, "{list}");
    drop(folder);
}
