//! Reads one act, provision or issue at a place of a query.

use super::names::named;
use super::pattern::{ActPattern, IssuePattern, LearnedNames};
use crate::act_kind::{ActKind, ENGLISH, read_kind};
use crate::calendar::{read_date, read_year};
use crate::cursor::Cursor;
use crate::label::read_number;
use crate::provision::{Level, Provision};
use crate::unit::Unit;

/// Most words between the kind of an act and its number: the issuer, or a name.
const MOST_NAME_WORDS: usize = 8;
/// Acts before this year are no longer cited.
const FIRST_YEAR: i16 = 1850;
const LAST_YEAR: i16 = 2100;
/// Numbers of a query that are read as years.
const NEAR_YEARS: std::ops::RangeInclusive<i16> = 1989..=2100;

pub(super) enum QueryItem {
    Act(ActPattern),
    Provision(Provision),
    Issue(IssuePattern),
}

/// An item with its range in the search copy.
pub(super) struct FoundItem {
    pub start: usize,
    pub end: usize,
    pub item: QueryItem,
}

/// Kinds as readers write them, in addition to the words of laws and to [`ENGLISH`]. Longer words come first.
const KINDS: [(&str, &[ActKind]); 16] = [
    ("ordonanta urgenta", &[ActKind::EmergencyOrdinance]),
    ("ordonanta de urgenta", &[ActKind::EmergencyOrdinance]),
    ("hotararea de guvern", &[ActKind::GovernmentDecision]),
    ("hotarare de guvern", &[ActKind::GovernmentDecision]),
    ("hotararea", &[ActKind::GovernmentDecision, ActKind::Resolution]),
    ("hotarare", &[ActKind::GovernmentDecision, ActKind::Resolution]),
    ("lg", &[ActKind::Law]),
    ("l", &[ActKind::Law]),
    ("regulamentul", &[ActKind::EuRegulation]),
    ("regulamentului", &[ActKind::EuRegulation]),
    ("regulament", &[ActKind::EuRegulation]),
    ("directiva", &[ActKind::EuDirective]),
    ("directivei", &[ActKind::EuDirective]),
    ("ord", &[ActKind::Order]),
    ("opanaf", &[ActKind::Order]),
    ("dec", &[ActKind::Decision]),
];

/// Reads the item that begins at a place of a search copy; `learned` adds names of acts.
pub(super) fn read_item(text: &str, start: usize, learned: &LearnedNames) -> Option<FoundItem> {
    let mut cursor = Cursor::new(text, start);
    let item = cursor
        .attempt(read_issue)
        .map(QueryItem::Issue)
        .or_else(|| cursor.attempt(read_provision).map(QueryItem::Provision))
        .or_else(|| cursor.attempt(|cursor| read_named(cursor, learned)).map(QueryItem::Act))
        .or_else(|| cursor.attempt(read_act).map(QueryItem::Act))
        .or_else(|| cursor.attempt(read_glued).map(QueryItem::Act))
        .or_else(|| cursor.attempt(read_bare).map(QueryItem::Act))?;
    Some(FoundItem { start, end: cursor.at(), item })
}

/// Reads `MO 1139/2024` and `Monitorul Oficial, Partea I, nr. 1139 din 14 noiembrie 2024`.
fn read_issue(cursor: &mut Cursor<'_>) -> Option<IssuePattern> {
    let long = cursor.word(&["monitorul oficial", "monitorului oficial", "official gazette"]);
    if !long && !cursor.text("m.of.") && !cursor.text("m. of.") && !cursor.text("m.o.") && !cursor.word(&["mo", "mof"])
    {
        return None;
    }
    read_signs(cursor, b" ,./");
    cursor.word(&["al romaniei"]);
    read_signs(cursor, b" ,.");
    cursor.attempt(|cursor| {
        let named = cursor.word(&["partea", "part"]);
        cursor.spaces();
        (named && cursor.take_while(|byte| b"IVXivx1234567".contains(&byte)).is_some()).then_some(())
    });
    read_signs(cursor, b" ,.");
    cursor.word(&["nr", "no", "numarul"]);
    read_signs(cursor, b" .");
    let number = read_digits(cursor)?;
    cursor.spaces();
    let bis = cursor.word(&["bis"]);
    let year = cursor.attempt(|cursor| read_year_after(cursor, true));
    ends(cursor).then_some(IssuePattern { number, bis, year })
}

/// Reads a provision with an article or an annex, also in English.
fn read_provision(cursor: &mut Cursor<'_>) -> Option<Provision> {
    if let Some(provision) = cursor.attempt(read_english_article) {
        return Some(provision);
    }
    let (mut provision, end) = Provision::read(cursor.rest(), 0)?;
    let names_article = |unit| provision.level(unit).is_some_and(|level| !level.labels.is_empty());
    if !names_article(Unit::Article) && !names_article(Unit::Annex) {
        return None;
    }
    // Articles are counted through an act, whatever title or chapter holds them.
    if names_article(Unit::Article) {
        provision.levels.retain(|level| level.unit >= Unit::Article);
    }
    *cursor = cursor.moved_to(cursor.at() + end);
    Some(provision)
}

