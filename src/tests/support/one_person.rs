//! A person who stands in every table that has rows of people.

use jiff::Timestamp;
use jiff::civil::date;
use paragraf::clock::uuid_at;
use paragraf::domain::account::{CodeKind, SignInMethod};
use paragraf::domain::activity::{ActivityKind, NetworkPrefix};
use paragraf::domain::email::Email;
use paragraf::domain::federated::{FederatedIdentity, FederatedProfile};
use paragraf::domain::mailing::{Audience, SuppressionReason};
use paragraf::domain::message::{MessageContent, MessageKind};
use paragraf::domain::message_address::MessageAddress;
use paragraf::domain::notification::Reason;
use paragraf::domain::reminder::ReminderSettings;
use paragraf::domain::report::{ReportKind, ReportState};
use paragraf::domain::{CampaignId, Language, Persistence, Phone, Role, Slug, TenantId, Uid};
use paragraf::error::Result;
use paragraf::store::accounts::AccountRecord;
use paragraf::store::action_codes::ActionCodeRecord;
use paragraf::store::audit::AuditRecord;
use paragraf::store::campaigns::{CampaignRecord, CampaignStatus, Gathering, Listed};
use paragraf::store::marks::Mark;
use paragraf::store::outbox::OutboxRecord;
use paragraf::store::passkey_ceremonies::{CeremonyPurpose, CeremonyRecord};
use paragraf::store::pending_sign_ins::{PendingIdentity, PendingSignInRecord};
use paragraf::store::phone_codes::{CodePurpose, PhoneCodeRecord};
use paragraf::store::pictures::{PictureFetch, PictureRecord};
use paragraf::store::reports::ReportRecord;
use paragraf::store::sign_in_transactions::{Stage, TransactionPurpose, TransactionRecord};
use paragraf::store::subscribers::SubscriberRecord;
use paragraf::store::suppressions::SuppressionRecord;
use paragraf::store::{
    WriteTx, account_activity, accounts, action_codes, audit, calendars, campaigns, concern_notices,
};
use paragraf::store::{done_steps, follow_settings, notifications, outbox, passkey_ceremonies, pending_sign_ins};
use paragraf::store::{marks, phone_codes, pictures, read_notifications, reader_profiles, reminders, reports};
use paragraf::store::{sessions, sign_in_transactions, subscribers, suppressions};
use serde_json::{from_value, json};

use super::accounts::{account, session};
use super::app::NOW;
use super::articles::article;

pub const ADDRESS: &str = "ana@exemplu.ro";
pub const PHONE: &str = "+40722123456";

pub fn now() -> Timestamp {
    NOW.parse().expect("an instant")
}

pub fn ana() -> Email {
    Email::parse("Ana@exemplu.ro").expect("an address")
}

pub fn uid(name: &str) -> Uid {
    Uid::parse(&format!("{name:0<28}")).expect("a uid")
}

fn slug() -> Slug {
    Slug::parse("a").expect("a slug")
}

/// Stores the person in every table that has rows of people, but that of guests.
pub fn fill(tx: &WriteTx) -> Result<()> {
    crate::store::put(tx, &article("a"))?;
    fill_accounts(tx)?;
    fill_codes(tx)?;
    fill_sign_ins(tx)?;
    fill_reader(tx, &uid("ana"))?;
    let after = Some(uid("ana"));
    concern_notices::put(tx, &slug(), &concern_notices::PendingNotice { published_at: now(), after })?;
    reports::put(tx, &report(None, Some(ana())))?;
    fill_mails(tx)
}

/// Ana's accounts in two tenants, and Dan's, who had her address before and whose provider names it.
fn fill_accounts(tx: &WriteTx) -> Result<()> {
    let phone = Phone::try_from(PHONE.to_owned()).expect("a number");
    let ana_here = AccountRecord { phone: Some(phone), role: Role::Operator, ..account(&uid("ana"), "ana", now()) };
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
    pictures::put(tx, &uid("ana"), &PictureRecord::new("d".into(), "google.com".into(), "s".into(), b"jpeg"))?;
    let fetch = PictureFetch { provider: "google.com".into(), url: "https://x.ro".into(), due: now(), failures: 0 };
    pictures::put_fetch(tx, &uid("ana"), &fetch)?;
    let (actor, action, subject) = ("operator:0".into(), "accounts.role".into(), uid("ana").to_string());
    Ok(audit::append(tx, &AuditRecord { at: now(), actor, action, subject })?)
}

