//! Suggests topic, roles and domains by weighed words of the subject and of the act's own rules.

use super::addressee::{behind_case, is_subject};
use super::keywords::{DOMAINS, TOPICS, Weighed};
use super::reading::{ActReading, NEW_TEXT};
use super::role_names::ROLES;
use super::role_words::{BANS, BINDING, DUTIES, OF_COMPANIES, SANCTIONS};
use super::wording::begins_with_authority;
use super::words::{WeighedWords, has, has_any, places};
use crate::domain::AudienceRole;
use crate::domain::rule_reason::Rule;

/// How much more a word in the subject counts than one in the rules.
const SUBJECT_WEIGHT: usize = 4;
/// Occurrences of one word in the rules that count.
const MOST_OCCURRENCES: usize = 3;
/// Least points of a topic: a word of the subject that few others have, or several words of the rules.
const LEAST: usize = 12;
/// Bytes of rules that ask for one point more of a topic that the subject does not name.
const BYTES_OF_A_POINT: usize = 2_000;
/// By how many points a topic must be ahead of the next one.
const AHEAD: usize = 3;
/// Occurrences in the rules that make a domain likely.
const LIKELY: usize = 3;
/// Bytes before the subject of a sentence: its mark, or the label of its article.
const SUBJECT: usize = 40;
/// Words before a noun that is no subject.
const PREPOSITIONS: [&str; 12] =
    ["de", "pentru", "prin", "catre", "cu", "din", "la", "privind", "asupra", "dintre", "pe", "al"];
const MAX_ROLES: usize = 5;
const MAX_DOMAINS: usize = 5;

/// What the words of an act name.
#[derive(Default)]
pub(super) struct NamedByWords {
    /// `None` if the words of no topic are enough.
    pub(super) topic: Option<String>,
    pub(super) roles: Vec<AudienceRole>,
    pub(super) domains: Vec<String>,
}

/// Suggests by words, with a reason for each value. `topics` are the ids that an article may have.
pub(super) fn suggest(reading: &mut ActReading<'_>, words: &WeighedWords, topics: &[String]) -> NamedByWords {
    let topic = topic(words, topics);
    if let Some((id, word)) = topic {
        reading.detail("topic", id, Rule::Keyword, bare(word));
    }
    let roles = roles(words, topic.map(|(id, _)| id));
    for (role, word) in &roles {
        reading.detail("roles", role.id(), Rule::Keyword, bare(word));
    }
    let domains = domains(words);
    for (domain, word) in &domains {
        reading.detail("domains", domain, Rule::Keyword, bare(word));
    }
    NamedByWords {
        topic: topic.map(|(id, _)| id.to_owned()),
        roles: roles.into_iter().map(|(role, _)| role).collect(),
        domains: domains.into_iter().map(|(domain, _)| domain.to_owned()).collect(),
    }
}

fn bare(word: &str) -> &str {
    word.trim_end_matches('|')
}

/// The topic whose words weigh most, with the heaviest word.
fn topic(words: &WeighedWords, topics: &[String]) -> Option<(&'static str, &'static str)> {
    let known = TOPICS.iter().filter(|(id, _)| topics.iter().any(|topic| topic == id));
    let mut scored: Vec<_> = known
        .map(|(id, weighed)| {
            let scores = weighed.iter().map(|word| (score(words, *word), word.0));
            let (total, best) = scores.fold((0, (0, "")), |(total, best), score| (total + score.0, best.max(score)));
            (total, *id, best.1)
        })
        .collect();
    scored.sort_by_key(|(total, ..)| std::cmp::Reverse(*total));
    let (total, id, word) = *scored.first()?;
    let next = scored.get(1).map_or(0, |(total, ..)| *total);
    // A long act names every subject somewhere.
    let is_subject =
        TOPICS.iter().any(|(topic, known)| *topic == id && known.iter().any(|it| has(&words.subject, it.0)));
    let least = if is_subject { LEAST } else { LEAST + words.rules.len() / BYTES_OF_A_POINT };
    (total >= least && total >= next + AHEAD).then_some((id, word))
}

