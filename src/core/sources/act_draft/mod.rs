//! A draft article from an act, by rules alone: what the act is, when it applies, what it changes, its deadlines and
//! amounts, and a suggestion of topic, domains, audience and importance, each with its reason.
//!
//! The text of an act is data: nothing in it is followed, and everything that is taken from it is quoted or computed.

mod addressee;
mod asked;
mod asking;
mod bearers;
mod changes;
mod classify;
mod clauses;
mod condense;
mod dates;
mod groups;
mod headline;
mod importance;
mod keywords;
mod leaning;
mod obliged;
mod own_rules;
mod passages;
mod penalty;
mod phrase;
mod plain_sentence;
mod purpose;
mod quotation;
mod reading;
mod reference_words;
mod restrictions;
mod role_names;
mod role_words;
mod rules;
mod screen;
mod steps;
mod subject;
mod summary;
mod sums;
mod verbs;
mod weight;
mod wording;
mod words;

use jiff::civil::Date;

use self::classify::NamedByWords;
pub use self::dates::Days;
use self::headline::{Headline, HeadlineFacts};
use self::importance::ImportanceFacts;
use self::own_rules::OwnRule;
use self::purpose::ActPurpose;
pub use self::reading::ArchivedAct;
use self::reading::{ActReading, subject};
use self::summary::DraftedParts;
use self::words::WeighedWords;
use crate::domain::amendment::ActAmendments;
use crate::domain::article::{Provenance, limits};
use crate::domain::rule_reason::{Rule, RuleReason};
use crate::domain::source::Source;
use crate::domain::step::Step;
use crate::domain::topic::OTHER;
use crate::domain::{Article, Importance, Language, NotDrafted, Slug, text};

/// Who wrote a draft, in its provenance.
const AUTHOR: &str = "Reguli automate Paragraf";

/// A draft with the reasons for its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActDraft {
    pub article: Article,
    pub reasons: Vec<RuleReason>,
}

/// Drafts an article. `stored` is what the act changes in stored forms of other acts, and `topics` are the ids that an
/// article may have.
///
/// # Errors
/// The reason why the act has no draft.
pub fn draft_article(
    source: &ArchivedAct,
    stored: &[ActAmendments],
    topics: &[String],
    today: Date,
) -> Result<ActDraft, NotDrafted> {
    if let Some(reason) = screen::screen(source) {
        return Err(reason);
    }
    let mut reading = ActReading::new(source);
    reading.read_operations();
    let days = dates::read(&mut reading);
    let purpose = ActPurpose::of(source, !reading.operations.is_empty());
    let has_rules = !purpose.is_nothing_new() && purpose != ActPurpose::Budgets;
    let rules = if purpose.is_nothing_new() { Vec::new() } else { own_rules::own_rules(&reading) };
    let own: Vec<_> = rules.iter().map(OwnRule::text).collect();
    let words = WeighedWords::of(&reading, &own, has_rules);
    let named =
        if purpose.has_subject() { classify::suggest(&mut reading, &words, topics) } else { NamedByWords::default() };
    let topic = topic(&mut reading, named.topic.clone(), topics).ok_or(NotDrafted::NoTopic)?;
    let changed = summary::changed_acts(&mut reading, purpose);
    let facts = ImportanceFacts { purpose, words: &words, changed: &changed, days: &days, today, named: &named };
    let importance = importance::suggest(&mut reading, &facts);
    let changes = changes::changes(&reading, stored);
    let readers = if purpose.has_subject() { groups::readers(&named.roles, &words) } else { None };
    let facts = HeadlineFacts {
        source,
        purpose,
        changed: &changed,
        changes: &changes,
        rules: &rules,
        days: &days,
        readers,
        today,
    };
    let headline = headline::write(&facts);
    let listed = DraftedParts { changed: &changed, changes: &changes, rules: &rules, days: &days };
    let technical_summary = summary::technical(&mut reading, purpose, &listed);
    let context = steps::StepContext::new(&reading, &days, &named.roles);
    let steps = steps::steps(&mut reading, &changes, &rules, &context);
    reading.explain_heading();
    let texts = DraftTexts { headline, technical_summary, steps, topic, importance };
    let mut article = article(source, days, named, texts, today).ok_or(NotDrafted::NoTopic)?;
    article.sources.extend(reading.european_sources());
    Ok(ActDraft { article, reasons: reading.reasons })
}

/// What an article has beside its days and the values that words name.
struct DraftTexts {
    headline: Headline,
    technical_summary: String,
    steps: Vec<Step>,
    topic: String,
    importance: u8,
}

/// The topic, or a general one if the words of none are enough. `None` for a decree or decision without a topic, since
/// most of these concern one person or body.
fn topic(reading: &mut ActReading<'_>, named: Option<String>, topics: &[String]) -> Option<String> {
    let is_decision = matches!(reading.source.act.kind.as_str(), "DECRET" | "DECIZIE" | "HOTĂRÂRE");
    if named.is_some() || is_decision {
        return named;
    }
    // Followers of a topic get what is about it: an act about none goes to the neutral one, if the operator has it.
    let has = |id: &str| topics.iter().find(|topic| *topic == id);
    let fallback = has(OTHER).or_else(|| has("afaceri")).or_else(|| topics.first())?;
    reading.reason("topic", fallback, Rule::NoKeyword);
    Some(fallback.clone())
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

fn article(source: &ArchivedAct, days: Days, named: NamedByWords, texts: DraftTexts, today: Date) -> Option<Article> {
    let (citation, subject) = (source.act.citation(Language::Ro), subject(source));
    // The title of an act without a subject is its name once more.
    let heading = if subject == source.title { citation } else { format!("{citation} {subject}") };
    let slug = Slug::from_title(&text::shorten(&text::shorten(&heading, limits::TITLE - 1), 90))?;
    let published = source.gazette.as_ref().map(|gazette| gazette.date).or(source.date);
    let Headline { title, in_short, explanation } = texts.headline;
    Some(Article {
        slug,
        title,
        in_short,
        technical_summary: texts.technical_summary,
        simple_explanation: explanation,
        steps: texts.steps,
        importance: Importance::new(texts.importance)?,
        publish_date: published.unwrap_or(today),
        file_url: source.file_url.clone(),
        domains: named.domains,
        topic: texts.topic,
        act: Some(source.act.clone()),
        gazette: source.gazette.clone(),
        in_force_date: days.in_force,
        applies_from: days.applies_from,
        deadlines: days.entries,
        roles: named.roles,
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
    })
}

#[cfg(test)]
use self::tests::draft;
#[cfg(test)]
use crate::domain::DatedEntry;

#[cfg(test)]
mod day_tests;
#[cfg(test)]
mod editor_tests;
#[cfg(test)]
mod editor_title_tests;
#[cfg(test)]
mod labelled_tests;
#[cfg(test)]
mod measured_days;
#[cfg(test)]
mod measured_suggestions;
#[cfg(test)]
mod measured_unseen;
#[cfg(test)]
mod tests;
