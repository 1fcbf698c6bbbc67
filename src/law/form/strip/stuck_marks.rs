//! Marks of units without a space before them, as the portal's pages give them when they are copied: "urmează:1. La
//! articolul 4", "(1) Unu.(2) Doi.", "Articolul 4Plata".

use std::borrow::Cow;

use crate::label::Label;

/// The text with a space before each mark that stands right behind the end of a sentence, and behind the number of an
/// article.
pub fn part_marks(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut from = 0;
    for (at, _) in text.match_indices(['.', ';', ':', '”', '“', '»', '"', ' ']) {
        let Some(place) = place_after(text, at) else { continue };
        kept.push_str(&text[from..place]);
        kept.push(' ');
        from = place;
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    kept.push_str(&text[from..]);
    Cow::Owned(kept)
}

/// Where a space is missing after the sign at a place.
fn place_after(text: &str, at: usize) -> Option<usize> {
    let sign = text[at..].chars().next()?;
    let start = at + sign.len_utf8();
    let (before, after) = (&text[..at], &text[start..]);
    match sign {
        ' ' => stuck_heading(before, after).map(|length| start + length),
        // A full stop in place of a colon.
        '.' if before.ends_with("cuprins") && after.starts_with(['„', '"', '«']) => Some(start),
        '.' if ends_short_word(before) => None,
        '.' if before.ends_with(|c: char| c.is_ascii_digit()) => {
            (ends_with_number(before) && begins_header(after)).then_some(start)
        }
        // A mark of quotation closes a sentence only behind its full stop.
        '"' if !before.ends_with(['.', ';']) => None,
        '"' => begins_point(after).then_some(start),
        _ => begins_mark(after).then_some(start),
    }
}

/// Whether the text ends with a number behind a word, behind which a full stop ends the sentence: "devine articolul 9.2. La
/// articolul 12". A number behind a sentence end or a word for points is the first part of one: "urmează: 2.1. Plata".
fn ends_with_number(before: &str) -> bool {
    const DOTTED: [&str; 6] = ["punctul", "subpunctul", "poziția", "punctele", "ora", "orele"];
    let front = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '^');
    let word = front.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    front.ends_with(' ') && !word.is_empty() && !DOTTED.iter().any(|dotted| word.eq_ignore_ascii_case(dotted))
}

/// Whether a point with the header of an operation begins here. Other texts behind a number are dotted points of a table:
/// "Cefalopode 12.1. Debitul apei".
fn begins_header(text: &str) -> bool {
    const HEADERS: [&str; 12] = [
        "La a", "Articol", "Art. ", "După ", "Alineat", "Litera ", "Punctul ", "Anexa ", "Anexele ", "Capitolul ",
        "În tot ", "Titlul ",
    ];
    let body = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '^').strip_prefix(". ");
    begins_point(text) && body.is_some_and(|body| HEADERS.iter().any(|header| body.starts_with(header)))
}

/// Whether the text ends with a word that is shortened before a number.
fn ends_short_word(before: &str) -> bool {
    const WORDS: [&str; 10] = ["art", "alin", "lit", "pct", "nr", "poz", "crt", "cap", "sect", "tit"];
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    WORDS.iter().any(|short| word.eq_ignore_ascii_case(short))
}

/// Whether the mark of a paragraph, a letter or a point begins here.
fn begins_mark(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix('(') {
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '^');
        return rest.starts_with(|c: char| c.is_ascii_digit())
            && number.starts_with(')')
            && rest.len() - number.len() <= 6;
    }
    begins_letter(text) || begins_point(text)
}

fn begins_letter(text: &str) -> bool {
    let label = text.trim_start_matches(|c: char| c.is_lowercase());
    let letters = text[..text.len() - label.len()].chars().count();
    let rest = label.strip_prefix('^').map_or(label, |index| index.trim_start_matches(|c: char| c.is_ascii_digit()));
    let text = rest.strip_prefix(')');
    (1..=2).contains(&letters) && text.is_some_and(|text| text.starts_with(|c: char| c == ' ' || c.is_alphabetic()))
}

