//! Reports about a mail server that is down, and about the outbox meanwhile.

use crate::support::binary::Home;
use crate::support::eventually::eventually_blocking;

/// No server listens on this port.
const CONFIG: &str = "[mail]\ntransport = 'smtp'\nsmtp_host = '127.0.0.1'\nsmtp_port = 1\nsmtp_security = 'none'\n\
                      from = 'legi@example.ro'\npostal_address = 'Str. Unirii 1, Cluj'\nquiet_hours = ''\n";
const ADDRESSES: usize = 150;

fn home() -> Home {
    let home = Home::new();
    home.write("paragraf.toml", CONFIG);
    home.write("noutati.md", "---\nsubject: Ce se schimbă\nlanguages: [ro]\n---\nText.\n");
    let list: String = (0..ADDRESSES).map(|number| format!("r{number:03}@x.ro\n")).collect();
    home.write("lista.txt", list);
    home
}

fn send(home: &Home) {
    home.ok(&["mail", "send", "noutati.md", "--to", "lista.txt", "--yes", "--no-wait"]);
}

#[test]
fn a_mail_server_that_is_down_is_reported_with_its_reason() {
    let home = home();
    let server = home.serve(&[]);
    send(&home);
    let line = "mail server 127.0.0.1:1 rests until ";
    let status = eventually_blocking("the status reports the rest", || {
        let status = home.ok(&["status"]);
        status.contains(line).then_some(status)
    });
    let held = status.lines().find(|shown| shown.starts_with(line)).expect("the line");
    assert!(held.contains(", since ") && held.contains("Connection refused"), "{held}");
    assert!(!status.contains("not sent yet"), "{status}");
    eventually_blocking("the campaign is held", || {
        let all = home.ok(&["mail", "status"]);
        (all.contains(line) && all.contains(" held ")).then_some(())
    });
    let one = home.ok(&["mail", "status", "noutati"]);
    assert!(one.contains(&format!("held         {line}")), "{one}");
    let json = home.json(&["status"]);
    assert_eq!(json["mail_holds"][0]["cause"], "server_rests", "{json}");
    let queued = home.json(&["mail", "outbox", "--state", "queued", "--limit", "1"]);
    let reason = queued[0]["reason"].as_str().expect("a reason");
    assert!(reason.starts_with("mail server 127.0.0.1:1 rests: ") && reason.contains("refused"), "{reason}");
    let (code, log) = server.stop_with_log();
    let rests = log.iter().filter(|line| line.contains("a mail server rests")).count();
    assert_eq!((code, rests), (0, 1), "{log:#?}");
}

#[test]
fn a_partial_list_of_the_outbox_states_that_it_is_partial() {
    let home = home();
    let server = home.serve(&[]);
    send(&home);
    eventually_blocking("all recipients are gathered", || {
        let view = home.json(&["mail", "status", "noutati"]);
        (view["gathering"] == false).then_some(())
    });
    let listed = |args: &[&str]| {
        let ran = home.run(&[&["mail", "outbox"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        (ran.out.lines().filter(|line| line.contains("@x.ro")).count(), ran.err)
    };
    let (shown, note) = listed(&[]);
    assert!(shown == 100 && note.contains("the newest 100 of 150 messages"), "{shown}: {note}");
    assert_eq!(listed(&["--limit", "7"]).0, 7);
    assert_eq!(listed(&["--all"]), (ADDRESSES, String::new()));
    assert_eq!(listed(&["--to", "R149@x.ro"]).0, 1);
    assert_eq!(listed(&["--campaign", "noutati", "--all"]).0, ADDRESSES);
    assert_eq!((listed(&["--campaign", "other"]).0, listed(&["--state", "sent"]).0), (0, 0));
    let wrong = home.run(&["mail", "outbox", "--state", "lost"]);
    assert!(wrong.code == 2 && wrong.err.contains("use one of queued, claimed, deferred, sent"), "{}", wrong.err);
    let all = home.json(&["mail", "outbox"]);
    assert_eq!(all.as_array().map(Vec::len), Some(ADDRESSES), "scripts get all of them");
    assert_eq!(server.stop(), 0);
}
