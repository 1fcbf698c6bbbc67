//! What changed from one form of an act to a later one, provision by provision.

use std::collections::HashSet;

use crate::amendment::AmendmentKind;
use crate::form::Form;
use crate::form::clause::{Clause, ClauseKind, Place, PlaceStep};
use crate::form::strip::comparable;

use super::compare::same;
use super::pairs::{UnitPair, paired};

/// A provision that differs between two forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormDifference {
    pub place: Place,
    /// `Modify`, `Insert`, `Repeal`, or `Renumber`.
    pub kind: AmendmentKind,
    /// The place in the earlier form, if the number changed.
    pub was: Option<Place>,
    /// The text before; `None` for a new provision.
    pub before: Option<String>,
    /// The text after; `None` for a repealed provision.
    pub after: Option<String>,
}

/// The provisions of the act itself that differ, in the order of the later form; those that are gone come last.
/// Annexed norms are left out, since they have a numbering of their own.
pub fn between(before: &Form, after: &Form) -> Vec<FormDifference> {
    let mut found = Vec::new();
    add_pairs(paired(&own_articles(before), &own_articles(after)), &Place::default(), &mut found);
    found
}

/// The articles of the act itself, each label once.
fn own_articles(form: &Form) -> Vec<&Clause> {
    let mut seen = HashSet::new();
    let own = form.articles().filter(|article| article.series == 0).map(|article| &article.unit);
    own.filter(|unit| unit.kind == ClauseKind::Article && seen.insert(unit.label.as_ref())).collect()
}

fn place_of(outer: &Place, unit: &Clause) -> Place {
    outer.with(PlaceStep::new(unit.kind, unit.label.clone()))
}

fn add_pairs(pairs: Vec<UnitPair<'_>>, outer: &Place, found: &mut Vec<FormDifference>) {
    for pair in pairs {
        match pair {
            UnitPair::Kept(old, new) => add_changes(old, new, &place_of(outer, new), found),
            UnitPair::Moved(old, new) => found.push(FormDifference {
                kind: AmendmentKind::Renumber,
                was: Some(place_of(outer, old)),
                ..changed(place_of(outer, new), old.flat(), new.flat())
            }),
            UnitPair::Added(new) => found.extend(inserted(new, place_of(outer, new))),
            UnitPair::Gone(old) => found.extend(repealed(old, place_of(outer, old))),
        }
    }
}

fn inserted(unit: &Clause, place: Place) -> Option<FormDifference> {
    let difference =
        FormDifference { kind: AmendmentKind::Insert, before: None, ..changed(place, String::new(), unit.flat()) };
    (!unit.is_repealed()).then_some(difference)
}

fn repealed(unit: &Clause, place: Place) -> Option<FormDifference> {
    let difference =
        FormDifference { kind: AmendmentKind::Repeal, after: None, ..changed(place, unit.flat(), String::new()) };
    (!unit.is_repealed()).then_some(difference)
}

fn changed(place: Place, before: String, after: String) -> FormDifference {
    FormDifference { place, kind: AmendmentKind::Modify, was: None, before: Some(before), after: Some(after) }
}

/// Adds the innermost parts that differ. A unit whose parts have no labels, or none in common, differs as a whole.
fn add_changes(old: &Clause, new: &Clause, place: &Place, found: &mut Vec<FormDifference>) {
    if same(old, new) {
        return;
    }
    match (old.is_repealed(), new.is_repealed()) {
        (false, true) => return found.extend(repealed(old, place.clone())),
        (true, false) => return found.extend(inserted(new, place.clone())),
        _ => {}
    }
    let Some((old_parts, new_parts)) = labelled(old).zip(labelled(new)) else {
        return found.push(changed(place.clone(), old.flat(), new.flat()));
    };
    let pairs = paired(&old_parts, &new_parts);
    if !pairs.iter().any(|pair| matches!(pair, UnitPair::Kept(..) | UnitPair::Moved(..))) {
        return found.push(changed(place.clone(), old.flat(), new.flat()));
    }
    let own = [(ClauseKind::Heading, &old.heading, &new.heading), (ClauseKind::Introduction, &old.text, &new.text)];
    for (kind, old, new) in own.into_iter().filter(|(_, old, new)| comparable(old) != comparable(new)) {
        found.push(changed(place.with(PlaceStep::new(kind, None)), old.clone(), new.clone()));
    }
    add_pairs(pairs, place, found);
}

