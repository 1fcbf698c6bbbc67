//! The notices of third parties: a list of the packages, and each text once with the packages that it applies to.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::expression::choose;
use super::packages::Package;
use super::repository;

const HEAD: &str = "\
Third-party notices of Paragraf

Paragraf is free software under the MIT License or the Apache License 2.0, as you choose. The executable and its pages
contain the packages below. Where a package offers several licenses, the one named here applies.
";

/// Line between two parts.
const RULE: &str = "--------------------------------------------------------------------------------";

/// Beginnings of the names of files with licenses and notices, in lower case.
const NAMES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// Folders of a package that are not part of the program.
const LEFT_OUT: [&str; 10] =
    ["tests", "test", "testing", "examples", "benches", "fuzz", "docs", "doc", "node_modules", "target"];

/// Words that a text under this license contains.
const MARKS: [(&str, &[&str]); 13] = [
    ("Apache-2.0", &["apache license"]),
    ("MIT", &["permission is hereby granted, free of charge, to any person obtaining"]),
    ("ISC", &["provided that the above copyright notice"]),
    (
        "0BSD",
        &["permission to use, copy, modify, and/or distribute", "permission to use, copy, modify, and distribute"],
    ),
    ("Zlib", &["provided 'as-is'", "provided \u{2018}as-is\u{2019}"]),
    ("BSD-3-Clause", &["neither the name", "endorse or promote products"]),
    ("BSD-2-Clause", &["redistribution and use in source and binary forms"]),
    ("Unicode-3.0", &["unicode license v3"]),
    ("MPL-2.0", &["mozilla public license"]),
    ("CDLA-Permissive-2.0", &["community data license agreement"]),
    ("OFL-1.1", &["sil open font license"]),
    ("Unlicense", &["free and unencumbered software"]),
    ("GPL-2.0", &["terms and conditions for copying, distribution and modification"]),
];

/// Licenses that add a condition to a shorter one, whose words they contain too.
const LONGER: [(&str, &str); 2] = [("BSD-3-Clause", "BSD-2-Clause"), ("ISC", "0BSD")];

/// Licenses whose text is the same for every package, so that it stands once.
const STANDARD: [&str; 2] = ["Apache-2.0", "MPL-2.0"];

/// Each text, with its whitespace as written, and the labels of its packages.
#[derive(Default)]
struct Texts {
    by_words: BTreeMap<String, (String, BTreeSet<String>)>,
}

impl Texts {
    fn add(&mut self, text: &str, package: &Package) {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, labels) = self.by_words.entry(words).or_insert_with(|| (tidy(text), BTreeSet::new()));
        labels.insert(package.label());
    }
}

