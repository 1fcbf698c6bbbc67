//! The documents tell the truth: their blocks work, their links lead somewhere, and every behaviour ID that a test
//! names is explained.

mod blocks;
mod empty_debian;
mod machine;
mod proxies;
mod scale;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README and every document below `docs` and `src`, with its text.
fn documents() -> Vec<(PathBuf, String)> {
    let decisions = std::fs::read_dir(root().join("docs/decisions")).expect("the decisions");
    let docs = std::fs::read_dir(root().join("docs")).expect("the documents");
    let found = docs.chain(decisions).map(|entry| entry.expect("an entry").path());
    found
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .chain([root().join("README.md"), root().join("src/ARCHITECTURE.md")])
        .map(|path| (path.clone(), std::fs::read_to_string(&path).expect("a text")))
        .collect()
}

/// A cell of a table: its text, and the parts of it in code letters.
#[derive(Default)]
struct Cell {
    text: String,
    code: Vec<String>,
}

/// The rows of all tables of a text, without their heads.
fn table_rows(text: &str) -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::TableRow) => row = Vec::new(),
            Event::Start(Tag::TableCell) => row.push(Cell::default()),
            Event::End(TagEnd::TableRow) => rows.push(std::mem::take(&mut row)),
            Event::Text(part) => row.iter_mut().last().into_iter().for_each(|cell| cell.text += &part),
            Event::Code(part) => row.iter_mut().last().into_iter().for_each(|cell| cell.code.push(part.to_string())),
            _ => {}
        }
    }
    rows
}

