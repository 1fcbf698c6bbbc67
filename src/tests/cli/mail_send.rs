//! Campaigns at the command line, with a server and without one.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::{Value, json};

use super::import_articles;
use crate::support::binary::{Home, Ran, wait_for_exit};

const TEXT: &str = "---\nsubject: Ce se schimbă\nsubject_en: What changes\n---\nBună ziua!\n\n{{article:article-0}}\n\n\
                    <!-- en -->\n\nHello!\n";

/// A home with an article, a campaign and a list of three addresses, one of them twice.
fn home() -> Home {
    let home = Home::new();
    home.write(
        "paragraf.toml",
        "[server]\npublic_url = 'https://p.example.ro'\n[site]\ndeveloper_name = 'Firma'\n[mail]\nquiet_hours = ''\n",
    );
    import_articles(&home, 1);
    home.write("noutati.md", TEXT);
    home.write("lista.csv", "email;language\nana@x.ro;ro\nANA@x.ro;ro\nbob@x.ro;en\nion@x.ro;\n");
    home
}

fn send(home: &Home, more: &[&str]) -> Ran {
    home.run(&[&["mail", "send", "noutati.md", "--to", "lista.csv"], more].concat())
}

/// The rows of the campaign: address, language and state, in order.
fn rows(home: &Home) -> Vec<String> {
    let rows = home.json(&["mail", "outbox", "--all"]);
    let text = |row: &Value, field: &str| row[field].as_str().unwrap_or_default().to_owned();
    let mut rows: Vec<_> = rows
        .as_array()
        .expect("a list")
        .iter()
        .filter(|row| row["kind"] == "campaign")
        .map(|row| format!("{} {} {}", text(row, "to"), text(row, "language"), text(row, "state")))
        .collect();
    rows.sort();
    rows
}

const SENT: [&str; 3] = ["ana@x.ro ro sent", "bob@x.ro en sent", "ion@x.ro ro sent"];

