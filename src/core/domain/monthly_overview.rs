//! Monthly overviews: what changed in a month, in all topics or in one.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::calendar_month::CalendarMonth;
use super::importance::Importance;
use super::numeral::takes_de;
use super::slug::Slug;
use super::text::sentence_case;
use super::text_form::text_form;
use paragraf_law::date;
use paragraf_law::language::Language;

use super::text;

/// Most articles of an overview.
pub const MAX_ARTICLES: usize = 200;
/// Longest introduction, in characters.
pub const MAX_INTRODUCTION: usize = 2000;
/// Longest id of a topic.
const MAX_TOPIC: usize = 40;
/// Number of topics that a generated introduction names.
const NAMED_TOPICS: usize = 3;

/// The id of an overview, which ends the page's address: `2026-10` for all topics, `2026-10-munca` for one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OverviewId {
    pub month: CalendarMonth,
    /// A topic's id.
    pub topic: Option<String>,
}

/// A month as an editor approved it. Titles, dates and texts of its articles are those of today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonthlyOverview {
    pub id: OverviewId,
    /// Plain text; an empty line separates paragraphs. A language may be missing.
    pub introduction: BTreeMap<Language, String>,
    /// The most important first.
    pub articles: Vec<Slug>,
}

/// The figures in a generated introduction.
#[derive(Debug, Default)]
pub struct MonthFigures {
    pub articles: usize,
    /// Of importance 4 or 5.
    pub important: usize,
    /// The names of the topics by number of articles, the largest first; empty in the overview of a topic.
    pub topics: Vec<(String, usize)>,
}

impl OverviewId {
    /// The heading: `Octombrie 2026 pe scurt`, followed by the topic's name if it has one.
    pub fn title(&self, topic: Option<&str>, language: Language) -> String {
        let month = sentence_case(&month_name(self.month, language));
        let brief = match language {
            Language::Ro => format!("{month} pe scurt"),
            Language::En => format!("{month} in brief"),
        };
        topic.map_or(brief.clone(), |topic| format!("{brief}: {topic}"))
    }
}

/// `octombrie 2026` or `October 2026`.
pub fn month_name(month: CalendarMonth, language: Language) -> String {
    let day = month.first_day();
    format!("{} {}", date::month(day, language), day.year())
}

impl MonthFigures {
    /// Counts an article.
    pub fn add(&mut self, importance: Importance) {
        self.articles += 1;
        self.important += usize::from(importance >= Importance::IMPORTANT);
    }

    /// Generates the introduction, which an editor can replace.
    pub fn introduction(&self, month: CalendarMonth, language: Language) -> String {
        let month = sentence_case(&month_name(month, language));
        let (articles, important) = (self.articles, self.important);
        let mut text = match language {
            Language::Ro => format!("{month} a adus {}{}.", changes_ro(articles), important_ro(important, articles)),
            Language::En => format!("{month} brought {}{}.", changes_en(articles), important_en(important, articles)),
        };
        let names: Vec<_> = self.topics.iter().take(NAMED_TOPICS).map(|(name, n)| format!("{name} ({n})")).collect();
        if names.len() > 1 {
            text += &match language {
                Language::Ro => format!(" Cele mai multe schimbări: {}.", names.join(", ")),
                Language::En => format!(" Most changes: {}.", names.join(", ")),
            };
        }
        text
    }
}

fn changes_ro(count: usize) -> String {
    match count {
        1 => "o schimbare".to_owned(),
        _ if takes_de(count as u64, Language::Ro) => format!("{count} de schimbări"),
        _ => format!("{count} schimbări"),
    }
}

fn changes_en(count: usize) -> String {
    if count == 1 { "one change".to_owned() } else { format!("{count} changes") }
}

/// The words for `count` important changes of `all`.
fn important_ro(count: usize, all: usize) -> String {
    match count {
        0 => String::new(),
        1 if all == 1 => " importantă sau urgentă".to_owned(),
        _ if count == all => ", toate importante sau urgente".to_owned(),
        1 => ", dintre care una importantă sau urgentă".to_owned(),
        _ => format!(", dintre care {count} importante sau urgente"),
    }
}

