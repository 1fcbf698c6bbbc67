//! Presents articles in messages.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::concern::ItemConcern;
use crate::domain::step::{Step, by_role};
use crate::domain::text::{sentence_case, shorten};
use crate::domain::topic::Topic;
use crate::domain::{Article, DatedEntry, EntryKind, Language, MonthlyOverview, Slug, date, due_words, prose};
use crate::mail::{ArticleLine, Card, Day, DutyLine, OverviewLink, duty_link};

/// Maximum length of a summary in a card, in characters.
const SUMMARY_CHARS: usize = 320;
/// Maximum length of a step, in characters.
const STEP_CHARS: usize = 280;

/// An article of a message with its reason, in the recipient's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectedArticle {
    pub article: Article,
    /// A sentence.
    pub reason: Option<String>,
    /// What the recipient follows, for the subject; `None` if the message is for everyone.
    pub label: Option<String>,
    /// What the recipient's answers decide; `None` without answers.
    pub concern: Option<ItemConcern>,
}

impl SelectedArticle {
    /// Whether a subject says nothing of it.
    fn is_private(&self) -> bool {
        self.concern.as_ref().is_some_and(|concern| concern.answer.is_special)
    }
}

/// A monthly overview of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectedOverview {
    pub overview: MonthlyOverview,
    /// The topic's name in the recipient's language; `None` for all topics.
    pub topic: Option<String>,
}

/// The duties of a deadlines message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Agenda {
    pub days: Vec<Day>,
    /// Duties that are not listed.
    pub more: usize,
    /// The date of the last duty, even if it is not listed.
    pub last: Option<Date>,
}

impl Agenda {
    /// At most `limit` duties by day.
    pub fn of(mut duties: Vec<(Date, DutyLine)>, limit: usize) -> Self {
        // Stable: within a day, the duties keep their order.
        duties.sort_by_key(|(date, _)| *date);
        let (more, last) = (duties.len().saturating_sub(limit), duties.last().map(|(date, _)| *date));
        duties.truncate(limit);
        let mut days: BTreeMap<Date, Vec<DutyLine>> = BTreeMap::new();
        for (date, duty) in duties {
            days.entry(date).or_default().push(duty);
        }
        Self { days: days.into_iter().map(|(date, duties)| Day { date, duties }).collect(), more, last }
    }
}

/// Presents the articles of one message.
#[derive(Debug, Clone, Copy)]
pub struct ArticlePresenter<'a> {
    pub language: Language,
    /// Without a trailing slash.
    pub public_url: &'a str,
    /// The current date in Europe/Bucharest.
    pub today: Date,
}

