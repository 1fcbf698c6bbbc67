//! The output of an import: of a long dry run, and after Ctrl-C.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use super::json_lines;
use crate::support::binary::{Home, wait_for_exit};

#[test]
fn a_dry_run_lists_twenty_changes_and_counts_the_others() {
    let home = Home::with_store();
    home.write("articles.jsonl", json_lines(1_030));
    let ran = home.run(&["import", "--dry-run", "articles.jsonl"]);
    let lines: Vec<_> = ran.err.lines().collect();
    assert_eq!((lines.len(), lines.last().copied()), (21, Some("and 1,010 more")), "{}", ran.err);
    assert!(lines[..20].iter().all(|line| line.starts_with("would add ")), "{}", ran.err);
    assert_eq!(ran.out, "dry run: 1030 new, 0 changed, 0 unchanged, 0 refused; nothing was changed\n");
    let all = home.run(&["--json", "import", "--dry-run", "articles.jsonl"]).err;
    assert_eq!(all.lines().filter(|line| line.contains("\"would\"")).count(), 1_030, "JSON has all");
}

#[test]
fn ctrl_c_ends_an_import_with_what_was_imported() {
    let home = Home::new();
    let mut import = home
        .command(&["--json", "import", "--format", "jsonl", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = import.stdin.take().expect("its input");
    let mut lines = BufReader::new(import.stderr.take().expect("its notes")).lines().map_while(Result::ok);
    input.write_all(json_lines(3_000).as_bytes()).expect("the records are read");
    let stored = |line: &String| line.contains("\"stored\":") && !line.contains("\"stored\":0");
    assert!(lines.any(|line| stored(&line)), "some articles are stored");
    let interrupt = format!("kill -INT {}", import.id());
    assert!(Command::new("sh").args(["-c", &interrupt]).status().expect("a shell").success());
    assert!(lines.any(|line| line.contains("stopping")), "it notices before its input ends");
    drop(input);
    let last = lines.last().unwrap_or_default();
    assert!(last.starts_with("interrupted: ") && last.ends_with(" imported; run it again"), "{last}");
    assert!(!last.contains(" 0 imported"), "{last}");
    assert_eq!(wait_for_exit(&mut import, "the command ends"), Some(130));
    home.write("articles.jsonl", json_lines(3_000));
    let again = home.ok(&["import", "articles.jsonl"]);
    assert!(again.contains("0 refused") && !again.starts_with("3000 new"), "{again}");
}
