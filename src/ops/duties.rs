//! The recurring duties of statutes: readers list them, the operator replaces them.

use std::collections::HashMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::browse::{self, live};
use super::listed::{self, ListChange};
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::Catalogue;
use crate::domain::article::Revision;
use crate::domain::duty::{self, CompanyTax, Duty};
use crate::domain::recurrence::Occurrence;
use crate::domain::{AudienceRole, Language};
use crate::error::Result;
use crate::store::audit::{self, AuditRecord};
use crate::store::duties;

/// Maximum number of articles listed with a duty.
const MAX_ARTICLES: usize = 3;

/// Which duties to list, and the range of their days.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DutyQuery {
    pub language: Language,
    pub role: Option<AudienceRole>,
    pub tax: Option<CompanyTax>,
    pub topic: Option<String>,
    pub from: Date,
    pub to: Date,
}

/// A duty with its days in a range and the articles that changed it.
#[derive(Debug)]
pub struct ListedDuty {
    pub duty: Duty,
    pub days: Vec<Occurrence>,
    /// Newest first.
    pub articles: Vec<Revision>,
}

/// How an import changed the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DutyImport {
    pub duties: usize,
    #[serde(flatten)]
    pub change: ListChange,
}

impl DutyQuery {
    fn matches(&self, duty: &Duty) -> bool {
        self.role.is_none_or(|role| duty.concerns(role, self.tax))
            && (self.tax.is_none() || duty.tax.is_none() || duty.tax == self.tax)
            && self.topic.as_deref().is_none_or(|topic| duty.topic == topic)
    }
}

/// Lists the duties that match, each with its days and the articles that changed it. Blocks.
pub fn list(app: &App, actor: &Actor, query: &DutyQuery) -> Result<Vec<ListedDuty>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let (snapshot, today) = (live(app)?, app.clock.today());
    let mut by_form = HashMap::new();
    let matching = snapshot.duties().iter().filter(|duty| query.matches(duty));
    let listed = matching.map(|duty| {
        let articles = articles(&app.catalogue, duty, query.language, today, &mut by_form)?;
        Ok(ListedDuty { days: duty.days(query.from, query.to), duty: duty.clone(), articles })
    });
    listed.collect()
}

/// The articles that the duty names, then the newest that name its form.
fn articles<'a>(
    catalogue: &Catalogue,
    duty: &'a Duty,
    language: Language,
    today: Date,
    by_form: &mut HashMap<&'a str, Vec<Revision>>,
) -> Result<Vec<Revision>> {
    let named = duty.articles.iter().filter_map(|slug| catalogue.peek(|snapshot| snapshot.article(slug).cloned()));
    let mut found = named.map(|article| article.unpack()).collect::<Result<Vec<_>>>()?;
    if let Some(form) = duty.form.as_deref() {
        if !by_form.contains_key(form) {
            by_form.insert(form, catalogue.naming_form(form, language, MAX_ARTICLES, today)?);
        }
        for revision in by_form.get(form).into_iter().flatten() {
            if !found.iter().any(|known| known.article.slug == revision.article.slug) {
                found.push(revision.clone());
            }
        }
    }
    found.truncate(MAX_ARTICLES);
    Ok(found)
}

/// Returns all duties, as `duties import` reads them.
pub async fn export(app: &App, actor: &Actor) -> Result<Vec<Duty>> {
    policy::authorize(actor, Action::ReadUnpublished)?;
    app.store.read(|tx| Ok(duties::current(tx)?)).await
}

/// Replaces all duties with `list`.
///
/// # Errors
/// `invalid` with the first problems.
pub async fn import(app: &App, actor: &Actor, list: Vec<Duty>) -> Result<DutyImport> {
    policy::authorize(actor, Action::EditDuties)?;
    listed::check("duties", &duty::problems(&list))?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let imported = app
        .store
        .write(move |tx| {
            let before: HashMap<_, _> = duties::current(tx)?.into_iter().map(|duty| (duty.id.clone(), duty)).collect();
            let mut after = list.clone();
            for duty in &mut after {
                let Some(old) = before.get(&duty.id) else { continue };
                duty.revision = old.revision;
                if duty != old {
                    duty.revision += 1;
                }
            }
            let is_same = |old: &Duty, duty: &Duty| old.revision == duty.revision;
            let change = ListChange::between(&before, &after, |duty| duty.id.as_str(), is_same);
            duties::replace(tx, &after)?;
            let subject = format!("{} duties", list.len());
            audit::append(tx, &AuditRecord { at: now, actor: actor.clone(), action: "duties.import".into(), subject })?;
            Ok(DutyImport { duties: list.len(), change })
        })
        .await?;
    browse::reload_duties(app).await?;
    Ok(imported)
}
