//! Sentences that say nothing without another one, and headings that stand before a sentence without a stop.

use super::verbs::main_verb;

/// Beginnings of sentences that point to the one before, in lower case.
const POINTERS: &[&str] = &[
    "de aceleași ", "aceleași ", "de aceeași ", "aceeași ", "același ", "acesta ", "aceasta ", "aceștia ", "acestea ",
    "acestuia ", "acesteia ", "acestora ", "în acest caz", "în această situație", "în aceste ", "în astfel de ",
    "în caz contrar", "de asemenea", "totodată", "prezenta lege ", "prezentul titlu ", "prezentul capitol ",
    "prezentul articol ", "prezentul alineat ", "prezenta secțiune ",
];
/// Words by which a sentence is about another paragraph.
const ELSEWHERE: &[&str] = &[
    "prevederile alin.",
    "prevederile art.",
    "prevederilor alin.",
    "prevederilor art.",
    "dispozițiile alin.",
    "dispozițiile art.",
    "dispozițiilor alin.",
    "dispozițiilor art.",
    "în sensul alin.",
    "în sensul art.",
    "prevăzute la alin.",
    "condițiile prevăzute la art.",
    "condițiilor prevăzute la art.",
    "cerințele prevăzute la art.",
    "drepturilor prevăzute la art.",
];
/// Verbs with which a sentence begins where a heading of several words stands before it.
const VERBS: &[&str] = &[" Trebuie ", " Se ", " Este ", " Sunt "];
/// Characters of such a heading.
const HEADING: usize = 90;

/// Whether a sentence says little without another one: "de aceleași prevederi beneficiază și medicii".
pub(super) fn leans(sentence: &str) -> bool {
    points_back(sentence) || ELSEWHERE.iter().any(|words| sentence.to_lowercase().contains(words))
}

/// Whether a sentence begins with words that stand for others before it.
pub(super) fn points_back(sentence: &str) -> bool {
    let begins = sentence.trim_start_matches(['„', ' ']).to_lowercase();
    POINTERS.iter().any(|words| begins.starts_with(words))
}

/// A sentence without the heading before it: "Debitul de apă și calitatea apei Trebuie să se asigure".
pub(super) fn without_glued_heading(sentence: &str) -> &str {
    let start = VERBS.iter().filter_map(|verb| sentence.find(verb)).min();
    let is_heading = |heading: &str| {
        let ends_small = heading.ends_with(char::is_lowercase) && main_verb(heading).is_none();
        ends_small
            && heading.contains(' ')
            && heading.chars().count() <= HEADING
            && !heading.contains([',', ';', ':', '.'])
    };
    start.filter(|at| is_heading(&sentence[..*at])).map_or(sentence, |at| &sentence[at + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_points_to_another_one_leans() {
        for (sentence, expected) in [
            // Legea nr. 163/2025.
            ("De aceleași prevederi beneficiază și medicii specialiști.", true),
            // Legea nr. 153/2025.
            ("Controlul respectării prevederilor alin. (2) și (3) se face de către organele fiscale.", true),
            // Legea nr. 57/2025.
            ("Prezentul titlu se aplică atunci când valoarea cererii nu depășește 50.000 lei.", true),
            // Legea nr. 166/2025.
            ("Măsurile prevăzute la alin. (1)-(3) se aplică și în cazul proiectelor etapizate.", true),
            ("Cluburile sportive trebuie să respecte condițiile prevăzute la art. 31.", true),
            ("Acestor cereri li se aplică o taxă de 50 lei.", false),
            ("Proprietarii depun cererea prevăzută la alin. (1) la primărie.", false),
        ] {
            assert_eq!(leans(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn a_heading_before_a_verb_is_no_part_of_the_sentence() {
        for (sentence, expected) in [
            // Legea nr. 147/2025.
            (
                "Debitul de apă și calitatea apei Trebuie să se asigure un debit adecvat.",
                "Trebuie să se asigure un debit adecvat.",
            ),
            ("Registrul se ține la Consiliul Se modifică.", "Registrul se ține la Consiliul Se modifică."),
            ("Proprietarii declară, potrivit legii Se", "Proprietarii declară, potrivit legii Se"),
            ("Fermierii depun cererea.", "Fermierii depun cererea."),
        ] {
            assert_eq!(without_glued_heading(sentence), expected);
        }
    }
}
