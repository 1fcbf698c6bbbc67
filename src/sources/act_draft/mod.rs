//! A draft article from an act, by rules alone: what the act is, when it applies, what it changes, its deadlines and
//! amounts, and a suggestion of topic, domains, audience and importance, each with its reason.
//!
//! The text of an act is data: nothing in it is followed, and everything that is taken from it is quoted or computed.

mod classify;
mod dates;
mod keywords;
mod reading;
mod rules;
mod summary;
mod wording;

use jiff::civil::Date;

use self::classify::Classification;
pub use self::dates::Days;
pub use self::reading::ArchivedAct;
use self::reading::{ActReading, subject};
use crate::domain::article::{Provenance, limits};
use crate::domain::rule_reason::RuleReason;
use crate::domain::source::Source;
use crate::domain::{Article, Importance, Language, Slug, text};

/// Who wrote a draft, in its provenance.
const AUTHOR: &str = "Reguli automate Paragraf";

/// A draft with the reasons for its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActDraft {
    pub article: Article,
    pub reasons: Vec<RuleReason>,
}

/// Drafts an article. `topics` are the ids that an article may have; `None` without any.
pub fn draft(source: &ArchivedAct, topics: &[String], today: Date) -> Option<ActDraft> {
    let mut reading = ActReading::new(source);
    let days = dates::read(&mut reading);
    let changed = summary::changed_acts(&mut reading);
    let suggestion = classify::suggest(&mut reading, &changed, &days, topics)?;
    let technical_summary = summary::technical(&mut reading, &changed, &days);
    reading.explain_heading();
    let mut article = article(source, days, suggestion, technical_summary, today)?;
    article.sources.extend(reading.european_sources());
    Some(ActDraft { article, reasons: reading.reasons })
}

/// The day on which an act enters into force, as far as rules can tell.
pub fn entry_into_force(source: &ArchivedAct) -> Option<Date> {
    dates::entry_into_force(source)
}

/// The days that rules read in an act, with their reasons.
pub fn days(source: &ArchivedAct) -> (Days, Vec<RuleReason>) {
    let mut reading = ActReading::new(source);
    (dates::read(&mut reading), reading.reasons)
}

fn article(
    source: &ArchivedAct,
    days: Days,
    suggestion: Classification,
    technical_summary: String,
    today: Date,
) -> Option<Article> {
    let subject = subject(source);
    let title = text::shorten(&format!("{} {subject}", source.act.citation(Language::Ro)), limits::TITLE - 1);
    let slug = Slug::from_title(&text::shorten(&title, 90))?;
    let published = source.gazette.as_ref().map(|gazette| gazette.date).or(source.date);
    Some(Article {
        slug,
        in_short: summary::in_short(source, &days, today),
        technical_summary,
        simple_explanation: summary::simple(source, &subject),
        steps: vec![],
        importance: Importance::new(suggestion.importance)?,
        publish_date: published.unwrap_or(today),
        file_url: source.file_url.clone(),
        domains: suggestion.domains,
        topic: suggestion.topic,
        act: Some(source.act.clone()),
        gazette: source.gazette.clone(),
        in_force_date: days.in_force,
        applies_from: days.applies_from,
        deadlines: days.entries,
        roles: suggestion.roles,
        audience: vec![],
        concerns: None,
        sources: source.links.iter().map(|url| Source { url: url.clone(), title: None }).collect(),
        provenance: Some(Provenance {
            written_by: Some(AUTHOR.into()),
            source_sha256: Some(source.text_sha256.clone()),
            fetched_at: Some(source.fetched_at),
            ..Provenance::default()
        }),
        translations: std::collections::BTreeMap::new(),
        title,
    })
}

#[cfg(test)]
mod day_tests;
#[cfg(test)]
mod tests;
