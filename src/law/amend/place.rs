//! Reading the places that an operation names: "La articolul 5, literele a) și b) ale alineatului (2)".

mod group;
mod labels;
mod reader;

use super::operation::Side;
use super::words::WordCursor;
use crate::form::clause::Place;
use group::read_group;
use reader::PlaceReader;

pub use group::unit_word;
pub use labels::read_labels;

/// The places that a phrase names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    pub places: Vec<Place>,
    /// The side of the place that the phrase names, such as "după articolul 5".
    pub side: Option<Side>,
}

/// Words before a unit word that do not change the place.
const FILLERS: &[&str] = &[
    "la",
    "in",
    "din",
    "cuprinsul",
    "tot",
    "textul",
    "prevederile",
    "dispozitiile",
    "prevederilor",
    "dispozitiilor",
    "cadrul",
    "noul",
    "fostul",
    "actualul",
];

/// Reads a whole phrase; `None` if any word of it is not known.
pub fn read(words: &mut WordCursor<'_>) -> Option<Places> {
    let mut reader = PlaceReader::default();
    let mut side = None;
    loop {
        let mut link = Connective::default();
        read_link(words, &mut link);
        if words.is_at_end() {
            break;
        }
        side = link.side.or(side);
        if skip_unlabelled_owner(words, &link) {
            continue;
        }
        let group = read_group(words, &link)?;
        reader.add(group, &link)?;
    }
    Some(Places { places: reader.places(), side })
}

/// The words between two unit words.
#[derive(Debug, Default)]
struct Connective {
    and: bool,
    at: bool,
    /// "al", "a", "din": the next unit holds the last one.
    owner: bool,
    /// "ale": the next unit holds all before it.
    owner_of_all: bool,
    side: Option<Side>,
}

fn read_link(words: &mut WordCursor<'_>, link: &mut Connective) {
    loop {
        if words.punctuation(',') {
            continue;
        }
        let Some(word) = words.peek_word() else { return };
        match word {
            "si" | "precum" | "respectiv" => link.and = true,
            "la" => link.at = true,
            "al" | "a" | "din" => link.owner = true,
            "ale" | "ai" => link.owner_of_all = true,
            "dupa" => link.side = Some(Side::After),
            "inaintea" | "inainte" => link.side = Some(Side::Before),
            "de" if link.side.is_some() => {}
            word if FILLERS.contains(&word) => {}
            _ => return,
        }
        words.next_word();
    }
}

/// Skips an owner without a label: "articolului" in "La articolul 171, denumirea marginală a articolului".
fn skip_unlabelled_owner(words: &mut WordCursor<'_>, link: &Connective) -> bool {
    const OWNERS: &[&str] = &["articolului", "capitolului", "sectiunii", "titlului", "alineatului"];
    if !link.owner {
        return false;
    }
    let skipped = words.attempt(|words| {
        let word = words.next_word().filter(|word| OWNERS.contains(word))?;
        let (kind, _) = unit_word(word, words)?;
        read_labels(&mut words.clone(), kind).is_empty().then_some(())
    });
    skipped.is_some()
}
