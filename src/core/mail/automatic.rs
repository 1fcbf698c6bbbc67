//! Automatic messages to many recipients: urgent changes, digests, deadlines, the launch.

use jiff::Timestamp;
use jiff::civil::Date;

use super::document::{ArticleLine, Block, Card, Day, DutyLine, MailDocument, OverviewLink, Slots, template};
use super::sender::Sender;
use super::{verify_notes, words};
use crate::domain::message::MessageKind;
use crate::domain::prose::{Part, Run};
use crate::domain::template::Values;
use crate::domain::text::shorten;
use crate::domain::{Importance, Language, date, due_words};
use crate::error::{Error, Result};

/// Characters of a subject without the number of other changes.
const SUBJECT_CHARS: usize = 90;
/// Characters of the text that mail programs show beside the subject.
const PREVIEW_CHARS: usize = 140;

/// The content of an automatic message; a field that its kind does not use is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AutomaticContent {
    pub language: Language,
    pub cards: Vec<Card>,
    pub lines: Vec<ArticleLine>,
    pub overviews: Vec<OverviewLink>,
    pub days: Vec<Day>,
    /// The last day with a duty, listed or not.
    pub last_day: Option<Date>,
    /// Steps to take, in plain text.
    pub steps: Vec<String>,
    /// Whether the recipient's answers decided what is due.
    pub by_answers: bool,
    /// The number of entries that are left out.
    pub more: usize,
    /// The time that a digest covers.
    pub window: Option<(Timestamp, Timestamp)>,
}

/// Writes an automatic message.
///
/// # Errors
///
/// `internal` for a kind that is not automatic.
pub fn write_automatic(kind: MessageKind, content: &AutomaticContent, sender: &Sender) -> Result<MailDocument> {
    let template = match kind {
        MessageKind::DailyDigest | MessageKind::WeeklyDigest if content.cards.is_empty() => {
            if content.overviews.is_empty() { template!("digest_empty") } else { template!("digest_overviews") }
        }
        MessageKind::DailyDigest => template!("daily_digest"),
        MessageKind::WeeklyDigest => template!("weekly_digest"),
        MessageKind::Urgent if content.cards.len() > 1 => template!("urgent_several"),
        MessageKind::Urgent => template!("urgent"),
        MessageKind::Deadlines if content.by_answers => template!("deadlines_by_answers"),
        MessageKind::Deadlines => template!("deadlines"),
        MessageKind::Launch => template!("launch"),
        _ => {
            let doing = format!("writing a message of the kind {kind}");
            return Err(Error::internal(doing, anyhow::anyhow!("it is not automatic")));
        }
    };
    let message = template.fill(content.language, Values::new(values(kind, content, sender)), slots(content))?;
    Ok(MailDocument { is_bulk: true, ..message })
}

fn slots(content: &AutomaticContent) -> Slots {
    let items: Vec<_> = content.steps.iter().map(|step| vec![Run::plain(step)]).collect();
    let unless_empty = |block: Block, is_empty: bool| if is_empty { vec![] } else { vec![block] };
    vec![
        ("cards", content.cards.iter().cloned().map(Block::Card).collect()),
        ("lines", unless_empty(Block::Lines(content.lines.clone()), content.lines.is_empty())),
        ("overviews", content.overviews.iter().map(overview).collect()),
        ("days", verify_notes::blocks(content.days.clone())),
        ("steps", unless_empty(Block::Part(Part::List { first: Some(1), items }), content.steps.is_empty())),
    ]
}

fn overview(overview: &OverviewLink) -> Block {
    let OverviewLink { title, introduction, link } = overview;
    let title = Run { link: Some(link.clone()), ..Run::plain(title) };
    let introduction = (!introduction.is_empty()).then(|| [Run::plain("\n"), Run::plain(introduction)]);
    Block::Part(Part::Paragraph([title].into_iter().chain(introduction.into_iter().flatten()).collect()))
}

/// The beginning of the introduction, or the title where there is none.
fn overview_text(overview: &OverviewLink) -> String {
    let OverviewLink { title, introduction, .. } = overview;
    shorten(if introduction.is_empty() { title } else { introduction }, PREVIEW_CHARS)
}

