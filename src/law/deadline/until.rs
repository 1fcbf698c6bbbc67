//! Last days: `până cel târziu la data de 31 octombrie 2025 inclusiv`.

use super::mention::UntilMention;
use crate::cursor::Cursor;
use crate::moment::Moment;
use crate::moment_words::{read_first_days, read_moment};

pub fn read_inclusive(cursor: &mut Cursor<'_>) -> bool {
    let read = cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.byte(b',');
        cursor.spaces();
        cursor.word(&["inclusiv"]).then_some(())
    });
    read.is_some()
}

/// Reads `până cel târziu la data de 31 octombrie 2025 inclusiv`.
pub(crate) fn read_until(cursor: &mut Cursor<'_>) -> Option<UntilMention> {
    const STARTS: [&str; 12] = [
        "pana cel tarziu la", "pana cel mai tarziu la", "pana la", "pana in", "pana pe", "cel tarziu pana la",
        "cel mai tarziu pana la", "nu mai tarziu de", "cel tarziu la", "cel mai tarziu la", "cel tarziu in", "pina la",
    ];
    cursor.attempt(|cursor| {
        if cursor.word(&["in"]) {
            cursor.spaces();
            let moment = read_first_days(cursor)?;
            return Some(UntilMention { moment, also: Vec::new(), inclusive: true, every: None });
        }
        if !cursor.word(&STARTS) {
            return None;
        }
        cursor.spaces();
        let before = cursor.word(&["inclusiv"]);
        cursor.spaces();
        let start = cursor.at();
        cursor.word(&["datele de", "zilele de"]);
        cursor.spaces();
        let moment = read_moment(cursor)?;
        let also = read_more_days(cursor, &moment);
        // The day may be followed by "inclusiv", or hold it: "25 inclusiv a lunii următoare".
        let within = cursor.text_since(start).contains("inclusiv");
        let inclusive = before || within || read_inclusive(cursor);
        Some(UntilMention { moment, also, inclusive, every: None })
    })
}

/// How far before their verb the word for terms may stand, in bytes.
const LONGEST_SUBJECT: usize = 120;

/// Reads the days that a sentence gives as terms: "termenele de plată sunt 31 martie și 30 septembrie".
pub(crate) fn read_due(cursor: &mut Cursor<'_>) -> Option<UntilMention> {
    let at = cursor.at();
    cursor.attempt(|cursor| {
        if !cursor.word(&["sunt", "este"]) {
            return None;
        }
        while cursor.byte(b' ') || cursor.byte(b':') {}
        cursor.word(&["data de", "datele de", "zilele de", "ziua de"]);
        cursor.spaces();
        let moment = read_moment(cursor)?;
        let is_day = matches!(moment, Moment::YearDay { .. } | Moment::Date { .. });
        (is_day && names_terms(cursor, at)).then_some(())?;
        let also = read_more_days(cursor, &moment);
        let inclusive = read_inclusive(cursor);
        Some(UntilMention { moment, also, inclusive, every: None })
    })
}

/// Whether the clause before a place is about terms.
fn names_terms(cursor: &Cursor<'_>, at: usize) -> bool {
    let before = cursor.slice((at.saturating_sub(LONGEST_SUBJECT), at)).to_ascii_lowercase();
    let clause = before.rsplit([';', '\n', ':']).next().unwrap_or_default();
    clause.rfind("termen").is_some_and(|term| {
        let words = &clause[term..];
        words.starts_with("termenul ") || words.starts_with("termenele ")
    })
}

/// Reads the days after the first one of a year: `, 30 iunie și 30 septembrie`.
fn read_more_days(cursor: &mut Cursor<'_>, first: &Moment) -> Vec<Moment> {
    let mut more = Vec::new();
    let is_day = |moment: &Moment| matches!(moment, Moment::YearDay { .. });
    while is_day(first) {
        let next = cursor.attempt(|cursor| {
            cursor.spaces();
            let comma = cursor.byte(b',');
            cursor.spaces();
            let joined = cursor.word(&["si", "respectiv", "si respectiv", "respectiv la", "si la", "si pana la"]);
            cursor.spaces();
            cursor.word(&["data de"]);
            cursor.spaces();
            (comma || joined).then(|| read_moment(cursor)).flatten().filter(is_day)
        });
        let Some(next) = next else { break };
        more.push(next);
    }
    more
}
