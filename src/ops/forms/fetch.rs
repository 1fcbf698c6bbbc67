//! Fetching forms from the portal.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::compare::compare_due;
use super::keep::{SourcePage, keep};
use super::report::{FormEvent, FormSummary, FormTally};
use crate::app::App;
use crate::domain::ActKey;
use crate::error::{Error, Result};
use crate::ops::amendments::make;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::sources::shared::{begin_reading, or_stopped};
use crate::sources::portal::FormLink;
use crate::sources::portal::pages::{FetchedPage, PortalPages};
use crate::store::{ReadTx, acts, amendments, forms};

/// Which forms to fetch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WantedForms {
    /// The form that the page of this document shows.
    Document(u64),
    /// The newest form of an act, and each form that a stored act amends; with `since`, every form since that day.
    Act { key: ActKey, since: Option<Date> },
}

/// Fetches forms and stores them, then applies the stored acts that amend them. Forms that were stored before a failure
/// stay.
///
/// # Errors
/// `import_running` while a source is read; `not_found` for an act whose document is not known; `fetch_failed`,
/// `fetch_refused` and `timeout` of the source.
pub async fn fetch(
    app: &App,
    actor: &Actor,
    wanted: WantedForms,
    report: &mut (dyn FnMut(FormEvent) + Send),
) -> Result<FormSummary> {
    policy::authorize(actor, Action::ImportActs)?;
    let reading = begin_reading(app)?;
    let pages = PortalPages::new(&app.portal, &app.config.sources.portal_url);
    let mut tally = FormTally::new(report);
    match wanted {
        WantedForms::Document(id) => {
            keep_page(app, &mut tally, None, or_stopped(app, pages.document(id)).await?).await?;
        }
        WantedForms::Act { key, since } => {
            let id = app.store.read(document_of(key.clone())).await?;
            let newest = or_stopped(app, pages.document(id)).await?;
            let history = newest.page.as_ref().map(|page| page.history.clone()).unwrap_or_default();
            keep_page(app, &mut tally, Some(&key), newest).await?;
            for link in app.store.read(needed(key.clone(), since, history)).await? {
                let page = or_stopped(app, pages.form(link.portal_id, link.date)).await?;
                keep_page(app, &mut tally, Some(&key), page).await?;
            }
        }
    }
    drop(reading);
    tally.made(make::make_due(app, actor).await?);
    compare_due(app, actor).await?;
    Ok(tally.summary)
}

/// Stores the form of a page. Refuses a page without a form or with a form of another act.
async fn keep_page(app: &App, tally: &mut FormTally<'_>, wanted: Option<&ActKey>, fetched: FetchedPage) -> Result<()> {
    let FetchedPage { url, media_type, bytes, page } = fetched;
    let form = match page {
        Ok(page) => page.form,
        Err(problem) => {
            tally.refused(format!("{url}: {problem}"));
            return Ok(());
        }
    };
    let key = ActKey::of(&form.act);
    if wanted.is_some() && key.as_ref() != wanted {
        tally.refused(format!("{url}: shows {}", form.title));
        return Ok(());
    }
    tally.kept(&keep(app, form, Some(SourcePage { bytes, media_type })).await?);
    Ok(())
}

/// Finds the portal's document of an act: that of the act itself, or of its newest form.
fn document_of(key: ActKey) -> impl FnOnce(&ReadTx) -> Result<u64> + Send + 'static {
    move |tx| {
        let of_act = acts::get(tx, &key)?.and_then(|act| act.portal_id);
        let of_form = || Ok::<_, Error>(forms::of_act(tx, &key)?.into_iter().rev().find_map(|form| form.portal_id));
        of_act.map_or_else(of_form, |id| Ok(Some(id)))?.ok_or_else(|| {
            Error::not_found(format!(
                "the portal's document of {key} is not known; fetch the act with `paragraf import portal --number N --year Y`, or name its document with --form ID"
            ))
        })
    }
}

/// Chooses from the linked forms those since a day, or the last one before each day on which a stored act amends the
/// act. Leaves out forms that are stored.
fn needed(
    key: ActKey,
    since: Option<Date>,
    history: Vec<FormLink>,
) -> impl FnOnce(&ReadTx) -> Result<Vec<FormLink>> + Send + 'static {
    move |tx| {
        let stored: BTreeSet<Date> = forms::of_act(tx, &key)?.into_iter().map(|form| form.date).collect();
        let mut days = BTreeSet::new();
        amendments::each(tx, &mut |record| {
            let amends = record.acts.iter().any(|amended| ActKey::of(&amended.act).as_ref() == Some(&key));
            days.extend(record.in_force.filter(|_| amends));
            ControlFlow::Continue(())
        })?;
        let last_before = |day: Date| history.iter().filter(move |link| link.date < day).max_by_key(|link| link.date);
        let chosen: Vec<&FormLink> = match since {
            Some(since) => history.iter().filter(|link| link.date >= since).collect(),
            None => days.into_iter().filter_map(last_before).collect(),
        };
        let mut needed: Vec<FormLink> =
            chosen.into_iter().filter(|link| !stored.contains(&link.date)).cloned().collect();
        needed.sort_by_key(|link| link.date);
        needed.dedup_by_key(|link| link.date);
        Ok(needed)
    }
}
