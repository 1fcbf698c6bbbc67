//! Unit words: "articolul", "literelor", "lit.".

use crate::amend::words::WordCursor;
use crate::form::clause::ClauseKind;

/// Reads "prima", "primul" or "a doua" before a unit word.
pub fn read_ordinal_before(words: &mut WordCursor<'_>) -> Option<u32> {
    words.attempt(|words| {
        let label = words.ordinal_word()?;
        words.peek_word().is_some_and(|word| unit_word(word, &mut words.clone()).is_some()).then_some(label)
    })
}

/// The kind of unit that a word names, and whether its form makes it the owner of the unit before.
pub fn unit_word(word: &str, words: &mut WordCursor<'_>) -> Option<(ClauseKind, bool)> {
    let word = word.trim_end_matches('.');
    let genitive = word.ends_with("ului")
        || word.ends_with("elor")
        || word.ends_with("ilor")
        || matches!(word, "literei" | "anexei" | "sectiunii" | "liniutei" | "tezei" | "pozitiei" | "titlurilor");
    let kind = match word {
        "partea" | "partii" | "partile" | "partilor" => {
            let introductory = words.peek_word().is_some_and(|next| next.starts_with("introductiv"));
            introductory.then(|| words.next_word())?;
            return Some((ClauseKind::Introduction, matches!(word, "partii" | "partilor")));
        }
        "denumirea" | "denumirile" | "denumirii" => {
            while words.peek_word().is_some_and(|next| next.starts_with("marginal")) {
                words.next_word();
            }
            skip_act_word(words);
            ClauseKind::Heading
        }
        "titlul" if names_heading(words) => {
            skip_act_word(words);
            ClauseKind::Heading
        }
        "art" => ClauseKind::Article,
        "alin" => ClauseKind::Paragraph,
        "lit" => ClauseKind::Letter,
        "pct" => ClauseKind::Point,
        "cap" => ClauseKind::Chapter,
        "poz" => ClauseKind::Row,
        _ if word.starts_with("articol") => ClauseKind::Article,
        _ if word.starts_with("alineat") => ClauseKind::Paragraph,
        _ if word.starts_with("liter") => ClauseKind::Letter,
        _ if word.starts_with("punct") => ClauseKind::Point,
        _ if word.starts_with("subpunct") => ClauseKind::Point,
        _ if word.starts_with("liniut") => ClauseKind::Dash,
        _ if word.starts_with("anex") => ClauseKind::Annex,
        _ if word.starts_with("capitol") => ClauseKind::Chapter,
        _ if word.starts_with("subsectiun") => ClauseKind::Subsection,
        _ if word.starts_with("sectiun") => ClauseKind::Section,
        _ if word.starts_with("titlu") => ClauseKind::Title,
        _ if word.starts_with("cartea") || word.starts_with("carti") => ClauseKind::Book,
        _ if word.starts_with("tez") => ClauseKind::Sentence,
        _ if word.starts_with("paragraf") => ClauseKind::Paragraph,
        _ if word.starts_with("poziti") => ClauseKind::Row,
        "numar" | "numere" | "numarul" | "numerele" | "numarului"
            if words.peek_word().is_some_and(|next| next.starts_with("curent")) =>
        {
            words.next_word();
            ClauseKind::Row
        }
        _ => return None,
    };
    Some((kind, genitive))
}

/// Whether "titlul" means a heading: of the act, or of a unit that follows in the genitive.
fn names_heading(words: &WordCursor<'_>) -> bool {
    words.clone().next_word().is_none_or(|next| {
        next.ends_with("lui")
            || matches!(
                next,
                "sectiunii" | "subsectiunii" | "anexei" | "legii" | "ordonantei" | "hotararii" | "partii" | "cartii"
            )
    })
}

/// Skips the word for the act itself: "titlul ordonanței de urgență".
fn skip_act_word(words: &mut WordCursor<'_>) {
    let is_act = words
        .peek_word()
        .is_some_and(|word| matches!(word, "legii" | "ordonantei" | "hotararii" | "actului" | "codului"));
    if is_act {
        words.next_word();
        while words.peek_word().is_some_and(|word| matches!(word, "de" | "urgenta" | "normativ" | "guvernului")) {
            words.next_word();
        }
    }
}
