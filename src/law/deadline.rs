//! Terms, last days, first days and periods.

use serde::Serialize;

use super::cursor::Cursor;
use super::length::Length;
use super::moment::{Frequency, Moment};
use super::moment_words::{read_longer_time, read_moment};
use super::reference::{ActReference, read_owner, read_published};

/// Length of the longest description of an event, in bytes.
const LONGEST_ANCHOR: usize = 90;

/// A length of time from an event: `în termen de 30 de zile de la data comunicării`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TermMention {
    pub length: Length,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bound>,
    pub direction: Direction,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
}

/// The event that a term runs from, or to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Anchor {
    pub event: AnchorKind,
    /// The act that enters into force or is published.
    #[serde(skip_serializing_if = "ActReference::is_unnamed")]
    pub of: ActReference,
    /// The range of the event's words in the search copy.
    #[serde(skip)]
    pub range: (usize, usize),
    /// The event's words.
    pub text: String,
}

/// The kind of an event: a day of an act that may be the present one, or another event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnchorKind {
    EntryIntoForce,
    Publication,
    /// An event from which no calendar day follows: in the reader's life, or in that of another act.
    Event,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    AtMost,
    AtLeast,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    After,
    /// Counted backwards: "cu cel puțin 3 zile lucrătoare înainte de".
    Before,
}

/// The last day of something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UntilMention {
    #[serde(flatten)]
    pub moment: Moment,
    /// Other days of the year on which the same is due: "31 martie și 30 septembrie".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Moment>,
    /// Whether the text says that the day itself counts.
    pub inclusive: bool,
    /// How often the day comes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every: Option<Frequency>,
}

/// A period between two days or months.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PeriodMention {
    pub from: Moment,
    pub to: Moment,
    pub inclusive: bool,
}

fn read_bound(cursor: &mut Cursor<'_>) -> Option<Bound> {
    const WORDS: [(&str, Bound); 9] = [
        ("cel mult", Bound::AtMost),
        ("cel tarziu", Bound::AtMost),
        ("maximum", Bound::AtMost),
        ("maxim", Bound::AtMost),
        ("nu mai mult de", Bound::AtMost),
        ("cel putin", Bound::AtLeast),
        ("minimum", Bound::AtLeast),
        ("minim", Bound::AtLeast),
        ("pana la", Bound::AtMost),
    ];
    let bound = WORDS.into_iter().find(|(words, _)| cursor.word(&[words])).map(|(_, bound)| bound);
    cursor.spaces();
    bound
}

/// Reads a term, and returns it with the place where to read on: before its event, which may hold a citation.
pub(super) fn read_term(cursor: &mut Cursor<'_>) -> Option<(TermMention, usize)> {
    read_term_after(cursor).or_else(|| read_term_before(cursor))
}

fn read_term_after(cursor: &mut Cursor<'_>) -> Option<(TermMention, usize)> {
    cursor.attempt(|cursor| {
        let introduced = cursor.word(&[
            "in",
            "intr-un",
            "intr-un nou",
            "din",
            "dintr-un",
            "la",
            "dupa",
            "nu mai tarziu de",
            "cel mai tarziu in",
            "cel tarziu in",
            "cel mai tarziu la",
            "cel tarziu la",
        ]);
        cursor.spaces();
        let named = cursor.word(&["termen de", "termenul de", "termen maxim de", "termen legal de"]);
        cursor.spaces();
        let bound = read_bound(cursor);
        let length = Length::read(cursor)?;
        let resume = cursor.at();
        let anchor = read_anchor(cursor);
        // "12 luni de la data intrării în vigoare a prezentei legi" needs no other words.
        let is_of_act = anchor.as_ref().is_some_and(|anchor| matches!(anchor.of, ActReference::Present(_)));
        if !(introduced || named || is_of_act) {
            return None;
        }
        // "în 30 de zile" alone may be any time.
        (named || anchor.is_some())
            .then_some((TermMention { length, bound, direction: Direction::After, anchor }, resume))
    })
}

/// Reads `cu cel puțin 3 zile lucrătoare înainte de această dată`.
fn read_term_before(cursor: &mut Cursor<'_>) -> Option<(TermMention, usize)> {
    cursor.attempt(|cursor| {
        cursor.word(&["cu"]);
        cursor.spaces();
        let bound = read_bound(cursor);
        let length = Length::read(cursor)?;
        cursor.spaces();
        let resume = cursor.at();
        if !cursor.word(&["inainte de", "inaintea", "anterior", "inainte", "anterioare"]) {
            return None;
        }
        cursor.spaces();
        let anchor = read_event(cursor);
        Some((TermMention { length, bound, direction: Direction::Before, anchor }, resume))
    })
}