/// Whether a point begins here: its number, and a text with a capital or the header of an operation.
fn begins_point(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '^');
    let length = text.len() - rest.len();
    let body = rest.strip_prefix(". ").unwrap_or_default();
    let begins = text.starts_with(|c: char| c.is_ascii_digit()) && length <= 6;
    begins && body.starts_with(|c: char| c.is_uppercase() || matches!(c, '„' | '"'))
}

/// The length of the number of an article at the beginning of `after`, if its heading or text is stuck to it: "4Plata",
/// "IILegea nr. 5/2000".
fn stuck_heading(before: &str, after: &str) -> Option<usize> {
    let named = ["Articolul", "ARTICOLUL", "Art.", "Articol", "ARTICOL"].iter().any(|word| before.ends_with(word));
    named.then_some(())?;
    let is_digit = |c: char| c.is_ascii_digit() || c == '^';
    let rest = after.trim_start_matches(is_digit);
    let length = after.len() - rest.len();
    let begins_word = |text: &str| {
        let mut chars = text.chars();
        chars.next().is_some_and(char::is_uppercase) && chars.next().is_some_and(char::is_lowercase)
    };
    if length > 0 {
        let is_stuck = begins_word(rest) || rest.starts_with('(') && begins_mark(rest);
        return is_stuck.then_some(length);
    }
    let capitals = after.len() - after.trim_start_matches(|c: char| c.is_ascii_uppercase()).len();
    let number = &after[..capitals.checked_sub(1)?];
    let is_number = number == "UNIC" || Label::of_roman(number).is_some();
    (is_number && begins_word(&after[number.len()..])).then_some(number.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_parts_a_mark_from_the_sentence_before_it() {
        for (text, parted) in [
            ("urmează:1. La articolul 4, alineatul (2)", "urmează: 1. La articolul 4, alineatul (2)"),
            (
                "cuprins:(2) Unu.(3) Doi.2. Articolul 4 se abrogă.",
                "cuprins: (2) Unu. (3) Doi. 2. Articolul 4 se abrogă.",
            ),
            ("cuprins:o) una;ț^1) alta", "cuprins: o) una; ț^1) alta"),
            ("până în 2024.3. La articolul 5", "până în 2024. 3. La articolul 5"),
            ("devine articolul 9.2. Articolul 4 se abrogă", "devine articolul 9. 2. Articolul 4 se abrogă"),
            ("„Text.”2. Articolul 4", "„Text.” 2. Articolul 4"),
            ("\"Text.\"2. Articolul 4", "\"Text.\" 2. Articolul 4"),
            ("Articolul 4Plata este liberă.", "Articolul 4 Plata este liberă."),
            ("Articolul 6^5(1) Prevederile", "Articolul 6^5 (1) Prevederile"),
            ("Articolul IILegea nr. 5/2000", "Articolul II Legea nr. 5/2000"),
            ("Articolul UNICAlineatele 1 și 2", "Articolul UNIC Alineatele 1 și 2"),
        ] {
            assert_eq!(part_marks(text), parted);
            assert_eq!(part_marks(parted), parted, "twice");
        }
    }

    #[test]
    fn numbers_and_short_words_stay() {
        for text in [
            "art.2. Text, alin.(2), lit.a) și pct.3. Altul",
            "1.234.567 lei, ora 10.30. La sediu, 2.1. Anexa",
            "urmează: 2.1. Articolul 4 se abrogă. 2.2. La articolul 5, Cefalopode 12.1. Debitul apei",
            "punctul 2.1. Articolul 4",
            "adresa http://x.ro:80, S.A., A.N.A.F.",
            "\"(1) Text\", \"a) una\"",
            "La articolul 7(1), articolul 12bis, Articolul Intrare, articolul 5A",
        ] {
            assert_eq!(part_marks(text), text);
        }
    }
}
