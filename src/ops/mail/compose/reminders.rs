//! Composes reminders of deadlines.

use jiff::civil::Date;

use crate::domain::Language;
use crate::domain::reminder::ReminderLine;
use crate::error::Result;
use crate::mail::{self, Rendered, Sender};

/// Renders a reminder; `None` if all its days have passed.
pub(super) fn render(
    lines: &[ReminderLine],
    language: Language,
    today: Date,
    sender: &Sender,
) -> Result<Option<Rendered>> {
    // A mail may have waited for its server until after the day.
    let lines: Vec<_> = lines.iter().filter(|line| line.is_relevant(today)).cloned().collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let document = mail::write_reminders(&lines, language, today, sender)?;
    Ok(Some(Rendered::new(&document, language, sender)))
}
