//! `paragraf config check`: every problem at once, each with its key.

use crate::support::binary::Home;

/// Checks a file; returns the exit code and the lines on standard error.
fn check(home: &Home, file: &str) -> (i32, Vec<String>) {
    home.write("own.toml", file);
    let ran = home.run(&["--config", "own.toml", "config", "check"]);
    assert_eq!(ran.out.is_empty(), ran.code != 0, "{}", ran.out);
    (ran.code, ran.err.lines().map(|line| line.trim().to_owned()).collect())
}

#[test]
fn an_invalid_folder_of_legal_texts_is_reported_before_the_server_starts() {
    let home = Home::new();
    let (code, lines) = check(&home, "[site]\nlegal_dir = 'none'\n");
    let remedy = "site.legal_dir: the folder none does not exist; create it, or leave this empty";
    assert_eq!((code, lines[1].as_str()), (1, remedy));

    home.write("texts/terms.ro.md", b"\xff");
    home.write("texts/privacy.en.md", vec![b'a'; 300_000]);
    std::fs::create_dir(home.path().join("texts/privacy.ro.md")).expect("a folder");
    let (code, lines) = check(&home, "[site]\nlegal_dir = 'texts'\n");
    assert_eq!(code, 1);
    assert_eq!(
        lines[1..],
        [
            "site.legal_dir: texts/privacy.ro.md is not a file",
            "site.legal_dir: texts/privacy.en.md is larger than 262144 bytes",
            "site.legal_dir: texts/terms.ro.md is not UTF-8 text; save it as UTF-8",
        ]
    );
    let serve = home.run(&["--config", "own.toml", "serve", "--listen", "127.0.0.1:0"]);
    assert!(serve.code == 1 && serve.err.contains("texts/terms.ro.md is not UTF-8"), "{}", serve.err);

    home.write("good/terms.ro.md", "# Termeni");
    assert_eq!(check(&home, "[site]\nlegal_dir = 'good'\n"), (0, vec![]));
}

/// A value of the wrong type does not hide other problems.
#[test]
fn all_problems_are_reported_at_once() {
    let file = "[server]\npublic_url = 'https://p.ro/legi'\n[site]\nlegal_dir = 'none'\nlaunch_at = '2025-01-14'\n\
                social_links = ['javascript:alert(1)']\nnane = 1\n\
                [[site.testimonials]]\nquote = 'Q'\nname = 'N'\nlang = 'ro'\n[analytics]\nkeep_days = 'all'\n";
    let (code, lines) = check(&Home::new(), file);
    assert_eq!(code, 1);
    assert!(lines[0].contains("own.toml"), "{lines:?}");
    let mut keys: Vec<_> = lines[1..].iter().filter_map(|line| line.split(':').next()).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        [
            "analytics.keep_days",
            "server.public_url",
            "site.launch_at",
            "site.legal_dir",
            "site.nane",
            "site.social_links",
            "site.testimonials[0].role",
        ]
    );
}

#[test]
fn a_public_https_address_without_a_trusted_proxy_is_warned_about() {
    let home = Home::new();
    let (code, lines) = check(&home, "[site]\ndeveloper_name = 'Firma'\n[server]\npublic_url = 'https://p.ro'\n");
    assert!(code == 0 && lines[0].starts_with("warning: server.trusted_proxies is empty"), "{lines:?}");
    let trusted =
        "[site]\ndeveloper_name = 'Firma'\n[server]\npublic_url = 'https://p.ro'\ntrusted_proxies = ['127.0.0.1/32']\n";
    let (code, lines) = check(&home, trusted);
    assert!(code == 0 && lines.len() == 1 && lines[0].contains("readers get none"), "{lines:?}");
}

