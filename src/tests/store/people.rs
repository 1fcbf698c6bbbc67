//! One person in every table that has rows of people: found, exported, moved with a guest, erased, and erased again by a
//! restore.

use std::collections::BTreeSet;
use std::path::Path;

use paragraf::app::App;
use paragraf::clock::Clock;
use paragraf::config::Config;
use paragraf::domain::data_place::{DataPlace, OnErasure};
use paragraf::domain::email::Email;
use paragraf::domain::{CampaignId, Language, Role, TenantId};
use paragraf::ops::accounts::admin::{self, AccountName};
use paragraf::ops::accounts::guests;
use paragraf::ops::backup::{self, OpenBackup, Restored, restore};
use paragraf::ops::people::RepeatedErasures;
use paragraf::ops::{Actor, Principal, erasures, people};
use paragraf::store::accounts::AccountRecord;
use paragraf::store::campaigns::Gathering;
use paragraf::store::holdings::{self, Holding, InExport, OnMerge, PersonalRows};
use paragraf::store::sessions::{self, SessionRecord};
use paragraf::store::subscribers::SubscriberRecord;
use paragraf::store::verify::verify;
use paragraf::store::{self, Store, accounts, campaigns, subscribers};
use serde_json::{Value, json};

use crate::support::accounts::{account, session};
use crate::support::articles::article;
use crate::support::one_person::{ADDRESS, PHONE, ana, fill, fill_reader, now, uid};

/// The tables of people in which the person of this test has no row: a guest has no address.
const WITHOUT: [&str; 1] = ["guests"];

struct Filled {
    app: App,
    folder: tempfile::TempDir,
}

fn empty() -> Filled {
    paragraf::tls::install_provider();
    let folder = tempfile::tempdir().expect("a folder");
    let clock = Clock::fixed(now());
    let app = App::open(Config::default(), folder.path().join("data"), clock).expect("the app opens");
    Filled { app, folder }
}

async fn filled() -> Filled {
    let Filled { app, folder } = empty();
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

/// The tables whose rows an erasure leaves.
fn staying() -> BTreeSet<&'static str> {
    let stays = |rows: &PersonalRows| rows.place.on_erasure() == OnErasure::Stays;
    of_people().filter(|(_, rows)| stays(rows)).map(|(table, _)| table).collect()
}

fn of_people() -> impl Iterator<Item = (&'static str, PersonalRows)> {
    holdings::tables().iter().filter_map(|(table, holding)| match holding {
        Holding::Person(rows) => Some((*table, *rows)),
        Holding::Nobody | Holding::Index(_) => None,
    })
}

#[test]
fn the_documents_say_how_long_each_kind_of_data_is_kept() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operate.md")).expect("the document");
    for place in DataPlace::ALL {
        let row = format!("| {} | {} | {} |", place.label(), place.kept(), place.outcome());
        assert!(text.contains(&row), "docs/operate.md lacks the row {row}");
    }
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
    assert!(tables_with(&app.store, uid("ana").as_str()).is_subset(&staying()));
    assert_eq!(app.store.read(|tx| Ok(verify(tx)?)).await.expect("verified"), []);
    let moved = app.store.read(|tx| Ok(campaigns::get(tx, &CampaignId::parse("c").expect("an id"))?)).await;
    let moved = moved.expect("read").expect("the campaign").gathering;
    assert_eq!(moved, Some(Gathering::Subscribers { after: Some("aa@exemplu.ro".into()) }));
    let dan = app.store.read(|tx| Ok(accounts::get(tx, &uid("dan"))?)).await.expect("read").expect("Dan's account");
    assert_eq!((dan.initial_email, dan.identities[0].email.clone()), (None, None));

    let again = people::erase(&app, &operator, ana()).await.expect("an erasure may be repeated");
    assert!(again.before.places.iter().all(|held| held.on_erasure == OnErasure::Stays), "{:?}", again.before);
    let list = std::fs::read_to_string(store::erasures::path(&app.data_dir)).expect("the list of erasures");
    assert_eq!(list.lines().filter(|line| line.starts_with("2026-01-10 person ")).count(), 1, "{list}");
    drop(folder);
}

