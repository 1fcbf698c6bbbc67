//! Returned mails and the list of addresses that get nothing more.

use super::commands::both_ways_from;
use super::parsed;
use crate::mail::bounces::{POSTFIX, report};
use crate::support::binary::Home;

const GONE: &str = "550 5.1.1 User unknown";

/// A home in which Ana was asked to confirm, and the id of that mail.
fn home() -> Home {
    let home = Home::new();
    home.write("list.txt", "ana@example.org\n");
    home.ok(&["subscribers", "import", "list.txt"]);
    let mails = parsed(&home.ok(&["--json", "mail", "outbox"]));
    let id = mails[0]["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
    home.write("back.eml", report(POSTFIX, id, "ana@example.org", GONE));
    home.write("maildir/new/1.host", report(POSTFIX, id, "ana@example.org", GONE));
    home.write("maildir/cur/2.host:2,S", "Subject: hello\n\nhello\n");
    home.write("folder/a.eml", "Subject: hello\n\nhello\n");
    home.write("folder/b.txt", "not looked at");
    home
}

#[test]
fn returned_mails_are_read_from_files_folders_and_pipes_both_ways() {
    let printed = both_ways_from(home, |home| {
        let first = home.ok(&["mail", "bounces", "maildir"]);
        let again = home.ok(&["mail", "bounces", "back.eml"]);
        let piped = home.run_with_input(&["mail", "bounces", "-"], b"Subject: x\n\n");
        let outbox = parsed(&home.ok(&["--json", "mail", "outbox"]));
        assert_eq!((&outbox[0]["state"], &outbox[0]["reason"]), (&"bounced".into(), &format!("smtp; {GONE}").into()));
        let list = parsed(&home.ok(&["--json", "mail", "suppressed", "list"]));
        assert_eq!((&list[0]["email"], &list[0]["reason"]), (&"ana@example.org".into(), &"bounced".into()));
        vec![first, again, piped.out, home.ok(&["mail", "bounces", "folder"])]
    });
    assert_eq!(
        printed[0],
        "2 mails read\n1 will never arrive; nothing more is sent to these addresses\n1 report nothing\n"
    );
    assert_eq!(printed[1], "1 mail read\n1 of mails that are not ours, or known already\n");
    assert_eq!(printed[2], "1 mail read\n1 report nothing\n");
    assert_eq!(printed[3], "1 mail read\n1 report nothing\n");
}

#[test]
fn the_list_is_kept_by_the_operator_both_ways() {
    let printed = both_ways_from(Home::new, |home| {
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
    assert_eq!(printed[0], "no suppressions\n");
    assert_eq!(printed[1], "added ana@example.org\nadded Dan@example.org\n");
    assert_eq!(printed[2], "dan@example.org is there already\n");
    assert_eq!(printed[3], "removed dan@example.org\neva@example.org was not there\n");
    assert_eq!(printed[4], "error: none of these is on the list; `paragraf mail suppressed list` shows it\n");
}

#[test]
fn wrong_input_is_told_with_its_remedy() {
    let home = Home::new();
    home.write("empty/x.txt", "");
    for (args, code, told) in [
        (&["mail", "bounces", "none.eml"][..], 1, "cannot read none.eml"),
        (&["mail", "bounces", "empty"], 1, "there is no mail in empty; name a file, or a Maildir folder"),
        (&["mail", "bounces"], 2, "required"),
        (&["mail", "suppressed", "add", "ana"], 2, "this is not an e-mail address"),
    ] {
        let ran = home.run(args);
        assert!(ran.code == code && ran.err.contains(told), "{args:?}: {}", ran.err);
    }
}
