//! What the operator writes for a campaign: a small Markdown with placeholders, read once into parts
//! that the mail, its text twin and its web twin are all made from.
//!
//! Headings, paragraphs, emphasis, `code`, lists of one level, links (https and mailto), quotations and
//! rules. A link alone in its paragraph is a button, `{{article:SLUG}}` alone in its paragraph the card
//! of an article. A paragraph, item or button that names a placeholder without a value is left out;
//! one that begins with `{{!placeholder}}` is kept only then. Values are filled in after reading, so
//! nothing in them is markup.

mod placeholder;
mod read;

pub use placeholder::{Placeholder, filled};
pub use read::{Fault, Mention, Prose, read};

use super::Slug;

/// One part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// `level` is 1 to 3.
    Heading {
        level: u8,
        words: Vec<Run>,
    },
    Paragraph(Vec<Run>),
    /// `first` is the number of the first item; `None` for points.
    List {
        first: Option<u64>,
        items: Vec<Vec<Run>>,
    },
    /// Its paragraphs.
    Quote(Vec<Vec<Run>>),
    Button {
        words: String,
        link: String,
    },
    Rule,
    /// The card of a published article.
    Article(Slug),
}

/// Words of one look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// A forced line break is a run of its own: `"\n"`.
    pub text: String,
    pub strong: bool,
    pub emphasis: bool,
    pub code: bool,
    /// Where they lead: https, mailto, or a placeholder.
    pub link: Option<String>,
}

/// The value of a placeholder; `None` or an empty text: it has none for this reader.
pub type Values<'a> = dyn Fn(Placeholder) -> Option<String> + 'a;

/// The parts with their placeholders filled, without those that miss a value.
pub fn fill(parts: &[Part], values: &Values) -> Vec<Part> {
    parts.iter().filter_map(|part| fill_part(part, values)).collect()
}

fn fill_part(part: &Part, values: &Values) -> Option<Part> {
    Some(match part {
        Part::Heading { level, words } => Part::Heading { level: *level, words: fill_runs(words, values)? },
        Part::Paragraph(runs) => Part::Paragraph(fill_runs(runs, values)?),
        Part::List { first, items } => {
            let items: Vec<_> = items.iter().filter_map(|item| fill_runs(item, values)).collect();
            if items.is_empty() {
                return None;
            }
            Part::List { first: *first, items }
        }
        Part::Quote(paragraphs) => {
            let paragraphs: Vec<_> = paragraphs.iter().filter_map(|runs| fill_runs(runs, values)).collect();
            if paragraphs.is_empty() {
                return None;
            }
            Part::Quote(paragraphs)
        }
        Part::Button { words, link } => Part::Button { words: filled(words, values)?, link: filled(link, values)? },
        Part::Rule => Part::Rule,
        Part::Article(slug) => Part::Article(slug.clone()),
    })
}

fn fill_runs(runs: &[Run], values: &Values) -> Option<Vec<Run>> {
    let run = |run: &Run| {
        let link = match &run.link {
            Some(link) => Some(filled(link, values)?),
            None => None,
        };
        Some(Run { text: filled(&run.text, values)?, link, ..run.clone() })
    };
    runs.iter().map(run).collect()
}

/// The words of the parts in one line, for descriptions.
pub fn plain(parts: &[Part]) -> String {
    let mut words = String::new();
    let mut add = |runs: &[Run]| {
        runs.iter().for_each(|run| words.push_str(&run.text));
        words.push(' ');
    };
    for part in parts {
        match part {
            Part::Heading { words, .. } | Part::Paragraph(words) => add(words),
            Part::List { items: lists, .. } | Part::Quote(lists) => lists.iter().for_each(|runs| add(runs)),
            Part::Button { .. } | Part::Rule | Part::Article(_) => {}
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
