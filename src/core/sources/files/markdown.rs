//! Markdown with YAML front matter: one article per file.
//!
//! ```markdown
//! ---
//! importance: 3
//! publish_date: 2025-12-15
//! topic: inchirieri
//! domains: [chirii, impozite]
//! ---
//! # The title, unless the front matter has one
//! ## Pe scurt
//! ## Rezumat tehnic
//! ## Pe înțelesul tuturor
//! ## Pași de urmat
//! 1. Each item of the list is a step.
//! 2. [landlord 2026-05-25] Roles and a day may precede its text.
//! ```
//! The front matter may hold every field. Headings of sections have several spellings ([`names`]).

use std::io::{self, Read};

use serde_json::Value;

use super::items;
use super::problems::{not_utf8, too_long};
use super::source::{FileSource, Parsed};
use crate::domain::article::limits;
use crate::sources::{Location, RawRecord, RecordProblem, Refusal, Warning, front_matter, names};

/// The fields that are sections.
const SECTIONS: [&str; 5] = ["in_short", "technical_summary", "simple_explanation", "steps", OLD_STEPS];
const OLD_STEPS: &str = "implementation_key_points";

/// Reads the whole file, up to the maximum length of an article.
pub(super) fn read(name: &str, source: FileSource) -> io::Result<Parsed> {
    let mut bytes = Vec::new();
    source.take(limits::RECORD_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let location = Location::file(name);
    if bytes.len() > limits::RECORD_BYTES {
        return Ok(Err(Refusal::new(location, too_long())));
    }
    let length = bytes.len();
    let Ok(text) = String::from_utf8(bytes) else {
        return Ok(Err(Refusal::new(location, not_utf8("save it as text in UTF-8"))));
    };
    Ok(parse(&text.replace("\r\n", "\n"), location, length))
}

fn parse(text: &str, location: Location, bytes: usize) -> Parsed {
    let (front, body) =
        front_matter::split(text, "importance: 3").map_err(|problem| Refusal::new(location.clone(), problem))?;
    let mut fields = front_matter::read(front).map_err(|(line, problem)| {
        let line = line.map(|line| line + 1);
        Refusal::new(Location { line, ..location.clone() }, problem)
    })?;
    let body = MarkdownBody::read(body);
    let mut warnings = body.warnings;
    let mut problems = Vec::new();
    if let Some(title) = body.title {
        match fields.get("title") {
            None => drop(fields.insert("title".into(), Value::String(title))),
            Some(Value::String(given)) if given.trim() == title => {}
            Some(_) => {
                warnings.push(warning("title", "the heading is not used because the front matter has another title"))
            }
        }
    }
    for (field, text) in body.sections {
        let value = match field {
            "steps" => list(&text).iter().map(|item| items::step(item)).collect(),
            OLD_STEPS => list(&text).into_iter().map(Value::String).collect(),
            _ => Value::String(text),
        };
        if fields.insert(field.to_owned(), value).is_some() {
            problems.push(RecordProblem::of_field(
                field,
                "is repeated",
                "write it either in the front matter or in one section",
            ));
        }
    }
    if problems.is_empty() {
        Ok(RawRecord { location, fields, warnings, bytes })
    } else {
        Err(Refusal { location, problems })
    }
}

fn warning(field: &str, message: &str) -> Warning {
    Warning { field: Some(field.to_owned()), message: message.to_owned() }
}

/// The text below the front matter.
#[derive(Default)]
struct MarkdownBody {
    title: Option<String>,
    /// In the order of the file; the caller reports repeated sections.
    sections: Vec<(&'static str, String)>,
    warnings: Vec<Warning>,
}

impl MarkdownBody {
    fn read(text: &str) -> Self {
        let mut body = Self::default();
        let mut section = BodySection::Lead;
        let mut lines = Vec::new();
        for line in text.lines() {
            if let Some(heading) = line.strip_prefix("## ") {
                body.end_section(section, &mut lines);
                section = field_of(heading).map_or(BodySection::Unused, BodySection::Field);
                if let BodySection::Unused = section {
                    let names = "Pe scurt, Rezumat tehnic, Pe înțelesul tuturor, Pași de urmat";
                    let message = format!("the section {:?} is not used; known are {names}", heading.trim());
                    body.warnings.push(Warning { field: None, message });
                }
            } else if let Some(heading) = line.strip_prefix("# ").filter(|_| body.title.is_none()) {
                body.end_section(section, &mut lines);
                section = BodySection::Lead;
                body.title = Some(heading.trim().to_owned());
            } else {
                lines.push(line);
            }
        }
        body.end_section(section, &mut lines);
        body
    }

    fn end_section(&mut self, section: BodySection, lines: &mut Vec<&str>) {
        let text = lines.join("\n").trim().to_owned();
        lines.clear();
        match section {
            BodySection::Unused => {}
            BodySection::Field(field) => self.sections.push((field, text)),
            BodySection::Lead if text.is_empty() => {}
            BodySection::Lead => {
                let message = "the text before the first section is not used".to_owned();
                self.warnings.push(Warning { field: None, message });
            }
        }
    }
}

/// The part of the body to which a line belongs.
#[derive(Clone, Copy)]
enum BodySection {
    /// The text before the first section.
    Lead,
    /// A section without a field; a warning names it.
    Unused,
    /// The section of this field.
    Field(&'static str),
}

fn field_of(heading: &str) -> Option<&'static str> {
    let field = names::field(heading.trim().trim_end_matches(':'));
    SECTIONS.into_iter().find(|section| *section == field)
}

/// Splits a list into its items, including continuation lines. Without a list, each paragraph is a step.
fn list(text: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    let mut new_step = true;
    for line in text.lines().map(str::trim) {
        match (item(line), items.last_mut()) {
            (Some(item), _) => items.push(item.to_owned()),
            (None, _) if line.is_empty() => {
                new_step = true;
                continue;
            }
            (None, Some(step)) if !new_step => {
                step.push(' ');
                step.push_str(line);
            }
            (None, _) => items.push(line.to_owned()),
        }
        new_step = false;
    }
    items
}

/// Returns the text of a list item: `- x`, `* x`, `+ x`, `1. x`, `1) x`.
fn item(line: &str) -> Option<&str> {
    let rest = match line.strip_prefix(['-', '*', '+']) {
        Some(rest) => rest,
        None => {
            let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
            (rest.len() < line.len()).then_some(rest)?.strip_prefix(['.', ')'])?
        }
    };
    rest.strip_prefix(' ').map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::super::testing::read_all;
    use crate::domain::article::limits;

    fn check(text: &str, expected: &str) {
        assert_eq!(read_all("a.md", text.as_bytes()), [expected], "{text}");
    }

    #[test]
    fn front_matter_heading_and_sections_become_fields() {
        check(
            "---\r\nimportance: 3\r\npublish_date: 2025-12-15\r\ndomains: [chirii, impozite]\r\nact:\r\n  number: \"239\"\r\n---\r\n# Titlul\r\n\r\n## REZUMAT TEHNIC\r\nUnu.\r\n\r\nDoi.\r\n## Pe inţelesul tuturor:\r\nTrei.\r\n## Pași\r\n1. Întâi\r\n   apoi\r\n2) Pe urmă\r\n- *Gata*\r\n",
            concat!(
                r#"a.md: {"importance":3,"publish_date":"2025-12-15","domains":["chirii","impozite"],"act":{"number":"239"},"#,
                r#""title":"Titlul","technical_summary":"Unu.\n\nDoi.","simple_explanation":"Trei.","#,
                r#""steps":[{"text":"Întâi apoi"},{"text":"Pe urmă"},{"text":"*Gata*"}]}"#
            ),
        );
        check(
            "---\n---\n## Steps\nOne\nstill one\n\nTwo",
            r#"a.md: {"steps":[{"text":"One still one"},{"text":"Two"}]}"#,
        );
    }

    #[test]
    fn unused_sections_are_reported() {
        check(
            "---\ntitle: A\n---\n# B\nlost\n## Concluzii\ntext\n",
            concat!(
                r#"a.md: {"title":"A"} ! ["the text before the first section is not used", "#,
                r#""the section \"Concluzii\" is not used; known are Pe scurt, Rezumat tehnic, Pe înțelesul tuturor, Pași de urmat", "#,
                r#""the heading is not used because the front matter has another title"]"#
            ),
        );
    }

    #[test]
    fn an_invalid_front_matter_is_reported_with_its_line() {
        check(
            "---\ntitle: A\nact: [1, 2\n---\n",
            "a.md, line 3: has invalid front matter: unclosed bracket '['; quote texts that contain a colon or #",
        );
        check(
            "---\ntitle: A\ntitle: B\n---\n",
            "a.md, line 3: has invalid front matter: duplicate mapping key: title; quote texts that contain a colon or #",
        );
        check(
            "# Titlu\n",
            "a.md: has no front matter; begin the file with a line ---, then fields such as `importance: 3`, then a line ---",
        );
        check(
            "---\ntitle: A\n",
            "a.md: has front matter without an end; begin the file with a line ---, then fields such as `importance: 3`, then a line ---",
        );
        check(
            "---\ntechnical_summary: A\n---\n## Rezumat tehnic\nB",
            "a.md: technical_summary: is repeated; write it either in the front matter or in one section",
        );
        check(
            &format!("---\n---\n{}", "x ".repeat(limits::RECORD_BYTES)),
            "a.md: is longer than any article; one article has at most 512 KiB",
        );
    }
}
