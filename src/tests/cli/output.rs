//! The output of commands for people, programs and shells.

use std::os::unix::fs::PermissionsExt;

use super::{json_lines, parsed, value};
use crate::support::binary::Home;
use crate::support::data::leave_out;

#[test]
fn piped_tables_keep_each_record_on_one_line() {
    let home = Home::new();
    let mut long = value("long");
    long["title"] = "foarte lung ".repeat(16).trim().into();
    home.write("a.jsonl", long.to_string());
    home.ok(&["import", "a.jsonl"]);
    let listed = home.ok(&["articles", "list"]);
    assert_eq!(listed.lines().count(), 4, "header, article, blank line, count: {listed}");
    assert!(listed.contains(long["title"].as_str().expect("a title")), "{listed}");
}

#[test]
fn wrong_usage_is_json_with_json() {
    let home = Home::new();
    let ran = home.run(&["--json", "frobnicate"]);
    let error = parsed(&ran.err);
    assert_eq!((ran.code, error["code"].as_str()), (2, Some("usage")));
    assert!(error["error"].as_str().is_some_and(|text| text.contains("frobnicate")), "{error}");
    let ran = home.run(&["import", "--json"]);
    assert_eq!((ran.code, parsed(&ran.err)["code"].as_str()), (2, Some("usage")));
    assert_eq!(home.ok(&["--json", "--version"]), format!("paragraf {}\n", paragraf_bundle::LONG_VERSION));
}

#[test]
fn subscribers_are_exported_as_json_lines_with_json() {
    let home = Home::new();
    home.write("list.csv", "email,topics,news\nana@example.org,munca|fiscalitate,no\nion@example.org,,\n");
    home.ok(&["subscribers", "import", "list.csv"]);
    let exported = home.ok(&["--json", "subscribers", "export"]);
    let lines: Vec<_> = exported.lines().map(parsed).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["email"], "ana@example.org");
    assert_eq!(lines[0]["topics"], serde_json::json!(["munca", "fiscalitate"]));
    assert_eq!(lines[0]["news"], false);
}

#[test]
fn completions_offer_the_values_of_options() {
    let script = Home::new().ok(&["completions", "bash"]);
    assert!(script.contains("json jsonl csv md"), "formats");
    assert!(script.contains("draft published withdrawn"), "states");
}

#[test]
fn manual_pages_keep_the_lines_of_lists() {
    let home = Home::new();
    home.ok(&["man", "pages"]);
    let page = std::fs::read_to_string(home.path().join("pages/paragraf-import.1")).expect("a page");
    let extra = page.split_once(".SH EXTRA\n.nf\n").expect("the section").1.split_once("\n.fi").expect("its end").0;
    assert!(extra.contains("\n  .jsonl .ndjson  one article"), "{extra}");
    assert!(home.path().join("pages/paragraf-articles-export.1").exists());
}

#[test]
fn a_written_configuration_is_private() {
    let home = Home::new();
    home.ok(&["config", "init"]);
    let mode = std::fs::metadata(home.path().join("paragraf.toml")).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn an_export_into_a_missing_folder_names_the_file_of_the_user() {
    let home = Home::new();
    home.write("a.jsonl", json_lines(1));
    home.ok(&["import", "a.jsonl"]);
    let ran = home.run(&["articles", "export", "--output", "none/out.jsonl"]);
    let expected = "error: cannot write none/out.jsonl: there is no folder none; make it first, or name another file\n";
    assert_eq!((ran.code, ran.err.as_str()), (1, expected));
}

#[test]
fn a_removal_looks_before_it_asks() {
    let home = Home::new();
    home.write("a.jsonl", json_lines(1));
    home.ok(&["import", "a.jsonl"]);
    let missing = home.run(&["articles", "remove", "article-0", "none-such"]);
    assert!(missing.code == 1 && missing.err.contains("there is no article none-such"), "{}", missing.err);
    let unasked = home.run(&["articles", "remove", "article-0"]);
    assert!(unasked.code == 1 && unasked.err.contains("add --yes"), "{}", unasked.err);
}

#[test]
fn one_cause_in_every_row_is_one_line_in_every_import() {
    let home = Home::new();
    let rows: String = (0..40).map(|n| format!("Legea {n},x,y,3,{}.3.26,munca\n", n % 28 + 1)).collect();
    home.write("a.csv", format!("title,technical_summary,simple_explanation,importance,publish_date,topic\n{rows}"));
    let ran = home.run(&["import", "a.csv"]);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(
        ran.err.starts_with("refused 40 records: publish_date: is \"1.3.26\"; write it as 2026-03-01 (a.csv, line 2; ")
    );
    assert!(ran.err.ends_with("and 37 more)\n"), "{}", ran.err);
    home.write("list.csv", format!("email\n{}", "ana at example.ro\nion at example.ro\n".repeat(60)));
    let ran = home.run(&["subscribers", "import", "list.csv"]);
    assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{}", ran.err);
    assert!(ran.err.starts_with("refused 120 lines: \"ana at example.ro\" is not an e-mail address"), "{}", ran.err);
    home.write("news.md", "---\nid: noutati\nsubject: Noutăți\n---\nText.\n");
    let ran = home.run(&["mail", "send", "news.md", "--to", "list.csv", "--dry-run"]);
    assert!(ran.code == 1 && ran.err.contains("\n  120 lines: \"ana at example.ro\" is not"), "{}", ran.err);
}

#[test]
fn no_colour_is_printed_with_no_color() {
    // `script` gives the program a terminal.
    let home = Home::new();
    let program = env!("CARGO_BIN_EXE_paragraf");
    let in_terminal = |no_color: bool| {
        let mut command = std::process::Command::new("script");
        command.args(["-qec", &format!("{program} topics list"), "/dev/null"]).current_dir(home.path());
        command.env("TERM", "xterm").env_remove("NO_COLOR");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let output = command.stdin(std::process::Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (Some(coloured), Some(plain)) = (in_terminal(false), in_terminal(true)) else {
        return leave_out("there is no program `script`");
    };
    assert!(coloured.contains("\u{1b}[31merror:"), "{coloured:?}");
    assert!(plain.contains("error:") && !plain.contains('\u{1b}'), "{plain:?}");
}

#[test]
fn the_version_names_the_commit() {
    let details = paragraf_bundle::LONG_VERSION.strip_prefix(paragraf::VERSION).expect("it begins with the number");
    let commit = details.trim_matches(|c| " ()".contains(c)).split(' ').next();
    assert_eq!(paragraf_bundle::BUILD.split_once('+').map(|(_, commit)| commit), commit);
}