fn values(kind: MessageKind, content: &AutomaticContent, sender: &Sender) -> Vec<(&'static str, String)> {
    let language = content.language;
    let card = content.cards.first();
    let duties: Vec<(Date, &DutyLine)> =
        content.days.iter().flat_map(|day| day.duties.iter().map(move |duty| (day.date, duty))).collect();
    let possible = duties.iter().filter(|(_, duty)| duty.is_conditional).count();
    let listed = if kind == MessageKind::Deadlines { duties.len() } else { content.cards.len() + content.lines.len() };
    // A message about one urgent change counts the steps that it leaves out, the others their entries.
    let counts_steps = kind == MessageKind::Urgent && content.cards.len() == 1;
    let omitted = if counts_steps { 0 } else { content.more };
    let duty = named_duty(&duties);
    let (about, top) = match (named(content), duty) {
        (Some(card), _) => (card.label.clone(), card.title.as_str()),
        // The number of possible deadlines says so already.
        (None, Some((_, duty))) if possible == listed + omitted => {
            (None, due_words::without_condition(&duty.what, language))
        }
        (None, Some((_, duty))) => (None, duty.what.as_str()),
        (None, None) => (None, unnamed(kind, language)),
    };
    let importance = card.map(|card| card.importance);
    let about = about.or_else(|| importance.map(|level| level.label(language).to_owned())).unwrap_or_default();
    let room = SUBJECT_CHARS.saturating_sub(about.chars().count());
    let rest = words::and_others((listed + omitted).saturating_sub(1), language);
    let day = |day: Option<Date>| day.map(|day| date::long(day, language)).unwrap_or_default();
    let overview = content.overviews.first();
    vec![
        ("host", sender.host.clone()),
        ("app_url", format!("{}/app?lang={language}", sender.public_url)),
        ("count", count(kind, listed + omitted, possible, language)),
        ("only_if", only_if(listed + omitted, possible, language)),
        ("listed", listed.to_string()),
        ("subject", format!("{about}: {}{rest}", shorten(top, room))),
        ("top", shorten(top, SUBJECT_CHARS)),
        ("summary", card.map(|card| summary(card, language)).unwrap_or_default()),
        ("others", others(content)),
        ("overview", overview.map(|overview| overview.title.clone()).unwrap_or_default()),
        ("overview_text", overview.map(overview_text).unwrap_or_default()),
        ("urgency", urgency(content).to_owned()),
        ("headline", importance.map(|level| headline(level, language).to_owned()).unwrap_or_default()),
        ("article_url", card.map(|card| card.link.clone()).unwrap_or_default()),
        ("window", content.window.map(|(from, to)| words::window(from, to, language)).unwrap_or_default()),
        ("first_day", day(duty.or(duties.first().copied()).map(|(date, _)| date))),
        ("last_day", day(content.last_day)),
        ("more", if content.more == 0 { String::new() } else { more(kind, counts_steps, content.more, language) }),
    ]
}

fn headline(importance: Importance, language: Language) -> &'static str {
    match (language, importance) {
        (Language::Ro, Importance::URGENT) => "O schimbare urgentă",
        (Language::Ro, Importance::IMPORTANT) => "O schimbare importantă",
        (Language::Ro, _) => "O schimbare din ce urmărești",
        (Language::En, Importance::URGENT) => "An urgent change",
        (Language::En, Importance::IMPORTANT) => "An important change",
        (Language::En, _) => "A change in what you follow",
    }
}

/// Why several changes are announced at once: all are important, or the recipient chose to get some of them at once.
fn urgency(content: &AutomaticContent) -> &'static str {
    let cards = content.cards.iter().map(|card| card.importance);
    let least = cards.chain(content.lines.iter().map(|line| line.importance)).min();
    let is_urgent = least >= Some(Importance::IMPORTANT);
    match (content.language, is_urgent) {
        (Language::Ro, true) => "care nu pot aștepta",
        (Language::Ro, false) => "din ce urmărești",
        (Language::En, true) => "that cannot wait",
        (Language::En, false) => "in what you follow",
    }
}

