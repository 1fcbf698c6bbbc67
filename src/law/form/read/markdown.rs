//! Reading a form from Markdown.

use super::marks::{annex_mark, article_mark, group_unit};
use super::open_article::OpenArticle;
use crate::form::clause::ClauseKind;
use crate::form::{Form, Heading, Section, strip};
use crate::normalise::clean;

pub fn markdown(text: &str) -> Form {
    let (title, body) = front_matter(text);
    let front = text[..text.len() - body.len()].trim();
    let mut form = Form { title, is_markdown: true, ..Form::default() };
    if !front.is_empty() {
        form.sections.push(Section::Other(front.to_owned()));
    }
    let mut reader = MarkdownReader { form, open: None };
    for line in body.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        reader.line(line);
    }
    reader.close();
    reader.form
}

/// The title in the front matter, and the text after it.
fn front_matter(text: &str) -> (String, &str) {
    let Some((front, body)) = text.strip_prefix("---").and_then(|rest| rest.split_once("\n---")) else {
        let heading = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
        return (clean(heading), text);
    };
    let named = front.lines().find_map(|line| line.trim().strip_prefix("title:")).unwrap_or_default();
    (clean(named.trim().trim_matches('"')), body)
}

struct MarkdownReader {
    form: Form,
    /// The article that is being read.
    open: Option<OpenArticle>,
}

impl MarkdownReader {
    fn line(&mut self, line: &str) {
        let heading = line.trim_start_matches('#').trim();
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if level >= 1 && line[level..].starts_with(' ') {
            self.close();
            match (article_mark(&clean(heading)), annex_mark(heading)) {
                (Some((mark, rest)), _) => self.begin(mark, rest, ClauseKind::Article, line),
                (None, Some(mark)) => self.begin(mark, String::new(), ClauseKind::Annex, line),
                (None, None) => self.form.sections.push(heading_section(line, heading)),
            }
        } else if let Some(mark) = annex_mark(line) {
            self.close();
            self.begin(mark, String::new(), ClauseKind::Annex, line);
        } else if let Some(open) = &mut self.open {
            open.lines.push(line.to_owned());
            if !line.starts_with('>') {
                open.add(strip::block(line));
            }
        } else {
            self.form.sections.push(Section::Other(line.to_owned()));
        }
    }

    fn begin(&mut self, mark: String, heading: String, kind: ClauseKind, line: &str) {
        self.open = Some(OpenArticle::begin(mark, heading, kind, line));
    }

    fn close(&mut self) {
        self.form.sections.extend(self.open.take().map(|open| open.into_section("\n\n")));
    }
}

/// The section of a heading of a chapter or another group.
fn heading_section(line: &str, heading: &str) -> Section {
    let text = strip::block(heading);
    match group_unit(&text) {
        Some(unit) => Section::Heading(Heading { unit, source: line.to_owned() }),
        None => Section::Other(line.to_owned()),
    }
}

/// Whether the text has front matter or an article or annex under a heading of Markdown, of any level.
pub fn is_markdown(text: &str) -> bool {
    let is_provision = |line: &str| {
        let heading = line.trim_start_matches('#').trim();
        line.starts_with('#') && (article_mark(&clean(heading)).is_some() || annex_mark(heading).is_some())
    };
    text.starts_with("---\n") || text.starts_with("---\r") || text.lines().any(is_provision)
}