/// Reads `de la data intrării în vigoare`.
fn read_anchor(cursor: &mut Cursor<'_>) -> Option<Anchor> {
    cursor.attempt(|cursor| {
        cursor.spaces();
        let joined =
            cursor.word(&["de la", "dupa", "din", "calculat de la", "calculate de la", "incepand cu", "de cand"]);
        cursor.spaces();
        joined.then(|| read_event(cursor)).flatten()
    })
}

/// Reads the words for an event up to the next punctuation other than the dot of an abbreviation.
fn read_event(cursor: &mut Cursor<'_>) -> Option<Anchor> {
    let (start, rest) = (cursor.at(), cursor.rest());
    let mut end = rest.len();
    for (at, byte) in rest.bytes().enumerate() {
        let ends = matches!(byte, b';' | b':' | b',' | b'\n' | b'"' | b')') && !is_enumeration_sign(rest, at);
        if ends || (byte == b'.' && !is_abbreviation(&rest[..at]) && !is_initial(rest, at)) {
            end = at;
            break;
        }
        if at >= LONGEST_ANCHOR {
            end = rest[..at].rfind(' ').unwrap_or(at);
            break;
        }
    }
    let text = rest[..end].trim_end();
    let text = before_rule(text.strip_suffix("..").unwrap_or(text));
    if text.len() < 3 {
        return None;
    }
    // The name of the act may stand after a comma, beyond these words; where it is the present one, they end after it.
    let mut named = cursor.moved_to(start);
    let (event, of) = read_day_of_act(&mut named);
    let is_present = matches!(of, ActReference::Present(_));
    let text = if is_present { named.text_since(start) } else { text };
    *cursor = cursor.moved_to(start + text.len());
    let event = if of == ActReference::Other { AnchorKind::Event } else { event };
    Some(Anchor { event, of, range: (start, start + text.len()), text: String::new() })
}

/// The words of an event before the rule that follows without a comma: "publicarea baremului candidații pot contesta".
/// A relative clause belongs to the event: "data la care se va comunica".
fn before_rule(event: &str) -> &str {
    const VERBS: [&str; 20] = [
        " se va ",
        " se vor ",
        " va ",
        " vor ",
        " poate ",
        " pot ",
        " are obligatia",
        " au obligatia",
        " este obligat",
        " sunt obligat",
        " se aproba",
        " se modifica",
        " se abroga",
        " se emit",
        " se elaboreaza",
        " se publica",
        " se constituie",
        " se stabilesc",
        " se adopta",
        " se actualizeaza",
    ];
    let verb = VERBS.iter().filter_map(|verb| event.find(verb)).min().unwrap_or(event.len());
    let is_relative = event[..verb].split(' ').any(|word| matches!(word, "care" | "cand" | "unde"));
    if is_relative { event } else { event[..verb].trim_end() }
}

/// Reads a day of an act, and the act.
fn read_day_of_act(cursor: &mut Cursor<'_>) -> (AnchorKind, ActReference) {
    cursor.word(&["data", "datei", "momentul"]);
    cursor.spaces();
    if cursor.word(&["intrarii in vigoare", "intrarea in vigoare"]) {
        (AnchorKind::EntryIntoForce, read_owner(cursor))
    } else if cursor.word(&["publicarii", "publicarea", "publicare"]) {
        (AnchorKind::Publication, read_published(cursor))
    } else {
        (AnchorKind::Event, ActReference::Unnamed)
    }
}

/// Whether the bracket closes a number or a letter of a provision.
fn is_enumeration_sign(rest: &str, at: usize) -> bool {
    rest.as_bytes()[at] == b')'
        && (rest[..at].contains('(') || rest[..at].ends_with(|c: char| c.is_ascii_alphanumeric()))
}

/// Whether the dot stands between initials, as in `A.S.F.`.
fn is_initial(rest: &str, at: usize) -> bool {
    let next = rest.as_bytes().get(at + 1).is_some_and(u8::is_ascii_uppercase);
    next && rest[..at].ends_with(|c: char| c.is_ascii_uppercase())
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let digit = before.ends_with(|c: char| c.is_ascii_digit());
    ["art", "alin", "lit", "pct", "nr"].iter().any(|known| word.eq_ignore_ascii_case(known))
        || (digit && word.len() < 2)
}

fn read_inclusive(cursor: &mut Cursor<'_>) -> bool {
    let read = cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.byte(b',');
        cursor.spaces();
        cursor.word(&["inclusiv"]).then_some(())
    });
    read.is_some()
}

