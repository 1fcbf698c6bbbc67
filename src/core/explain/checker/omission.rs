//! What a statement asks for, leaves out, includes and opens, against what the act does.

use std::collections::BTreeSet;
use std::ops::Range;

use super::figure::StatedFigure;
use super::sense::Sense;
use super::units::ActUnit;

/// What a statement asks for and the act leaves out, or leaves out and the act asks for: "numai cu acordul" for "fără
/// acordul", "fără aviz" for "cu avizul".
pub(super) fn requirement(scope: &[&ActUnit], best: &[&ActUnit], statement: &Sense) -> Option<Range<usize>> {
    const FIRST: usize = 2;
    let foremost = |stems: Vec<String>| stems.into_iter().take(FIRST);
    let of = |sense: &Sense| sense.left_out().into_iter().chain(sense.exempted());
    let left_out: BTreeSet<_> = best.iter().flat_map(|unit| of(&unit.sense)).flat_map(foremost).collect();
    let asks = best.iter().any(|unit| !unit.sense.verbal_denials().is_empty());
    if !asks && statement.required().iter().any(|stem| left_out.contains(stem)) {
        return Some(statement.whole());
    }
    let provided: BTreeSet<_> = best.iter().flat_map(|unit| unit.sense.provided()).collect();
    let paired = statement.paired_denials();
    let is_missing = |(range, stems): &(Range<usize>, Vec<String>)| {
        let first = stems.first();
        !paired.contains(range) && first.is_some_and(|stem| provided.contains(stem) && !left_out.contains(stem))
    };
    let is_denied = !statement.verbal_denials().is_empty();
    let omitted: BTreeSet<_> =
        scope.iter().flat_map(|unit| unit.sense.left_out()).filter_map(|stems| stems.into_iter().next()).collect();
    let given: BTreeSet<_> = scope.iter().flat_map(|unit| unit.sense.provided()).collect();
    let is_added = |stem: &String| omitted.contains(stem) && !given.contains(stem);
    if !statement.is_negative() && statement.provided().iter().any(is_added) {
        return Some(statement.whole());
    }
    statement.omissions().into_iter().filter(|_| !is_denied).find(is_missing).map(|(range, _)| range)
}

/// "Numai dacă" where the act says "indiferent".
pub(super) fn restricted(best: &[&ActUnit], statement: &Sense) -> Option<Range<usize>> {
    let is_open = best.iter().any(|unit| unit.sense.is_open()) && !best.iter().any(|unit| unit.sense.is_restricted());
    statement.only_if().filter(|_| is_open)
}

/// "Și pentru altceva", "și peste banii alocați", where the act says "exclusiv" or "în limita".
pub(super) fn opened(best: &[&ActUnit], statement: &Sense) -> Option<Range<usize>> {
    let is_closed = !best.is_empty() && best.iter().all(|unit| unit.sense.is_restricted() || unit.sense.is_bounded());
    let is_open = best.iter().any(|unit| unit.sense.opening().is_some());
    statement.opening().filter(|_| is_closed && !is_open && statement.denials().is_empty())
}

/// What the act leaves out, where the statement leaves out nothing or includes it: "și absențele motivate" for "cu
/// excepția absențelor motivate".
pub(super) fn excepted(best: &[&ActUnit], statement: &Sense) -> Option<Range<usize>> {
    const NAMED: usize = 2;
    const FIRST: usize = 3;
    let (included, figures) = statement.included();
    let is_included = |(stems, given): &(Vec<String>, Vec<StatedFigure>)| {
        let shared: BTreeSet<_> = stems.iter().filter(|stem| included.contains(stem)).collect();
        shared.len() >= NAMED || figures.iter().any(|figure| figure.is_comparable() && given.contains(figure))
    };
    if best.iter().flat_map(|unit| unit.sense.excepted()).any(|it| is_included(&it)) {
        return Some(statement.whole());
    }
    let is_bare = statement.denials().is_empty() && !statement.leaves_out() && !statement.is_restricted();
    let mut exceptions = best.iter().flat_map(|unit| unit.sense.exceptions()).filter(|stems| !stems.is_empty());
    let is_said = |stems: &Vec<String>| {
        let first = &stems[..stems.len().min(FIRST)];
        let named: Vec<_> = first.iter().filter(|stem| statement.stems.contains(*stem)).collect();
        named.len() >= first.len().min(NAMED)
            && ((is_bare && named.len() >= NAMED) || named.iter().any(|stem| statement.includes(stem)))
    };
    exceptions.any(|stems| is_said(&stems)).then(|| statement.whole())
}

/// "Cu acordul" where the act has only "fără acordul".
pub(super) fn left_out(best: &[&ActUnit], statement: &Sense) -> Option<Range<usize>> {
    let times = |units: &[&ActUnit], wanted: &String| {
        let words = units.iter().flat_map(|unit| &unit.sense.words);
        words.filter(|word| Sense::stem_of(word).as_ref() == Some(wanted)).count()
    };
    // "Fără să poarte un element": the verb and its object.
    const OBJECT: usize = 3;
    // A statement with a word for a lack speaks of it itself.
    let is_negative = statement.is_negative();
    let of = |unit: &&ActUnit| -> Vec<_> {
        let all = || unit.sense.omissions().into_iter().map(|(_, stems)| stems).collect();
        if is_negative { unit.sense.left_out() } else { all() }
    };
    let first: Vec<_> = best.iter().flat_map(of).flat_map(|stems| stems.into_iter().take(OBJECT)).collect();
    let is_only_left_out = |stem: &String| {
        let left = first.iter().filter(|left| *left == stem).count();
        left > 0 && left == times(best, stem)
    };
    let is_bare = statement.denials().is_empty() && statement.exemptions().is_empty() && !statement.leaves_out();
    (is_bare && statement.stems.iter().any(is_only_left_out)).then(|| statement.whole())
}
