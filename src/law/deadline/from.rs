//! First days: `începând cu data de 1 iulie 2024`.

use super::event::read_event;
use crate::cursor::Cursor;
use crate::moment::Moment;
use crate::moment_words::read_moment;

/// Reads `începând cu data de 1 iulie 2024`.
pub(crate) fn read_from(cursor: &mut Cursor<'_>) -> Option<Moment> {
    const STARTS: [&str; 7] = [
        "incepand cu", "incepand de la", "incepand din", "incepind cu", "cu incepere de la", "incepand de",
        "cu incepere din",
    ];
    cursor.attempt(|cursor| {
        if !cursor.word(&STARTS) {
            return None;
        }
        cursor.spaces();
        read_moment(cursor).or_else(|| read_dated_event(cursor))
    })
}

/// Reads `data comunicării deciziei`: a day that an event gives.
fn read_dated_event(cursor: &mut Cursor<'_>) -> Option<Moment> {
    cursor.attempt(|cursor| {
        if !cursor.word(&["data", "ziua", "luna", "prima zi"]) {
            return None;
        }
        cursor.spaces();
        let event = read_event(cursor)?;
        let words = cursor.text_since(event.range.0).to_owned();
        Some(Moment::Event { event: words })
    })
}