fn score(words: &WeighedWords, (word, weight): Weighed) -> usize {
    let in_subject = if has(&words.subject, word) { SUBJECT_WEIGHT } else { 0 };
    weight * (in_subject + places(&words.rules, word).take(MOST_OCCURRENCES).count())
}

/// The roles that the subject names or a rule addresses, each with its word; the most often named first.
fn roles(words: &WeighedWords, topic: Option<&str>) -> Vec<(AudienceRole, &'static str)> {
    let all: Vec<_> = words.sentences().collect();
    let binding: Vec<_> = all.iter().filter(|sentence| has_any(sentence, &BINDING)).copied().collect();
    let bound: Vec<_> = all.iter().filter(|sentence| binds_readers(sentence)).copied().collect();
    // What a ministry does with "operatorii economici" asks nothing of them.
    let of_readers: Vec<_> = all.iter().filter(|sentence| !begins_with_authority(sentence)).copied().collect();
    let mut scored = Vec::new();
    for (role, known) in ROLES.iter() {
        let in_subject = known.iter().find(|word| has(&words.subject, word));
        // Every act has words of companies: in an act without a topic, only those count that a rule binds.
        let sentences = match (*role, topic) {
            (AudienceRole::Company, None) => &bound,
            (AudienceRole::Company, Some(topic)) if OF_COMPANIES.contains(&topic) => &of_readers,
            _ => &binding,
        };
        let of_rules = sentences.iter().filter(|sentence| has_any(sentence, known)).count();
        let addressed = of_readers.iter().find_map(|sentence| known.iter().find(|word| addresses(sentence, word)));
        // A sentence that only mentions a reader binds another one: "contractul încheiat de angajatorul străin".
        if let Some(word) = in_subject.or(addressed) {
            scored.push((usize::from(in_subject.is_some()) * 100 + of_rules, *role, *word));
        }
    }
    scored.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
    scored.into_iter().take(MAX_ROLES).map(|(_, role, word)| (role, word)).collect()
}

/// Whether a sentence begins with this reader as its subject, and binds: "(2) Polițistul are dreptul la".
pub(super) fn addresses(sentence: &str, word: &'static str) -> bool {
    subject_from(sentence, word).is_some_and(|rest| has_any(rest, &BINDING))
}

/// Whether a sentence begins with this word as its subject.
pub(super) fn leads(sentence: &str, word: &'static str) -> bool {
    subject_from(sentence, word).is_some()
}

/// What a sentence says from its subject on, if it begins with this word.
fn subject_from<'s>(sentence: &'s str, word: &'static str) -> Option<&'s str> {
    let said = sentence.rfind(NEW_TEXT).map_or(sentence, |at| &sentence[at + NEW_TEXT.len()..]);
    let begins = |at: usize| {
        let before = said[..at].trim_end();
        !before.contains(',') && !PREPOSITIONS.contains(&before.rsplit(' ').next().unwrap_or_default())
    };
    let first = places(said, word).next().filter(|at| *at < SUBJECT && begins(*at));
    first
        .or_else(|| behind_case(said, |rest| is_subject(rest) && places(rest, word).next() == Some(0)))
        .map(|at| &said[at..])
}

/// Whether a sentence has a duty, a ban or a sanction, and no body of the state as its subject.
fn binds_readers(sentence: &str) -> bool {
    [&DUTIES[..], &BANS, &SANCTIONS].iter().any(|words| has_any(sentence, words)) && !begins_with_authority(sentence)
}

/// The domains whose words the subject has, or the rules often.
fn domains(words: &WeighedWords) -> Vec<(&'static str, &'static str)> {
    let is_likely =
        |word: &&&'static str| has(&words.subject, word) || places(&words.rules, word).take(LIKELY).count() == LIKELY;
    let found = DOMAINS.iter().filter_map(|(domain, known)| Some((*domain, *known.iter().find(is_likely)?)));
    found.take(MAX_DOMAINS).collect()
}
