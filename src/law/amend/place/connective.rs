//! The words between the units of a place.

use crate::amend::operation::Side;
use crate::amend::words::WordCursor;

/// Words before a unit word that do not change the place.
const FILLERS: &[&str] = &[
    "la", "in", "din", "cuprinsul", "tot", "textul", "prevederile", "dispozitiile", "prevederilor", "dispozitiilor",
    "cadrul", "noul", "fostul", "actualul", "actuala", "actualele",
];

/// The words between two unit words.
#[derive(Debug, Default)]
pub struct Connective {
    pub and: bool,
    pub comma: bool,
    pub at: bool,
    /// "al", "a", "din": the next unit holds the last one.
    pub owner: bool,
    /// "ale": the next unit holds all before it.
    pub owner_of_all: bool,
    pub side: Option<Side>,
}

pub fn read_link(words: &mut WordCursor<'_>, link: &mut Connective) {
    loop {
        if words.punctuation(',') {
            link.comma = true;
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
