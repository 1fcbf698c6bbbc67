//! What the checker shows of alterations and true sentences of laws that it had not seen.
//!
//! Six sets of laws that were drawn: of those of 2025, 20 with seed 44553 for `altered_drawn_first.json` and 15 with seed
//! 55591 for `altered_drawn_second.json`; of 2015 to 2024, 12 with seed 576577 for `altered_drawn_third.json`, with the place
//! of each extract; of 2006 to 2014, 15 with seed 8675 for `altered_drawn_probe.json`; of 2000 to 2024, 14 with seed
//! 718281 for `altered_drawn_fourth.json` and 10 with seed 662607 for `altered_drawn_fifth.json`. Every sentence and every
//! alteration was written before the checker was run on any of a set; only the headings of the articles before an extract
//! were added, because an act does not begin with article IV, and the text of one law of the fourth file was longer after
//! the first run. What the first four held or missed was then mended by its cause in the checker (docs/decisions/0553,
//! 0576, 0590). Nothing was mended for the last two, so only they say what to expect of another law.
//!
//! A sentence is held, or marked as not checked, or shown without a mark. The bar for what is held, 90% of the
//! alterations of each kind and 5% of the true sentences, is not reached in every set, least in the last two: the
//! floors are what was measured, less a little.

use std::collections::BTreeMap;

use paragraf::explain::checker::{ActText, CheckedClaims, check_and_compare};

use super::altered::{AlteredAct, altered, claim, print};

/// Kind of the true sentences.
const TRUE: &str = "true";

/// Sentences of a kind by what becomes of them.
#[derive(Default, Clone, Copy)]
struct Outcomes {
    all: usize,
    held: usize,
    not_checked: usize,
}

impl Outcomes {
    fn shown(self) -> usize {
        self.all - self.held - self.not_checked
    }

    fn count(&mut self, source: &ActText, ro: &str, en: &str, rests_on: &[String]) {
        let CheckedClaims { findings, unchecked } = check_and_compare(source, &[claim(ro, en, rests_on)]);
        self.all += 1;
        if !findings.is_empty() {
            self.held += 1;
        } else if !unchecked.is_empty() {
            self.not_checked += 1;
        }
    }
}

fn outcomes(file: &str) -> BTreeMap<String, Outcomes> {
    let acts: Vec<AlteredAct> = serde_json::from_str(file).expect("an altered set");
    let mut kinds = BTreeMap::<String, Outcomes>::new();
    for act in &acts {
        let source = ActText::new(act.source.as_ref().expect("a text"), &act.act);
        for statement in &act.statements {
            let of_true = kinds.entry(TRUE.to_owned()).or_default();
            of_true.count(&source, &statement.ro, &statement.en, &statement.rests_on);
            for alteration in &statement.altered {
                let (ro, en, rests_on) = altered(statement, alteration);
                kinds.entry(alteration.kind.clone()).or_default().count(&source, &ro, &en, &rests_on);
            }
        }
    }
    for (kind, it) in &kinds {
        let shown = it.shown();
        print(&format!("{kind}: {} held, {} not checked, {shown} shown, of {}", it.held, it.not_checked, it.all));
    }
    kinds
}

/// Checks a set against floors in percent: alterations held, and shown without a mark at most; true sentences held at
/// most, and shown at least.
fn check_floors(file: &str, [least_held, most_shown, most_true_held, least_true_shown]: [usize; 4]) {
    let mut kinds = outcomes(file);
    let of_true = kinds.remove(TRUE).expect("true sentences");
    let sum = |count: fn(&Outcomes) -> usize| kinds.values().map(count).sum::<usize>();
    let (all, held, shown) = (sum(|it| it.all), sum(|it| it.held), sum(|it| it.shown()));
    assert!(all >= 90 && of_true.all >= 60, "only {all} alterations and {} true sentences", of_true.all);
    assert!(held * 100 >= all * least_held, "{held} of {all} alterations are held");
    assert!(shown * 100 <= all * most_shown, "{shown} of {all} alterations are shown without a mark");
    assert!(of_true.held * 100 <= of_true.all * most_true_held, "{} of {} are held", of_true.held, of_true.all);
    assert!(of_true.shown() * 100 >= of_true.all * least_true_shown, "{} are shown", of_true.shown());
}

#[test]
fn few_alterations_of_the_laws_drawn_first_are_shown_without_a_mark() {
    check_floors(include_str!("altered_drawn_first.json"), [86, 5, 8, 35]);
}

#[test]
fn few_alterations_of_the_laws_drawn_second_are_shown_without_a_mark() {
    check_floors(include_str!("altered_drawn_second.json"), [90, 5, 4, 41]);
}

#[test]
fn few_alterations_of_the_laws_drawn_third_are_shown_without_a_mark() {
    check_floors(include_str!("altered_drawn_third.json"), [88, 5, 2, 55]);
}

#[test]
fn few_alterations_of_the_laws_drawn_to_mend_by_are_shown_without_a_mark() {
    check_floors(include_str!("altered_drawn_probe.json"), [79, 5, 5, 29]);
}

#[test]
fn few_alterations_of_laws_that_nobody_mended_for_are_shown_without_a_mark() {
    check_floors(include_str!("altered_drawn_fourth.json"), [78, 6, 27, 27]);
    check_floors(include_str!("altered_drawn_fifth.json"), [78, 5, 25, 24]);
}
