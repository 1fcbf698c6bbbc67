use super::{home_with_articles, json_lines, value};
use crate::support::binary::{Home, Server};

/// Runs the steps with and without a server and checks that they print the same.
pub fn both_ways(steps: impl Fn(&Home) -> Vec<String>) -> Vec<String> {
    both_ways_from(Home::new, steps)
}

/// The text with `HH:MM` for each time of day, with or without its zone: the two runs may stand on both sides of a
/// minute.
fn without_minutes(text: &str) -> String {
    let is_digit = |(at, byte): (usize, &u8)| if at == 2 { *byte == b':' } else { byte.is_ascii_digit() };
    let is_time = |word: &str| {
        word.as_bytes().get(..5).is_some_and(|time| time.iter().enumerate().all(is_digit))
            && matches!(word.as_bytes().get(5), None | Some(b' ' | b'\n' | b',' | b'+' | b'-'))
    };
    let masked = |word: &str| if is_time(word) { format!("HH:MM{}", &word[5..]) } else { word.to_owned() };
    text.split_inclusive([' ', '\n', ',']).map(masked).collect()
}

#[test]
fn a_time_with_a_zone_is_masked() {
    let masked = "of 2026-11-27 HH:MM+02:00\nat HH:MM, 12:345";
    assert_eq!(without_minutes("of 2026-11-27 19:52+02:00\nat 19:52, 12:345"), masked);
}

/// As [`both_ways`], in prepared homes.
pub fn both_ways_from(home: impl Fn() -> Home, steps: impl Fn(&Home) -> Vec<String>) -> Vec<String> {
    let (here, there) = (home(), home());
    let server = there.serve(&[]);
    let local = steps(&here);
    let remote = steps(&there);
    assert_eq!(server.stop(), 0);
    let masked = |home: &Home, text: &[String]| -> Vec<String> {
        text.iter().map(|text| without_minutes(&text.replace(&home.path().display().to_string(), "HOME"))).collect()
    };
    assert_eq!(masked(&here, &local), masked(&there, &remote));
    local
}

#[test]
fn articles_commands_work_with_and_without_a_server() {
    let printed = both_ways(|home| {
        home.write("articles.jsonl", json_lines(3));
        vec![
            home.ok(&["import", "articles.jsonl"]),
            home.ok(&["import", "articles.jsonl"]),
            home.ok(&["articles", "withdraw", "article-1"]),
            home.ok(&["articles", "list"]),
            home.ok(&["articles", "publish", "article-1", "article-2"]),
            home.ok(&["articles", "remove", "--yes", "article-0"]),
            home.ok(&["articles", "export"]),
            home.ok(&["articles", "export", "--output", "out.jsonl"]),
            std::fs::read_to_string(home.path().join("out.jsonl")).expect("the export"),
            home.run(&["articles", "show", "article-0"]).err,
        ]
    });
    assert_eq!(printed[0], "3 new, 0 changed, 0 unchanged, 0 refused\n");
    assert_eq!(printed[1], "0 new, 0 changed, 3 unchanged, 0 refused\n");
    assert_eq!(printed[2], "article-1: published -> withdrawn\n");
    assert!(printed[3].contains("withdrawn") && printed[3].ends_with("3 articles\n"), "{}", printed[3]);
    assert_eq!(printed[4], "article-1: withdrawn -> published\narticle-2 is already published\n");
    assert_eq!(printed[5], "removed 1 article\n");
    assert_eq!(printed[6].lines().count(), 2);
    assert_eq!(printed[7], "wrote 2 articles to out.jsonl\n");
    assert_eq!(printed[6], printed[8]);
    assert_eq!(printed[9], "error: there is no article article-0; `paragraf articles list` shows all\n");
}

#[test]
fn refusals_name_location_and_remedy_with_and_without_a_server() {
    let printed = both_ways(|home| {
        let mut wrong = value("wrong");
        wrong["importance"] = 7.into();
        home.write("articles.jsonl", format!("{}{{broken\n{wrong}\n", json_lines(1)));
        let ran = home.run(&["import", "articles.jsonl"]);
        assert_eq!(ran.code, 1);
        let strict = home.run(&["import", "--strict", "articles.jsonl"]);
        assert_eq!(strict.code, 1);
        let dry = home.run(&["import", "--dry-run", "articles.jsonl"]);
        vec![ran.out, ran.err, strict.out + &strict.err, dry.out]
    });
    assert_eq!(printed[0], "1 new, 0 changed, 0 unchanged, 2 refused\n");
    insta::assert_snapshot!("refused_records", printed[1]);
    assert!(printed[3].starts_with("dry run: 0 new, 0 changed, 1 unchanged, 2 refused"), "{}", printed[3]);
}

