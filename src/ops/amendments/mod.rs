//! Before and after: what stored acts change in the stored forms of other acts.

mod base;
pub mod make;

use std::sync::atomic::Ordering;

use super::desk;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::AmendedTotal;
use crate::domain::act::Act;
use crate::domain::amendment::{ActAmendments, Amendment, PieceKind};
use crate::domain::{ActKey, Article, Language, Slug};
use crate::error::Result;
use crate::explain::checker::BeforeText;
use crate::store::{Reading, amendments, draft_reasons};

/// Returns what the act of a published article changes, with an entry for each amended act. `id` is that of the article
/// in the catalogue.
pub async fn of_article(app: &App, actor: &Actor, id: u64, article: Article) -> Result<Vec<ActAmendments>> {
    policy::authorize(actor, Action::ReadPublished)?;
    // Read before the content, which is then at least as new.
    let generation = app.amendments_generation.load(Ordering::Acquire);
    if app.amended.get(generation, id).is_some_and(|amended| amended.acts == 0) {
        return Ok(vec![]);
    }
    let acts = app.store.read(move |tx| whole(tx, &article)).await?;
    app.amended.keep(generation, id, total(&acts));
    Ok(acts)
}

/// Counts the operations of the act of a published article, without those on acts that have no stored form. `id` is
/// that of the article in the catalogue.
pub async fn count_published(app: &App, actor: &Actor, id: u64, article: &Article) -> Result<u32> {
    policy::authorize(actor, Action::ReadPublished)?;
    let generation = app.amendments_generation.load(Ordering::Acquire);
    if let Some(amended) = app.amended.get(generation, id) {
        return Ok(amended.operations);
    }
    match read_total(app, article).await {
        Ok(amended) => {
            app.amended.keep(generation, id, amended);
            Ok(amended.operations)
        }
        Err(error) => app.amended.last(id).map(|amended| amended.operations).ok_or(error),
    }
}

/// As [`count_published`], of an article that is not in the catalogue.
pub async fn count(app: &App, actor: &Actor, article: &Article) -> Result<u32> {
    policy::authorize(actor, Action::ReadPublished)?;
    Ok(read_total(app, article).await?.operations)
}

async fn read_total(app: &App, article: &Article) -> Result<AmendedTotal> {
    let (slug, act) = (article.slug.clone(), article.act.clone());
    app.store
        .read(move |tx| {
            let key = key_of(tx, &slug, act.as_ref())?;
            let record = key.map_or(Ok(None), |key| amendments::get(tx, &key))?;
            Ok(total(&record.map(|record| record.acts).unwrap_or_default()))
        })
        .await
}

fn total(acts: &[ActAmendments]) -> AmendedTotal {
    AmendedTotal {
        acts: u32::try_from(acts.len()).unwrap_or(u32::MAX),
        operations: acts.iter().filter(|act| act.form.is_some()).map(|act| act.found).sum(),
    }
}

/// Returns what the act of a draft changes.
///
/// # Errors
/// `not_found`, `not_a_draft`.
pub async fn of_draft(app: &App, actor: &Actor, slug: Slug) -> Result<Vec<ActAmendments>> {
    policy::authorize(actor, Action::UseDesk)?;
    let actor = actor.clone();
    app.store.read(move |tx| whole(tx, &desk::draft(tx, &actor, &slug)?)).await
}

/// What the provisions that the act of an article changes said before, for the operations that were applied to a
/// stored form.
pub(super) fn before(tx: &dyn Reading, article: &Article) -> Result<Vec<BeforeText>> {
    let acts = whole(tx, article)?;
    let of_act = |act: ActAmendments| {
        let name = act.act.citation(Language::Ro);
        let applied = act.amendments.into_iter().filter(|it| it.is_applied() && !it.difference.is_empty());
        applied.map(move |it| before_text(&it, &name)).collect::<Vec<_>>()
    };
    Ok(acts.into_iter().flat_map(of_act).collect())
}

fn before_text(amendment: &Amendment, act: &str) -> BeforeText {
    let side = |other: PieceKind| {
        let pieces = amendment.difference.iter().filter(|piece| piece.kind != other);
        pieces.map(|piece| piece.text.as_str()).collect::<String>()
    };
    let provision = amendment.provision.as_ref().map_or_else(|| act.to_owned(), |it| format!("{it} din {act}"));
    BeforeText {
        source: amendment.source.clone(),
        provision,
        before: side(PieceKind::Added),
        after: side(PieceKind::Removed),
    }
}

fn whole(tx: &dyn Reading, article: &Article) -> Result<Vec<ActAmendments>> {
    let key = key_of(tx, &article.slug, article.act.as_ref())?;
    Ok(key.map_or(Ok(vec![]), |key| amendments::whole(tx, &key))?)
}

/// The key of the act that an article was drafted from, or else of the act that it is on.
pub(super) fn key_of(tx: &dyn Reading, slug: &Slug, act: Option<&Act>) -> Result<Option<ActKey>> {
    Ok(drafted_from(tx, slug)?.or_else(|| act.and_then(ActKey::of)))
}

/// The act that the article was drafted from.
fn drafted_from(tx: &dyn Reading, slug: &Slug) -> Result<Option<ActKey>> {
    Ok(draft_reasons::get(tx, slug)?.map(|drafted| drafted.act))
}
