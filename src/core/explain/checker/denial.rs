//! Denials: what a statement denies and the act does not, what the act denies and the statement does not.

use std::collections::BTreeSet;
use std::ops::Range;

use super::omission;
use super::sense::predicates::Predicate;
use super::sense::{Sense, SenseClause};
use super::units::{self, ActUnit};
use super::void_denials;

/// Words that a clause shares with one that clearly says the same.
pub(super) const CLEARLY: usize = 3;

/// The stems of what nobody escapes by another verb.
const SANCTIONS: &[&str] = &["amend", "pedeaps"];

/// Returns the place in a Romanian statement that denies what the act affirms, or affirms what the act denies. `best`
/// are the units that have most of the statement, `scope` all those of the provisions that it names. The second value is
/// whether they say so of the words themselves, and not only of those beside them.
pub(super) fn objection(scope: &[&ActUnit], best: &[&ActUnit], statement: &Sense) -> Option<(Range<usize>, bool)> {
    if best.is_empty() {
        return None;
    }
    let linked = units::linked(scope, best);
    let best = &[best, &linked[..]].concat()[..];
    let void = void_denials::void_denials(scope, statement);
    let of_object = denied_predicate(best, statement, &void);
    let of_verb = of_object.clone().filter(|(_, is_own)| *is_own).map(|(range, _)| range);
    let sure = omission::requirement(scope, best, statement)
        .or_else(|| omission::restricted(best, statement))
        .or_else(|| omission::opened(best, statement))
        .or_else(|| main_verb(best, statement))
        .or_else(|| adjectives(best, statement))
        .or_else(|| denies_alone(best, statement, &void))
        .or(of_verb)
        .or_else(|| omission::excepted(best, statement))
        .or_else(|| omission::left_out(best, statement))
        .or_else(|| in_clauses(best, &linked, statement, &void))
        .or_else(|| only_denied(scope, best, statement))
        .or_else(|| void_denials::beyond(scope, statement));
    sure.map(|range| (range, true)).or(of_object)
}

/// A verb that the act mainly denies, "nu răspund: a) pentru ...", where the statement denies only its condition; and "nu
/// scapă de plată" for it.
fn main_verb(best: &[&ActUnit], statement: &Sense) -> Option<Range<usize>> {
    let is_not_spared = statement.clauses().iter().any(|clause| clause.is_kept && clause.is_exempt);
    let is_spared = |unit: &&ActUnit| unit.sense.is_mainly_denied() && !unit.sense.makes_duty();
    if is_not_spared && !best.is_empty() && best.iter().all(is_spared) {
        return Some(statement.whole());
    }
    let said = statement.denied_predicates();
    let is_plain = said.iter().all(|said| said.is_condition) && !said.is_empty() && !statement.is_negative_otherwise();
    let denied = |unit: &&ActUnit| {
        let mut main = unit.sense.denied_predicates().into_iter().take(1);
        main.find(|main| !main.is_condition && main.is_plain && statement.stems.contains(&main.stem))
    };
    let is_said = |main: &Predicate| said.iter().any(|said| said.stem == main.stem);
    let found = best.iter().filter(|_| is_plain).find_map(denied).filter(|main| !is_said(main));
    found.map(|_| statement.whole())
}

/// "Neeligibile" where the act has only "eligibile", and the other way round.
fn adjectives(best: &[&ActUnit], statement: &Sense) -> Option<Range<usize>> {
    let has = |stem: &String| best.iter().any(|unit| unit.sense.stems.contains(stem));
    let mut negated: BTreeSet<_> = best.iter().flat_map(|unit| unit.sense.negated_stems()).collect();
    // "Fără o planificare" says "neplanificat".
    negated.extend(best.iter().flat_map(|unit| unit.sense.left_out()).flatten());
    let is_plain = statement.denials().is_empty() && !best.iter().any(|unit| unit.sense.is_mainly_denied());
    let own = statement.negated_stems();
    let is_negated = own.iter().any(|stem| has(stem) && !negated.contains(stem));
    let is_affirmed = statement.stems.iter().any(|stem| negated.contains(stem) && !has(stem) && !own.contains(stem));
    (is_plain && (is_negated || is_affirmed)).then(|| statement.whole())
}

