//! The units of an act: articles, paragraphs, letters, points, dashes, and the places that name them.

use std::fmt;

use crate::label::Label;

/// What a unit or a place in an act is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClauseKind {
    Annex,
    Book,
    Title,
    Chapter,
    Section,
    Subsection,
    Article,
    Paragraph,
    Letter,
    Point,
    /// A point numbered `(i)`, `(ii)`.
    RomanPoint,
    /// A line of a table in an annex, by its number in the first column.
    Row,
    Dash,
    /// A block of text without a mark that follows the parts of a unit.
    Text,
    /// A sentence of a unit.
    Sentence,
    /// The text of a unit before its first part.
    Introduction,
    /// The heading of a unit.
    Heading,
}

impl ClauseKind {
    /// Whether units of this kind hold articles.
    pub fn is_group(self) -> bool {
        matches!(self, Self::Book | Self::Title | Self::Chapter | Self::Section | Self::Subsection)
    }
}

/// A unit of an act with its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    pub kind: ClauseKind,
    pub label: Option<Label>,
    /// The mark as written: `(2)`, `a)`, `1.`, `-`, `Articolul 5`.
    pub mark: String,
    pub heading: String,
    /// The text before the first part.
    pub text: String,
    pub parts: Vec<Clause>,
}

impl Clause {
    pub fn new(kind: ClauseKind, label: Option<Label>, mark: impl Into<String>) -> Self {
        Self { kind, label, mark: mark.into(), heading: String::new(), text: String::new(), parts: Vec::new() }
    }

    /// The whole text in one line, with marks and heading.
    pub fn flat(&self) -> String {
        let mut words = Vec::new();
        self.collect(&mut words);
        words.join(" ")
    }

    fn collect<'u>(&'u self, words: &mut Vec<&'u str>) {
        words.extend([self.mark.as_str(), &self.heading, &self.text].into_iter().filter(|text| !text.is_empty()));
        self.parts.iter().for_each(|part| part.collect(words));
    }

    /// Whether the unit is repealed: its whole text is "Abrogat." or a form of it.
    pub fn is_repealed(&self) -> bool {
        let text = self.text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        self.parts.is_empty() && matches!(text.as_str(), "abrogat" | "abrogată" | "abrogate" | "eliminat" | "eliminată")
    }

    /// Replaces heading, text and parts by "Abrogat.", in the form that official texts print.
    pub fn repeal(&mut self) {
        let word = match self.kind {
            ClauseKind::Article | ClauseKind::Paragraph | ClauseKind::Point | ClauseKind::RomanPoint => "Abrogat.",
            ClauseKind::Letter => "abrogată;",
            _ => "Abrogată.",
        };
        self.heading.clear();
        self.parts.clear();
        word.clone_into(&mut self.text);
    }
}

/// One step of a place: the kind of unit, and which one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PlaceStep {
    pub kind: ClauseKind,
    pub label: Option<Label>,
    /// The text by which a dash without a number is named.
    pub quote: Option<String>,
    /// Whether it is the last unit of its kind, which is named without a label.
    pub is_last: bool,
}

impl PlaceStep {
    pub fn new(kind: ClauseKind, label: Option<Label>) -> Self {
        Self { kind, label, quote: None, is_last: false }
    }

    /// The last unit of this kind.
    pub fn last(kind: ClauseKind) -> Self {
        Self { is_last: true, ..Self::new(kind, None) }
    }

    /// The dash with this text.
    pub fn quoted(kind: ClauseKind, quote: String) -> Self {
        Self { quote: Some(quote), ..Self::new(kind, None) }
    }

    /// Whether the step names this unit.
    pub fn names(&self, unit: &Clause) -> bool {
        let is_row = |kind| matches!(kind, ClauseKind::Point | ClauseKind::Row);
        let same_kind = self.kind == unit.kind || (is_row(self.kind) && is_row(unit.kind));
        same_kind && self.label.is_some() && self.label == unit.label
    }
}

/// A place in an act, from the outermost step to the innermost.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Place {
    pub steps: Vec<PlaceStep>,
}

impl Place {
    pub fn of(steps: Vec<PlaceStep>) -> Self {
        Self { steps }
    }

    /// The place of a part of this place.
    pub fn with(&self, step: PlaceStep) -> Self {
        let mut steps = self.steps.clone();
        steps.push(step);
        Self { steps }
    }

    pub fn last(&self) -> Option<&PlaceStep> {
        self.steps.last()
    }

    /// The kind of the last step.
    pub fn kind(&self) -> Option<ClauseKind> {
        self.last().map(|step| step.kind)
    }

    /// The place around this one.
    pub fn parent(&self) -> Self {
        Self { steps: self.steps[..self.steps.len().saturating_sub(1)].to_vec() }
    }

    /// Whether the other place is this one or within it.
    pub fn holds(&self, other: &Self) -> bool {
        other.steps.starts_with(&self.steps)
    }
}

impl fmt::Display for PlaceStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(quote) = &self.quote {
            return write!(f, "liniuța „{quote}”");
        }
        if self.is_last {
            return f.write_str(match self.kind {
                ClauseKind::Letter => "ultima literă",
                ClauseKind::Point => "ultimul punct",
                ClauseKind::Dash => "ultima liniuță",
                _ => "ultimul alineat",
            });
        }
        let label = self.label.as_ref().map(Label::to_string).unwrap_or_default();
        match self.kind {
            ClauseKind::Annex if label.is_empty() => f.write_str("anexa"),
            ClauseKind::Annex => write!(f, "anexa nr. {label}"),
            ClauseKind::Book => write!(f, "cartea {label}"),
            ClauseKind::Title => write!(f, "titlul {label}"),
            ClauseKind::Chapter => write!(f, "cap. {label}"),
            ClauseKind::Section => write!(f, "secțiunea {label}"),
            ClauseKind::Subsection => write!(f, "subsecțiunea {label}"),
            ClauseKind::Article => write!(f, "art. {label}"),
            ClauseKind::Paragraph => write!(f, "alin. ({label})"),
            ClauseKind::Letter => write!(f, "lit. {label})"),
            ClauseKind::Point => write!(f, "pct. {label}"),
            ClauseKind::RomanPoint => write!(f, "pct. ({})", label.to_lowercase()),
            ClauseKind::Row => write!(f, "poziția {label}"),
            ClauseKind::Dash => write!(f, "liniuța {label}"),
            ClauseKind::Text => write!(f, "textul {label}"),
            ClauseKind::Sentence => write!(f, "teza {label}"),
            ClauseKind::Introduction => f.write_str("partea introductivă"),
            ClauseKind::Heading => f.write_str("denumirea"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return f.write_str("tot actul");
        }
        let steps: Vec<_> = self.steps.iter().map(PlaceStep::to_string).collect();
        f.write_str(&steps.join(" "))
    }
}
