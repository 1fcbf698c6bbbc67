use paragraf::store::accounts;
use paragraf::store::erasures;
use paragraf::store::verify::verify;

use super::commands::both_ways_from;
use super::parsed;
use crate::support::accounts::account;
use crate::support::binary::Home;
use crate::support::one_person::uid;

/// A home with Ana's account and a list of subscribers that has her address.
fn home() -> Home {
    let home = Home::new();
    let store = home.store();
    let at: jiff::Timestamp = "2026-01-01T09:00:00Z".parse().expect("an instant");
    store.write_blocking(move |tx| Ok(accounts::put(tx, None, &account(&uid("ana"), "ana", at))?)).expect("a write");
    drop(store);
    home.write("list.txt", "ana@exemplu.ro\ndan@exemplu.ro\n");
    home
}

#[test]
fn a_person_is_shown_exported_and_erased_with_and_without_a_server() {
    let printed = both_ways_from(home, |home| {
        home.ok(&["subscribers", "import", "list.txt", "--consent", "a fair"]);
        let refused = home.run(&["people", "erase", "ana@exemplu.ro"]);
        assert_eq!(refused.code, 1);
        let shown = home.ok(&["people", "show", "ANA@exemplu.ro"]);
        let exported = home.ok(&["people", "export", "ana@exemplu.ro"]);
        assert!(exported.contains("\"accounts\""), "{exported}");
        let erased = home.ok(&["people", "erase", "--yes", "ana@exemplu.ro"]);
        let after = home.ok(&["people", "show", "ana@exemplu.ro"]);
        let again = home.ok(&["--json", "people", "erase", "--yes", "ana@exemplu.ro"]);
        let imported = home.ok(&["subscribers", "import", "list.txt", "--consent", "a fair"]);
        let listed = std::fs::read_to_string(erasures::path(&home.data())).expect("the list");
        assert_eq!(listed.lines().filter(|line| line.contains(" person ")).count(), 1, "{listed}");
        vec![refused.err, shown, erased, after, again, imported]
    });
    assert!(printed[0].contains("add --yes to run without a terminal"), "{}", printed[0]);
    for place in ["account, identities", "subscription", "ON ERASURE"] {
        assert!(printed[1].contains(place), "{place} is missing in {}", printed[1]);
    }
    assert!(printed[2].starts_with("erased ana@exemplu.ro: 1 account, 2 records"), "{}", printed[2]);
    assert!(printed[2].contains("audit log") && printed[2].contains("stays: it shows who removed"), "{}", printed[2]);
    assert_eq!(printed[3], "nothing is stored about ana@exemplu.ro\n");
    assert_eq!(parsed(&printed[4])["left"].as_array().map(Vec::len), Some(0), "{}", printed[4]);
    assert!(
        printed[5].contains("1 skipped: erased at the person's request"),
        "a list does not bring a person back: {}",
        printed[5]
    );
}

#[test]
fn a_restore_says_how_many_it_erased_again() {
    let home = home();
    home.ok(&["backup", "create"]);
    home.ok(&["people", "erase", "--yes", "ana@exemplu.ro"]);
    let restored = home.ok(&["backup", "restore", "latest"]);
    assert!(restored.contains("\nerased again: 1 person\n"), "{restored}");
    assert!(home.ok(&["accounts", "list"]).contains("no accounts"), "the account is gone");
    let store = home.store();
    assert_eq!(store.read_blocking(|tx| Ok(verify(tx)?)).expect("verified"), []);
}

#[test]
fn keys_are_renewed_and_all_sessions_ended_after_a_confirmation() {
    let printed = both_ways_from(home, |home| {
        let refused = home.run(&["keys", "renew", "--links", "--now"]);
        let unasked = home.run(&["accounts", "revoke", "--all"]);
        let (code, both) = (unasked.code, home.run(&["accounts", "revoke", "--all", "ana@exemplu.ro"]).code);
        assert_eq!((refused.code, code, both, home.run(&["accounts", "revoke"]).code), (1, 1, 2, 2));
        vec![
            refused.err,
            home.ok(&["keys", "renew", "--yes"]),
            home.ok(&["keys", "renew", "--links", "--yes"]),
            home.ok(&["accounts", "revoke", "--all", "--yes"]),
        ]
    });
    assert!(printed[0].contains("every link in a mail sent so far"), "it says what becomes invalid: {}", printed[0]);
    assert!(printed[1].starts_with("renewed the keys of access tokens and of cookies;"), "{}", printed[1]);
    assert!(printed[2].contains("and of mailed links"), "{}", printed[2]);
    assert_eq!(printed[3], "ended 0 sessions of 0 accounts (0 guests)\n");
}