/// A denial, "scutit" or "even if", where no unit has one.
fn denies_alone(best: &[&ActUnit], statement: &Sense, void: &[Range<usize>]) -> Option<Range<usize>> {
    let is_given = best.iter().any(|unit| unit.sense.leaves_choice());
    // "Nu ești obligat" says what "poți" says.
    let duties = statement.denied_duties();
    let is_bound = best.iter().all(|unit| unit.sense.makes_duty() && unit.sense.verbal_denials().is_empty());
    // A choice that the statement gives in other words frees from no other duty.
    let is_free = is_given && statement.permissions().is_empty();
    if let Some(duty) = duties.first().filter(|_| is_bound && !is_free) {
        return Some(duty.clone());
    }
    let of_duty = if is_given { duties } else { vec![] };
    let frees = |at: &Range<usize>| of_clause(best, statement, at).iter().any(|unit| unit.sense.frees());
    if let Some(exemption) = statement.exemptions().into_iter().find(|exemption| !frees(exemption)) {
        return Some(exemption);
    }
    let said = statement.denials().into_iter();
    let denials: Vec<_> = said.filter(|range| !of_duty.contains(range) && !void.contains(range)).collect();
    let is_given_at =
        |denial: &Range<usize>| of_clause(best, statement, denial).iter().any(|unit| denies(unit, statement));
    if let Some(denial) = denials.iter().find(|denial| !is_given_at(denial)) {
        return Some(denial.clone());
    }
    // "Chiar dacă nu sunt marcate" says "fără să fie marcate".
    let omits = |unit: &ActUnit| {
        let mut stems = unit.sense.left_out().into_iter().flatten();
        stems.any(|stem| statement.stems.contains(&stem))
    };
    let denied = |sense: &Sense| sense.denied_predicates().into_iter().map(|it| it.stem).collect::<BTreeSet<_>>();
    let said = denied(statement);
    let denies_it = |unit: &ActUnit| denied(&unit.sense).intersection(&said).next().is_some();
    let is_regardless = |unit: &&ActUnit| unit.sense.is_regardless() || omits(unit) || denies_it(unit);
    let concession = statement.concession().filter(|_| !best.iter().any(is_regardless));
    let limits = |sense: &Sense| sense.denies_choice().is_some() || sense.is_restricted() || sense.forbids();
    let is_denied = best.iter().any(|unit| limits(&unit.sense));
    concession.or_else(|| statement.denies_choice().filter(|_| is_given && !is_denied && denials.len() == 1))
}

/// The units that have most of the clause at a place, or all of them if none has much of it.
fn of_clause<'a>(best: &[&'a ActUnit], statement: &Sense, at: &Range<usize>) -> Vec<&'a ActUnit> {
    let clauses = statement.clauses();
    let Some(clause) = clauses.iter().find(|clause| clause.range.contains(&at.start)) else { return best.to_vec() };
    // A condition may stand in a paragraph of its own.
    if clause.is_condition {
        return best.to_vec();
    }
    let shared = |unit: &ActUnit| clause.stems.intersection(&unit.sense.stems).count();
    let most = best.iter().map(|unit| shared(unit)).max().unwrap_or(0);
    best.iter().copied().filter(|unit| most < CLEARLY - 1 || shared(unit) == most).collect()
}

fn denies(unit: &ActUnit, statement: &Sense) -> bool {
    // "Numai" is no support where the statement says it, too.
    let is_restricted = unit.sense.is_restricted() && !statement.is_restricted();
    unit.sense.denies_beside(statement) || (is_restricted && statement.denies_otherwise())
}

