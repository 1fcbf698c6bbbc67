//! Suggestions for the labelled laws, held by bars.

use super::measured_suggestions::{SETS, measure, percent};
use super::measured_unseen::{self, DRAWS};
use super::tests::topics;

/// Least percentage of the labelled roles of all sets that are found; of a single small set, fewer may be.
const LEAST_ROLES: usize = 65;

#[test]
fn suggestions_agree_with_what_a_person_read() {
    let (scores, mistakes) = measure(&topics());
    let (mut found, mut expected) = (0, 0);
    for (set, score) in SETS.into_iter().zip(&scores) {
        for (what, part, whole, bar) in score.shares() {
            let share = percent(part, whole);
            assert!(share >= bar, "{set}, {what}: {share} % of {whole}, not {bar} %\n{}", mistakes.join("\n"));
            if what == "roles: recall" {
                (found, expected) = (found + part, expected + whole);
            }
        }
    }
    let share = percent(found, expected);
    assert!(share >= LEAST_ROLES, "{share} % of {expected} roles are found\n{}", mistakes.join("\n"));
}

/// Fields of the drafts of other years, with the least precision and recall in percent of each draw.
const LEAST: [(&str, [(usize, usize); DRAWS.len()]); 10] = [
    ("topic right or none", [(90, 90), (85, 85), (95, 95), (95, 95)]),
    ("roles", [(85, 60), (85, 35), (85, 35), (75, 25)]),
    ("condition", [(85, 65), (85, 30), (85, 35), (75, 35)]),
    ("importance within a step", [(95, 95), (95, 95), (85, 85), (95, 95)]),
    ("importance equal", [(65, 65), (50, 50), (40, 40), (55, 55)]),
    ("title", [(70, 70), (70, 70), (85, 85), (50, 50)]),
    ("narrow readers", [(80, 80), (90, 90), (90, 90), (95, 95)]),
    // The first draw has steps that are true and that its labels name once.
    ("steps", [(70, 70), (95, 70), (95, 65), (75, 20)]),
    ("term", [(95, 45), (90, 80), (95, 70), (85, 70)]),
    // What remains is a notice that "nu este comunicată", by nobody, and a state that leaves a bank.
    ("term: owner", [(95, 95), (85, 85), (90, 90), (85, 85)]),
];

#[test]
fn drafts_of_other_years_agree_with_what_a_person_read() {
    let (draws, mistakes) = measured_unseen::measure(&topics());
    for (at, draw) in DRAWS.into_iter().enumerate() {
        for (field, least) in LEAST {
            let score = &draws[at][field];
            let shares = [percent(score.right, score.found), percent(score.right, score.labelled)];
            let (precision, recall) = least[at];
            let is_enough = shares[0] >= precision && shares[1] >= recall;
            assert!(is_enough, "{draw}, {field}: {shares:?} % of {score:?}, not {least:?}\n{}", mistakes.join("\n"));
        }
    }
}
