//! What the words around a day mean: a duty, a beginning or an end, and whose it is.

mod bodies;
mod clause;
mod words;

use self::bodies::{
    AIDS, ASKED, AUTHORITIES, AUTHORITY_VERBS, GIVING, OF_THE_STATE, ORGANISATION, ORGANS, READERS_VERBS, RECEIVERS,
    RULE_MAKING,
};
pub(super) use self::clause::DayClause;
use self::words::{BEGINNING, CONDITIONS, DUTIES, LASTING};
use super::role_words::READERS;
use crate::domain::EntryKind;

/// What a word says of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DayMeaning {
    Entry(EntryKind),
    /// The time that runs out is no duty: "licențele care expiră în termen de".
    Condition,
}

/// A word that says what a day means.
#[derive(Debug, Clone, Copy)]
struct MeaningWord {
    at: usize,
    meaning: DayMeaning,
    /// Whether the word is a noun made from the verb, or the verb of a relative clause that does not hold the day.
    is_weak: bool,
}

/// The kind of the entry for a day in its clause. `None` without a word that shows it, and for a condition.
pub(super) fn kind(clause: &DayClause) -> Option<EntryKind> {
    if ends_period(clause) {
        return Some(EntryKind::Ends);
    }
    if clause.is_earliest() || clause.begins_ban() {
        return Some(EntryKind::Starts);
    }
    match deciding(clause)?.1.meaning {
        DayMeaning::Entry(kind) => Some(kind),
        DayMeaning::Condition => None,
    }
}

/// Whether the day is the condition of something else: "licențele care expiră până la".
pub(super) fn is_condition(clause: &DayClause) -> bool {
    deciding(clause).is_some_and(|(is_before, word)| {
        is_before && word.meaning == DayMeaning::Condition && is_relative(&clause.before[..word.at])
    })
}

/// Whether the day ends a period of which the words before it name the first day: "de la 1 mai până la 1 iunie",
/// "începând cu trimestrul IV al anului 2025 și până în".
fn ends_period(clause: &DayClause) -> bool {
    let is_first_day = |words: &str, most: usize| {
        let first = clause.before.rfind(words).map(|at| &clause.before[at + words.len()..]);
        first.is_some_and(|first| first.len() < most && !first.contains(',') && words_of(first, true).is_empty())
    };
    clause.day.starts_with("pana ") && (is_first_day(" de la ", PERIOD) || is_first_day("incepand cu ", LONG_PERIOD))
}

/// The longest first day of a period, in bytes, and one that names an act.
const PERIOD: usize = 32;
const LONG_PERIOD: usize = 100;

/// Whether the day belongs to what somebody has not done: "societatea care nu a atins obiectivul până la".
pub(super) fn is_unmet(clause: &DayClause) -> bool {
    let part = clause.before.rsplit(", ").next().unwrap_or_default();
    let after = [" nu a ", " nu au ", " nu s-a ", " nu s-au "].iter().filter_map(|words| part.split_once(words)).next();
    // "nu au obligația" is in the present.
    after.is_some_and(|(_, rest)| rest.split(' ').next().is_some_and(|verb| verb.ends_with(['t', 's'])))
}

/// The word that decides, and whether it stands before the day: the verb before the day, else the first one after it;
/// a noun only where no verb shows the meaning.
fn deciding(clause: &DayClause) -> Option<(bool, MeaningWord)> {
    let (before, after) = (words_of(&clause.before, true), words_of(&clause.after, false));
    let last = |is_weak| before.iter().rfind(|word| word.is_weak == is_weak).map(|word| (true, *word));
    let first = |is_weak| after.iter().find(|word| word.is_weak == is_weak).map(|word| (false, *word));
    // A condition binds the day directly.
    let close =
        before.last().filter(|word| word.meaning == DayMeaning::Condition && clause.before.len() - word.at < NEAR);
    close
        .map(|word| (true, *word))
        .or_else(|| last(false))
        .or_else(|| first(false))
        .or_else(|| last(true))
        .or_else(|| first(true))
}

/// How near to the day the word of a condition stands, in bytes.
const NEAR: usize = 30;

