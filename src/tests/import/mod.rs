//! Tests of import: `records` for what is refused, `changes` for what the store becomes,
//! `formats` for each kind of file, `modes` for dry run, strict and draft, `export` for the way
//! back, `demo` for the articles we ship.

mod changes;
mod demo;
mod export;
mod formats;
mod modes;
mod records;

use std::io::Read;

use paragraf::app::App;
use paragraf::clock::Clock;
use paragraf::config::Config;
use paragraf::domain::Slug;
use paragraf::error::Result;
use paragraf::ops::Actor;
use paragraf::ops::import::{ImportEvent, ImportOptions, ImportSummary, import};
use paragraf::sources::Upload;
use paragraf::store::articles::{self, ArticleRecord};
use paragraf::store::{Store, verify};

/// An app over a store in memory, in a folder of its own; verified when dropped.
struct Desk {
    app: App,
    _folder: tempfile::TempDir,
}

/// What an import told.
struct Told {
    summary: ImportSummary,
    events: Vec<ImportEvent>,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let clock = Clock::fixed("2026-01-10T08:00:00Z".parse().expect("an instant"));
        let store = Store::in_memory(&clock).expect("a store");
        let app = App::with_store(Config::default(), folder.path().to_owned(), clock, store).expect("an app");
        Self { app, _folder: folder }
    }

    /// Imports files of these names and texts.
    fn import(&self, files: &[(&str, &str)], options: ImportOptions) -> Told {
        self.try_import(uploads(files), options).expect("the import runs to its end")
    }

    fn try_import(&self, uploads: Vec<Result<Upload>>, options: ImportOptions) -> Result<Told> {
        let mut events = Vec::new();
        let operator = Actor::Operator { uid: 1000 };
        let summary = import(&self.app, &operator, uploads.into_iter(), &options, &mut |event| events.push(event))?;
        Ok(Told { summary, events })
    }

    fn get(&self, slug: &str) -> Option<ArticleRecord> {
        let slug = Slug::parse(slug).expect("a slug");
        self.app.store.read_blocking(|tx| Ok(articles::get(tx, &slug)?)).expect("the store is read")
    }

    fn count(&self) -> u64 {
        self.app.store.read_blocking(|tx| Ok(articles::count(tx)?)).expect("the store is read")
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let findings = self.app.store.read_blocking(|tx| Ok(verify::verify(tx)?)).expect("the store is read");
            assert!(findings.is_empty(), "{findings:?}");
        }
    }
}

impl Told {
    /// New, changed, unchanged, refused, warnings.
    fn counts(&self) -> [u64; 5] {
        let ImportSummary { new, changed, unchanged, refused, warnings, .. } = self.summary;
        [new, changed, unchanged, refused, warnings]
    }

    /// Each problem and warning as the command line shows it.
    fn messages(&self) -> Vec<String> {
        let mut messages = Vec::new();
        for event in &self.events {
            match event {
                ImportEvent::Refused { location, problems } => {
                    messages.extend(problems.iter().map(|problem| format!("{location}: {problem}")));
                }
                ImportEvent::Warning { location, field, message, records } => {
                    let field = field.as_ref().map_or(String::new(), |field| format!("{field}: "));
                    messages.push(format!("{location}: {field}{message} ({records}x)"));
                }
                ImportEvent::Progress { .. } | ImportEvent::Would { .. } | ImportEvent::Stored { .. } => {}
            }
        }
        messages
    }

    fn stored(&self) -> Vec<&str> {
        let slugs = self.events.iter().filter_map(|event| match event {
            ImportEvent::Stored { slugs, .. } => Some(slugs),
            _ => None,
        });
        slugs.flatten().map(Slug::as_str).collect()
    }
}

fn uploads(files: &[(&str, &str)]) -> Vec<Result<Upload>> {
    let upload = |(name, text): &(&str, &str)| upload(name, std::io::Cursor::new(text.as_bytes().to_vec()));
    files.iter().map(upload).map(Ok).collect()
}

fn upload(name: &str, reader: impl Read + Send + 'static) -> Upload {
    Upload { name: name.to_owned(), format: None, reader: Box::new(reader) }
}

/// A sound record with this slug, as a JSON value to be changed.
fn record(slug: &str) -> serde_json::Value {
    serde_json::to_value(crate::support::articles::article(slug)).expect("JSON")
}

/// Records as JSON Lines.
fn lines(records: &[serde_json::Value]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}