/// Reads `până cel târziu la data de 31 octombrie 2025 inclusiv`.
pub(super) fn read_until(cursor: &mut Cursor<'_>) -> Option<UntilMention> {
    const STARTS: [&str; 12] = [
        "pana cel tarziu la",
        "pana cel mai tarziu la",
        "pana la",
        "pana in",
        "pana pe",
        "cel tarziu pana la",
        "cel mai tarziu pana la",
        "nu mai tarziu de",
        "cel tarziu la",
        "cel mai tarziu la",
        "cel tarziu in",
        "pina la",
    ];
    cursor.attempt(|cursor| {
        if !cursor.word(&STARTS) {
            return None;
        }
        cursor.spaces();
        let before = cursor.word(&["inclusiv"]);
        cursor.spaces();
        let start = cursor.at();
        cursor.word(&["datele de", "zilele de"]);
        cursor.spaces();
        let moment = read_moment(cursor)?;
        let also = read_more_days(cursor, &moment);
        // The day may be followed by "inclusiv", or hold it: "25 inclusiv a lunii următoare".
        let within = cursor.text_since(start).contains("inclusiv");
        let inclusive = before || within || read_inclusive(cursor);
        Some(UntilMention { moment, also, inclusive, every: None })
    })
}

/// Reads the days after the first one of a year: `, 30 iunie și 30 septembrie`.
fn read_more_days(cursor: &mut Cursor<'_>, first: &Moment) -> Vec<Moment> {
    let mut more = Vec::new();
    let is_day = |moment: &Moment| matches!(moment, Moment::YearDay { .. });
    while is_day(first) {
        let next = cursor.attempt(|cursor| {
            cursor.spaces();
            let comma = cursor.byte(b',');
            cursor.spaces();
            let joined = cursor.word(&["si", "respectiv", "si respectiv", "respectiv la", "si la", "si pana la"]);
            cursor.spaces();
            cursor.word(&["data de"]);
            cursor.spaces();
            (comma || joined).then(|| read_moment(cursor)).flatten().filter(is_day)
        });
        let Some(next) = next else { break };
        more.push(next);
    }
    more
}

/// Reads `începând cu data de 1 iulie 2024`.
pub(super) fn read_from(cursor: &mut Cursor<'_>) -> Option<Moment> {
    const STARTS: [&str; 7] = [
        "incepand cu",
        "incepand de la",
        "incepand din",
        "incepind cu",
        "cu incepere de la",
        "incepand de",
        "cu incepere din",
    ];
    cursor.attempt(|cursor| {
        if !cursor.word(&STARTS) {
            return None;
        }
        cursor.spaces();
        read_moment(cursor).or_else(|| read_dated_event(cursor))
    })
}

/// Reads `data comunicării deciziei`: a day that an event gives.
fn read_dated_event(cursor: &mut Cursor<'_>) -> Option<Moment> {
    cursor.attempt(|cursor| {
        if !cursor.word(&["data", "ziua", "luna", "prima zi"]) {
            return None;
        }
        cursor.spaces();
        let event = read_event(cursor)?;
        let words = cursor.text_since(event.range.0).to_owned();
        Some(Moment::Event { event: words })
    })
}

/// Reads `perioada 1 martie-31 decembrie 2026`, `între data de 5 ianuarie și ultima zi a lunii februarie`.
pub(super) fn read_period(cursor: &mut Cursor<'_>) -> Option<PeriodMention> {
    cursor.attempt(|cursor| {
        let is_period = cursor.word(&["perioada", "perioadei", "perioadele", "intervalul", "intervalului"]);
        if !is_period && !cursor.word(&["intre", "cuprinsa intre", "cuprins intre"]) {
            return None;
        }
        cursor.spaces();
        cursor.word(&["cuprinsa intre", "de la", "dintre", "cuprins intre"]);
        cursor.spaces();
        let from = read_moment(cursor).filter(is_day)?;
        cursor.spaces();
        let joined = cursor.byte(b'-') || cursor.word(&["si", "pana la", "-"]);
        cursor.spaces();
        let to = joined.then(|| read_moment(cursor)).flatten().filter(is_day)?;
        let from = with_year_of(from, &to);
        Some(PeriodMention { from, to, inclusive: read_inclusive(cursor) })
    })
}

/// Years such as `2014-2020` name a programme, so that only days and months make a period.
fn is_day(moment: &Moment) -> bool {
    !matches!(moment, Moment::Year { .. } | Moment::Event { .. })
}

/// `1 martie-31 decembrie 2026` gives the year once.
fn with_year_of(from: Moment, to: &Moment) -> Moment {
    use super::moment::MonthDay;
    match (&from, to) {
        (Moment::YearDay { month, day: MonthDay::Day(day), .. }, Moment::Date { date }) => {
            let same_year = jiff::civil::Date::new(date.year(), *month, *day).ok().filter(|first| first <= date);
            same_year.map_or(from, |date| Moment::Date { date })
        }
        (Moment::Month { month, year: None, of }, Moment::Month { year: Some(year), .. }) => {
            Moment::Month { month: *month, year: Some(*year), of: of.clone() }
        }
        _ => from,
    }
}

/// Reads a half-year, a quarter or a month that stands by itself, with its year.
pub(super) fn read_time_alone(cursor: &mut Cursor<'_>) -> Option<Moment> {
    cursor.attempt(|cursor| read_longer_time(cursor).filter(|moment| moment.first_day().is_some()))
}
