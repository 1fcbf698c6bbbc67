//! Suggests topic, roles, domains and importance by words and facts of the act.

use super::dates::Days;
use super::keywords::{DOMAINS, ROLES, TOPICS};
use super::reading::ActReading;
use crate::domain::act::Act;
use crate::domain::rule_reason::Rule;
use crate::domain::{AudienceRole, EntryKind, Language, text};

/// How much more a word in the heading counts than one in the text.
const HEADING_WEIGHT: usize = 8;
/// Occurrences of one word that count.
const MOST_OCCURRENCES: usize = 10;
/// Occurrences in the text that make a role or a domain likely.
const LIKELY: usize = 3;
/// Least points of a topic for a draft from a decree or decision, since most of these concern one person or body.
const LEAST_OF_DECISION: usize = 10;
const MAX_ROLES: usize = 5;
const MAX_DOMAINS: usize = 5;
/// The acts with most duties of readers: the codes of tax, tax procedure and labour, and the Civil Code.
const CODES: [(&str, i16); 4] = [("227", 2015), ("207", 2015), ("53", 2003), ("287", 2009)];
/// The highest level that rules suggest. An urgent change mails every reader, which only a person decides.
const HIGHEST: u8 = 4;

/// The suggested values of a draft.
pub(super) struct Classification {
    pub(super) topic: String,
    pub(super) roles: Vec<AudienceRole>,
    pub(super) domains: Vec<String>,
    pub(super) importance: u8,
}

/// The texts that words are looked for in, folded.
struct Folded {
    heading: String,
    text: String,
}

pub(super) fn suggest(
    reading: &mut ActReading<'_>,
    changed: &[Act],
    days: &Days,
    topics: &[String],
) -> Option<Classification> {
    let folded = Folded { heading: text::fold(&reading.source.title), text: text::fold(&reading.source.text) };
    let topic = topic(reading, &folded, topics)?;
    let roles = likely(&folded, &ROLES, MAX_ROLES);
    let domains = likely(&folded, &DOMAINS, MAX_DOMAINS);
    for (role, word) in &roles {
        reading.detail("roles", role.id(), Rule::Keyword, word);
    }
    for (domain, word) in &domains {
        reading.detail("domains", domain, Rule::Keyword, word);
    }
    Some(Classification {
        topic,
        roles: roles.into_iter().map(|(role, _)| role).collect(),
        domains: domains.into_iter().map(|(domain, _)| domain.to_owned()).collect(),
        importance: importance(reading, changed, days),
    })
}

/// The existing topic whose words occur most, or a general one if none of them occur. `None` for a decree or decision
/// without enough of them.
fn topic(reading: &mut ActReading<'_>, folded: &Folded, topics: &[String]) -> Option<String> {
    let known = TOPICS.iter().filter(|(id, _)| topics.iter().any(|topic| topic == id));
    let scored = known.map(|(id, words)| {
        let scores = words.iter().map(|word| (folded.score(word), *word));
        let (total, best) = scores.fold((0, (0, "")), |(total, best), score| (total + score.0, best.max(score)));
        (total, *id, best.1)
    });
    let is_decision = matches!(reading.source.act.kind.as_str(), "DECRET" | "DECIZIE" | "HOTĂRÂRE");
    let needed = if is_decision { LEAST_OF_DECISION } else { 1 };
    match scored.max_by_key(|(total, ..)| *total) {
        Some((total, id, word)) if total >= needed => {
            reading.detail("topic", id, Rule::Keyword, word);
            Some(id.to_owned())
        }
        // Decorations, appointments and the like.
        _ if is_decision => None,
        _ => {
            let fallback = topics.iter().find(|topic| *topic == "afaceri").or_else(|| topics.first())?;
            reading.reason("topic", fallback, Rule::NoKeyword);
            Some(fallback.clone())
        }
    }
}

/// The values whose words occur in the heading or often in the text, each with its word.
fn likely<T: Copy>(folded: &Folded, known: &[(T, &'static [&'static str])], most: usize) -> Vec<(T, &'static str)> {
    let mut scored = Vec::new();
    for (value, words) in known {
        let best = words.iter().map(|word| (folded.score(word), *word)).max();
        if let Some((score, word)) = best.filter(|(score, _)| *score >= LIKELY) {
            scored.push((score, *value, word));
        }
    }
    scored.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
    scored.into_iter().take(most).map(|(_, value, word)| (value, word)).collect()
}

impl Folded {
    fn score(&self, word: &str) -> usize {
        let heading = occurrences(&self.heading, word) * HEADING_WEIGHT;
        heading + occurrences(&self.text, word).min(MOST_OCCURRENCES)
    }
}

/// Occurrences at the beginning of a word.
fn occurrences(text: &str, word: &str) -> usize {
    let begins = |at: usize| !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    // A short word must be a whole one: "tva" does not occur in "tvardita".
    let ends = |at: usize| word.len() > 4 || !text[at + word.len()..].starts_with(|c: char| c.is_ascii_alphanumeric());
    text.match_indices(word).filter(|(at, _)| begins(*at) && ends(*at)).count()
}

fn importance(reading: &mut ActReading<'_>, changed: &[Act], days: &Days) -> u8 {
    let kind = reading.source.act.kind.clone();
    let base = match kind.as_str() {
        "LEGE" | "OUG" | "OG" => 3,
        "DECRET" | "DECIZIE" | "HOTĂRÂRE" => 1,
        _ => 2,
    };
    reading.detail("importance", base, Rule::KindOfAct, kind);
    let mut level = base;
    let is_code = |act: &&Act| {
        CODES
            .iter()
            .any(|(number, year)| act.kind == "LEGE" && act.number.as_deref() == Some(*number) && act.year == *year)
    };
    if let Some(code) = changed.iter().find(is_code) {
        level += 1;
        reading.detail("importance", "+1", Rule::ChangesCode, code.citation(Language::Ro));
    }
    if let Some(due) = days.entries.iter().find(|entry| entry.kind == EntryKind::Due && base > 1) {
        level += 1;
        let day = due.date.map(|date| date.to_string()).unwrap_or_default();
        reading.detail("importance", "+1", Rule::HasDeadline, day);
    }
    level.min(HIGHEST)
}
