//! Normalisation: a search copy in ASCII whose places map back to the original text, and cleaned text for display.

mod clean;
mod fold;
mod letters;

pub use clean::{clean, clean_print};
pub use fold::SearchCopy;
pub use letters::is_invisible;
pub(crate) use letters::raised_digit;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_copy_is_ascii_and_maps_back_to_the_original() {
        for (original, copy) in [
            ("publicată în Monitorul", "publicata in Monitorul"),
            ("Preşedintele  \u{a0}României", "Presedintele Romaniei"),
            ("1\u{b9}\u{b2} și 5³", "1^12 si 5^3"),
            ("150 € – „mic“", "150 EUR - \"mic\""),
            ("a\u{306} s\u{326}i \u{feff}t\u{ad}u", "a si tu"),
            ("unu\r\ndoi\n\n\ttrei", "unu doi\ntrei"),
            ("Hotãrârea ºi þara", "Hotararea si tara"),
            ("[1] (a)", "[1] (a)"),
        ] {
            assert_eq!(SearchCopy::new(original).text(), copy);
        }
    }

    #[test]
    fn every_word_of_the_copy_leads_to_its_original() {
        let original = "\u{feff}După  articolul „97¹“ a\u{306}ci, [lit. ă)](https://example.ro/a) și 150 €…";
        let copy = SearchCopy::of_markdown(original);
        for (word, expected) in
            [("Dupa", "După"), ("97^1", "97¹"), ("aci", "a\u{306}ci"), ("lit. a)", "lit. ă)"), ("150 EUR", "150 €")]
        {
            let at = copy.text().find(word).expect("the word is copied");
            assert_eq!(copy.original(at..at + word.len()), expected);
        }
        assert!(!copy.text().contains("https"), "{}", copy.text());
        assert_eq!(copy.original_range(0..copy.text().len()), 3..original.len());
    }
}
