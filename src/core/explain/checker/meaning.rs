//! Compares what a statement says in words with the provisions that it names.
//!
//! Words are compared with the sentences of the provisions that have most of the statement; what no sentence says
//! otherwise passes. Only statements that name their provisions are compared: other words may rest on anything.

use std::collections::BTreeSet;
use std::ops::Range;

use super::bounds;
use super::claim::{Claim, Passage};
use super::contact;
use super::denial;
use super::exchange;
use super::figure::StatedFigure;
use super::measure::Measure;
use super::sense::limits::{LimitKind, number_limits};
use super::sense::{Sense, parties};
use super::source::ActText;
use super::spoken::{Objection, Spoken};
use super::tongue;
use super::translation;
use super::units::{self, ActUnit};
use super::void_denials;
use crate::domain::Language;
use crate::domain::finding::FindingCode;

/// Returns what the parts of the act do not support in the words of a claim.
pub(super) fn objections(act: &ActText, parts: &[Range<usize>], claim: &Claim<'_>) -> Vec<Objection> {
    let spoken: Vec<_> = claim.passages.iter().enumerate().map(|(at, passage)| Spoken::new(at, passage)).collect();
    let mut found: Vec<Objection> = spoken.iter().flat_map(|it| of_form(act, it)).collect();
    let is_of_past = spoken.iter().any(|it| it.sense.is_of_past());
    // A sentence about what was rests on the old text, too.
    let old: Vec<_> = act.old_in(parts).filter(|_| is_of_past).flat_map(|old| &old.units).collect();
    let scope: Vec<_> = act.units_in(parts).chain(old.iter().copied()).collect();
    // The act is Romanian, so the Romanian words find the sentences on which both languages rest.
    let Some(romanian) = spoken.iter().find(|it| it.passage.language == Language::Ro) else { return found };
    let best = units::best(&scope, &romanian.sense);
    let foremost = units::foremost(&scope, &romanian.sense);
    if old.is_empty() {
        found.extend(modality(&scope, &foremost, romanian));
        found.extend(opposites(&scope, &best, romanian));
    }
    found.extend(bounds::limits(&scope, romanian));
    found.extend(bounds::other_side(&scope, romanian));
    found.extend(bounds::frequencies(&scope, &best, romanian, &[]));
    found.extend(actors(act, &scope, romanian));
    if old.is_empty() {
        found.extend(
            denial::objection(&scope, &best, &romanian.sense)
                .map(|(range, is_sure)| romanian.object(&range, FindingCode::Opposite).sure_if(is_sure)),
        );
    }
    found.extend(bounds::other_side_of_event(&best, romanian));
    found.extend(other_first(act, &foremost, romanian));
    found.extend(
        exchange::exchanged(&best, &scope, &romanian.sense)
            .map(|range| romanian.object(&range, FindingCode::Exchanged)),
    );
    found.extend(unrelated(act, parts, &scope, romanian));
    if let Some(english) = spoken.iter().find(|it| it.passage.language == Language::En) {
        let said: Vec<_> = romanian.sense.frequencies().into_iter().map(|(frequency, _)| frequency).collect();
        // "Annual leave" says nothing of how often.
        let english_only = bounds::frequencies(&scope, &best, english, &said).into_iter();
        found.extend(english_only.map(|it| it.sure_if(!said.is_empty())));
        found.extend(translation::other_words(act, &scope, &romanian.sense, english));
        found.extend(languages(romanian, english));
    }
    found
}

/// The places of the words of a passage that say how often.
pub(super) fn frequencies_in(passage: &Passage<'_>) -> Vec<Range<usize>> {
    let start = passage.range.start;
    let said = Spoken::new(0, passage).sense.frequencies().into_iter();
    said.map(|(_, range)| start + range.start..start + range.end).collect()
}

/// Whether a passage says what was.
pub(super) fn is_of_past(passage: &Passage<'_>) -> bool {
    Spoken::new(0, passage).sense.is_of_past()
}

