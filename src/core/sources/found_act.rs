//! An act as a source delivered it, before it is stored.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::domain::act::Act;
use crate::domain::gazette::Gazette;
use crate::domain::{IssueName, text};

/// One act that was found, with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundAct {
    pub act: Act,
    pub title: String,
    /// The day in the act's heading.
    pub date: Option<Date>,
    pub gazette: Option<Gazette>,
    /// Entry into force as the source gives it.
    pub in_force: Option<Date>,
    /// The id of the portal's document.
    pub portal_id: Option<u64>,
    /// The address of the newest consolidated form.
    pub consolidated_url: Option<String>,
    /// The address of the form as first published.
    pub published_url: Option<String>,
    /// The official address of the gazette's issue, if the text was read from it.
    pub gazette_url: Option<String>,
    /// The text as first published, without the source's own marks.
    pub text: String,
}

/// What a source delivered in one reply or file: its bytes and the acts in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub url: String,
    pub media_type: String,
    pub fetched_at: Timestamp,
    pub bytes: Vec<u8>,
    /// The issue of the gazette, if the bytes are its file.
    pub issue: Option<DeliveredIssue>,
    pub acts: Vec<FoundAct>,
}

/// An issue of the gazette that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveredIssue {
    pub name: IssueName,
    pub date: Date,
    /// Acts of its summary that were left out.
    pub left_out: u32,
}

/// The type of an act as articles name it, in capitals. `raw` is the type as sources write it, in which question marks
/// stand for lost letters.
pub fn kind(raw: &str, issuer: Option<&str>) -> Option<String> {
    let kind = raw.to_uppercase();
    let is_government = issuer.is_some_and(|issuer| text::fold(issuer).contains("guvern"));
    let known = [
        ("ORDONANȚĂ DE URGENȚĂ", "OUG"),
        ("ORDONANȚĂ", "OG"),
        ("HOTĂRÂRE", if is_government { "HG" } else { "HOTĂRÂRE" }),
        ("DECIZIE", "DECIZIE"),
        ("DECIZIA", "DECIZIE"),
    ];
    let known = known.into_iter().find(|(name, _)| matches_lost(&kind, name)).map(|(_, kind)| kind.to_owned());
    known.or_else(|| (!kind.is_empty()).then_some(kind))
}

/// Whether `raw` is `name`, perhaps with question marks in place of letters.
pub(super) fn matches_lost(raw: &str, name: &str) -> bool {
    let (raw, name) = (raw.to_lowercase(), name.to_lowercase());
    let same = |(lost, letter): (char, char)| lost == letter || (lost == '?' && letter.is_alphabetic());
    raw.chars().count() == name.chars().count() && raw.chars().zip(name.chars()).all(same)
}

/// The places in its heading where the subject of an act may begin, in order. There may be several, since the names of
/// issuers contain such words too.
///
/// An act without a number has its name after its day: `SCHEMĂ din 5 mai 2026 de ajutor pentru ...`.
pub(super) fn subject_starts(heading: &str) -> Vec<usize> {
    let starts = ["pentru ", "privind ", "referitor ", "referitoare ", "cu privire ", "de modificare", "asupra "];
    let mut places: Vec<_> = starts.iter().flat_map(|start| heading.match_indices(start)).map(|(at, _)| at).collect();
    places.extend(name_start(heading));
    places.sort_unstable();
    places.dedup();
    places
}

/// Where the name of an act without a number begins: after its day, and after the kind where the heading repeats both.
fn name_start(heading: &str) -> Option<usize> {
    let kind = heading.split(' ').next()?;
    let dates = paragraf_law::read_text(heading);
    let mut days = dates.iter().filter(|mention| matches!(mention.value, paragraf_law::MentionValue::Date { .. }));
    let first = days.next().filter(|day| {
        let before = &heading[..day.start];
        !before.contains("nr.") && before.trim_end().ends_with("din") && before.split_whitespace().count() <= 4
    })?;
    let after = |place: usize| heading.len() - heading[place..].trim_start().len();
    let mut at = after(first.end);
    // "RAPORT din 6 august 2024 RAPORT din 6 august 2024 privind ..." names the act twice, others only its kind.
    let rest = heading[at..].strip_prefix(kind).filter(|rest| rest.is_empty() || rest.starts_with(' '));
    if let Some(rest) = rest {
        at = after(heading.len() - rest.len());
        let is_repeated =
            |day: &&paragraf_law::Mention| heading.get(at..day.start).is_some_and(|word| word.trim() == "din");
        at = days.next().filter(is_repeated).map_or(at, |day| after(day.end));
    }
    (at < heading.len()).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subject_of_an_act_without_a_number_is_its_name() {
        let subject = |heading: &str| subject_starts(heading).first().map(|at| heading[*at..].to_owned());
        let name = "de ajutor de minimis pentru toate persoanele aflate în căutarea unui loc de muncă";
        assert_eq!(subject(&format!("SCHEMĂ din 5 mai 2026 {name}")).as_deref(), Some(name));
        assert_eq!(
            subject("RAPORT din 6 august 2024 RAPORT din 6 august 2024 asupra alegerilor").as_deref(),
            Some("asupra alegerilor")
        );
        let heading = "RAPORT din 6 august 2024 RAPORT privind veniturile din 5 mai 2024";
        assert_eq!(subject(heading).as_deref(), Some("privind veniturile din 5 mai 2024"));
        for heading in ["RAPORT din 6 august 2024", "RAPORT din 6 august 2024 RAPORT din 6 august 2024"] {
            assert_eq!(subject(heading), None, "{heading}");
        }
        let law = "LEGE nr. 9 din 5 ianuarie 2026 privind arenda";
        assert_eq!(subject(law).as_deref(), Some("privind arenda"));
    }

    #[test]
    fn types_are_named_as_in_articles() {
        let name = |raw: &str, issuer: &str| kind(raw, Some(issuer)).expect("a type");
        assert_eq!(name("ORDONANȚĂ DE URGENȚĂ", "Guvernul României"), "OUG");
        assert_eq!(name("ORDONAN?Ă DE URGEN?Ă", "Guvernul"), "OUG");
        assert_eq!(name("Hotărâre", "Guvernul României"), "HG");
        assert_eq!(name("HOTĂRÂRE", "Camera Deputaților"), "HOTĂRÂRE");
        assert_eq!(name("PROCEDURĂ", "ANAF"), "PROCEDURĂ");
    }
}
