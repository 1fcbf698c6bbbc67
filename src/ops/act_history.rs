//! The history of an act: what changed in it, by which acts, and the articles about each change.
//!
//! Changes come from the stored forms of the act, each compared with the next. Of acts that no later form shows, those
//! with a published article are listed with the operations that rules read. Acts that may have changed it, and whose
//! text is not stored, are named apart.

use std::sync::Arc;

use jiff::civil::Date;

use super::act_pages::{found, is_act, record_key, unpacked};
use super::amendments::key_of;
use super::blocking::blocking;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::{ActArticles, Catalogue, PublishedArticle};
use crate::domain::act::Act;
use crate::domain::amendment::{Amendment, AmendmentKind};
use crate::domain::article::Revision;
use crate::domain::gazette::Gazette;
use crate::domain::provision_follow::named_provisions;
use crate::domain::{ActId, ActKey, ChangedProvisions, Slug};
use crate::error::Result;
use crate::store::{ReadTx, acts, amendments, changed_provisions, form_changes, forms};

/// Acts that are listed, newest first.
const MAX_ENTRIES: usize = 100;
/// Bytes of all texts that are listed; older entries then have no texts.
const MAX_BYTES: usize = 1_000_000;
/// Acts whose text is not stored that are named.
const MAX_UNREAD: usize = 10;

/// What changed in an act, newest first.
#[derive(Debug, Default)]
pub struct ActHistory {
    /// The day of the oldest stored form: no earlier change is known.
    pub since: Option<Date>,
    /// Acts of published articles that may have changed the act after its newest stored form, and are not stored.
    pub unread: Vec<UnreadAct>,
    pub entries: Vec<HistoryEntry>,
}

/// An act that may have changed another one.
#[derive(Debug)]
pub struct UnreadAct {
    pub act: Act,
    pub id: Option<ActId>,
    pub articles: Vec<Revision>,
}

/// What one act changed on one day.
#[derive(Debug)]
pub struct HistoryEntry {
    /// The day on which the changes took effect, as far as it is known.
    pub day: Option<Date>,
    /// `None` where nothing says which act it was.
    pub by: Option<Act>,
    pub id: Option<ActId>,
    pub gazette: Option<Gazette>,
    /// The number of changed provisions.
    pub found: u32,
    /// The first provisions, with their texts before and after where they are known.
    pub amendments: Vec<Amendment>,
    /// The articles on the act, each with those of the provisions that it names.
    pub articles: Vec<(Revision, Vec<String>)>,
}

impl ActHistory {
    /// The number of changed provisions.
    pub fn changes(&self) -> u32 {
        self.entries.iter().map(|entry| entry.found).sum()
    }

    /// The number of acts that made the changes; an act that is not known counts as one a day.
    pub fn acts(&self) -> usize {
        let mut seen: Vec<(&Option<Act>, Option<Date>)> = Vec::new();
        for entry in &self.entries {
            let key = (&entry.by, if entry.by.is_some() { None } else { entry.day });
            if !seen.contains(&key) {
                seen.push(key);
            }
        }
        seen.len()
    }

    /// The day of the newest change.
    pub fn latest(&self) -> Option<Date> {
        self.entries.iter().filter_map(|entry| entry.day).max()
    }
}

/// Returns the history of an act.
///
/// # Errors
/// `not_found` for an act that no published article is on or names; `unavailable` while the articles are indexed.
pub async fn history(app: &App, actor: &Actor, id: &ActId) -> Result<ActHistory> {
    policy::authorize(actor, Action::ReadPublished)?;
    let (found, catalogue) = (found(app, id)?, Arc::clone(&app.catalogue));
    let read = blocking("reading articles", move || NamingArticles::read(found)).await??;
    app.store.read(move |tx| of_store(tx, &catalogue, read)).await
}

