//! Rules of the source tree that the compiler does not check. Each message says how to fix what it found.

mod circles;
mod condition_names;
mod error_texts;
mod finding_words;
mod limits;
mod permissions;
mod type_names;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which modules each module may import; a module may always import itself.
const LAYERS: &[(&str, &[&str])] = &[
    ("domain", &["law"]),
    ("error", &[]),
    ("clock", &[]),
    ("conditions", &["clock"]),
    ("erased", &[]),
    ("recent_map", &[]),
    ("thread_priority", &[]),
    ("rate_limit", &["domain", "error", "recent_map"]),
    ("config", &["domain", "error"]),
    ("telemetry", &["config"]),
    ("tls", &[]),
    ("http_client", &["tls"]),
    ("object_storage", &["error", "config", "http_client"]),
    ("owner", &["error"]),
    ("store", &["domain", "erased", "error", "clock"]),
    ("catalogue", &["law", "domain", "error", "clock"]),
    ("sources", &["law", "domain", "error", "clock", "config", "http_client"]),
    ("explain", &["law", "domain", "error", "clock", "config", "http_client"]),
    ("identity", &["domain", "erased", "error", "clock", "rate_limit", "recent_map"]),
    ("mail", &["domain", "erased", "error", "clock", "config", "tls", "http_client"]),
    (
        "app",
        &[
            "owner",
            "rate_limit",
            "conditions",
            "store",
            "catalogue",
            "identity",
            "mail",
            "sources",
            "domain",
            "error",
            "clock",
            "config",
        ],
    ),
    (
        "ops",
        &[
            "app",
            "store",
            "catalogue",
            "identity",
            "mail",
            "sources",
            "explain",
            "domain",
            "erased",
            "error",
            "clock",
            "config",
            "conditions",
            "rate_limit",
            "thread_priority",
            "object_storage",
            "VERSION",
            "LONG_VERSION",
            "BUILD",
        ],
    ),
    ("jobs", &["app", "ops", "error", "clock", "config", "thread_priority"]),
    (
        "web",
        &[
            "conditions",
            "rate_limit",
            "app",
            "ops",
            "catalogue",
            "identity",
            "domain",
            "error",
            "clock",
            "config",
            "VERSION",
            "BUILD",
        ],
    ),
    (
        "control",
        &["tls", "owner", "app", "ops", "sources", "domain", "erased", "error", "clock", "config", "VERSION", "BUILD"],
    ),
    (
        "cli",
        &[
            "owner",
            "conditions",
            "control",
            "web",
            "jobs",
            "app",
            "ops",
            "sources",
            "law",
            "domain",
            "error",
            "clock",
            "config",
            "telemetry",
            "http_client",
            "VERSION",
            "LONG_VERSION",
            "BUILD",
        ],
    ),
    ("lib", &[]),
    ("main", &[]),
];

/// Paths that may only be used in these places, and the reason.
const WORDS: &[(&str, &[&str], &str)] = &[
    ("redb::", &["store/"], "the store hides its engine"),
    (
        "tokio_postgres::",
        &["store/engine/postgres/", "store/error.rs"],
        "the store hides its engines, and one folder speaks to PostgreSQL",
    ),
    ("deadpool_postgres::", &["store/engine/postgres/", "store/error.rs"], "one folder speaks to PostgreSQL"),
    ("axum::", &["web/", "control/"], "only the public server and the control socket serve HTTP"),
    ("hyper_util::", &["web/", "control/"], "only the public server and the control socket serve HTTP"),
    (
        "reqwest::",
        &[
            "http_client.rs",
            "sources/fetch",
            "control/client.rs",
            "cli/upgrade/visitor.rs",
            "explain/client.rs",
            "mail/sms/gateway.rs",
            "object_storage/",
        ],
        "sources::fetch checks every outgoing request, the addresses of model, gateway and storage are the operator's, \
         and a rehearsal asks servers on the loopback",
    ),
    ("rusty_s3::", &["object_storage/"], "one module signs requests to a storage"),
    ("age::x25519", &["config/age_keys.rs", "ops/backup/"], "two modules know the encryption of backups"),
    ("oauth2::", &["identity/federation/"], "one module implements OAuth 2"),
    ("saml_rs::", &["identity/federation/saml"], "one module implements SAML"),
    ("image::", &["identity/picture.rs"], "one module decodes pictures of others"),
    ("chrono::", &["web/calendars/file.rs"], "dates use jiff; icalendar needs chrono"),
    ("nix::unistd", &["owner.rs"], "one module changes the user of the process"),
    ("computus::", &["law/working_days.rs"], "one module knows the calendar"),
    ("resvg::", &["web/og/"], "one module renders images"),
    (
        "quick_xml::",
        &["web/feeds/", "web/xml.rs", "sources/portal/", "sources/eurlex/", "mail/sms/request.rs"],
        "only feeds, the sitemap, the portal's web service, pages of EUR-Lex and some gateways are XML",
    ),
    (
        "PreEscaped",
        &["mail/html_layout.rs", "web/markdown.rs", "web/shell/data.rs"],
        "maud escapes all values but conditional comments, the output of pulldown-cmark, and JSON-LD",
    ),
    ("pdf_extract::", &["sources/pdf/"], "one module reads PDF files, in a child process"),
    ("tantivy::", &["catalogue/search/"], "one module knows the search engine"),
    ("similar::", &["law/apply/"], "one module compares texts"),
    ("clap::", &["cli/", "sources/mod.rs"], "only the command line parses arguments"),
    ("lettre::", &["mail/"], "one module sends mails"),
    ("mail_auth::", &["mail/"], "one module signs mails"),
    ("argon2::", &["identity/"], "one module hashes passwords"),
    ("phonenumber::", &["domain/phone.rs", "domain/country.rs"], "two modules know the numbering plans"),
    ("altcha::", &["identity/proof_of_work.rs"], "one module makes captchas"),
    ("zxcvbn::", &["domain/password.rs"], "one module judges passwords"),
    ("jsonwebtoken::", &["identity/"], "one module signs tokens"),
    ("Timestamp::now", &["clock.rs"], "tests control the clock"),
    ("spawn_blocking", MAY_BLOCK, WHERE_BLOCKED),
    ("on_blocking_thread", MAY_BLOCK, WHERE_BLOCKED),
    (
        "Semaphore",
        &[
            "ops/blocking.rs",
            "store/mod.rs",
            "web/articles/lists.rs",
            "web/body/transcoder.rs",
            "web/connections/",
            "web/waiting.rs",
            "identity/",
            "mail/cpu.rs",
            "sources/fetch/",
        ],
        "ops::blocking bounds and shares the blocking work of requests, and the permit stays with the work",
    ),
    ("SystemTime::now", &["clock.rs", "telemetry/timestamp.rs"], "tests control the clock"),
    ("io::stdout", &["cli/output.rs"], "one module prints"),
];

