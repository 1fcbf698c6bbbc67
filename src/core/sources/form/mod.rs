//! Forms of acts: the text of an act as it was on a day, from a [`file`] or a page of the portal.

pub mod file;

pub use paragraf_law::title::plain_title;

use jiff::civil::Date;

use crate::domain::act::Act;
use paragraf_law::amend::act::ActName;
use paragraf_law::form::read;

/// A form of an act before it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundForm {
    pub act: Act,
    pub title: String,
    /// The day from which the text was in force.
    pub date: Date,
    /// The id of the portal's document.
    pub portal_id: Option<u64>,
    /// Where it was read.
    pub url: String,
    /// The text in a format that `paragraf_law::form` reads.
    pub text: String,
}

/// The facts about a form that its text does not contain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FormFacts {
    pub(super) date: Option<Date>,
    pub(super) issuer: Option<String>,
    pub(super) portal_id: Option<u64>,
    pub(super) url: String,
}

/// Makes a form of a text.
///
/// # Errors
/// A sentence when the text has no articles, names no act, or its day is not known.
pub(super) fn of_text(text: String, facts: FormFacts) -> Result<FoundForm, String> {
    let form = read::read(&text)?;
    let name = form.act.ok_or("the title names no act with its number and year")?;
    let date = facts.date.ok_or("the day of the form is not known; give it with --date")?;
    let FormFacts { issuer, portal_id, url, .. } = facts;
    Ok(FoundForm { act: act_of(&name, issuer), title: form.title, date, portal_id, url, text })
}

/// The act with this name. `issuer` is used only for a kind that has no usual issuer.
pub(super) fn act_of(name: &ActName, issuer: Option<String>) -> Act {
    let issuer = name.kind.issuer().map(str::to_owned).or(issuer);
    let year = i16::try_from(name.year).unwrap_or(i16::MAX);
    Act { kind: name.kind.name().to_owned(), number: Some(name.number.clone()), year, issuer }
}
