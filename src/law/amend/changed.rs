//! The provisions that an amending act changes, as a reader who follows one of them names it.

use serde::{Deserialize, Serialize};

use crate::amend::operation::{AmendingOperation, Change};
use crate::form::clause::Place;
use crate::provision::Provision;
use crate::unit::Unit;

/// Words after a place to which an operation adds provisions whose labels it does not list.
const ADDED: &str = "text nou";

/// The provisions of one act that an amending act changes, by their names before it: "art. 114 alin. (2)".
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChangedProvisions {
    /// Each once, in the order of the operations.
    pub places: Vec<String>,
    /// The old and the new name of each provision that gets another label.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub renumbered: Vec<(String, String)>,
}

impl ChangedProvisions {
    /// Adds what an operation changes. Norms and annexed regulations have a numbering of their own and are left out.
    pub fn add(&mut self, operation: &AmendingOperation) {
        if operation.in_annex {
            return;
        }
        for place in places(&operation.change) {
            self.add_place(place);
        }
        if let Change::Renumber { pairs } = &operation.change {
            let names = |(place, step): &(Place, _)| {
                let new: Place = place.parent().with(Clone::clone(step));
                (place.to_string(), new.to_string())
            };
            self.renumbered.extend(pairs.iter().map(names));
        }
    }