/// A stored act that changes another one and has a published article.
#[derive(Debug)]
struct AmendingAct {
    act: Act,
    id: Option<ActId>,
    /// When it enters into force.
    in_force: Option<Date>,
    key: ActKey,
}

/// An act with the articles that name it.
struct NamingArticles {
    id: ActId,
    act: Act,
    citing: Vec<Revision>,
}

impl NamingArticles {
    fn read(found: ActArticles) -> Result<Self> {
        Ok(Self { citing: unpacked(&found.citing)?, id: found.id, act: found.act })
    }
}

fn of_store(tx: &ReadTx, catalogue: &Catalogue, named: NamingArticles) -> Result<ActHistory> {
    let NamingArticles { id, act, citing } = named;
    let Some(key) = record_key(tx, &act)? else { return Ok(ActHistory::default()) };
    let forms = forms::of_act(tx, &key)?;
    let mut entries = Vec::new();
    for changes in form_changes::of_act(tx, &key)? {
        for group in changes.groups {
            let (by, day, gazette) = match group.by {
                Some(noted) => (Some(noted.act), noted.effective, Some(noted.gazette)),
                None => (None, changes.date, None),
            };
            let id = by.as_ref().and_then(|by| catalogue.act_id(by));
            let (found, amendments) = (group.found, group.amendments);
            entries.push(HistoryEntry { day: Some(day), by, id, gazette, found, amendments, articles: vec![] });
        }
    }
    let candidates: Vec<_> = citing.iter().cloned().filter_map(of_article).collect();
    for amending in amended_by(tx, catalogue, &id, &candidates)? {
        if !entries.iter().any(|entry| is_by(entry, &amending)) {
            entries.extend(of_operations(tx, catalogue, &id, &act, amending)?);
        }
    }
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.day));
    entries.truncate(MAX_ENTRIES);
    limit_texts(&mut entries);
    for entry in &mut entries {
        entry.articles = articles_on(catalogue, entry, &act)?;
    }
    let newest = forms.last().map(|form| form.date);
    let unread = unread(tx, catalogue, &citing, newest)?;
    Ok(ActHistory { since: forms.first().map(|form| form.date), unread, entries })
}

fn of_article(revision: Revision) -> Option<(Slug, Act)> {
    Some((revision.article.slug, revision.article.act?))
}

/// The acts of `articles` that change the act, newest first.
fn amended_by(tx: &ReadTx, catalogue: &Catalogue, id: &ActId, articles: &[(Slug, Act)]) -> Result<Vec<AmendingAct>> {
    let mut amending: Vec<AmendingAct> = Vec::new();
    for (slug, act) in articles {
        let Some(key) = key_of(tx, slug, Some(act))? else { continue };
        let Some(record) = amendments::get(tx, &key)? else { continue };
        let of_act = record.acts.iter().find(|amended| is_act(catalogue, &amended.act, id));
        let is_new = amending.iter().all(|known| known.key != key);
        amending.extend(of_act.filter(|_| is_new).map(|_| AmendingAct {
            act: act.clone(),
            id: catalogue.act_id(act),
            in_force: record.in_force,
            key,
        }));
    }
    amending.sort_by_key(|amending| std::cmp::Reverse((amending.in_force, amending.act.year)));
    Ok(amending)
}

fn is_by(entry: &HistoryEntry, amending: &AmendingAct) -> bool {
    let is_same = |by: &Act| ActKey::of(by).is_some_and(|key| key == amending.key);
    (entry.id.is_some() && entry.id == amending.id) || entry.by.as_ref().is_some_and(is_same)
}

