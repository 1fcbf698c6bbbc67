//! Numbers of acts: `Legea nr. 227/2015`, `OUG 115/2023`, `Government Decision no. 174 of 6 June 2002`.

use super::dates::{self, is_year};
use super::figure::StatedFigure;
use super::token::Tokens;
use paragraf_law::act_kind::{ActKind, ENGLISH};

/// The most words between the kind of an act and its number, as in named laws.
const MAX_GAP: usize = 24;

/// Reads the act at a place; returns its figures with the place after them.
pub(super) fn read(tokens: &Tokens, at: usize) -> Option<(Vec<StatedFigure>, usize)> {
    match read_kind(tokens, at) {
        Some((kind, end)) => {
            let kind = Some(kind);
            read_named(tokens, kind, end).or_else(|| read_of_year(tokens, kind, end))
        }
        None => read_number(tokens, None, at),
    }
}

const OF_GOVERNMENT: &[&str] = &["guvernului", "government"];

/// The kind of act at a place, and the place after its words.
fn read_kind(tokens: &Tokens, at: usize) -> Option<(ActKind, usize)> {
    const DECISION: [[&str; 2]; 2] = [["hotararea", "guvernului"], ["hotararii", "guvernului"]];
    if DECISION.iter().any(|words| tokens.has_words(at, words)) {
        return Some((ActKind::GovernmentDecision, at + 2));
    }
    let is_here = |words: &str| words.split(' ').zip(at..).all(|(word, at)| tokens.word(at) == word);
    if let Some((words, kind)) = ENGLISH.iter().find(|(words, _)| is_here(words)) {
        return Some((*kind, at + words.split(' ').count()));
    }
    let kind = match tokens.word(at) {
        "lege" | "legea" | "legii" | "legile" | "legilor" => ActKind::Law,
        "oug" => ActKind::EmergencyOrdinance,
        "og" => ActKind::Ordinance,
        "hg" => ActKind::GovernmentDecision,
        "hotarare" | "hotararea" | "hotararii" => ActKind::Resolution,
        "decizia" | "deciziei" | "decizie" => ActKind::Decision,
        "ordin" | "ordinul" | "ordinului" | "opanaf" | "omfp" | "omf" => ActKind::Order,
        "decret" | "decretul" | "decretului" => ActKind::Decree,
        "regulament" | "regulamentul" | "regulamentului" => ActKind::EuRegulation,
        "directiva" | "directivei" => ActKind::EuDirective,
        "ordonanta" | "ordonantei" | "ordonante" => return Some(read_ordinance(tokens, at + 1)),
        _ => return None,
    };
    Some((kind, at + 1))
}

/// "de urgență" follows at once, or after "a Guvernului".
fn read_ordinance(tokens: &Tokens, at: usize) -> (ActKind, usize) {
    let skipped = [0, 1, 2].into_iter().find(|skipped| tokens.has_words(at + skipped, &["de", "urgenta"]));
    let between = |skipped: usize| {
        (at..at + skipped).all(|at| tokens.word(at) == "a" || OF_GOVERNMENT.contains(&tokens.word(at)))
    };
    match skipped.filter(|skipped| between(*skipped)) {
        Some(skipped) => (ActKind::EmergencyOrdinance, at + skipped + 2),
        None => (ActKind::Ordinance, at),
    }
}

/// Reads the number after the kind, at once or after the name of the act.
fn read_named(tokens: &Tokens, kind: Option<ActKind>, start: usize) -> Option<(Vec<StatedFigure>, usize)> {
    for at in start..(start + MAX_GAP).min(tokens.len()) {
        let before = tokens.word(at.saturating_sub(1));
        let is_number_sign = at > start && matches!(before, "nr" | "no" | "number" | "numarul");
        let is_after_sign = is_number_sign
            || (tokens.is_sign(at.saturating_sub(1), '.') && matches!(tokens.word(at.saturating_sub(2)), "nr" | "no"));
        let is_direct = (start..at).all(|at| is_filler(tokens, at));
        if tokens.number(at).is_some() {
            let read = (is_direct || is_after_sign).then(|| read_number(tokens, kind, at)).flatten();
            let alone = || is_direct.then(|| read_alone(tokens, kind, at)).flatten();
            return read.or_else(alone).map(|(figures, end)| read_list(tokens, kind, figures, end));
        }
        let ends = ends_name(tokens, at);
        if at > start && (ends || read_kind(tokens, at).is_some()) {
            return None;
        }
    }
    None
}

/// Words and signs that can stand between the kind and the number of any act.
fn is_filler(tokens: &Tokens, at: usize) -> bool {
    let word = tokens.word(at);
    let is_sign = ['.', '(', ')', ','].into_iter().any(|sign| tokens.is_sign(at, sign));
    let words =
        ["nr", "no", "number", "numarul", "a", "guvernului", "ue", "eu", "ce", "ec", "cee", "eec", "euratom", "cadru"];
    is_sign || words.contains(&word) || OF_GOVERNMENT.contains(&word) || tokens.is_sign(at, '-')
}

