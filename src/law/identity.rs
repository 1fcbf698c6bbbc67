//! The heading of an act: kind, number, date, title, issuer and gazette.

use jiff::civil::Date;
use serde::Serialize;

use super::act_kind::{ActKind, read_approved_kind};
use super::calendar::read_date;
use super::citation::CitedAct;
use super::cursor::Cursor;
use super::gazette_reference::{GazetteMention, read_gazette};
use super::label::Label;
use super::national::read_citations;
use super::normalise::{SearchCopy, clean};
use crate::gazette::Gazette;

/// Length of the longest heading, in bytes.
const LONGEST_HEADING: usize = 4000;

/// Issuers that the portal writes with lost letters.
const ISSUERS: [&str; 16] = [
    "Președintele României",
    "Parlamentul României",
    "Guvernul României",
    "Guvernul",
    "Curtea Constituțională",
    "Înalta Curte de Casație și Justiție",
    "Ministerul Finanțelor",
    "Ministerul Finanțelor Publice",
    "Ministerul Sănătății",
    "Ministerul Educației",
    "Ministerul Muncii și Solidarității Sociale",
    "Ministerul Justiției",
    "Agenția Națională de Administrare Fiscală",
    "Autoritatea Națională de Reglementare în Domeniul Energiei",
    "Banca Națională a României",
    "Camera Deputaților",
];

/// The heading of an act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ActHeading {
    pub act: CitedAct,
    /// The words after the number: "privind ...", "pentru modificarea ...".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gazette: Option<Gazette>,
    /// The act that approves this one, which has no number of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<CitedAct>,
}

/// Reads the heading at the beginning of a text, such as `DECRET nr. 190 din 1 februarie 2018 pentru ...`.
pub fn heading(text: &str) -> Option<ActHeading> {
    let start = text.len() - text.trim_start_matches(|c: char| !c.is_alphabetic()).len();
    let end = text.floor_char_boundary(text.len().min(start + LONGEST_HEADING));
    let copy = SearchCopy::new(&text[start..end]);
    let mut cursor = Cursor::new(copy.text(), 0);
    let act = numbered(&mut cursor).or_else(|| unnumbered(&mut cursor))?;
    let title_start = cursor.at();
    let first_article = first_article(&copy, title_start);
    let gazette = find(&copy, title_start, |cursor| read_gazette(cursor));
    let gazette = gazette.filter(|(_, end)| *end <= first_article);
    let is_own = |(mention, _): &(GazetteMention, usize)| !mention.republished;
    // An issue from before the act is that of an act that it names.
    let is_later = |gazette: &Gazette| act.date.is_none_or(|day| day <= gazette.date);
    let approved_by = act.numbers.is_empty().then(|| approval(&copy, title_start)).flatten();
    Some(ActHeading {
        title: title(&copy, title_start),
        gazette: gazette.filter(is_own).map(|(mention, _)| mention.gazette).filter(is_later),
        act: CitedAct { issuer: issuer(&copy).or_else(|| act.issuer.clone()), ..act },
        approved_by,
    })
}

fn numbered(cursor: &mut Cursor<'_>) -> Option<CitedAct> {
    let citation = read_citations(cursor).into_iter().next()?;
    *cursor = cursor.moved_to(citation.end);
    (!citation.act.numbers.is_empty()).then_some(citation.act)
}

/// Reads `PROCEDURĂ din 16 septembrie 2024`.
fn unnumbered(cursor: &mut Cursor<'_>) -> Option<CitedAct> {
    cursor.attempt(|cursor| {
        let kind = read_approved_kind(cursor).or_else(|| {
            let code = cursor.word(&["codul", "cod"]);
            code.then_some(ActKind::Law)
        })?;
        cursor.spaces();
        cursor.word(&["din"]);
        cursor.spaces();
        let date: Date = read_date(cursor)?;
        Some(CitedAct { date: Some(date), ..CitedAct::new(kind, Vec::new(), date.year()) })
    })
}

