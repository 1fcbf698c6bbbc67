//! References to issues of the gazette: `publicată în Monitorul Oficial al României, Partea I, nr. 1139 din ...`.

use jiff::civil::Date;
use serde::Serialize;

use super::calendar::read_date;
use super::cursor::Cursor;
use crate::gazette::Gazette;

/// The part of the gazette that references leave out.
const FIRST_PART: &str = "I";

/// An issue of the gazette that a text names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GazetteMention {
    #[serde(flatten)]
    pub gazette: Gazette,
    /// Whether the act was republished there, with new numbers of articles.
    pub republished: bool,
}

/// Reads a reference that begins with "publicată" or "republicată", or with the gazette's name.
pub(super) fn read_gazette(cursor: &mut Cursor<'_>) -> Option<GazetteMention> {
    cursor.attempt(|cursor| {
        let republished = read_published(cursor);
        let part = read_name(cursor)?;
        let (number, bis) = read_issue(cursor)?;
        let date = read_issue_date(cursor)?;
        Some(GazetteMention { gazette: Gazette { part, number, bis, date }, republished })
    })
}

/// Reads "publicată în" or "republicată în", if it stands before the name; returns whether the text was republished.
fn read_published(cursor: &mut Cursor<'_>) -> bool {
    const PUBLISHED: [&str; 7] =
        ["publicat", "publicata", "publicate", "publicati", "publicatul", "publicarea", "publicarii"];
    let republished = cursor.attempt(|cursor| {
        let again = cursor.text("re");
        if !cursor.word(&PUBLISHED) {
            return None;
        }
        cursor.spaces();
        cursor.word(&["in", ":"]);
        cursor.spaces();
        Some(again)
    });
    republished.unwrap_or(false)
}

/// Reads `Monitorul Oficial al României, Partea I,` and returns the part, which is the first unless it is named.
fn read_name(cursor: &mut Cursor<'_>) -> Option<String> {
    const NAMES: [&str; 9] = [
        "monitorul oficial", "monitorului oficial", "monit.of.", "monit. of.", "m.of.", "m. of.", "m.o.", "monit.of",
        "m.of",
    ];
    if !NAMES.iter().any(|name| cursor.text(name)) {
        return None;
    }
    cursor.spaces();
    cursor.word(&["al romaniei", "a romaniei"]);
    read_comma(cursor);
    let part = cursor.attempt(|cursor| {
        let named = cursor.word(&["partea", "p.", "part."]);
        cursor.spaces();
        cursor.text("a ");
        let part = cursor.take_while(|byte| b"IVX".contains(&byte))?;
        cursor.text("-a");
        (named && part.len() <= 4).then(|| part.to_owned())
    });
    read_comma(cursor);
    Some(part.unwrap_or_else(|| FIRST_PART.to_owned()))
}

fn read_comma(cursor: &mut Cursor<'_>) {
    cursor.spaces();
    cursor.byte(b',');
    cursor.spaces();
}

/// Reads `nr. 1.066 bis`.
fn read_issue(cursor: &mut Cursor<'_>) -> Option<(String, bool)> {
    if cursor.text("nr") || cursor.text("numarul") {
        cursor.byte(b'.');
        cursor.spaces();
    }
    let digits = cursor.take_while(|byte| byte.is_ascii_digit() || byte == b'.')?;
    let number: String = digits.trim_end_matches('.').split('.').collect();
    let number = number.trim_start_matches('0').to_owned();
    let bis = cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.word(&["bis"]).then_some(())
    });
    ((1..=6).contains(&number.len())).then_some((number, bis.is_some()))
}

/// Reads ` din 15 decembrie 2023`, `/21.01.2026` or `/7.X.2021`.
fn read_issue_date(cursor: &mut Cursor<'_>) -> Option<Date> {
    if cursor.byte(b'/') {
        return read_date(cursor);
    }
    read_comma(cursor);
    let joined = cursor.word(&["din data de", "din", "/"]);
    cursor.spaces();
    joined.then(|| read_date(cursor)).flatten()
}

/// Reads the header of a printed page without the gazette's name: `Nr. 524 bis/14.VII.2015`.
pub(super) fn read_page_header(cursor: &mut Cursor<'_>) -> Option<GazetteMention> {
    cursor.attempt(|cursor| {
        if !cursor.text("nr") {
            return None;
        }
        cursor.byte(b'.');
        cursor.spaces();
        let (number, bis) = read_issue(cursor)?;
        let rest = cursor.rest().strip_prefix('/')?;
        // Only the gazette writes its months in roman numbers.
        let month = rest.split('.').nth(1).filter(|month| month.bytes().all(|byte| b"IVX".contains(&byte)))?;
        let date = (!month.is_empty()).then(|| read_issue_date(cursor)).flatten()?;
        Some(GazetteMention { gazette: Gazette { part: FIRST_PART.to_owned(), number, bis, date }, republished: false })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::SearchCopy;

    fn read(text: &str) -> Option<(String, bool)> {
        let copy = SearchCopy::new(text);
        let mut cursor = Cursor::new(copy.text(), 0);
        let mention = read_gazette(&mut cursor).or_else(|| read_page_header(&mut cursor))?;
        let Gazette { part, number, bis, date } = mention.gazette;
        Some((format!("{part} {number}{} {date}", if bis { " bis" } else { "" }), mention.republished))
    }

    #[test]
    fn references_are_read_in_every_form() {
        for (text, expected, republished) in [
            (
                "publicată în Monitorul Oficial al României, Partea I, nr. 1139 din 15 decembrie 2023",
                "I 1139 2023-12-15",
                false,
            ),
            (
                "republicată în Monitorul Oficial al României, Partea I, nr. 345 din 18 mai 2011",
                "I 345 2011-05-18",
                true,
            ),
            ("publicat în MONITORUL OFICIAL nr. 203 bis din 31 martie 2018", "I 203 bis 2018-03-31", false),
            ("PUBLICAT ÎN \n\t Monitorul Oficial nr. 104 din 02 februarie 2018", "I 104 2018-02-02", false),
            (
                "publicat în Monitorul Oficial al României, Partea I, nr. 1.066 din 17 noiembrie 2004",
                "I 1066 2004-11-17",
                false,
            ),
            (
                "Monitorul Oficial al României, Partea a III-a, nr. 12 din data de 3 mai 2020",
                "III 12 2020-05-03",
                false,
            ),
            ("Monit.Of.45/21.01.2026", "I 45 2026-01-21", false),
            ("M.Of. nr. 45 din 21 ianuarie 2026", "I 45 2026-01-21", false),
            ("MONITORUL OFICIAL AL ROMÂNIEI, PARTEA I, Nr. 960/7.X.2021", "I 960 2021-10-07", false),
            ("Nr. 524 bis/14.VII.2015", "I 524 bis 2015-07-14", false),
        ] {
            assert_eq!(read(text), Some((expected.to_owned(), republished)), "{text}");
        }
    }

    #[test]
    fn an_announced_publication_is_no_reference() {
        for text in [
            "republicată în Monitorul Oficial al României, Partea I, dându-se textelor o nouă numerotare",
            "publicarea în Monitorul Oficial al României, Partea I, a prezentei legi",
            "republicată",
            "nr. 31/1990",
            "Nr. 5/7.10.2021",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
