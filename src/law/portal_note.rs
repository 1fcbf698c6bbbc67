//! Notes of the portal: `(la 18-12-2025, Litera a) , Alineatul (1) , Articolul XIII a fost modificată de ...)`.
//! They are not part of the law; their date is the day on which the change took effect.

use jiff::civil::Date;
use serde::Serialize;

use super::calendar::read_date;
use super::citation::CitedAct;
use super::cursor::Cursor;
use super::european::read_european;
use super::gazette_reference::read_gazette;
use super::national::read_citations;
use super::provision::Provision;
use crate::gazette::Gazette;

/// The longest text between the parts of a note.
const LONGEST_TEXT: usize = 2000;

/// A change that the portal notes beside a provision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PortalNote {
    /// The day on which the change took effect.
    pub effective: Date,
    /// The changed unit in the note's words.
    pub unit: String,
    /// The changed unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provision: Option<Provision>,
    pub change: NotedChange,
    /// Where the change is ordered, in the note's words.
    pub by: String,
    /// The provision of the amending act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_provision: Option<Provision>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_act: Option<CitedAct>,
    pub gazette: Gazette,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NotedChange {
    Modified,
    Completed,
    Repealed,
    Introduced,
    Rectified,
    Suspended,
    Extended,
    Replaced,
    Republished,
    Restored,
    Renumbered,
    Removed,
    Rejected,
    Approved,
}

/// Stems of the participles, whose endings follow the gender of the unit.
const CHANGES: [(&str, NotedChange); 17] = [
    ("modificat", NotedChange::Modified),
    ("completat", NotedChange::Completed),
    ("abrogat", NotedChange::Repealed),
    ("introdus", NotedChange::Introduced),
    ("rectificat", NotedChange::Rectified),
    ("suspendat", NotedChange::Suspended),
    ("prorogat", NotedChange::Extended),
    ("prelungit", NotedChange::Extended),
    ("inlocuit", NotedChange::Replaced),
    ("republicat", NotedChange::Republished),
    ("repus", NotedChange::Restored),
    ("renumerotat", NotedChange::Renumbered),
    ("eliminat", NotedChange::Removed),
    ("respins", NotedChange::Rejected),
    ("aprobat", NotedChange::Approved),
    ("adaugat", NotedChange::Introduced),
    ("declarat", NotedChange::Suspended),
];

/// A note with the ranges of its words in the search copy.
pub(super) struct ReadNote {
    pub note: PortalNote,
    pub unit: (usize, usize),
    pub by: (usize, usize),
}

/// Reads a note up to the date of the gazette.
pub(super) fn read_note(cursor: &mut Cursor<'_>) -> Option<ReadNote> {
    cursor.attempt(|cursor| {
        cursor.byte(b'(');
        cursor.spaces();
        if !cursor.word(&["la"]) {
            return None;
        }
        cursor.spaces();
        let effective = read_date(cursor)?;
        cursor.byte(b',');
        cursor.spaces();
        let unit = read_up_to(cursor, &[" a fost ", " au fost "])?;
        let change = read_change(cursor)?;
        cursor.spaces();
        // "a fost înlocuită cu sintagma ... de Articolul 5 din ..."
        if !cursor.word(&["de", "prin"]) {
            read_up_to(cursor, &[" de ", " prin "])?;
        }
        cursor.spaces();
        let by = read_up_to(cursor, &[", publicat", ",publicat", " publicat"])?;
        let publication = cursor.at().checked_sub("publicat".len())?;
        *cursor = cursor.moved_to(publication);
        let gazette = read_gazette(cursor)?.gazette;
        let note = PortalNote {
            effective,
            unit: String::new(),
            provision: provision_of(cursor.slice(unit)),
            change,
            by: String::new(),
            by_provision: provision_of(cursor.slice(by)),
            by_act: act_of(cursor.slice(by)),
            gazette,
        };
        Some(ReadNote { note, unit, by })
    })
}

/// Reads to the end of the first of these words, and returns the range before it.
fn read_up_to(cursor: &mut Cursor<'_>, ends: &[&str]) -> Option<(usize, usize)> {
    let rest = cursor.rest();
    let window = &rest[..rest.len().min(LONGEST_TEXT)];
    let (at, end) = ends.iter().filter_map(|end| Some((window.find(end)?, end.len()))).min()?;
    let start = cursor.at();
    *cursor = cursor.moved_to(start + at + end);
    let trimmed = window[..at].trim_end().len();
    (trimmed > 0).then_some((start, start + trimmed))
}

fn read_change(cursor: &mut Cursor<'_>) -> Option<NotedChange> {
    let word = cursor.take_while(|byte| byte.is_ascii_alphabetic())?.to_ascii_lowercase();
    CHANGES.into_iter().find(|(stem, _)| word.starts_with(stem)).map(|(_, change)| change)
}

/// The provision that a list of units names, from the innermost to the outermost.
fn provision_of(text: &str) -> Option<Provision> {
    let mut levels = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let starts_word =
            text.as_bytes()[at].is_ascii_alphabetic() && (at == 0 || !text.as_bytes()[at - 1].is_ascii_alphanumeric());
        match starts_word.then(|| Provision::read(text, at)).flatten() {
            Some((provision, end)) => {
                levels.splice(0..0, provision.levels);
                at = end;
            }
            // "din" leads to the act; units after it belong to another one.
            None if starts_word && text[at..].starts_with("din ") && !levels.is_empty() => break,
            None => at += 1,
        }
    }
    (!levels.is_empty()).then_some(Provision { levels })
}

fn act_of(text: &str) -> Option<CitedAct> {
    let starts = (0..text.len()).filter(|at| *at == 0 || !text.as_bytes()[at - 1].is_ascii_alphanumeric());
    starts.into_iter().find_map(|at| {
        let national = read_citations(&mut Cursor::new(text, at)).into_iter().next();
        let citation = national.or_else(|| read_european(&mut Cursor::new(text, at)).into_iter().next());
        citation.map(|citation| citation.act)
    })
}