fn important_en(count: usize, all: usize) -> String {
    match count {
        0 => String::new(),
        1 if all == 1 => ", which is important or urgent".to_owned(),
        _ if count == all => ", all of them important or urgent".to_owned(),
        _ => format!(", {count} of them important or urgent"),
    }
}

/// The introduction as it is stored: trimmed, with line ends of one kind.
///
/// # Errors
/// A message for the editor if the text is too long or not plain.
pub fn introduction(text: &str) -> Result<String, String> {
    let text = text.replace("\r\n", "\n").trim().to_owned();
    if text.chars().count() > MAX_INTRODUCTION {
        return Err(format!("The introduction has more than {MAX_INTRODUCTION} characters."));
    }
    let not_plain = |_| "The introduction is plain text, without HTML or damaged letters.".to_owned();
    text::check(&text).map_err(not_plain)?;
    Ok(text)
}

impl fmt::Display for OverviewId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.month.fmt(f)?;
        self.topic.as_ref().map_or(Ok(()), |topic| write!(f, "-{topic}"))
    }
}

impl FromStr for OverviewId {
    type Err = String;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (month, rest) = id.split_at_checked("2026-10".len())?;
            let month = month.parse().ok()?;
            if rest.is_empty() {
                return Some(Self { month, topic: None });
            }
            let topic = rest.strip_prefix('-')?;
            text::is_id(topic, MAX_TOPIC).then(|| Self { month, topic: Some(topic.to_owned()) })
        };
        read().ok_or_else(|| format!("{id:?} is not an overview; write 2026-10, or 2026-10-munca for a topic"))
    }
}

text_form! {
    OverviewId, String;
    from id => id.parse();
    into id => id.to_string();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_it_is_written() {
        for id in ["2026-10", "2026-10-munca", "1990-01-a-b-1"] {
            assert_eq!(id.parse::<OverviewId>().expect("an id").to_string(), id);
        }
        for id in ["", "2026", "2026-13", "2026-10-", "2026-10munca", "2026-10-Muncă", "2026-1\u{103}-munca"] {
            assert!(id.parse::<OverviewId>().is_err(), "{id}");
        }
    }

    #[test]
    fn a_generated_introduction_has_the_figures_of_the_month() {
        let month: CalendarMonth = "2026-10".parse().expect("a month");
        let text = |articles, important, topics: &[(&str, usize)], language| {
            let topics = topics.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
            MonthFigures { articles, important, topics }.introduction(month, language)
        };
        let (ro, en) = (Language::Ro, Language::En);
        assert_eq!(text(1, 0, &[], ro), "Octombrie 2026 a adus o schimbare.");
        assert_eq!(text(1, 1, &[], en), "October 2026 brought one change, which is important or urgent.");
        assert_eq!(text(3, 3, &[], ro), "Octombrie 2026 a adus 3 schimbări, toate importante sau urgente.");
        let topics = [("Muncă și salarii", 12), ("Finanțe", 8), ("Date", 2), ("Consumatori", 1)];
        assert_eq!(
            text(23, 1, &topics, ro),
            "Octombrie 2026 a adus 23 de schimbări, dintre care una importantă sau urgentă. Cele mai multe schimbări: \
             Muncă și salarii (12), Finanțe (8), Date (2)."
        );
        assert!(text(119, 4, &[], ro).contains("119 schimbări, dintre care 4 importante sau urgente"));
        assert!(text(120, 4, &[], ro).contains("120 de schimbări"));
        let id: OverviewId = "2026-10-munca".parse().expect("an id");
        assert_eq!(id.title(Some("Employment"), en), "October 2026 in brief: Employment");
        assert_eq!(id.title(None, ro), "Octombrie 2026 pe scurt");
    }

    #[test]
    fn an_introduction_is_plain_text_of_a_bounded_length() {
        assert_eq!(introduction(" Un text.\r\n\r\nAltul. ").as_deref(), Ok("Un text.\n\nAltul."));
        assert!(introduction(&"a".repeat(MAX_INTRODUCTION + 1)).is_err());
        assert!(introduction("<b>text</b>").is_err());
    }
}
