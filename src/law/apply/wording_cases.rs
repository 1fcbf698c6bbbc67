//! The wordings in `cases/wordings.json`: what each of them does to one law.

use serde::Deserialize;

use super::{OperationOutcome, apply};
use crate::form::read::read;

#[derive(Deserialize)]
struct WordingCases {
    base: String,
    /// The lead of the points.
    lead: String,
    cases: Vec<WordingCase>,
}

/// Points of a list under the lead, or the articles of a whole act.
#[derive(Deserialize)]
struct WordingCase {
    kind: String,
    #[serde(default)]
    points: String,
    #[serde(default)]
    act: String,
    outcomes: Vec<String>,
}

impl WordingCases {
    fn outcomes(&self, case: &WordingCase) -> Vec<String> {
        let lead = &self.lead;
        let articles = if case.act.is_empty() {
            format!("Articolul I\n{lead}\n{}", case.points)
        } else {
            case.act.replace("{lead}", lead)
        };
        let act = read(&format!("LEGE nr. 9 din 5 ianuarie 2026\n{articles}")).expect("an act");
        match apply(&read(&self.base).expect("a form"), &act) {
            Ok(done) => done.outcomes.into_iter().map(line).collect(),
            Err(problem) => vec![format!("refused: {problem}")],
        }
    }
}

/// The place of an outcome with its new text, the new term and the day of the operation; `listed` for one that is left
/// to a person.
fn line(outcome: OperationOutcome) -> String {
    let Some(after) = outcome.after else { return "listed".to_owned() };
    let place = outcome.place.map(|place| place.to_string()).unwrap_or_default();
    let until = outcome.until.map(|until| format!(" ({until})")).unwrap_or_default();
    let day = outcome.own_day.and_then(|day| day.in_force).map(|day| format!(" from {day}")).unwrap_or_default();
    format!("{place}: {}{until}{day}", after.replace('\n', " / "))
}

#[test]
fn every_wording_has_its_outcomes() {
    let cases: WordingCases = serde_json::from_str(include_str!("../cases/wordings.json")).expect("the wordings");
    assert!(cases.cases.len() > 100);
    let mut failed = Vec::new();
    for case in &cases.cases {
        let found = cases.outcomes(case);
        if found != case.outcomes {
            failed.push(format!("{}: {}{}\n  {found:#?}", case.kind, case.points, case.act));
        }
    }
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), cases.cases.len(), failed.join("\n"));
}