/// The first value that `read` finds at a word from `start` on, with its end.
fn find<'c, T>(
    copy: &'c SearchCopy<'_>,
    start: usize,
    read: impl Fn(&mut Cursor<'c>) -> Option<T>,
) -> Option<(T, usize)> {
    let bytes = copy.text().as_bytes();
    let mut starts = (start..bytes.len()).filter(|at| *at == 0 || !bytes[at - 1].is_ascii_alphanumeric());
    starts.find_map(|at| {
        let mut cursor = Cursor::new(copy.text(), at);
        read(&mut cursor).map(|value| (value, cursor.at()))
    })
}

/// The beginning of the first article. An issue of the gazette named after it is that of another act.
fn first_article(copy: &SearchCopy<'_>, start: usize) -> usize {
    let found = find(copy, start, |cursor| {
        let at = cursor.at();
        let number = ["Art. ", "ART. ", "Articolul ", "ARTICOLUL ", "Articol ", "ARTICOL "]
            .iter()
            .find_map(|mark| cursor.rest().strip_prefix(mark))?
            .split([' ', '.', '\n'])
            .next()?;
        (number.eq_ignore_ascii_case("unic") || number.parse::<Label>().is_ok()).then_some(at)
    });
    found.map_or(copy.text().len(), |(at, _)| at)
}

/// The words between the number and the marks of the portal, the gazette or the first article.
fn title(copy: &SearchCopy<'_>, start: usize) -> Option<String> {
    const ENDS: [&str; 9] = [
        "EMITENT",
        "Emitent",
        "PUBLICAT",
        "Publicat",
        "Parlamentul Romaniei adopta",
        "In temeiul",
        "Nota ",
        "\n",
        "Articolul ",
    ];
    let rest = &copy.text()[start..];
    let end = ENDS.iter().filter_map(|end| rest.find(end)).min().unwrap_or(rest.len());
    let title = clean(copy.original(start..start + end));
    let title = title.trim_matches([' ', ',', '-', '*', ')', '(']).to_owned();
    (title.len() > 5 && title.len() < 2000).then_some(title)
}

/// The issuer after the portal's mark.
fn issuer(copy: &SearchCopy<'_>) -> Option<String> {
    let text = copy.text();
    let (_, start) = find(copy, 0, |cursor| cursor.word(&["emitent"]).then_some(()))?;
    let end = ["PUBLICAT", "Publicat"].iter().filter_map(|end| text[start..].find(end)).min()?;
    let words = clean(copy.original(start..start + end));
    let words = words.trim_matches([' ', ':', '-']).to_owned();
    (3..200).contains(&words.len()).then(|| repaired_issuer(&words))
}

/// Restores the letters of an issuer that the portal replaced by question marks, if a known name fits.
fn repaired_issuer(issuer: &str) -> String {
    let issuer = clean(issuer);
    let fits = |known: &&&str| {
        let mut known = known.chars();
        issuer.chars().all(|c| known.next().is_some_and(|k| k == c || (c == '?' && !k.is_ascii())))
            && known.next().is_none()
    };
    match ISSUERS.iter().find(fits).filter(|_| issuer.contains('?')) {
        Some(known) => (*known).to_owned(),
        None => issuer,
    }
}

