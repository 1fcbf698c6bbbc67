//! Applies stored acts to the forms that they amend.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::base::StoredForms;
use crate::VERSION;
use crate::app::App;
use crate::domain::amendment::{ActAmendments, FormReference};
use crate::domain::{ActKey, ChangedProvisions};
use crate::error::Result;
use crate::ops::archived_act::act_text;
use crate::ops::policy::{self, Action, Actor};
use crate::sources::act_draft;
use crate::sources::amending::{AmendedAct, AmendmentRoom, AppliedAmendments, ParsedAmendingAct};
use crate::store::acts::{self, ActRecord};
use crate::store::amendments::{self, AmendmentsRecord};
use crate::store::forms::FormRecord;
use crate::store::{ReadTx, archive, changed_provisions};

/// The acts whose before and after was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MadeAmendments {
    /// Acts whose before and after is new or changed.
    pub acts: u64,
    /// Operations of these acts that did not fit a form and are listed with their text.
    pub listed: u64,
}

/// Applies each act whose result is missing or outdated to the last forms before its entry into force. Idempotent.
pub async fn make_due(app: &App, actor: &Actor) -> Result<MadeAmendments> {
    policy::authorize(actor, Action::ImportActs)?;
    let (due, forms) = app.store.read(due).await?;
    let (forms, mut made) = (Arc::new(forms), MadeAmendments::default());
    for key in due {
        if app.stop.is_cancelled() {
            break;
        }
        if let Some(listed) = make(app, key, Arc::clone(&forms)).await? {
            made = MadeAmendments { acts: made.acts + 1, listed: made.listed + listed };
        }
    }
    if made.acts > 0 {
        app.amendments_generation.fetch_add(1, Ordering::AcqRel);
    }
    Ok(made)
}

/// The acts that have no before and after yet, or an outdated one.
fn due(tx: &ReadTx) -> Result<(Vec<ActKey>, StoredForms)> {
    let forms = StoredForms::read(tx)?;
    let mut made = HashMap::new();
    amendments::each(tx, &mut |record| {
        made.insert(record.key.clone(), record);
        ControlFlow::Continue(())
    })?;
    let mut due = Vec::new();
    let listed = changed_provisions::amending(tx)?;
    acts::each(tx, &mut |act| {
        let is_made = |made: &&AmendmentsRecord| made.acts.is_empty() || listed.contains(act.key.as_str());
        if made.get(&act.key).filter(is_made).is_none_or(|made| is_outdated(made, &act, &forms)) {
            due.push(act.key);
        }
        ControlFlow::Continue(())
    })?;
    Ok((due, forms))
}

/// Whether the act's text, a form or the program has changed since: rules of another version may read more.
fn is_outdated(made: &AmendmentsRecord, act: &ActRecord, forms: &StoredForms) -> bool {
    let has_other_form =
        |amended: &ActAmendments| forms.before(&amended.act, made.in_force).map(reference) != amended.form;
    made.text_sha256 != act.text_sha256 || made.program != VERSION || made.acts.iter().any(has_other_form)
}

fn reference(form: &FormRecord) -> FormReference {
    FormReference { date: form.date, text_sha256: form.text_sha256.clone(), url: form.url.clone() }
}

/// Makes and stores the before and after of one act. If what readers see changed, returns how many operations are
/// listed and not applied.
async fn make(app: &App, key: ActKey, forms: Arc<StoredForms>) -> Result<Option<u64>> {
    let read = app.store.read(move |tx| {
        let Some(act) = acts::get(tx, &key)? else { return Ok(None) };
        let before = amendments::whole(tx, &key)?;
        let made = of_act(tx, &act, &forms)?;
        Ok(Some((shown(&before) != shown(&made.0.acts), made)))
    });
    let Some((is_news, (made, changed))) = read.await? else { return Ok(None) };
    let listed: u64 = shown(&made.acts).iter().map(|act| u64::from(act.found.saturating_sub(act.applied))).sum();
    app.store
        .write(move |tx| {
            let is_current = acts::get(tx, &made.key)?.is_some_and(|act| act.text_sha256 == made.text_sha256);
            if is_current {
                amendments::put(tx, &made, &changed)?;
            }
            Ok((is_news && is_current).then_some(listed))
        })
        .await
}

