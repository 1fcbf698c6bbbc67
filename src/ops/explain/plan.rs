//! Chooses the articles to explain and reads the acts that they explain.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::report::ExplainRequest;
use crate::app::App;
use crate::clock::legal_time_zone;
use crate::domain::{Article, Importance, Language, Slug, Status, date};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::explain::checker::{ActText, BeforeText};
use crate::explain::{self, PROMPT_VERSION, Prompt};
use crate::ops::amendments;
use crate::ops::desk::{check_editable, missing};
use crate::store::articles::{self, ArticleRecord};
use crate::store::desk::{self, DeskRecord};
use crate::store::explanations::{self, ExplanationRecord};
use crate::store::{ReadTx, Reading, archive};

/// A draft and the act that it explains.
pub(super) struct Planned {
    pub record: ArticleRecord,
    pub explained: Option<ExplanationRecord>,
    pub source_sha256: String,
    pub facts: String,
    pub act: ActText,
}

impl Planned {
    /// Whether this text was explained with this prompt before.
    pub fn is_explained(&self) -> bool {
        self.explained.as_ref().is_some_and(|explained| {
            explained.source_sha256 == self.source_sha256 && explained.prompt_version == PROMPT_VERSION
        })
    }

    pub fn prompt(&self) -> Prompt {
        Prompt::new(&self.act, &self.facts)
    }
}

/// Returns the slugs of a request in order, each once.
pub(super) async fn slugs(app: &App, request: &ExplainRequest) -> Result<Vec<Slug>> {
    let mut slugs = request.slugs.clone();
    if request.drafts {
        slugs.extend(app.store.read(drafts).await?);
    }
    let mut seen = HashSet::new();
    slugs.retain(|slug| seen.insert(slug.clone()));
    Ok(slugs)
}

/// The drafts with an archived act that no editor has touched, newest first; without those that say that there is
/// nothing new to do, which need no explanation.
fn drafts(tx: &ReadTx) -> Result<Vec<Slug>> {
    let mut slugs = Vec::new();
    articles::each_newest_first(tx, &mut |record| {
        let needs_words = record.article.importance > Importance::TRIVIAL;
        if record.status == Status::Draft && needs_words && source(&record.article).is_some() {
            slugs.push(record.article.slug);
        }
        ControlFlow::Continue(())
    })?;
    let mut untouched = Vec::new();
    for slug in slugs {
        if check_untouched(&desk::get(tx, &slug)?).is_ok() {
            untouched.push(slug);
        }
    }
    Ok(untouched)
}

fn source(article: &Article) -> Option<&String> {
    article.provenance.as_ref().and_then(|provenance| provenance.source_sha256.as_ref())
}

/// Reads a draft and its act.
///
/// # Errors
/// `not_found`; those of [`check_untouched`]; `operation_not_allowed` for an article that is not a draft or names no
/// archived text; `unreadable` for a document that is not text.
pub(super) async fn plan(app: &App, slug: Slug) -> Result<Planned> {
    let read = app.store.read(move |tx| read(tx, &slug)).await?;
    let text = String::from_utf8(read.bytes).map_err(|_| {
        Error::conflict(ErrorCode::Unreadable, format!("the archived document {} is not text", read.source_sha256))
    })?;
    let (record, facts) = (read.record, read.facts);
    let act = ActText::new(&text, &facts).with_before(read.before);
    Ok(Planned { explained: read.explained, source_sha256: read.source_sha256, record, facts, act })
}

struct Read {
    record: ArticleRecord,
    explained: Option<ExplanationRecord>,
    source_sha256: String,
    facts: String,
    before: Vec<BeforeText>,
    bytes: Vec<u8>,
}

fn read(tx: &dyn Reading, slug: &Slug) -> Result<Read> {
    let record = articles::get(tx, slug)?.ok_or_else(|| missing(slug))?;
    if record.status != Status::Draft {
        let message = format!("{slug} is {}; only drafts are explained", record.status);
        return Err(Error::conflict(ErrorCode::OperationNotAllowed, message));
    }
    check_untouched(&desk::get(tx, slug)?)?;
    let no_source = || {
        let message = format!("{slug} names no archived text of its act in provenance.source_sha256");
        Error::new(Kind::Conflict, ErrorCode::OperationNotAllowed, message)
    };
    let source_sha256 = source(&record.article).ok_or_else(no_source)?.clone();
    let no_text = || Error::not_found(format!("the archive has no document {source_sha256}, which {slug} names"));
    let bytes = archive::get(tx, &source_sha256)?.ok_or_else(no_text)?.bytes;
    let explained = explanations::get(tx, slug)?;
    // A draft that was explained keeps its facts: the model may have replaced the title since.
    let facts = explained.as_ref().map_or_else(|| facts(&record.article), |explained| explained.facts.clone());
    let before = amendments::before(tx, &record.article)?;
    Ok(Read { explained, facts, before, bytes, source_sha256, record })
}

/// What sources and rules found about the act beside its text, in Romanian.
fn facts(article: &Article) -> String {
    let mut facts = vec![article.title.clone()];
    facts.extend(explain::facts(article, &[]));
    // A counted day is no fact of the act.
    let named = article.deadlines.iter().filter(|entry| !entry.is_counted());
    let named = named.filter_map(|entry| Some(format!("{}: {}", date::long(entry.date?, Language::Ro), entry.what)));
    facts.extend(named);
    facts.join("\n")
}

/// Checks that no editor has written in the draft or decided about it.
///
/// # Errors
/// `draft_scheduled`, `draft_rejected`; `operation_not_allowed` if a person wrote in the draft.
pub(super) fn check_untouched(notes: &DeskRecord) -> Result<()> {
    check_editable(notes)?;
    let Some(saved) = &notes.saved else { return Ok(()) };
    let message = format!("{} has words of {}, which the model would replace", notes.slug, saved.by);
    Err(Error::conflict(ErrorCode::OperationNotAllowed, message))
}

/// The calendar month in Romania, such as `2026-11`.
pub(super) fn month(app: &App) -> String {
    app.clock.now().to_zoned(legal_time_zone()).strftime("%Y-%m").to_string()
}
