//! Whole official texts, from the folder that `PARAGRAF_DATA` names. Without it these tests pass and print that
//! they were left out.

use std::path::PathBuf;

use paragraf::domain::amendment::AmendmentKind;
use paragraf_law::amend::operations;
use paragraf_law::apply::{apply, compare, text_of};
use paragraf_law::form::clause::{ClauseKind, Place, PlaceStep};
use paragraf_law::portal_note::PortalNote;
use paragraf_law::unit::Unit;
use paragraf_law::{MentionValue, read_markdown};

use super::form;

/// The folder with the texts.
pub fn folder() -> Option<PathBuf> {
    crate::support::data::folder("consolidated")
}

fn text(folder: &std::path::Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn the_whole_law_of_1990_becomes_its_official_form() {
    let Some(folder) = folder() else { return };
    let base = form(&text(&folder, "consolidated/legea-31-1990/2024-10-08.md"));
    let act = form(&text(&folder, "consolidated/legea-31-1990/amended-by-legea-299-2024.json"));
    let done = apply(&base, &act).expect("the act amends the law");
    let compared = compare(&done, &form(&text(&folder, "consolidated/legea-31-1990/2024-12-06.md")));
    assert_eq!(compared.provisions, [Some(true); 12]);
    assert_eq!((compared.equal_articles, compared.different_articles), (473, Vec::new()));
}

#[test]
fn most_operations_of_a_year_are_understood() {
    let Some(folder) = folder() else { return };
    let laws = text(&folder, "laws-2025.jsonl");
    let all: Vec<_> = laws.lines().flat_map(|line| operations(&form(line))).collect();
    let understood = all.iter().filter(|operation| operation.change.kind() != AmendmentKind::NotUnderstood).count();
    assert!(all.len() >= 720 && understood * 100 >= all.len() * 95, "{understood} of {}", all.len());
}

/// The place that a note of the portal names, as far as it is an article or a part of one.
fn place(note: &PortalNote) -> Option<Place> {
    let levels = &note.provision.as_ref()?.levels;
    let steps = levels.iter().filter_map(|level| {
        let kind = match level.unit {
            Unit::Article => ClauseKind::Article,
            Unit::Paragraph => ClauseKind::Paragraph,
            Unit::Letter => ClauseKind::Letter,
            Unit::Point => ClauseKind::Point,
            _ => return None,
        };
        Some(PlaceStep::new(kind, Some(level.all_labels().first()?.clone())))
    });
    let steps: Vec<_> = steps.collect();
    steps.first().is_some_and(|step| step.kind == ClauseKind::Article).then(|| Place::of(steps))
}

/// The places that the notes of this day name in a form.
fn noted(text: &str, day: &str) -> Vec<Place> {
    let mentions = read_markdown(text);
    let notes = mentions.iter().filter_map(|mention| match &mention.value {
        MentionValue::PortalNote(note) if note.effective.to_string() == day => place(note),
        _ => None,
    });
    notes.collect()
}

#[test]
fn each_provision_that_the_portal_notes_as_changed_differs() {
    let Some(folder) = folder() else { return };
    let mut checked = 0;
    for (act, before, after) in [
        ("legea-31-1990", "2023-11-11", "2024-10-08"),
        ("legea-31-1990", "2024-10-08", "2024-12-06"),
        ("legea-17-2000", "2024-08-29", "2024-09-06"),
        ("og-121-1998", "2023-10-21", "2024-01-09"),
    ] {
        let read = |day: &str| text(&folder, &format!("consolidated/{act}/{day}.md"));
        let (old, new) = (form(&read(before)), form(&read(after)));
        for place in noted(&read(after), after) {
            let of = |form| text_of(form, &place, false).unwrap_or_default();
            assert_ne!(of(&old), of(&new), "{act}: {place} is noted as changed on {after}");
            checked += 1;
        }
    }
    assert!(checked >= 10, "{checked} notes");
}
