//! Amending acts applied to consolidated forms, with official texts.

mod bad_input;
mod command;
pub mod data;
mod follows;
mod lists;
mod shapes;

use paragraf_law::apply::{Applied, apply};
use paragraf_law::form::Form;
use paragraf_law::form::read::read;

pub const BEFORE: &str = include_str!("legea-31-1990-before.md");
pub const AFTER: &str = include_str!("legea-31-1990-after.md");
pub const ACT: &str = include_str!("legea-299-2024.json");

/// Reads a text that is a form.
pub fn form(text: &str) -> Form {
    read(text).unwrap_or_else(|problem| panic!("{problem}: {}", text.chars().take(200).collect::<String>()))
}

/// An amending act of one article in one line.
pub fn amending(text: &str) -> Form {
    form(&serde_json::json!({"title": "LEGE nr. 1 din 2 ianuarie 2026", "provisions": [{"label": "ARTICOL UNIC", "text": text}]}).to_string())
}

/// Applies operations, given as the text after "se modifică și se completează după cum urmează:", to Legea 1/2000.
pub fn applied(base: &str, operations: &str) -> Applied {
    let lead = "Legea nr. 1/2000 privind proba, publicată în Monitorul Oficial al României, Partea I, nr. 8 din 12 ianuarie 2000, cu modificările și completările ulterioare, se modifică și se completează după cum urmează:";
    apply(&form(base), &amending(&format!("{lead} {operations}"))).expect("the act amends this one")
}

/// Each outcome in one line: its place, and its text after or its problem.
pub fn lines(applied: &Applied) -> Vec<String> {
    let line = |outcome: &paragraf_law::apply::OperationOutcome| {
        let place = outcome.place.as_ref().map(ToString::to_string).unwrap_or_default();
        let result = match &outcome.problem {
            Some(problem) => format!("! {problem}"),
            None => outcome.after.clone().unwrap_or_default(),
        };
        format!("{} {place}: {result}", outcome.kind.name())
    };
    applied.outcomes.iter().map(line).collect()
}

#[test]
fn the_law_of_december_2024_gives_the_official_form_article_by_article() {
    let done = apply(&form(BEFORE), &form(ACT)).expect("the act amends the law");
    let compared = paragraf_law::apply::compare(&done, &form(AFTER));
    assert_eq!(compared.provisions, [Some(true); 12], "{:#?}", lines(&done));
    assert_eq!((compared.equal_articles, compared.different_articles), (15, Vec::new()));
}