/// The words that say what a day means, in order, of the text that stands before the day or after it.
fn words_of(text: &str, is_before: bool) -> Vec<MeaningWord> {
    let meanings = [
        (DayMeaning::Entry(EntryKind::Due), DUTIES),
        (DayMeaning::Entry(EntryKind::Ends), LASTING),
        (DayMeaning::Entry(EntryKind::Starts), BEGINNING),
        (DayMeaning::Condition, CONDITIONS),
    ];
    let words = meanings.into_iter().flat_map(|(meaning, words)| words.iter().map(move |word| (meaning, *word)));
    let found = words.flat_map(|(meaning, word)| places(text, word).map(move |at| (at, meaning)));
    let is_weak = |at: usize, meaning| {
        let holds_day = is_before && !text[at..].contains(',');
        let is_noun = is_noun(&text[at..]) || is_attribute(&text[..at], &text[at..]);
        meaning != DayMeaning::Condition && (is_noun || is_relative(&text[..at]) && !holds_day)
    };
    // "i se acordă un termen de 7 zile" gives time for a duty, and no relief.
    let is_relief = |at: usize| !text[at..].starts_with("se acorda un termen");
    let found = found.filter(|(at, meaning)| *meaning != DayMeaning::Entry(EntryKind::Ends) || is_relief(*at));
    let found = found.filter(|(at, _)| !is_adjective(&text[..*at], &text[*at..]));
    let mut found: Vec<_> =
        found.map(|(at, meaning)| MeaningWord { at, meaning, is_weak: is_weak(at, meaning) }).collect();
    found.sort_by_key(|word| word.at);
    found
}

/// Whether the verb after these words belongs to a relative clause: "persoanele care nu au".
fn is_relative(before: &str) -> bool {
    let words =
        ["", " se", " nu", " au", " nu au", " nu s-au", " s-au", " urmeaza sa", " sunt", " nu sunt", " a", " nu a"];
    let before = before.trim_end();
    words.iter().any(|word| before.strip_suffix(word).is_some_and(|before| before.ends_with("care")))
}

/// Whether a participle stands without the verb that makes it a predicate: "datele înscrise pe cerere".
fn is_attribute(before: &str, text: &str) -> bool {
    const ENDINGS: [&str; 15] =
        ["ate", "ata", "ati", "ite", "iti", "ute", "uti", "ise", "isa", "isi", "use", "usa", "usi", "ase", "arse"];
    let word = text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    // "transmite" is a verb, "transmise" its participle.
    let is_participle =
        ENDINGS.iter().any(|ending| word.ends_with(ending)) && !word.starts_with("obligat") && !word.ends_with("mite");
    // "cheltuielile eligibile a fi rambursate"
    let is_infinitive = before.trim_end().ends_with(" a fi");
    let has_verb = !is_infinitive
        && ["este", "sunt", "fi", "fost", "nu sunt", "raman", "trebuie"].iter().any(|verb| {
            before.trim_end().strip_suffix(verb).is_some_and(|before| before.is_empty() || before.ends_with(' '))
        });
    let is_verb = ["a", "sa", "se", "nu"]
        .iter()
        .any(|particle| before.trim_end().strip_suffix(particle).is_some_and(|before| before.ends_with(' ')));
    is_participle && !has_verb && !is_verb
}

/// Whether "publică" is no verb: "instituția publică", and "autoritatea publică" without an object.
fn is_adjective(before: &str, text: &str) -> bool {
    const OF_NOUNS: [&str; 7] =
        ["administratia", "entitatea", "functia", "functie", "institutia", "institutie", "licitatie"];
    const OBJECTS: [&str; 5] = ["anuntul", "anual", "lista", "pe", "raportul"];
    let Some(after) = text.strip_prefix("publica").filter(|after| after.is_empty() || after.starts_with([' ', ',']))
    else {
        return false;
    };
    let noun = before.trim_end().rsplit(' ').next().unwrap_or_default();
    let next = after.trim_start_matches([' ', ',']).split(' ').next().unwrap_or_default();
    OF_NOUNS.contains(&noun) || noun == "autoritatea" && !next.is_empty() && !OBJECTS.contains(&next)
}

/// Whether a text begins with a noun made from a verb: "raportarea", "contestația".
fn is_noun(text: &str) -> bool {
    const ENDINGS: [&str; 24] = [
        "are", "area", "arii", "arile", "arilor", "ere", "erea", "erii", "ire", "irea", "irii", "tie", "tia", "tiei",
        "tii", "tiile", "tiilor", "tor", "torul", "torii", "torilor", "tului", "ntul", "ntele",
    ];
    const NOUNS: [&str; 8] =
        ["plata", "raport", "raportul", "raportului", "raportele", "facilitati", "facilitatile", "facilitate"];
    let word = text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    // "are obligația" binds as a verb does, "obligației" does not.
    let is_noun = NOUNS.contains(&word) || ENDINGS.iter().any(|ending| word.ends_with(ending));
    is_noun && !word.starts_with("obligat") || matches!(word, "obligatiei" | "obligatiilor")
}

