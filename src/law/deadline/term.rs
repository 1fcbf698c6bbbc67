//! Terms: `în termen de 30 de zile de la data comunicării`.

use super::event::read_event;
use super::mention::{Anchor, Bound, Direction, TermMention};
use crate::cursor::Cursor;
use crate::length::Length;
use crate::reference::ActReference;

fn read_bound(cursor: &mut Cursor<'_>) -> Option<Bound> {
    const WORDS: [(&str, Bound); 9] = [
        ("cel mult", Bound::AtMost),
        ("cel tarziu", Bound::AtMost),
        ("maximum", Bound::AtMost),
        ("maxim", Bound::AtMost),
        ("nu mai mult de", Bound::AtMost),
        ("cel putin", Bound::AtLeast),
        ("minimum", Bound::AtLeast),
        ("minim", Bound::AtLeast),
        ("pana la", Bound::AtMost),
    ];
    let bound = WORDS.into_iter().find(|(words, _)| cursor.word(&[words])).map(|(_, bound)| bound);
    cursor.spaces();
    bound
}

/// Reads a term, and returns it with the place where to read on: before its event, which may hold a citation.
pub(crate) fn read_term(cursor: &mut Cursor<'_>) -> Option<(TermMention, usize)> {
    read_term_after(cursor).or_else(|| read_term_before(cursor))
}

fn read_term_after(cursor: &mut Cursor<'_>) -> Option<(TermMention, usize)> {
    cursor.attempt(|cursor| {
        let introduced = cursor.word(&[
            "in", "intr-un", "intr-un nou", "in primele", "din", "dintr-un", "la", "dupa", "nu mai tarziu de",
            "cel mai tarziu in", "cel tarziu in", "cel mai tarziu la", "cel tarziu la",
        ]);
        cursor.spaces();
        let named = cursor.word(&["termen de", "termenul de", "termen maxim de", "termen legal de"]);
        cursor.spaces();
        let bound = read_bound(cursor);
        let length = Length::read(cursor)?;
        let resume = cursor.at();
        let anchor = read_anchor(cursor);
        // "12 luni de la data intrării în vigoare a prezentei legi" needs no other words.
        let is_of_act = anchor.as_ref().is_some_and(|anchor| matches!(anchor.of, ActReference::Present(_)));
        if !(introduced || named || is_of_act) {
            return None;
        }
        // "în 30 de zile" alone may be any time.
        (named || anchor.is_some())
            .then_some((TermMention { length, bound, direction: Direction::After, anchor }, resume))
    })
}

/// Reads `cu cel puțin 3 zile lucrătoare înainte de această dată`.
fn read_term_before(cursor: &mut Cursor<'_>) -> Option<(TermMention, usize)> {
    cursor.attempt(|cursor| {
        cursor.word(&["cu"]);
        cursor.spaces();
        let bound = read_bound(cursor);
        let length = Length::read(cursor)?;
        cursor.spaces();
        let resume = cursor.at();
        if !cursor.word(&["inainte de", "inaintea", "anterior", "inainte", "anterioare"]) {
            return None;
        }
        cursor.spaces();
        let anchor = read_event(cursor);
        Some((TermMention { length, bound, direction: Direction::Before, anchor }, resume))
    })
}

/// Reads `de la data intrării în vigoare`.
fn read_anchor(cursor: &mut Cursor<'_>) -> Option<Anchor> {
    cursor.attempt(|cursor| {
        cursor.spaces();
        let joined =
            cursor.word(&["de la", "dupa", "din", "calculat de la", "calculate de la", "incepand cu", "de cand"]);
        cursor.spaces();
        joined.then(|| read_event(cursor)).flatten()
    })
}
