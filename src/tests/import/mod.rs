//! Import of articles: `records` tests refusals, `changes` the stored result, `formats` each file
//! format, `modes` dry run, strict and draft, `export` the round trip, `demo` the example articles.

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

/// An app with a store in memory and a temporary folder. The store is verified on drop.
struct ImportTest {
    app: App,
    _folder: tempfile::TempDir,
}

/// Summary and events of an import.
struct Outcome {
    summary: ImportSummary,
    events: Vec<ImportEvent>,
}

impl ImportTest {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let clock = Clock::fixed("2026-01-10T08:00:00Z".parse().expect("an instant"));
        let store = Store::in_memory(&clock).expect("a store");
        let app = App::with_store(Config::default(), folder.path().to_owned(), clock, store).expect("an app");
        Self { app, _folder: folder }
    }

    /// Imports files given as names and texts.
    fn import(&self, files: &[(&str, &str)], options: ImportOptions) -> Outcome {
        self.try_import(uploads(files), options).expect("the import runs to its end")
    }

    fn try_import(&self, uploads: Vec<Result<Upload>>, options: ImportOptions) -> Result<Outcome> {
        let mut events = Vec::new();
        let operator = Actor::Operator { uid: 1000 };
        let summary = import(&self.app, &operator, uploads.into_iter(), &options, &mut |event| events.push(event))?;
        Ok(Outcome { summary, events })
    }

    fn get(&self, slug: &str) -> Option<ArticleRecord> {
        let slug = Slug::parse(slug).expect("a slug");
        self.app.store.read_blocking(|tx| Ok(articles::get(tx, &slug)?)).expect("the store is read")
    }

    fn count(&self) -> u64 {
        self.app.store.read_blocking(|tx| Ok(articles::count(tx)?)).expect("the store is read")
    }
}

impl Drop for ImportTest {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let findings = self.app.store.read_blocking(|tx| Ok(verify::verify(tx)?)).expect("the store is read");
            assert!(findings.is_empty(), "{findings:?}");
        }
    }
}

impl Outcome {
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

/// A valid record with this slug, as JSON that tests change.
fn record(slug: &str) -> serde_json::Value {
    serde_json::to_value(crate::support::articles::article(slug)).expect("JSON")
}

/// Records as JSON Lines.
fn lines(records: &[serde_json::Value]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}