/// A table whose rows are forgotten in the export fails here.
#[tokio::test]
async fn an_export_has_the_rows_of_each_table_where_the_table_says() {
    let Filled { app, folder } = filled().await;
    let operator = Actor::Operator { uid: 0 };
    let export = async |email: Email| people::export(&app, &operator, email).await.expect("exported");
    let exported = export(ana()).await;
    // Dan did nothing: what his export has too, such as default settings, is not Ana's row.
    let bare = export(Email::parse("dan@exemplu.ro").expect("an address")).await;
    let mut places_seen = BTreeSet::new();
    for (table, rows) in of_people() {
        let InExport::At(places) = rows.in_export else { continue };
        for place in places {
            assert!(places_seen.insert(*place), "{place} is the place of two tables");
            let found = exported.pointer(place).unwrap_or(&Value::Null);
            let is_empty = [Value::Null, json!([]), json!({})].contains(found);
            assert!(!is_empty && Some(found) != bare.pointer(place), "{table}: no row is exported as {place}: {found}");
        }
    }
    assert!(!places_seen.is_empty());
    drop(folder);
}

fn signed_in(session: &SessionRecord, is_guest: bool) -> Actor {
    Actor::Account(Principal {
        uid: session.uid.clone(),
        tenant: TenantId::default(),
        session_id: session.id,
        role: Role::Reader,
        issued_at: now(),
        auth_time: now(),
        is_guest,
        has_second_factor: false,
    })
}

/// A table whose rows are forgotten when a guest joins an account fails here.
#[tokio::test]
async fn an_account_has_the_rows_of_a_guest_that_are_declared_as_moved() {
    let Filled { app, folder } = empty();
    let [guest, owner] = ["oaspete", "ion"].map(|name| session(&uid(name), now()));
    let (of_guest, of_owner) = (guest.clone(), owner.clone());
    let write = app.store.write(move |tx| {
        super::put(tx, &article("a"))?;
        let language = Language::Ro;
        let new = AccountRecord::new(of_guest.uid.clone(), None, String::new(), language, now());
        accounts::put(tx, None, &AccountRecord { guest_until: Some(of_guest.expires_at), ..new })?;
        accounts::put(tx, None, &account(&of_owner.uid, "ion", now()))?;
        sessions::put(tx, &of_guest)?;
        sessions::put(tx, &of_owner)?;
        fill_reader(tx, &of_guest.uid)
    });
    write.await.expect("both are stored");
    let tables_of = |session: &SessionRecord| tables_with(&app.store, session.uid.as_str());
    let (of_guest, before) = (tables_of(&guest), tables_of(&owner));
    guests::merge(&app, &signed_in(&owner, false), &signed_in(&guest, true)).await.expect("joined");
    let after = tables_of(&owner);
    for (table, rows) in of_people() {
        let is_new = after.contains(table) && !before.contains(table);
        match rows.on_merge {
            OnMerge::Moved => {
                assert!(of_guest.contains(table), "{table}: add a row to `fill_reader`");
                assert!(is_new, "{table}: its rows are not moved");
            }
            OnMerge::NotMoved(_) => assert!(!is_new || staying().contains(table), "{table}: its rows are moved"),
        }
    }
    assert!(tables_of(&guest).is_subset(&staying()), "{:?}", tables_of(&guest));
    assert_eq!(app.store.read(|tx| Ok(verify(tx)?)).await.expect("verified"), []);
    drop(folder);
}

fn contains(path: &Path, text: &str) -> bool {
    let bytes = std::fs::read(path).expect("the file");
    bytes.windows(text.len()).any(|window| window.eq_ignore_ascii_case(text.as_bytes()))
}

/// Whether a backup that is not encrypted has the text somewhere, also in free pages of its store.
fn holds(backup: &Path, text: &str) -> bool {
    let unpacked = zstd::decode_all(std::fs::File::open(backup).expect("the backup")).expect("an archive");
    unpacked.windows(text.len()).any(|window| window.eq_ignore_ascii_case(text.as_bytes()))
}

/// Restores the backup over the store that the app had open, and opens the result.
async fn restored(app: App, backup: &Path) -> (Restored, App) {
    let (data_dir, clock, config) = (app.data_dir.clone(), app.clock.clone(), app.config.clone());
    drop(app);
    let opened = OpenBackup::open(backup).expect("the backup opens");
    let restored = restore(&Actor::System, &clock, &config.mail, opened, data_dir.clone()).await.expect("restored");
    (restored, App::open(config, data_dir, clock).expect("the app opens"))
}

