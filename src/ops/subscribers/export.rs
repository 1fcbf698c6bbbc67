//! Exports all subscribers as CSV, which an import can read, or as JSON Lines.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::app::App;
use crate::domain::MailPreferences;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::subscribers::{self, SubscriberRecord};

/// The columns in order, as [`crate::sources::addresses`] defines them.
const COLUMNS: [&str; 14] = [
    "email", "language", "created_at", "confirmed_at", "left_at", "source", "topics", "urgent_from", "digest",
    "digest_from", "digest_when_empty", "deadlines", "news", "paused_until",
];

/// Format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    Csv,
    /// One object per subscriber, with the names of the columns.
    JsonLines,
}

/// The result of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriberExport {
    pub exported: u64,
    /// Unreadable records, which the export lacks.
    pub unreadable: u64,
}

/// Passes one line per subscriber to `take`, sorted by address, until `take` returns false. CSV begins with a header.
///
/// Reads one snapshot; blocks.
pub fn export(
    app: &App,
    actor: &Actor,
    format: ExportFormat,
    take: &mut dyn FnMut(String) -> bool,
) -> Result<SubscriberExport> {
    policy::authorize(actor, Action::ReadSubscribers)?;
    app.store.read_blocking(|tx| {
        let mut exported = 0;
        let mut is_open = format == ExportFormat::JsonLines || take(csv_line(COLUMNS));
        subscribers::each_readable(tx, &mut |record| {
            exported += 1;
            let line = match format {
                ExportFormat::Csv => csv_row(&record),
                ExportFormat::JsonLines => json_object(&record),
            };
            is_open = is_open && take(line);
        })?;
        Ok(SubscriberExport { exported, unreadable: subscribers::count(tx)? - exported })
    })
}

fn csv_row(record: &SubscriberRecord) -> String {
    let SubscriberRecord { email, language, created_at, confirmed_at, left_at, source, preferences, asked_at: _ } =
        record;
    let MailPreferences {
        topics,
        urgent_from,
        // Only accounts answer questions.
        urgent_for_others: _,
        digest,
        digest_from,
        digest_when_empty,
        deadlines,
        // Only accounts have reminders.
        reminders: _,
        news,
        paused_until,
    } = preferences;
    let yes_or_no = |yes: &bool| if *yes { "yes" } else { "no" };
    csv_line([
        email.as_str(),
        language.code(),
        &created_at.to_string(),
        &confirmed_at.map(|at| at.to_string()).unwrap_or_default(),
        &left_at.map(|at| at.to_string()).unwrap_or_default(),
        source.as_deref().unwrap_or_default(),
        &topics.join("|"),
        &urgent_from.map_or_else(|| "never".to_owned(), |from| from.to_string()),
        digest.name(),
        &digest_from.to_string(),
        yes_or_no(digest_when_empty),
        yes_or_no(deadlines),
        yes_or_no(news),
        &paused_until.map(|day| day.to_string()).unwrap_or_default(),
    ])
}

/// One JSON object with the names of the columns.
fn json_object(record: &SubscriberRecord) -> String {
    let SubscriberRecord { email, language, created_at, confirmed_at, left_at, source, preferences, asked_at: _ } =
        record;
    let mut object = serde_json::json!({
        "email": email,
        "language": language,
        "created_at": created_at,
        "confirmed_at": confirmed_at,
        "left_at": left_at,
        "source": source,
    });
    if let (Some(object), Ok(Value::Object(mut preferences))) =
        (object.as_object_mut(), serde_json::to_value(preferences))
    {
        preferences.remove("reminders");
        preferences.remove("urgent_for_others");
        object.extend(preferences);
    }
    object.to_string()
}

/// One line of CSV, without its line end.
fn csv_line<const COUNT: usize>(cells: [&str; COUNT]) -> String {
    let mut writer = csv_core::Writer::new();
    // Each character may be doubled, plus two quotes and a separator per cell.
    let mut line = vec![0; cells.iter().map(|cell| 2 * cell.len() + 3).sum()];
    let mut end = 0;
    for (cell, index) in cells.iter().zip(0..) {
        if index > 0 {
            end += writer.delimiter(&mut line[end..]).1;
        }
        end += writer.field(cell.as_bytes(), &mut line[end..]).2;
    }
    end += writer.finish(&mut line[end..]).1;
    line.truncate(end);
    String::from_utf8_lossy(&line).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_when_needed() {
        assert_eq!(csv_line(["o'neil+legi@x.ro", "ro", ""]), "o'neil+legi@x.ro,ro,");
        assert_eq!(csv_line(["a,b", "\"", "\n"]), "\"a,b\",\"\"\"\",\"\n\"");
        assert_eq!(csv_line(["\"\"\"", "\"", ""]), "\"\"\"\"\"\"\"\",\"\"\"\",");
    }
}