fn read_english_article(cursor: &mut Cursor<'_>) -> Option<Provision> {
    cursor.word(&["article", "articles"]).then_some(())?;
    cursor.spaces();
    let mut levels = vec![Level::one(Unit::Article, read_number(cursor)?)];
    levels.extend(cursor.attempt(|cursor| {
        read_signs(cursor, b" ,");
        let named = cursor.word(&["paragraph", "para"]);
        read_signs(cursor, b". ");
        let opened = cursor.byte(b'(');
        let label = read_number(cursor)?;
        ((named || opened) && cursor.byte(b')') == opened).then(|| Level::one(Unit::Paragraph, label))
    }));
    ends(cursor).then_some(Provision { levels })
}

/// Reads "Codul fiscal", "Legea societăților", and the number that may follow.
fn read_named(cursor: &mut Cursor<'_>, learned: &LearnedNames) -> Option<ActPattern> {
    let ends: Vec<usize> = word_ends(cursor.rest()).take(MOST_NAME_WORDS).collect();
    let lower = cursor.rest()[..*ends.last()?].to_ascii_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let from_texts = (2..=words.len()).rev().find_map(|length| {
        let name = words[..length].join(" ");
        learned.get(&name).map(|act| (act.clone(), length))
    });
    let built_in = named(&words);
    // Of two names of the same length, the built-in one counts.
    let (act, length) = from_texts.into_iter().chain(built_in).max_by_key(|(_, length)| *length)?;
    *cursor = cursor.moved_to(cursor.at() + ends.get(length - 1)?);
    let numbered = cursor.attempt(|cursor| {
        read_signs(cursor, b" ,");
        read_number_and_year(cursor, true)
    });
    Some(match numbered {
        // A number that the query gives counts more than a name.
        Some((number, Some(year))) => ActPattern { number, year: Some(year), ..act },
        _ => act,
    })
}

/// The end of each word.
fn word_ends(text: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = text.as_bytes();
    (0..bytes.len())
        .map(|at| at + 1)
        .filter(|end| bytes[end - 1].is_ascii_alphanumeric() && !bytes.get(*end).is_some_and(u8::is_ascii_alphanumeric))
}

/// The kinds that the first known word can mean.
fn typed_kinds(mut is_here: impl FnMut(&str) -> bool) -> Option<Vec<ActKind>> {
    let own = KINDS.iter().find(|(word, _)| is_here(word)).map(|(_, kinds)| kinds.to_vec());
    own.or_else(|| ENGLISH.iter().find(|(word, _)| is_here(word)).map(|(_, kind)| vec![*kind]))
}

/// Reads a kind and a number: `oug 156/2024`, `ordin anaf 1783/2021`, `HG 1336`.
fn read_act(cursor: &mut Cursor<'_>) -> Option<ActPattern> {
    let own = typed_kinds(|word| cursor.word(&[word]));
    let kinds = match own {
        Some(kinds) => kinds,
        None => vec![read_kind(cursor)?.kind],
    };
    cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.word(&["a guvernului", "guvernului", "of the government"]).then_some(())
    });
    let (number, year) = cursor.attempt(|cursor| read_direct_number(cursor)).or_else(|| {
        // An issuer or a name; then only a year makes sure that the number is that of an act.
        (0..MOST_NAME_WORDS).find_map(|_| {
            read_signs(cursor, b" ,.()");
            cursor.take_while(|byte| byte.is_ascii_alphabetic() || byte == b'-')?;
            let mut next = *cursor;
            read_signs(&mut next, b" ,.()");
            let numbered = read_number_and_year(&mut next, false).filter(|(_, year)| year.is_some())?;
            *cursor = next;
            Some(numbered)
        })
    })?;
    let european = kinds.iter().any(|kind| kind.is_european());
    let (number, year) = in_order(number, year, european);
    // "Legi din 2026" and the like.
    let is_year = year.is_none() && number.parse().is_ok_and(|number: i16| NEAR_YEARS.contains(&number));
    (!is_year && ends(cursor)).then_some(ActPattern { kinds, number, year })
}

/// Reads a kind that is written together with number and year: `L154/2020`, `OUG156/2024`.
fn read_glued(cursor: &mut Cursor<'_>) -> Option<ActPattern> {
    let letters = cursor.take_while(|byte| byte.is_ascii_alphabetic())?;
    let own = typed_kinds(|word| word.eq_ignore_ascii_case(letters));
    let kinds = own.or_else(|| {
        let mut letters_only = Cursor::new(letters, 0);
        let kind = read_kind(&mut letters_only)?.kind;
        letters_only.rest().is_empty().then(|| vec![kind])
    })?;
    let number = read_digits(cursor)?;
    cursor.byte(b'/').then_some(())?;
    let year = read_year(cursor).filter(|year| (FIRST_YEAR..LAST_YEAR).contains(year))?;
    ends(cursor).then_some(ActPattern { kinds, number, year: Some(year) })
}

