//! A message without its looks: what it says, part by part.

use jiff::civil::Date;

use crate::domain::Importance;

/// A message without its looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailDocument {
    pub subject: String,
    /// What lists of mails show beside the subject.
    pub preview: String,
    pub blocks: Vec<Block>,
    /// Why the reader gets it.
    pub reason: String,
    /// Whether it goes to many: then it says what it is not (legal advice), where it was posted, and how to
    /// get others or none.
    pub is_bulk: bool,
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Title(String),
    /// Begins a part.
    Heading(String),
    Paragraph(Vec<Span>),
    List {
        ordered: bool,
        items: Vec<Vec<Span>>,
    },
    /// The one thing to press.
    Button {
        words: String,
        link: String,
    },
    Facts(Vec<(String, String)>),
    /// Lines that somebody else wrote.
    Quote(Vec<String>),
    Card(Card),
    Lines(Vec<ArticleLine>),
    Days(Vec<Day>),
    /// A line between two parts.
    Rule,
}

/// An article in full, as an entry of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    pub importance: Importance,
    pub title: String,
    /// Act and day of publication in words, what there is of them.
    pub source: String,
    /// Plain text of a few lines.
    pub summary: String,
    /// The next thing that must be done, and until when, in words.
    pub deadline: Option<String>,
    /// Why one is told of it.
    pub reason: Option<String>,
    pub link: String,
}

/// An article in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleLine {
    pub importance: Importance,
    pub title: String,
    /// Why one is told of it.
    pub reason: Option<String>,
    pub link: String,
}

/// What must be done by one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Day {
    pub date: Date,
    pub duties: Vec<Duty>,
}

/// One thing that must be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duty {
    pub what: String,
    pub who: Option<String>,
    /// The article's title.
    pub title: String,
    /// Why one is told of it.
    pub reason: Option<String>,
    pub link: String,
}

/// A part of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    Plain(String),
    Strong(String),
    Emphasis(String),
    Code(String),
    /// Leads to an `http` or `https` address.
    Link {
        words: String,
        link: String,
    },
}

impl MailDocument {
    /// Where its button leads.
    pub fn link(&self) -> Option<&str> {
        self.blocks.iter().find_map(|block| match block {
            Block::Button { link, .. } => Some(link.as_str()),
            _ => None,
        })
    }
}

impl Span {
    /// The words without marks.
    pub fn words(&self) -> &str {
        match self {
            Self::Plain(text) | Self::Strong(text) | Self::Emphasis(text) | Self::Code(text) => text,
            Self::Link { words, .. } => words,
        }
    }
}
