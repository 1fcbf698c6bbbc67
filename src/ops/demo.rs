//! The demo articles: real changes of the law, for trying out the product.

use std::cmp::Reverse;

use super::import::{ImportEvent, ImportOptions, ImportSummary, import};
use super::policy::Actor;
use crate::app::App;
use crate::config::Config;
use crate::domain::{Article, topic};
use crate::error::Result;
use crate::sources::draft::{self, Rules};
use crate::sources::{Format, Upload, files};
use crate::store::articles;

/// The files of `src/demo`, one per topic.
#[derive(rust_embed::RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/src/demo"]
#[include = "*.json"]
struct Files;

/// The acts that demo articles name as their `file_url`, in files named after their documents on the legislative
/// portal.
#[derive(rust_embed::RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/src/demo/pdf"]
#[include = "*.pdf"]
struct Pdfs;

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
