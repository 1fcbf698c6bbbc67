//! Citations of Romanian acts: `O.U.G. nr. 115/2023`, `Legea societăților nr. 31/1990`, `Codul fiscal`.

use jiff::civil::Date;

use super::act_kind::{ActKind, KindWord, read_kind};
use super::calendar::{read_date, read_year};
use super::citation::CitedAct;
use super::codes::CODES;
use super::cursor::Cursor;

/// Length of the longest name between the kind and the number of an act.
const LONGEST_NAME: usize = 300;

/// A citation with its place in the search copy.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ReadCitation {
    pub act: CitedAct,
    pub start: usize,
    pub end: usize,
    /// The range of the name or issuer.
    pub name: Option<(usize, usize)>,
}

/// Reads a citation, and those of a list after it: `Legile nr. 5/2019 și nr. 6/2020`.
pub(super) fn read_citations(cursor: &mut Cursor<'_>) -> Vec<ReadCitation> {
    let start = cursor.at();
    let mut found = Vec::new();
    if let Some(code) = read_code(cursor) {
        found.push(ReadCitation { act: code, start, end: cursor.at(), name: None });
        return found;
    }
    if let Some(issued) = cursor.attempt(read_issued) {
        found.push(issued);
        return found;
    }
    let Some((word, first)) = cursor.attempt(read_first) else { return found };
    found.push(ReadCitation { start, ..first });
    while let Some(next) = cursor.attempt(|cursor| read_next(cursor, word)) {
        found.push(next);
    }
    found
}

/// Reads "Codul fiscal", "Codului muncii", "Constituția României".
fn read_code(cursor: &mut Cursor<'_>) -> Option<CitedAct> {
    cursor.attempt(|cursor| {
        if cursor.word(&["constitutia", "constitutiei"]) {
            cursor.attempt(|cursor| {
                cursor.spaces();
                cursor.word(&["romaniei"]).then_some(())
            });
            let act = CitedAct { year: None, ..CitedAct::new(ActKind::Constitution, Vec::new(), 0) };
            return Some(act);
        }
        if !cursor.word(&["codul", "codului"]) {
            return None;
        }
        cursor.spaces();
        let code = CODES.into_iter().find(|code| cursor.word(&[code.words.trim_start_matches("codul ")]))?;
        let newest = code.newest()?;
        let act = CitedAct::new(newest.kind, vec![newest.number.to_owned()], newest.year);
        Some(CitedAct { name: Some(code.name.to_owned()), ..act })
    })
}

fn read_first(cursor: &mut Cursor<'_>) -> Option<(KindWord, ReadCitation)> {
    let start = cursor.at();
    let is_capital = cursor.peek()?.is_ascii_uppercase();
    let word = read_kind(cursor)?;
    cursor.spaces();
    let (name, tail) = match cursor.attempt(|cursor| read_tail(cursor, false)) {
        Some(tail) => (None, tail),
        None if word.takes_name && is_capital => {
            let name = read_name(cursor)?;
            (Some(name), read_tail(cursor, true)?)
        }
        None => return None,
    };
    let act = cited(word, tail);
    Some((word, ReadCitation { act, start, end: cursor.at(), name }))
}

/// Reads a regulation or norms of an authority: "Regulamentul Băncii Naționale a României nr. 25/2011". Without the
/// issuer the number may be one of the European Union.
fn read_issued(cursor: &mut Cursor<'_>) -> Option<ReadCitation> {
    const WORDS: [(&[&str], ActKind); 4] = [
        (&["regulamentul", "regulamentului"], ActKind::Regulation),
        (&["norma", "normei", "normele", "normelor"], ActKind::Norms),
        (&["circulara", "circularei"], ActKind::Circular),
        (&["instructiunea", "instructiunii"], ActKind::Instructions),
    ];
    const EUROPEAN: [&str; 4] = ["parlamentului european", "consiliului", "comisiei europene", "comunitat"];
    let start = cursor.at();
    cursor.peek().filter(u8::is_ascii_uppercase)?;
    let (_, kind) = WORDS.into_iter().find(|(words, _)| cursor.word(words))?;
    cursor.spaces();
    cursor.peek().filter(u8::is_ascii_uppercase)?;
    let name = read_name(cursor)?;
    let issuer = cursor.text_since(name.0).to_ascii_lowercase();
    let tail = read_tail(cursor, true)?;
    if EUROPEAN.iter().any(|words| issuer.contains(words)) {
        return None;
    }
    let mut act = CitedAct::new(kind, tail.numbers, tail.year);
    act.date = tail.date;
    Some(ReadCitation { act, start, end: cursor.at(), name: Some(name) })
}