/// The language of the words, and addresses that the act does not have.
fn of_form(act: &ActText, it: &Spoken<'_>) -> Vec<Objection> {
    let text = &it.passage.text[it.passage.range.clone()];
    let other = tongue::is_other(&it.sense.words, it.passage.language);
    let language = other.then(|| it.object(&it.whole(), FindingCode::OtherLanguage));
    let contacts = contact::contacts(text).into_iter().filter(|range| !act.has_words(&text[range.clone()]));
    contacts.map(|range| it.object(&range, FindingCode::Contact)).chain(language).collect()
}

/// "May" where the provision gives no right, and "must" where it leaves a choice.
fn modality(scope: &[&ActUnit], best: &[&ActUnit], it: &Spoken<'_>) -> Option<Objection> {
    // A duty may stand in another sentence than most of the statement.
    let near = of_duty(scope, &it.sense);
    let both: Vec<_> = near.iter().copied().filter(|near| best.iter().any(|it| it.range == near.range)).collect();
    let is_right = it.sense.duties().is_empty();
    let both = if is_right { &both[..] } else { &[] };
    let near = [both, &near[..], best].into_iter().find(|units| !units.is_empty()).unwrap_or(best);
    let best = &[near, &units::leads(scope, near)[..]].concat()[..];
    let any = |says: fn(&Sense) -> bool| best.iter().any(|unit| says(&unit.sense));
    if best.is_empty() {
        return None;
    }
    let (may, must) = (it.sense.permissions(), it.sense.duties());
    // "Dacă vor" gives a choice in so many words.
    let wish = it.sense.wish().filter(|_| !any(Sense::leaves_choice));
    let is_limit = |range: &&Range<usize>| {
        let limits = number_limits(&it.sense);
        limits.iter().any(|limit| limit.kind == LimitKind::Most && limit.range.start >= range.start)
    };
    // "May only" restricts.
    let is_free = !any(Sense::gives_right) && !it.sense.is_restricted();
    let free = may.iter().find(|range| !is_limit(range)).filter(|_| is_free);
    let binds = |sense: &Sense| sense.is_restricted() && !sense.frees_from_duty();
    let is_bound = !it.sense.is_restricted() && best.iter().any(|unit| binds(&unit.sense));
    let is_duty = any(Sense::makes_duty) || is_bound;
    // Where the statement gives the choice, too, a duty beside it is another one.
    let is_choice = may.is_empty() && any(Sense::leaves_choice);
    let bound = must.first().filter(|_| is_choice && !is_duty);
    let verb = other_verb(best, &it.sense).then(|| may.first().or(must.first())).flatten();
    let sure = bound.or(verb).or(wish.as_ref());
    // "Poate" is also how plain language puts what simply is: "creșele pot fi private".
    let is_of_same = |unit: &&ActUnit| it.sense.permits_subject_of(&unit.sense);
    let is_sure = any(Sense::makes_duty)
        || it.sense.is_optional()
        || of_same_verb(best, &it.sense)
        || best.iter().any(is_of_same);
    let free = free.map(|range| it.object(range, FindingCode::Modality).sure_if(is_sure));
    free.filter(|it| it.is_sure || sure.is_none()).or_else(|| sure.map(|range| it.object(range, FindingCode::Modality)))
}

/// Whether the units have a verb that a statement permits.
fn of_same_verb(best: &[&ActUnit], statement: &Sense) -> bool {
    statement.permitted().iter().any(|verb| best.iter().any(|unit| unit.sense.stems.contains(verb)))
}

/// Whether a statement binds to a verb that the units only permit, or permits one to which they bind.
fn other_verb(best: &[&ActUnit], statement: &Sense) -> bool {
    let of = |verbs: fn(&Sense) -> BTreeSet<String>| -> BTreeSet<_> {
        best.iter().flat_map(|it| verbs(&it.sense)).collect()
    };
    let (permitted, bound) = (of(Sense::permitted), of(Sense::bound));
    let is_only = |said: BTreeSet<String>, other: &BTreeSet<String>, own: &BTreeSet<String>| {
        said.iter().any(|verb| other.contains(verb) && !own.contains(verb))
    };
    is_only(statement.bound(), &permitted, &bound)
        || (!statement.is_restricted() && is_only(statement.permitted(), &bound, &permitted))
}