/// "Nu se confiscă" where the act has the word and nowhere denies, forbids or restricts it; with whether the word is
/// the denied one, and not only its object.
fn denied_predicate(best: &[&ActUnit], statement: &Sense, void: &[Range<usize>]) -> Option<(Range<usize>, bool)> {
    let has = |stem: &&String| best.iter().any(|unit| unit.sense.stems.contains(*stem));
    let (duties, kept) = (statement.denied_duties(), void_denials::kept_denials(statement));
    let is_of = |of: &[Range<usize>], said: &Predicate| of.iter().any(|range| range.start == said.range.start);
    let affirmed_only = |said: Predicate| {
        // The law has another verb more often than another object.
        let has_object = !is_of(&duties, &said) && !is_of(&kept, &said);
        let next = said.next.iter().filter(|_| has_object);
        let stem = std::iter::once(&said.stem).chain(next).find(has)?;
        let given = best.iter().filter(|unit| unit.sense.stems.contains(stem));
        let is_affirmed = given.clone().all(|unit| !supports_denial(unit, stem, statement));
        // Something that the act denies may be what the statement puts in another verb.
        let is_plain = || given.clone().all(|unit| !unit.sense.is_negative());
        is_affirmed
            .then(|| (said.range.clone(), *stem == said.stem || SANCTIONS.contains(&stem.as_str()) || is_plain()))
    };
    let said = statement.denied_predicates().into_iter();
    let is_void = |said: &Predicate| is_of(void, said) && !is_of(&kept, said);
    let said = said.filter(|said| said.is_plain && !said.is_condition && !is_void(said));
    let found: Vec<_> = said.filter_map(affirmed_only).collect();
    found.iter().find(|(_, is_own)| *is_own).or(found.first()).cloned()
}

/// Whether a unit denies something, or leaves something out that the statement names.
fn supports_denial(unit: &ActUnit, stem: &String, statement: &Sense) -> bool {
    let is_denied = |clause: &SenseClause| {
        clause.stems.contains(stem) && !clause.is_condition && (clause.denies(stem) || clause.is_exempt)
    };
    let mut exceptions = unit.sense.exceptions_from(stem).into_iter();
    let is_excepted = exceptions.any(|stem| statement.stems.contains(&stem));
    let is_restricted = unit.sense.is_restricted() && !unit.sense.restricted().contains(stem);
    let is_left_out = unit.sense.left_out().iter().any(|stems| stems.contains(stem));
    is_left_out
        || unit.clauses.iter().any(is_denied)
        || unit.sense.is_negated_nearby(stem)
        || is_excepted
        || is_restricted
}

/// A clause that denies what its nearest clauses in the act affirm, or affirms what they deny.
fn in_clauses(
    best: &[&ActUnit],
    linked: &[&ActUnit],
    statement: &Sense,
    void: &[Range<usize>],
) -> Option<Range<usize>> {
    let clauses = statement.clauses();
    let denials: Vec<_> = statement.denials().into_iter().filter(|denial| !void.contains(denial)).collect();
    let is_denied = |clause: &&SenseClause| denials.iter().any(|denial| clause.range.contains(&denial.start));
    // "Nu pierde" denies a loss, which the provision must deny, too.
    let is_kept = |clause: &&SenseClause| {
        let (shared, nearest) = nearest(best, clause);
        let is_lost =
            |given: &SenseClause| given.is_negative && !given.is_denied && given.is_exempt == clause.is_exempt;
        clause.is_kept && clause.is_denied && shared > 0 && nearest.iter().all(|(_, given)| is_lost(given))
    };
    if let Some(clause) = clauses.iter().find(is_kept) {
        return Some(clause.range.clone());
    }
    let given = || best.iter().flat_map(|unit| &unit.clauses);
    let is_state = |stem: &String| given().any(|clause| clause.stems.contains(stem));
    let states = statement.denied_states();
    let affirmed =
        |stem: &&String| is_state(stem) && !given().any(|clause| clause.is_denied && clause.stems.contains(*stem));
    if let Some(denial) = denials.first().filter(|_| states.iter().any(|stem| affirmed(&stem))) {
        return Some(denial.clone());
    }
    let is_affirmed = |clause: &&SenseClause| {
        let (shared, nearest) = nearest(best, clause);
        // What follows if a paragraph is not kept stands in another one.
        let is_breach = clause.is_condition && !linked.is_empty();
        shared >= CLEARLY && !is_breach && !nearest.iter().any(|(unit, _)| denies(unit, statement))
    };
    if let Some(clause) = clauses.iter().filter(is_denied).find(is_affirmed) {
        return Some(clause.range.clone());
    }
    // "Nu primești dacă ai fost condamnat" says "primești dacă nu ai fost condamnat".
    let is_turned = clauses.iter().any(|clause| is_denied(&clause) && !clause.is_condition);
    let affirmed = clauses.iter().filter(|clause| !clause.is_denied || clause.is_kept);
    let mut affirmed = affirmed.filter(|clause| !(clause.is_condition && is_turned));
    affirmed.find(|clause| is_denied_by(best, clause)).map(|clause| clause.range.clone())
}

