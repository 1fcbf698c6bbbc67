//! Articles as mails show them.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::domain::deadline::Deadline;
use crate::domain::topic::Topic;
use crate::domain::{Article, Language, date, prose};
use crate::mail::{Card, Day, Duty, Line};

/// Characters of an article's text in a card.
const SUMMARY: usize = 320;
/// Characters of one step.
const STEP: usize = 280;

/// An article and why one is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub article: Article,
    /// In the reader's words.
    pub reason: Option<String>,
}

/// What all entries of one mail share.
#[derive(Debug, Clone, Copy)]
pub struct Pen<'a> {
    pub language: Language,
    /// Without a slash at its end.
    pub public_url: &'a str,
    /// The day in Romania.
    pub today: Date,
}

impl Pen<'_> {
    pub fn card(&self, entry: &Entry) -> Card {
        let article = &entry.article;
        let texts = article.texts(self.language);
        Card {
            importance: article.importance,
            title: texts.title.to_owned(),
            source: self.source(article),
            summary: plain(texts.simple_explanation, SUMMARY),
            deadline: self.next_deadline(article),
            reason: entry.reason.clone(),
            link: self.link(article),
        }
    }

    pub fn line(&self, entry: &Entry) -> Line {
        let article = &entry.article;
        Line {
            importance: article.importance,
            title: article.texts(self.language).title.to_owned(),
            reason: entry.reason.clone(),
            link: self.link(article),
        }
    }

    /// What to do, step by step, in plain text.
    pub fn steps(&self, article: &Article) -> Vec<String> {
        let steps = article.texts(self.language).implementation_key_points;
        steps.iter().map(|step| plain(step, STEP)).collect()
    }

    /// The dated deadlines of these articles from today on and before `until`, by day; `limit` duties, and how
    /// many more there are.
    pub fn days(&self, entries: &[Entry], until: Date, limit: usize) -> (Vec<Day>, usize) {
        let mut duties: Vec<(Date, Duty)> = entries.iter().flat_map(|entry| self.duties(entry, until)).collect();
        duties.sort_by(|(a, one), (b, other)| a.cmp(b).then_with(|| one.title.cmp(&other.title)));
        let more = duties.len().saturating_sub(limit);
        duties.truncate(limit);
        let mut days: BTreeMap<Date, Vec<Duty>> = BTreeMap::new();
        for (date, duty) in duties {
            days.entry(date).or_default().push(duty);
        }
        (days.into_iter().map(|(date, duties)| Day { date, duties }).collect(), more)
    }

    fn duties(&self, entry: &Entry, until: Date) -> Vec<(Date, Duty)> {
        let article = &entry.article;
        let title = article.texts(self.language).title;
        let duty = |deadline: Deadline| Duty {
            what: sentence(&deadline.what),
            who: deadline.who,
            title: title.to_owned(),
            reason: entry.reason.clone(),
            link: self.link(article),
        };
        let dated =
            article.deadlines(self.language).into_iter().filter_map(|deadline| Some((deadline.date?, deadline)));
        dated.filter(|(date, _)| (self.today..until).contains(date)).map(|(date, it)| (date, duty(it))).collect()
    }

    /// Act and place in the gazette, or the day for an article that names neither.
    fn source(&self, article: &Article) -> String {
        let act = article.act.as_ref().map(|act| act.citation(self.language));
        let gazette = article.gazette.as_ref().map(|gazette| gazette.citation(self.language));
        let place = gazette.unwrap_or_else(|| date::long(article.publish_date, self.language));
        act.into_iter().chain([place]).collect::<Vec<_>>().join(" · ")
    }

    fn next_deadline(&self, article: &Article) -> Option<String> {
        let dated = article.deadlines(self.language).into_iter().filter_map(|it| Some((it.date?, it.what)));
        let (day, what) = dated.filter(|(date, _)| *date >= self.today).min_by_key(|(date, _)| *date)?;
        let day = date::long(day, self.language);
        Some(match self.language {
            Language::Ro => format!("Până pe {day}: {what}"),
            Language::En => format!("By {day}: {what}"),
        })
    }

    fn link(&self, article: &Article) -> String {
        format!("{}/app?articleId={}&lang={}", self.public_url, article.slug, self.language)
    }
}

/// The names of topics, as readers of the language know them.
pub fn topic_names(topics: &[Topic], language: Language) -> BTreeMap<String, String> {
    let name = |topic: &Topic| match language {
        Language::Ro => topic.ro.clone(),
        Language::En => topic.en.clone(),
    };
    topics.iter().map(|topic| (topic.id.clone(), name(topic))).collect()
}

/// The text with a capital at its beginning.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The text without marks, cut between words.
fn plain(text: &str, max_chars: usize) -> String {
    let words = prose::plain(&prose::read(text, 1).parts);
    let Some((end, _)) = words.char_indices().nth(max_chars) else { return words };
    let cut = words[..end].rfind(' ').unwrap_or(end);
    format!("{}…", words[..cut].trim_end_matches([',', '.', ';', ':']))
}
