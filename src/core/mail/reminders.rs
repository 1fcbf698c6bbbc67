//! Reminders of deadlines: what is due soon, what moved and what no longer stands.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::document::{Block, Day, DutyLine, MailDocument, template};
use super::sender::Sender;
use super::{verify_notes, words};
use crate::domain::prose::{Part, Run};
use crate::domain::reminder::{ReminderKind, ReminderLine};
use crate::domain::template::Values;
use crate::domain::text::shorten;
use crate::domain::{CalendarMonth, Language, date};
use crate::error::Result;

/// Characters of a deadline in a subject.
const SUBJECT_WHAT: usize = 90;

/// Writes a reminder of at least one deadline. `today` is the date in Europe/Bucharest.
///
/// # Errors
/// `internal` when the template has a fault.
pub fn write_reminders(
    lines: &[ReminderLine],
    language: Language,
    today: Date,
    sender: &Sender,
) -> Result<MailDocument> {
    let (due, changed): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.kind == ReminderKind::Due);
    let mut days: BTreeMap<Date, Vec<DutyLine>> = BTreeMap::new();
    for line in &due {
        let Some(date) = line.date else { continue };
        days.entry(date).or_default().push(DutyLine {
            what: line.what.clone(),
            who: None,
            title: line.about.clone(),
            verify: line.verify.clone(),
            reason: Some(ahead(date, today, language)),
            link: link(line, language, sender),
            is_private: line.is_private,
            is_conditional: line.is_conditional,
        });
    }
    let days: Vec<_> = days.into_iter().map(|(date, duties)| Day { date, duties }).collect();
    let changes: Vec<_> = changed.iter().map(|line| change(line, language, sender)).collect();
    let first = days.first().and_then(|day| Some((day.date, day.duties.first()?)));
    let open = || due.iter().chain(&changed).filter(|line| !line.is_private);
    // Rather what is due whatever happens, as in the mail of the week.
    let named = open().find(|line| !line.is_conditional).or_else(|| open().next());
    let subject = named.map_or_else(|| unnamed(language).to_owned(), |line| subject(line, lines.len(), language));
    let when = match (first, changed.first()) {
        (Some((date, _)), _) => format!("{}, {}", date::long(date, language), ahead(date, today, language)),
        (None, Some(line)) => sentence(line, language),
        (None, None) => String::new(),
    };
    let values = [
        ("host", sender.host.clone()),
        ("subject", subject),
        ("when", when),
        ("deadlines_url", deadlines_link(&sender.public_url, language)),
    ];
    let slots = vec![
        ("days", verify_notes::blocks(days)),
        ("changes", if changes.is_empty() { vec![] } else { vec![list(changes)] }),
    ];
    let document = template!("reminders").fill(language, Values::new(values), slots)?;
    Ok(MailDocument { is_bulk: true, ..document })
}

/// `Chirii: Depui declarația unică și încă 2`: the topic, what is due, and the number of the other lines.
fn subject(line: &ReminderLine, count: usize, language: Language) -> String {
    let topic = if line.topic.is_empty() { String::new() } else { format!("{}: ", line.topic) };
    let what = shorten(&line.what, SUBJECT_WHAT.saturating_sub(topic.chars().count()));
    format!("{topic}{what}{}", words::and_others(count.saturating_sub(1), language))
}

/// The subject when it may name nothing.
fn unnamed(language: Language) -> &'static str {
    language.pick("Se apropie un termen care te privește", "A deadline that concerns you is near")
}

fn list(items: Vec<Vec<Run>>) -> Block {
    Block::Part(Part::List { first: None, items })
}

fn change(line: &ReminderLine, language: Language, sender: &Sender) -> Vec<Run> {
    let what = Run { strong: true, ..Run::plain(&line.what) };
    let mut runs = vec![what, Run::plain(format!(": {}", sentence(line, language)))];
    if line.kind == ReminderKind::Moved {
        let words = words::words(language).read_article;
        let link = Some(link(line, language, sender));
        runs.extend([Run::plain(". "), Run { link, ..Run::plain(words) }]);
    }
    runs
}

