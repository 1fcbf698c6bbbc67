//! Drafts made from stored acts by rules, and the reasons for their values. Nothing here publishes.

use jiff::Timestamp;

use super::amendments::make::stored_changes;
use super::archived_act::act_text;
use super::blocking::blocking;
use super::desk::version;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::domain::amendment::{ActAmendments, Amendment, PieceKind};
use crate::domain::rule_reason::RuleReason;
use crate::domain::{ActKey, Article, NotDrafted, Slug, Status};
use crate::error::{Error, Result};
use crate::explain;
use crate::explain::checker::ActText;
use crate::sources::act_draft::{self, ActDraft};
use crate::store::acts::{self, ActRecord};
use crate::store::articles::{self, ArticleRecord};
use crate::store::desk::{self, DeskRecord};
use crate::store::draft_reasons::{self, DraftReasons};
use crate::store::{WriteTx, archive, topics};

/// Number of slugs that are tried for a new draft.
const MAX_SLUGS: u32 = 20;

/// Drafts an article from an act and returns its slug. Returns `None` if no article is written: the act has one that a
/// person changed, published or removed, or it concerns no reader, and then the act keeps the reason.
///
/// # Errors
/// `not_found` if there is no such act.
pub async fn draft_act(app: &App, actor: &Actor, key: ActKey) -> Result<Option<Slug>> {
    policy::authorize(actor, Action::ImportActs)?;
    let missing = format!("there is no act {key}");
    let read = app.store.read(move |tx| {
        let record = acts::get(tx, &key)?.ok_or_else(|| Error::not_found(missing))?;
        let text = archive::get(tx, &record.text_sha256)?;
        let text = text.ok_or_else(|| Error::not_found(format!("the archive lacks the text of {}", record.key)))?;
        let topics: Vec<_> = topics::list(tx)?.into_iter().map(|topic| topic.id).collect();
        let stored = stored_changes(tx, &record)?;
        Ok((record, String::from_utf8_lossy(&text.bytes).into_owned(), topics, stored))
    });
    let (record, text, topics, stored) = read.await?;
    let (now, today) = (app.clock.now(), app.clock.today());
    let source = act_text(&record, text);
    // Reading a long act, such as a code, takes a while.
    let key = record.key.clone();
    let work = move || -> std::result::Result<Made, NotDrafted> {
        let ActDraft { article, reasons } = act_draft::draft_article(&source, &stored, &topics, today)?;
        let known: Vec<_> = explain::facts(&article, &reasons).into_iter().chain(texts_before(&stored)).collect();
        let act = ActText::new(&source.text, &known.join("\n"));
        let findings = explain::check_draft(&act, &article, None).len();
        Ok(Made { act: record.key, article, reasons, findings, now })
    };
    match blocking("drafting an article", work).await? {
        Ok(made) => app.store.write(move |tx| made.store(tx)).await,
        Err(reason) => app.store.write(move |tx| note_reason(tx, &key, reason)).await.map(|()| None),
    }
}

/// What the changed provisions said before, which the draft quotes.
fn texts_before(stored: &[ActAmendments]) -> impl Iterator<Item = String> {
    let before = |amendment: &Amendment| {
        let pieces = amendment.difference.iter().filter(|piece| piece.kind != PieceKind::Added);
        pieces.map(|piece| piece.text.as_str()).collect()
    };
    stored.iter().flat_map(|act| &act.amendments).map(before)
}

/// Notes on an act why it has no draft.
fn note_reason(tx: &WriteTx, key: &ActKey, reason: NotDrafted) -> Result<()> {
    let Some(act) = acts::get(tx, key)?.filter(|act| act.article.is_none()) else { return Ok(()) };
    acts::put(tx, &ActRecord { not_drafted: Some(reason), ..act })?;
    Ok(())
}

/// A draft before it is stored.
struct Made {
    act: ActKey,
    article: Article,
    reasons: Vec<RuleReason>,
    /// Findings of the checker in the article.
    findings: usize,
    now: Timestamp,
}

impl Made {
    /// Stores the draft as a new article, or in place of an earlier draft that nobody touched.
    fn store(&self, tx: &WriteTx) -> Result<Option<Slug>> {
        let Some(act) = acts::get(tx, &self.act)? else { return Ok(None) };
        let before = match &act.article {
            Some(slug) => match untouched(tx, &act, slug)? {
                Some(before) => Some(before),
                None => return note_correction(tx, &act, slug).map(|()| None),
            },
            None => None,
        };
        let slug = match &before {
            Some(before) => Some(before.article.slug.clone()),
            None => free_slug(tx, &self.article.slug)?,
        };
        let Some(slug) = slug else { return Ok(None) };
        let article = Article { slug: slug.clone(), ..self.article.clone() };
        let record = match &before {
            Some(before) => before.with_content(article, self.now),
            None => ArticleRecord::new(article, Status::Draft, self.now),
        };
        articles::put(tx, before.as_ref(), &record)?;
        desk::put(tx, &DeskRecord { findings: self.findings, ..desk::get(tx, &slug)? })?;
        let (text_sha256, reasons) = (act.text_sha256.clone(), self.reasons.clone());
        let version = version(&record.article);
        let why = DraftReasons { slug: slug.clone(), act: self.act.clone(), text_sha256, version, reasons };
        draft_reasons::put(tx, &why)?;
        acts::put(tx, &ActRecord { article: Some(slug.clone()), not_drafted: None, ..act })?;
        Ok(Some(slug))
    }
}

/// The draft of an act, if rules made it from a text of the act and neither a person nor a model has changed it since.
fn untouched(tx: &WriteTx, act: &ActRecord, slug: &Slug) -> Result<Option<ArticleRecord>> {
    let (before, why, notes) = (articles::get(tx, slug)?, draft_reasons::get(tx, slug)?, desk::get(tx, slug)?);
    let has_notes = notes.saved.is_some() || notes.schedule.is_some() || !notes.rejections.is_empty();
    let is_untouched = |before: &ArticleRecord, why: &DraftReasons| {
        before.status == Status::Draft
            && version(&before.article) == why.version
            && (act.earlier_texts.contains(&why.text_sha256) || act.text_sha256 == why.text_sha256)
            && !has_notes
    };
    Ok(before.zip(why).filter(|(before, why)| is_untouched(before, why)).map(|(before, _)| before))
}

/// Notes for the editors of a draft that the source corrected the text on which the draft rests.
fn note_correction(tx: &WriteTx, act: &ActRecord, slug: &Slug) -> Result<()> {
    let Some(record) = articles::get(tx, slug)?.filter(|record| record.status == Status::Draft) else { return Ok(()) };
    let rests_on = record.article.provenance.and_then(|provenance| provenance.source_sha256);
    if rests_on.is_some_and(|sha256| act.earlier_texts.contains(&sha256)) {
        let corrected_source = Some(act.text_sha256.clone());
        desk::put(tx, &DeskRecord { corrected_source, ..desk::get(tx, slug)? })?;
    }
    Ok(())
}

/// The wanted slug if it is free, or else the first free one with a number.
fn free_slug(tx: &WriteTx, wanted: &Slug) -> Result<Option<Slug>> {
    for number in 1..=MAX_SLUGS {
        let numbered = if number == 1 { wanted.to_string() } else { format!("{wanted}-{number}") };
        if let Some(slug) = Slug::parse(&numbered)
            && articles::brief(tx, &slug)?.is_none()
        {
            return Ok(Some(slug));
        }
    }
    Ok(None)
}