#[test]
fn a_dry_run_counts_and_stores_nothing() {
    for with_server in [false, true] {
        let home = home();
        let server = with_server.then(|| home.serve(&[]));
        let ran = send(&home, &["--dry-run"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        for part in [
            "campaign     noutati\n",
            "subject      Ce se schimbă (ro) / What changes (en)\n",
            "archive      no\n",
            "recipients   3: 2 in ro, 1 in en; 0 with an account\n",
            "repeated     1 line of the list\n",
            "nothing was sent\n",
        ] {
            assert!(ran.out.contains(part), "{part}: {}", ran.out);
        }
        let plan = home.json(&["mail", "send", "noutati.md", "--to", "lista.csv", "--dry-run"]);
        assert_eq!(plan["audience"]["recipients"], 3, "{plan}");
        assert_eq!(home.json(&["mail", "status"])["campaigns"], json!([]));
        assert!(rows(&home).is_empty());
        drop(server);
    }
}

#[test]
fn a_repeated_campaign_is_sent_once() {
    for with_server in [false, true] {
        let home = home();
        let server = with_server.then(|| home.serve(&[]));
        let ran = send(&home, &[]);
        assert!(ran.code == 1 && ran.err.contains("this sends to 3 recipients; add --yes"), "{}", ran.err);
        assert!(rows(&home).is_empty(), "nothing is stored without confirmation");
        for _ in 0..2 {
            let ran = send(&home, &["--yes"]);
            assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
            assert!(ran.out.contains("state        done since "), "{}", ran.out);
            assert!(ran.out.contains("messages     3 written, 0 queued, 0 failed\n"), "{}", ran.out);
            assert_eq!(rows(&home), SENT);
        }
        let files = std::fs::read_dir(home.data().join("outbox")).expect("the folder").count();
        assert_eq!(files, 3, "one message per recipient");
        let status = home.ok(&["mail", "status"]);
        assert!(status.contains("noutati") && status.contains("done"), "{status}");
        let refused = {
            home.write("noutati.md", TEXT.replace("Hello!", "Hi!"));
            send(&home, &["--yes"])
        };
        assert!(refused.code == 1 && refused.err.contains("set another id"), "{}", refused.err);
        if let Some(server) = server {
            assert_eq!(server.stop(), 0);
        }
        let made = home.json(&["backup", "create"]);
        let check = home.json(&["backup", "verify", made["name"].as_str().expect("a name")]);
        assert_eq!(check["findings"], json!([]));
    }
}

#[test]
fn a_scheduled_campaign_can_be_paused_and_cancelled() {
    let home = home();
    let server = home.serve(&[]);
    let ran = send(&home, &["--yes", "--at", "2099-12-01 08:00"]);
    assert!(ran.code == 0 && ran.out.starts_with("noutati starts 2099-12-01 08:00+02:00; "), "{}{}", ran.out, ran.err);
    let view = home.json(&["mail", "status", "noutati"]);
    assert_eq!((&view["not_before"], &view["gathering"]), (&json!("2099-12-01T06:00:00Z"), &json!(true)));
    assert!(home.ok(&["mail", "pause", "noutati"]).contains("state        paused"));
    assert!(home.ok(&["mail", "resume", "noutati"]).contains("state        waiting"));
    let unasked = home.run(&["mail", "cancel", "noutati"]);
    assert!(unasked.code == 1 && unasked.err.contains("add --yes"), "{}", unasked.err);
    assert!(home.ok(&["mail", "cancel", "noutati", "--yes"]).contains("state        cancelled"));
    assert_eq!(home.run(&["mail", "resume", "noutati"]).code, 1);
    let missing = home.run(&["mail", "status", "nothing"]);
    assert!(missing.code == 1 && missing.err.contains("there is no campaign nothing"), "{}", missing.err);
    assert!(rows(&home).is_empty());
    drop(server);
}

/// Nothing can be sent, so the command would follow forever.
#[test]
fn ctrl_c_leaves_a_campaign_to_the_server() {
    let home = home();
    let config = "[mail]\ntransport = 'smtp'\nsmtp_host = '127.0.0.1'\nsmtp_port = 1\nsmtp_security = 'none'\n\
                  from = 'legi@example.ro'\npostal_address = 'Str. Unirii 1, Cluj'\nquiet_hours = ''\n";
    home.write("paragraf.toml", config);
    let server = home.serve(&[]);
    let mut sending = home
        .command(&["mail", "send", "noutati.md", "--to", "lista.csv", "--yes"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut progress = BufReader::new(sending.stderr.take().expect("its notes")).lines().map_while(Result::ok);
    assert!(progress.next().is_some_and(|line| line.starts_with("0 of ")), "the command shows its progress");
    let interrupt = format!("kill -INT {}", sending.id());
    assert!(std::process::Command::new("sh").args(["-c", &interrupt]).status().expect("a shell").success());
    assert_eq!(wait_for_exit(&mut sending, "the command ends"), Some(0));
    let rest: Vec<_> = progress.collect();
    assert!(rest.iter().any(|line| line.contains("noutati continues in the server")), "{rest:?}");
    let view = home.json(&["mail", "status", "noutati"]);
    assert_eq!(view["status"], "active", "{view}");
    assert_eq!(server.stop(), 0);
}

#[test]
fn a_campaign_file_can_be_previewed_and_tested() {
    let home = home();
    let text = home.ok(&["mail", "preview", "noutati.md"]);
    for part in ["Subject: Ce se schimbă", "Subject: What changes", "Schimbare pentru article-0", "Bună ziua!"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let english = home.ok(&["mail", "preview", "noutati.md", "--lang", "en"]);
    assert!(!english.contains("Bună") && english.contains("Hello!"), "{english}");
    home.ok(&["mail", "preview", "noutati.md", "--html", "previews"]);
    let html = std::fs::read_to_string(home.path().join("previews/campaign.ro.html")).expect("a file");
    assert!(html.contains("Schimbare pentru article-0"), "{html}");
    let ran = send(&home, &["--test", "eu@x.ro"]);
    assert!(ran.code == 0 && ran.out.lines().count() == 2, "{}{}", ran.out, ran.err);
    assert_eq!(std::fs::read_dir(home.data().join("outbox")).expect("the folder").count(), 2);
    assert!(rows(&home).is_empty());
}

#[test]
fn invalid_input_is_reported_and_nothing_is_sent() {
    let home = home();
    let refusal = |args: &[&str]| {
        let ran = home.run(args);
        (ran.code, ran.err)
    };
    home.write("fara.md", "---\nsubjct: x\n---\n{{x}}\n");
    let (code, error) = refusal(&["mail", "send", "fara.md", "--to", "lista.csv", "--yes"]);
    assert!(
        code == 1 && error.contains("line 2: subjct: is not a field of a campaign; did you mean subject?"),
        "{error}"
    );
    assert!(error.contains("line 4: has the unknown placeholder {{x}}"), "{error}");
    home.write("rea.csv", "email\n\"a@x.ro\nb@x.ro\n");
    let (code, error) = refusal(&["mail", "send", "noutati.md", "--to", "rea.csv", "--yes"]);
    assert!(code == 1 && error.contains("rea.csv, line 2: "), "{error}");
    let (code, error) = refusal(&["mail", "send", "noutati.md", "--to", "nowhere", "--yes"]);
    assert!(code == 2 && error.contains("subscribers, accounts, topic:ID"), "{error}");
    let (code, error) = refusal(&["mail", "send", "nowhere.md", "--to", "subscribers", "--yes"]);
    assert!(code == 1 && error.contains("cannot read nowhere.md"), "{error}");
    let (code, error) = refusal(&["mail", "send", "noutati.md", "--to", "subscribers", "--yes"]);
    assert!(code == 1 && error.contains("noutati has no recipients"), "{error}");
    let (code, error) = refusal(&["mail", "send", "noutati.md", "--to", "lista.csv", "--at", "2020-01-01 08:00"]);
    assert!(code == 1 && error.contains("--at is in the past"), "{error}");
    let (code, error) = refusal(&["mail", "send", "noutati.md", "--to", "lista.csv", "--at", "tomorrow"]);
    assert!(code == 2 && error.contains("in Romanian time"), "{error}");
    let (code, error) = refusal(&["mail", "retry", "nothing"]);
    assert!(code == 1 && error.contains("there is no campaign nothing"), "{error}");
    assert!(rows(&home).is_empty());
}

/// Sends the example of the documentation.
#[test]
fn the_example_of_the_documentation_is_valid() {
    let manual = include_str!("../../../docs/mail.md");
    let (_, rest) = manual.split_once("```markdown\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    let home = home();
    home.write("noutati.md", example.replace("hg-146-2026-salariu-minim", "article-0"));
    let ran = send(&home, &["--dry-run"]);
    assert!(ran.code == 0 && ran.out.contains("campaign     noutati-iulie-2026\n"), "{}{}", ran.out, ran.err);
}
