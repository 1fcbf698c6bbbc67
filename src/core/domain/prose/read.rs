//! Reads the Markdown of a text and reports everything that a message cannot show.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, TextMergeWithOffset};
use url::Url;

use super::part::{Part, Run};
use super::vocabulary::{CAMPAIGN, PlaceholderKind, Vocabulary};
use crate::domain::Slug;
use crate::domain::template::{self, BRACES};

/// Something in a text that cannot be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProseFault {
    /// Counted from 1, in the file.
    pub line: u64,
    pub wrong: String,
    pub remedy: String,
}

/// An article whose card a text shows, by `{{article:SLUG}}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleMention {
    pub line: u64,
    pub slug: Slug,
}

/// A text after reading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prose {
    pub parts: Vec<Part>,
    pub faults: Vec<ProseFault>,
    pub mentions: Vec<ArticleMention>,
}

/// Reads a campaign's text, which begins on `first_line` of its file.
pub fn read(text: &str, first_line: u64) -> Prose {
    read_with(text, first_line, CAMPAIGN)
}

/// As [`read`], for a text with other placeholders.
pub fn read_with(text: &str, first_line: u64, vocabulary: Vocabulary) -> Prose {
    let mut reader = ProseReader { text, first_line, vocabulary, ..ProseReader::default() };
    let parser = Parser::new_ext(text, Options::ENABLE_DEFINITION_LIST);
    for (event, range) in TextMergeWithOffset::new(parser.into_offset_iter()) {
        reader.event(event, range);
    }
    reader.control_characters();
    reader.prose.faults.sort_by_key(|fault| fault.line);
    reader.prose
}

/// The blocks that are open at an event.
#[derive(Default)]
struct ProseReader<'a> {
    text: &'a str,
    first_line: u64,
    vocabulary: Vocabulary<'a>,
    prose: Prose,
    runs: Vec<Run>,
    style: Run,
    quote: Option<Vec<Vec<Run>>>,
    list: Option<(Option<u64>, Vec<Vec<Run>>)>,
    facts: Option<Vec<(Vec<Run>, Vec<Run>)>>,
    /// Depth inside a block that is refused as a whole.
    refused: usize,
}