    /// Adds a place by its name.
    pub fn add_place(&mut self, place: String) {
        if !self.places.contains(&place) {
            self.places.push(place);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether the provision, a part of it or a provision around it changes.
    pub fn concerns(&self, provision: &str) -> bool {
        self.places.iter().any(|place| holds(provision, place) || holds(place, provision))
    }

    /// The name of the provision after the act.
    pub fn renamed(&self, provision: &str) -> String {
        moved(self.renumbered.iter().map(|(old, new)| (old, new)), provision)
    }

    /// The name before the act of the provision that has this name after it.
    pub fn former(&self, provision: &str) -> String {
        moved(self.renumbered.iter().map(|(old, new)| (new, old)), provision)
    }
}

/// The name of a provision after the pair of names that names it, or the nearest provision around it.
fn moved<'a>(names: impl Iterator<Item = (&'a String, &'a String)>, provision: &str) -> String {
    let around = names.filter(|(from, _)| holds(from, provision));
    match around.max_by_key(|(from, _)| from.len()) {
        Some((from, to)) => format!("{to}{}", &provision[from.len()..]),
        None => provision.to_owned(),
    }
}

/// Whether the place is the provision or within it.
fn holds(provision: &str, place: &str) -> bool {
    place.strip_prefix(provision).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// The names of the places that an operation changes or adds; none for the whole act.
fn places(change: &Change) -> Vec<String> {
    let named = change.places();
    if let (Change::Insert { anchor, .. }, []) = (change, &named[..]) {
        let outer = anchor.outer();
        return if outer.steps.is_empty() { vec![] } else { vec![format!("{outer} {ADDED}")] };
    }
    named.iter().filter(|place| !place.steps.is_empty()).map(ToString::to_string).collect()
}

/// The name of the single provision that a text names, in one spelling: an article or an annex, or a paragraph, letter
/// or point of it. "Articolul 97¹ alineatul (2)" is `art. 97^1 alin. (2)`.
pub fn provision_name(text: &str) -> Option<String> {
    const UNITS: [Unit; 5] = [Unit::Annex, Unit::Article, Unit::Paragraph, Unit::Letter, Unit::Point];
    let provision: Provision = text.parse().ok()?;
    let begins_well = matches!(provision.levels.first()?.unit, Unit::Annex | Unit::Article);
    let are_single = provision.levels.iter().all(|level| {
        let is_single = level.unit == Unit::Annex && level.labels.is_empty() || provision.label(level.unit).is_some();
        is_single && UNITS.contains(&level.unit)
    });
    (begins_well && are_single).then(|| provision.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::amend::operations;
    use crate::form::read;

    fn changed(points: &[&str]) -> ChangedProvisions {
        let points: String = points.iter().zip(1..).map(|(point, at)| format!("{at}. {point}\n")).collect();
        let act = format!(
            "LEGE nr. 5 din 3 martie 2026 pentru modificarea Legii nr. 31/1990\nArticol unic\nLegea nr. 31/1990 se modifică după cum urmează:\n{points}"
        );
        let mut changed = ChangedProvisions::default();
        operations(&read::read(&act).expect("an act")).iter().for_each(|operation| changed.add(operation));
        changed
    }

    #[test]
    fn an_operation_concerns_its_provision_what_is_in_it_and_what_is_around_it() {
        let changed = changed(&[
            "Alineatul (3) al articolului 7 se abrogă.",
            "La articolul 120, alineatul (2) se modifică și va avea următorul cuprins:\n„(2) Text.”",
            "După articolul 125 se introduce un nou articol, articolul 125^1, cu următorul cuprins:\n„Articolul 125^1\nText.”",
        ]);
        assert_eq!(changed.places, ["art. 7 alin. (3)", "art. 120 alin. (2)", "art. 125^1"]);
        for (provision, is_concerned) in [
            ("art. 120", true),
            ("art. 120 alin. (2)", true),
            ("art. 120 alin. (2) lit. a)", true),
            ("art. 120 alin. (2^1)", false),
            ("art. 120 alin. (1)", false),
            ("art. 120^1", false),
            ("art. 12", false),
            ("art. 7", true),
            ("art. 7 alin. (3) lit. f)", true),
            ("art. 125", false),
            ("art. 125^1", true),
        ] {
            assert_eq!(changed.concerns(provision), is_concerned, "{provision}");
        }
    }

    #[test]
    fn the_thousands_dot_of_a_code_is_no_part_of_the_number() {
        let changed = changed(&["La articolul 1.026, alineatul (2) se abrogă.", "Articolul 1.027 se abrogă."]);
        assert_eq!(changed.places, ["art. 1026 alin. (2)", "art. 1027"]);
    }

    #[test]
    fn a_renumbered_provision_takes_its_parts_along() {
        let changed = changed(&["Articolele 120 și 121 devin articolele 121 și 122."]);
        assert!(changed.concerns("art. 120") && changed.concerns("art. 121 alin. (1)"), "{changed:?}");
        for (old, new) in [
            ("art. 120", "art. 121"),
            ("art. 120 alin. (3)", "art. 121 alin. (3)"),
            ("art. 121", "art. 122"),
            ("art. 120^1", "art. 120^1"),
            ("art. 12", "art. 12"),
        ] {
            assert_eq!(changed.renamed(old), new, "{old}");
        }
        for (new, old) in
            [("art. 122 alin. (1)", "art. 121 alin. (1)"), ("art. 121", "art. 120"), ("art. 12", "art. 12")]
        {
            assert_eq!(changed.former(new), old, "{new}");
        }
    }

    #[test]
    fn a_provision_has_one_spelling() {
        for (text, name) in [
            ("Articolul 97¹ alineatul (2)", Some("art. 97^1 alin. (2)")),
            ("lit. f^1) a art. 7", Some("art. 7 lit. f^1)")),
            ("art. 7 lit. f^1)", Some("art. 7 lit. f^1)")),
            ("ART. 120", Some("art. 120")),
            ("pct. 2 din anexa nr. 3", Some("anexa nr. 3 pct. 2")),
            ("art. 5 și 7", None),
            ("art. 5-7", None),
            ("alin. (2)", None),
            ("cap. II", None),
            ("art. 5 teza a II-a", None),
            ("120", None),
            ("", None),
        ] {
            assert_eq!(provision_name(text).as_deref(), name, "{text}");
            let again = name.and_then(provision_name);
            assert_eq!(again.as_deref(), name, "{text}");
        }
    }
}
