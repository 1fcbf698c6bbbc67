//! Codes that a text cites by their names, as of the day of the text.

use jiff::civil::Date;

use super::codes::as_of;
use super::mention::{Mention, MentionValue};

/// Gives the codes that are cited by name alone the acts that they were on the day of the citing act.
pub fn as_of_day(mentions: &mut [Mention], day: Date) {
    for mention in mentions {
        match &mut mention.value {
            MentionValue::Citation(cited) | MentionValue::Provision { of: Some(cited), .. } => as_of(cited, day),
            _ => {}
        }
    }
}
