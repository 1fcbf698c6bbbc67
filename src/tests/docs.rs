//! The documents tell the truth: their commands run, their links lead somewhere, and every behaviour ID that a test
//! names is explained.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use paragraf::clock::Clock;
use paragraf::domain::Uid;
use paragraf::domain::email::Email;
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::store::{FILE_NAME, Store};

use crate::support::accounts::account;
use crate::support::binary::{Home, Server};

/// First words of lines that change the machine or build the program; they are shown, not run.
const NOT_RUN: [&str; 6] = ["cargo", "install", "useradd", "mkdir", "chown", "systemctl"];

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

/// The lines of the document's `sh` blocks, without comments.
fn commands(text: &str) -> Vec<String> {
    let mut in_shell = false;
    let mut lines = Vec::new();
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => in_shell = &*language == "sh",
            Event::End(TagEnd::CodeBlock) => in_shell = false,
            Event::Text(code) if in_shell => {
                lines.extend(code.lines().map(|line| line.split(" #").next().unwrap_or_default().trim().to_owned()));
            }
            _ => {}
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
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

/// The configuration with the tenant that the documents name.
const CONFIG: &str = "tenants.toml";

/// A home with the files, the account and the articles that the documents talk about.
struct Reader {
    home: Home,
    server: Option<Server>,
}

impl Reader {
    fn new() -> Self {
        let home = Home::new();
        let article = r#"{"title": "O lege nouă", "technical_summary": "Pe scurt.", "simple_explanation": "Mai simplu.", "importance": 3, "publish_date": "2026-03-13", "topic": "munca"}"#;
        home.write("changes.jsonl", article);
        home.write("new/another.json", article.replace("O lege nouă", "Altă lege nouă"));
        home.write(
            "changes.csv",
            "title,technical_summary,simple_explanation,importance,publish_date,topic\nA treia lege,Pe scurt.,Mai simplu.,2,2026-03-14,fiscalitate\n",
        );
        home.write("export.csv", "email,status,state\nana@example.ro,1,Cluj\nion@example.ro,2,\n");
        home.write(
            "list.csv",
            "email,confirmed_at\nana@example.ro,2026-01-02T03:04:05Z\nion@example.ro,2026-01-02T03:04:05Z\n",
        );
        home.write(
            "act.txt",
            "Art. 5 din Legea nr. 31/1990 se modifică. Prezenta lege intră în vigoare la 30 de zile.",
        );
        home.write("noutati.md", campaign());
        home.write("invitatie.md", campaign().replace("noutati-iulie-2026", "invitatie"));
        home.write("before.md", crate::law::BEFORE);
        home.write("act.json", crate::law::ACT);
        home.write("returned.mbox", "From MAILER-DAEMON Thu Jan  1 00:00:00 2026\nSubject: hello\n\nhello\n");
        home.write(CONFIG, "[[accounts.tenant]]\nid = \"firma\"\nname = \"Firma\"\nsign_in_methods = [\"password\"]\n");
        put_account(&home);
        let mut reader = Self { home, server: None };
        reader.start();
        reader
    }

    fn start(&mut self) {
        self.server = Some(self.home.serve(&["--demo", "--data", "data", "--config", CONFIG]));
    }

    /// Runs the line as a shell would, or says how it ended.
    fn run(&mut self, line: &str) -> Result<(), String> {
        match line {
            "systemctl stop paragraf" => assert_eq!(self.server.take().map(Server::stop), Some(0)),
            "systemctl start paragraf" => self.start(),
            _ if NOT_RUN.iter().any(|word| line.starts_with(word)) => {}
            _ => return self.run_paragraf(line),
        }
        Ok(())
    }

    fn run_paragraf(&self, line: &str) -> Result<(), String> {
        let line = line
            .replace("/etc/paragraf/", "")
            .replace("/etc/systemd/system/", "")
            .replace("NAME", &self.newest_backup());
        let bin = Path::new(env!("CARGO_BIN_EXE_paragraf")).parent().expect("a folder");
        let output = Command::new("/bin/sh")
            .args(["-c", &line])
            .current_dir(self.home.path())
            .env_clear()
            .env("PATH", bin)
            .env("PARAGRAF_DATA", "data")
            .env("PARAGRAF_CONFIG", CONFIG)
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        if output.status.success() { Ok(()) } else { Err(format!("{}: {printed}", output.status)) }
    }

    fn newest_backup(&self) -> String {
        let backups = std::fs::read_dir(self.home.data().join("backups")).into_iter().flatten().flatten();
        let names = backups.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.ends_with(".redb")).max().unwrap_or_default()
    }
}

/// The account that the documents call ana@example.ro.
fn put_account(home: &Home) {
    std::fs::create_dir_all(home.data()).expect("a folder");
    let store = Store::open(&home.data().join(FILE_NAME), 1 << 20, &Clock::System).expect("the store");
    let uid = Uid::parse(&format!("{:0<28}", "ana")).expect("a uid");
    let ana = AccountRecord {
        email: Some(Email::parse("ana@example.ro").expect("an address")),
        ..account(&uid, "ana", Clock::System.now())
    };
    store.write_blocking(move |tx| Ok(accounts::put(tx, None, &ana)?)).expect("the account is stored");
}

/// The campaign that `docs/mail.md` shows.
fn campaign() -> String {
    let text = std::fs::read_to_string(root().join("docs/mail.md")).expect("the document");
    let (_, block) = text.split_once("```markdown\n").expect("an example campaign");
    block.split_once("```").expect("its end").0.to_owned()
}

#[test]
fn every_command_in_the_documents_runs() {
    let mut failed = Vec::new();
    for (path, text) in documents() {
        let lines = commands(&text);
        if lines.iter().all(|line| !line.starts_with("paragraf")) {
            continue;
        }
        let mut reader = Reader::new();
        for line in lines {
            if let Err(why) = reader.run(&line) {
                failed.push(format!("{}: {line}\n  {why}", path.display()));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
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
        "web/",
        "cli/",
        "control/",
        "ops/",
        "mail/",
        "sources/",
        "domain/",
        "jobs/",
        "identity/",
        "config/",
        "catalogue/",
        "store/",
        "src/",
        "ui/",
    ];
    let mut missing = Vec::new();
    for (path, text) in documents() {
        for event in Parser::new(&text) {
            let Event::Code(code) = event else { continue };
            let named = STARTS.iter().any(|start| code.starts_with(start)) && !code.contains([' ', '*', '{', '<']);
            if named && !root().join(&*code).exists() && !root().join("src").join(&*code).exists() {
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
fn every_test_that_the_asvs_table_names_exists() {
    let text = std::fs::read_to_string(root().join("docs/asvs.md")).expect("the document");
    let tests = table_rows(&text).into_iter().filter_map(|mut row| row.pop()).flat_map(|last| last.code);
    let names: BTreeSet<_> = tests.filter(|name| name.len() > 14 && name.bytes().all(is_name)).collect();
    assert!(names.len() > 80, "the table was not read");
    let sources: String = files_below(&root().join("src"))
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| std::fs::read_to_string(path).expect("a source"))
        .collect();
    let missing: Vec<_> = names.iter().filter(|name| !sources.contains(&format!("fn {name}("))).collect();
    assert!(missing.is_empty(), "docs/asvs.md names tests that are gone: {missing:?}");
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_'
}
