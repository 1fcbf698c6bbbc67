//! The acts that made the changes between two forms, from the portal's notes in the later one.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::between::FormDifference;
use crate::act::Act;
use crate::form::clause::ClauseKind;
use crate::form::strip::{next_note, without_links};
use crate::form::{Form, Section};
use crate::gazette::Gazette;
use crate::label::Label;
use crate::{MentionValue, read_text};

/// An amending act that a note names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotedAct {
    pub act: Act,
    /// The day on which the change took effect.
    pub effective: Date,
    pub gazette: Gazette,
}

/// A note with the article beside which it stands.
struct FoundNote {
    article: Option<Label>,
    /// The changed provision, with the chapters around it.
    provision: String,
    by: NotedAct,
}

/// The act of each change, from notes on changes after `from` and up to `to`; `None` where the notes do not say.
///
/// A note on the provision decides, then one beside its article, then the only act of all notes.
pub fn noted_acts(later: &Form, changes: &[FormDifference], from: Date, to: Date) -> Vec<Option<NotedAct>> {
    let notes = notes(later, from, to);
    changes.iter().map(|change| act_of(change, &notes).cloned()).collect()
}

fn act_of<'n>(change: &FormDifference, notes: &'n [FoundNote]) -> Option<&'n NotedAct> {
    let (name, article) = (change.place.to_string(), change.place.steps.first()?.label.as_ref());
    let inner = format!(" {name}");
    let on_provision = notes.iter().find(|note| note.provision == name || note.provision.ends_with(&inner));
    let beside = || only(notes.iter().filter(|note| note.article.is_some() && note.article.as_ref() == article));
    on_provision.map(|note| &note.by).or_else(beside).or_else(|| only(notes.iter()))
}

/// The act of these notes, if they name only one.
fn only<'n>(mut notes: impl Iterator<Item = &'n FoundNote>) -> Option<&'n NotedAct> {
    let first = &notes.next()?.by;
    notes.all(|note| note.by == *first).then_some(first)
}

fn notes(form: &Form, from: Date, to: Date) -> Vec<FoundNote> {
    let mut found = Vec::new();
    for section in &form.sections {
        let (article, text) = match section {
            Section::Article(article) if article.series == 0 && article.unit.kind == ClauseKind::Article => {
                (article.unit.label.as_ref(), &article.source)
            }
            Section::Article(article) => (None, &article.source),
            Section::Heading(heading) => (None, &heading.source),
            Section::Other(text) => (None, text),
        };
        add_notes(text, article, (from, to), &mut found);
    }
    found
}

fn add_notes(text: &str, article: Option<&Label>, (from, to): (Date, Date), found: &mut Vec<FoundNote>) {
    let mut rest = text;
    while let Some((start, end)) = next_note(rest) {
        let note = &rest[start..end];
        rest = &rest[end..];
        // Most notes are about earlier changes; their days are read before the rest.
        if !day_of(note).is_some_and(|day| from < day && day <= to) {
            continue;
        }
        for mention in read_text(&without_links(note)) {
            let MentionValue::PortalNote(note) = mention.value else { continue };
            let Some(act) = note.by_act.and_then(|act| act.to_act()) else { continue };
            found.push(FoundNote {
                article: article.cloned(),
                provision: note.provision.map(|provision| provision.to_string()).unwrap_or_default(),
                by: NotedAct { act, effective: note.effective, gazette: note.gazette },
            });
        }
    }
}

/// The day of a note: `(la 06-12-2024, ...`.
fn day_of(note: &str) -> Option<Date> {
    let digits = note.find(|c: char| c.is_ascii_digit())?;
    let mut parts = note.get(digits..digits + 10)?.split('-');
    let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::apply::between;
    use crate::form::read::read;

    fn note(unit: &str, number: u32, day: &str) -> String {
        format!(
            "(la {day}, {unit} a fost modificat de [Punctul 1 , Articolul I din LEGEA nr. {number} din 2 decembrie 2024, publicată în MONITORUL OFICIAL nr. 1212 din 3 decembrie 2024](https://legislatie.just.ro/1) )"
        )
    }

    #[test]
    fn a_note_on_the_provision_decides_then_one_beside_its_article() {
        let of = |first: &str, second: &str, third: &str| {
            let text = format!(
                "# LEGE nr. 1 din 2 ianuarie 2000\n\n##### Articolul 1\n\n(1) {first}\n\n(2) {second}\n\n##### Articolul 2\n\n{third}"
            );
            read(&text).expect("a form")
        };
        let before = of("Unu.", "Doi.", "Trei.");
        let old = note("Articolul 2", 9, "01-02-2020");
        let after = of(
            &format!("Unu nou. {}", note("Alineatul (1) , Articolul 1 , Capitolul I", 299, "06-12-2024")),
            &format!("Doi nou. {}", note("Alineatul (2) , Articolul 1 , Capitolul I", 300, "01-10-2024")),
            &format!("Trei nou. {old}"),
        );
        let changes = between(&before, &after);
        let acts = noted_acts(&after, &changes, date(2024, 1, 1), date(2024, 12, 6));
        let acts: Vec<_> = acts.iter().map(|by| by.as_ref().map(|by| (by.act.number.clone(), by.effective))).collect();
        let known = |number: &str, day| Some((Some(number.to_owned()), day));
        assert_eq!(acts, [known("299", date(2024, 12, 6)), known("300", date(2024, 10, 1)), None]);
        let gazette =
            noted_acts(&after, &changes, date(2024, 1, 1), date(2024, 12, 6)).remove(0).expect("an act").gazette;
        assert_eq!((gazette.number.as_str(), gazette.date), ("1212", date(2024, 12, 3)));
    }

    #[test]
    fn the_only_act_of_all_notes_made_every_change() {
        let of = |text: &str, end: &str| {
            read(&format!(
                "# LEGE nr. 1 din 2 ianuarie 2000\n\n##### Articolul 1\n\n{text}\n\n##### Articolul 2\n\nDoi.{end}"
            ))
            .expect("a form")
        };
        let added =
            format!("\n\n##### Articolul 3\n\nNou.\n\n### Capitolul II {}", note("Capitolul I", 299, "06-12-2024"));
        let after = of("Alt text.", &added);
        let acts = noted_acts(&after, &between(&of("Unu.", ""), &after), date(2024, 1, 1), date(2025, 1, 1));
        assert_eq!(acts.len(), 2);
        assert!(
            acts.iter().all(|by| by.as_ref().is_some_and(|by| by.act.number.as_deref() == Some("299"))),
            "{acts:?}"
        );
    }
}