/// Reads `Aprobată prin ORDINUL nr. 5.521 din 16 septembrie 2024`.
fn approval(copy: &SearchCopy<'_>, start: usize) -> Option<CitedAct> {
    let (_, end) = find(copy, start, super::phrase::read_approval)?;
    let mut cursor = Cursor::new(copy.text(), end);
    cursor.spaces();
    read_citations(&mut cursor).into_iter().next().map(|citation| citation.act)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_of_the_portal_names_its_act() {
        let text = "\u{feff}\tDECRET nr. 190 din 1 februarie 2018  pentru conferirea Ordinului Meritul Cultural      EMITENT      Preşedintele României       PUBLICAT ÎN \n\t\t\t  Monitorul Oficial nr. 104 din 02 februarie 2018";
        let heading = heading(text).expect("a heading");
        assert_eq!(heading.act.to_string(), "DECRET 190/2018");
        assert_eq!(heading.act.date, Some(jiff::civil::date(2018, 2, 1)));
        assert_eq!(heading.act.issuer.as_deref(), Some("Președintele României"));
        assert_eq!(heading.title.as_deref(), Some("pentru conferirea Ordinului Meritul Cultural"));
        let gazette = heading.gazette.expect("a gazette");
        assert_eq!((gazette.number.as_str(), gazette.date), ("104", jiff::civil::date(2018, 2, 2)));
    }

    #[test]
    fn a_decision_of_the_court_keeps_its_own_year() {
        let text = "DECIZIA nr. 632 din 20 noiembrie 2025  referitoare la excepția de neconstituționalitate a dispozițiilor art. 666 alin. (2) din Codul de procedură civilă      EMITENT      Curtea Constituțională      Publicat în MONITORUL OFICIAL nr. 453 din 28 mai 2026";
        let heading = heading(text).expect("a heading");
        assert_eq!(heading.act.to_string(), "DECIZIE 632/2025");
        assert_eq!(heading.act.issuer.as_deref(), Some("Curtea Constituțională"));
        assert_eq!(heading.gazette.map(|gazette| gazette.date.year()), Some(2026));
    }

    #[test]
    fn an_issue_from_before_the_act_is_that_of_an_act_that_it_names() {
        let text = "LEGE nr. 900 din 26 noiembrie 2026 Articolul ILegea nr. 5/2000, publicată în Monitorul Oficial al României, Partea I, nr. 10 din 11 ianuarie 2000, se abrogă.";
        assert_eq!(heading(text).expect("a heading").gazette, None);
    }

    #[test]
    fn an_approved_act_has_no_number_but_a_parent() {
        let text = "PROCEDURĂ din 16 septembrie 2024 de înregistrare      EMITENT      MINISTERUL FINANȚELOR      Publicat în MONITORUL OFICIAL nr. 944 din 19 septembrie 2024 Notă Aprobată prin ORDINUL nr. 5.521 din 16 septembrie 2024, publicat în Monitorul Oficial al României, Partea I, nr. 944 din 19 septembrie 2024.";
        let heading = heading(text).expect("a heading");
        assert_eq!((heading.act.kind, heading.act.numbers.len()), (ActKind::Procedure, 0));
        assert_eq!(heading.act.date, Some(jiff::civil::date(2024, 9, 16)));
        assert_eq!(heading.approved_by.map(|act| act.to_string()).as_deref(), Some("ORDIN 5521/2024"));
    }

    #[test]
    fn lost_letters_of_an_issuer_are_recovered_from_known_names() {
        assert_eq!(repaired_issuer("Pre?edintele României"), "Președintele României");
        assert_eq!(
            repaired_issuer("Agen?ia Na?ională de Administrare Fiscală"),
            "Agenția Națională de Administrare Fiscală"
        );
        assert_eq!(repaired_issuer("Cineva?"), "Cineva?");
    }

    #[test]
    fn the_issue_of_an_amended_act_is_not_that_of_the_act() {
        let act = "LEGE nr. 7 din 3 martie 2026 pentru modificarea Legii nr. 5/2019\nArt. I. - Legea nr. 5/2019, publicată în Monitorul Oficial al României, Partea I, nr. 12 din 7 ianuarie 2019, se modifică.";
        assert_eq!(heading(act).expect("a heading").gazette, None);
    }

    #[test]
    fn other_texts_have_no_heading() {
        for text in ["", "Articolul 1 Prezenta lege", "Legea prevede", "12345"] {
            assert_eq!(heading(text), None, "{text}");
        }
    }
}
