//! Suggestions for the labelled laws, held by bars.

use super::measured_suggestions::{SETS, measure, percent};
use super::tests::topics;

/// Least percentage of the labelled roles of all sets that are found; of a single small set, fewer may be.
const LEAST_ROLES: usize = 70;

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
