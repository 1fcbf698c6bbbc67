//! Forms of acts: importing them from files and from the portal, comparing them, and listing them.

pub mod compare;
pub mod fetch;
mod keep;
mod report;

use std::ops::ControlFlow;

use jiff::civil::Date;

use self::keep::keep;
use self::report::FormTally;
pub use self::report::{FormEvent, FormOutcome, FormSummary};
use super::amendments::make;
use super::blocking::blocking;
use super::policy::{self, Action, Actor};
use super::sources::shared::read_whole;
use crate::app::App;
use crate::domain::ActKey;
use crate::error::Result;
use crate::sources::Upload;
use crate::sources::form::{FoundForm, file};
use crate::store::archive::MAX_BYTES;
use crate::store::forms;
pub use crate::store::forms::FormRecord;

/// The files of an import.
pub type FormUploads = Box<dyn Iterator<Item = Result<Upload>> + Send>;

/// Imports forms from files, then applies the stored acts that amend them and compares each form with the next. `date` is the day of a form whose file
/// names none.
///
/// # Errors
/// `unreadable` for a file that cannot be read; the forms of earlier files stay.
pub async fn import(
    app: &App,
    actor: &Actor,
    mut uploads: FormUploads,
    date: Option<Date>,
    report: &mut (dyn FnMut(FormEvent) + Send),
) -> Result<FormSummary> {
    policy::authorize(actor, Action::ImportActs)?;
    let mut tally = FormTally::new(report);
    loop {
        let read = move || {
            let next = uploads.next().map(|upload| read_file(upload?, date));
            (next, uploads)
        };
        let next;
        (next, uploads) = blocking("reading a file", read).await?;
        let Some(read) = next else { break };
        match read? {
            Ok(found) => tally.kept(&keep(app, found, None).await?),
            Err(reason) => tally.refused(reason),
        }
    }
    tally.made(make::make_due(app, actor).await?);
    compare::compare_due(app, actor).await?;
    Ok(tally.summary)
}

/// Reads the form in a file; the inner `Err` is the reason for refusing the file.
fn read_file(upload: Upload, date: Option<Date>) -> Result<Result<FoundForm, String>> {
    let (name, bytes) = read_whole(upload)?;
    if bytes.len() > MAX_BYTES {
        return Ok(Err(format!("{name}: larger than {} MiB", MAX_BYTES >> 20)));
    }
    let Ok(text) = String::from_utf8(bytes) else { return Ok(Err(format!("{name}: not UTF-8"))) };
    Ok(file::read(&name, text, date).map_err(|problem| format!("{name}: {problem}")))
}

/// Passes the stored forms of all acts or one to `take`, by act and day, until it breaks.
pub async fn list(
    app: &App,
    actor: &Actor,
    act: Option<ActKey>,
    mut take: impl FnMut(FormRecord) -> ControlFlow<()> + Send + 'static,
) -> Result<()> {
    policy::authorize(actor, Action::ReadSources)?;
    app.store.read(move |tx| Ok(forms::each(tx, act.as_ref(), &mut take)?)).await
}