impl ArticlePresenter<'_> {
    pub fn card(&self, selected: &SelectedArticle) -> Card {
        let article = &selected.article;
        let texts = article.texts(self.language);
        Card {
            importance: article.importance,
            title: texts.title.to_owned(),
            source: self.source(article),
            summary: plain(texts.simple_explanation, SUMMARY_CHARS),
            next_entry: self.next_entry(selected),
            step: self.first_step(selected),
            reason: selected.reason.clone(),
            link: self.link(&article.slug),
            label: selected.label.clone(),
            is_private: selected.is_private(),
        }
    }

    pub fn line(&self, selected: &SelectedArticle) -> ArticleLine {
        let article = &selected.article;
        ArticleLine {
            importance: article.importance,
            title: article.texts(self.language).title.to_owned(),
            step: self.first_step(selected),
            reason: selected.reason.clone(),
            link: self.link(&article.slug),
        }
    }

    pub fn overview(&self, selected: &SelectedOverview) -> OverviewLink {
        let MonthlyOverview { id, introduction, .. } = &selected.overview;
        let introduction = introduction.get(&self.language).and_then(|text| text.split("\n\n").next());
        OverviewLink {
            title: id.title(selected.topic.as_deref(), self.language),
            introduction: introduction.map(|text| shorten(text, SUMMARY_CHARS)).unwrap_or_default(),
            link: format!("{}/overview/{id}?lang={}", self.public_url, self.language),
        }
    }

    /// The implementation steps in plain text, in the order in which readers count them, without those of others.
    pub fn steps(&self, selected: &SelectedArticle) -> Vec<String> {
        let steps = selected.article.steps(self.language);
        let is_own = |step: &&Step| selected.concern.as_ref().is_none_or(|concern| concern.steps.contains(&step.id));
        let ordered = by_role(&steps).into_iter().flat_map(|(_, group)| group);
        ordered.filter(is_own).map(|step| plain(&step.text, STEP_CHARS)).collect()
    }

    /// The first step of a change that concerns the recipient.
    fn first_step(&self, selected: &SelectedArticle) -> Option<String> {
        let first = selected.concern.as_ref()?.first_step.as_ref()?;
        let steps = selected.article.steps(self.language);
        steps.iter().find(|step| step.id == *first).map(|step| plain(&step.text, STEP_CHARS))
    }

    /// What is due in the article from today until before `until`.
    pub fn duties(&self, selected: &SelectedArticle, until: Date) -> Vec<(Date, DutyLine)> {
        let article = &selected.article;
        let title = article.texts(self.language).title;
        let duty = |entry: &DatedEntry| DutyLine {
            what: sentence_case(&entry.what),
            who: entry.who.clone(),
            title: title.to_owned(),
            verify: vec![],
            reason: selected.reason.clone(),
            link: self.link(&article.slug),
            is_private: selected.is_private(),
            is_conditional: false,
        };
        let entries = article.deadlines(self.language);
        let due = entries.iter().filter(|entry| entry.kind == EntryKind::Due);
        let dated = due.filter_map(|entry| Some((entry.next_date(self.today)?, entry)));
        dated.filter(|(date, _)| *date < until).map(|(date, entry)| (date, duty(entry))).collect()
    }

    /// The citation of the act and the gazette; the publication date replaces a missing gazette reference.
    fn source(&self, article: &Article) -> String {
        let act = article.act.as_ref().map(|act| act.citation(self.language));
        let gazette = article.gazette.as_ref().map(|gazette| gazette.citation(self.language));
        let place = gazette.unwrap_or_else(|| date::long(article.publish_date, self.language));
        act.into_iter().chain([place]).collect::<Vec<_>>().join(" · ")
    }

    /// The next dated entry in words: its kind, its day, on what it depends, and what it is. Entries of others are left
    /// out.
    fn next_entry(&self, selected: &SelectedArticle) -> Option<String> {
        let SelectedArticle { article, concern, .. } = selected;
        let index = match concern {
            Some(concern) => concern.next_entry(article, self.today),
            None => article.next_entry(self.today),
        }?;
        let entries = article.deadlines(self.language);
        let entry = entries.get(index)?;
        let mark = concern.as_ref().and_then(|concern| concern.mark_of_entry(index));
        let day = date::long(entry.next_date(self.today)?, self.language);
        let day = due_words::marked_day(mark, &day, self.language);
        Some(format!("{} {day}: {}", entry.kind.before_day(self.language), entry.what))
    }

    /// The address of the article.
    pub fn link(&self, slug: &Slug) -> String {
        format!("{}/app?articleId={slug}&lang={}", self.public_url, self.language)
    }

    /// The address of a day of a duty among the reader's deadlines.
    pub fn duty_link(&self, duty: &str, date: Date) -> String {
        duty_link(self.public_url, duty, date, self.language)
    }
}

/// Topic names by id, in one language.
pub fn topic_names(topics: &[Topic], language: Language) -> BTreeMap<String, String> {
    topics.iter().map(|topic| (topic.id.clone(), topic.name(language).to_owned())).collect()
}

/// The text without Markdown, cut between words.
pub(super) fn plain(text: &str, max_chars: usize) -> String {
    shorten(&prose::plain(&prose::read(text, 1).parts), max_chars)
}
