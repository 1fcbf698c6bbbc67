//! The demo articles: real changes of the law, for trying out the product, and forms of acts that they change.

use std::cmp::Reverse;

use super::forms::{self, FormEvent, FormSummary};
use super::import::{ImportEvent, ImportOptions, ImportSummary, import};
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::config::Config;
use crate::domain::{Article, topic};
use crate::error::Result;
use crate::sources::draft::{self, Rules};
use crate::sources::{Format, Upload, files};
use crate::store::{self, articles};

/// The files of `src/demo`, one per topic.
#[derive(rust_embed::RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/demo"]
#[include = "*.json"]
struct Files;

/// The acts that demo articles name as their `file_url`, in files named after their documents on the legislative
/// portal.
#[derive(rust_embed::RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/demo/pdf"]
#[include = "*.pdf"]
struct Pdfs;

/// Consolidated forms of acts, in one compressed file for each act; the next form begins with its front matter.
#[derive(rust_embed::RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/demo/forms"]
#[include = "*.md.zst"]
struct Forms;

/// The beginning of a form.
const FORM_START: &str = "---\ntitle: ";

/// The address of a document on the legislative portal, without its number.
const PORTAL: &str = "https://legislatie.just.ro/Public/DetaliiDocument/";

/// Imports the demo articles unless the store has articles, and stores their files. Blocks, as [`import`] does.
///
/// # Errors
/// Those of [`import`].
pub fn load(app: &App) -> Result<ImportSummary> {
    keep_files(app);
    if app.store.read_blocking(|tx| Ok(articles::any(tx)?))? {
        return Ok(ImportSummary::default());
    }
    // A test keeps the demo articles valid.
    let mut report = |event| match event {
        ImportEvent::Refused { location, problems } => {
            let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
            tracing::warn!(%location, ?problems, "a demo article was refused");
        }
        ImportEvent::Warning { location, message, .. } => tracing::warn!(%location, message, "in a demo article"),
        ImportEvent::Progress { .. } | ImportEvent::Would { .. } | ImportEvent::Stored { .. } => {}
    };
    import(app, &Actor::System, uploads(), &ImportOptions::default(), &mut report)
}

/// Imports the demo forms unless the store has forms, and compares them.
///
/// # Errors
/// Those of [`forms::import`].
pub async fn load_forms(app: &App, actor: &Actor) -> Result<FormSummary> {
    policy::authorize(actor, Action::ImportActs)?;
    if app.store.read(|tx| Ok(!store::forms::all(tx)?.is_empty())).await? {
        return Ok(FormSummary::default());
    }
    let mut report = |event| {
        if let FormEvent::Refused { reason } = event {
            tracing::warn!(reason, "a demo form was refused");
        }
    };
    // The list of files cannot be sent to the threads that read them.
    let uploads: Vec<_> = form_uploads().collect();
    forms::import(app, actor, Box::new(uploads.into_iter()), None, &mut report).await
}

fn form_uploads() -> impl Iterator<Item = Result<Upload>> {
    Forms::iter().flat_map(|name| {
        let text = Forms::get(&name).and_then(|file| zstd::stream::decode_all(&*file.data).ok());
        let text = text.and_then(|text| String::from_utf8(text).ok());
        let text = text.expect("reading a form cannot fail: it is part of the program");
        let starts: Vec<usize> = text.match_indices(FORM_START).map(|(at, _)| at).collect();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let forms: Vec<Vec<u8>> = starts.iter().zip(ends).map(|(from, to)| text[*from..to].into()).collect();
        forms.into_iter().map(move |bytes| {
            Ok(Upload {
                name: format!("demo/forms/{name}"),
                format: None,
                reader: Box::new(std::io::Cursor::new(bytes)),
            })
        })
    })
}

/// Stores the PDF files of the demo articles like fetched files, since the portal has no PDF files of them.
fn keep_files(app: &App) {
    for (name, file) in Pdfs::iter().filter_map(|name| Pdfs::get(&name).map(|file| (name, file))) {
        let url = format!("{PORTAL}{}", name.trim_end_matches(".pdf"));
        if let Err(error) = app.fetcher.keep(&url, &file.data) {
            tracing::warn!(%error, url, "a file of a demo article cannot be kept");
        }
    }
}

/// All demo articles, most important and newest first, for previews of mails.
pub fn articles(config: &Config) -> Vec<Article> {
    let rules = Rules {
        topics: topic::defaults().into_iter().map(|topic| topic.id).collect(),
        allowed_hosts: config.fetch.allowed_hosts.clone(),
    };
    let records = uploads().flatten().flat_map(|upload| files::records(upload, None)).flatten().flatten();
    let drafts = records.filter_map(|record| draft::read(record.fields, &rules, &mut vec![]).ok());
    let mut articles: Vec<_> = drafts.map(|draft| draft.article).collect();
    articles.sort_by_key(|article| (Reverse(article.importance), Reverse(article.publish_date), article.slug.clone()));
    articles
}

fn uploads() -> impl Iterator<Item = Result<Upload>> {
    Files::iter().filter_map(|name| {
        let file = Files::get(&name)?;
        let reader = Box::new(std::io::Cursor::new(file.data));
        Some(Ok(Upload { name: format!("demo/{name}"), format: Some(Format::Json), reader }))
    })
}
