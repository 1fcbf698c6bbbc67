//! What an act does as a whole, by the words with which it begins.

use super::reading::ArchivedAct;
use crate::domain::text;

/// Bytes of the text in which its first provision is looked for.
const BEGINNING: usize = 6_000;
/// The formula under the last article of a law.
const ADOPTED: &str = "Această lege a fost adoptată";
/// Marks and labels before the words of a first provision, folded.
const LABELS: [&str; 10] = [
    "articol unic", "articolul unic", "art. unic", "articolul 1", "articolul i", "art. 1", "art. i", "(1)", "1.",
    "prezenta lege",
];

/// What an act does as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ActPurpose {
    /// Agrees to a treaty, a loan of the state or a membership.
    Ratifies,
    /// Approves an ordinance as it is.
    Approves,
    /// Approves an ordinance with changes.
    ApprovesChanged,
    Rejects,
    /// Names a day or a year.
    Celebrates,
    /// Lets the Government issue ordinances.
    Empowers,
    /// Gives a building or land of the state to another body.
    Transfers,
    /// Sets the state's own incomes and expenses.
    Budgets,
    /// Changes other acts.
    Amends,
    /// Sets rules of its own.
    Regulates,
}

/// The words with which a first provision of each kind begins, folded.
const BEGINNINGS: [(ActPurpose, &[&str]); 6] = [
    (
        ActPurpose::Ratifies,
        &[
            "se ratifica", "se accepta", "se aproba aderarea", "se aproba acordul",
            // A framework contract, "contractul-cadru", sets rules.
            "se aproba contractul ", "se aproba conventia", "se aproba memorandumul", "se aproba protocolul",
            "se adera", "romania adera",
        ],
    ),
    (ActPurpose::Approves, &["se aproba ordonanta"]),
    (ActPurpose::Rejects, &["se respinge ordonanta", "se resping"]),
    (
        ActPurpose::Celebrates,
        &[
            "se instituie ziua", "se instituie anul", "se instituie luna", "se instituie saptamana", "se declara ziua",
            "se declara anul", "se declara luna", "se consacra ziua", "se proclama",
        ],
    ),
    (ActPurpose::Transfers, &["se aproba transmiterea", "se transmite", "se aproba trecerea", "se trece"]),
    (ActPurpose::Budgets, &["se aproba bugetul", "aproba plafoanele", "prevede si autorizeaza pentru anul bugetar"]),
];

impl ActPurpose {
    /// The purpose of an act, given whether operations on other acts were found in it.
    pub(super) fn of(source: &ArchivedAct, has_operations: bool) -> Self {
        let lead = text::fold(&lead(&source.text));
        let found = BEGINNINGS.iter().find(|(_, words)| words.iter().any(|word| lead.starts_with(word)));
        match found {
            Some((Self::Approves, _)) if has_operations || changes(&lead) => Self::ApprovesChanged,
            Some((purpose, _)) => *purpose,
            None if celebrates(&lead) => Self::Celebrates,
            None if lead.contains("guvernul este abilitat") => Self::Empowers,
            None if lead.contains("se aproba transmiterea unui imobil") => Self::Transfers,
            None if has_operations => Self::Amends,
            None => Self::Regulates,
        }
    }

    /// Whether the act leaves its readers nothing new to do.
    pub(super) fn is_nothing_new(self) -> bool {
        matches!(
            self,
            Self::Ratifies | Self::Approves | Self::Rejects | Self::Celebrates | Self::Empowers | Self::Transfers
        )
    }

    /// Whether the act is about a subject that readers follow; a budget names every subject.
    pub(super) fn has_subject(self) -> bool {
        !matches!(self, Self::Celebrates | Self::Empowers | Self::Transfers | Self::Budgets)
    }

    /// What the act does, for the reason of its importance.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Ratifies => "ratifică",
            Self::Approves => "aprobă fără modificări",
            Self::ApprovesChanged => "aprobă cu modificări",
            Self::Rejects => "respinge",
            Self::Celebrates => "instituie o zi sau un an",
            Self::Empowers => "abilitează Guvernul",
            Self::Transfers => "transmite un bun al statului",
            Self::Budgets => "stabilește un buget",
            Self::Amends => "modifică",
            Self::Regulates => "reglementează",
        }
    }
}

/// Whether a first provision names a part of the year: "se instituie a treia săptămână din luna mai".
fn celebrates(lead: &str) -> bool {
    let named = ["se instituie ", "se declara ", "se consacra "].iter().find_map(|verb| lead.strip_prefix(verb));
    let parts = ["ziua ", "anul ", "luna ", "saptamana "];
    named.is_some_and(|named| named.split(' ').take(3).any(|word| parts.iter().any(|part| part.trim_end() == word)))
}