/// The parts of a unit; `None` unless each has a label of its own.
fn labelled(unit: &Clause) -> Option<Vec<&Clause>> {
    let mut seen = HashSet::new();
    let are_labelled = unit.parts.iter().all(|part| part.label.is_some() && seen.insert((part.kind, &part.label)));
    (are_labelled && !unit.parts.is_empty()).then(|| unit.parts.iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::read::read;

    fn lines(before: &str, after: &str) -> Vec<String> {
        let form = |text: &str| read(&format!("# LEGE nr. 1 din 2 ianuarie 2000\n\n{text}")).expect("a form");
        let line = |change: &FormDifference| {
            let texts = [&change.before, &change.after].map(|text| text.as_deref().unwrap_or("-").to_owned());
            format!("{} {}: {} > {}", change.place, change.kind.name(), texts[0], texts[1])
        };
        between(&form(before), &form(after)).iter().map(line).collect()
    }

    const BEFORE: &str = "##### Articolul 1\n\n(1) Taxa este de 40 lei.\n\n(2) Se plătește:a) anual; ... b) lunar.\n\n##### Articolul 2\n\nAlt text.\n\n##### Articolul 3\n\n(1) Unu.\n\n(2) Doi.";

    #[test]
    fn the_innermost_parts_that_differ_are_listed() {
        let after = "##### Articolul 1\n\n(1) Taxa este de 45 lei.\n\n(2) Se plătește:a) anual; ... b) săptămânal.\n\n(3) Nou.\n\n##### Articolul 2\n\nAlt text.\n\n##### Articolul 2^1\n\nArticol nou.\n\n##### Articolul 3\n\n(1) Unu.\n\n(2) Abrogat.";
        assert_eq!(
            lines(BEFORE, after),
            [
                "art. 1 alin. (1) modify: (1) Taxa este de 40 lei. > (1) Taxa este de 45 lei.",
                "art. 1 alin. (2) lit. b) modify: b) lunar. > b) săptămânal.",
                "art. 1 alin. (3) insert: - > (3) Nou.",
                "art. 2^1 insert: - > Articolul 2^1 Articol nou.",
                "art. 3 alin. (2) repeal: (2) Doi. > -",
            ]
        );
        assert!(lines(BEFORE, BEFORE).is_empty());
    }

    #[test]
    fn an_introduction_and_an_article_that_is_gone_are_changes_of_their_own() {
        let after = "##### Articolul 1\n\n(1) Taxa este de 40 lei.\n\n(2) Se achită:a) anual; ... b) lunar.\n\n##### Articolul 3\n\n(1) Unu.\n\n(2) Doi.";
        assert_eq!(
            lines(BEFORE, after),
            [
                "art. 1 alin. (2) partea introductivă modify: Se plătește: > Se achită:",
                "art. 2 repeal: Articolul 2 Alt text. > -",
            ]
        );
    }

    #[test]
    fn a_provision_that_moved_to_another_number_is_one_change() {
        let articles = |first: &str| {
            let texts = [
                first,
                "Prestatorii afișează tarifele la sediu și pe pagina de internet.",
                "Amenda pentru lipsa afișării este de la 500 la 900 de lei.",
            ];
            let texts = texts.iter().filter(|text| !text.is_empty()).zip(1..);
            texts.map(|(text, at)| format!("##### Articolul {at}\n\n{text}")).collect::<Vec<_>>().join("\n\n")
        };
        let after = articles("Prezenta lege are un obiect cu totul nou, despre turism.").replace("900", "950");
        assert_eq!(
            lines(&articles(""), &after),
            [
                "art. 1 insert: - > Articolul 1 Prezenta lege are un obiect cu totul nou, despre turism.",
                "art. 2 renumber: Articolul 1 Prestatorii afișează tarifele la sediu și pe pagina de internet. > Articolul 2 Prestatorii afișează tarifele la sediu și pe pagina de internet.",
                "art. 3 renumber: Articolul 2 Amenda pentru lipsa afișării este de la 500 la 900 de lei. > Articolul 3 Amenda pentru lipsa afișării este de la 500 la 950 de lei.",
            ]
        );
    }

    #[test]
    fn a_unit_whose_parts_cannot_be_paired_differs_as_a_whole() {
        let after = BEFORE.replace("(1) Unu.\n\n(2) Doi.", "Un singur text.");
        let found = lines(BEFORE, &after);
        assert_eq!(found, ["art. 3 modify: Articolul 3 (1) Unu. (2) Doi. > Articolul 3 Un singur text."]);
    }
}
