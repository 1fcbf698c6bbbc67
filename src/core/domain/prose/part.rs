//! The parts of a text, and filling their placeholders.

use crate::domain::Slug;
use crate::domain::template::Values;
use crate::domain::text::one_line;

/// A block of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Heading {
        /// 1 to 3.
        level: u8,
        words: Vec<Run>,
    },
    Paragraph(Vec<Run>),
    List {
        /// The number of the first item; `None` for an unordered list.
        first: Option<u64>,
        items: Vec<Vec<Run>>,
    },
    /// A definition list: what a value is called, and the value.
    Facts(Vec<(Vec<Run>, Vec<Run>)>),
    /// The paragraphs of a quotation.
    Quote(Vec<Vec<Run>>),
    Button {
        words: String,
        link: String,
    },
    Rule,
    /// The card of a published article.
    Article(Slug),
    /// A placeholder alone in its paragraph that stands for blocks, by name.
    Slot(&'static str),
}

/// Words of one style.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// A forced line break is a run of its own: `"\n"`.
    pub text: String,
    pub strong: bool,
    pub emphasis: bool,
    pub code: bool,
    /// The target: https, mailto, or a placeholder.
    pub link: Option<String>,
}

impl Run {
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// Fills the placeholders of the parts and drops each part or item that lacks a value.
pub fn fill(parts: &[Part], values: &Values) -> Vec<Part> {
    parts.iter().filter_map(|part| fill_part(part, values)).collect()
}

fn fill_part(part: &Part, values: &Values) -> Option<Part> {
    Some(match part {
        Part::Heading { level, words } => Part::Heading { level: *level, words: fill_runs(words, values)? },
        Part::Paragraph(runs) => Part::Paragraph(fill_runs(runs, values)?),
        Part::List { first, items } => Part::List { first: *first, items: fill_items(items, values)? },
        Part::Facts(facts) => {
            let fact = |(name, value): &(Vec<Run>, Vec<Run>)| fill_runs(name, values).zip(fill_runs(value, values));
            Part::Facts(non_empty(facts.iter().filter_map(fact).collect())?)
        }
        Part::Quote(paragraphs) => Part::Quote(fill_items(paragraphs, values)?),
        Part::Button { words, link } => Part::Button { words: values.fill(words)?, link: values.fill(link)? },
        Part::Rule | Part::Article(_) | Part::Slot(_) => part.clone(),
    })
}

fn fill_items(items: &[Vec<Run>], values: &Values) -> Option<Vec<Vec<Run>>> {
    non_empty(items.iter().filter_map(|runs| fill_runs(runs, values)).collect())
}

fn non_empty<T>(items: Vec<T>) -> Option<Vec<T>> {
    Some(items).filter(|items| !items.is_empty())
}

fn fill_runs(runs: &[Run], values: &Values) -> Option<Vec<Run>> {
    let run = |run: &Run| {
        let link = match &run.link {
            Some(link) => Some(values.fill(link)?),
            None => None,
        };
        Some(Run { text: values.fill(&run.text)?, link, ..run.clone() })
    };
    runs.iter().map(run).collect()
}

/// The text of the runs, with its line breaks.
pub fn text(runs: &[Run]) -> String {
    runs.iter().map(|run| run.text.as_str()).collect()
}

/// The text of the runs in one line.
pub fn words(runs: &[Run]) -> String {
    one_line(&text(runs))
}

/// The words of the parts in one line, for descriptions.
pub fn plain(parts: &[Part]) -> String {
    let mut all = String::new();
    let mut add = |runs: &[Run]| {
        all.push_str(&text(runs));
        all.push(' ');
    };
    for part in parts {
        match part {
            Part::Heading { words, .. } | Part::Paragraph(words) => add(words),
            Part::List { items, .. } | Part::Quote(items) => items.iter().for_each(|runs| add(runs)),
            Part::Facts(facts) => facts.iter().for_each(|(name, value)| {
                add(name);
                add(value);
            }),
            Part::Button { .. } | Part::Rule | Part::Article(_) | Part::Slot(_) => {}
        }
    }
    one_line(&all)
}
