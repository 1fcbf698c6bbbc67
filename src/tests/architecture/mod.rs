//! Rules of the source tree that the compiler does not check. Each message says how to fix what it found.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which modules each module may import; a module may always import itself.
const LAYERS: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("error", &[]),
    ("clock", &[]),
    ("config", &["domain", "error"]),
    ("telemetry", &["config"]),
    ("tls", &[]),
    ("store", &["domain", "error", "clock"]),
    ("catalogue", &["domain", "error", "clock"]),
    ("sources", &["domain", "error", "clock", "config", "tls"]),
    ("identity", &["domain", "error", "clock"]),
    ("mail", &["domain", "error", "clock", "config", "tls"]),
    ("app", &["store", "catalogue", "identity", "mail", "sources", "domain", "error", "clock", "config"]),
    (
        "ops",
        &[
            "app",
            "store",
            "catalogue",
            "identity",
            "mail",
            "sources",
            "domain",
            "error",
            "clock",
            "config",
            "VERSION",
            "BUILD",
        ],
    ),
    ("jobs", &["app", "ops", "error", "clock", "config"]),
    ("web", &["app", "ops", "catalogue", "identity", "domain", "error", "clock", "config", "VERSION", "BUILD"]),
    ("control", &["tls", "app", "ops", "sources", "domain", "error", "clock", "config", "VERSION", "BUILD"]),
    (
        "cli",
        &[
            "control",
            "web",
            "jobs",
            "app",
            "ops",
            "sources",
            "domain",
            "error",
            "clock",
            "config",
            "telemetry",
            "VERSION",
            "BUILD",
        ],
    ),
    ("lib", &[]),
    ("main", &[]),
];

/// Words that may stand in these places only, and why.
const WORDS: &[(&str, &[&str], &str)] = &[
    ("redb::", &["store/"], "the store hides its engine"),
    ("axum::", &["web/", "control/"], "only the two doors speak HTTP as servers"),
    ("hyper_util::", &["web/", "control/"], "only the two doors speak HTTP as servers"),
    (
        "reqwest::",
        &["sources/fetch", "control/client.rs"],
        "every outgoing request passes the guards of sources::fetch",
    ),
    ("openidconnect::", &["identity/"], "one place speaks OpenID Connect, on a way that it is given"),
    ("chrono::", &["identity/oidc.rs"], "days and instants are jiff's; openidconnect wants chrono's"),
    ("resvg::", &["web/og/"], "one place draws"),
    ("quick_xml::", &["web/feeds/", "web/sitemap.rs"], "only feeds and the sitemap are XML"),
    ("clap::", &["cli/", "sources/mod.rs"], "only the command line parses arguments"),
    ("lettre::", &["mail/"], "one place speaks SMTP and writes messages"),
    ("mail_auth::", &["mail/"], "one place signs mails"),
    ("argon2::", &["identity/"], "one place hashes passwords"),
    ("jsonwebtoken::", &["identity/"], "one place signs tokens"),
    ("Timestamp::now", &["clock.rs"], "tests move the clock"),
    ("SystemTime::now", &["clock.rs"], "tests move the clock"),
    ("io::stdout", &["cli/output.rs"], "one place prints"),
];