#[test]
fn a_public_site_whose_mails_go_to_files_is_warned_about_everywhere() {
    let home = Home::with_store();
    let site = "[site]\ndeveloper_name = 'Firma'\n[server]\ntrusted_proxies = ['127.0.0.1/32']\npublic_url = ";
    let warning = "mails of this public site are written to files; readers get none; set mail.transport = \"smtp\"";
    let (code, lines) = check(&home, &format!("{site}'https://p.ro'\n"));
    assert!(code == 0 && lines.len() == 1 && lines[0].starts_with(&format!("warning: {warning}")), "{lines:?}");
    home.write("paragraf.toml", format!("{site}'https://p.ro'\n"));
    let status = home.ok(&["status"]);
    assert!(status.contains(&format!("\nattention    {warning}")), "{status}");
    let mail = home.ok(&["mail", "status"]);
    assert!(mail.contains(&format!("warning: {warning}")) && mail.contains("0 written, 0 queued"), "{mail}");
    for private in ["'https://localhost'", "'https://127.0.0.1'", "'https://[::1]'", "'http://p.ro'"] {
        assert_eq!(check(&home, &format!("{site}{private}\n")), (0, vec![]), "{private}");
    }
    let smtp = format!("{site}'https://p.ro'\n[mail]\ntransport = 'smtp'\nsmtp_host = 'mx.p.ro'\nfrom = 'legi@p.ro'\n");
    assert_eq!(check(&home, &smtp), (0, vec![]));
}

#[test]
fn a_store_without_a_backup_asks_for_one() {
    let home = Home::with_store();
    home.write("list.txt", "ana@example.org\n");
    assert!(!home.ok(&["status"]).contains("backup yet"), "an empty store has nothing to lose");
    home.ok(&["subscribers", "import", "list.txt"]);
    let status = home.ok(&["status"]);
    assert!(
        status.contains("\nattention    there is no backup yet; make one with `paragraf backup create`"),
        "{status}"
    );
    home.ok(&["backup", "create"]);
    assert!(!home.ok(&["status"]).contains("backup yet"));
}

#[test]
fn a_public_site_names_who_runs_it() {
    let home = Home::new();
    let public = "[server]\npublic_url = 'https://p.ro'\ntrusted_proxies = ['127.0.0.1/32']\n";
    let (code, lines) = check(&home, public);
    assert!(code == 1 && lines[1].starts_with("site.developer_name:"), "{lines:?}");
    home.write("paragraf.toml", public);
    let refused = home.run(&["serve", "--listen", "127.0.0.1:0"]);
    assert!(refused.code == 1 && refused.err.contains("site.developer_name"), "{refused:?}");
}

#[test]
fn valid_keys_that_surprise_are_named_in_warnings() {
    let (code, lines) = check(&Home::new(), "[accounts]\nphone = true\nsecond_factor = 'mandatory'\n");
    assert_eq!(code, 0);
    assert!(lines.iter().any(|line| line.starts_with("warning: accounts.phone: every account must")), "{lines:?}");
    assert_eq!(check(&Home::new(), "[accounts]\nphone = true\n"), (0, vec![]));
}

#[test]
fn an_address_of_a_database_that_cannot_be_used_is_reported() {
    let home = Home::new();
    for (url, reason) in [
        ("postgres://p:a@s:w/o@db1/p", "write @ as %40 and / as %2F"),
        ("postgres://p@db1/p?sslmode=verify-full", "invalid value for option `sslmode`"),
        ("postgres://p@db1/p?pooling=yes", "unknown option `pooling`"),
        ("postgres:///p", "names no host; write it as postgres://paragraf@host/paragraf"),
    ] {
        let (code, lines) = check(&home, &format!("[store]\nurl = '{url}'\n"));
        assert_eq!(code, 1, "{url}: {lines:?}");
        let problem = lines.last().expect("a line");
        assert!(problem.contains("store.url") && problem.ends_with(reason), "{url}: {lines:?}");
    }
    for url in ["postgres://p@db1,db2:5433/p?sslmode=require", "postgres://p@[::1]/p", "postgres://%2Frun%2Fpg/p"] {
        assert_eq!(check(&home, &format!("[store]\nurl = '{url}'\n")).0, 0, "{url}");
    }
}
