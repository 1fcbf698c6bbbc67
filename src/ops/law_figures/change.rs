//! Replacing the list of figures, and confirming their values.

use std::collections::HashMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::concern::book;
use crate::domain::duty::Duty;
use crate::domain::law_figure::{self, FigureConfirmation, LawFigure};
use crate::error::{Error, Result};
use crate::ops::browse;
use crate::ops::desk::signer;
use crate::ops::listed::{self, ListChange};
use crate::ops::policy::{self, Action, Actor};
use crate::store::audit::{self, AuditRecord};
use crate::store::{WriteTx, duties, law_figures};

/// How an import changed the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureImport {
    pub figures: usize,
    #[serde(flatten)]
    pub change: ListChange,
}

/// A value that an editor read in its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureApproval {
    /// The id of the figure.
    pub id: String,
    /// The first day of the value; `None` names the one without.
    pub from: Option<Date>,
    /// The name of the editor, if the operator confirms; an account is recorded under its own name.
    pub by: Option<String>,
    /// Whether the value counts as to be verified again.
    pub withdraw: bool,
}

/// Replaces all figures with `list`. Values that are the same keep their confirmations.
///
/// # Errors
/// `invalid` with the first problems, also if a figure is missing that conditions of facts or duties compare with.
pub async fn import(app: &App, actor: &Actor, list: Vec<LawFigure>) -> Result<FigureImport> {
    policy::authorize(actor, Action::EditFigures)?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let imported = app
        .store
        .write(move |tx| {
            let duties = duties::current(tx)?;
            let of_duties = duties.iter().flat_map(Duty::figures);
            let needed = book().figures().into_iter().chain(of_duties);
            listed::check("figures", &law_figure::problems(&list, needed))?;
            let before: HashMap<_, _> =
                law_figures::current(tx)?.into_iter().map(|figure| (figure.id.clone(), plain(figure))).collect();
            let after: Vec<_> = list.iter().cloned().map(plain).collect();
            let change = ListChange::between(&before, &after, |figure| figure.id.as_str(), |old, figure| old == figure);
            law_figures::replace(tx, &after)?;
            note(tx, &actor, now, "figures.import", format!("{} figures", after.len()))?;
            Ok(FigureImport { figures: after.len(), change })
        })
        .await?;
    browse::reload_figures(app).await?;
    Ok(imported)
}

/// The figure without confirmations.
fn plain(mut figure: LawFigure) -> LawFigure {
    figure.keep_confirmations(None);
    figure
}

/// Confirms a value, or makes it one to be verified again. Returns the figure.
///
/// # Errors
/// `not_found`; `name_missing` for an account without a name.
pub async fn confirm(app: &App, actor: &Actor, approval: FigureApproval) -> Result<LawFigure> {
    policy::authorize(actor, Action::UseDesk)?;
    let (at, actor) = (app.clock.now(), actor.clone());
    let figure = app
        .store
        .write(move |tx| {
            let by = signer(tx, &actor, approval.by.as_deref())?.unwrap_or_else(|| actor.to_string());
            let FigureApproval { id, from, withdraw, .. } = &approval;
            let found = law_figures::current(tx)?.into_iter().find(|figure| figure.id == *id);
            let mut figure = found.ok_or_else(|| Error::not_found(format!("There is no figure {id}.")))?;
            let value = figure.values.iter_mut().find(|value| value.from == *from);
            let Some(value) = value else {
                return Err(Error::not_found(format!("The figure {id} has no value from this day on.")));
            };
            value.confirmed = (!withdraw).then_some(FigureConfirmation { by, at });
            law_figures::confirm(tx, &figure)?;
            let action = if *withdraw { "figures.withdraw" } else { "figures.confirm" };
            let subject = from.map_or_else(|| id.clone(), |from| format!("{id} {from}"));
            note(tx, &actor.to_string(), at, action, subject)?;
            Ok(figure)
        })
        .await?;
    browse::reload_figures(app).await?;
    Ok(figure)
}

fn note(tx: &WriteTx, actor: &str, at: jiff::Timestamp, action: &str, subject: String) -> Result<()> {
    Ok(audit::append(tx, &AuditRecord { at, actor: actor.to_owned(), action: action.into(), subject })?)
}
