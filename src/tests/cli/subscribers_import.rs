//! Lists of addresses at the command line, and what becomes of bad ones.

use paragraf::store::subscribers::{self, SubscriberRecord};
use paragraf::store::{audit, verify};

use super::commands::both_ways_from;
use super::parsed;
use crate::support::binary::Home;

const LIST: &str =
    "# Târgul din Cluj\nana@example.org\nBogdan Ion <bogdan@example.org>  # la cerere\n\nANA@example.org\n";

/// The subscribers of a sound store, and the subjects of the audit.
fn stored(home: &Home) -> (Vec<SubscriberRecord>, Vec<String>) {
    let store = home.store();
    let read = store.read_blocking(|tx| {
        assert_eq!(verify::verify(tx)?, []);
        let mut found = Vec::new();
        subscribers::each_readable(tx, &mut |record| found.push(record))?;
        Ok((found, audit::latest(tx, 9)?.into_iter().map(|record| record.subject).collect()))
    });
    read.expect("the store can be read")
}

#[test]
fn an_import_requests_confirmation_or_trusts_the_consent() {
    let home = || {
        let home = Home::with_store();
        home.write("list.txt", LIST);
        home.write("more.csv", "E-mail;Limba;Note\ncora@example.org;en;x\nana@example.org;ro;\n");
        home
    };
    let printed = both_ways_from(home, |home| {
        let dry = home.ok(&["subscribers", "import", "list.txt", "--dry-run"]);
        assert_eq!(home.ok(&["subscribers", "list"]), "no subscribers\n");
        let asked = home.ok(&["subscribers", "import", "list.txt"]);
        let again = home.ok(&["subscribers", "import", "list.txt"]);
        let believed = home.ok(&["subscribers", "import", "more.csv", "--consent", "târg, 14 mai 2026"]);
        home.ok(&["mail", "suppressed", "add", "dan@example.org"]);
        let piped = home.run_with_input(&["--json", "subscribers", "import", "-"], b"dan@example.org\n");
        let counts = parsed(&piped.out);
        assert_eq!((piped.code, &counts["suppressed"], &counts["added"]), (0, &1.into(), &0.into()), "{}", piped.err);
        vec![dry, asked, again, believed]
    });
    assert_eq!(printed[0], "dry run:\n2 new, 2 of them must confirm\n1 duplicates\nnothing was changed\n");
    assert_eq!(printed[1], "2 new, 2 of them must confirm\n1 duplicates\n");
    assert_eq!(printed[2], "0 new, 0 of them must confirm\n2 already subscribed\n1 duplicates\n");
    assert_eq!(printed[3], "1 new, 0 of them must confirm\n1 confirmed by consent\nignored columns: Note\n");
}

#[test]
fn confirmation_requests_are_sent_and_consent_is_stored() {
    let home = Home::new();
    home.write("list.txt", LIST);
    home.ok(&["subscribers", "import", "list.txt"]);
    let mails = home.json(&["mail", "outbox"]);
    let mails: Vec<_> = mails.as_array().expect("mails").iter().map(|mail| (&mail["kind"], &mail["state"])).collect();
    assert_eq!(mails, [(&"confirm_subscription".into(), &"sent".into()); 2]);
    home.ok(&["subscribers", "import", "list.txt", "--consent", "signed sheets"]);
    let (found, subjects) = stored(&home);
    assert!(found.iter().all(|it| it.is_active() && it.source.as_deref() == Some("signed sheets")), "{found:?}");
    assert_eq!(subjects, ["addresses: 2, consent: signed sheets", "addresses: 2, without consent"]);
    let wrong = home.run(&["subscribers", "import", "list.txt", "--consent", " "]);
    assert!(wrong.code == 1 && wrong.err.contains("write one line of at most 300 characters"), "{}", wrong.err);
}

#[test]
fn early_sign_ups_are_marked_and_listed() {
    let home = Home::with_store();
    home.write(
        "list.csv",
        "email,created_at\nana@example.org,2025-01-14T00:23:59Z\ndan@example.org,2025-01-14T00:24:00Z\n",
    );
    home.ok(&["subscribers", "import", "list.csv", "--consent", "x"]);
    let all = home.ok(&["subscribers", "list"]);
    let marked: Vec<_> = all.lines().filter(|line| line.trim_end().ends_with("early")).collect();
    assert!(marked.len() == 1 && marked[0].contains("ana@example.org"), "{all}");
    let early = home.ok(&["subscribers", "list", "--early"]);
    assert!(early.contains("ana@example.org") && early.ends_with("1 early subscriber\n"), "{early}");
    let json = home.json(&["subscribers", "list", "--early"]);
    assert_eq!((json.as_array().map(Vec::len), &json[0]["early"]), (Some(1), &true.into()));
}

