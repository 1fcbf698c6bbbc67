//! YAML front matter of a Markdown file, between two lines `---`.

use serde_json::{Map, Value};

use super::RecordProblem;

/// Splits the text into front matter and the rest. `example` is a field for the error message.
pub(super) fn split<'a>(text: &'a str, example: &str) -> Result<(&'a str, &'a str), RecordProblem> {
    let remedy = || format!("begin the file with a line ---, then fields such as `{example}`, then a line ---");
    let Some(rest) = text.strip_prefix("---\n") else {
        return Err(RecordProblem::of_record("has no front matter", remedy()));
    };
    let mut start = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Ok((&rest[..start], &rest[start + line.len()..]));
        }
        start += line.len();
    }
    Err(RecordProblem::of_record("has front matter without an end", remedy()))
}

/// Parses front matter.
///
/// # Errors
/// The line within the front matter, if known, and the problem.
pub(super) fn read(yaml: &str) -> Result<Map<String, Value>, (Option<u64>, RecordProblem)> {
    if yaml.trim().is_empty() {
        return Ok(Map::new());
    }
    serde_saphyr::from_str(yaml).map_err(|error| {
        let line = error.location().map(|location| location.line()).filter(|line| *line > 0);
        let text = error.without_snippet().to_string();
        let reason = text.lines().next().unwrap_or_default();
        let reason = reason.strip_prefix("error: ").unwrap_or(reason);
        // The position in the message is relative to the front matter, not to the file.
        let reason = reason.split(" at line ").next().unwrap_or(reason);
        // The message also has advice for programmers.
        let reason = reason.split(", set ").next().unwrap_or(reason);
        let remedy = "quote texts that contain a colon or #";
        (line, RecordProblem::of_record(format!("has invalid front matter: {reason}"), remedy))
    })
}