/// What readers see: the amended acts that have a stored form.
fn shown(acts: &[ActAmendments]) -> Vec<&ActAmendments> {
    acts.iter().filter(|act| act.form.is_some()).collect()
}

/// What an act changes in the stored forms, for its draft; empty if no form is stored.
pub(in crate::ops) fn stored_changes(tx: &ReadTx, act: &ActRecord) -> Result<Vec<ActAmendments>> {
    let forms = StoredForms::read(tx)?;
    if forms.is_empty() { Ok(Vec::new()) } else { Ok(of_act(tx, act, &forms)?.0.acts) }
}

/// What an act changes, and in the same order the provisions of each act.
fn of_act(tx: &ReadTx, act: &ActRecord, forms: &StoredForms) -> Result<(AmendmentsRecord, Vec<ChangedProvisions>)> {
    let (key, text_sha256) = (act.key.clone(), act.text_sha256.clone());
    let mut made = AmendmentsRecord { key, text_sha256, program: VERSION.to_owned(), in_force: None, acts: vec![] };
    let text = text_of(tx, &act.text_sha256)?;
    let Some(amending) = contained(&act.key, || ParsedAmendingAct::read(&text)).flatten() else {
        return Ok((made, vec![]));
    };
    let source = act_text(act, text);
    made.in_force = contained(&act.key, || act_draft::entry_into_force(&source)).flatten().or(act.date);
    let (mut room, mut all_changed) = (AmendmentRoom::default(), Vec::new());
    for amended in amending.acts() {
        let form = forms.before(&amended.act, made.in_force);
        let (amendments, found_places) = on_form(tx, act, &amending, amended, form, &mut room)?;
        let mut changed = amended.changed.clone();
        found_places.into_iter().for_each(|place| changed.add_place(place));
        made.acts.push(amendments);
        all_changed.push(changed);
    }
    Ok((made, all_changed))
}

/// The operations on one act, applied to its form if there is one, and the provisions that are found only in the form.
fn on_form(
    tx: &ReadTx,
    by: &ActRecord,
    amending: &ParsedAmendingAct,
    AmendedAct { act, named, .. }: &AmendedAct,
    form: Option<&FormRecord>,
    room: &mut AmendmentRoom,
) -> Result<(ActAmendments, Vec<String>)> {
    let reference = form.map(reference);
    let nothing = ActAmendments { act: act.clone(), form: reference, found: 0, applied: 0, amendments: vec![] };
    let Some(form) = form else { return Ok((ActAmendments { found: *named, ..nothing }, vec![])) };
    let text = text_of(tx, &form.text_sha256)?;
    let published = by.gazette.as_ref().map(|gazette| gazette.date);
    match contained(&by.key, || amending.apply(&text, published, room)) {
        Some(Ok(AppliedAmendments { found, applied, amendments, found_places })) => {
            Ok((ActAmendments { found, applied, amendments, ..nothing }, found_places))
        }
        Some(Err(problem)) => {
            tracing::warn!(act = %by.key, amended = %form.key, problem, "cannot apply an act to a form");
            Ok((nothing, vec![]))
        }
        None => Ok((nothing, vec![])),
    }
}

/// An archived text; empty if it is missing.
fn text_of(tx: &ReadTx, sha256: &str) -> Result<String> {
    let found = archive::get(tx, sha256)?;
    Ok(found.map(|document| String::from_utf8_lossy(&document.bytes).into_owned()).unwrap_or_default())
}

/// Reads a text. A panic in it is logged and skips this act, and does not end the import.
fn contained<T>(key: &ActKey, read: impl FnOnce() -> T) -> Option<T> {
    let read = catch_unwind(AssertUnwindSafe(read));
    read.inspect_err(|_| tracing::error!(act = %key, "reading the operations of an act panicked")).ok()
}
