//! `mail bounces` and `mail suppressed`.

use super::commands::both_ways_from;
use crate::mail::bounces::{POSTFIX, report};
use crate::support::binary::Home;

const GONE: &str = "550 5.1.1 User unknown";

/// A home in which Ana has a confirmation request, and its id.
fn home() -> Home {
    let home = Home::new();
    home.write("list.txt", "ana@example.org\n");
    home.ok(&["subscribers", "import", "list.txt"]);
    let mails = home.json(&["mail", "outbox"]);
    let id = mails[0]["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
    home.write("back.eml", report(POSTFIX, id, "ana@example.org", GONE));
    home.write("maildir/new/1.host", report(POSTFIX, id, "ana@example.org", GONE));
    home.write("maildir/cur/2.host:2,S", "Subject: hello\n\nhello\n");
    home.write("folder/a.eml", "Subject: hello\n\nhello\n");
    home.write("folder/b.txt", "not looked at");
    home
}

#[test]
fn bounces_are_read_from_files_folders_and_pipes() {
    let printed = both_ways_from(home, |home| {
        let first = home.ok(&["mail", "bounces", "maildir"]);
        let again = home.ok(&["mail", "bounces", "back.eml"]);
        let piped = home.run_with_input(&["mail", "bounces", "-"], b"Subject: x\n\n");
        let outbox = home.json(&["mail", "outbox"]);
        assert_eq!((&outbox[0]["state"], &outbox[0]["reason"]), (&"bounced".into(), &format!("smtp; {GONE}").into()));
        let list = home.json(&["mail", "suppressed", "list"]);
        assert_eq!((&list[0]["email"], &list[0]["reason"]), (&"ana@example.org".into(), &"bounced".into()));
        vec![first, again, piped.out, home.ok(&["mail", "bounces", "folder"])]
    });
    assert_eq!(printed[0], "2 messages read\n1 bounced permanently; the addresses are suppressed\n1 not reports\n");
    assert_eq!(printed[1], "1 message read\n1 already processed\n");
    assert_eq!(printed[2], "1 message read\n1 not reports\n");
    assert_eq!(printed[3], "1 message read\n1 not reports\n");
}

#[test]
fn the_operator_suppresses_addresses_and_lifts_suppressions() {
    let printed = both_ways_from(Home::with_store, |home| {
        let empty = home.ok(&["mail", "suppressed", "list"]);
        let added =
            home.ok(&["mail", "suppressed", "add", "ana@example.org", "Dan@example.org", "--reason", "asked by post"]);
        let again = home.ok(&["mail", "suppressed", "add", "dan@EXAMPLE.org"]);
        let removed = home.ok(&["mail", "suppressed", "remove", "dan@example.org", "eva@example.org"]);
        let none = home.run(&["mail", "suppressed", "remove", "eva@example.org"]);
        assert_eq!(none.code, 1);
        let list = home.ok(&["mail", "suppressed", "list"]);
        assert!(
            list.contains("ana@example.org") && list.contains("operator") && list.contains("asked by post"),
            "{list}"
        );
        vec![empty, added, again, removed, none.err]
    });
    assert_eq!(printed[0], "no suppressed addresses\n");
    assert_eq!(printed[1], "suppressed ana@example.org\nsuppressed Dan@example.org\n");
    assert_eq!(printed[2], "dan@example.org is already suppressed\n");
    assert_eq!(printed[3], "lifted dan@example.org\neva@example.org was not suppressed\n");
    assert_eq!(printed[4], "error: none of these is suppressed; `paragraf mail suppressed list` shows all\n");
}

#[test]
fn invalid_input_is_reported_with_its_remedy() {
    let home = Home::new();
    home.write("empty/x.txt", "");
    for (args, code, expected) in [
        (&["mail", "bounces", "none.eml"][..], 1, "cannot read none.eml"),
        (&["mail", "bounces", "empty"], 1, "there is no message in empty; name a file or a Maildir folder"),
        (&["mail", "bounces"], 2, "required"),
        (&["mail", "suppressed", "add", "ana"], 2, "this is not an e-mail address"),
    ] {
        let ran = home.run(args);
        assert!(ran.code == code && ran.err.contains(expected), "{args:?}: {}", ran.err);
    }
}
