//! Properties of every text. `PROPTEST_CASES=1000000 cargo test --release -p paragraf-law properties` searches longer.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;
use proptest::test_runner::TestCaseError;

use super::document::{self, DocumentFormat};
use super::identity::heading;
use super::label::Label;
use super::normalise::clean;
use super::provision::Provision;
use super::timetable::timetable;
use super::{Mention, MentionValue, act_kind::ActKind, read_markdown, read_text};

/// Pieces that recognisable texts are made of.
const PIECES: &[&str] = &[
    "Legea", "Legii", "Legile", "O.U.G.", "HG", "Ordinul", "Decizia", "Regulamentul", "(UE)", "(CEE, Euratom)",
    "Directiva", "Codul fiscal", "Constituția României", "nr.", "nr. 31/1990", "1.574/3.246/2025", "2016/679", "din",
    "al", "a", "ale", "art.", "articolul", "alin.", "alineatele", "lit.", "literele", "pct.", "anexa", "nr. 1", "teza",
    "liniuța", "a doua", "partea introductivă", "unic", "97^1", "^", "¹", "²", "(1)", "(2^1)", "a)", "f^7)", "j)-l)",
    "XII", "IIII", "-", ",", "și", "sau", ";", ":", ".", "......", "„", "”", "[", "](", ")", "(", "publicată în",
    "republicată", "Monitorul Oficial", "al României", "Partea I", "bis", "din 18 mai 2011", "31 februarie 2026",
    "99.99.9999", "/7.X.2021", "(la 18-12-2025,", "a fost modificat de", "publicat", "MONITORUL OFICIAL",
    "se modifică", "se introduc", "patru noi alineate", "se abrogă", "Se aprobă Ordonanța", "intră în vigoare", "la",
    "în termen de", "cel mult", "30 de zile", "999999 de ani", "lucrătoare", "de la data", "publicării",
    "intrării în vigoare", "până la", "data de", "25", "inclusiv", "a lunii următoare", "începând cu", "luna",
    "ianuarie", "9999", "anul fiscal", "2026-2027", "semestrul", "perioada", "între", "înainte de",
    "prin derogare de la", "prevederile", "1.000", "10.000 lei", "25,949", "lei/oră", "%", "milioane", "de", "euro",
    "€", "999999999999999", "0", "\u{feff}", "\u{ad}", "\u{306}", "ş", "ţ", "º", "þ", "\n", "\n\n", "\t", "\u{a0}",
    "–", "# ", "🙂", "中",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => (0_u32..5000).prop_map(|number| number.to_string()),
    ];
    let separator = prop_oneof![4 => select(vec![" "]), 1 => select(vec!["", "  ", "\n"])];
    vec((piece, separator), 0..60)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(piece, sep)| [piece, sep.to_owned()]).collect())
}

/// Checks that the mentions are in order, and that each has the text at its place.
fn check_places(text: &str, mentions: &[Mention]) -> Result<(), TestCaseError> {
    prop_assert!(mentions.is_sorted_by_key(|mention| mention.start));
    for mention in mentions {
        prop_assert_eq!(text.get(mention.start..mention.end), Some(mention.text.as_str()));
        prop_assert!(!mention.text.is_empty() && !mention.value.kind().is_empty());
        drop(mention.value.to_string());
        if let MentionValue::Provision { provision, .. } = &mention.value {
            prop_assert!(!provision.singles().is_empty());
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read_with_its_places(text in text()) {
        let mentions = read_text(&text);
        check_places(&text, &mentions)?;
        check_places(&text, &read_markdown(&text))?;
        drop((heading(&text), timetable(ActKind::Law, Some(jiff::civil::date(2026, 1, 1)), &mentions)));
        prop_assert_eq!(read_text(&text), mentions, "reading is repeatable");
    }

    #[test]
    fn any_text_is_a_document_or_an_error(text in text()) {
        for format in DocumentFormat::ALL {
            drop(document::parse(&text, format));
        }
        prop_assert!(DocumentFormat::ALL.contains(&DocumentFormat::of_text(&text)));
    }

    #[test]
    fn cleaning_twice_changes_nothing(text in text()) {
        let once = clean(&text);
        prop_assert_eq!(clean(&once), once);
    }

    #[test]
    fn a_written_provision_is_read_back(text in text()) {
        if let Ok(provision) = text.parse::<Provision>() {
            let written = provision.to_string();
            prop_assert_eq!(written.parse::<Provision>().map(|it| it.to_string()), Ok(written));
        }
        if let Ok(label) = text.trim().parse::<Label>() {
            prop_assert_eq!(label.to_string().parse::<Label>(), Ok(label));
        }
    }
}