/// The units that have most of the clause with the duty or the right of a statement, if it has several clauses.
fn of_duty<'a>(scope: &[&'a ActUnit], statement: &Sense) -> Vec<&'a ActUnit> {
    let clauses = statement.clauses();
    let first = statement.duties().into_iter().chain(statement.permissions()).next();
    let of_duty = clauses.iter().find(|clause| first.as_ref().is_some_and(|duty| clause.range.contains(&duty.start)));
    let Some(clause) = of_duty.filter(|_| clauses.len() > 1) else { return vec![] };
    let shared = |unit: &ActUnit| clause.stems.intersection(&unit.sense.stems).count();
    let most = scope.iter().map(|unit| shared(unit)).max().unwrap_or(0);
    scope.iter().copied().filter(|unit| most >= denial::CLEARLY - 1 && shared(unit) == most).collect()
}

/// "Rise" where the provision has only the word for "fall", and the like.
fn opposites(scope: &[&ActUnit], best: &[&ActUnit], it: &Spoken<'_>) -> Option<Objection> {
    let said = it.sense.opposites();
    // "Nu este valabilă fără acceptul" denies no acceptance.
    if said.is_empty() || !it.sense.paired_denials().is_empty() {
        return None;
    }
    let has = |units: &[&ActUnit], index: usize, second: bool| {
        units.iter().any(|unit| unit.opposites.contains(&(index, second)))
    };
    // Another sentence that has some of the statement may say the same.
    let is_near = |unit: &&ActUnit| it.sense.stems.intersection(&unit.sense.stems).count() >= denial::CLEARLY;
    let near: Vec<_> = best.iter().copied().chain(scope.iter().copied().filter(is_near)).collect();
    // "Se păstrează 6 luni, apoi se șterg" says both.
    let sides: BTreeSet<_> = said.iter().map(|(index, second, _)| (*index, *second)).collect();
    let is_of_both = |index: usize, second: bool| sides.contains(&(index, !second));
    let is_wrong = |index: usize, second: bool| has(best, index, !second) && !has(&near, index, second);
    let wrong = said.iter().find(|(index, second, _)| is_wrong(*index, *second) && !is_of_both(*index, *second));
    wrong.map(|(_, _, range)| it.object(range, FindingCode::Opposite))
}

/// Parties and names that the provisions do not have.
fn actors(act: &ActText, scope: &[&ActUnit], it: &Spoken<'_>) -> Vec<Objection> {
    let is_named = |party: &super::sense::Party| scope.iter().any(|unit| party.is_named_in(&unit.sense.words));
    let named = parties(&it.sense.words, it.passage.language);
    let unknown = named.into_iter().filter(|(party, _)| !is_named(party) && !act.is_known_party(party));
    // "Firma" may be how plain language calls any party of the act.
    let unknown = unknown.map(|(party, range)| it.object(&range, FindingCode::Actor).sure_if(!party.is_general));
    let text = &it.passage.text[it.passage.range.clone()];
    let names = it.sense.words.iter().map(|word| word.range.clone());
    let names = names.filter(|range| is_acronym(&text[range.clone()]) && !act.has_acronym(&text[range.clone()], scope));
    let has = |stem: &String| scope.iter().any(|unit| unit.sense.stems.contains(stem));
    let ministries = it.sense.ministries().into_iter().filter(|(stem, _)| !has(stem));
    let names = names.chain(ministries.map(|(_, range)| range));
    unknown.chain(names.map(|range| it.object(&range, FindingCode::Actor))).collect()
}

/// A party at the head of a statement whose figure stands in a sentence of the act about other parties.
fn other_first(act: &ActText, foremost: &[&ActUnit], it: &Spoken<'_>) -> Option<Objection> {
    let head = it.sense.words.get(1).or(it.sense.words.first())?.range.end;
    let (party, range) = parties(&it.sense.words, it.passage.language).into_iter().next()?;
    let quantity = |figure: &StatedFigure| figure.unit() != Measure::Unknown;
    let is_of_others = |unit: &&ActUnit| {
        let given = &unit.sense.figures;
        let mut said = it.sense.figures.iter().filter(|found| quantity(&found.figure));
        said.any(|found| given.iter().any(|given| found.figure.is_supported_by(&given.figure)))
            && !parties(&unit.sense.words, Language::Ro).is_empty()
            && !party.is_named_in(&unit.sense.words)
    };
    let is_other = range.start < head && !act.is_known_party(party);
    (is_other && !foremost.is_empty() && foremost.iter().all(is_of_others))
        .then(|| it.object(&range, FindingCode::Actor))
}