/// What became of a deadline, without a full stop.
fn sentence(line: &ReminderLine, language: Language) -> String {
    let [from, to] = [line.from, line.date].map(|day| day.map(|day| date::long(day, language)));
    match (language, line.kind, from, to) {
        (Language::Ro, ReminderKind::Moved, Some(from), Some(to)) => format!("mutat de pe {from} pe {to}"),
        (Language::En, ReminderKind::Moved, Some(from), Some(to)) => format!("moved from {from} to {to}"),
        (Language::Ro, ReminderKind::Moved, None, Some(to)) => format!("are acum data de {to}"),
        (Language::En, ReminderKind::Moved, None, Some(to)) => format!("now has the date {to}"),
        (Language::Ro, ReminderKind::Moved, ..) => "nu mai are o dată fixă".into(),
        (Language::En, ReminderKind::Moved, ..) => "no longer has a fixed date".into(),
        (Language::Ro, ..) => "nu mai este valabil".into(),
        (Language::En, ..) => "no longer applies".into(),
    }
}

/// `astăzi`, `mâine`, `peste 7 zile`; `today`, `tomorrow`, `in 7 days`.
fn ahead(date: Date, today: Date, language: Language) -> String {
    let days = date.since(today).map_or(0, |span| span.get_days());
    match (language, days) {
        (Language::Ro, ..=0) => "astăzi".into(),
        (Language::En, ..=0) => "today".into(),
        (Language::Ro, 1) => "mâine".into(),
        (Language::En, 1) => "tomorrow".into(),
        (language, days) => {
            let counted = words::counted(days.unsigned_abs().into(), language, ["o zi", "zile"], ["1 day", "days"]);
            let before = language.pick("peste", "in");
            format!("{before} {counted}")
        }
    }
}

fn link(line: &ReminderLine, language: Language, sender: &Sender) -> String {
    match (&line.slug, &line.duty, line.date) {
        (Some(slug), ..) => format!("{}/app?articleId={slug}&lang={language}", sender.public_url),
        (None, Some(duty), Some(date)) => duty_link(&sender.public_url, duty, date, language),
        (None, ..) => deadlines_link(&sender.public_url, language),
    }
}

fn deadlines_link(public_url: &str, language: Language) -> String {
    format!("{public_url}/app?screen=deadlines&lang={language}")
}

/// The address of a day of a duty: the month among the reader's deadlines, with the duty open.
pub fn duty_link(public_url: &str, duty: &str, date: Date, language: Language) -> String {
    let month = CalendarMonth::of(date);
    format!("{public_url}/app?screen=deadlines&month={month}&duty={duty}&lang={language}")
}

/// Sample lines for `mail preview`.
pub fn sample_reminders(language: Language, today: Date) -> Vec<ReminderLine> {
    let text = |ro: &str, en: &str| language.pick(ro, en).to_owned();
    let day = |days| Some(today.saturating_add(jiff::Span::new().days(days)));
    let slug = crate::domain::Slug::parse("salariul-minim-2026");
    let title = text("Salariul minim crește", "The minimum wage rises");
    let topic = text("Muncă", "Employment");
    let line = |kind, what, about, date, from, slug| {
        let topic = topic.clone();
        ReminderLine {
            kind,
            what,
            about,
            verify: vec![],
            date,
            from,
            slug,
            duty: None,
            topic,
            is_private: false,
            is_conditional: false,
        }
    };
    vec![
        line(
            ReminderKind::Due,
            text("Depui declarația 112", "File return 112"),
            text("Până pe 25 a lunii următoare", "By the 25th of the following month"),
            day(1),
            None,
            None,
        ),
        line(
            ReminderKind::Due,
            text("Modifici contractele de muncă", "Amend the employment contracts"),
            title.clone(),
            day(7),
            None,
            slug.clone(),
        ),
        line(
            ReminderKind::Moved,
            text("Actualizezi registrul", "Update the register"),
            title.clone(),
            day(30),
            day(14),
            slug.clone(),
        ),
        line(ReminderKind::Withdrawn, text("Anunți salariații", "Tell the employees"), title, None, day(10), slug),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn a_subject_names_rather_what_is_due_whatever_happens() {
        let today = jiff::civil::date(2026, 12, 14);
        let sender = Sender::new(&Config::default(), "https://p.example.ro");
        let mut lines = sample_reminders(Language::Ro, today);
        lines.truncate(2);
        lines[0].is_conditional = true;
        let subject = |lines: &[ReminderLine]| {
            write_reminders(lines, Language::Ro, today, &sender).expect("our template").subject
        };
        let both = subject(&lines);
        assert!(both.starts_with("Muncă: Modifici contractele de muncă"), "{both}");
        assert_eq!(subject(&lines[..1]), "Muncă: Depui declarația 112");
    }
}
