//! What each automatic mail tells of its entries.

use jiff::Timestamp;
use jiff::civil::Date;

use super::entries::{Entry, Pen};
use crate::domain::message::MessageKind;
use crate::mail::Telling;

/// Articles that a digest tells in full.
const IN_FULL: usize = 5;
/// Articles that follow as lines; more would make a mail that mail programs cut.
const AS_LINES: usize = 40;
/// Duties of a look ahead.
const DUTIES: usize = 40;
/// Steps of an urgent mail.
const STEPS: usize = 5;

/// The time of which a mail tells.
#[derive(Debug, Clone, Copy, Default)]
pub struct Window {
    pub since: Option<Timestamp>,
    pub until: Option<Timestamp>,
    /// The day before which deadlines are told.
    pub before: Option<Date>,
}

/// How many entries of a mail of this kind are read from the store.
pub fn told(kind: MessageKind) -> usize {
    match kind {
        MessageKind::Urgent | MessageKind::DailyDigest | MessageKind::WeeklyDigest => IN_FULL + AS_LINES,
        MessageKind::Deadlines => usize::MAX,
        _ => 0,
    }
}

/// The mail's content; `left_out` entries of the same kind are only counted.
pub fn telling(kind: MessageKind, entries: &[Entry], left_out: usize, window: Window, pen: &Pen) -> Telling {
    let language = pen.language;
    let telling = Telling { language, window: window.since.zip(window.until), ..Telling::default() };
    match kind {
        MessageKind::Urgent if let [entry] = entries => {
            let mut steps = pen.steps(&entry.article);
            let more = steps.len().saturating_sub(STEPS);
            steps.truncate(STEPS);
            Telling { cards: vec![pen.card(entry)], steps, more, ..telling }
        }
        MessageKind::Urgent | MessageKind::DailyDigest | MessageKind::WeeklyDigest => {
            let (full, rest) = entries.split_at(entries.len().min(IN_FULL));
            let (cards, lines) = (full.iter().map(|entry| pen.card(entry)), rest.iter().map(|entry| pen.line(entry)));
            Telling { cards: cards.collect(), lines: lines.collect(), more: left_out, ..telling }
        }
        MessageKind::Deadlines => {
            let (days, more) = pen.days(entries, window.before.unwrap_or(Date::MAX), DUTIES);
            Telling { days, more: more + left_out, ..telling }
        }
        _ => telling,
    }
}
