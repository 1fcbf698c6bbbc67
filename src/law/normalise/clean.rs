//! Cleaned text for display and comparison.

use super::letters::{correct_letter, has_lost_letters, has_mixed_letters, is_dash, is_invisible, raised_digit};

/// The text for display and comparison: composed letters (NFC) with comma below, single spaces, `-` for every dash,
/// no invisible characters.
pub fn clean(text: &str) -> String {
    let composed = icu_normalizer::ComposingNormalizerBorrowed::new_nfc().normalize(text);
    clean_letters(&composed, has_lost_letters(&composed))
}

/// As [`clean`], for the lines of a printed page, which stay lines: ligatures become letters (NFKC), and raised digits
/// `^1`.
pub fn clean_print(page: &str) -> String {
    // At the end of a line a soft hyphen is visible.
    let page = page.replace("\u{ad}\n", "-\n");
    let (is_lost, is_mixed) = (has_lost_letters(&page), has_mixed_letters(&page));
    let repair = |line: &str| is_lost || (is_mixed && has_lost_letters(line));
    let lines = page.split('\n').map(|line| clean_print_line(line, repair(line)));
    lines.collect::<Vec<_>>().join("\n")
}

fn clean_print_line(line: &str, repair: bool) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut was_raised = false;
    for c in line.chars() {
        let raised = raised_digit(c);
        if raised.is_some() && !was_raised {
            plain.push('^');
        }
        was_raised = raised.is_some();
        match raised {
            Some(digit) => plain.push_str(digit),
            // Before NFKC, which makes an `o` of `º`.
            None => plain.push(correct_letter(c, repair)),
        }
    }
    let normalizer = icu_normalizer::ComposingNormalizerBorrowed::new_nfkc();
    clean_letters(&normalizer.normalize(&plain), repair)
}

fn clean_letters(composed: &str, repair: bool) -> String {
    let mut cleaned = String::with_capacity(composed.len());
    for c in composed.chars() {
        match c {
            c if is_invisible(c) => {}
            c if c.is_whitespace() => {
                if !cleaned.is_empty() && !cleaned.ends_with(' ') {
                    cleaned.push(' ');
                }
            }
            c if is_dash(c) => cleaned.push('-'),
            c => cleaned.push(correct_letter(c, repair)),
        }
    }
    cleaned.truncate(cleaned.trim_end().len());
    cleaned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_letters_are_repaired_only_without_correct_ones() {
        assert_eq!(clean("Preşedinţie  –\u{a0}da "), "Președinție - da");
        assert_eq!(clean("Hotãrâre ºi þarã"), "Hotărâre și țară");
        assert_eq!(clean("nº 5 și São"), "nº 5 și São");
    }

    #[test]
    fn printed_lines_lose_ligatures_and_keep_their_number() {
        assert_eq!(
            clean_print("modi\u{fb01}căril\u{ad}\n\n art. 97¹² \u{2014} 5 m²"),
            "modificăril-\n\nart. 97^12 - 5 m^2"
        );
        assert_eq!(clean_print("Hotãrârea ºi\nþara"), "Hotărârea și\nțara");
        let mixed = "Legi și decrete\nHotãrâre pentru aplicarea ºi completarea\nlegislaþiei, a ordonanþei\nnr. 1º São";
        let repaired =
            "Legi și decrete\nHotărâre pentru aplicarea și completarea\nlegislației, a ordonanței\nnr. 1ș Săo";
        assert_eq!(clean_print(mixed), repaired, "one font of two");
        assert_eq!(clean_print("Legi și decrete, São Paulo, 1ª"), "Legi și decrete, São Paulo, 1a");
    }
}
