//! The names of acts in lists of figures and duties, such as "Legea nr. 227/2015 (Codul fiscal)", in both languages.

use std::borrow::Cow;

use paragraf_law::act_kind::ActKind;
use paragraf_law::codes;
use paragraf_law::language::Language;

/// The kinds by which such lists name acts.
const KINDS: [ActKind; 8] = [
    ActKind::Law,
    ActKind::EmergencyOrdinance,
    ActKind::Ordinance,
    ActKind::GovernmentDecision,
    ActKind::Order,
    ActKind::Decision,
    ActKind::EuRegulation,
    ActKind::EuDirective,
];

/// What stands before "nr.", and before "no.".
const SPOKEN: [(&str, &str); 4] = [
    ("Legea contabilității", "Accounting Law"),
    ("Legea societăților", "Companies Law"),
    ("OPANAF", "ANAF Order"),
    ("Ordinul DNSC", "DNSC Order"),
];

/// Acts without a number.
const UNNUMBERED: [(&str, &str); 3] = [
    ("Hotărârea consiliului local", "Decision of the local council"),
    ("Ordinul anual al ministrului agriculturii", "Annual order of the minister of agriculture"),
    ("Planul strategic PAC", "CAP strategic plan"),
];

/// The name of an act in this language; in Romanian where only that is known.
pub fn act_name(name: &str, language: Language) -> Cow<'_, str> {
    let translated = match language {
        Language::Ro => None,
        Language::En => unnumbered(name).or_else(|| numbered(name)),
    };
    translated.map_or(Cow::Borrowed(name), Cow::Owned)
}

fn unnumbered(name: &str) -> Option<String> {
    UNNUMBERED.iter().find(|(ro, _)| *ro == name).map(|(_, en)| (*en).to_owned())
}

fn numbered(name: &str) -> Option<String> {
    let kinds = KINDS.iter().map(|kind| (kind.title(Language::Ro), kind.title(Language::En)));
    SPOKEN.into_iter().chain(kinds).find_map(|(ro, en)| {
        let rest = name.strip_prefix(ro)?.strip_prefix(' ')?;
        match rest.strip_prefix("nr. ") {
            Some(rest) => Some(format!("{en} no. {}", with_code(rest))),
            // Acts of the European Union have no "nr.".
            None => rest.starts_with(|c: char| c.is_ascii_digit()).then(|| format!("{en} {rest}")),
        }
    })
}

/// "227/2015 (Codul fiscal)" with the English name of the code.
fn with_code(rest: &str) -> Cow<'_, str> {
    let english = || {
        let (number, code) = rest.strip_suffix(')')?.split_once('(')?;
        Some(format!("{number}({})", codes::english_name(code)?))
    };
    english().map_or(Cow::Borrowed(rest), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_have_english_names_and_keep_the_romanian_ones() {
        for (ro, en) in [
            ("Legea nr. 239/2025", "Law no. 239/2025"),
            ("Legea nr. 227/2015 (Codul fiscal)", "Law no. 227/2015 (Fiscal Code)"),
            ("Legea contabilității nr. 82/1991", "Accounting Law no. 82/1991"),
            ("OUG nr. 89/2025", "GEO no. 89/2025"),
            ("OG nr. 22/2025", "GO no. 22/2025"),
            ("HG nr. 146/2026", "Government Decision no. 146/2026"),
            ("OPANAF nr. 1783/2021", "ANAF Order no. 1783/2021"),
            ("Regulamentul (UE) 2024/3118", "Regulation (EU) 2024/3118"),
            ("Planul strategic PAC", "CAP strategic plan"),
            ("Legea bugetului", "Legea bugetului"),
        ] {
            assert_eq!(act_name(ro, Language::En), en);
            assert_eq!(act_name(ro, Language::Ro), ro);
        }
    }
}