/// Whether an approval says that it changes what it approves.
fn changes(lead: &str) -> bool {
    ["cu urmatoarele modific", "cu urmatoarea modific", "cu urmatoarele complet", "cu urmatoarea complet"]
        .iter()
        .any(|words| lead.contains(words))
}

/// The words of the first provision in one line, without its label.
pub(super) fn lead(text: &str) -> String {
    let beginning = text.get(..text.floor_char_boundary(BEGINNING)).unwrap_or_default();
    let beginning = beginning.split(ADOPTED).next().unwrap_or(beginning);
    let folded = text::fold(beginning);
    let sole = ["articol unic", "articolul unic", "art. unic", "articolul 1", "articolul i", "art. 1", "art. i"];
    // Texts of one line have the heading of the act before the first provision.
    let is_line = |at: usize| folded[..at].trim_end_matches(' ').ends_with(['\n', '.']) || at == 0;
    let after = |label: &str| folded.match_indices(label).map(|(at, _)| at).find(|at| is_line(*at));
    let start = sole.iter().filter_map(|label| after(label)).min();
    // Folding may change the number of bytes, and not the number of lines and words.
    let skipped = start.map_or(0, |at| folded[..at].split_whitespace().count());
    let words: Vec<_> = beginning.split_whitespace().skip(skipped).collect();
    without_label(&words.join(" ")).to_owned()
}

fn without_label(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '.', '-', '–', '—', ':']);
        let label = LABELS.iter().find(|label| {
            let head: String = rest.chars().take(label.chars().count()).collect();
            let after = rest.get(head.len()..).unwrap_or_default();
            text::fold(&head) == **label && !after.starts_with(char::is_alphanumeric)
        });
        match label {
            Some(label) => rest = rest.get(label.len()..).unwrap_or_default(),
            None => return rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::law;
    use super::*;

    fn purpose(text: &str) -> ActPurpose {
        let form = paragraf_law::form::read::read(text);
        let operations = form.map(|form| paragraf_law::amend::operations(&form)).unwrap_or_default();
        ActPurpose::of(&law("900", "LEGE nr. 900 din 25 noiembrie 2026", "2026-11-26", text), !operations.is_empty())
    }

    #[test]
    fn what_an_act_does_follows_from_its_first_words() {
        for (text, expected) in [
            ("ARTICOL UNIC\nSe aprobă Ordonanța de urgență a Guvernului nr. 94/2024.", ActPurpose::Approves),
            ("Articol unic. - Se ratifică Acordul dintre România și altă țară.", ActPurpose::Ratifies),
            (
                "LEGE nr. 5 din 3 mai 2026 Parlamentul României adoptă prezenta lege. Articol unic. - Se respinge Ordonanța Guvernului nr. 1/2026.",
                ActPurpose::Rejects,
            ),
            ("Articolul 1\n(1) Se instituie ziua de 15 iunie ca Ziua Banatului Montan.", ActPurpose::Celebrates),
            (
                "Articolul 1\nSe instituie a treia săptămână din luna mai, anual, ca Săptămâna siguranței rutiere.",
                ActPurpose::Celebrates,
            ),
            ("Articolul 1\nSe instituie Registrul special al anului.", ActPurpose::Regulates),
            ("Articol unic. - Se aprobă Contractul de finanțare dintre România și bancă.", ActPurpose::Ratifies),
            ("Articolul 1\nSe aprobă Contractul-cadru privind asistența medicală.", ActPurpose::Regulates),
            (
                "ARTICOL UNIC\nSe aprobă Ordonanța Guvernului nr. 6/2021 privind plasticul, cu următoarele modificări: 1. La articolul 2, alineatul (2) se modifică și va avea următorul cuprins: (2) Text.",
                ActPurpose::ApprovesChanged,
            ),
            (
                "Articolul 1\nÎn temeiul art. 115 din Constituție, Guvernul este abilitat să emită ordonanțe.",
                ActPurpose::Empowers,
            ),
            ("Articolul 1\nPrezenta lege aprobă plafoanele unor indicatori.", ActPurpose::Budgets),
            ("Articolul 1\nFermierii au obligația să se înregistreze.", ActPurpose::Regulates),
            ("Articolul I\nArticolul 5 din Legea nr. 31/1990 se abrogă.", ActPurpose::Amends),
        ] {
            assert_eq!(purpose(text), expected, "{text}");
        }
    }
}
