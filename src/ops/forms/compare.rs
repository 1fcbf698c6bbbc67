//! Comparing each stored form of an act with the next one.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

use jiff::civil::Date;

use crate::VERSION;
use crate::app::App;
use crate::domain::ActKey;
use crate::domain::form_change::FormChangeGroup;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::sources::form_changes::{DatedText, form_changes};
use crate::store::form_changes::{self as stored, FormChanges};
use crate::store::forms::{self, FormRecord};
use crate::store::{ReadTx, archive};

/// Compares the pairs of forms that have no comparison yet, or an outdated one. Returns their number. Idempotent.
pub async fn compare_due(app: &App, actor: &Actor) -> Result<u64> {
    policy::authorize(actor, Action::ImportActs)?;
    let mut compared = 0;
    for pair in app.store.read(due).await? {
        if app.stop.is_cancelled() {
            break;
        }
        let changes = app.store.read(move |tx| compare(tx, &pair)).await?;
        app.store
            .write(move |tx| {
                let is_current = forms::get(tx, &changes.key, changes.date)?
                    .is_some_and(|form| form.text_sha256 == changes.texts[1]);
                if is_current {
                    stored::put(tx, &changes)?;
                }
                Ok(())
            })
            .await?;
        compared += 1;
    }
    if compared > 0 {
        app.amendments_generation.fetch_add(1, Ordering::AcqRel);
    }
    Ok(compared)
}

/// Two consecutive forms of an act.
type FormPair = [FormRecord; 2];

fn due(tx: &ReadTx) -> Result<Vec<FormPair>> {
    let known: HashMap<(ActKey, Date), FormChanges> =
        stored::compared(tx)?.into_iter().map(|changes| ((changes.key.clone(), changes.date), changes)).collect();
    let all = forms::all(tx)?;
    let pairs = all.windows(2).filter(|pair| pair[0].key == pair[1].key);
    let due = pairs.filter(|pair| {
        let made = known.get(&(pair[1].key.clone(), pair[1].date));
        made.is_none_or(|made| made.program != VERSION || made.texts != texts(&pair[0], &pair[1]))
    });
    Ok(due.map(|pair| [pair[0].clone(), pair[1].clone()]).collect())
}

fn texts(before: &FormRecord, after: &FormRecord) -> [String; 2] {
    [before.text_sha256.clone(), after.text_sha256.clone()]
}

fn compare(tx: &ReadTx, [before, after]: &FormPair) -> Result<FormChanges> {
    let text = |form: &FormRecord| -> Result<String> {
        let found = archive::get(tx, &form.text_sha256)?;
        Ok(found.map(|document| String::from_utf8_lossy(&document.bytes).into_owned()).unwrap_or_default())
    };
    let (old, new) = (text(before)?, text(after)?);
    let (old, new) = (DatedText { text: &old, date: before.date }, DatedText { text: &new, date: after.date });
    let read = AssertUnwindSafe(|| form_changes(old, new));
    Ok(FormChanges {
        key: after.key.clone(),
        date: after.date,
        since: before.date,
        texts: texts(before, after),
        program: VERSION.to_owned(),
        groups: catch_unwind(read)
            .map_or_else(|_| unread(after, "a panic"), |read| read.unwrap_or_else(|problem| unread(after, &problem))),
    })
}

/// Logs why forms cannot be compared; an import goes on.
fn unread(form: &FormRecord, problem: &str) -> Vec<FormChangeGroup> {
    tracing::warn!(act = %form.key, date = %form.date, problem, "cannot compare a form with the one before");
    vec![]
}