/// Without spaces at the ends of lines, empty lines at both ends, and carriage returns.
fn tidy(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The document for packages of which the licenses on the list apply.
pub fn text(packages: &[Package], allowed: &[String]) -> String {
    let mut packages: Vec<_> = packages.iter().collect();
    packages.sort_by_key(|package| package.label());
    let files: Vec<_> = packages.iter().map(|package| license_files(&package.folder)).collect();
    let standard = standard_texts(&files);
    let (mut document, mut texts) = (format!("{HEAD}\n"), Texts::default());
    for (package, files) in packages.iter().zip(&files) {
        let chosen = choose(&package.license, allowed).unwrap_or_default();
        let names: Vec<_> = chosen.iter().map(String::as_str).collect();
        document.push_str(&format!("{} ({})\n", package.label(), names.join(" and ")));
        add(&mut texts, package, &names, files, &standard);
    }
    let mut parts: Vec<_> = texts.by_words.into_values().collect();
    parts.sort_by_key(|(text, labels)| (std::cmp::Reverse(labels.len()), labels.first().cloned(), text.clone()));
    for (text, labels) in parts {
        let labels = Vec::from_iter(labels).join(", ");
        document.push_str(&format!("\n{RULE}\n{}\n\n{text}\n", wrap(&labels)));
    }
    document
}

/// Adds the texts of a package: its own files of the licenses that apply, and for those without one the usual text.
fn add(
    texts: &mut Texts,
    package: &Package,
    chosen: &[&str],
    files: &[String],
    standard: &BTreeMap<&'static str, String>,
) {
    let mut covered = BTreeSet::new();
    for text in files {
        let marks = licenses_in(text);
        let applies = marks.is_empty() || marks.iter().any(|mark| chosen.contains(mark) && !STANDARD.contains(mark));
        if applies {
            texts.add(text, package);
            covered.extend(marks);
        }
    }
    for name in chosen.iter().filter(|name| !covered.contains(*name)) {
        let text = standard.get(name).unwrap_or_else(|| panic!("{}: no text of {name}", package.label()));
        match (STANDARD.contains(name), package.authors.as_slice()) {
            (true, _) => texts.add(text, package),
            (false, []) => texts.add(&format!("Copyright (c) the authors of {}\n\n{text}", package.name), package),
            (false, authors) => texts.add(&format!("Copyright (c) {}\n\n{text}", authors.join(", ")), package),
        }
    }
}

/// For each license a text without names: of our own files or of the first package that has it alone.
fn standard_texts(files: &[Vec<String>]) -> BTreeMap<&'static str, String> {
    let own =
        ["LICENSE-APACHE", "LICENSE-MIT"].map(|name| fs::read_to_string(repository().join(name)).expect("a text"));
    let mut standard = BTreeMap::new();
    for text in own.iter().chain(files.iter().flatten()) {
        if let [only] = licenses_in(text)[..] {
            standard.entry(only).or_insert_with(|| without_names(text));
        }
    }
    standard
}

fn without_names(text: &str) -> String {
    let is_name = |line: &str| {
        let line = line.trim_start().to_lowercase();
        line.starts_with("copyright") || line.starts_with("all rights reserved") || line.starts_with("(c)")
    };
    let is_apache = licenses_in(text) == ["Apache-2.0"];
    text.lines().filter(|line| is_apache || !is_name(line)).collect::<Vec<_>>().join("\n")
}

/// The licenses whose words the text contains.
fn licenses_in(text: &str) -> Vec<&'static str> {
    let words = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let has = |marks: &[&str]| marks.iter().any(|mark| words.contains(mark));
    let mut found: Vec<_> = MARKS.iter().filter(|(_, marks)| has(marks)).map(|(name, _)| *name).collect();
    for (longer, shorter) in LONGER {
        let other = if found.contains(&longer) && found.contains(&shorter) { shorter } else { longer };
        found.retain(|name| *name != other);
    }
    found
}

/// The texts of the package's files of licenses and notices, in the order of their paths.
fn license_files(folder: &Path) -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().to_lowercase();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && !LEFT_OUT.contains(&name.as_str()) {
                folders.push(entry.path());
            } else if !is_folder && NAMES.iter().any(|beginning| name.starts_with(beginning)) && is_text(&name) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found.iter().filter_map(|path: &PathBuf| fs::read_to_string(path).ok()).collect()
}

/// Whether the file holds prose: `license.rs` and `copying.js` are code.
fn is_text(name: &str) -> bool {
    let code = [".rs", ".js", ".mjs", ".cjs", ".ts", ".map", ".json", ".toml", ".c", ".h", ".py", ".css", ".html"];
    !code.iter().any(|ending| name.ends_with(ending))
}

/// The words in lines of at most 100 characters.
fn wrap(text: &str) -> String {
    let (mut wrapped, mut width) = (String::new(), 0);
    for word in text.split(' ') {
        if width > 0 && width + word.len() >= 100 {
            wrapped.push('\n');
            width = 0;
        } else if width > 0 {
            wrapped.push(' ');
        }
        wrapped.push_str(word);
        width += word.len() + 1;
    }
    wrapped
}

#[test]
fn a_text_is_recognised_by_its_words() {
    for (file, expected) in [("LICENSE-MIT", "MIT"), ("LICENSE-APACHE", "Apache-2.0")] {
        let text = fs::read_to_string(repository().join(file)).expect("a text");
        assert_eq!(licenses_in(&text), [expected]);
    }
    assert!(licenses_in("Neither the name nor the place").is_empty());
}
