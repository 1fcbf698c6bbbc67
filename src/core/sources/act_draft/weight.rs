//! How much a text asks of its readers.

use super::role_words::{BANS, CRIMES, DUTIES, FORMULAS, READERS, RIGHTS, SANCTIONS};
use super::wording::begins_with_authority;
use super::words::has_any;
use crate::domain::text;

/// Signs of an amount or a share in a folded text.
const AMOUNTS: [&str; 5] = [" lei", " euro", "%", "gratuit", "la suta"];

/// Signs of a limit in a folded text.
const LIMITS: [&str; 4] = ["nu poate depasi", "nu pot depasi", "nu poate fi mai m", "nu pot fi mai m"];

/// How much a text asks: 0 for a formula such as the mention of a directive, up to 6 for a crime.
pub(super) fn weight(words: &str) -> u8 {
    let folded = text::fold(words);
    if is_formula(&folded) {
        return 0;
    }
    folded.split([';', '\n']).flat_map(|part| part.split(". ")).map(of_sentence).max().unwrap_or_default()
}

/// Whether a folded text only says how the act stands to others: what it transposes, that it is printed again.
pub(super) fn is_formula(folded: &str) -> bool {
    FORMULAS.iter().any(|words| folded.contains(words))
}

/// A duty, a ban or a sanction weighs more than a right; each weighs more for readers, and with an amount.
fn of_sentence(folded: &str) -> u8 {
    // What is a sanction only where it is no crime is none.
    let folded = &folded.replace("nu constituie infractiun", "");
    if has_any(folded, &CRIMES) {
        return 6;
    }
    let is_for_readers = has_any(folded, &READERS);
    let amount = u8::from(AMOUNTS.iter().any(|sign| folded.contains(sign)));
    if has_any(folded, &SANCTIONS) {
        return 3 + amount;
    }
    // A limit binds also where an authority stands near.
    if LIMITS.iter().any(|words| folded.contains(words)) {
        return 3 + u8::from(is_for_readers) + amount;
    }
    if begins_with_authority(folded) {
        return 1;
    }
    if has_any(folded, &DUTIES) || has_any(folded, &BANS) {
        return 3 + u8::from(is_for_readers) + amount;
    }
    if has_any(folded, &RIGHTS) {
        return 2 + u8::from(is_for_readers) + u8::from(is_for_readers).min(amount);
    }
    1 + amount
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crime_weighs_most_and_a_formula_nothing() {
        let texts = [
            "La mențiunea privind transpunerea normelor Uniunii Europene, după punctul 6 se introduce un nou punct",
            "Ministerul Dezvoltării are obligația de a înștiința Ministerul Educației",
            "Comitetul este format din membri permanenți, fără indemnizație",
            "Persoanele juridice au dreptul la rambursare",
            "Furnizorii de servicii sociale au obligația de a continua demersurile",
            "Sumele achitate de cumpărător nu pot depăși 5% din preț",
            "Constituie infracțiuni și se pedepsesc cu închisoare de la 1 la 5 ani următoarele fapte",
        ];
        let weights: Vec<_> = texts.iter().map(|text| weight(text)).collect();
        assert!(weights.is_sorted() && weights[0] == 0 && weights[6] == 6, "{weights:?}");
    }
}
