//! Composes reminders of deadlines.

use jiff::civil::Date;

use crate::domain::Language;
use crate::domain::reminder::ReminderLine;
use crate::error::Result;
use crate::mail::{self, Rendered, Sender};

/// Renders a reminder; `None` when nothing is left of it.
pub(super) fn render(
    lines: &[ReminderLine],
    language: Language,
    today: Date,
    sender: &Sender,
) -> Result<Option<Rendered>> {
    // A mail that waited for its server may come after the day.
    let lines: Vec<_> = lines.iter().filter(|line| line.is_relevant(today)).cloned().collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let document = mail::write_reminders(&lines, language, today, sender)?;
    Ok(Some(Rendered::new(&document, language, sender)))
}
