//! Times as arguments.

use jiff::Timestamp;
use jiff::civil::DateTime;

use crate::clock::legal_time_zone;

/// Parses an instant in RFC 3339, or a time in Romania.
pub(super) fn parse_moment(text: &str) -> Result<Timestamp, String> {
    if let Ok(at) = text.parse::<Timestamp>() {
        return Ok(at);
    }
    let wrong = || "write it as 2026-12-01T08:00:00+02:00, or as \"2026-12-01 08:00\" in Romanian time".to_owned();
    let at = DateTime::strptime("%Y-%m-%d %H:%M", text.trim()).map_err(|_| wrong())?;
    at.to_zoned(legal_time_zone()).map(|at| at.timestamp()).map_err(|_| wrong())
}