/// Reads the next citation of a list.
fn read_next(cursor: &mut Cursor<'_>, word: KindWord) -> Option<ReadCitation> {
    cursor.spaces();
    let comma = cursor.byte(b',');
    cursor.spaces();
    let joined = cursor.word(&["si", "sau", "respectiv", "precum si"]);
    cursor.spaces();
    let start = cursor.at();
    let tail = (comma || joined).then(|| read_tail(cursor, !word.plural)).flatten()?;
    Some(ReadCitation { act: cited(word, tail), start, end: cursor.at(), name: None })
}

fn cited(word: KindWord, tail: Tail) -> CitedAct {
    let mut act = CitedAct::new(word.kind, tail.numbers, tail.year);
    act.date = tail.date;
    if let Some(issuer) = word.issuer {
        act.issuer = Some(issuer.to_owned());
    }
    act
}

/// Number and year, or number and date.
struct Tail {
    numbers: Vec<String>,
    year: i16,
    date: Option<Date>,
}

/// Reads `nr. 1.574/3.246/2025`, `nr. 91 din 30 decembrie 2025` or `nr. 3 din 2020`.
fn read_tail(cursor: &mut Cursor<'_>, must_be_marked: bool) -> Option<Tail> {
    let marked = cursor.word(&["nr", "numarul", "cu nr", "no"]);
    cursor.byte(b'.');
    cursor.spaces();
    if must_be_marked && !marked {
        return None;
    }
    let mut numbers = vec![read_act_number(cursor)?];
    loop {
        if read_slash(cursor) {
            if let Some(date) = read_date(cursor) {
                return Some(Tail { numbers, year: date.year(), date: Some(date) });
            }
            if let Some(year) = cursor.attempt(read_last_year) {
                return Some(Tail { numbers, year, date: None });
            }
            numbers.push(read_act_number(cursor)?);
            continue;
        }
        cursor.spaces();
        cursor.byte(b',');
        cursor.spaces();
        if !cursor.word(&["din", "din data de"]) {
            return None;
        }
        cursor.spaces();
        if let Some(date) = read_date(cursor) {
            return Some(Tail { numbers, year: date.year(), date: Some(date) });
        }
        return cursor.attempt(read_last_year).map(|year| Tail { numbers, year, date: None });
    }
}

/// Reads a slash between numbers. Where a line ends beside it, a space remains.
fn read_slash(cursor: &mut Cursor<'_>) -> bool {
    let slash = cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.byte(b'/').then_some(())?;
        cursor.spaces();
        cursor.peek().is_some_and(|byte| byte.is_ascii_alphanumeric()).then_some(())
    });
    slash.is_some()
}

/// Reads a year that no further part of the number follows.
fn read_last_year(cursor: &mut Cursor<'_>) -> Option<i16> {
    let year = read_year(cursor)?;
    let next = cursor.rest().as_bytes();
    let goes_on = next.first() == Some(&b'/') && next.get(1).is_some_and(u8::is_ascii_digit);
    (!goes_on).then_some(year)
}

/// Reads a number without its thousands dots; military acts have a letter before it (`M.5`).
fn read_act_number(cursor: &mut Cursor<'_>) -> Option<String> {
    let prefix = cursor.attempt(|cursor| {
        let letters = cursor.take_while(|byte| byte.is_ascii_uppercase() || byte == b'.')?;
        let is_short = letters.len() <= 6 && cursor.peek().is_some_and(|byte| byte.is_ascii_digit());
        is_short.then(|| letters.to_owned())
    });
    let digits = cursor.attempt(|cursor| {
        let digits = cursor.take_while(|byte| byte.is_ascii_digit()).filter(|digits| digits.len() <= 6)?;
        let mut number = digits.to_owned();
        while let Some(thousands) = cursor.attempt(|cursor| {
            let digits = cursor.byte(b'.').then(|| cursor.take_while(|byte| byte.is_ascii_digit())).flatten()?;
            (digits.len() == 3).then_some(digits)
        }) {
            number.push_str(thousands);
        }
        Some(number)
    })?;
    let letter = cursor.attempt(|cursor| {
        cursor
            .take_while(|byte| byte.is_ascii_lowercase())
            .filter(|letter| letter.len() == 1 && cursor.peek() == Some(b'/'))
    });
    Some(format!("{}{digits}{}", prefix.unwrap_or_default(), letter.unwrap_or_default()))
}

/// Reads the words between the kind and `nr.`: a name, or the issuer. With another kind of act among them, the
/// citation begins there instead.
fn read_name(cursor: &mut Cursor<'_>) -> Option<(usize, usize)> {
    let rest = cursor.rest();
    let window = &rest[..rest.len().min(LONGEST_NAME + 4)];
    let end = window.find(" nr.").or_else(|| window.find(" NR."))?;
    let name = &window[..end];
    let bytes = name.as_bytes();
    let allowed = |at: usize| match bytes[at] {
        b';' | b':' | b'(' | b')' | b'"' | b'[' | b']' | b'\n' => false,
        b'.' => at > 0 && bytes[at - 1].is_ascii_uppercase(),
        _ => true,
    };
    let names_gazette = name.contains("Monitorul Oficial") || name.starts_with(',');
    if name.is_empty() || names_gazette || !(0..bytes.len()).all(allowed) || names_a_kind(name) {
        return None;
    }
    let start = cursor.at();
    cursor.text(name);
    let range = (start, cursor.at());
    cursor.spaces();
    Some(range)
}

