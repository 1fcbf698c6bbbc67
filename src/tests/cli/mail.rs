use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::commands::both_ways_from;
use super::parsed;
use crate::support::binary::Home;

#[test]
fn every_message_can_be_previewed_in_both_languages() {
    let home = || {
        let home = Home::new();
        home.write(
            "paragraf.toml",
            "[server]\npublic_url = 'https://p.example.ro'\n[site]\ndeveloper_name = 'Firma'\n",
        );
        home
    };
    let printed = both_ways_from(home, |home| {
        let html = home.ok(&["mail", "preview", "password-reset", "--html", "mails/one.html"]);
        let all = home.ok(&["mail", "preview", "--all", "--lang", "en", "--html", "mails"]);
        let one = std::fs::read_to_string(home.path().join("mails/one.html")).expect("a file");
        assert!(one.starts_with("<!DOCTYPE html>") && one.contains("lang=\"ro\""), "{one}");
        let files = std::fs::read_dir(home.path().join("mails")).expect("a folder").count();
        vec![
            home.ok(&["mail", "preview"]),
            home.ok(&["mail", "preview", "verify_email", "--lang", "en"]),
            html,
            all,
            files.to_string(),
        ]
    });
    let kinds = printed[0].lines().count();
    assert!(kinds > 20, "{}", printed[0]);
    assert!(printed[0].starts_with("confirm_subscription\nverify_email\n"), "{}", printed[0]);
    assert!(printed[1].starts_with("From: Paragraf <paragraf@p.example.ro>\nSubject: Confirm your e-mail address\n\n"));
    assert_eq!(printed[2], "wrote mails/one.html\n");
    assert_eq!(printed[3].lines().count(), kinds);
    assert_eq!(printed[4], (kinds + 1).to_string(), "one file for each kind, and the one above");
}

#[test]
fn a_test_message_uses_the_configured_transport() {
    let home = Home::with_store();
    let printed = home.ok(&["mail", "test", "ana@example.ro"]);
    let file = printed.trim().strip_prefix("written: ").expect("a path");
    let path = home.path().join(file);
    let mode = |path: &std::path::Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().expect("a folder"))), (0o600, 0o700));
    let mail = std::fs::read_to_string(&path).expect("a mail");
    assert!(mail.contains("Subject: Mesaj de =?utf-8?b?") && mail.contains("@localhost>"), "{mail}");
    assert_eq!(home.ok(&["mail", "outbox"]), "no messages\n", "a test message is not in the outbox");
    assert_eq!(home.json(&["mail", "outbox", "--all"]), json!([]));
}

#[test]
fn invalid_input_is_reported_with_its_remedy() {
    let home = Home::with_store();
    let refusal = |args: &[&str]| {
        let ran = home.run(args);
        (ran.code, ran.err)
    };
    let (code, error) = refusal(&["mail", "preview", "birthday"]);
    assert!(code == 2 && error.contains("use one of confirm_subscription, "), "{error}");
    let (code, error) = refusal(&["mail", "preview", "new_device", "--lang", "fr"]);
    assert!(code == 2 && error.contains("use ro or en"), "{error}");
    let (code, error) = refusal(&["mail", "test", "ana"]);
    assert!(code == 2 && error.contains("this is not an e-mail address"), "{error}");
    home.write("file", "");
    let (code, error) = refusal(&["mail", "preview", "new_device", "--html", "file/x.html"]);
    assert!(code == 1 && error.contains("cannot write file/x.html"), "{error}");
    home.write("data/outbox", "not a folder");
    let (code, error) = refusal(&["mail", "test", "ana@example.ro"]);
    assert!(code == 3 && error.contains("cannot write data/outbox/"), "{error}");
}

#[test]
fn all_invalid_settings_are_reported_at_once() {
    let home = Home::new();
    let text = "[mail]\ntransport = 'smtp'\nsmtp_host = 'mail.example.ro'\nsmtp_security = 'none'\nreply_to = 'x'\n";
    home.write("paragraf.toml", text);
    let ran = home.run(&["config", "check"]);
    assert_eq!(ran.code, 1);
    for key in ["mail.reply_to:", "mail.from:", "mail.smtp_security:"] {
        assert!(ran.err.contains(key), "{}", ran.err);
    }
}

/// The operator's campaigns are refused without it; automatic ones are sent with a warning.
#[test]
fn a_missing_postal_address_is_reported_at_the_start_and_in_the_status() {
    let home = Home::with_store();
    let smtp = "[mail]\ntransport = 'smtp'\nsmtp_host = '127.0.0.1'\nsmtp_port = 1\nsmtp_security = 'none'\nfrom = 'a@example.ro'\n";
    let warning = "are sent without a postal address; set mail.postal_address in the configuration";
    let warned = |home: &Home| {
        let in_status = home.ok(&["status"]).matches(warning).count();
        assert_eq!(home.ok(&["mail", "status"]).matches(warning).count(), in_status);
        let status = home.json(&["status"]);
        let keys: Vec<_> = status["mail_warnings"].as_array().expect("a list").iter().map(|it| &it["key"]).collect();
        assert_eq!(keys, vec!["mail.postal_address"; in_status], "{status}");
        assert_eq!(home.json(&["mail", "status"])["warnings"], status["mail_warnings"]);
        in_status
    };
    let logged = |home: &Home| {
        let server = home.serve(&[]);
        let in_status = warned(home);
        let (code, log) = server.stop_with_log();
        let events = log.iter().map(|line| parsed(line)).filter(|event| event["config.key"] == "mail.postal_address");
        assert_eq!((code, events.filter(|event| event["level"] == "WARN").count()), (0, in_status), "{log:#?}");
        in_status
    };
    assert_eq!((warned(&home), logged(&home)), (0, 0), "a folder reaches nobody");
    home.write("paragraf.toml", smtp);
    assert_eq!((warned(&home), logged(&home)), (1, 1));
    home.write("paragraf.toml", format!("{smtp}postal_address = 'Str. Unirii 1, Cluj'\n"));
    assert_eq!((warned(&home), logged(&home)), (0, 0));
}
