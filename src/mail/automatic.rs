//! The letters that nobody writes by hand: urgent changes, digests, deadlines, the launch.

use jiff::Timestamp;

use super::document::{ArticleLine, Block, Card, Day, MailDocument, Span};
use super::sender::Sender;
use super::template::Values;
use super::words;
use crate::domain::message::MessageKind;
use crate::domain::{Importance, Language, date};

/// Characters of an article's title in a subject.
const SUBJECT_TITLE: usize = 90;
/// Characters of what lists of mails show beside the subject.
const PREVIEW: usize = 140;

/// What an automatic mail tells; what its kind does not need is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AutomaticContent {
    pub language: Language,
    pub cards: Vec<Card>,
    pub lines: Vec<ArticleLine>,
    pub days: Vec<Day>,
    /// What to do, in plain text.
    pub steps: Vec<String>,
    /// How many more there are than are told.
    pub more: usize,
    /// The time of which a digest tells.
    pub window: Option<(Timestamp, Timestamp)>,
}

macro_rules! template {
    ($name:literal) => {
        [include_str!(concat!("templates/", $name, "/ro.md")), include_str!(concat!("templates/", $name, "/en.md"))]
    };
}

/// Writes the document; `None` for a kind that is not made like this.
pub fn write_automatic(kind: MessageKind, content: &AutomaticContent, sender: &Sender) -> Option<MailDocument> {
    let is_empty = content.cards.is_empty();
    let texts = match kind {
        MessageKind::DailyDigest | MessageKind::WeeklyDigest if is_empty => template!("digest_empty"),
        MessageKind::DailyDigest => template!("daily_digest"),
        MessageKind::WeeklyDigest => template!("weekly_digest"),
        MessageKind::Urgent if content.cards.len() > 1 => template!("urgent_several"),
        MessageKind::Urgent => template!("urgent"),
        MessageKind::Deadlines => template!("deadlines"),
        MessageKind::Launch => template!("launch"),
        _ => return None,
    };
    let template = match content.language {
        Language::Ro => texts[0],
        Language::En => texts[1],
    };
    let values = values(kind, content, sender);
    let values = Values(values.iter().map(|(name, value)| (*name, value.as_str())).collect());
    let document = MailDocument::new(template, &values, slots(content))?;
    Some(MailDocument { is_bulk: true, ..document })
}

fn slots(content: &AutomaticContent) -> Vec<(&'static str, Vec<Block>)> {
    let lines = Some(Block::Lines(content.lines.clone())).filter(|_| !content.lines.is_empty());
    let days = Some(Block::Days(content.days.clone())).filter(|_| !content.days.is_empty());
    let items: Vec<_> = content.steps.iter().map(|step| vec![Span::Plain(step.clone())]).collect();
    let steps = Some(Block::List { ordered: true, items }).filter(|_| !content.steps.is_empty());
    vec![
        ("cards", content.cards.iter().cloned().map(Block::Card).collect()),
        ("lines", lines.into_iter().collect()),
        ("days", days.into_iter().collect()),
        ("steps", steps.into_iter().collect()),
    ]
}

fn values(kind: MessageKind, content: &AutomaticContent, sender: &Sender) -> Vec<(&'static str, String)> {
    let language = content.language;
    let card = content.cards.first();
    let duties = content.days.iter().map(|day| day.duties.len()).sum::<usize>();
    let told = if kind == MessageKind::Deadlines { duties } else { content.cards.len() + content.lines.len() };
    let first_duty = content.days.first().and_then(|day| day.duties.first()).map(|duty| duty.what.as_str());
    let top = card.map(|card| card.title.as_str()).or(first_duty).unwrap_or_default();
    let day = |day: Option<&Day>| day.map(|day| date::long(day.date, language)).unwrap_or_default();
    // The mail about one urgent change counts the steps that it leaves out, all others their entries.
    let counts_steps = kind == MessageKind::Urgent && content.cards.len() == 1;
    let present = |is_there: bool| if is_there { "1".to_owned() } else { String::new() };
    let importance = card.map(|card| card.importance);
    vec![
        ("host", sender.host.clone()),
        ("app_url", format!("{}/app?lang={language}", sender.public_url)),
        ("count", count(kind, told + if counts_steps { 0 } else { content.more }, language)),
        ("top", words::beginning(top, SUBJECT_TITLE)),
        ("summary", card.map(|card| words::beginning(&card.summary, PREVIEW)).unwrap_or_default()),
        ("others", others(content)),
        ("label", importance.map(|level| level.label(language).to_owned()).unwrap_or_default()),
        ("headline", importance.map(|level| headline(level, language).to_owned()).unwrap_or_default()),
        ("article_url", card.map(|card| card.link.clone()).unwrap_or_default()),
        ("window", content.window.map(|(from, to)| words::window(from, to, language)).unwrap_or_default()),
        ("first_day", day(content.days.first())),
        ("last_day", day(content.days.last())),
        ("lines", present(!content.lines.is_empty())),
        ("steps", present(!content.steps.is_empty())),
        ("more", if content.more == 0 { String::new() } else { more(kind, counts_steps, content.more, language) }),
    ]
}

fn headline(importance: Importance, language: Language) -> &'static str {
    match (language, importance == Importance::URGENT) {
        (Language::Ro, true) => "O schimbare urgentă",
        (Language::Ro, false) => "O schimbare importantă",
        (Language::En, true) => "An urgent change",
        (Language::En, false) => "An important change",
    }
}

/// The titles after the first, or the first one's summary when it is alone.
fn others(content: &AutomaticContent) -> String {
    let titles = content.cards.iter().skip(1).map(|card| card.title.as_str());
    let titles = titles.collect::<Vec<_>>().join(" · ");
    let summary = || content.cards.first().map(|card| card.summary.as_str()).unwrap_or_default();
    words::beginning(if titles.is_empty() { summary() } else { &titles }, PREVIEW)
}

fn count(kind: MessageKind, count: usize, language: Language) -> String {
    let (ro, en) = match kind {
        MessageKind::Deadlines => (["Un termen", "termene"], ["1 deadline", "deadlines"]),
        _ => (["O schimbare", "schimbări"], ["1 change", "changes"]),
    };
    words::counted(count as u64, language, ro, en)
}

fn more(kind: MessageKind, counts_steps: bool, count: usize, language: Language) -> String {
    let (ro, en) = match kind {
        _ if counts_steps => (["un pas", "pași"], ["one more step", "more steps"]),
        MessageKind::Deadlines => (["un termen", "termene"], ["one more deadline", "more deadlines"]),
        _ => (["o schimbare", "schimbări"], ["one more change", "more changes"]),
    };
    words::counted(count as u64, language, ro, en)
}