/// A statement without a denial that says what the act only denies: "nu beneficiază de bonusuri". Units that have more
/// words of the statement may be about something else.
fn only_denied(scope: &[&ActUnit], best: &[&ActUnit], statement: &Sense) -> Option<Range<usize>> {
    const MOSTLY: usize = 60;
    let shared = |unit: &ActUnit| statement.stems.intersection(&unit.sense.stems).count();
    let says = |unit: &ActUnit| shared(unit) >= CLEARLY && shared(unit) * 100 >= statement.stems.len() * MOSTLY;
    let is_affirmed = |unit: &ActUnit, stem: &String| {
        let mut clauses = best.iter().flat_map(|unit| &unit.clauses).chain(&unit.clauses);
        clauses.any(|clause| !clause.denies(stem) && clause.stems.contains(stem))
    };
    // Of the items of an enumeration, one may deny what the others say.
    let is_listed = |unit: &ActUnit| unit.sense.words.iter().any(|word| word.is_label);
    let denies = |unit: &&ActUnit| {
        let denied = if is_listed(unit) { BTreeSet::new() } else { unit.sense.denied_objects() };
        shared(unit) >= CLEARLY && denied.iter().any(|stem| statement.stems.contains(stem) && !is_affirmed(unit, stem))
    };
    let mut near = scope.iter().filter(|unit| says(unit)).chain(best).copied();
    let is_plain = !statement.is_negative() && !statement.clauses().iter().any(|clause| clause.keeps);
    (is_plain && near.any(|unit| denies(&unit))).then(|| statement.whole())
}

/// Whether the part of the act that says what a clause says denies it.
fn is_denied_by(best: &[&ActUnit], clause: &SenseClause) -> bool {
    let negated = |unit: &&ActUnit| unit.sense.undone_stems().intersection(&clause.stems).next().is_some();
    let says = |unit: &&ActUnit| clause.stems.iter().filter(|stem| unit.sense.stems.contains(*stem)).count();
    if !clause.is_negative && best.iter().any(|unit| negated(unit) && says(unit) > 1) {
        return true;
    }
    let (shared, nearest) = nearest(best, clause);
    // "Își păstrează" says "nu pierde".
    if clause.keeps {
        return false;
    }
    // "Este interzis și se sancționează": the fine stands for the prohibition.
    if clause.stems.contains("amend") && nearest.iter().any(|(_, given)| given.stems.contains("amend")) {
        return false;
    }
    // "Pot fi anulate" is no denial of "nu pot fi anulate", although a word for denial stands in it.
    let affirms = |given: &SenseClause| clause.negatives.is_subset(&given.stems);
    let needed = if clause.stems.len() <= 2 { 1 } else { 2 };
    let is_exempt = |given: &SenseClause| given.is_exempt && !given.is_denied;
    let denies = |given: &SenseClause| {
        if clause.is_kept {
            return (given.is_verb_denied && !affirms(given)) || is_exempt(given);
        }
        let is_denied = given.is_verb_denied || !given.relative.is_disjoint(&clause.stems);
        (is_denied && affirms(given)) || (is_exempt(given) && !clause.is_negative && shared >= CLEARLY)
    };
    shared >= needed && nearest.iter().all(|(_, given)| denies(given))
}

/// The clauses of the act that share most words with a clause, and how many they share.
fn nearest<'a>(best: &[&'a ActUnit], clause: &SenseClause) -> (usize, Vec<(&'a ActUnit, &'a SenseClause)>) {
    let given = best.iter().flat_map(|unit| unit.clauses.iter().map(|clause| (*unit, clause)));
    let shared = |given: &SenseClause| clause.stems.intersection(&given.stems).count();
    let given: Vec<_> = given.map(|(unit, given)| (shared(given), (unit, given))).collect();
    let most = given.iter().map(|(shared, _)| *shared).max().unwrap_or(0);
    (most, given.into_iter().filter(|(shared, _)| *shared == most).map(|(_, given)| given).collect())
}