/// Whether the clause permits what it is about: "cererile se pot soluționa fără documente până la". A body that may ask
/// for something has a last day: "comunele pot solicita împrumuturi până la".
pub(super) fn is_permitted(clause: &DayClause) -> bool {
    let Some((is_before, verb)) = deciding(clause) else { return false };
    let (before, said) = if is_before { clause.before.split_at(verb.at) } else { clause.after.split_at(verb.at) };
    let before = format!(" {}", before.trim_end());
    let may = [" pot", " poate", " pot fi", " poate fi"].iter().any(|words| before.ends_with(words));
    may && !said.starts_with("solicit")
}

/// Whether the day is the length of a time that has passed: "în ultimele 24 de luni anterior producerii riscului",
/// "eliberat cu cel mult 2 ani anterior depunerii".
pub(super) fn is_past(clause: &DayClause) -> bool {
    let (before, day) = (clause.before.trim_end(), &clause.day);
    let is_earlier = day.contains(" anterior") || day.contains(" inainte");
    let is_age = ["cu cel mult ", "cu maximum "].iter().any(|words| day.starts_with(words));
    let is_length = day.starts_with(|c: char| c.is_ascii_digit()) && day.contains(" anterior");
    ["ultimele", "ultimii", "ultimul", "ultima"].iter().any(|word| before.ends_with(word))
        || is_earlier && is_age
        || is_length
}

