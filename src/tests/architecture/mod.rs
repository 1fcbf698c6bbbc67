//! Rules of the source tree that the compiler does not check. Each message says how to fix what it found.

mod circles;
mod condition_names;
mod error_texts;
mod finding_words;
mod layers;
mod library_places;
mod limits;
mod permissions;
mod type_names;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Maximum number of lines of a source file. A longer one holds two topics.
const MAX_LINES: usize = 450;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn root() -> PathBuf {
    repository().join("src")
}

/// Every Rust file in `src` with its relative path and its text. The files of `src/core` are named as the paths of
/// modules are, without `core`: an operation writes `crate::store`, as the store itself does.
fn sources() -> Vec<(String, String)> {
    let (mut files, mut folders) = (Vec::new(), vec![root()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let path_in_src = path.strip_prefix(root()).expect("inside src").to_string_lossy().into_owned();
                let name = path_in_src.strip_prefix("core/").filter(|name| *name != "lib.rs");
                let name = name.map_or(path_in_src.clone(), str::to_owned);
                files.push((name, fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    assert!(files.len() > 40, "the sources were not found");
    files
}

/// The path of a file that [`sources`] names.
fn path_of(name: &str) -> String {
    let of_core = format!("src/core/{name}");
    if name != "lib.rs" && repository().join(&of_core).exists() { of_core } else { format!("src/{name}") }
}

fn product_sources() -> impl Iterator<Item = (String, String)> {
    sources().into_iter().filter(|(name, _)| !name.starts_with("tests/"))
}

#[test]
fn every_file_has_a_module_doc_and_one_topic() {
    let mut broken = Vec::new();
    for (name, text) in product_sources() {
        if !text.starts_with("//!") {
            broken.push(format!("{}: start with a //! line that describes the contents", path_of(&name)));
        }
        if text.lines().count() > MAX_LINES {
            broken.push(format!(
                "{}: {} lines; move the second topic to a file of its own",
                path_of(&name),
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
    let git = Command::new("git").args(["ls-files"]).current_dir(repository()).output().ok();
    let listed = git.filter(|git| git.status.success());
    if listed.is_none() {
        crate::support::data::leave_out("this is no checkout of git");
    }
    listed.map(|git| String::from_utf8(git.stdout).expect("names are UTF-8"))
}

#[test]
fn the_top_level_stays_small() {
    let allowed = [
        ".cargo", ".ci", ".git-blame-ignore-revs", ".gitignore", "Cargo.lock", "Cargo.toml", "LICENSE-APACHE",
        "LICENSE-MIT", "README.md", "SECURITY.md", "benches", "build.rs", "clippy.toml", "config.example.toml",
        "deny.toml", "docs", "rustfmt.toml", "src", "ui",
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
        .args(["fmt", "--check", "--all", "--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
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
