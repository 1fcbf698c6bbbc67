//! Reading a form from Markdown, JSON or plain text.

mod markdown;
mod marks;
mod open_article;
mod plain;
mod units;

use crate::amend::act::ActName;
use crate::document::{self, DocumentFormat, DocumentPart};
use crate::form::{Form, FormArticle, Section, strip};
use crate::normalise::clean;
use crate::title::plain_title;
use markdown::{is_markdown, markdown};
use plain::plain;

pub use marks::{article_label, article_mark, group_unit, mark_and_rest};
pub use units::{annex, article, fill};

/// The text of an act without articles, of which the portal counts the paragraphs: "Paragraful I", "Paragraful 4".
fn numbered_paragraphs(parts: &[DocumentPart]) -> Option<String> {
    let is_paragraph =
        |part: &DocumentPart| part.label.as_deref().is_some_and(|label| label.starts_with("Paragraful "));
    let lines = || parts.iter().flat_map(|part| part.text.lines().map(strip::block));
    (parts.len() > 1 && parts.iter().all(is_paragraph)).then(|| lines().collect::<Vec<_>>().join("\n"))
}

/// Reads a form in any of the known formats.
///
/// # Errors
/// Says what is wrong with the text: it is empty, has several laws, or has no article or annex.
pub fn read(text: &str) -> Result<Form, String> {
    let text = strip::index_marks(text.trim_start_matches('\u{feff}').trim());
    let text = text.as_ref();
    if text.is_empty() {
        return Err("the text is empty".to_owned());
    }
    if text.starts_with('[') && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() {
        return Err("the JSON is a list; give the record of one law".to_owned());
    }
    let mut form = if text.starts_with('{') {
        json(text)?
    } else if is_markdown(text) {
        markdown(text)
    } else {
        plain(&strip::part_marks(text))
    };
    form.title = plain_title(&form.title);
    form.act = ActName::of_title(&form.title);
    form.number_series();
    if form.is_empty() {
        return Err("no article or annex was found in the text".to_owned());
    }
    Ok(form)
}

fn json(text: &str) -> Result<Form, String> {
    let laws = document::parse(text, DocumentFormat::of_text(text)).map_err(|error| error.problem)?;
    let [law] = &laws[..] else { return Err("the file has several laws; give one of its lines".to_owned()) };
    if let Some(text) = numbered_paragraphs(&law.parts) {
        let unit = article("", "", &text);
        let section = Section::Article(FormArticle { unit, source: String::new(), text, series: 0 });
        let title = plain_title(law.title.as_deref().unwrap_or_default());
        return Ok(Form { title, act: None, is_markdown: true, sections: vec![section] });
    }
    let sections = law.parts.iter().map(|part| {
        let (mark, rest) = part.label.as_deref().and_then(|label| article_mark(&clean(label))).unwrap_or_default();
        let body = part.text.lines().map(strip::block).collect::<Vec<_>>().join("\n");
        let unit = article(&mark, &rest, &body);
        Section::Article(FormArticle { unit, source: String::new(), text: body, series: 0 })
    });
    let title = plain_title(law.title.as_deref().unwrap_or_default());
    let heading = (!title.is_empty()).then(|| Section::Other(format!("# {title}")));
    let sections = heading.into_iter().chain(sections).collect();
    Ok(Form { title, act: None, is_markdown: true, sections })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_has_no_marks_of_bold_words() {
        let plain = "LEGE nr. 31 din 16 noiembrie 1990 (republicată)";
        let marked = "LEGE nr. 31 din 16 noiembrie 1990 (**republicată**)";
        for text in [format!("---\ntitle: \"{marked}\"\n---\n## Art. 1\nX."), format!("# {marked}\n\n## Art. 1\nX.")] {
            assert_eq!(read(&text).expect("a form").title, plain);
        }
        let of_lines = "LEGE nr. 31 din 16 noiembrie 1990 *)\nArt. 1\nX.";
        assert_eq!(read(of_lines).expect("a form").title, "LEGE nr. 31 din 16 noiembrie 1990");
    }
}
