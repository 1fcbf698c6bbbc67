//! Citations of acts of the European Union, whose order of number and year changed in 2015.

use super::act_kind::ActKind;
use super::citation::CitedAct;
use super::cursor::Cursor;
use super::date::UNION_YEARS;
use super::national::ReadCitation;

const KINDS: [(&str, ActKind); 16] = [
    ("regulamentul", ActKind::EuRegulation),
    ("regulamentului", ActKind::EuRegulation),
    ("regulament", ActKind::EuRegulation),
    ("regulamentele", ActKind::EuRegulation),
    ("regulamentelor", ActKind::EuRegulation),
    ("directiva", ActKind::EuDirective),
    ("directivei", ActKind::EuDirective),
    ("directivele", ActKind::EuDirective),
    ("directivelor", ActKind::EuDirective),
    ("decizia-cadru", ActKind::EuDecision),
    ("deciziei-cadru", ActKind::EuDecision),
    ("decizia", ActKind::EuDecision),
    ("deciziei", ActKind::EuDecision),
    ("decizie", ActKind::EuDecision),
    ("deciziile", ActKind::EuDecision),
    ("deciziilor", ActKind::EuDecision),
];

/// Words between the kind and the number.
const ATTRIBUTES: [&str; 20] = [
    "delegat",
    "delegate",
    "delegata",
    "delegatei",
    "de punere in aplicare",
    "de executare",
    "al consiliului",
    "a consiliului",
    "consiliului",
    "comisiei",
    "al comisiei",
    "a comisiei",
    "parlamentului european si a consiliului",
    "parlamentului european si al consiliului",
    "parlamentului european si consiliului",
    "a parlamentului european si a consiliului",
    "al parlamentului european si al consiliului",
    "comisiei europene",
    "consiliului si parlamentului european",
    "bancii centrale europene",
];

const COMMUNITIES: [&str; 7] = ["UE", "CE", "CEE", "Euratom", "PESC", "JAI", "CECO"];

/// Reads a citation, and those of a list after it: `Regulamentelor (CE) nr. 1/2003, (CE) nr. 2/2004`.
pub(super) fn read_european(cursor: &mut Cursor<'_>) -> Vec<ReadCitation> {
    let start = cursor.at();
    let mut found = Vec::new();
    let first = cursor.attempt(|cursor| {
        let (_, kind) = KINDS.into_iter().find(|(word, _)| cursor.word(&[word]))?;
        read_attributes(cursor);
        cursor.spaces();
        let act = read_number(cursor, kind, kind == ActKind::EuDirective)?;
        Some((kind, ReadCitation { act, start, end: cursor.at(), name: None }))
    });
    let Some((kind, first)) = first else { return found };
    found.push(first);
    while let Some(next) = cursor.attempt(|cursor| read_next(cursor, kind)) {
        found.push(next);
    }
    found
}

fn read_attributes(cursor: &mut Cursor<'_>) {
    while cursor
        .attempt(|cursor| {
            cursor.spaces();
            cursor.word(&ATTRIBUTES).then_some(())
        })
        .is_some()
    {}
}

fn read_next(cursor: &mut Cursor<'_>, kind: ActKind) -> Option<ReadCitation> {
    cursor.spaces();
    let comma = cursor.byte(b',');
    cursor.spaces();
    let joined = cursor.word(&["si", "sau", "respectiv", "si a", "si al"]);
    cursor.spaces();
    read_attributes(cursor);
    cursor.spaces();
    let start = cursor.at();
    let act = (comma || joined).then(|| read_number(cursor, kind, false)).flatten()?;
    Some(ReadCitation { act, start, end: cursor.at(), name: None })
}

/// Reads `(UE) nr. 910/2014`, `(UE) 2016/679` or `2014/55/UE`. The community may be missing if `is_european`, as in
/// the citation of a directive.
fn read_number(cursor: &mut Cursor<'_>, kind: ActKind, is_european: bool) -> Option<CitedAct> {
    cursor.attempt(|cursor| {
        let community = read_community(cursor);
        cursor.spaces();
        let numbered = cursor.word(&["nr"]);
        cursor.byte(b'.');
        cursor.spaces();
        let first = read_digits(cursor)?;
        let second = cursor.byte(b'/').then(|| read_digits(cursor)).flatten()?;
        let suffix = cursor.attempt(|cursor| (cursor.byte(b'/') && cursor.word(&COMMUNITIES)).then_some(()));
        if community.is_none() && suffix.is_none() && !is_european {
            return None;
        }
        let (number, year) = in_order(first, second, numbered)?;
        Some(CitedAct::new(kind, vec![number], year))
    })
}

