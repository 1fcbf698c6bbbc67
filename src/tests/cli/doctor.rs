//! `paragraf doctor` against real servers.

use serde_json::Value;

use super::{home_with_articles, import_articles};
use crate::support::binary::{Home, Ran};

/// The results of this check: outcome and message with remedy.
fn of(ran: &Ran, check: &str) -> Vec<(String, String)> {
    let found: Vec<Value> = serde_json::from_str(&ran.out).expect("JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let of_check = found.iter().filter(|found| found["check"] == check);
    of_check
        .map(|found| (text(&found["outcome"]), format!("{}; {}", text(&found["message"]), text(&found["remedy"]))))
        .collect()
}

fn outcome(ran: &Ran, check: &str) -> Vec<String> {
    of(ran, check).into_iter().map(|(outcome, _)| outcome).collect()
}

#[test]
fn a_server_is_examined_through_its_public_address_and_alone_without_one() {
    let home = home_with_articles(2);
    let alone = home.run(&["doctor", "--json"]);
    assert_eq!(alone.code, 0, "{}{}", alone.out, alone.err);
    assert_eq!(outcome(&alone, "public_address"), ["not_checked"]);
    assert_eq!(outcome(&alone, "index"), ["not_checked"]);
    let server = home.serve(&[]);
    let ran = home.run(&["doctor", "--json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(
        of(&ran, "public_address"),
        [("ok".into(), format!("http://{} leads here, without a proxy; ", server.address))]
    );
    for (check, expected) in [
        ("configuration", "warning"),
        ("unread_settings", "ok"),
        ("store", "ok"),
        ("copies", "warning"),
        ("clock", "not_checked"),
        ("sources", "not_checked"),
        ("mail", "not_checked"),
        ("certificate", "not_checked"),
    ] {
        assert_eq!(outcome(&ran, check), [expected], "{check}: {}", ran.out);
    }
    let text = home.ok(&["doctor"]);
    assert!(
        text.lines().any(|line| line.starts_with("warning      copies           there is no backup yet; make one")),
        "{text}"
    );
    assert_eq!(server.stop(), 0);
}

#[test]
fn a_setting_that_nothing_reads_and_an_unreadable_file_are_named() {
    let home = Home::with_store();
    home.write(
        "paragraf.toml",
        "[mail]\nsmtp_host = 'mail.example.ro'\nsmtp_user = 'legi'\nsmtp_password = 's3cret'\n",
    );
    let ran = home.run(&["doctor", "--json"]);
    let unread = of(&ran, "unread_settings");
    let [host, password, user] = unread.as_slice() else { panic!("{unread:?}") };
    for ((outcome, text), key) in [(host, "smtp_host"), (password, "smtp_password"), (user, "smtp_user")] {
        assert_eq!(
            (outcome.as_str(), text.as_str()),
            (
                "warning",
                format!("nothing reads mail.{key}; it needs mail.transport = \"smtp\"; set that, or remove it")
                    .as_str()
            )
        );
    }
    assert!(!ran.out.contains("s3cret"), "{}", ran.out);
    home.write("paragraf.toml", "[server]\nlisten = 8080\n");
    let ran = home.run(&["doctor", "--json"]);
    assert_eq!((ran.code, outcome(&ran, "configuration")), (1, vec!["failed".to_owned()]), "{}", ran.out);
}

#[test]
fn a_configuration_that_was_changed_since_the_start_is_named() {
    let home = Home::with_store();
    home.write("paragraf.toml", "[site]\ncity = 'Iași'\n");
    let server = home.serve(&[]);
    let is_named = || {
        let ran = home.run(&["doctor", "--json"]);
        of(&ran, "configuration").iter().any(|(_, text)| text.contains("paragraf.toml was changed at "))
    };
    assert!(!is_named());
    home.write("paragraf.toml", "[site]\ncity = 'Cluj'\n");
    assert!(is_named(), "the server uses the earlier settings");
    assert_eq!(server.stop(), 0);
    assert!(!is_named(), "without a server a command reads the file itself");
}

#[test]
fn files_that_no_backup_holds_are_named() {
    let home = Home::with_store();
    let secret = home.write("sms-key", "s3cret");
    let settings = format!("[sms]\nsecret_file = \"{}\"\n", secret.display());
    home.write("paragraf.toml", &settings);
    let found = of(&home.run(&["doctor", "--json"]), "copied_files");
    let [(outcome, text)] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(outcome, "warning");
    assert!(text.contains("paragraf.toml, ") && text.contains("/sms-key; set backup.recipient"), "{text}");
    let made = home.ok(&["backup", "key", "copies.key"]);
    let public = made.split('"').nth(1).expect("the public key");
    home.write("paragraf.toml", format!("{settings}[backup]\nrecipient = \"{public}\"\n"));
    assert_eq!(outcome_of(&home), ["ok"]);
    let key = home.path().join("copies.key");
    home.write("paragraf.toml", format!("{settings}[backup]\nkey_file = \"{}\"\n", key.display()));
    assert_eq!(outcome_of(&home), ["not_checked"], "no backup holds the key that opens it");
}

#[test]
fn a_backup_that_the_storage_lacks_is_named() {
    let home = Home::with_store();
    let made = home.ok(&["backup", "key", "copies.key"]);
    let public = made.split('"').nth(1).expect("the public key");
    let storage =
        "s3_endpoint = \"http://127.0.0.1:1\"\ns3_bucket = \"b\"\ns3_access_key = \"a\"\ns3_secret_key = \"s\"\n";
    home.write("paragraf.toml", format!("[backup]\nrecipient = \"{public}\"\n{storage}"));
    let refused = home.run(&["backup", "create"]);
    assert!(refused.code == 3 && refused.err.contains("its second copy failed"), "{}", refused.err);
    let ran = home.run(&["doctor", "--json"]);
    let lacks = |(outcome, text): &(String, String)| {
        outcome == "warning" && text.starts_with("the storage does not have the latest backup; run ")
    };
    assert!(of(&ran, "copies").iter().any(lacks), "{}", ran.out);
}

#[test]
fn a_schedule_without_a_server_hides_no_missing_backup() {
    let home = Home::new();
    home.write("paragraf.toml", "[backup]\nschedule = \"03:30\"\n");
    import_articles(&home, 1);
    let found = of(&home.run(&["doctor", "--json"]), "copies");
    assert!(found.iter().any(|(_, text)| text.starts_with("there is no backup yet; ")), "{found:?}");
}

#[test]
fn a_missing_store_is_named_with_what_to_do() {
    let ran = Home::new().run(&["doctor", "--json"]);
    let found = of(&ran, "store");
    let [(outcome, text)] = found.as_slice() else { panic!("{}{}", ran.out, ran.err) };
    assert_eq!((ran.code, outcome.as_str()), (1, "failed"));
    assert!(text.contains("name the data folder with --data") && !text.contains("journalctl"), "{text}");
}

#[test]
fn a_folder_that_takes_no_backup_is_named() {
    let home = Home::with_store();
    // No user can write there.
    home.write("paragraf.toml", "[backup]\ndir = \"/proc/backups\"\n");
    let ran = home.run(&["doctor", "--json"]);
    let found = of(&ran, "copies");
    let failed = found.iter().find(|(outcome, _)| outcome == "failed").map(|(_, text)| text.as_str());
    let text = failed.unwrap_or_default();
    assert!(ran.code == 1 && text.contains("/proc/backups: ") && text.contains("ReadWritePaths="), "{}", ran.out);
    home.write("paragraf.toml", format!("[backup]\ndir = \"{}\"\n", home.path().join("later").display()));
    let ran = home.run(&["doctor", "--json"]);
    assert_eq!(ran.code, 0, "the first backup makes the folder");
    let found = of(&ran, "copies");
    let beside = |(outcome, text): &(String, String)| outcome == "warning" && text.contains("on the same disk as the");
    assert!(found.iter().any(beside), "{}", ran.out);
}

fn outcome_of(home: &Home) -> Vec<String> {
    outcome(&home.run(&["doctor", "--json"]), "copied_files")
}

#[test]
fn a_damaged_copy_rings_the_alarm() {
    let home = home_with_articles(2);
    let server = home.serve(&[]);
    let ran = home.run(&["doctor", "--try-alarm", "--json"]);
    let alarm = of(&ran, "backup_alarm");
    let [(outcome, text)] = alarm.as_slice() else { panic!("{}{}", ran.out, ran.err) };
    assert!(
        outcome == "ok" && text.starts_with("a damaged copy was noticed: the last backup could not be restored"),
        "{text}"
    );
    assert_eq!(server.stop(), 0);
}

#[test]
fn a_database_that_gives_no_connection_is_named_with_the_reason() {
    let home = Home::new();
    home.write("paragraf.toml", "[store]\nurl = 'postgres://paragraf@127.0.0.1:1/paragraf'\n");
    let ran = home.run(&["doctor", "--json"]);
    let found = of(&ran, "database");
    let [(outcome, text)] = found.as_slice() else { panic!("{}{}", ran.out, ran.err) };
    assert_eq!((ran.code, outcome.as_str()), (1, "failed"));
    assert!(text.contains("Connection refused") && text.contains("store.url"), "{text}");
}