/// What a stored act changes, by its operations: with the texts where they were applied to a form, else by name.
fn of_operations(
    tx: &ReadTx,
    catalogue: &Catalogue,
    id: &ActId,
    act: &Act,
    amending: AmendingAct,
) -> Result<Option<HistoryEntry>> {
    let whole = amendments::whole(tx, &amending.key)?;
    let Some(amended) = whole.into_iter().find(|amended| is_act(catalogue, &amended.act, id)) else { return Ok(None) };
    let amendments = if amended.form.is_some() {
        amended.amendments
    } else {
        let all = changed_provisions::of_act(tx, act)?;
        let own = all.into_iter().find(|(by, changed)| *by == amending.key && is_act(catalogue, &changed.act, id));
        own.map(|(_, own)| by_name(&own.changed)).unwrap_or_default()
    };
    let gazette = acts::get(tx, &amending.key)?.and_then(|record| record.gazette);
    Ok(Some(HistoryEntry {
        day: amending.in_force,
        by: Some(amending.act),
        id: amending.id,
        gazette,
        found: amended.found,
        amendments,
        articles: vec![],
    }))
}

/// The provisions whose texts are not known.
fn by_name(changed: &ChangedProvisions) -> Vec<Amendment> {
    let named = changed.places.iter().map(|place| Amendment {
        kind: AmendmentKind::Modify,
        source: String::new(),
        provision: Some(place.clone()),
        was: None,
        difference: vec![],
        until: None,
        in_force: None,
        force_clause: None,
        problem: None,
        text: None,
        is_cut: false,
    });
    named.collect()
}

/// Leaves out the provisions of entries after those that have the most text that a page shows.
fn limit_texts(entries: &mut [HistoryEntry]) {
    let mut left = MAX_BYTES;
    for entry in entries {
        let bytes: usize = entry.amendments.iter().map(Amendment::bytes).sum();
        match left.checked_sub(bytes) {
            Some(rest) => left = rest,
            None => {
                entry.amendments.clear();
                left = 0;
            }
        }
    }
}

/// The articles on the act of an entry, each with the provisions of the entry that it names.
fn articles_on(catalogue: &Catalogue, entry: &HistoryEntry, act: &Act) -> Result<Vec<(Revision, Vec<String>)>> {
    let Some(id) = &entry.id else { return Ok(vec![]) };
    let own: Vec<Arc<PublishedArticle>> = catalogue.act(id)?.map(|found| found.own).unwrap_or_default();
    let with_provisions = |revision: Revision| {
        let texts = [&*revision.article.technical_summary, &*revision.article.simple_explanation];
        let named = named_provisions(&texts, act);
        let places = entry.amendments.iter().filter_map(|amendment| amendment.provision.as_ref());
        let concerned = places.filter(|place| named.concerns(place)).cloned().collect();
        (revision, concerned)
    };
    Ok(unpacked(&own)?.into_iter().map(with_provisions).collect())
}

/// The acts of articles that name this act, which are newer than its newest form and whose texts are not stored.
fn unread(
    tx: &ReadTx,
    catalogue: &Catalogue,
    citing: &[Revision],
    newest_form: Option<Date>,
) -> Result<Vec<UnreadAct>> {
    let mut unread: Vec<UnreadAct> = Vec::new();
    let Some(newest_form) = newest_form else { return Ok(unread) };
    for revision in citing {
        let article = &revision.article;
        let Some(act) = article.act.as_ref().filter(|act| act.number.is_some()) else { continue };
        let is_newer = article.in_force_date.unwrap_or(article.publish_date) > newest_form;
        if !is_newer || key_of(tx, &article.slug, Some(act))?.is_some_and(|key| is_stored(tx, &key)) {
            continue;
        }
        if let Some(known) = unread.iter_mut().find(|known| known.act == *act) {
            known.articles.push(revision.clone());
        } else if unread.len() < MAX_UNREAD {
            let (act, id) = (act.clone(), catalogue.act_id(act));
            unread.push(UnreadAct { act, id, articles: vec![revision.clone()] });
        }
    }
    Ok(unread)
}

fn is_stored(tx: &ReadTx, key: &ActKey) -> bool {
    acts::get(tx, key).is_ok_and(|act| act.is_some())
}
