//! Kinds of acts in the gazette, as its summary and its headings name them.

use super::letters::squeezed;

/// A kind: its name in the titles of acts, and its words, squeezed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct GazetteActKind {
    pub(super) name: &'static str,
    words: &'static [&'static str],
}

/// A kind comes before those whose words are the beginning of its own.
static KINDS: [GazetteActKind; 13] = [
    GazetteActKind { name: "ORDONANȚĂ DE URGENȚĂ", words: &["ordonantadeurgenta"] },
    GazetteActKind { name: "ORDONANȚĂ", words: &["ordonanta"] },
    GazetteActKind { name: "LEGE", words: &["lege"] },
    GazetteActKind { name: "HOTĂRÂRE", words: &["hotararea", "hotarare"] },
    GazetteActKind { name: "DECRET", words: &["decretul", "decret"] },
    GazetteActKind { name: "ORDIN", words: &["ordinul", "ordin"] },
    GazetteActKind { name: "DECIZIE", words: &["decizia", "decizie"] },
    GazetteActKind { name: "CIRCULARĂ", words: &["circulara"] },
    GazetteActKind { name: "REGULAMENT", words: &["regulamentul", "regulament"] },
    GazetteActKind { name: "NORMĂ", words: &["norma"] },
    GazetteActKind { name: "INSTRUCȚIUNI", words: &["instructiuni"] },
    GazetteActKind { name: "ÎNCHEIERE", words: &["incheierea", "incheiere"] },
    GazetteActKind { name: "RECTIFICARE", words: &["rectificari", "rectificare"] },
];

/// The kind that squeezed words begin with, and the rest.
pub(super) fn leading(words: &str) -> Option<(&'static GazetteActKind, &str)> {
    let found =
        |kind: &'static GazetteActKind| kind.words.iter().find_map(|word| Some((kind, words.strip_prefix(word)?)));
    KINDS.iter().find_map(found)
}

/// The kind of a line in capitals with nothing but a kind and its number, and the squeezed words after the kind:
/// `L E G E`, `DECIZIA Nr. 698 din 29 noiembrie 2016`.
pub(super) fn heading(line: &str) -> Option<(&'static GazetteActKind, String)> {
    let letters = line.chars().filter(|c| c.is_alphabetic());
    if !letters.take(4).all(char::is_uppercase) || line.chars().count() > 80 {
        return None;
    }
    let words = squeezed(line);
    let (kind, rest) = leading(&words)?;
    let is_number = rest.strip_prefix("nr").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    (rest.is_empty() || is_number).then(|| (kind, rest.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_a_kind_alone_or_with_its_number() {
        for (line, name, rest) in [
            ("L E G E", "LEGE", ""),
            ("ORDONANȚĂ DE URGENȚĂ", "ORDONANȚĂ DE URGENȚĂ", ""),
            ("D E C I Z I A Nr. 698", "DECIZIE", "nr698"),
            ("DECIZIA Nr. 4 din 17 ianuarie 2017", "DECIZIE", "nr4din17ianuarie2017"),
        ] {
            let (kind, words) = heading(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!((kind.name, words.as_str()), (name, rest));
        }
        for line in
            ["Lege", "LEGI ȘI DECRETE", "LEGEA nr. 31/1990", "ORDINE", "Decizia nr. 4", "HOTĂRÂRI ALE GUVERNULUI"]
        {
            assert_eq!(heading(line).filter(|(_, rest)| rest.is_empty()), None, "{line}");
        }
    }
}
