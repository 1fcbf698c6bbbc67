//! What changed from one stored form of an act to the next, and by which act.

use jiff::civil::Date;

use super::amending::{AmendmentRoom, cut, joined};
use crate::domain::amendment::Amendment;
use crate::domain::form_change::FormChangeGroup;
use paragraf_law::apply::{FormDifference, between, difference, noted_acts};
use paragraf_law::form::read::read;

/// The text of a form, and the day from which it is in force.
#[derive(Debug, Clone, Copy)]
pub struct DatedText<'a> {
    pub text: &'a str,
    pub date: Date,
}

/// The changes between two forms, by the acts that made them; those of unknown acts come last.
///
/// # Errors
/// A sentence when a form cannot be read.
pub fn form_changes(old: DatedText<'_>, new: DatedText<'_>) -> Result<Vec<FormChangeGroup>, String> {
    let (before, after) = (read(old.text)?, read(new.text)?);
    let changes = between(&before, &after);
    let acts = noted_acts(&after, &changes, old.date, new.date);
    let mut room = AmendmentRoom::default();
    let mut groups: Vec<FormChangeGroup> = Vec::new();
    for (change, by) in changes.iter().zip(acts) {
        let at = groups.iter().position(|group| group.by == by).unwrap_or(groups.len());
        if at == groups.len() {
            groups.push(FormChangeGroup { by, found: 0, amendments: vec![] });
        }
        groups[at].found += 1;
        groups[at].amendments.extend(room.take(amendment(change)));
    }
    groups.sort_by_key(|group| group.by.is_none());
    Ok(groups)
}

fn amendment(change: &FormDifference) -> Amendment {
    let (before, before_is_cut) = cut(change.before.as_deref().unwrap_or_default());
    let (after, after_is_cut) = cut(change.after.as_deref().unwrap_or_default());
    Amendment {
        kind: change.kind,
        source: String::new(),
        provision: Some(change.place.to_string()),
        was: change.was.as_ref().map(ToString::to_string),
        difference: joined(difference(before, after)),
        until: None,
        in_force: None,
        force_clause: None,
        problem: None,
        text: None,
        is_cut: before_is_cut || after_is_cut,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::domain::amendment::AmendmentKind;

    fn form(tax: &str, end: &str) -> String {
        format!(
            "# LEGE nr. 31 din 16 noiembrie 1990\n\n##### Articolul 1\n\n(1) Taxa este de {tax}.\n\n(2) Se plătește anual.{end}"
        )
    }

    fn of(text: &str, date: Date) -> DatedText<'_> {
        DatedText { text, date }
    }

    #[test]
    fn changes_are_grouped_by_the_act_that_the_notes_name() {
        let note = "(la 06-12-2024, Alineatul (1) , Articolul 1 a fost modificat de [Punctul 1 , ARTICOLUL UNIC din LEGEA nr. 299 din 2 decembrie 2024, publicată în MONITORUL OFICIAL nr. 1212 din 3 decembrie 2024](https://legislatie.just.ro/1) )";
        let (before, after) = (form("40 lei", ""), form(&format!("45 lei. {note}"), "\n\n##### Articolul 2\n\nNou."));
        let groups = form_changes(of(&before, date(2024, 10, 8)), of(&after, date(2024, 12, 6))).expect("changes");
        let [group] = &groups[..] else { panic!("{groups:?}") };
        let by = group.by.as_ref().expect("an act");
        assert_eq!((by.act.number.as_deref(), by.effective, group.found), (Some("299"), date(2024, 12, 6), 2));
        let [changed, added] = &group.amendments[..] else { panic!("{group:?}") };
        assert_eq!((changed.provision.as_deref(), changed.kind), (Some("art. 1 alin. (1)"), AmendmentKind::Modify));
        assert_eq!((added.provision.as_deref(), added.kind), (Some("art. 2"), AmendmentKind::Insert));
        let unknown = form_changes(of(&before, date(2024, 12, 6)), of(&after, date(2025, 1, 1))).expect("changes");
        assert!(unknown[0].by.is_none() && unknown[0].found == 2, "the note is about an earlier change: {unknown:?}");
        assert!(form_changes(of("", date(2024, 1, 1)), of(&after, date(2025, 1, 1))).is_err());
    }
}
