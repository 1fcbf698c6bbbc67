//! The page of an act: what it is, what it changes, and the articles about it.
//!
//! An act has a page when published articles are on it or name it. The page shows its facts and forms as sources
//! delivered them. Changes by another act are shown once an article on that act is published.

use std::sync::Arc;

use jiff::civil::Date;

use super::amendments::key_of;
use super::blocking::blocking;
use super::browse::live;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::{
    ActArticles, ArticleView, Catalogue, Citation, Deadline, NamedAct, PublishedArticle, days_ahead,
};
use crate::domain::act::Act;
use crate::domain::article::Revision;
use crate::domain::gazette::Gazette;
use crate::domain::{ActId, ActKey, Language, issuer};
use crate::error::{Error, Result};
use crate::sources::form::plain_title;
use crate::store::acts::{self, ActLinks, ActRecord};
use crate::store::forms::{self, FormRecord};
use crate::store::{ReadTx, amendments};

/// Articles on the act that the page lists; as many others that name it.
const MAX_ARTICLES: usize = 100;
/// Dated entries that the page lists.
const MAX_ENTRIES: usize = 20;
/// Forms that the page lists, newest first.
const MAX_FORMS: usize = 100;

/// What the page of an act shows.
#[derive(Debug)]
pub struct ActPage {
    pub id: ActId,
    pub act: Act,
    pub facts: ActFacts,
    /// The articles on the act, newest first.
    pub own: Vec<Revision>,
    /// The newest other articles that name it.
    pub citing: Vec<Revision>,
    /// How many other articles name it.
    pub citing_total: usize,
    /// The acts that it changes, with the ids of their pages.
    pub amends: Vec<(Act, Option<ActId>)>,
    /// Newest first.
    pub forms: Vec<FormRecord>,
    /// The next days of its articles' dated entries, soonest first.
    pub upcoming: Vec<Deadline>,
}

/// The facts of an act, from its source or from its articles.
#[derive(Debug, Default)]
pub struct ActFacts {
    /// As its source writes it: kind, number, day and subject.
    pub title: Option<String>,
    pub date: Option<Date>,
    pub gazette: Option<Gazette>,
    pub in_force: Option<Date>,
    pub links: ActLinks,
}

/// Finds the act that a name stands for.
///
/// # Errors
/// `unavailable` while the articles are loaded or indexed.
pub fn named(app: &App, actor: &Actor, id: &ActId) -> Result<NamedAct> {
    policy::authorize(actor, Action::ReadPublished)?;
    live(app)?;
    app.catalogue.named_act(id)
}

/// Lists the ids of all acts that have a page.
pub async fn ids(app: &App, actor: &Actor) -> Result<Vec<ActId>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let catalogue = Arc::clone(&app.catalogue);
    blocking("listing acts", move || catalogue.act_ids()).await
}

/// Finds the citations in an article's texts of acts that have a page.
pub fn citations(app: &App, actor: &Actor, article: &ArticleView<'_>) -> Result<Vec<Citation>> {
    policy::authorize(actor, Action::ReadPublished)?;
    Ok(app.catalogue.citations(article))
}

/// Returns the id of an act in URLs, if it has a page.
pub fn id_of(app: &App, actor: &Actor, act: &Act) -> Result<Option<ActId>> {
    policy::authorize(actor, Action::ReadPublished)?;
    Ok(app.catalogue.act_id(act))
}

/// Returns the page of an act, with its texts in `language`.
///
/// # Errors
/// `not_found` for an act that no published article is on or names, `unavailable` as [`named`].
pub async fn page(app: &App, actor: &Actor, id: &ActId, language: Language) -> Result<ActPage> {
    policy::authorize(actor, Action::ReadPublished)?;
    let (found, today) = (found(app, id)?, app.clock.today());
    let read = blocking("reading an act", move || CataloguedAct::read(found, language, today)).await??;
    let catalogue = Arc::clone(&app.catalogue);
    app.store.read(move |tx| of_store(tx, &catalogue, read)).await
}

pub(super) fn found(app: &App, id: &ActId) -> Result<ActArticles> {
    live(app)?;
    app.catalogue.act(id)?.ok_or_else(|| Error::not_found("There is no such act."))
}

/// What the catalogue knows about an act.
struct CataloguedAct {
    id: ActId,
    act: Act,
    own: Vec<Revision>,
    citing: Vec<Revision>,
    citing_total: usize,
    upcoming: Vec<Deadline>,
}

