use crate::law::{AFTER, BEFORE};
use crate::support::binary::Home;
use crate::support::portal_page::page;
use crate::support::stand_in_portal::{StandInPortal, Trouble, real_records};

/// A home that is configured to read the stand-in.
fn home_of(portal: &StandInPortal) -> Home {
    let home = Home::new();
    home.write("paragraf.toml", format!("[sources]\nportal_url = \"{}\"\npause_ms = 0\n", portal.url));
    home
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operator_reads_the_portal_and_sees_what_was_found() {
    let portal = StandInPortal::start(vec![real_records()]).await;
    let home = home_of(&portal);
    let ran = home.run(&["import", "portal", "--since", "2026-05-01"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(ran.out, "2 new acts, 0 changed, 0 unchanged, 0 refused, 1 not asked for; 1 draft\n");
    assert!(ran.err.contains("new lege/2026/87: LEGE nr. 87 din 28 mai 2026"), "{}", ran.err);
    assert!(ran.err.contains("drafted legea-nr-87-2026-"), "{}", ran.err);
    let listed = home.ok(&["acts", "list"]);
    assert!(listed.contains("decret/2026/305") && listed.ends_with("2 acts\n"), "{listed}");
    assert!(home.ok(&["acts", "show", "decret/2026/305"]).contains("not drafted  a decoration or pardon"));
    assert!(home.ok(&["acts", "show", "lege/2026/87", "--text"]).contains("\nArticolul I^13\n"));
    assert!(home.ok(&["acts", "show", "lege/2026/87"]).contains("Official Gazette, Part I, no. 456 of 28 May 2026"));
    assert!(
        home.ok(&["acts", "coverage"])
            .starts_with("Part I, 2026: 2 issues seen, nr. 456 to 457 (2026-05-29), 0 missing")
    );
    let drafts = home.json(&["articles", "list", "--status", "draft"]);
    assert_eq!(drafts.as_array().expect("a list").len(), 1);
    let ran = home.run(&["acts", "show", "lege/2026/88"]);
    assert!(ran.code == 1 && ran.err.contains("there is no act lege/2026/88"), "{}", ran.err);
    assert_eq!(home.run(&["acts", "show", "Legea 88"]).code, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operator_imports_forms_from_files_and_from_the_portal() {
    let portal = StandInPortal::start(vec![]).await;
    let shown = page(AFTER, Some(jiff::civil::date(2024, 12, 6)), &[]);
    portal.service().documents.insert("DetaliiDocument/798".into(), shown);
    let home = home_of(&portal);
    home.write("before.md", BEFORE);
    let ran = home.run(&["import", "form", "before.md"]);
    assert_eq!(ran.out, "1 new form, 0 changed, 0 unchanged, 0 refused\n", "{}", ran.err);
    assert!(ran.err.contains("new form of lege/1990/31 from 2024-10-08 on"), "{}", ran.err);
    home.write("nothing.txt", "nimic");
    let ran = home.run(&["import", "form", "before.md", "nothing.txt"]);
    assert!(ran.code == 1 && ran.err.contains("refused nothing.txt: the title names no act"), "{}", ran.err);
    assert_eq!(home.run(&["import", "form", "before.md", "nothing.txt", "--date", "2024-01-01"]).code, 1);
    let summary = home.json(&["import", "portal", "--form", "798"]);
    assert_eq!(summary["new"], 1, "{summary}");
    let listed = home.ok(&["acts", "forms", "lege/1990/31"]);
    assert!(
        listed.contains("2024-10-08") && listed.contains("2024-12-06") && listed.ends_with("2 forms\n"),
        "{listed}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_server_reads_the_portal_and_reports_a_broken_one() {
    let portal = StandInPortal::start(vec![real_records()]).await;
    let home = home_of(&portal);
    let server = home.serve(&[]);
    let summary = home.json(&["import", "portal", "--number", "87", "--year", "2026"]);
    assert_eq!((&summary["new"], &summary["drafts"]), (&1.into(), &1.into()), "{summary}");
    let status = home.ok(&["status"]);
    assert!(
        status.contains("acts         1; gazette 2026: 1 issue seen, nr. 456 to 456 of 2026-05-28, none missing"),
        "{status}"
    );
    portal.service().trouble = Some(Trouble::Fault("Unable to connect to the remote server"));
    let ran = home.run(&["import", "portal", "--text", "bilete de valoare"]);
    assert!(
        ran.code == 3 && ran.err.contains("Portal Legislativ reports: Unable to connect"),
        "{} {}",
        ran.code,
        ran.err
    );
    assert_eq!(server.stop(), 0);
}