/// Reads the number right after the kind, past the community of an act of the European Union.
fn read_direct_number(cursor: &mut Cursor<'_>) -> Option<(String, Option<i16>)> {
    read_signs(cursor, b" ./-(");
    cursor.word(&["ue", "eu", "ce", "ec"]);
    read_signs(cursor, b" ./-)");
    read_number_and_year(cursor, true)
}

/// Reads `95/2006` and `2024/1028`.
fn read_bare(cursor: &mut Cursor<'_>) -> Option<ActPattern> {
    let number = read_digits(cursor)?;
    cursor.byte(b'/').then_some(())?;
    let second = read_digits(cursor)?;
    let goes_on = matches!(cursor.peek(), Some(b'/' | b'.' | b','))
        && cursor.rest().as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let is_year =
        |digits: &str| digits.len() == 4 && digits.parse().is_ok_and(|year| (FIRST_YEAR..LAST_YEAR).contains(&year));
    let (number, year) = match (is_year(&number), is_year(&second)) {
        (_, true) => (number, second),
        (true, false) => (second, number),
        (false, false) => return None,
    };
    (!goes_on && ends(cursor)).then(|| ActPattern { kinds: vec![], number, year: year.parse().ok() })
}

/// Reads `nr. 156 / 2024`, `1.574/3.246/2025`, `239 din 15 decembrie 2025` or, if `loose`, `34 2006` and a number alone.
fn read_number_and_year(cursor: &mut Cursor<'_>, loose: bool) -> Option<(String, Option<i16>)> {
    if cursor.word(&["nr", "no", "numarul", "number"]) {
        read_signs(cursor, b". ");
    }
    let number = read_digits(cursor)?;
    // A joint order has several numbers.
    while cursor
        .attempt(|cursor| {
            cursor.byte(b'/').then_some(())?;
            read_digits(cursor)?;
            (cursor.peek() == Some(b'/')).then_some(())
        })
        .is_some()
    {}
    let european = cursor.attempt(|cursor| {
        let year = number.parse().ok().filter(|year| NEAR_YEARS.contains(year))?;
        cursor.byte(b'/').then_some(())?;
        let second = read_digits(cursor)?;
        let is_year = second.parse().is_ok_and(|second: i16| NEAR_YEARS.contains(&second));
        (!is_year).then_some((second, Some(year)))
    });
    if european.is_some() {
        return european;
    }
    let year = cursor.attempt(|cursor| read_year_after(cursor, loose));
    (year.is_some() || loose).then_some((number, year))
}

/// The number and the year in order: if both could be years, acts of the European Union have the year first.
fn in_order(number: String, year: Option<i16>, european: bool) -> (String, Option<i16>) {
    let first = number.parse().ok().filter(|first| NEAR_YEARS.contains(first));
    match (first, year) {
        (Some(first), Some(second)) if european => (second.to_string(), Some(first)),
        _ => (number, year),
    }
}

/// Reads ` / 2024`, ` din 2024`, ` din 15 decembrie 2025`, `/14.11.2024` or, if `loose`, ` 2024`.
fn read_year_after(cursor: &mut Cursor<'_>, loose: bool) -> Option<i16> {
    cursor.spaces();
    cursor.byte(b',');
    cursor.spaces();
    let joined = cursor.byte(b'/') || cursor.byte(b'-') || cursor.word(&["din data de", "din", "of", "from"]);
    cursor.spaces();
    if !joined && !loose {
        return None;
    }
    if let Some(date) = cursor.attempt(read_date) {
        return Some(date.year());
    }
    let year = read_year(cursor).filter(|year| (FIRST_YEAR..LAST_YEAR).contains(year))?;
    ends(cursor).then_some(year)
}

/// Reads digits with thousands dots, without leading zeros.
fn read_digits(cursor: &mut Cursor<'_>) -> Option<String> {
    let digits = cursor.take_while(|byte| byte.is_ascii_digit()).filter(|digits| digits.len() <= 6)?;
    let mut number = digits.to_owned();
    while let Some(thousands) = cursor.attempt(|cursor| {
        let digits = cursor.byte(b'.').then(|| cursor.take_while(|byte| byte.is_ascii_digit())).flatten()?;
        (digits.len() == 3 && number.len() <= 3).then_some(digits)
    }) {
        number.push_str(thousands);
    }
    let trimmed = number.trim_start_matches('0');
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}

fn read_signs(cursor: &mut Cursor<'_>, signs: &[u8]) {
    cursor.take_while(|byte| signs.contains(&byte));
}

fn ends(cursor: &Cursor<'_>) -> bool {
    !cursor.peek().is_some_and(|byte| byte.is_ascii_alphanumeric())
}
