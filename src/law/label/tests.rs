//! Labels as they are written, and their order.

use super::*;

fn label(text: &str) -> Label {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn labels_are_parsed_and_written_back() {
    for text in ["97", "97^1", "XII", "XXXII^2", "f", "f^7", "ll", "3.1.2", "I.8", "29b", "295^28a", "unic", "1.026"] {
        assert_eq!(label(text).to_string(), text);
    }
    let article = |text| label(text).of_article().to_string();
    assert_eq!(
        ["1.026", "1.026^1", "3.1.2", "0.026", "12.026", "5"].map(article),
        ["1026", "1026^1", "3.1.2", "0.026", "12.026", "5"]
    );
    assert_eq!(label("10 bis"), label("10^1"));
    for text in ["", "97^", "abc", "5)", "(2)", "IIII"] {
        assert!(text.parse::<Label>().is_err(), "{text}");
    }
}

#[test]
fn inserted_provisions_follow_the_one_before() {
    let mut labels = ["98", "97^2", "97", "97^10", "97^1"].map(label);
    labels.sort();
    assert_eq!(labels, ["97", "97^1", "97^2", "97^10", "98"].map(label));
    assert!(label("29") < label("29b") && label("29b") < label("30"));
    assert!(label("z") < label("aa") && label("f^7") < label("g"));
}

#[test]
fn ranges_list_their_labels() {
    let check = |first: &str, last: &str, expected: &str| {
        let range = LabelRange { first: label(first), last: Some(label(last)) };
        let labels: Vec<_> = range.labels().iter().map(Label::to_string).collect();
        assert_eq!(labels.join(" "), expected);
        assert!(range.labels().iter().all(|label| range.contains(label)));
    };
    check("37", "39", "37 38 39");
    check("II", "VI", "II III IV V VI");
    check("j", "l", "j k l");
    check("p", "r", "p q r");
    check("aa", "cc", "aa bb cc");
    check("aa", "ad", "aa ad");
    check("97^1", "97^3", "97^1 97^2 97^3");
    check("97", "97^2", "97 97^1 97^2");
    check("97^2", "99", "97^2 98 99");
    check("3.1", "3.3", "3.1 3.2 3.3");
    check("I.8", "I.10", "I.8 I.9 I.10");
}
