use paragraf::domain::{TenantId, Uid};
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::store::verify::verify;
use paragraf::store::{FILE_NAME, action_codes, audit, outbox, sessions};
use serde_json::json;

use super::commands::both_ways_from;
use super::{parsed, post};
use crate::support::accounts::{account, session};
use crate::support::binary::Home;
use crate::support::eventually::eventually_blocking;

fn uid(name: &str) -> Uid {
    Uid::parse(&format!("{name:0<28}")).expect("a uid")
}

/// A home with three accounts; Ana has a session.
fn home() -> Home {
    let home = Home::new();
    let at = |day: u8| format!("2026-01-{day:02}T09:00:00Z").parse::<jiff::Timestamp>().expect("an instant");
    let dan = AccountRecord { disabled: true, ..account(&uid("dan"), "dan", at(2)) };
    let eva = AccountRecord {
        role: paragraf::domain::Role::Editor,
        display_name: "Eva \u{1b}[31m".into(),
        ..account(&uid("eva"), "eva", at(3))
    };
    // The server removes sessions that have expired.
    let late: jiff::Timestamp = "2099-01-01T09:00:00Z".parse().expect("an instant");
    let session = sessions::SessionRecord { last_used_at: late, expires_at: late, ..session(&uid("ana"), at(1)) };
    let write = home.store().write_blocking(move |tx| {
        for record in [&account(&uid("ana"), "ana", at(1)), &dan, &eva] {
            accounts::put(tx, None, record)?;
        }
        Ok(sessions::put(tx, &session)?)
    });
    write.expect("a write");
    home
}

/// Returns what the store contains after verifying it: accounts, sessions, open codes, kinds of mails, audit log.
fn contents(home: &Home) -> (u64, usize, usize, Vec<&'static str>, Vec<String>) {
    let read = home.store().read_blocking(|tx| {
        assert_eq!(verify(tx)?, []);
        let (mut codes, mut mails) = (0, Vec::new());
        action_codes::each(tx, &mut |_| {
            codes += 1;
            std::ops::ControlFlow::Continue(())
        })?;
        outbox::each_readable(tx, &mut |mail| mails.push(mail.kind.name()))?;
        let audited = audit::latest(tx, 9)?.into_iter().map(|record| format!("{} {}", record.action, record.subject));
        Ok((accounts::count(tx)?, sessions::of(tx, &uid("ana"))?.len(), codes, mails, audited.collect()))
    });
    read.expect("the store can be read")
}

