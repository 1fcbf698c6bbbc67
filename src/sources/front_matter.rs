//! The YAML between two lines `---` at the beginning of a Markdown file.

use serde_json::{Map, Value};

use super::Problem;

/// The front matter and what follows it; `example` is a field of such a file.
pub(super) fn split<'a>(text: &'a str, example: &str) -> Result<(&'a str, &'a str), Problem> {
    let remedy = || format!("begin the file with a line ---, then fields such as `{example}`, then a line ---");
    let Some(rest) = text.strip_prefix("---\n") else {
        return Err(Problem::of_record("has no front matter", remedy()));
    };
    let mut start = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Ok((&rest[..start], &rest[start + line.len()..]));
        }
        start += line.len();
    }
    Err(Problem::of_record("has a front matter without an end", remedy()))
}

/// Errors: the line within the front matter, if it is known, and what is wrong there.
pub(super) fn read(yaml: &str) -> Result<Map<String, Value>, (Option<u64>, Problem)> {
    if yaml.trim().is_empty() {
        return Ok(Map::new());
    }
    serde_saphyr::from_str(yaml).map_err(|error| {
        let line = error.location().map(|location| location.line()).filter(|line| *line > 0);
        let text = error.without_snippet().to_string();
        let reason = text.lines().next().unwrap_or_default();
        let reason = reason.strip_prefix("error: ").unwrap_or(reason);
        // Its own place is counted from the front matter's start, not from the file's.
        let reason = reason.split(" at line ").next().unwrap_or(reason);
        // And it advises programmers.
        let reason = reason.split(", set ").next().unwrap_or(reason);
        let remedy = "put texts with a colon or a # in them in quotation marks";
        (line, Problem::of_record(format!("has a front matter that is not YAML: {reason}"), remedy))
    })
}