fn fill_codes(tx: &WriteTx) -> Result<()> {
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

fn fill_sign_ins(tx: &WriteTx) -> Result<()> {
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
    Ok(passkey_ceremonies::put(tx, &ceremony)?)
}

fn report(uid: Option<Uid>, email: Option<Email>) -> ReportRecord {
    let (kind, message, state) = (ReportKind::Wrong, format!("O greșeală; scrie-mi la {ADDRESS}."), ReportState::Open);
    ReportRecord { id: uuid_at(now()), at: now(), slug: slug(), revision: 1, kind, message, uid, email, state }
}

/// Stores what a reader with this account does with the article `a`, which is stored: a row in every table whose rows a
/// guest can have, but for its session.
pub fn fill_reader(tx: &WriteTx, reader: &Uid) -> Result<()> {
    let activity = account_activity::ActivityRecord {
        id: uuid_at(now()),
        uid: reader.clone(),
        at: now(),
        kind: ActivityKind::SignIn,
        device: String::new(),
        network: NetworkPrefix::of([198, 51, 100, 1].into()),
        count: 1,
    };
    account_activity::put(tx, &activity)?;
    let slug = slug();
    for mark in Mark::ALL {
        marks::set(tx, mark, reader, "a", Some(now()))?;
    }
    follow_settings::put(tx, reader, "a", &from_value(json!({"muted": true})).expect("settings"))?;
    done_steps::put(tx, reader, &slug, &vec![from_value(json!({"id": "s", "at": now()})).expect("a step")])?;
    let profile = json!({"id": uuid_at(now()), "name": "Acasă", "answers": {"q": {"answer": true, "at": now()}}});
    reader_profiles::put(tx, reader, &vec![from_value(profile).expect("a profile")])?;
    let link = calendars::CalendarLink { digest: "d".into(), created_at: now() };
    calendars::put(tx, reader, &calendars::CalendarRecord { link: Some(link), ..Default::default() })?;
    let notified = notifications::NotificationRecord { at: now(), reason: Reason::Topic, revision: 1, about: None };
    notifications::put(tx, reader, &slug, &notified)?;
    let (at, read_at, reason) = (now(), now(), Reason::Topic);
    let read = read_notifications::ReadNotificationRecord { at, reason, read_at, about: None };
    read_notifications::put(tx, reader, &slug, &read)?;
    reminders::put_settings(tx, reader, &ReminderSettings { interests: true, ..ReminderSettings::default() })?;
    reminders::put_reminded(tx, reader, "d", 7, date(2026, 2, 1))?;
    let notice = json!({"slug": "a", "what": {"ro": "x", "en": "x"}, "is_withdrawn": false});
    reminders::put_notice(tx, reader, "d", &from_value(notice).expect("a notice"))?;
    Ok(reports::put(tx, &report(Some(reader.clone()), None))?)
}

fn fill_mails(tx: &WriteTx) -> Result<()> {
    let subscriber = SubscriberRecord::new(ana(), Language::Ro, now());
    subscribers::put(tx, &subscriber)?;
    // The subscriber before Ana; the cursor of the campaign moves back to this one.
    let earlier = Email::parse("aa@exemplu.ro").expect("an address");
    let earlier = SubscriberRecord::new(earlier, Language::Ro, now());
    subscribers::put(tx, &SubscriberRecord { confirmed_at: Some(now()), ..earlier })?;
    let reason = Some(SuppressionReason::Operator);
    suppressions::put(tx, &SuppressionRecord { reason, ..SuppressionRecord::new(ana(), now()) })?;
    let id = CampaignId::parse("c").expect("an id");
    let campaign = CampaignRecord {
        status: CampaignStatus::Paused,
        gathering: Some(Gathering::Subscribers { after: Some(ADDRESS.to_owned()) }),
        ..CampaignRecord::new(id.clone(), MessageKind::Campaign, Audience::List, "operator:0".into(), now())
    };
    campaigns::put(tx, &campaign)?;
    campaigns::put_listed(tx, &id, &Listed { email: ana(), language: None, excluded: None })?;
    let message = |kind, to: MessageAddress, campaign, email: Option<Email>| OutboxRecord {
        campaign,
        content: MessageContent {
            text: email.as_ref().map(|email| format!("Scrie-mi la {}.", email.as_str())),
            email,
            ..MessageContent::default()
        },
        ..OutboxRecord::queued(uuid_at(now()), kind, to, Language::Ro, now())
    };
    let operator = Email::parse("redactia@exemplu.ro").expect("an address");
    let phone = Phone::try_from(PHONE.to_owned()).expect("a number");
    for record in [
        OutboxRecord::confirmation(uuid_at(now()), &subscriber),
        message(MessageKind::Campaign, ana().into(), Some(id), None),
        message(MessageKind::AccountDeleted, ana().into(), None, None),
        message(MessageKind::Report, operator.into(), None, Some(ana())),
        message(MessageKind::PhoneCode, MessageAddress::Phone(phone), None, None),
    ] {
        outbox::put(tx, &record)?;
    }
    Ok(())
}
