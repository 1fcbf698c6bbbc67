//! Reads the page of a document: the form of an act that it shows, and the act's other forms.

mod markdown;
mod tokens;

use jiff::civil::Date;

pub use self::tokens::FormLink;
use self::tokens::{BlockKind, PageTokens};
use super::clean::letters;
use super::heading;
use crate::sources::form::{FormFacts, FoundForm, of_text};

/// The form that a page shows, and the other forms of the act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormPage {
    pub form: FoundForm,
    pub history: Vec<FormLink>,
}

/// Reads a page. `date` is the day of the form, if the caller knows it; else the page's list of forms names it, or,
/// for an act that was never changed, its publication does.
///
/// # Errors
/// A sentence when the page shows no act.
pub fn read(html: &str, portal_id: u64, url: &str, date: Option<Date>) -> Result<FormPage, String> {
    let PageTokens { blocks, history, selected } = tokens::read(html);
    let of = |kind: BlockKind| blocks.iter().find(|block| block.kind == kind).map(|block| letters(&block.text));
    let title = of(BlockKind::Title).ok_or("the page shows no act")?;
    let (issuer, published) = (of(BlockKind::Issuer), of(BlockKind::Published));
    let is_first = history.is_empty();
    let printed = || Some(heading::gazette(published.as_deref().filter(|_| is_first)?)?.date);
    let date = date.or(selected).or_else(printed);
    let fields = [
        ("title", Some(title.clone())),
        ("identifier", Some(format!("RO-{portal_id}"))),
        ("last_updated", date.map(|date| date.to_string())),
        ("source", Some(url.to_owned())),
        ("department", issuer.clone()),
        ("publication_reference", published),
    ];
    let text = markdown::front_matter(&fields) + &markdown::text(&title, &blocks);
    let facts = FormFacts { date, issuer, portal_id: Some(portal_id), url: url.to_owned() };
    Ok(FormPage { form: of_text(letters(&text), facts)?, history })
}
