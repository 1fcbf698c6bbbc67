//! An article or annex that is being read.

use super::marks::{LONGEST_HEADING, label_of};
use super::units::{annex, article};
use crate::form::clause::ClauseKind;
use crate::form::{FormArticle, Section, mark, strip};
use crate::label::Label;

pub struct OpenArticle {
    pub mark: String,
    pub heading: String,
    pub kind: ClauseKind,
    pub lines: Vec<String>,
    pub blocks: Vec<String>,
}

impl OpenArticle {
    /// The label of an article in the new text of an operation, which begins with its mark; `None` for the next article
    /// of the act itself. `last` is the article before it in the new text.
    pub fn added(&self, mark: &str, last: Option<&Label>) -> Option<Label> {
        let label = label_of(mark)?;
        let is_own = label_of(&self.mark).is_some_and(|own| mark::follows(&label, &own));
        let begins = self.blocks.last().is_some_and(|block| block.ends_with("cuprins:"));
        let goes_on = last.is_some_and(|last| mark::follows(&label, last));
        (!is_own && (begins || goes_on)).then_some(label)
    }

    pub fn begin(mark: String, heading: String, kind: ClauseKind, line: &str) -> Self {
        Self { mark, heading, kind, lines: vec![line.to_owned()], blocks: Vec::new() }
    }

    /// The article or annex; `separator` stands between its lines in the form's source.
    pub fn into_section(mut self, separator: &str) -> Section {
        self.blocks.retain(|block| !block.is_empty());
        self.take_heading();
        let text = self.blocks.join("\n");
        let unit = match self.kind {
            ClauseKind::Annex => annex(&self.mark, &text),
            _ => article(&self.mark, &self.heading, &text),
        };
        Section::Article(FormArticle { unit, source: self.lines.join(separator), text, series: 0 })
    }

    /// Takes the first block as the heading, if it has the form of one.
    fn take_heading(&mut self) {
        let [first, second, ..] = &self.blocks[..] else { return };
        let is_heading = self.kind == ClauseKind::Article
            && self.heading.is_empty()
            && first.len() < LONGEST_HEADING
            && !first.contains('\n')
            && first.starts_with(char::is_uppercase)
            && !first.ends_with(['.', ';', ':', ','])
            && second.starts_with(|c: char| c.is_uppercase() || c == '(');
        if is_heading {
            self.heading = self.blocks.remove(0);
        }
    }

    /// Adds a block; the portal prints the items of a list twice, in the paragraph and below it.
    pub fn add(&mut self, block: String) {
        let is_item = mark::read(&block).is_some_and(|mark| mark.kind != ClauseKind::Paragraph);
        let is_twice = is_item && self.has(&block);
        if !block.is_empty() && !is_twice {
            self.blocks.push(block);
        }
    }

    /// Whether one of the last blocks holds this one.
    fn has(&self, block: &str) -> bool {
        let comparable = |block: &str| strip::comparable(&block.replace('\n', " "));
        let flat = comparable(block);
        let mut longer = self.blocks.iter().rev().take(60).filter(|earlier| earlier.len() > block.len());
        longer.any(|earlier| comparable(earlier).contains(&flat))
    }
}