/// Maximum number of lines of a source file. A longer one holds two topics.
const MAX_LINES: usize = 450;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn root() -> PathBuf {
    repository().join("src")
}

/// Every Rust file in `src` with its relative path and its text.
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

/// The code with each list of imports joined into one line.
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

/// The modules after `crate::` in a line of code, and `law` for its crate.
fn imports(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap_or_default();
    let first_word = |text: &'_ str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let mut found: Vec<_> = code.matches("paragraf_law").map(|_| "law").collect();
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
fn each_layer_imports_only_layers_below() {
    let mut broken = Vec::new();
    for (name, text) in product_sources() {
        let module = name.split(['/', '.']).next().expect("a module");
        // A crate of its own, which cannot import the others.
        if module == "law" {
            continue;
        }
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

/// Where work that blocks may be given to another thread.
const MAY_BLOCK: &[&str] = &[
    "erased.rs",
    "ops/blocking.rs",
    "store/",
    "identity/password_hashing.rs",
    "mail/",
    "sources/",
    "control/",
    "cli/",
    "jobs/",
];
const WHERE_BLOCKED: &str =
    "ops::blocking bounds and shares the blocking work of requests, and the permit stays with the work";

#[test]
fn libraries_are_used_only_in_their_module() {
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
fn every_file_has_a_module_doc_and_one_topic() {
    let mut broken = Vec::new();
    for (name, text) in product_sources() {
        if !text.starts_with("//!") {
            broken.push(format!("src/{name}: start with a //! line that describes the contents"));
        }
        if text.lines().count() > MAX_LINES {
            broken.push(format!(
                "src/{name}: {} lines; move the second topic to a file of its own",
                text.lines().count()
            ));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn no_test_sleeps_or_is_ignored() {
    let mut broken = Vec::new();
    for (name, text) in sources() {
        let forbidden = [
            concat!("thread::", "sleep"),
            concat!("time::", "sleep"),
            concat!("yield_", "now"),
            concat!("#[", "ignore"),
        ];
        for (line, number) in text.lines().zip(1..) {
            let is_test = name.starts_with("tests/") && name != "tests/support/eventually.rs";
            if is_test && forbidden.iter().any(|word| line.contains(word)) {
                broken.push(format!("src/{name}:{number}: wait for a condition instead: {}", line.trim()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The files that git tracks, one on each line; `None` outside a checkout, where nothing can be compared.
fn tracked_files() -> Option<String> {
    let git = Command::new("git").args(["ls-files"]).current_dir(repository()).output().ok()?;
    git.status.success().then(|| String::from_utf8(git.stdout).expect("names are UTF-8"))
}

#[test]
fn the_top_level_stays_small() {
    let allowed = [
        ".cargo",
        ".ci",
        ".git-blame-ignore-revs",
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
    let printed = String::from_utf8_lossy(&checked.stderr);
    // Rust can be installed without rustfmt.
    let missing = printed.contains("no such command") || printed.contains("is not installed");
    assert!(
        checked.status.success() || missing,
        "run `cargo fmt`:\n{}{printed}",
        String::from_utf8_lossy(&checked.stdout)
    );
}
