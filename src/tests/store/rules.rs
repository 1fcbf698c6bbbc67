//! Rules of the store that the compiler does not check.

use std::fs;
use std::path::{Path, PathBuf};

use paragraf::store::holdings;

/// The files of `store` that read a whole table in a write, each with the reason.
const WHOLE_TABLES_IN_WRITES: &[(&str, &str)] = &[
    ("account_activity.rs", "an hourly job removes old activity"),
    ("accounts.rs", "publishing an urgent article notifies every account"),
    ("action_codes.rs", "an hourly job removes expired codes"),
    ("acts.rs", "an hourly job removes archived replies that no act rests on"),
    ("articles.rs", "the operator replaces or removes a damaged article"),
    ("campaigns.rs", "restoring a backup skips routine campaigns"),
    ("done_steps.rs", "the operator removes an article"),
    ("forms.rs", "an hourly job removes archived pages that no form rests on"),
    ("gazette_issues.rs", "an hourly job removes archived files that no issue rests on"),
    ("limit_uses.rs", "an hourly job removes limits that are whole again"),
    ("marks.rs", "the operator removes an article"),
    ("notifications.rs", "the operator withdraws or removes an article"),
    ("outbox/removal.rs", "restoring a backup removes unsent messages"),
    ("passkey_ceremonies.rs", "an hourly job removes ended ceremonies"),
    ("pending_sign_ins.rs", "an hourly job removes ended sign-ins"),
    ("phone_codes.rs", "an hourly job removes expired codes"),
    ("read_notifications.rs", "an hourly job removes old ones, and the operator removes an article"),
    ("reminders.rs", "an hourly job removes those of past deadlines"),
    ("reports.rs", "the operator erases a person"),
    ("saved_searches.rs", "an hourly job removes what was found long ago"),
    ("sessions.rs", "an hourly job removes ended sessions"),
    ("sign_in_transactions.rs", "an hourly job removes ended visits"),
    ("used_responses.rs", "an hourly job removes expired ones"),
];

/// Calls that give another result each time; they do not belong in a closure that may run twice.
const UNREPEATABLE: &[&str] =
    &["uuid_at(", "clock.now()", "clock.today()", "rand::", "secrets::generate", "secrets::known_or_new"];

fn sources(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let (mut files, mut folders) = (Vec::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path: PathBuf = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a text");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
                files.push((path.strip_prefix(&root).expect("inside").to_string_lossy().into_owned(), code));
            }
        }
    }
    files.sort();
    assert!(files.len() > 10, "the sources were not found");
    files
}

#[test]
fn only_listed_files_read_a_whole_table_in_a_write() {
    let files = sources("core/store").into_iter();
    let found: Vec<_> = files
        .filter(|(name, _)| !name.starts_with("table"))
        .filter(|(_, text)| text.contains("scan_all_in_write(") || text.contains("delete_where("))
        .map(|(name, _)| name)
        .collect();
    let listed: Vec<_> = WHOLE_TABLES_IN_WRITES.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, listed, "give the scan a range; if a job or a command needs the whole table, list it here");
}

/// The names in the declarations of tables.
fn declared_tables() -> Vec<String> {
    let files = sources("core/store").into_iter().filter(|(name, _)| !name.ends_with("tests.rs"));
    let declared = |text: &str| -> Vec<String> {
        let names = text.split("Table::new(").skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
        names.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
    };
    files.flat_map(|(_, text)| declared(&text)).collect()
}

#[test]
fn every_table_is_listed_once_with_whose_rows_it_has() {
    let mut declared = declared_tables();
    let mut listed: Vec<_> = holdings::tables().iter().map(|(table, _)| *table).collect();
    declared.sort_unstable();
    listed.sort_unstable();
    assert_eq!(declared, listed, "add the new table to TABLES in src/core/store/holdings.rs");
}

#[test]
fn write_closures_give_the_same_result_when_they_run_again() {
    let mut found = Vec::new();
    for (name, text) in sources("ops").into_iter().chain(sources("core/store")) {
        for body in write_bodies(&text) {
            let calls = UNREPEATABLE.iter().filter(|call| body.contains(**call));
            found.extend(calls.map(|call| format!("{name}: {call} in {:?}", body.lines().next().unwrap_or_default())));
        }
    }
    assert_eq!(found, [""; 0], "create ids, times and random values before the write");
}

/// The closures given to `write`, and the bodies of functions that take a `&WriteTx`.
fn write_bodies(text: &str) -> Vec<&str> {
    let closures = text.match_indices("write(move |tx").map(|(at, _)| enclosed(&text[at..], '(', ')'));
    let functions = text.match_indices("fn ").filter_map(|(at, _)| {
        let rest = &text[at..];
        let (head, _) = rest.split_once(" {\n")?;
        // A signature ends before the next item.
        (head.contains("&WriteTx") && !head.contains("\n}")).then(|| &rest[head.len()..])
    });
    closures.chain(functions.map(|body| enclosed(body, '{', '}'))).collect()
}

/// From the first `open` to the `close` that belongs to it.
fn enclosed(text: &str, open: char, close: char) -> &str {
    let mut depth = 0;
    for (at, char) in text.char_indices() {
        if char == open {
            depth += 1;
        } else if char == close {
            depth -= 1;
            if depth == 0 {
                return &text[..=at];
            }
        }
    }
    text
}