#[test]
fn every_link_in_the_documents_leads_to_a_file() {
    let mut broken = Vec::new();
    for (path, text) in documents() {
        for event in Parser::new(&text) {
            let (Event::Start(Tag::Link { dest_url, .. }) | Event::Start(Tag::Image { dest_url, .. })) = event else {
                continue;
            };
            let file = dest_url.split('#').next().unwrap_or_default();
            if !dest_url.contains("://") && !path.with_file_name(file).exists() {
                broken.push(format!("{}: {dest_url}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Files and folders of the project that the documents name in code letters.
#[test]
fn every_path_in_the_documents_exists() {
    const STARTS: [&str; 14] = [
        "web/", "cli/", "control/", "ops/", "mail/", "sources/", "domain/", "jobs/", "identity/", "config/",
        "catalogue/", "store/", "src/", "ui/",
    ];
    let mut missing = Vec::new();
    for (path, text) in documents() {
        for event in Parser::new(&text) {
            let Event::Code(code) = event else { continue };
            let named = STARTS.iter().any(|start| code.starts_with(start)) && !code.contains([' ', '*', '{', '<']);
            if named && ["", "src", "src/core"].iter().all(|folder| !root().join(folder).join(&*code).exists()) {
                missing.push(format!("{}: {code}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn the_readme_is_short() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let words = text.split_whitespace().count();
    assert!(words <= 600, "the README has {words} words of 600: move details to docs/");
}

#[test]
fn every_behaviour_id_is_explained_and_proven_by_a_test() {
    let explained = ids(&std::fs::read_to_string(root().join("docs/sign-in.md")).expect("the document"));
    let (mut unknown, mut proven) = (BTreeSet::new(), BTreeSet::new());
    for folder in ["src/tests", "ui/src", "ui/e2e"] {
        for path in files_below(&root().join(folder)) {
            let is_test = folder != "ui/src" || path.to_string_lossy().contains(".spec.");
            let used = ids(&std::fs::read_to_string(&path).unwrap_or_default());
            // Times, samples and paths of pictures look like IDs with these letters.
            let sure = used.difference(&explained).filter(|id| !id.starts_with(['A', 'M', 'T']));
            unknown.extend(sure.map(|id| format!("{}: {id}", path.display())));
            proven.extend(used.into_iter().filter(|_| is_test));
        }
    }
    assert!(unknown.is_empty(), "give these a row in docs/sign-in.md: {unknown:#?}");
    let unproven: Vec<_> = explained.difference(&proven).collect();
    assert!(unproven.is_empty(), "name a test by these rows of docs/sign-in.md: {unproven:?}");
}

#[test]
fn the_tests_of_each_sign_in_method_name_its_behaviours() {
    let text = std::fs::read_to_string(root().join("docs/sign-in.md")).expect("the document");
    let (_, section) = text.split_once("## What each method is tested with").expect("the section");
    let rows = table_rows(section);
    assert!(rows.len() > 10, "the table was not read");
    for row in rows {
        let [method, _, tests, behaviours] = &row[..] else { panic!("a row has {} columns", row.len()) };
        let files = tests.code.iter().map(|file| std::fs::read_to_string(root().join(file)).expect(file));
        let named: BTreeSet<String> = files.flat_map(|file| ids(&file)).collect();
        let missing: Vec<String> = with_ranges(&behaviours.text).into_iter().filter(|id| !named.contains(id)).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", method.text);
    }
}

/// The IDs of a list such as `P01 to P03, P07`.
fn with_ranges(list: &str) -> Vec<String> {
    let number = |id: &str| id[1..].parse::<u8>().expect("a number");
    let mut all = Vec::new();
    for part in list.split(',').map(str::trim) {
        let (first, last) = part.split_once(" to ").unwrap_or((part, part));
        all.extend((number(first)..=number(last)).map(|number| format!("{}{number:02}", &first[..1])));
    }
    all
}

/// Behaviour IDs such as W01, in capitals or at the beginning of a test's name.
fn ids(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_uppercase);
    words
        .filter(|word| match word.as_bytes() {
            [area, tens, ones] => b"WEPLTFACSKM".contains(area) && b"012".contains(tens) && ones.is_ascii_digit(),
            _ => false,
        })
        .collect()
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
        .retain(|path| path.extension().is_some_and(|extension| ["rs", "ts", "tsx"].iter().any(|it| extension == *it)));
    files
}

#[test]
fn every_test_that_a_table_of_the_documents_names_exists() {
    let sources: String = files_below(&root().join("src"))
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| std::fs::read_to_string(path).expect("a source"))
        .collect();
    for (document, least) in [("docs/asvs.md", 80), ("docs/faults.md", 40)] {
        let text = std::fs::read_to_string(root().join(document)).expect("the document");
        let tests = table_rows(&text).into_iter().filter_map(|mut row| row.pop()).flat_map(|last| last.code);
        let names: BTreeSet<_> = tests.filter(|name| name.len() > 14 && name.bytes().all(is_name)).collect();
        assert!(names.len() > least, "the table of {document} was not read");
        let missing: Vec<_> = names.iter().filter(|name| !sources.contains(&format!("fn {name}("))).collect();
        assert!(missing.is_empty(), "{document} names tests that are gone: {missing:?}");
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_'
}

#[test]
fn every_decision_is_listed_once_and_code_points_to_those_that_exist() {
    let folder = root().join("docs/decisions");
    let names = std::fs::read_dir(&folder).expect("the decisions").flatten();
    let names: BTreeSet<String> = names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let list = std::fs::read_to_string(folder.join("README.md")).expect("the list");
    let unlisted: Vec<_> =
        names.iter().filter(|name| *name != "README.md" && list.matches(&format!("({name})")).count() != 1).collect();
    assert!(unlisted.is_empty(), "list these once in docs/decisions/README.md, in their area: {unlisted:?}");
    let numbers: BTreeSet<&str> = names.iter().filter_map(|name| name.get(..4)).collect();
    let mut broken = Vec::new();
    for file in ["src", "ui/src", "ui/e2e", "benches"].into_iter().flat_map(|folder| code_files(&root().join(folder))) {
        let text = std::fs::read_to_string(&file).expect("a text");
        let pointers = text.match_indices(POINTER).filter_map(|(at, _)| text.get(at + POINTER.len()..)?.get(..4));
        let unknown = pointers.filter(|number| number.parse::<u16>().is_ok() && !numbers.contains(number));
        broken.extend(unknown.map(|number| format!("{}: {number}", file.display())));
    }
    assert!(broken.is_empty(), "no decision has this number:\n{}", broken.join("\n"));
}

#[test]
fn the_table_of_benches_has_each_bench_and_the_faults_it_names_exist() {
    let read = |path: &Path| std::fs::read_to_string(path).expect("a text");
    let (text, manifest) = (read(&root().join("benches/README.md")), read(&root().join("Cargo.toml")));
    let cells: Vec<_> = table_rows(&text).into_iter().filter_map(|row| row.into_iter().next()).collect();
    let named: BTreeSet<_> =
        cells.iter().flat_map(|cell| &cell.code).filter_map(|code| code.strip_prefix("cargo bench --bench ")).collect();
    let declared = manifest.split("[[bench]]\nname = \"").skip(1).filter_map(|rest| rest.split('"').next());
    assert_eq!(named, declared.collect::<BTreeSet<_>>());
    let sources: String = code_files(&root().join("benches/faults")).iter().map(|path| read(path)).collect();
    // A name of a fault has words with hyphens.
    let is_word = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric());
    let is_name = |code: &&str| code.contains('-') && code.split('-').all(is_word);
    let faults: Vec<_> = text.split('`').skip(1).step_by(2).filter(is_name).collect();
    assert!(faults.len() > 5, "the names were found");
    let gone: Vec<_> = faults.iter().filter(|name| !sources.contains(&format!("name: \"{name}\""))).collect();
    assert!(gone.is_empty(), "benches/README.md names faults that no bench has: {gone:?}");
}

/// The text before the number of a decision in a comment.
const POINTER: &str = "docs/decisions/";

fn code_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_code = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ["rs", "ts", "tsx", "mjs"].iter().any(|code| ending == *code))
    };
    files.into_iter().filter(is_code).chain(folders.iter().flat_map(|folder| code_files(folder))).collect()
}
