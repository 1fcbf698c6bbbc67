//! Every command in a data folder without a store, as after a typing mistake in `--data`: it refuses, or begins the
//! store that it is for, or needs none.

use std::collections::BTreeSet;

use super::json_lines;
use crate::support::binary::{Home, Ran};
use crate::support::program;

/// The exit code of a command whose arguments are not understood.
const WRONG_USAGE: i32 = 2;

/// Commands that begin a store.
const BEGIN: [&str; 8] = [
    "duties import list.json",
    "figures import list.json",
    "import articles.jsonl",
    "import eurlex 32026R0001",
    "import form form.md --date 2026-01-01",
    "import gazette issue.pdf",
    "import portal --number 1 --year 2026",
    "subscribers import list.txt",
];

/// Commands that begin a store and are tried elsewhere: servers, and a restore, which needs a backup.
const BEGIN_ELSEWHERE: [&str; 3] = ["backup restore", "dev", "serve"];

/// Commands that need no store and make none.
const NEED_NONE: [&str; 17] = [
    "backup key copies.key",
    "backup list",
    "backup remove none",
    "backup verify latest",
    "completions bash",
    "concerns facts.json",
    "config check",
    "config init own.toml",
    "config show",
    "config unit",
    "doctor",
    "law apply act.txt act.txt",
    "law read act.txt",
    "licenses",
    "mail preview weekly_digest",
    "man pages",
    "upgrade-step describe",
];

/// Commands about the records of a store.
const REFUSE: [&str; 69] = [
    "accounts claims ana@example.ro {}",
    "accounts disable ana@example.ro",
    "accounts enable ana@example.ro",
    "accounts failures",
    "accounts first-operator",
    "accounts list",
    "accounts remove ana@example.ro --yes",
    "accounts remove-second-factors ana@example.ro --yes",
    "accounts reset-password ana@example.ro",
    "accounts revoke --all --yes",
    "accounts role ana@example.ro editor",
    "accounts show ana@example.ro",
    "acts coverage",
    "acts forms",
    "acts list",
    "acts show lege/2026/87",
    "articles edit a",
    "articles export",
    "articles list",
    "articles publish a",
    "articles reject a --reason x",
    "articles remove a --yes",
    "articles show a",
    "articles withdraw a",
    "backup create",
    "duties export",
    "duties list",
    "explain --drafts",
    "figures check",
    "figures confirm a --by Ana",
    "figures export",
    "figures list",
    "keys renew --yes",
    "mail bounces list.txt",
    "mail cancel a --yes",
    "mail digest daily",
    "mail outbox",
    "mail pause a",
    "mail resume a",
    "mail retry a",
    "mail send news.md --to list.txt --yes",
    "mail status",
    "mail suppressed add ana@example.ro",
    "mail suppressed list",
    "mail suppressed remove ana@example.ro",
    "mail test ana@example.ro",
    "maintenance off",
    "maintenance on",
    "overviews list",
    "overviews make 2026-05",
    "overviews publish 2026-10 --reviewed-by Ana",
    "overviews reject 2026-10",
    "overviews reopen 2026-10",
    "people erase ana@example.ro --yes",
    "people export ana@example.ro",
    "people show ana@example.ro",
    "reports close 01a21f0c-5f78-7439-902c-c562f60fafd9",
    "reports list",
    "reports show 01a21f0c-5f78-7439-902c-c562f60fafd9",
    "stats",
    "status",
    "subscribers export",
    "subscribers list",
    "subscribers remove ana@example.ro --yes",
    "topics list",
    "topics set munca --en Work",
    concat!("upgrade --rehearse ", env!("CARGO_BIN_EXE_paragraf")),
    "upgrade-step keep-store",
    "upgrade-step ready",
];

/// Steps of an update that change files of the data folder and refuse a folder without them.
const REFUSE_FILES: [&str; 2] = ["upgrade-step pause", "upgrade-step put-back"];

/// A folder with the files that the commands name, and with sources that do not answer.
fn home() -> Home {
    let home = Home::new();
    let address = "http://127.0.0.1:1/";
    home.write("paragraf.toml", format!("[sources]\nportal_url = '{address}'\neurlex_url = '{address}'\n"));
    home.write("articles.jsonl", json_lines(1));
    home.write("list.json", "[]");
    home.write("form.md", "x");
    home.write("issue.pdf", "x");
    home.write("list.txt", "ana@example.ro\n");
    home.write("news.md", "---\nsubject: Noutăți\nlanguages: [ro]\n---\nText.\n");
    home.write("facts.json", r#"{"facts": {"subject": "srl"}}"#);
    home.write("act.txt", "Art. 5 din Legea nr. 31/1990 se modifică.\n");
    home
}

fn run(home: &Home, command: &str) -> Ran {
    let ran = home.run(&command.split(' ').collect::<Vec<_>>());
    assert_ne!(ran.code, WRONG_USAGE, "{command} was not begun: {ran:?}");
    ran
}

/// The path of each command that can be run.
fn collect(command: &clap::Command, path: &str, found: &mut BTreeSet<String>) {
    if !command.is_subcommand_required_set() {
        found.insert(path.trim_start().to_owned());
    }
    for sub in command.get_subcommands() {
        collect(sub, &format!("{path} {}", sub.get_name()), found);
    }
}

/// The path of the command in this line.
fn path_of(line: &str) -> String {
    let mut command = &program::command();
    let mut path = Vec::new();
    for word in line.split(' ') {
        let Some(sub) = command.find_subcommand(word) else { break };
        command = sub;
        path.push(word);
    }
    path.join(" ")
}

#[test]
fn every_command_is_decided() {
    let mut all = BTreeSet::new();
    collect(&program::command(), "", &mut all);
    let lists = [&BEGIN[..], &BEGIN_ELSEWHERE, &NEED_NONE, &REFUSE, &REFUSE_FILES];
    let decided: Vec<_> = lists.concat().into_iter().map(path_of).collect();
    let distinct: BTreeSet<_> = decided.iter().cloned().collect();
    assert_eq!(distinct.len(), decided.len(), "a command is in two lists: {decided:?}");
    assert_eq!(distinct, all);
}

#[test]
fn a_command_about_records_refuses_and_makes_nothing() {
    let home = home();
    for command in REFUSE {
        let ran = run(&home, command);
        assert!(ran.code == 1 && ran.err.contains("there is no store in "), "{command}: {ran:?}");
        assert!(!home.data().exists(), "{command} made the folder");
    }
    for command in REFUSE_FILES {
        assert_ne!(run(&home, command).code, 0, "{command}");
        assert!(!home.data().exists(), "{command} made the folder");
    }
}

#[test]
fn a_command_that_needs_no_store_makes_none() {
    let home = home();
    for command in NEED_NONE {
        let ran = run(&home, command);
        assert!(!ran.err.contains("there is no store in "), "{command}: {ran:?}");
        assert!(!home.data().exists(), "{command} made the folder");
    }
    assert!(home.ok(&["backup", "list"]).contains("no backups yet"), "backups outlive a lost store");
    let refused = home.run(&["backup", "verify", "none.tar.zst"]);
    assert!(refused.code == 1 && refused.err.contains("there is no file none.tar.zst, and no backup"), "{refused:?}");
}

#[test]
fn an_import_begins_a_store() {
    for command in BEGIN {
        let home = home();
        let ran = run(&home, command);
        assert!(home.data().join("paragraf.redb").exists(), "{command}: {ran:?}");
    }
}