/// Whether the clause gives its duty to a body of the state; the words of the day itself do not count.
pub(super) fn binds_authority(clause: &DayClause) -> bool {
    if clause.is_in_case() {
        return begins_with_body(&clause.after);
    }
    let rest = clause.without_day();
    let Some((is_before, verb)) = deciding(clause) else { return false };
    let verb = if is_before { verb.at } else { clause.before.len() + 1 + verb.at };
    let has = |words: &[&'static str]| words.iter().any(|word| places(&rest[verb..], word).next() == Some(0));
    if has(READERS_VERBS) || binds_addressee(clause, verb) {
        return false;
    }
    let is_active =
        |verb: usize| !format!(" {}", rest[..verb].trim_end()).ends_with(" se") && !rest[verb..].starts_with("se ");
    if has(AUTHORITY_VERBS) {
        // "asigurătorul eliberează un certificat"
        let subject = &rest[rest.floor_char_boundary(verb.saturating_sub(NEAR_SUBJECT))..verb];
        // "în cazul victimelor, termenul de soluționare": the noun has no subject.
        let may_have_subject = is_active(verb) && !is_noun(&rest[verb..]);
        let is_readers = may_have_subject && names_any(subject, &READERS) && !has_body(subject);
        return !is_readers;
    }
    if clause.is_of_acronym || gives(&rest) {
        return true;
    }
    // "art. 3 din Normele metodologice", "aprobate prin Hotărârea Guvernului nr. 118/2014": acts that stand.
    let is_cited = |at: usize| {
        let near = &rest[at..rest.floor_char_boundary(at + CITED)];
        rest[..at].trim_end().ends_with(" din") || near.contains(" nr. ")
    };
    // "prețul se stabilește de către fiecare furnizor"
    let is_of_reader = |at: usize| {
        let agent = rest[at..].split_once("de catre ").filter(|(before, _)| before.len() < AGENT);
        agent.is_some_and(|(_, agent)| {
            let agent = &agent[..agent.floor_char_boundary(NEAR_SUBJECT)];
            names_any(agent, &READERS) && !has_body(agent)
        })
    };
    let makes_rules = |words: &&'static str| places(&rest, words).any(|at| !is_cited(at) && !is_of_reader(at));
    if RULE_MAKING.iter().any(makes_rules) {
        return true;
    }
    // "se comunică de autoritatea competentă"; in "contribuabilii depun la ANAF", the body receives.
    let is_agent =
        |at: usize| [" de", " de catre", " intre"].iter().any(|by| rest[verb.min(at)..at].trim_end().ends_with(by));
    let acts = |at: usize| {
        // "notificarea regiei de către primar": a noun has an agent as a passive verb has.
        let may_have_agent = !is_active(verb) || is_noun(&rest[verb.min(rest.len())..]);
        if at < verb { !is_receiver(&rest[..at]) } else { may_have_agent && is_agent(at) && at < verb + AGENT }
    };
    bodies(&rest).any(|at| acts(at) || at < clause.before.len() && is_gerund_subject(&rest, at))
}

/// Whether the clause is about the own organisation of a body of the state.
pub(super) fn is_organisation(clause: &DayClause) -> bool {
    names_any(&clause.without_day(), ORGANISATION)
}

/// Whether an authority addresses somebody whose duty or right the day is: "solicită acestuia completarea dosarului, în
/// termen de", "notifică societățile, acestea având dreptul ca în termen de". `verb` is the place of the verb.
fn binds_addressee(clause: &DayClause, verb: usize) -> bool {
    let part = clause.before.rsplit(", ").next().unwrap_or_default();
    let is_of_addressed = part.starts_with("acest") && part.contains(" avand ");
    let asked = clause.before.get(verb..).filter(|words| words.starts_with("solicit"));
    is_of_addressed || asked.is_some_and(|words| names_any(words, ASKED))
}

/// Whether somebody who is not named gives a reader something, as bodies of the state do: "se comunică solicitantului",
/// "plata ajutorului de stat se efectuează".
fn gives(rest: &str) -> bool {
    let by_reader = |at: usize| {
        let agent = rest[at..].split_once("de catre ").map_or("", |(_, agent)| agent);
        names_any(&agent[..agent.floor_char_boundary(NEAR_SUBJECT)], &READERS)
    };
    let to_reader = |at: usize| {
        let near = &rest[at..rest.floor_char_boundary(at + NEAR_SUBJECT)];
        names_any(near, RECEIVERS) && !by_reader(at)
    };
    let informs = || OF_THE_STATE.iter().flat_map(|words| places(rest, words)).any(|at| !by_reader(at));
    let pays = || places(rest, "plata|").any(|at| names_any(&rest[at..rest.floor_char_boundary(at + AGENT)], AIDS));
    GIVING.iter().any(|verb| places(rest, verb).any(to_reader)) || informs() || pays()
}

/// The places of bodies of the state in a folded text. An organ of a company is none: "consiliul de administrație".
fn bodies(folded: &str) -> impl Iterator<Item = usize> {
    let found = AUTHORITIES.iter().flat_map(move |word| places(folded, word));
    found.filter(move |at| !ORGANS.iter().any(|organ| folded[*at..].starts_with(organ)))
}

fn has_body(folded: &str) -> bool {
    bodies(folded).next().is_some()
}

/// Whether the first body of a folded text stands at its beginning.
fn begins_with_body(folded: &str) -> bool {
    bodies(folded.trim_start_matches([',', ' '])).any(|at| at == 0)
}

/// Whether the body at this place has a gerund: "Guvernul luând o decizie".
fn is_gerund_subject(folded: &str, at: usize) -> bool {
    folded[at..].split(' ').nth(1).is_some_and(|word| ["and", "ind"].iter().any(|ending| word.ends_with(ending)))
}

fn names_any(folded: &str, words: &[&'static str]) -> bool {
    words.iter().any(|word| places(folded, word).next().is_some())
}

/// Whether a folded sentence begins with a body of the state as its subject.
pub(super) fn begins_with_authority(folded: &str) -> bool {
    let mut found = bodies(folded).filter(|at| *at < SUBJECT);
    found.any(|at| !is_receiver(&folded[..at]) && !names_any(&folded[..at], &READERS))
}

/// How far behind the kind of a cited act its number stands, in bytes.
const CITED: usize = 31;

/// How far from the beginning of a sentence its subject stands, in bytes.
const SUBJECT: usize = 600;

/// How far after a verb its agent stands, in bytes.
const AGENT: usize = 60;

/// How far before a verb its subject stands, in bytes.
const NEAR_SUBJECT: usize = 40;

/// Whether the words lead to a receiver: "la ANAF".
fn is_receiver(before: &str) -> bool {
    let before = before.trim_end();
    [" la", " catre", " de", " din", " prin", " in fata", " cu", " pe", " pentru"]
        .iter()
        .any(|word| before.ends_with(word))
}

/// The places of a word at the beginning of words, or after "ne": "neactualizarea".
fn places<'t>(text: &'t str, word: &'static str) -> impl Iterator<Item = usize> + use<'t> {
    let (stem, whole) = word.strip_suffix('|').map_or((word, false), |stem| (stem, true));
    text.match_indices(stem).map(|(at, _)| at).filter(move |at| {
        let before = &text[..*at];
        let begins = |before: &str| !before.ends_with(|c: char| c.is_ascii_alphanumeric());
        let ends = !whole || !text[at + stem.len()..].starts_with(|c: char| c.is_ascii_alphanumeric());
        ends && (begins(before) || before.strip_suffix("ne").is_some_and(begins))
    })
}

#[cfg(test)]
mod tests;