/// Whether a kind of act is among the words of a name.
fn names_a_kind(name: &str) -> bool {
    let capitals = name.match_indices(|c: char| c.is_ascii_uppercase()).map(|(at, _)| at);
    let starts = capitals.filter(|at| *at == 0 || name.as_bytes()[at - 1] == b' ');
    starts.into_iter().any(|at| read_kind(&mut Cursor::new(name, at)).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::SearchCopy;

    fn acts(text: &str) -> Vec<String> {
        let copy = SearchCopy::new(text);
        read_citations(&mut Cursor::new(copy.text(), 0)).iter().map(|citation| citation.act.to_string()).collect()
    }

    #[test]
    fn acts_are_cited_in_every_form() {
        for (text, expected) in [
            ("Legea societăților nr. 31/1990 , republicată", "LEGE 31/1990"),
            ("Legii nr. 24/2000", "LEGE 24/2000"),
            ("Regulamentul Băncii Naționale a României nr. 25/2011", "REGULAMENT 25/2011"),
            ("Normei Autorității de Supraveghere Financiară nr. 25/2022", "NORMĂ 25/2022"),
            ("Lege-cadru nr. 153/2017", "LEGE 153/2017"),
            ("Legea nr. 31/ 1990", "LEGE 31/1990"),
            ("Legea nr. 32 /1991", "LEGE 32/1991"),
            ("O.U.G. nr. 34 / 2006", "OUG 34/2006"),
            ("Ordinul nr. 1.574/ 3.246/ 2025", "ORDIN 1574/3246/2025"),
            ("O.U.G. nr. 115/2023", "OUG 115/2023"),
            ("OUG 115/2023", "OUG 115/2023"),
            ("Ordonanța de urgență a Guvernului nr. 41/2022", "OUG 41/2022"),
            ("ORDONANȚA DE URGENȚĂ nr. 91 din 30 decembrie 2025", "OUG 91/2025"),
            ("Ordonanţei Guvernului nr. 2/2001", "OG 2/2001"),
            ("Hotărârea Guvernului nr. 1.174/2014", "HG 1174/2014"),
            ("Hotărîrea Guvernului nr. 5/1992", "HG 5/1992"),
            ("Hotărârea Camerei Deputaților nr. 8/1994", "HOTĂRÂRE 8/1994"),
            ("Ordinul nr. M.5/2020", "ORDIN M.5/2020"),
            ("OPANAF nr. 1.783/2021", "ORDIN 1783/2021"),
            ("Decretul-lege nr. 61/1990", "DECRET-LEGE 61/1990"),
            ("Decizia Curții Constituționale nr. 681/2018", "DECIZIE 681/2018"),
            ("HP nr. 25/2016", "DECIZIE 25/2016"),
            ("RIL nr. 6/2013", "DECIZIE 6/2013"),
            ("Rectificarea nr. 5/1998", "RECTIFICARE 5/1998"),
            ("Ordonanța Guvernului nr. 3 din 2020", "OG 3/2020"),
            ("Legea nr. 5 din data de 3 martie 2020", "LEGE 5/2020"),
            ("Codului de procedură fiscală", "LEGE 207/2015"),
            ("Codul administrativ", "OUG 57/2019"),
            ("Constituția României", "CONSTITUȚIE"),
        ] {
            assert_eq!(acts(text), [expected], "{text}");
        }
        assert_eq!(
            acts("Ordinul ministrului culturii și al ministrului finanțelor nr. 1.574/3.246/2025"),
            ["ORDIN 1574/3246/2025"]
        );
        assert_eq!(acts("Legile nr. 5/2019, 6/2020 și nr. 7/2021"), ["LEGE 5/2019", "LEGE 6/2020", "LEGE 7/2021"]);
    }

    #[test]
    fn other_words_are_no_citations() {
        for text in [
            "Legea prevede la alin. (1) nr. 5/2020",
            "legea intră în vigoare",
            "Legea și Ordonanța Guvernului nr. 2/2001",
            "Regulamentul (UE) nr. 910/2014",
            "Regulamentul Parlamentului European și al Consiliului nr. 910/2014",
            "Regulamentul de organizare nr. 5/2014",
            "Ordinul nr. 5",
            "Decizia 20 de puncte",
            "Codul rutier al mărfii",
            "Legii, publicată în Monitorul Oficial al României, Partea I, nr. 551 din 30 august 2013",
            "Legea publicată în Monitorul Oficial al României, Partea I, nr. 551 din 30 august 2013",
        ] {
            assert!(acts(text).is_empty(), "{text}: {:?}", acts(text));
        }
    }
}
