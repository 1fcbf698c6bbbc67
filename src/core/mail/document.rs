//! A message before it is rendered: subject, preview, and blocks.
//!
//! `templates/<message>/<language>.md` begins with the lines `subject:`, `preview:` and `reason:`; after a blank
//! line follows the text in the dialect of [`prose`]. A slot of the text, such as `{{cards}}`, stands for blocks.

use jiff::civil::Date;

use crate::domain::form_line::VerifyNote;
use crate::domain::prose::{self, Part, Vocabulary};
use crate::domain::template::Values;
use crate::domain::{Importance, Language};
use crate::error::{Error, Result};

/// A message before it is rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailDocument {
    pub subject: String,
    /// The text that mail programs show beside the subject.
    pub preview: String,
    pub blocks: Vec<Block>,
    /// Why the recipient gets the message.
    pub reason: String,
    /// Whether it goes to many recipients; its footer then has the legal status, the postal address and the
    /// links to preferences and unsubscribing.
    pub is_bulk: bool,
}

/// A block of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Part(Part),
    Card(Card),
    Lines(Vec<ArticleLine>),
    Days(Vec<Day>),
}

/// An article with its summary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    pub importance: Importance,
    pub title: String,
    /// Act and day of publication in words; may be empty.
    pub source: String,
    /// Plain text of a few lines.
    pub summary: String,
    /// The next dated entry with its kind and day, in words.
    pub next_entry: Option<String>,
    /// The first step of a change that concerns the recipient.
    pub step: Option<String>,
    /// Why the article is in the message.
    pub reason: Option<String>,
    pub link: String,
    /// What the recipient follows, for the subject.
    pub label: Option<String>,
    /// Whether subject and preview say nothing of it.
    pub is_private: bool,
}

/// An article's title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleLine {
    pub importance: Importance,
    pub title: String,
    /// The first step of a change that concerns the recipient.
    pub step: Option<String>,
    /// Why the article is in the message.
    pub reason: Option<String>,
    pub link: String,
}

/// The link to a monthly overview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverviewLink {
    pub title: String,
    /// The beginning of its introduction, in plain text; may be empty.
    pub introduction: String,
    pub link: String,
}

/// The duties that end on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Day {
    pub date: Date,
    pub duties: Vec<DutyLine>,
}

/// Something that is due: in an article, or without one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DutyLine {
    pub what: String,
    /// Who has to do it, or the rule of the day.
    pub who: Option<String>,
    /// The words of the link: the article's title, if there is an article.
    pub title: String,
    /// What is to be verified about it.
    pub verify: Vec<VerifyNote>,
    /// Why it is in the message.
    pub reason: Option<String>,
    pub link: String,
    /// Whether subject and preview say nothing of it.
    pub is_private: bool,
    /// Whether it is due only if something happens: then it is not counted among what is due.
    pub is_conditional: bool,
}

/// A message's template in Romanian and in English.
#[derive(Debug, Clone, Copy)]
pub(super) struct MessageTemplate {
    pub name: &'static str,
    pub ro: &'static str,
    pub en: &'static str,
}

/// The template in `templates/<name>`.
macro_rules! template {
    ($name:literal) => {
        crate::mail::document::MessageTemplate {
            name: $name,
            ro: include_str!(concat!("templates/", $name, "/ro.md")),
            en: include_str!(concat!("templates/", $name, "/en.md")),
        }
    };
}
pub(super) use template;

