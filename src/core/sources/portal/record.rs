//! Reads a record of the web service as a found act.

use jiff::civil::Date;

use super::clean;
use super::heading::{self, PortalHeading};
use super::reply::PortalRecord;
use crate::domain::act::Act;
use crate::sources::found_act::{FoundAct, kind, matches_lost};

/// The portal's pages of documents.
const PAGES: &str = "https://legislatie.just.ro/Public";
/// The first year of an act in the portal.
const FIRST_YEAR: i16 = 1860;
/// Years ahead in which an act may enter into force.
const YEARS_AHEAD: i16 = 20;

/// Issuers whose names are recognised without the lost letters, apart from the one in the heading.
const ISSUERS: [&str; 6] = [
    "Președintele României",
    "Camera Deputaților",
    "Curtea Constituțională",
    "Înalta Curte de Casație și Justiție",
    "Agenția Națională de Administrare Fiscală",
    "Ministerul Finanțelor",
];

/// Reads a record. Values that cannot be right are left out.
///
/// # Errors
/// The reason why a record without type, document or year is refused.
pub(super) fn read(raw: &PortalRecord, today: Date) -> Result<FoundAct, String> {
    let heading = heading::read(&raw.title);
    let link = clean::line(&raw.link);
    let portal_id = portal_id(&link).ok_or_else(|| format!("the record {:?} names no document", heading.title))?;
    let issuer = issuer(&clean::line(&raw.issuer), &heading);
    let year = heading.date.map(Date::year).or_else(|| plausible(&raw.in_force, today).map(Date::year));
    let year = year.ok_or_else(|| format!("document {portal_id} has no date"))?;
    let kind = kind(&clean::line(&raw.kind), issuer.as_deref());
    let kind = kind.ok_or_else(|| format!("document {portal_id} has no type"))?;
    Ok(FoundAct {
        act: Act { kind, number: number(&clean::line(&raw.number), year), year, issuer },
        date: heading.date,
        in_force: plausible(&raw.in_force, today),
        portal_id: Some(portal_id),
        consolidated_url: Some(format!("{PAGES}/DetaliiDocument/{portal_id}")),
        published_url: Some(format!("{PAGES}/DetaliiDocumentAfis/{portal_id}")),
        gazette_url: None,
        text: clean::paragraphs(&raw.text),
        title: heading.title,
        gazette: heading.gazette,
    })
}

fn portal_id(link: &str) -> Option<u64> {
    link.rsplit('/').next()?.parse().ok()
}

/// The number without thousands dots and year; `0` means that there is none.
fn number(raw: &str, year: i16) -> Option<String> {
    let number = raw.strip_suffix(&format!("/{year}")).unwrap_or(raw).replace('.', "");
    (!number.is_empty() && number != "0").then_some(number)
}

/// The issuer. The service replaces ș and ț by `?`; the heading has them, and some issuers are well known. A name that
/// neither explains stays as it is: no letter is guessed.
fn issuer(raw: &str, heading: &PortalHeading) -> Option<String> {
    if raw.is_empty() {
        return heading.issuer.clone();
    }
    if !raw.contains('?') {
        return Some(raw.to_owned());
    }
    let known = heading.issuer.iter().map(String::as_str).chain(ISSUERS).find(|name| matches_lost(raw, name));
    Some(known.map_or_else(|| raw.to_owned(), |name| with_letters_of(raw, name)))
}

/// `raw` with the lost letters of `name`, in the case of the letters before them: headings are often in capitals.
fn with_letters_of(raw: &str, name: &str) -> String {
    let mut restored = String::with_capacity(name.len());
    for (lost, letter) in raw.chars().zip(name.chars()) {
        let is_lower = restored.ends_with(char::is_lowercase);
        match lost {
            '?' if is_lower => restored.extend(letter.to_lowercase()),
            '?' => restored.push(letter),
            kept => restored.push(kept),
        }
    }
    restored
}

/// The date, unless no act can have it, such as `6201-01-01`.
fn plausible(raw: &str, today: Date) -> Option<Date> {
    let date: Date = raw.trim().get(..10)?.parse().ok()?;
    (FIRST_YEAR..=today.year() + YEARS_AHEAD).contains(&date.year()).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw() -> PortalRecord {
        PortalRecord {
            in_force: "2018-02-02".into(),
            issuer: "Pre?edintele României".into(),
            link: "http://legislatie.just.ro/Public/DetaliiDocument/197620".into(),
            number: "190".into(),
            text: "Text     -----".into(),
            kind: "DECRET".into(),
            title: "DECRET nr. 190 din 1 februarie 2018 pentru x EMITENT Preşedintele României PUBLICAT ÎN Monitorul Oficial nr. 104 din 02 februarie 2018".into(),
        }
    }

    fn found(change: impl FnOnce(&mut PortalRecord)) -> Result<FoundAct, String> {
        let mut raw = raw();
        change(&mut raw);
        read(&raw, jiff::civil::date(2026, 11, 22))
    }

    #[test]
    fn a_record_becomes_an_act_with_its_letters() {
        let act = found(|_| {}).expect("an act");
        assert_eq!((act.act.kind.as_str(), act.act.number.as_deref(), act.act.year), ("DECRET", Some("190"), 2018));
        assert_eq!(act.act.issuer.as_deref(), Some("Președintele României"));
        assert_eq!((act.portal_id, act.text.as_str()), (Some(197_620), "Text"));
        assert_eq!(act.published_url.as_deref(), Some("https://legislatie.just.ro/Public/DetaliiDocumentAfis/197620"));
    }

    #[test]
    fn impossible_values_are_left_out_or_refused() {
        assert_eq!(found(|raw| raw.in_force = "6201-01-01".into()).expect("an act").in_force, None);
        assert_eq!(found(|raw| raw.number = "0".into()).expect("an act").act.number, None);
        assert_eq!(found(|raw| raw.number = "1.574/2018".into()).expect("an act").act.number.as_deref(), Some("1574"));
        assert!(found(|raw| raw.link = "http://legislatie.just.ro/".into()).expect_err("no document").contains("190"));
        assert!(found(|raw| raw.kind = String::new()).is_err());
        let dateless = found(|raw| (raw.title, raw.in_force) = ("DECRET".into(), "0001-01-01".into()));
        assert_eq!(dateless.expect_err("no date"), "document 197620 has no date");
    }

    #[test]
    fn lost_letters_come_from_the_heading_or_a_known_issuer_and_are_never_guessed() {
        let issuer = |lost: &str, heading: Option<&str>| {
            let heading = PortalHeading { issuer: heading.map(Into::into), ..PortalHeading::default() };
            super::issuer(lost, &heading).expect("an issuer")
        };
        assert_eq!(issuer("Agen?ia Na?ională X", Some("Agenția Națională X")), "Agenția Națională X");
        assert_eq!(issuer("Camera Deputa?ilor", Some("Parlamentul")), "Camera Deputaților");
        assert_eq!(issuer("Camera Deputa?ilor", Some("CAMERA DEPUTAȚILOR")), "Camera Deputaților");
        assert_eq!(issuer("Comi?ia Nouă", Some("Comisie")), "Comi?ia Nouă");
    }
}
