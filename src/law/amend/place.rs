//! Reading the places that an operation names: "La articolul 5, literele a) și b) ale alineatului (2)".

mod connective;
mod group;
mod labels;
mod reader;
mod unit;

use super::operation::Side;
use super::words::WordCursor;
use crate::form::clause::Place;
use connective::{Connective, read_link};
use group::read_group;
use reader::PlaceReader;

pub use labels::read_labels;
pub use unit::unit_word;

/// The places that a phrase names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    pub places: Vec<Place>,
    /// The side of the place that the phrase names, such as "după articolul 5".
    pub side: Option<Side>,
}

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
