//! Where operations and their new texts begin and end.

use crate::label::Label;

/// The text without the quotation marks around it.
pub fn without_quotes(text: &str) -> &str {
    let Some(inner) = text.trim().strip_prefix(['„', '"', '«', '”', '“']) else { return text };
    inner.trim_end_matches(['.', ';', ' ']).strip_suffix(['"', '»', '”', '“']).unwrap_or(inner)
}

/// Whether an operation may begin after this text.
pub fn ends_sentence(before: &str) -> bool {
    let before_number = ["nr.", "art.", "Art.", "alin.", "pct."].iter().any(|word| before.ends_with(word));
    before.ends_with(['.', ';', ':', '"', '\n', '>', '-']) && !before_number
}

/// The length of the white space at the beginning of the text.
pub fn spaces(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Whether the number of a label is at most `distance` after that of another one. Labels without numbers always are.
pub fn close_to(label: &Label, last: &Label, distance: u32) -> bool {
    match (label.number(), last.number()) {
        (Some(number), Some(before)) => number <= before + distance,
        _ => true,
    }
}

/// Where the amending act itself goes on after the text of its last operation: its signatures, or its annex.
pub fn own_end(text: &str) -> Option<usize> {
    own_annex(text).into_iter().chain(signatures(text)).chain(transposition(text)).min()
}

/// Where the words under the last article begin: "Această lege a fost adoptată", the signatures, the place and the day.
fn signatures(text: &str) -> Option<usize> {
    const STARTS: [&str; 9] = [
        "Aceasta lege a fost adoptata",
        "Prezenta lege a fost adoptata",
        "PRESEDINTELE CAMEREI",
        "PRESEDINTELE SENATULUI",
        "PRESEDINTELE ROMANIEI",
        "p. PRESEDINTELE ",
        "PRIM-MINISTRU",
        "Contrasemneaza:",
        "Bucuresti, ",
    ];
    let starts = STARTS.into_iter().flat_map(|words| text.match_indices(words));
    let begins = |at: &usize| ends_sentence(text[..*at].trim_end()) || text[..*at].ends_with('\n');
    let officials = OFFICIALS.into_iter().flat_map(|words| text.match_indices(words));
    let officials = officials.filter(|(at, _)| is_signature(&text[*at..]));
    starts.chain(officials).map(|(at, _)| at).filter(begins).min()
}

/// Words for the officials who sign acts, with a comma and a name behind them.
const OFFICIALS: [&str; 8] = [
    "Presedintele ", "p. Presedintele ", "Vicepresedintele ", "Ministrul ", "p. Ministrul ", "Viceprim-ministru",
    "Guvernatorul ", "Secretarul general ",
];

/// The longest office in a signature.
const LONGEST_OFFICE: usize = 200;

/// Whether the text is an office with a name behind its comma: "Ministrul finanțelor, Ion Pop".
fn is_signature(text: &str) -> bool {
    let Some((office, name)) = text[..text.floor_char_boundary(LONGEST_OFFICE)]
        .split_once(",\n")
        .or_else(|| text[..text.floor_char_boundary(LONGEST_OFFICE)].rsplit_once(", "))
    else {
        return false;
    };
    let is_office = !office.trim_start_matches("p. ").contains(['.', ';', ':', '"', '(']);
    let mut words = name.trim_start().split([' ', '\n']);
    let is_name = |word: &str| word.starts_with(char::is_uppercase) && !word.contains(['.', ';']);
    let [Some(first), Some(last)] = [words.next(), words.next()] else { return false };
    // "Ministrul sanatatii, Casa Nationala de Asigurari": the sentence goes on.
    let goes_on = words.next().is_some_and(|next| next != "p." && next.starts_with(char::is_lowercase));
    is_office && is_name(first) && is_name(last) && (last.ends_with(',') || !goes_on)
}

/// Where the note on the directives that the act transposes begins, perhaps after a line of asterisks. The same words
/// within a new text are quoted, or stand right after its header.
fn transposition(text: &str) -> Option<usize> {
    const NOTES: [&str; 3] =
        ["Prezenta lege transpune ", "Prezenta ordonanta transpune ", "Prezenta ordonanta de urgenta transpune "];
    let at = NOTES.into_iter().filter_map(|words| text.find(words)).min()?;
    let before = text[..at].trim_end_matches(['*', ' ', '\n']);
    let is_closed = before.matches('"').count().is_multiple_of(2);
    (before.ends_with(['.', ';', '"']) && is_closed).then_some(before.len())
}

/// Where an annex of the amending act itself begins after the text of its last operation: "Anexa nr. 1 DECLARAȚIE".
fn own_annex(text: &str) -> Option<usize> {
    let starts = ["ANEX", "Anex"].into_iter().flat_map(|word| text.match_indices(word));
    // The new text of an annex begins with its heading.
    let is_quoted = |at: usize| {
        let before = text[..at].trim_start();
        before.starts_with('"') && !before.matches('"').count().is_multiple_of(2)
    };
    starts.map(|(at, _)| at).filter(|at| *at > 0 && begins_annex(text, *at)).min().filter(|at| !is_quoted(*at))
}

fn begins_annex(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end();
    let mut words = text[at..].split_whitespace().skip(1).peekable();
    let number = words.next_if(|word| word.eq_ignore_ascii_case("nr."));
    if number.is_some() {
        words.next();
    }
    let is_title = words.next().is_some_and(|word| {
        let letters = word.chars().filter(|c| c.is_alphabetic());
        letters.clone().count() >= 4 && letters.clone().all(char::is_uppercase)
    });
    is_title && before.ends_with(['.', ';', '"'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_annex_of_the_act_itself_ends_the_last_text() {
        let text = "(3) Modelul este în anexa nr. 2. Anexa nr. 1 DECLARAȚIE PE PROPRIA RĂSPUNDERE";
        assert_eq!(own_annex(text).map(|at| &text[at..at + 11]), Some("Anexa nr. 1"));
        assert_eq!(own_annex("\"ANEXA CRITERII minime.\""), None);
        assert_eq!(own_annex("(2) Text. Anexa nr. 1 face parte din prezenta lege. Anexele nr. 2 și 3 la fel."), None);
    }

    #[test]
    fn the_signatures_of_the_act_end_the_last_text() {
        for (text, own) in [
            ("\"(2) Trei.\" Aceasta lege a fost adoptata de Parlamentul Romaniei.", "\"(2) Trei.\""),
            ("(2) Trei.\nPRIM-MINISTRU ION POPESCU", "(2) Trei."),
            ("a) una; b) doua. Bucuresti, 5 ianuarie 2026. Nr. 9.", "a) una; b) doua."),
            ("(2) Trei.\nContrasemneaza:\nMinistrul justitiei, Ion Pop", "(2) Trei."),
            ("(2) Trei.\nMinistrul justitiei,\nIon Pop,\nsecretar de stat", "(2) Trei."),
            (
                "Trei. Ministrul sanatatii, Casa Nationala de Asigurari emit norme.",
                "Trei. Ministrul sanatatii, Casa Nationala de Asigurari emit norme.",
            ),
            ("(2) Trei. * Prezenta lege transpune Directiva (UE) 2019/1.", "(2) Trei."),
            ("\"Prezenta lege transpune Directiva.\"", "\"Prezenta lege transpune Directiva.\""),
            ("(2) Sediul este in Bucuresti, sectorul 1.", "(2) Sediul este in Bucuresti, sectorul 1."),
        ] {
            assert_eq!(text[..own_end(text).unwrap_or(text.len())].trim_end(), own);
        }
    }
}
