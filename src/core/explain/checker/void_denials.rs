//! Denials that contradict nothing in the act.

use std::ops::Range;

use super::figure::StatedFigure;
use super::sense::Sense;
use super::sense::limits::{DaySide, LimitKind, NumberLimit, day_sides};
use super::units::ActUnit;

/// The denials of a statement that contradict nothing: "fără" before something that the provisions do not have, and
/// two that take each other back, "fără aviz nu se poate", where the provisions have the opinion.
pub(super) fn void_denials(scope: &[&ActUnit], statement: &Sense) -> Vec<Range<usize>> {
    let has = |stem: &String| scope.iter().any(|unit| unit.sense.stems.contains(stem));
    let omissions = statement.omissions();
    // Another sentence of the provisions may leave out the same.
    let left_out: Vec<_> =
        scope.iter().flat_map(|unit| unit.sense.left_out()).filter_map(|it| it.into_iter().next()).collect();
    let is_given = |stems: &Vec<String>| stems.first().is_some_and(|first| left_out.contains(first));
    let foreign = omissions.iter().filter(|(_, stems)| !stems.iter().any(has) || is_given(stems));
    let foreign = foreign.map(|(range, _)| range.clone());
    let of_itself = statement.paired_denials().into_iter().chain(statement.contrasts());
    let allowed = of_concession(scope, statement).into_iter().chain(beyond_limit(scope, statement));
    foreign.chain(of_itself).chain(kept_denials(statement)).chain(allowed).collect()
}

/// The denials of what comes after a limit of the act: "după 5 ani nu se mai poate" for "cel mult 5 ani".
fn beyond_limit(scope: &[&ActUnit], statement: &Sense) -> Vec<Range<usize>> {
    let passed: Vec<_> = statement.passed().into_iter().filter(|(figure, _)| is_limit(scope, figure)).collect();
    let is_beyond = |denial: &Range<usize>| passed.iter().any(|(_, after)| after.contains(&denial.start));
    statement.denials().into_iter().filter(is_beyond).collect()
}

/// What is still possible after a limit of the act: "după 5 ani încă se poate" for "cel mult 5 ani".
pub(super) fn beyond(scope: &[&ActUnit], statement: &Sense) -> Option<Range<usize>> {
    let still = statement.permissions();
    let is_still = |after: &Range<usize>| still.iter().any(|place| after.contains(&place.start));
    let mut passed = statement.passed().into_iter().filter(|_| !statement.is_negative());
    passed.find(|(figure, after)| is_limit(scope, figure) && is_still(after)).map(|(_, after)| after)
}

/// Whether the act makes a figure the most.
fn is_limit(scope: &[&ActUnit], figure: &StatedFigure) -> bool {
    let is_it = |limit: &NumberLimit| limit.kind == LimitKind::Most && figure.is_supported_by(&limit.figure);
    let is_day = |side: &DaySide| side.is_until && figure.is_supported_by(&side.day);
    scope.iter().any(|unit| unit.limits.iter().any(is_it) || day_sides(&unit.sense).iter().any(is_day))
}

/// The denials in "chiar dacă nu ești", where a unit says "indiferent".
fn of_concession(scope: &[&ActUnit], statement: &Sense) -> Vec<Range<usize>> {
    let is_given = scope.iter().any(|unit| unit.sense.is_regardless());
    let clauses = statement.clauses();
    let is_conceded = |denial: &Range<usize>| {
        let mut own = clauses.iter().filter(|clause| clause.range.contains(&denial.start));
        own.any(|clause| statement.concession().is_some_and(|even| clause.range.contains(&(even.end - 1))))
    };
    statement.denials().into_iter().filter(|denial| is_given && is_conceded(denial)).collect()
}

/// The denials of a statement that say what nothing but a denial says in the other language.
pub(super) fn of_one(statement: &Sense) -> impl Iterator<Item = Range<usize>> {
    let affirmed: Vec<_> = kept_denials(statement).into_iter().chain(statement.contrasts()).collect();
    statement.denials().into_iter().filter(move |denial| !affirmed.contains(denial))
}

/// The denials of words that deny themselves: "nu se pierde".
pub(super) fn kept_denials(statement: &Sense) -> Vec<Range<usize>> {
    let clauses = statement.clauses();
    let kept =
        |denial: &Range<usize>| clauses.iter().any(|clause| clause.is_kept && clause.range.contains(&denial.start));
    statement.denials().into_iter().filter(kept).collect()
}