impl ProseReader<'_> {
    fn line(&self, at: usize) -> u64 {
        let before = self.text.as_bytes().get(..at).unwrap_or_default();
        self.first_line + before.iter().filter(|byte| **byte == b'\n').count() as u64
    }

    fn refuse(&mut self, at: usize, wrong: impl Into<String>, remedy: impl Into<String>) {
        let line = self.line(at);
        self.prose.faults.push(ProseFault { line, wrong: wrong.into(), remedy: remedy.into() });
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range.start),
            Event::End(tag) => self.end(tag, range.start),
            Event::Text(text) => self.words(&text, false, range.start),
            Event::Code(text) => self.words(&text, true, range.start),
            Event::SoftBreak => self.push(" "),
            Event::HardBreak => self.push("\n"),
            Event::Rule => self.rule(range.start),
            Event::InlineHtml(html) => self.html(&html, range.start),
            Event::Html(html) if self.refused == 0 => self.html(&html, range.start),
            // Extensions that are not enabled, and text of refused blocks.
            _ => {}
        }
    }

    fn html(&mut self, html: &str, at: usize) {
        // Its opening tag was reported.
        if html.starts_with("</") {
            return;
        }
        let html: String = html.trim().chars().take(40).collect();
        self.refuse(at, format!("has HTML in the text: {html}"), "write Markdown; write a literal < as \\<");
    }

    fn rule(&mut self, at: usize) {
        match self.is_nested() {
            true => {
                self.refuse(at, "has a line across inside a list or a quotation", "end that first with a blank line")
            }
            false => self.prose.parts.push(Part::Rule),
        }
    }

    fn start(&mut self, tag: Tag<'_>, at: usize) {
        match tag {
            Tag::Heading { .. } | Tag::BlockQuote(_) | Tag::List(_) | Tag::DefinitionList if self.is_nested() => {
                self.refused += 1;
                let remedy = "write one after the other, with a line of text between them";
                self.refuse(at, "has a heading, list or quotation inside another list or quotation", remedy);
            }
            Tag::BlockQuote(_) => self.quote = Some(Vec::new()),
            Tag::List(first) => self.list = Some((first, Vec::new())),
            Tag::DefinitionList => self.facts = Some(Vec::new()),
            Tag::CodeBlock(_) => {
                self.refused += 1;
                let remedy = "begin the line without spaces, and put short code between single `";
                self.refuse(at, "has a block of code, which mails do not show", remedy);
            }
            Tag::HtmlBlock => {
                self.refused += 1;
                let html = self.text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default().to_owned();
                self.html(&html, at);
            }
            Tag::Image { .. } => {
                self.refuse(at, "has a picture, which mails do not show", "write a link to it: [words](https://…)");
            }
            Tag::Link { dest_url, link_type, .. } => {
                let scheme = if link_type == LinkType::Email { "mailto:" } else { "" };
                let link = format!("{scheme}{dest_url}");
                self.check_link(&link, at);
                self.style.link = Some(link);
            }
            Tag::Strong => self.style.strong = true,
            Tag::Emphasis => self.style.emphasis = true,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, at: usize) {
        match tag {
            TagEnd::CodeBlock | TagEnd::HtmlBlock => self.refused = self.refused.saturating_sub(1),
            TagEnd::Heading(_) | TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::DefinitionList
                if self.refused > 0 =>
            {
                self.refused -= 1;
            }
            TagEnd::Heading(level) => self.end_heading(level),
            TagEnd::Paragraph => self.end_paragraph(at),
            TagEnd::Item => self.end_item(),
            TagEnd::BlockQuote(_) => self.prose.parts.extend(self.quote.take().map(Part::Quote)),
            TagEnd::List(_) => {
                self.prose.parts.extend(self.list.take().map(|(first, items)| Part::List { first, items }));
            }
            TagEnd::DefinitionListTitle => {
                let name = std::mem::take(&mut self.runs);
                self.facts.get_or_insert_default().push((name, Vec::new()));
            }
            TagEnd::DefinitionListDefinition => self.end_definition(),
            TagEnd::DefinitionList => self.prose.parts.extend(self.facts.take().map(Part::Facts)),
            TagEnd::Link => self.style.link = None,
            TagEnd::Strong => self.style.strong = false,
            TagEnd::Emphasis => self.style.emphasis = false,
            _ => {}
        }
    }

    fn end_heading(&mut self, level: HeadingLevel) {
        let level = (level as u8).min(3);
        let words = std::mem::take(&mut self.runs);
        self.prose.parts.push(Part::Heading { level, words });
    }

    /// The runs of an item, without the space that its last paragraph leaves.
    fn take_item(&mut self) -> Vec<Run> {
        let mut item = std::mem::take(&mut self.runs);
        while item.last().is_some_and(|run| run.text == " ") {
            item.pop();
        }
        item
    }

    fn end_definition(&mut self) {
        let definition = self.take_item();
        if let Some((_, value)) = self.facts.as_mut().and_then(|facts| facts.last_mut()) {
            value.extend(definition);
        }
    }

    fn end_item(&mut self) {
        let item = self.take_item();
        if let Some((_, items)) = &mut self.list {
            items.push(item);
        }
    }

    fn end_paragraph(&mut self, at: usize) {
        if self.list.is_some() || self.facts.is_some() {
            // The paragraphs of an item become one.
            return self.push(" ");
        }
        let runs = std::mem::take(&mut self.runs);
        if let Some(quote) = &mut self.quote {
            return quote.push(runs);
        }
        let part = match self.block_mark(&runs) {
            Some(PlaceholderKind::Article(slug)) if let Some(slug) = Slug::parse(slug) => {
                let line = self.line(at);
                self.prose.mentions.push(ArticleMention { line, slug: slug.clone() });
                Part::Article(slug)
            }
            Some(PlaceholderKind::Slot(name)) => Part::Slot(name),
            _ => button(&runs).unwrap_or(Part::Paragraph(runs)),
        };
        self.prose.parts.push(part);
    }

    /// The placeholder that a whole paragraph is.
    fn block_mark<'t>(&self, runs: &'t [Run]) -> Option<PlaceholderKind<'t>> {
        match runs {
            [Run { text, code: false, link: None, .. }] => self.vocabulary.only_mark(text),
            _ => None,
        }
    }

    fn is_nested(&self) -> bool {
        self.quote.is_some() || self.list.is_some() || self.facts.is_some()
    }

    fn push(&mut self, text: &str) {
        let style = if text.trim().is_empty() { Run::default() } else { self.style.clone() };
        self.runs.push(Run { text: text.to_owned(), ..style });
    }

    fn words(&mut self, text: &str, code: bool, at: usize) {
        if self.refused == 0 {
            self.check_marks(text, at);
        }
        self.runs.push(Run { text: text.to_owned(), code, ..self.style.clone() });
    }

    fn check_marks(&mut self, text: &str, at: usize) {
        let alone = "let it stand alone, with a blank line before and after";
        for (index, mark) in self.vocabulary.marks(text).into_iter().enumerate() {
            match mark {
                PlaceholderKind::Value(_) => {}
                PlaceholderKind::Condition(_)
                    if index == 0 && text.trim_start().starts_with("{{") && self.runs.is_empty() => {}
                PlaceholderKind::Condition(condition) => {
                    let remedy = "put it at the beginning of the paragraph, which is then left out or kept whole";
                    self.refuse(at, format!("has {{{{{condition}}}}} inside a text"), remedy);
                }
                PlaceholderKind::Article(slug) if Slug::parse(slug).is_none() => {
                    let remedy =
                        "write what stands in its address after articleId=, such as {{article:salariul-minim}}";
                    self.refuse(at, format!("names the article {slug:?}, which is no slug"), remedy);
                }
                PlaceholderKind::Article(slug) if !self.is_alone(at, text) => {
                    self.refuse(at, format!("has {{{{article:{slug}}}}} inside a text"), alone);
                }
                PlaceholderKind::Slot(name) if !self.is_alone(at, text) => {
                    self.refuse(at, format!("has {{{{{name}}}}} inside a text"), alone);
                }
                PlaceholderKind::Article(_) | PlaceholderKind::Slot(_) => {}
                PlaceholderKind::Unknown(name) => {
                    let advice = self.vocabulary.advice(name);
                    self.refuse(at, format!("has the unknown placeholder {{{{{name}}}}}"), advice);
                }
                PlaceholderKind::Unclosed => self.refuse(at, "has {{ without }}", "close it, as in {{host}}"),
            }
        }
    }

    /// Whether the text is one placeholder and a whole block of the file.
    fn is_alone(&self, at: usize, text: &str) -> bool {
        if self.vocabulary.only_mark(text).is_none() || self.is_nested() {
            return false;
        }
        let before = self.text.get(..at).unwrap_or_default();
        let after = self.text.get(at + text.len()..).unwrap_or_default();
        let blank = |line: Option<&str>| line.is_none_or(|line| line.trim().is_empty());
        let mut lines_before = before.rsplit('\n');
        let starts = blank(lines_before.next()) && blank(lines_before.next());
        let mut lines_after = after.split('\n');
        starts && blank(lines_after.next()) && blank(lines_after.next())
    }

    fn check_link(&mut self, link: &str, at: usize) {
        if !self.vocabulary.marks(link).iter().all(|mark| matches!(mark, PlaceholderKind::Value(_))) {
            let remedy = format!("in a link there may be {}", self.vocabulary.values.join(", "));
            return self.refuse(at, format!("has a link with an unknown placeholder: {link}"), remedy);
        }
        let is_address =
            matches!(self.vocabulary.only_mark(link), Some(PlaceholderKind::Value(name)) if name.ends_with("_url"));
        let example = template::fill(link, BRACES, |_| Some("example.ro".into()));
        let scheme = example.and_then(|link| Url::parse(&link).ok()).map(|url| url.scheme().to_owned());
        if !is_address && !matches!(scheme.as_deref(), Some("https" | "mailto")) {
            self.refuse(at, format!("has a link to {link:?}"), "links lead to https:// or mailto: addresses");
        }
    }

    fn control_characters(&mut self) {
        let hidden = |c: char| {
            (c.is_control() && c != '\n' && c != '\t') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        if let Some(at) = self.text.find(hidden) {
            self.refuse(at, "has a control character, which nobody sees", "delete that line and write it again");
        }
    }
}

fn button(runs: &[Run]) -> Option<Part> {
    let [Run { text, link: Some(link), code: false, .. }] = runs else { return None };
    // A visible address or a mailbox is no button.
    let plain = link.starts_with("mailto:") || link == text;
    (!plain).then(|| Part::Button { words: text.clone(), link: link.clone() })
}

#[cfg(test)]
mod tests;
