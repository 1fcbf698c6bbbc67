//! The checker against real laws: explanations in our own words, and the same with one figure altered.
//!
//! The texts of the laws are official acts, free of copyright (Legea nr. 8/1996, art. 9 letter b).

use std::path::Path;

use paragraf::domain::Language;
use paragraf::domain::explanation::Statement;
use paragraf::domain::finding::Finding;
use paragraf::explain::checker::{ActText, Claim, Passage, ReadingMode, check, figures};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Act {
    act: String,
    source: String,
    statements: Vec<Statement>,
    altered: Vec<Alteration>,
}

/// One figure of one statement that is replaced by another.
#[derive(Deserialize)]
struct Alteration {
    statement: usize,
    language: Language,
    from: String,
    to: String,
}

impl Act {
    fn source(&self) -> ActText {
        ActText::new(&self.source, &self.act)
    }
}

fn acts() -> Vec<Act> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/explain/golden");
    let files = std::fs::read_dir(folder).expect("the golden set").map(|entry| entry.expect("an entry").path());
    let parse = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a text");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    files.map(parse).collect()
}

fn findings(source: &ActText, statement: &Statement) -> Vec<Finding> {
    let passages = Language::ALL.map(|language| {
        let text = text(statement, language);
        Passage { field: "simple_explanation", language, text, range: 0..text.len() }
    });
    check(source, &[Claim { rests_on: Some(&statement.rests_on), passages: passages.to_vec(), dates: vec![] }])
}

fn with_text(statement: &Statement, language: Language, text: String) -> Statement {
    match language {
        Language::Ro => Statement { ro: text, ..statement.clone() },
        Language::En => Statement { en: text, ..statement.clone() },
    }
}

fn text(statement: &Statement, language: Language) -> &str {
    match language {
        Language::Ro => &statement.ro,
        Language::En => &statement.en,
    }
}

#[test]
fn no_explanation_of_the_golden_set_is_held() {
    let mut held = Vec::new();
    for act in acts() {
        let source = act.source();
        for statement in &act.statements {
            held.extend(findings(&source, statement).into_iter().map(|finding| format!("{}: {finding:?}", act.act)));
        }
    }
    assert!(held.is_empty(), "{}", held.join("\n"));
}

#[test]
fn every_altered_figure_of_the_golden_set_is_held() {
    let (mut cases, mut passed) = (0, Vec::new());
    for act in acts() {
        let source = act.source();
        for alteration in &act.altered {
            let statement = &act.statements[alteration.statement];
            let altered = text(statement, alteration.language).replacen(&alteration.from, &alteration.to, 1);
            let found = findings(&source, &with_text(statement, alteration.language, altered.clone()));
            cases += 1;
            if !found.iter().any(|finding| finding.lang == alteration.language) {
                passed.push(format!("{}: {altered}", act.act));
            }
        }
    }
    assert!(cases >= 50, "the golden set has only {cases} cases");
    assert!(passed.is_empty(), "{} of {cases} were not held:\n{}", passed.len(), passed.join("\n"));
}

/// Every number of every statement, with each of its digits raised by one in turn.
#[test]
fn every_changed_digit_is_held() {
    let (mut cases, mut passed) = (0, Vec::new());
    for act in acts() {
        let source = act.source();
        for statement in &act.statements {
            for language in Language::ALL {
                let original = text(statement, language);
                for (at, digit) in original.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
                    let changed = if digit == '9' { '1' } else { char::from(digit as u8 + 1) };
                    let altered = format!("{}{changed}{}", &original[..at], &original[at + 1..]);
                    cases += 1;
                    if findings(&source, &with_text(statement, language, altered.clone())).is_empty() {
                        passed.push(format!("{}: {altered}", act.act));
                    }
                }
            }
        }
    }
    assert!(cases > 300, "only {cases} digits");
    assert!(passed.is_empty(), "{} of {cases} were not held:\n{}", passed.len(), passed.join("\n"));
}

#[test]
fn a_sentence_without_a_provision_of_the_act_is_held() {
    for act in acts() {
        let source = act.source();
        for statement in &act.statements {
            for rests_on in [vec![], vec!["art. 4321".to_owned()]] {
                assert!(!findings(&source, &Statement { rests_on, ..statement.clone() }).is_empty(), "{}", act.act);
            }
        }
    }
}

/// Laws as JSON Lines with `provisions` of `text`, in the file that `PARAGRAF_TEST_LAWS` names; left out without it.
#[test]
fn every_figure_of_a_law_is_found_in_the_law_itself() {
    let Some(file) = std::env::var_os("PARAGRAF_TEST_LAWS") else {
        return crate::support::data::leave_out("PARAGRAF_TEST_LAWS names no file");
    };
    let laws = std::fs::read_to_string(file).expect("the laws");
    for law in laws.lines() {
        let law: serde_json::Value = serde_json::from_str(law).expect("a law");
        let texts = law["provisions"].as_array().expect("provisions").iter();
        let text: Vec<_> = texts.filter_map(|provision| provision["text"].as_str()).collect();
        let text = text.join("\n");
        let source = ActText::new(&text, "");
        for found in figures(&text, ReadingMode::SOURCE).iter().flat_map(|place| &place.figures) {
            assert!(source.places_of(&found.figure).next().is_some(), "{}: {found:?}", law["title"]);
        }
    }
}

proptest! {
    #[test]
    fn any_text_can_be_read(pieces in proptest::collection::vec(piece(), 0..40)) {
        let text = pieces.concat();
        let source = ActText::new(&text, &text);
        for language in Language::ALL {
            figures(&text, ReadingMode::of(language));
        }
        source.resolve(&text);
        prop_assert!(source.references(100).len() <= 100);
    }
}

/// Pieces of legal texts in any order, and any characters.
fn piece() -> impl Strategy<Value = String> {
    let words = [
        "art. ", "Articolul ", "alin. (", "(", ")", "lit. a)", "pct. ", "1", "2026", "10.000", ",5", "31", "-", "/",
        "^", ".", " din ", " decembrie ", "May ", "Legea nr. ", "OUG", "Regulation (EU) ", "lei", "%", " de ", "mii ",
        "două ", "half", "Anexa nr. ", "unic", "II", "ˮ", "\u{a0}", "\n", ": ", ";", "of ", "and ", "O.U.G.", "F1",
        "€",
    ];
    prop_oneof![4 => prop::sample::select(words.to_vec()).prop_map(str::to_owned), 1 => ".{0,6}"]
}