#[test]
fn one_invalid_line_prevents_the_import() {
    let home = Home::new();
    let list = "email,language,topics,digest_from\n\"ana@example.org,ro,,\nbogdan@example.org,fr,,\ncora@example.org,ro,nothing,\n\
                dan@example.org,ro,,9\neva example.org,ro,,\nfin@example.org,ro\ngo@example.org,ro,,\n";
    home.write("list.csv", list);
    let ran = home.run(&["subscribers", "import", "list.csv"]);
    assert_eq!(
        ran.err.lines().collect::<Vec<_>>(),
        [
            "refused list.csv, line 2: has an unclosed quotation mark; close it",
            "refused list.csv, line 3: language: \"fr\" is not allowed; write ro or en",
            "refused list.csv, line 4: topics: there is no topic \"nothing\"; use the ids from `paragraf topics list`, separated by |",
            "refused list.csv, line 5: digest_from: 9 is not allowed; write a number from 1 to 5",
            "refused list.csv, line 6: \"eva example.org\" is not an e-mail address; write it as ana@example.ro or Ana Pop <ana@example.ro>, or remove the line",
            "refused list.csv, line 7: has 2 cells, but the header has 4; quote cells that contain the separator",
        ]
    );
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (1, "6 lines invalid; nothing was imported. Correct them and import the list again\n")
    );
    assert_eq!(home.ok(&["subscribers", "list"]), "no subscribers\n");
    home.write("utf16.csv", b"\xff\xfea\0");
    home.write("latin.csv", b"email;name\nana@example.org;\xaena\n");
    home.write("empty.txt", "# nobody\n");
    home.write("inject.csv", "email\n\"ana@example.org\r\nBcc: b@example.org\"\n");
    for (file, problem) in [
        ("utf16.csv", "is written in UTF-16; save it as \"CSV UTF-8\""),
        ("latin.csv", "latin.csv, line 2: is not written in UTF-8"),
        ("empty.txt", "contains no address"),
        ("inject.csv", "inject.csv, line 2: has an unclosed quotation mark"),
        ("none.txt", "cannot read none.txt"),
        (".", ". is a folder; specify a file in it"),
    ] {
        let ran = home.run(&["subscribers", "import", file]);
        assert!(ran.code == 1 && ran.err.contains(problem), "{file}: {}", ran.err);
    }
    let many: String = (0..200).map(|number| format!("not an address {number}\n")).collect();
    home.write("many.txt", many);
    let ran = home.run(&["subscribers", "import", "many.txt"]);
    assert_eq!((ran.err.lines().count(), ran.code), (1, 1), "one cause is one line");
    assert!(ran.out.starts_with("200 lines invalid"), "{}", ran.out);
    home.write("same.txt", "ana@example.org\n".repeat(10_000));
    assert_eq!(home.ok(&["subscribers", "import", "same.txt"]), "1 new, 1 of them must confirm\n9999 duplicates\n");
}

#[test]
fn an_export_can_be_imported_unchanged() {
    let home = Home::with_store();
    let topics = home.json(&["topics", "list"]);
    let topic = topics[0]["id"].as_str().expect("a topic");
    let list = format!(
        "email,language,created_at,confirmed_at,left_at,source,topics,urgent_from,digest,digest_from,digest_when_empty,deadlines,news,paused_until\n\
         ana@example.org,en,2026-01-01T09:00:00Z,2026-01-02T09:00:00Z,,\"fair, Cluj\",{topic},never,daily,5,yes,no,no,2027-01-01\n\
         bogdan@example.org,ro,2026-01-01T09:00:00Z,,,,,5,weekly,3,no,yes,yes,\n\
         cora@example.org,ro,2026-01-01T09:00:00Z,2026-01-02T09:00:00Z,2026-02-02T09:00:00Z,,,4,never,1,no,yes,yes,\n"
    );
    home.write("all.csv", &list);
    assert_eq!(
        home.ok(&["subscribers", "import", "all.csv"]),
        "2 new, 1 of them must confirm\n1 unsubscribed, as the list says\n"
    );
    assert_eq!(home.ok(&["subscribers", "export"]), list);
    let other = Home::new();
    other.write("all.csv", home.ok(&["subscribers", "export"]));
    other.ok(&["subscribers", "import", "all.csv"]);
    assert_eq!(other.ok(&["subscribers", "export"]), list);
    let again = other.ok(&["subscribers", "import", "all.csv"]);
    assert_eq!(again, "0 new, 0 of them must confirm\n2 already subscribed\n1 skipped: unsubscribed\n");
    assert_eq!(stored(&home).0.len(), 3);
}