#[tokio::test]
async fn a_restored_copy_loses_everybody_who_was_erased_since() {
    let Filled { app, folder } = filled().await;
    let backup = backup::create(&app, &Actor::System).await.expect("a backup").backup.path;
    assert!(holds(&backup, ADDRESS));
    people::erase(&app, &Actor::System, ana()).await.expect("erased");
    let earlier = Email::parse("aa@exemplu.ro").expect("an address");
    paragraf::ops::subscribers::remove(&app, &Actor::System, vec![earlier]).await.expect("removed");
    admin::remove(&app, &Actor::System, AccountName::Uid(uid("dan"))).await.expect("removed");
    let (done, app) = restored(app, &backup).await;
    assert_eq!(done.erasures, RepeatedErasures { people: 1, accounts: 1, subscribers: 1 });
    for text in [ADDRESS, PHONE, "aa@exemplu.ro", uid("dan").as_str()] {
        assert!(tables_with(&app.store, text).is_subset(&["audit"].into()), "{text}");
    }
    assert!(!contains(app.store.path().expect("a file"), ADDRESS), "no free page has the address");
    assert_eq!(app.store.read(|tx| Ok(verify(tx)?)).await.expect("verified"), []);
    drop(folder);
}

#[tokio::test]
async fn a_person_who_came_back_after_the_erasure_is_kept_by_a_restore() {
    let Filled { app, folder } = filled().await;
    people::erase(&app, &Actor::System, ana()).await.expect("erased");
    app.clock.advance(jiff::Span::new().hours(24));
    let back = SubscriberRecord::new(ana(), Language::Ro, app.clock.now());
    let back = SubscriberRecord { confirmed_at: Some(app.clock.now()), ..back };
    app.store.write(move |tx| Ok(subscribers::put(tx, &back)?)).await.expect("subscribed again");
    let backup = backup::create(&app, &Actor::System).await.expect("a backup").backup.path;
    let (done, app) = restored(app, &backup).await;
    assert!(done.erasures.is_none(), "{:?}", done.erasures);
    assert!(app.store.read(|tx| Ok(subscribers::exists(tx, &ana())?)).await.expect("read"));
    drop(folder);
}

#[tokio::test]
async fn a_list_beside_the_backup_counts_on_a_new_machine() {
    let Filled { app, folder } = filled().await;
    let backup = backup::create(&app, &Actor::System).await.expect("a backup").backup.path;
    people::erase(&app, &Actor::System, ana()).await.expect("erased");
    let away = tempfile::tempdir().expect("a folder");
    let (config, clock, list) = (app.config.clone(), app.clock.clone(), store::erasures::path(&app.data_dir));
    for (from, to) in [(&backup, "copy.redb"), (&list, "erasures.txt")] {
        std::fs::copy(from, away.path().join(to)).expect("copied");
    }
    let new = away.path().join("data");
    let opened = OpenBackup::open(&away.path().join("copy.redb")).expect("the backup opens");
    let done = restore(&Actor::System, &clock, &config.mail, opened, new.clone()).await.expect("restored");
    assert_eq!(done.erasures.people, 1);
    assert_eq!(std::fs::read(store::erasures::path(&new)).expect("a list"), std::fs::read(&list).expect("a list"));
    drop((app, folder));
}

#[tokio::test]
async fn the_file_has_no_bytes_of_the_person_after_the_next_night() {
    let Filled { app, folder } = filled().await;
    let path = app.store.path().expect("a file").to_owned();
    people::erase(&app, &Actor::System, ana()).await.expect("erased");
    assert!(contains(&path, ADDRESS), "free pages still have the address");
    let soon = backup::create(&app, &Actor::System).await.expect("a backup").backup.path;
    assert!(!holds(&soon, ADDRESS), "a backup of the same day has no free pages of the store");
    assert!(!erasures::rewrite_store(&app, &Actor::System).await.expect("not yet"), "09:00 is no night");
    app.clock.advance(jiff::Span::new().hours(16));
    assert!(erasures::rewrite_store(&app, &Actor::System).await.expect("rewritten"));
    for text in [ADDRESS, PHONE] {
        assert!(!contains(&path, text), "{text}");
    }
    assert!(!erasures::rewrite_store(&app, &Actor::System).await.expect("done"), "once is enough");
    let copy = backup::create(&app, &Actor::System).await.expect("a backup").backup.path;
    assert!(!holds(&copy, ADDRESS), "nor has a later copy");
    assert_eq!(app.store.read(|tx| Ok(verify(tx)?)).await.expect("verified"), []);
    drop(folder);
}