impl CataloguedAct {
    fn read(found: ActArticles, language: Language, today: Date) -> Result<Self> {
        Ok(Self {
            upcoming: days_ahead(found.own.iter().take(MAX_ARTICLES), language, today, MAX_ENTRIES)?,
            own: unpacked(&found.own)?,
            citing: unpacked(&found.citing)?,
            citing_total: found.citing.len(),
            id: found.id,
            act: found.act,
        })
    }
}

pub(super) fn unpacked(articles: &[Arc<PublishedArticle>]) -> Result<Vec<Revision>> {
    articles.iter().take(MAX_ARTICLES).map(|article| article.unpack()).collect()
}

fn of_store(tx: &ReadTx, catalogue: &Catalogue, catalogued: CataloguedAct) -> Result<ActPage> {
    let CataloguedAct { id, act, own, citing, citing_total, upcoming } = catalogued;
    let record = record(tx, &act)?;
    let key = key_of_record(record.as_ref(), &act);
    let mut forms = key.as_ref().map_or(Ok(vec![]), |key| forms::of_act(tx, key))?;
    forms.reverse();
    forms.truncate(MAX_FORMS);
    Ok(ActPage {
        amends: match own.first() {
            Some(article) => amends(tx, catalogue, article)?,
            None => vec![],
        },
        act: with_issuer(act, record.as_ref(), &own),
        facts: facts(record, &own, &forms),
        id,
        own,
        citing,
        citing_total,
        forms,
        upcoming,
    })
}

/// Adds the issuer of the act, which its name contains only for kinds that several bodies number.
fn with_issuer(act: Act, record: Option<&ActRecord>, own: &[Revision]) -> Act {
    let of_articles = || own.iter().find_map(|revision| revision.article.act.as_ref()?.issuer.clone());
    let of_record = || record.and_then(|record| record.act.issuer.clone());
    Act { issuer: act.issuer.or_else(of_articles).or_else(of_record), ..act }
}

/// The key under which the act and its forms are stored.
pub(super) fn record_key(tx: &ReadTx, act: &Act) -> Result<Option<ActKey>> {
    Ok(key_of_record(record(tx, act)?.as_ref(), act))
}

fn key_of_record(record: Option<&ActRecord>, act: &Act) -> Option<ActKey> {
    record.map(|record| record.key.clone()).or_else(|| ActKey::of(act))
}

/// The act as a source delivered it; `None` if several acts have its name.
fn record(tx: &ReadTx, act: &Act) -> Result<Option<ActRecord>> {
    let Some(key) = ActKey::of(act) else { return Ok(None) };
    if let Some(record) = acts::get(tx, &key)? {
        return Ok(Some(record));
    }
    let Some(number) = ActKey::of(&Act { issuer: None, ..act.clone() }) else { return Ok(None) };
    let mut of_number = acts::of_number(tx, &number)?;
    if let Some(wanted) = &act.issuer {
        of_number.retain(|record| record.act.issuer.as_deref().is_some_and(|own| issuer::is_same(own, wanted)));
    }
    Ok(of_number.pop().filter(|_| of_number.is_empty()))
}

/// Titles that were stored before 27 November 2026 have the marks of their source.
fn shown_title(stored: &str) -> Option<String> {
    Some(plain_title(stored)).filter(|title| !title.is_empty())
}

fn facts(record: Option<ActRecord>, own: &[Revision], forms: &[FormRecord]) -> ActFacts {
    // The newest article on an act may be about a later part of it; the first is about the act as it was published.
    let article = own.last().map(|revision| &revision.article);
    let from_article = ActFacts {
        title: forms.first().and_then(|form| shown_title(&form.title)),
        gazette: article.and_then(|article| article.gazette.clone()),
        in_force: article.and_then(|article| article.in_force_date),
        ..ActFacts::default()
    };
    match record {
        None => from_article,
        Some(record) => ActFacts {
            title: shown_title(&record.title).or(from_article.title),
            date: record.date,
            gazette: record.gazette.or(from_article.gazette),
            in_force: from_article.in_force.or(record.in_force),
            links: record.links,
        },
    }
}

pub(super) fn is_act(catalogue: &Catalogue, act: &Act, id: &ActId) -> bool {
    catalogue.act_id(act).as_ref() == Some(id)
}

/// The acts that the act of an article changes.
fn amends(tx: &ReadTx, catalogue: &Catalogue, article: &Revision) -> Result<Vec<(Act, Option<ActId>)>> {
    let Some(key) = key_of(tx, &article.article.slug, article.article.act.as_ref())? else { return Ok(vec![]) };
    let amended = amendments::get(tx, &key)?.map(|record| record.acts).unwrap_or_default();
    Ok(amended.into_iter().map(|amended| (amended.act.clone(), catalogue.act_id(&amended.act))).collect())
}
