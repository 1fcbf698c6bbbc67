//! One article as a Markdown file to edit: written with front matter, read back as an import reads it.

mod yaml;

use serde_json::{Map, Value};

use super::files::records;
use super::{Format, Refusal, Upload};
use crate::domain::Article;

/// The beginning of the line of the front matter that names the edited version.
const VERSION: &str = "# version: ";

/// Fields that are sections of the file, with their headings.
const SECTIONS: [(&str, &str); 3] =
    [("in_short", "Pe scurt"), ("technical_summary", "Rezumat tehnic"), ("simple_explanation", "Pe înțelesul tuturor")];

/// An edited file.
#[derive(Debug)]
pub struct EditedFile {
    /// The version that was edited, if the file still names it.
    pub version: Option<String>,
    pub fields: Map<String, Value>,
}

/// Writes an article. [`read`] returns the same fields.
pub fn write(article: &Article, version: &str) -> String {
    // Serializing an article cannot fail: its maps have string keys and no field has a serializer of its own.
    let Ok(Value::Object(mut fields)) = serde_json::to_value(article) else { return String::new() };
    let mut body = String::new();
    if let Some(title) = take_text(&mut fields, "title") {
        body.push_str(&format!("# {title}\n"));
    }
    for (field, heading) in SECTIONS {
        if let Some(text) = take_text(&mut fields, field) {
            body.push_str(&format!("\n## {heading}\n\n{text}\n"));
        }
    }
    format!("---\n{VERSION}{version}\n{}---\n{body}", yaml::fields(&fields))
}

/// Takes out a text that can be written in the body: one without a line that would be read as a heading.
fn take_text(fields: &mut Map<String, Value>, name: &str) -> Option<String> {
    let is_plain = |text: &str| !text.lines().any(|line| line.starts_with("# ") || line.starts_with("## "));
    if !fields.get(name).and_then(Value::as_str).is_some_and(is_plain) {
        return None;
    }
    fields.shift_remove(name)?.as_str().map(str::to_owned)
}

/// Reads an edited file, whose `name` is for messages: Markdown, or JSON if it begins with a brace.
///
/// # Errors
/// The place and the problems of a file that cannot be read.
pub fn read(name: &str, text: &str) -> Result<EditedFile, Refusal> {
    let format = if text.trim_start().starts_with('{') { Format::Json } else { Format::Markdown };
    let version = text.lines().take(3).find_map(|line| line.strip_prefix(VERSION)).map(|version| version.trim().into());
    let reader = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    let upload = Upload { name: name.to_owned(), format: Some(format), reader };
    // Memory does not fail, and an empty file lacks every field.
    let Some(Ok(parsed)) = records(upload, None).next() else {
        return Ok(EditedFile { version, fields: Map::new() });
    };
    parsed.map(|record| EditedFile { version, fields: record.fields })
}

/// The line of the field of a problem, counted from 1.
pub fn line_of(text: &str, field: &str) -> Option<usize> {
    if let Some((_, heading)) = SECTIONS.iter().find(|(name, _)| *name == field)
        && let Some(at) = text.lines().position(|line| line == format!("## {heading}"))
    {
        return Some(at + 1);
    }
    if field == "title"
        && let Some(at) = text.lines().position(|line| line.starts_with("# ") && !line.starts_with(VERSION))
    {
        return Some(at + 1);
    }
    yaml::line_of(text, field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::topic;
    use crate::sources::draft::{self, Rules};

    fn rules() -> Rules {
        Rules {
            topics: topic::defaults().into_iter().map(|topic| topic.id).collect(),
            allowed_hosts: crate::config::Config::default().fetch.allowed_hosts,
        }
    }

    fn article(record: Map<String, Value>) -> Article {
        draft::read(record, &rules(), &mut vec![]).expect("a sound article").article
    }

    #[test]
    fn every_demo_article_is_the_same_after_writing_and_reading() {
        let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../demo"));
        let mut count = 0;
        for entry in std::fs::read_dir(folder).expect("the demo").map(|entry| entry.expect("an entry").path()) {
            if entry.extension().is_none_or(|ending| ending != "json") {
                continue;
            }
            let text = std::fs::read_to_string(&entry).expect("a file");
            for record in serde_json::from_str::<Vec<Map<String, Value>>>(&text).expect("articles") {
                let article = article(record);
                let file = write(&article, "abc");
                let edited = read("a.md", &file).unwrap_or_else(|refusal| panic!("{refusal:?}\n{file}"));
                assert_eq!(edited.version.as_deref(), Some("abc"));
                assert_eq!(super::tests::article(edited.fields), article, "{file}");
                count += 1;
            }
        }
        assert!(count > 20, "{count} articles");
    }

    #[test]
    fn texts_that_look_like_headings_or_yaml_are_the_same_after_writing_and_reading() {
        let record = serde_json::json!({
            "slug": "a", "title": "Titlu: „cu” # semne", "in_short": "## Nu e titlu",
            "technical_summary": "# Unu\n\n## Doi\n- a: b\n", "simple_explanation": "--- \n\"Ghilimele\" și 'altele'",
            "steps": [{"id": "x", "text": "- întâi\n  apoi\n\n\nsfârșit: da", "roles": ["landlord"]}],
            "importance": 3, "publish_date": "2026-01-10", "topic": "munca", "domains": ["a, b", "yes", "12"],
            "translations": {"en": {
                "title": "true", "technical_summary": "a\n b\n\tc", "simple_explanation": "null",
                "implementation_key_points": ["~"],
            }},
        });
        let Value::Object(record) = record else { unreachable!() };
        let article = article(record);
        let file = write(&article, "abc");
        let edited = read("a.md", &file).unwrap_or_else(|refusal| panic!("{refusal:?}\n{file}"));
        assert_eq!(super::tests::article(edited.fields), article, "{file}");
    }

    #[test]
    fn a_json_file_is_read_too() {
        let edited = read("a.json", "{\"slug\": \"a\", \"title\": \"Titlu\"}").expect("JSON");
        assert_eq!((edited.version, edited.fields.len()), (None, 2));
    }

    #[test]
    fn a_problem_is_found_on_its_line() {
        let file = "---\n# version: abc\nslug: \"a\"\nsteps:\n  - id: \"x\"\n    text: |-\n      - unu\n      - doi\n  \
                    - id: \"y\"\n    text: \"\"\ntranslations:\n  en:\n    title: \"\"\n---\n# Titlu\n\n## Rezumat tehnic\n\nText\n";
        let check = |field: &str, line: &str| {
            let at = line_of(file, field).unwrap_or_else(|| panic!("{field} was not found"));
            assert_eq!(file.lines().nth(at - 1).map(str::trim), Some(line), "{field}");
        };
        check("title", "# Titlu");
        check("technical_summary", "## Rezumat tehnic");
        check("steps[1].text", "text: \"\"");
        check("steps[0].id", "- id: \"x\"");
        check("translations.en.title", "title: \"\"");
        check("slug", "slug: \"a\"");
        assert_eq!(line_of(file, "topic"), None);
    }
}