#[test]
fn topics_commands_work_with_and_without_a_server() {
    let printed = both_ways_from(Home::with_store, |home| {
        vec![
            home.ok(&["topics", "set", "munca", "--en", "Work"]),
            home.ok(&["topics", "list"]),
            home.run(&["topics", "set", "Nou!"]).err,
            home.run(&["topics", "set", "nou", "--ro", "Nou"]).err,
            home.ok(&["--json", "topics", "list"]),
        ]
    });
    assert!(printed[0].contains("Work") && printed[1].contains("Work"));
    assert!(printed[2].contains("not a topic id"), "{}", printed[2]);
    assert!(printed[3].contains("--en"), "{}", printed[3]);
    let topics: serde_json::Value = serde_json::from_str(&printed[4]).expect("JSON");
    assert_eq!(topics.as_array().map(Vec::len), Some(11));
}

#[test]
fn standard_input_folders_and_pipes_work() {
    let home = Home::new();
    let ran = home.run_with_input(&["import", "-", "--format", "jsonl"], json_lines(2).as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (0, "2 new, 0 changed, 0 unchanged, 0 refused\n"));
    assert!(home.run(&["import", "-"]).err.contains("--format"));
    home.write("folder/a.jsonl", json_lines(1));
    home.write("folder/note.txt", "not an article");
    assert_eq!(home.ok(&["import", "folder"]), "0 new, 0 changed, 1 unchanged, 0 refused\n");
    home.write("empty/note.txt", "");
    let refused = home.run(&["import", "empty"]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("the folder empty has nothing to import"), "{}", refused.err);
    let missing = home.run(&["import", "nowhere.jsonl"]);
    assert!(missing.code == 1 && missing.err.contains("cannot read nowhere.jsonl"), "{}", missing.err);
}

#[test]
fn a_closed_pipe_ends_the_output_without_an_error() {
    let home = home_with_articles(2_000);
    let program = env!("CARGO_BIN_EXE_paragraf");
    let script = format!("set -o pipefail; {program} articles export | head -n 1 >/dev/null");
    let ran = std::process::Command::new("bash").args(["-c", &script]).current_dir(home.path()).output().expect("bash");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(String::from_utf8_lossy(&ran.stderr), "");
}

#[test]
fn a_full_disk_is_an_error() {
    let home = home_with_articles(3);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
    let ran = home.command(&["articles", "export"]).stdout(full).output().expect("the program starts");
    assert_eq!(ran.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("cannot write the output"));
}

#[test]
fn the_configuration_is_written_checked_and_shown() {
    let home = Home::new();
    assert!(home.ok(&["config", "init"]).starts_with("wrote paragraf.toml"));
    let again = home.run(&["config", "init"]);
    assert!(again.code == 1 && again.err.contains("already exists"), "{}", again.err);
    assert_eq!(home.ok(&["config", "check"]), "the configuration is valid\n");
    home.write("paragraf.toml", "[server]\nlisen = '127.0.0.1:1'\nrequest_timeout_secs = 'long'\n");
    let bad = home.run(&["config", "check"]);
    assert_eq!(bad.code, 1);
    assert!(bad.err.contains("did you mean listen?") && bad.err.contains("must be a whole number"), "{}", bad.err);
    assert!(home.ok(&["config", "show", "--config", "/dev/null"]).contains("[server]"));
}

#[test]
fn completions_manual_pages_and_licenses_are_printed() {
    let home = Home::new();
    assert!(home.ok(&["completions", "bash"]).contains("_paragraf"));
    assert!(home.ok(&["man"]).contains(".TH paragraf"));
    assert!(home.ok(&["licenses"]).contains("Permission is hereby granted"));
    home.ok(&["man", "pages"]);
    assert!(home.path().join("pages/paragraf-articles-export.1").exists());
    assert_eq!(home.run(&["frobnicate"]).code, 2);
}

#[test]
fn status_shows_the_server_and_the_counts_and_checks_them() {
    let home = home_with_articles(2);
    assert!(home.ok(&["status"]).contains("server       not running"));
    let server: Server = home.serve(&[]);
    let status = home.ok(&["status"]);
    assert!(
        status.contains(&format!("serving http://{}", server.address)) && status.contains("2 published"),
        "{status}"
    );
    let check = || home.run(&["status", "--check"]);
    let checked = check();
    assert!(checked.code == 1 && checked.out.starts_with("attention    there is no backup yet"), "{}", checked.out);
    home.ok(&["backup", "create"]);
    let checked = check();
    assert_eq!((checked.code, checked.out.as_str()), (0, ""), "cron mails what is printed");
    assert_eq!(server.stop(), 0);
    let checked = check();
    assert!(checked.code == 1 && checked.out.starts_with("error: the server is not running"), "{}", checked.out);
}