/// Reads `(UE)` or `(CEE, Euratom)`.
fn read_community(cursor: &mut Cursor<'_>) -> Option<()> {
    cursor.attempt(|cursor| {
        let mut found = cursor.byte(b'(') && cursor.word(&COMMUNITIES);
        while found && cursor.byte(b',') {
            cursor.spaces();
            found = cursor.word(&COMMUNITIES);
        }
        (found && cursor.byte(b')')).then_some(())
    })
}

/// Reads digits without their thousands dots.
fn read_digits(cursor: &mut Cursor<'_>) -> Option<String> {
    cursor.attempt(|cursor| {
        let mut digits = cursor.take_while(|byte| byte.is_ascii_digit())?.to_owned();
        while let Some(thousands) = cursor.attempt(|cursor| {
            let digits = cursor.byte(b'.').then(|| cursor.take_while(|byte| byte.is_ascii_digit())).flatten()?;
            (digits.len() == 3).then_some(digits)
        }) {
            digits.push_str(thousands);
        }
        (digits.len() <= 6).then_some(digits)
    })
}

/// The number and the year. If both parts can be a year, `nr.` stands before the number.
fn in_order(first: String, second: String, numbered: bool) -> Option<(String, i16)> {
    match (year_of(&first), year_of(&second)) {
        (Some(year), None) => Some((second, year)),
        (None, Some(year)) => Some((first, year)),
        (Some(_), Some(year)) if numbered => Some((first, year)),
        (Some(year), Some(second_year)) => {
            // Of a part with two digits and one with four, the second is the year.
            if first.len() == 2 && second.len() == 4 { Some((first, second_year)) } else { Some((second, year)) }
        }
        (None, None) => None,
    }
}

fn year_of(digits: &str) -> Option<i16> {
    let year: i16 = digits.parse().ok()?;
    match digits.len() {
        4 => UNION_YEARS.contains(&year).then_some(year),
        2 => (52..=99).contains(&year).then_some(1900 + year),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::SearchCopy;

    fn acts(text: &str) -> Vec<String> {
        let copy = SearchCopy::new(text);
        read_european(&mut Cursor::new(copy.text(), 0)).iter().map(|citation| citation.act.to_string()).collect()
    }

    #[test]
    fn european_acts_are_cited_in_both_orders() {
        for (text, expected) in [
            ("Regulamentul (UE) 2016/679", "REGULAMENT UE 2016/679"),
            ("Regulamentul (UE) nr. 910/2014", "REGULAMENT UE 2014/910"),
            ("Regulamentul (CEE, Euratom) nr. 1182/71", "REGULAMENT UE 1971/1182"),
            ("Regulamentul (UE) 2022/2.065", "REGULAMENT UE 2022/2065"),
            ("Regulamentului delegat (UE) 2015/63", "REGULAMENT UE 2015/63"),
            ("Regulamentul Consiliului și Parlamentului European (UE) 2015/63", "REGULAMENT UE 2015/63"),
            ("Directiva 2014/55/UE", "DIRECTIVĂ UE 2014/55"),
            ("Directiva 92/43/CEE", "DIRECTIVĂ UE 1992/43"),
            ("Directiva Consiliului 2006/112/CE", "DIRECTIVĂ UE 2006/112"),
            ("Decizia-cadru 2002/584/JAI", "DECIZIE UE 2002/584"),
            ("Directiva (UE) 2019/2021", "DIRECTIVĂ UE 2019/2021"),
        ] {
            assert_eq!(acts(text), [expected], "{text}");
        }
        assert_eq!(
            acts("Regulamentelor (CE) nr. 1/2003, (CE) nr. 2/2004 și (UE) 2016/5"),
            ["REGULAMENT UE 2003/1", "REGULAMENT UE 2004/2", "REGULAMENT UE 2016/5"]
        );
    }

    #[test]
    fn romanian_acts_are_not_european() {
        for text in ["Decizia nr. 24/2022", "Regulamentul nr. 5/2013", "Regulamentul de organizare", "Directiva"] {
            assert!(acts(text).is_empty(), "{text}");
        }
    }
}
