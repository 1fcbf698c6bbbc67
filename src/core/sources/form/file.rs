//! Reads a form from a file: Markdown with front matter, a JSON record with provisions, or plain text.

use jiff::civil::Date;
use serde_json::{Map, Value};

use super::{FormFacts, FoundForm, of_text};
use crate::sources::front_matter;

/// Reads the form in a file. `date` takes precedence over `last_updated` in the front matter.
///
/// # Errors
/// A sentence that names the missing part.
pub fn read(name: &str, text: String, date: Option<Date>) -> Result<FoundForm, String> {
    let fields = fields(&text)?;
    let of = |field: &str| fields.get(field).and_then(Value::as_str).map(str::to_owned);
    let written: Option<Date> = of("last_updated").and_then(|date| date.parse().ok());
    let facts = FormFacts {
        date: date.or(written),
        issuer: of("department"),
        portal_id: of("identifier").and_then(|id| id.trim_start_matches("RO-").parse().ok()),
        url: of("source").or_else(|| of("url")).unwrap_or_else(|| name.to_owned()),
    };
    of_text(text, facts)
}

/// The fields of the front matter, or those of the JSON record.
fn fields(text: &str) -> Result<Map<String, Value>, String> {
    let text = text.trim_start_matches('\u{feff}');
    if text.starts_with('{') {
        return Ok(serde_json::from_str(text).unwrap_or_default());
    }
    if !text.starts_with("---\n") {
        return Ok(Map::new());
    }
    let (front, _) = front_matter::split(text, "last_updated: 2024-10-08").map_err(|problem| problem.to_string())?;
    front_matter::read(front).map_err(|(_, problem)| problem.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKDOWN: &str = "---\ntitle: \"LEGE nr. 31 din 16 noiembrie 1990\"\nidentifier: \"RO-798\"\nlast_updated: \"2024-10-08\"\nsource: \"https://legislatie.just.ro/Public/DetaliiDocument/798\"\n---\n# LEGE nr. 31 din 16 noiembrie 1990\n\n##### Articolul 1\n\nText.\n";

    #[test]
    fn the_front_matter_gives_day_document_and_address() {
        let form = read("a.md", MARKDOWN.to_owned(), None).expect("a form");
        assert_eq!((form.act.kind.as_str(), form.act.number.as_deref(), form.act.year), ("LEGE", Some("31"), 1990));
        assert_eq!((form.date.to_string().as_str(), form.portal_id), ("2024-10-08", Some(798)));
        assert!(form.url.ends_with("/DetaliiDocument/798"));
        let given = read("a.md", MARKDOWN.to_owned(), Some(jiff::civil::date(2024, 1, 2))).expect("a form");
        assert_eq!(given.date.to_string(), "2024-01-02");
    }

    #[test]
    fn a_title_has_no_marks_and_the_text_keeps_its_own() {
        let marked = MARKDOWN.replace("16 noiembrie 1990", "16 noiembrie 1990 (**republicată**)");
        let form = read("a.md", marked, None).expect("a form");
        assert_eq!(form.title, "LEGE nr. 31 din 16 noiembrie 1990 (republicată)");
        assert!(form.text.contains("(**republicată**)"), "{}", form.text);
    }

    #[test]
    fn a_file_without_day_act_or_article_is_refused() {
        let plain = "LEGE nr. 5 din 3 ianuarie 2001\nArticolul 1\nText.";
        assert!(read("a.txt", plain.to_owned(), None).expect_err("no day").contains("--date"));
        let day = Some(jiff::civil::date(2024, 1, 2));
        assert_eq!(read("a.txt", plain.to_owned(), day).expect("a form").url, "a.txt");
        assert!(read("a.txt", String::new(), day).is_err());
        let nameless = MARKDOWN.replace("LEGE nr. 31 din 16 noiembrie 1990", "Ceva");
        assert!(read("a.md", nameless, None).expect_err("no act").contains("names no act"));
    }
}
