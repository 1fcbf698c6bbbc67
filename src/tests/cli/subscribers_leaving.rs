//! Lists of other programs with columns about leaving.

use crate::support::binary::Home;

const LISTMONK: &str = "uuid,email,name,attributes,status,created_at\n\
    1,activ@example.org,Ana,{},enabled,2024-03-01 10:00:00.000000+00\n\
    2,plecat@example.org,Ion,{},blocklisted,2024-03-01 10:00:00.000000+00\n\
    3,oprit@example.org,Dan,{},disabled,2024-03-01 10:00:00.000000+00\n\
    4,nou@example.org,Eva,{},unconfirmed,2024-03-01 10:00:00.000000+00\n";

/// The suppressed addresses with their reasons, and the mails of the outbox by recipient.
fn consequences(home: &Home) -> (Vec<String>, usize) {
    let listed = home.json(&["mail", "suppressed", "list"]);
    let shown = |it: &serde_json::Value| format!("{} {}", it["email"].as_str().unwrap_or_default(), it["reason"]);
    let mut suppressed: Vec<_> = listed.as_array().expect("a list").iter().map(shown).collect();
    suppressed.sort();
    let mails = home.json(&["mail", "outbox"]);
    (suppressed, mails.as_array().expect("mails").len())
}

#[test]
fn an_address_that_left_another_program_is_neither_confirmed_nor_asked() {
    for consent in [true, false] {
        let home = Home::new();
        home.write("list.csv", LISTMONK);
        let mut args = vec!["subscribers", "import", "list.csv"];
        args.extend(consent.then_some(["--consent", "contracte"]).into_iter().flatten());
        let asked = u8::from(!consent);
        let counts = "\n2 unsubscribed, as the list says\n1 skipped: unconfirmed, as the list says\n";
        let ignored = "ignored columns: uuid, name, attributes\n";
        assert_eq!(home.ok(&args), format!("1 new, {asked} of them must confirm{counts}{ignored}"));
        let suppressed = vec![r#"oprit@example.org "asked""#.to_owned(), r#"plecat@example.org "asked""#.to_owned()];
        assert_eq!(consequences(&home), (suppressed, usize::from(asked)));
        let again = home.ok(&args);
        assert!(again.starts_with("0 new") && again.contains("2 skipped: unsubscribed"), "{again}");
        home.write("later.txt", "plecat@example.org\noprit@example.org\n");
        let later = home.ok(&["subscribers", "import", "later.txt", "--consent", "altele"]);
        assert_eq!(later, "0 new, 0 of them must confirm\n2 skipped: suppressed\n");
    }
}

#[test]
fn a_no_ends_a_subscription_unless_its_owner_joined_later() {
    let home = Home::new();
    home.write(
        "here.csv",
        "email,confirmed_at\nana@example.org,2025-01-01\ndan@example.org,2025-01-01\neva@example.org,2025-01-01\n",
    );
    home.ok(&["subscribers", "import", "here.csv"]);
    home.write(
        "export.csv",
        "Email Address;UNSUB_TIME;CLEAN_TIME\nana@example.org;2024-05-02 08:11:12;\ndan@example.org;2025-05-02 08:11:12;\n\
         EVA@example.org;;\neva@example.org;;05/02/2025\n",
    );
    let counts =
        "0 new, 0 of them must confirm\n2 unsubscribed, as the list says\n1 already subscribed\n1 duplicates\n";
    assert_eq!(home.ok(&["subscribers", "import", "export.csv", "--consent", "x"]), counts);
    let suppressed = vec![r#"dan@example.org "asked""#.to_owned(), r#"eva@example.org "bounced""#.to_owned()];
    assert_eq!(consequences(&home), (suppressed, 0));
    let list = home.ok(&["subscribers", "export"]);
    assert!(list.contains("dan@example.org,ro,") && list.contains("2025-05-02T08:11:12Z"), "{list}");
}

#[test]
fn a_value_that_is_not_understood_refuses_the_list_until_its_meaning_is_given() {
    let home = Home::new();
    home.write("list.csv", "email,status,state\nana@example.org,1,Cluj\ndan@example.org,2,Iași\n");
    let import = |more: &[&str]| home.run(&[&["subscribers", "import", "list.csv", "--consent", "x"], more].concat());
    let ran = import(&[]);
    let reported = "refused 2 lines: status: \"1\" does not say whether the address has left; write subscribed or \
                    unsubscribed; or give `paragraf subscribers import` the meaning of the value: \
                    --left 'status=VALUE', --subscribed 'status=VALUE' or --ignore-column 'status' \
                    (list.csv, line 2; list.csv, line 3 with \"2\")\n";
    assert_eq!((ran.code, ran.err.as_str()), (1, reported));
    assert_eq!(home.ok(&["subscribers", "list"]), "no subscribers\n");
    let meaning = ["--left", "status=2", "--subscribed", "status=1"];
    assert!(import(&meaning).err.contains("state: \"Cluj\""));
    let ran = import(&[&meaning[..], &["--ignore-column", "State"]].concat());
    let counts = "1 new, 0 of them must confirm\n1 unsubscribed, as the list says\nignored columns: state\n";
    assert_eq!((ran.code, ran.out.as_str()), (0, counts), "{}", ran.err);
    let ran = import(&["--left", "stare=2"]);
    assert!(
        ran.code == 1 && ran.err.contains("has no column \"stare\"; the header has email, status, state"),
        "{}",
        ran.err
    );
    let ran = import(&["--left", "status"]);
    assert!(ran.code == 2 && ran.err.contains("write COLUMN=VALUE"), "{}", ran.err);
}

#[test]
fn contacts_without_an_address_are_skipped_and_counted() {
    let home = Home::new();
    home.write(
        "contacts.csv",
        "First Name,Labels,E-mail 1 - Value,Phone 1 - Value,Contact permission\nAna,* my,ana@example.org,,yes\n\
         Ion,* my,,0722 123 456,\nDan,* my,dan@example.org,,no\n",
    );
    let counts = "1 new, 0 of them must confirm\n1 unsubscribed, as the list says\n1 skipped: without an address\n\
                  ignored columns: First Name, Labels, Phone 1 - Value\n";
    assert_eq!(home.ok(&["subscribers", "import", "contacts.csv", "--consent", "contracte"]), counts);
}