/// The blocks that each slot of a template stands for.
pub(super) type Slots = Vec<(&'static str, Vec<Block>)>;

impl MessageTemplate {
    /// Fills the template; a slot's name counts as a value while the slot has blocks.
    ///
    /// # Errors
    ///
    /// `internal` when the template has a fault, or names a placeholder without a value in its head.
    pub fn fill(&self, language: Language, values: Values, slots: Slots) -> Result<MailDocument> {
        let text = language.pick(self.ro, self.en);
        self.compose(text, values, slots).map_err(|reason| {
            Error::internal(format!("the template {}/{language}", self.name), anyhow::anyhow!(reason))
        })
    }

    fn compose(&self, text: &str, values: Values, mut slots: Slots) -> Result<MailDocument, String> {
        let (head, body) = text.split_once("\n\n").ok_or("it has no head")?;
        let names: Vec<_> = slots.iter().map(|(name, _)| *name).collect();
        let filled_slots = slots.iter().filter(|(_, blocks)| !blocks.is_empty()).map(|(name, _)| (*name, "filled"));
        let values = values.and(filled_slots);
        let line = |name: &str| head_line(head, name, &values);
        let known = [values.names(), names.clone()].concat();
        let read = prose::read_with(body, 1, Vocabulary { values: &known, slots: &names });
        if let Some(fault) = read.faults.first() {
            return Err(format!("it {}: {}", fault.wrong, fault.remedy));
        }
        let blocks = prose::fill(&read.parts, &values).into_iter().flat_map(|part| match part {
            Part::Slot(name) => slots.iter_mut().find(|slot| slot.0 == name).map(|slot| std::mem::take(&mut slot.1)),
            part => Some(vec![Block::Part(part)]),
        });
        Ok(MailDocument {
            subject: line("subject")?,
            preview: line("preview")?,
            reason: line("reason")?,
            blocks: blocks.flatten().collect(),
            is_bulk: false,
        })
    }
}

/// A line of the head in one line: a value must not begin another header of the message.
fn head_line(head: &str, name: &str, values: &Values) -> Result<String, String> {
    let line = head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let line = line.ok_or_else(|| format!("it has no {name}"))?;
    if let Some(unknown) = values.unknown(line) {
        return Err(format!("its {name} has the unknown placeholder {unknown}"));
    }
    let filled = values.fill(line).ok_or_else(|| format!("its {name} lacks a value"))?;
    Ok(filled.split_whitespace().collect::<Vec<_>>().join(" "))
}

impl MailDocument {
    /// The target of the first button.
    pub fn link(&self) -> Option<&str> {
        self.blocks.iter().find_map(|block| match block {
            Block::Part(Part::Button { link, .. }) => Some(link.as_str()),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::prose::Run;

    fn compose(text: &'static str, values: Values, slots: Slots) -> Result<MailDocument> {
        MessageTemplate { name: "test", ro: text, en: text }.fill(Language::Ro, values, slots)
    }

    const TEMPLATE: &str = "subject: About {{name}}\npreview: P\nreason: Because.\n\n\
                            Hello **{{name}}**,\n\n## {{?lines}}More\n\n{{lines}}\n\n[Go]({{action_url}})\n";

    #[test]
    fn a_slot_stands_for_its_blocks_and_for_nothing_without_any() {
        let rule = || Block::Part(Part::Rule);
        let values = || Values::new([("name", "a\r\nBcc: b@x.ro [z](https://evil.example)"), ("action_url", "")]);
        let full = compose(TEMPLATE, values(), vec![("lines", vec![rule(), rule()])]).expect("a sound template");
        assert_eq!(full.blocks.len(), 4, "{:?}", full.blocks);
        assert_eq!(full.blocks[2..], [rule(), rule()]);
        let empty = compose(TEMPLATE, values(), vec![("lines", vec![])]).expect("a sound template");
        let name = "a\r\nBcc: b@x.ro [z](https://evil.example)";
        let hello = [Run::plain("Hello "), Run { strong: true, ..Run::plain(name) }, Run::plain(",")];
        assert_eq!(empty.blocks, [Block::Part(Part::Paragraph(hello.to_vec()))], "values are never markup");
        assert_eq!(empty.subject, "About a Bcc: b@x.ro [z](https://evil.example)", "a header stays on its line");
    }

    #[test]
    fn a_template_with_a_fault_is_refused() {
        let values = |name| Values::new([("name", name), ("action_url", "")]);
        assert!(compose(TEMPLATE, values(""), vec![("lines", vec![])]).is_err(), "a value of the subject is missing");
        assert!(compose(TEMPLATE, values("a"), vec![]).is_err(), "an unknown placeholder");
        assert!(compose("subject: S\npreview: P\n\nText\n", values("a"), vec![]).is_err(), "no reason");
    }
}