#[test]
fn accounts_are_listed_and_shown_the_same_with_and_without_a_server() {
    let printed = both_ways_from(home, |home| {
        vec![
            home.ok(&["accounts", "list"]),
            home.ok(&["accounts", "list", "--disabled"]),
            home.ok(&["accounts", "list", "--role", "editor"]),
            home.ok(&["accounts", "list", "--limit", "1"]),
            home.ok(&["--json", "accounts", "list"]),
            home.ok(&["accounts", "show", "ANA@exemplu.ro"]),
            home.ok(&["--json", "accounts", "show", uid("ana").as_str()]),
        ]
    });
    let places: Vec<_> = ["eva@", "dan@", "ana@"].iter().filter_map(|name| printed[0].find(name)).collect();
    assert!(places.len() == 3 && places.is_sorted(), "newest first: {}", printed[0]);
    assert!(printed[0].ends_with("\n3 accounts\n") && !printed[0].contains('\u{1b}'), "{}", printed[0]);
    assert!(printed[1].contains("dan@") && printed[1].ends_with("\n1 account\n"), "{}", printed[1]);
    assert!(printed[2].contains("eva@") && !printed[2].contains("ana@"), "{}", printed[2]);
    assert!(printed[3].ends_with("\n3 accounts, 1 listed\n"), "{}", printed[3]);
    let listed = parsed(&printed[4]);
    assert_eq!((&listed[1]["disabled"], &listed[0]["role"]), (&json!(true), &json!("editor")));
    assert!(printed[5].contains("address       ana@exemplu.ro (verified)"), "{}", printed[5]);
    assert!(printed[5].contains("sessions      1") && printed[5].contains("password"), "{}", printed[5]);
    let shown = parsed(&printed[6]);
    assert_eq!(shown["sessions"].as_array().map(Vec::len), Some(1));
    for secret in ["password_hash", "token_hash", "previous_hash"] {
        assert!(!printed[6].contains(secret), "{}", printed[6]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_sign_ins_are_listed_by_network_while_the_server_runs() {
    let home = tokio::task::spawn_blocking(home).await.expect("a home");
    let server = home.serve(&[]);
    assert_eq!(home.ok(&["accounts", "failures"]), "no sign-in has failed since the server started\n");
    let wrong = json!({"email": "nobody@exemplu.ro", "password": "wrong"});
    assert_eq!(post(&server.url("/auth/v1/sign-in/password"), wrong).await, 404);
    let text = home.ok(&["accounts", "failures"]);
    let line = text.lines().find(|line| line.contains("127.0.0.0/24")).expect("a network");
    assert!(line.contains("unknown_address") && !text.contains("127.0.0.1"), "{text}");
    assert!(text.ends_with("\nsince the server started: unknown_address 1\n"), "{text}");
    let status = home.ok(&["status"]);
    assert!(status.contains("accounts     3, 1 failed sign-in in the last day"), "{status}");
    assert_eq!(server.stop(), 0);
    assert_eq!(home.ok(&["accounts", "failures"]), "no server is running; it counts failed sign-ins in memory\n");
}

/// The accounts of [`home`], and one with Ana's address in the tenant `firma`, which is not configured any more.
fn home_with_tenant() -> Home {
    let home = home();
    let write = home.store().write_blocking(|tx| {
        let firma = TenantId::parse("firma").expect("an ID");
        let other = AccountRecord { tenant: firma, ..account(&uid("other"), "ana", jiff::Timestamp::UNIX_EPOCH) };
        Ok(accounts::put(tx, None, &other)?)
    });
    write.expect("a write");
    home
}

#[test]
fn accounts_of_a_tenant_are_named_with_it() {
    let printed = both_ways_from(home_with_tenant, |home| {
        let missing = home.run(&["accounts", "show", "dan@exemplu.ro", "--tenant", "firma"]);
        assert_eq!(missing.code, 1);
        vec![
            home.ok(&["accounts", "list", "--tenant", "firma"]),
            home.ok(&["accounts", "show", "ana@exemplu.ro", "--tenant", "firma"]),
            home.ok(&["accounts", "show", "ana@exemplu.ro"]),
            missing.err,
        ]
    });
    assert!(printed[0].contains(uid("other").as_str()) && printed[0].ends_with("\n1 account\n"), "{}", printed[0]);
    assert!(printed[1].contains("tenant        firma") && printed[1].contains(uid("other").as_str()), "{}", printed[1]);
    assert!(!printed[2].contains("tenant") && printed[2].contains(uid("ana").as_str()), "{}", printed[2]);
    assert!(printed[3].starts_with("error: there is no account dan@exemplu.ro --tenant firma"), "{}", printed[3]);
}

#[test]
fn an_unknown_tenant_is_refused_and_the_known_ones_are_named() {
    let configured = || {
        let home = home_with_tenant();
        home.write(
            "paragraf.toml",
            "[[accounts.tenant]]\nid = 'birou'\nname = 'Birou'\nsign_in_methods = ['password']\n",
        );
        home
    };
    let commands: [&[&str]; 9] = [
        &["list"],
        &["show", "ana@exemplu.ro"],
        &["disable", "ana@exemplu.ro"],
        &["enable", "ana@exemplu.ro"],
        &["remove", "ana@exemplu.ro", "--yes"],
        &["remove-second-factors", "ana@exemplu.ro", "--yes"],
        &["claims", "ana@exemplu.ro", "{}"],
        &["revoke", "ana@exemplu.ro"],
        &["reset-password", "ana@exemplu.ro"],
    ];
    let printed = both_ways_from(configured, |home| {
        let refused = commands.iter().map(|command| {
            let ran = home.run(&[&["accounts"], *command, &["--tenant", "firme"]].concat());
            assert_eq!(ran.code, 1, "{command:?}: {}", ran.err);
            ran.err
        });
        let mut printed: Vec<_> = refused.collect();
        let role = home.run(&["accounts", "role", "ana@exemplu.ro", "editor", "--tenant", "firme"]);
        printed.extend([role.err, home.ok(&["accounts", "list", "--tenant", "birou"])]);
        printed
    });
    let (empty, refused) = printed.split_last().expect("what was printed");
    for error in refused {
        assert_eq!(error, "error: there is no tenant firme; known are birou, firma\n");
    }
    assert_eq!(empty, "no accounts\n", "a configured tenant may be empty");
    let ran = home().run(&["accounts", "list", "--tenant", "firma"]);
    let only = "error: there is no tenant firma; there is only the default one: leave out --tenant\n";
    assert_eq!((ran.code, ran.err.as_str()), (1, only));
}

#[test]
fn claims_are_set_and_sessions_ended() {
    let printed = both_ways_from(home, |home| {
        let refused = [(r#"{"role":"editor"}"#, 1), ("[]", 1), ("{", 2)].map(|(claims, code)| {
            let ran = home.run(&["accounts", "claims", "ana@exemplu.ro", claims]);
            assert_eq!(ran.code, code, "{}", ran.err);
            ran.err
        });
        let done = [
            home.ok(&["accounts", "claims", "ana@exemplu.ro", r#"{"plan":"pro"}"#]),
            home.ok(&["accounts", "revoke", "ana@exemplu.ro"]),
            home.ok(&["accounts", "show", "ana@exemplu.ro"]),
        ];
        refused.into_iter().chain(done).collect()
    });
    assert!(printed[0].contains("\"role\" has a meaning of its own"), "{}", printed[0]);
    assert!(printed[1].contains("JSON object") && printed[2].contains("not JSON"), "{} {}", printed[1], printed[2]);
    assert_eq!(printed[3], format!("set the claims of ana@exemplu.ro ({})\n", uid("ana")));
    assert_eq!(printed[4], format!("ended the sessions of ana@exemplu.ro ({})\n", uid("ana")));
    assert!(printed[5].contains(r#"claims        {"plan":"pro"}"#), "{}", printed[5]);
    assert!(printed[5].contains("sessions      0"), "{}", printed[5]);
}

#[test]
fn disabling_ends_sessions_and_roles_are_assigned() {
    let printed = both_ways_from(home, |home| {
        let printed = [
            home.ok(&["accounts", "disable", "ana@exemplu.ro"]),
            home.ok(&["accounts", "role", uid("ana").as_str(), "editor"]),
            home.ok(&["--json", "accounts", "show", "ana@exemplu.ro"]),
        ];
        let again = home.run(&["accounts", "disable", "ana@exemplu.ro"]);
        assert_eq!(again.code, 1);
        let [disabled, role, shown] = printed;
        let shown = parsed(&shown);
        assert_eq!((&shown["disabled"], &shown["sessions"]), (&json!(true), &json!([])));
        assert_ne!(shown["valid_since"], json!("2026-01-01T09:00:00Z"), "tokens from before are void");
        let reset = home.run(&["accounts", "reset-password", "ana@exemplu.ro"]);
        assert_eq!(reset.code, 1);
        vec![disabled, role, again.err, reset.err, home.ok(&["accounts", "enable", "ana@exemplu.ro"])]
    });
    let ana = format!("ana@exemplu.ro ({})", uid("ana"));
    assert_eq!(printed[0], format!("disabled {ana}; its sessions have ended\n"));
    assert_eq!(printed[1], format!("{ana} now has the role editor\n"));
    assert_eq!(printed[2], "error: ana@exemplu.ro is disabled already; nothing was changed\n");
    assert!(printed[3].contains("`paragraf accounts enable ana@exemplu.ro` first"), "{}", printed[3]);
    assert_eq!(printed[4], format!("enabled {ana}\n"));
}

#[test]
fn a_link_for_the_first_operator_is_printed_while_there_is_none() {
    let printed = both_ways_from(home, |home| {
        let link = home.ok(&["accounts", "first-operator"]);
        assert!(link.contains("/app?screen=operator&code=") && link.contains("valid for 30 minutes"), "{link}");
        let role = home.ok(&["accounts", "role", "ana@exemplu.ro", "operator"]);
        let refused = home.run(&["accounts", "first-operator"]);
        assert_eq!(refused.code, 1);
        vec![role, refused.err]
    });
    assert!(printed[0].ends_with(" now has the role operator\n"), "{}", printed[0]);
    assert!(printed[1].contains("an account is an operator already"), "{}", printed[1]);
}

#[test]
fn an_account_without_an_address_is_shown_by_its_uid() {
    let printed = both_ways_from(
        || {
            let home = home();
            let write = home.store().write_blocking(|tx| {
                let before = accounts::get(tx, &uid("dan"))?.expect("dan");
                let dan = AccountRecord { email: None, email_verified: false, disabled: false, ..before.clone() };
                Ok(accounts::put(tx, Some(&before), &dan)?)
            });
            write.expect("a write");
            home
        },
        |home| {
            let reset = home.run(&["accounts", "reset-password", uid("dan").as_str()]);
            assert_eq!(reset.code, 1);
            vec![
                home.ok(&["accounts", "list"]),
                home.ok(&["accounts", "show", uid("dan").as_str()]),
                home.ok(&["accounts", "disable", uid("dan").as_str()]),
                reset.err,
            ]
        },
    );
    let line = printed[0].lines().find(|line| line.contains(uid("dan").as_str())).expect("the account");
    assert!(line.contains("no address") && line.contains("enabled"), "{line}");
    assert!(printed[1].contains("\naddress       no address\n"), "{}", printed[1]);
    assert!(printed[2].starts_with(&format!("disabled no address ({})", uid("dan"))), "{}", printed[2]);
    assert!(printed[3].contains("has no e-mail address"), "{}", printed[3]);
}

#[test]
fn a_removed_account_leaves_only_its_last_mail() {
    for serving in [false, true] {
        let home = home();
        let server = serving.then(|| home.serve(&[]));
        home.ok(&["accounts", "reset-password", "ana@exemplu.ro"]);
        let printed = home.ok(&["accounts", "remove", "--yes", "ana@exemplu.ro"]);
        assert!(
            printed.starts_with("removed ana@exemplu.ro (") && printed.contains("`paragraf mail outbox`"),
            "{printed}"
        );
        for left in ["left, until the time that is given:", "queued and sent messages", "audit log"] {
            assert!(printed.contains(left), "{left} is missing in {printed}");
        }
        assert_eq!(home.run(&["accounts", "show", "ana@exemplu.ro"]).code, 1);
        if let Some(server) = server {
            let (code, log) = server.stop_with_log();
            assert!(code == 0 && !log.join("\n").contains("exemplu.ro"), "{log:?}");
        }
        let (accounts, sessions, codes, mails, audited) = contents(&home);
        assert_eq!((accounts, sessions, codes, mails), (2, 0, 0, vec!["account_deleted"]));
        let ana = uid("ana");
        assert_eq!(audited, [format!("accounts.remove {ana}"), format!("accounts.reset-password {ana}")]);
    }
}

#[test]
fn a_password_reset_link_is_mailed_or_printed() {
    let home = home();
    let printed = home.ok(&["accounts", "reset-password", "ana@exemplu.ro"]);
    assert!(printed.contains("the mail with the link is being sent"), "{printed}");
    let outbox = home.json(&["mail", "outbox"]);
    let file = outbox[0]["file"].as_str().expect("a file");
    assert_eq!((&outbox[0]["kind"], &outbox[0]["state"]), (&json!("password_reset"), &json!("sent")));
    let mail = std::fs::read_to_string(home.path().join(file)).expect("the mail");
    assert!(mail.contains("To: ana@exemplu.ro") && mail.contains("text/plain"), "{mail}");

    let printed = home.ok(&["--json", "accounts", "reset-password", "--print-link", "ana@exemplu.ro"]);
    let link = parsed(&printed)["link"].as_str().expect("a link").to_owned();
    let code = link.split(['=', '&']).nth(3).expect("a code").to_owned();
    assert!(link.starts_with("http://127.0.0.1:8080/auth?mode=resetPassword&oobCode="), "{link}");
    assert!(code.len() == 54 && code.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)), "{code}");
    let (_, _, codes, mails, _) = contents(&home);
    assert_eq!((codes, mails.len()), (1, 1), "the older code is void, and nothing was mailed");
    let bytes = std::fs::read(home.data().join(FILE_NAME)).expect("the store");
    assert!(
        !bytes.windows(code.len()).any(|window| window == code.as_bytes()),
        "the store contains only digests of codes"
    );
}

#[test]
fn the_server_sends_the_mail_that_a_command_queued() {
    let home = home();
    let server = home.serve(&[]);
    home.ok(&["accounts", "reset-password", "ana@exemplu.ro"]);
    let file = eventually_blocking("the outbox names the mail's file", || {
        let outbox = home.json(&["mail", "outbox"]);
        outbox[0]["file"].as_str().map(str::to_owned)
    });
    let mail = std::fs::read_to_string(home.path().join(file)).expect("the mail");
    assert!(mail.contains("To: ana@exemplu.ro"), "{mail}");
    assert_eq!(server.stop(), 0);
}

#[test]
fn without_a_server_a_mail_over_smtp_waits() {
    let home = home();
    let smtp = "[mail]\ntransport = 'smtp'\nfrom = 'legi@example.ro'\nsmtp_host = 'localhost'\nsmtp_port = 1\n";
    home.write("paragraf.toml", smtp);
    let printed = home.ok(&["accounts", "reset-password", "ana@exemplu.ro"]);
    assert!(printed.contains("will be sent when the server runs"), "{printed}");
    let status = home.ok(&["status"]);
    assert!(status.contains("accounts     3") && status.contains("mails        1 queued, oldest from"), "{status}");
}

#[test]
fn errors_name_the_remedy() {
    let home = home();
    let run = |args: &[&str]| {
        let ran = home.run(args);
        (ran.code, ran.err)
    };
    let (code, error) = run(&["accounts", "show", "nobody@exemplu.ro"]);
    assert_eq!(
        (code, error.as_str()),
        (1, "error: there is no account nobody@exemplu.ro; `paragraf accounts list` shows all\n")
    );
    let (code, error) = run(&["accounts", "show", "nobody"]);
    assert!(code == 2 && error.contains("uid (28 letters and digits), its address, or its number"), "{error}");
    let (code, error) = run(&["accounts", "role", "ana@exemplu.ro", "king"]);
    assert!(code == 2 && error.contains("reader, editor and operator"), "{error}");
    let (code, error) = run(&["accounts", "remove", "ana@exemplu.ro"]);
    assert!(code == 1 && error.contains("add --yes"), "{error}");
    let (code, error) = run(&["accounts", "remove", "nobody@exemplu.ro"]);
    assert!(code == 1 && error.contains("there is no account"), "it looks before it asks: {error}");
    assert_eq!(contents(&home).0, 3);
}
