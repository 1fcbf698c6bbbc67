//! Marks the parts of a text in which a line must not break, as in the UI: a compound with a short part, and a number
//! with its noun.

use maud::{Markup, html};

use crate::domain::date::{EN_MONTHS, RO_MONTHS};

const NUMBERED: [&str; 7] = ["nr.", "art.", "alin.", "lit.", "pct.", "no.", "para."];
const UNITS: [&str; 11] = ["lei", "euro", "%", "mp", "ha", "zile", "luni", "ani", "days", "months", "years"];
const LONGEST_SHORT_SIDE: usize = 4;
const LONGEST_KEPT: usize = 20;

/// The text with the parts that stay on one line marked.
pub(super) fn kept_words(text: &str) -> Markup {
    let runs = runs(text);
    html! {
        @for (index, run) in runs.iter().enumerate() {
            @if index > 0 { " " }
            @if stays_whole(run) { span.shell-kept { (run) } } @else { (run) }
        }
    }
}

/// The words of a text; those that belong together are one.
fn runs(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut runs: Vec<String> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| words[before]);
        match (before, runs.last_mut()) {
            (Some(before), Some(run)) if belong(before, word, words.get(index + 1).copied()) => {
                run.push(' ');
                run.push_str(word);
            }
            _ => runs.push((*word).to_owned()),
        }
    }
    runs
}

/// Whether no line may break between two words, before a third.
fn belong(left: &str, right: &str, next: Option<&str>) -> bool {
    let (left, right) = (left.trim_start_matches(['(', '„', '“']), bare(right));
    let is_amount = left.starts_with(|c: char| c.is_ascii_digit())
        && left.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let is_unit = |word: &str| UNITS.contains(&bare(word));
    let is_numeral = |word: &str| !word.is_empty() && word.chars().all(|c| matches!(c, 'I' | 'V' | '-' | 'a'));
    NUMBERED.contains(&left)
        || (is_amount && (is_unit(right) || (right == "de" && next.is_some_and(is_unit))))
        || (left == "de" && is_unit(right))
        || (is_amount && left.len() <= 2 && [RO_MONTHS, EN_MONTHS].iter().any(|months| months.contains(&right)))
        || (matches!(left, "Partea" | "Part") && is_numeral(right))
}

/// A word without the punctuation after it.
fn bare(word: &str) -> &str {
    word.trim_end_matches([',', '.', ';', ':', '?', '!', ')', '”', '…'])
}

/// A compound of two long words may break; a short part may not stand alone.
fn stays_whole(run: &str) -> bool {
    let length = run.chars().count();
    let short_side = || bare(run).split('-').any(|side| side.chars().count() <= LONGEST_SHORT_SIDE);
    length <= LONGEST_KEPT && (run.contains(' ') || (run.contains('-') && short_side()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_nouns_and_short_parts_their_words() {
        let kept = |text: &str| -> Vec<String> { runs(text).into_iter().filter(|run| stays_whole(run)).collect() };
        assert_eq!(kept("Legea nr. 239/2025, din 15 decembrie 2025"), ["nr. 239/2025,", "15 decembrie"]);
        assert_eq!(
            kept("500 lei, 20 de lei sau 5.000 lei peste un prag de lei"),
            ["500 lei,", "20 de lei", "5.000 lei", "de lei"]
        );
        assert_eq!(kept("într-o lună, e-Factura și supraveghere-verificare"), ["într-o", "e-Factura"]);
        assert_eq!(kept("art. 84 alin. (2), Partea I"), ["art. 84", "alin. (2),", "Partea I"]);
        assert_eq!(kept("nimic de păstrat"), Vec::<String>::new());
    }
}