/// The first article that a subject may name.
fn named(content: &AutomaticContent) -> Option<&Card> {
    content.cards.iter().find(|card| !card.is_private)
}

/// What a subject says when it may name nothing.
fn unnamed(kind: MessageKind, language: Language) -> &'static str {
    match (language, kind) {
        (Language::Ro, MessageKind::Deadlines) => "ce te privește",
        (Language::En, MessageKind::Deadlines) => "what concerns you",
        (Language::Ro, _) => "o schimbare care te privește",
        (Language::En, _) => "a change that concerns you",
    }
}

/// The beginning of a summary, for the preview.
fn summary(card: &Card, language: Language) -> String {
    match (card.is_private, language) {
        (false, _) => shorten(&card.summary, PREVIEW_CHARS),
        (true, Language::Ro) => "Deschide mesajul ca să vezi ce s-a schimbat.".into(),
        (true, Language::En) => "Open the message to see what changed.".into(),
    }
}

/// The titles after the first that a subject may name, or the summary of the first card when there are none.
fn others(content: &AutomaticContent) -> String {
    let titles = content.cards.iter().filter(|card| !card.is_private).skip(1).map(|card| card.title.as_str());
    let titles = titles.collect::<Vec<_>>().join(" · ");
    match (titles.is_empty(), named(content).or(content.cards.first())) {
        (true, Some(card)) => summary(card, content.language),
        _ => shorten(&titles, PREVIEW_CHARS),
    }
}

/// The first duty that a subject may name, rather one that is due whatever happens; with its day.
fn named_duty<'d>(duties: &[(Date, &'d DutyLine)]) -> Option<(Date, &'d DutyLine)> {
    let open = || duties.iter().filter(|(_, duty)| !duty.is_private);
    open().find(|(_, duty)| !duty.is_conditional).or_else(|| open().next()).copied()
}

/// How many there are. What is due only if something happens, `possible`, counts only where nothing else is due.
fn count(kind: MessageKind, all: usize, possible: usize, language: Language) -> String {
    let certain = all - possible;
    let (count, ro, en) = match kind {
        MessageKind::Deadlines if certain == 0 => {
            (possible, ["Un termen posibil", "termene posibile"], ["1 possible deadline", "possible deadlines"])
        }
        MessageKind::Deadlines => (certain, ["Un termen", "termene"], ["1 deadline", "deadlines"]),
        _ => (all, ["O schimbare", "schimbări"], ["1 change", "changes"]),
    };
    words::counted(count as u64, language, ro, en)
}

/// What may be due beside what is; empty where the count says it.
fn only_if(all: usize, possible: usize, language: Language) -> String {
    if possible == 0 || possible == all {
        return String::new();
    }
    let counted = words::counted(possible as u64, language, ["un termen", "termene"], ["1 deadline", "deadlines"]);
    match (language, possible) {
        (Language::Ro, _) => format!("Încă {counted} numai dacă ți se aplică."),
        (Language::En, 1) => format!("And {counted} only if it applies to you."),
        (Language::En, _) => format!("And {counted} only if they apply to you."),
    }
}

fn more(kind: MessageKind, counts_steps: bool, count: usize, language: Language) -> String {
    let (ro, en) = match kind {
        _ if counts_steps => (["un pas", "pași"], ["one more step", "more steps"]),
        MessageKind::Deadlines => (["un termen", "termene"], ["one more deadline", "more deadlines"]),
        _ => (["o schimbare", "schimbări"], ["one more change", "more changes"]),
    };
    words::counted(count as u64, language, ro, en)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_changes_are_not_called_urgent() {
        let line = |importance| ArticleLine {
            importance,
            title: String::new(),
            step: None,
            reason: None,
            link: String::new(),
        };
        let content = |least| AutomaticContent {
            language: Language::En,
            lines: vec![line(Importance::URGENT), line(least)],
            ..AutomaticContent::default()
        };
        assert_eq!(urgency(&content(Importance::IMPORTANT)), "that cannot wait");
        assert_eq!(urgency(&content(Importance::TRIVIAL)), "in what you follow");
    }
}