/// Capitals that shorten a name.
fn is_acronym(word: &str) -> bool {
    word.chars().count() >= 3 && word.chars().all(char::is_uppercase)
}

/// Fewest words of a statement that say what it is about.
const ABOUT: usize = 3;
/// One in so many words of a statement stands in a provision that says it.
const MUCH: usize = 3;

/// A statement that other provisions have and the named ones do not: by all its words, or by those that few have.
fn unrelated(act: &ActText, parts: &[Range<usize>], scope: &[&ActUnit], it: &Spoken<'_>) -> Option<Objection> {
    let has_figure = |figure: &StatedFigure| {
        scope.iter().flat_map(|unit| &unit.sense.figures).any(|given| figure.is_supported_by(&given.figure))
    };
    if it.sense.stems.len() < ABOUT || it.sense.figures.iter().any(|found| has_figure(&found.figure)) {
        return None;
    }
    let stems: Vec<_> = it.sense.stems.iter().collect();
    let rare: Vec<_> = stems.iter().copied().filter(|stem| is_rare(act.units(), stem)).collect();
    let count = |of: &[&String], units: &[&ActUnit]| {
        of.iter().filter(|stem| units.iter().any(|unit| unit.sense.stems.contains(**stem))).count()
    };
    let inside = |unit: &&ActUnit| parts.iter().any(|part| part.contains(&unit.range.start));
    // The heading of the act is no provision that could say it.
    let is_provision = |unit: &&ActUnit| !act.provision_at(unit.range.start).is_empty();
    let others = act.units().iter().filter(|unit| !inside(unit) && is_provision(unit));
    let (most, unit) = others.map(|unit| (count(&stems, &[unit]), unit)).max_by_key(|(count, _)| *count)?;
    let own = count(&stems, scope);
    let by_all = own * 3 <= stems.len() && most >= own + if own == 0 { 1 } else { 2 };
    let by_rare = count(&rare, scope) == 0 && count(&rare, &[unit]) >= 2 && most >= own + 2;
    // A provision that has little of the statement does not say it.
    let is_said = most * MUCH >= stems.len();
    let place = act.provision_at(unit.range.start);
    let found = it.object(&it.whole(), FindingCode::Unrelated);
    ((by_all || by_rare) && is_said).then(|| Objection { provisions: vec![place], ..found })
}

/// Whether few sentences of the act have a stem.
fn is_rare(units: &[ActUnit], stem: &String) -> bool {
    let count = units.iter().filter(|unit| unit.sense.stems.contains(stem)).count();
    (1..=(units.len() / 3).max(1)).contains(&count)
}

/// What one language denies and the other does not, and figures in another order.
fn languages(romanian: &Spoken<'_>, english: &Spoken<'_>) -> Vec<Objection> {
    let mut found = Vec::new();
    for (one, other) in [(romanian, english), (english, romanian)] {
        let denial =
            void_denials::of_one(&one.sense).next().filter(|_| !other.sense.is_negative() && !has_limit(&other.sense));
        found.extend(denial.map(|range| one.object(&range, FindingCode::Opposite)));
    }
    let is_same = tongue::is_same(&romanian.sense.words, &english.sense.words);
    found.extend(is_same.then(|| romanian.object(&romanian.whole(), FindingCode::OtherLanguage)));
    let swapped = exchange::reordered(&romanian.sense, &english.sense);
    found.extend(swapped.map(|range| english.object(&range, FindingCode::Exchanged)));
    found
}

/// "Under 16 years" says the same as "not yet 16 years".
fn has_limit(sense: &Sense) -> bool {
    number_limits(sense).iter().any(|limit| limit.is_explicit)
}