/// Longest source file, in lines. A longer one holds two topics.
const MAX_LINES: usize = 450;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every Rust file under `src` with its path inside it and its text.
fn sources() -> Vec<(String, String)> {
    let (mut files, mut folders) = (Vec::new(), vec![root()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root()).expect("inside src").to_string_lossy().into_owned();
                files.push((name, fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    assert!(files.len() > 40, "the sources were not found");
    files
}

/// The file's code with lists of imports joined into one line each.
fn joined(text: &str) -> String {
    let mut joined = String::new();
    let mut open = false;
    for line in text.lines() {
        open |= line.contains("crate::{") && !line.contains('}');
        joined.push_str(line);
        joined.push(if open && !line.contains('}') { ' ' } else { '\n' });
        open &= !line.contains('}');
    }
    joined
}

fn product_sources() -> impl Iterator<Item = (String, String)> {
    sources().into_iter().filter(|(name, _)| !name.starts_with("tests/"))
}

/// The modules named after `crate::` in a line of code.
fn imports(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap_or_default();
    let first_word = |text: &'_ str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let mut found = Vec::new();
    for (at, word) in code.match_indices("crate::") {
        let rest = &code[at + word.len()..];
        match rest.strip_prefix('{') {
            None => found.push(&rest[..first_word(rest)]),
            Some(list) => found.extend(
                list.split(',')
                    .map(str::trim)
                    .filter(|item| item.starts_with(char::is_alphabetic))
                    .map(|item| &item[..first_word(item)]),
            ),
        }
    }
    found
}

#[test]
fn each_layer_imports_only_those_below_it() {
    let mut broken = Vec::new();
    for (name, text) in product_sources() {
        let module = name.split(['/', '.']).next().expect("a module");
        let allowed = LAYERS.iter().find(|(layer, _)| *layer == module);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{name}: give the module {module} a row in LAYERS"));
        for import in joined(&text).lines().flat_map(imports) {
            if import != module && !allowed.contains(&import) {
                broken.push(format!("src/{name}: {module} may not import {import}"));
            }
        }
    }
    assert!(broken.is_empty(), "move the code to the layer it belongs to:\n{}", broken.join("\n"));
}

#[test]
fn words_of_one_layer_stand_nowhere_else() {
    let mut broken = Vec::new();
    for (name, text) in product_sources() {
        for (word, places, why) in WORDS {
            if places.iter().any(|place| name.starts_with(place)) {
                continue;
            }
            let lines =
                text.lines().zip(1..).filter(|(line, _)| !line.trim_start().starts_with("//") && line.contains(word));
            broken.extend(lines.map(|(_, number)| format!("src/{name}:{number}: {word} belongs to {places:?}: {why}")));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_file_says_what_lives_in_it_and_holds_one_topic() {
    let mut broken = Vec::new();
    for (name, text) in product_sources() {
        if !text.starts_with("//!") {
            broken.push(format!("src/{name}: begin with a //! line that says what lives here"));
        }
        if text.lines().count() > MAX_LINES {
            broken
                .push(format!("src/{name}: {} lines; find the second topic and give it a file", text.lines().count()));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn no_test_sleeps_and_none_is_switched_off() {
    let mut broken = Vec::new();
    for (name, text) in sources() {
        let forbidden = [
            concat!("thread::", "sleep"),
            concat!("time::", "sleep"),
            concat!("yield_", "now"),
            concat!("#[", "ignore"),
        ];
        for (line, number) in text.lines().zip(1..) {
            if name.starts_with("tests/") && forbidden.iter().any(|word| line.contains(word)) {
                broken.push(format!("src/{name}:{number}: wait for a condition instead: {}", line.trim()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The files that git tracks, one on each line; `None` outside a checkout, where nothing can be compared.
fn tracked_files() -> Option<String> {
    let git = Command::new("git").args(["ls-files"]).current_dir(env!("CARGO_MANIFEST_DIR")).output().ok()?;
    git.status.success().then(|| String::from_utf8(git.stdout).expect("names are UTF-8"))
}

#[test]
fn the_top_level_stays_small() {
    let allowed = [
        ".ci",
        ".gitignore",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "SECURITY.md",
        "benches",
        "build.rs",
        "clippy.toml",
        "config.example.toml",
        "deny.toml",
        "docs",
        "rustfmt.toml",
        "src",
        "ui",
    ];
    let Some(files) = tracked_files() else { return };
    let names: BTreeSet<_> = files.lines().filter_map(|file| file.split('/').next()).collect();
    let others: Vec<_> = names.into_iter().filter(|name| !allowed.contains(name)).collect();
    assert!(others.is_empty(), "move these into src, ui, docs or benches: {others:?}");
}

#[test]
fn the_code_is_formatted() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let checked = Command::new(cargo)
        .args(["fmt", "--check", "--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .output()
        .expect("cargo starts");
    let told = String::from_utf8_lossy(&checked.stderr);
    // Rust can be installed without its formatter, and then nobody can be asked to use it.
    let missing = told.contains("no such command") || told.contains("is not installed");
    assert!(
        checked.status.success() || missing,
        "run `cargo fmt`:\n{}{told}",
        String::from_utf8_lossy(&checked.stdout)
    );
}