/// Whether the name of an act cannot go on here: a sentence or a list ends.
fn ends_name(tokens: &Tokens, at: usize) -> bool {
    let is_stop = tokens.is_sign(at, '.') && !matches!(tokens.word(at - 1), "nr" | "no" | "art" | "alin");
    is_stop || tokens.is_sign(at, ';') || tokens.is_sign(at, ':')
}

/// Reads the further acts of a list: "Laws 5/2020 and 6/2021", "Legile nr. 5/2020 și nr. 6/2021".
fn read_list(
    tokens: &Tokens,
    kind: Option<ActKind>,
    mut figures: Vec<StatedFigure>,
    mut end: usize,
) -> (Vec<StatedFigure>, usize) {
    while let Some(next) = dates::connector(tokens, end) {
        let mut at = next;
        while at < next + 2 && (matches!(tokens.word(at), "nr" | "no") || tokens.is_sign(at, '.')) {
            at += 1;
        }
        let Some((more, after)) = read_number(tokens, kind, at) else { break };
        figures.extend(more);
        end = after;
    }
    (figures, end)
}

/// Reads `227/2015`, `1.574/3.246/2025`, `10 din 25 ianuarie 2024` or `2014/55/UE`.
fn read_number(tokens: &Tokens, kind: Option<ActKind>, at: usize) -> Option<(Vec<StatedFigure>, usize)> {
    let mut numbers = vec![act_number(tokens, at)?];
    let mut end = at + 1;
    while tokens.is_sign(end, '/') && tokens.is_joined(end) && tokens.is_joined(end + 1) {
        let Some(number) = act_number(tokens, end + 1) else { break };
        numbers.push(number);
        end += 2;
    }
    let year = |text: &String| text.parse::<u32>().ok().filter(|year| text.len() == 4 && is_year(*year));
    if numbers.len() > 1 {
        let is_european = matches!(kind, Some(ActKind::EuRegulation | ActKind::EuDirective))
            || (tokens.is_sign(end, '/') && matches!(tokens.word(end + 1), "ue" | "ce" | "cee" | "eu" | "ec" | "jai"));
        return of_parts(kind, numbers, year, is_european).map(|figure| (vec![figure], end));
    }
    if kind.is_none() || !matches!(tokens.word(end), "din" | "of" | "from") {
        return None;
    }
    let number = numbers.remove(0);
    if let Some((dates, after)) = dates::read(tokens, end + 1)
        && let Some(StatedFigure::Date { year: year @ Some(_), .. }) = dates.first().cloned()
    {
        return Some(([vec![StatedFigure::Act { kind, number, year }], dates].concat(), after));
    }
    let (_, after) = dates::read_year(tokens, end + 1)?;
    let year = tokens.whole(end + 1).and_then(|year| year.try_into().ok());
    Some((vec![StatedFigure::Act { kind, number, year }], after))
}

/// The act of numbers with slashes. European acts have their year first or last, so that the order does not count.
fn of_parts(
    kind: Option<ActKind>,
    mut numbers: Vec<String>,
    year: impl Fn(&String) -> Option<u32>,
    is_european: bool,
) -> Option<StatedFigure> {
    let last_year = numbers.last().and_then(&year);
    let first_year = numbers.first().and_then(&year);
    let both = last_year.is_some() && first_year.is_some() && numbers.len() == 2;
    if both && kind.is_none() && !is_european {
        return None;
    }
    if is_european {
        numbers.sort();
        return (first_year.or(last_year).is_some()).then(|| StatedFigure::Act {
            kind,
            number: numbers.join("/"),
            year: None,
        });
    }
    let year = last_year?.try_into().ok();
    numbers.pop();
    Some(StatedFigure::Act { kind, number: numbers.join("/"), year })
}

/// The digits of an act's number, without thousands dots.
fn act_number(tokens: &Tokens, at: usize) -> Option<String> {
    let (groups, signs) = tokens.number(at)?;
    let is_grouped =
        groups[1..].iter().all(|group| group.len() == 3) && signs.iter().all(|sign| matches!(sign, '.' | ','));
    let digits = groups.concat();
    (is_grouped && digits.len() <= 6).then_some(digits)
}

/// Reads a number without a year directly after its kind: "Legea 31", "Law no. 31".
fn read_alone(tokens: &Tokens, kind: Option<ActKind>, at: usize) -> Option<(Vec<StatedFigure>, usize)> {
    let number = act_number(tokens, at).filter(|_| kind != Some(ActKind::Decision))?;
    Some((vec![StatedFigure::Act { kind, number, year: None }], at + 1))
}

/// Reads "legea din 2015", "the 2015 law" is a plain year.
fn read_of_year(tokens: &Tokens, kind: Option<ActKind>, at: usize) -> Option<(Vec<StatedFigure>, usize)> {
    let is_of = matches!(tokens.word(at), "din" | "of" | "from");
    let (_, end) = is_of.then(|| dates::read_year(tokens, at + 1)).flatten()?;
    let year = tokens.whole(at + 1).and_then(|year| year.try_into().ok());
    Some((vec![StatedFigure::Act { kind, number: String::new(), year }], end))
}
