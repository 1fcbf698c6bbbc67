//! The citation of the amended act within a header, and what stands before and after it.

use super::approving::{approved_text, is_norms};
use super::words::BEGINNINGS;
use crate::amend::act::{self, ActName};
use crate::amend::place;
use crate::amend::source::HeaderText;

impl HeaderText<'_> {
    /// Where the place begins, after the day of the operation: "La data intrării în vigoare a prezentei legi, ...".
    pub(super) fn after_date(&self, start: usize, verb: usize) -> usize {
        const FORCE: &str = "la data intrarii in vigoare a prezentei";
        const DAYS: &[&str] = &["la data de ", "incepand cu data de "];
        let text = self.slice(start, verb);
        let rest = match DAYS.iter().find_map(|words| text.strip_prefix(words)) {
            Some(day) => after_day(day),
            None => [" legi,", " ordonante de urgenta,", " ordonante,"]
                .iter()
                .find_map(|act| text.strip_prefix(FORCE).and_then(|text| text.strip_prefix(act))),
        };
        rest.map_or(start, |rest| verb - rest.trim_start_matches([',', ' ']).len())
    }

    /// The ranges before and after the citation of the amended act, the act, and whether its annex is amended.
    pub(super) fn without_citation(&self, start: usize, verb: usize) -> (Vec<(usize, usize)>, Option<ActName>, bool) {
        let text = self.slice(start, verb);
        let approved = approved_text(text);
        let named = approved.as_ref().map(|approved| (approved.citation.clone(), approved.act.clone()));
        let Some((range, name)) = named.or_else(|| act::find(text, 0)) else {
            return (vec![(start, verb)], None, false);
        };
        let in_annex = !is_norms(name.kind)
            && ["regulament", "norme", "statut", "metodologi", "procedur", "instructiun"]
                .iter()
                .any(|word| text.contains(word))
            && text.contains("aprobat");
        let before = text[..approved.map_or(range.start, |approved| approved.start)].trim_end();
        let before = ["din", "la", "al", "a", "ale", "ai", "se aproba"].iter().fold(before, |text, word| {
            text.strip_suffix(word).filter(|rest| rest.is_empty() || rest.ends_with(' ')).map_or(text, str::trim_end)
        });
        let first = (start, start + before.len());
        let tail = (range.end..text.len()).filter(|at| text[*at..].starts_with(", ") || text[*at..].starts_with(" , "));
        let rest = tail.map(|at| (start + at, verb)).find(|(from, to)| {
            let words = self.slice(*from, *to).trim_start_matches([',', ' ']);
            let phrase = words.split("sintagm").next().unwrap_or_default();
            let begins = BEGINNINGS.iter().any(|word| words.starts_with(word));
            begins && (place::read(&mut self.words(*to - words.len(), *to)).is_some() || phrase.len() < words.len())
        });
        let rest = rest.or_else(|| self.unread_place(start + range.end, verb));
        let mut ranges = vec![first];
        ranges.extend(rest);
        (ranges, Some(name), in_annex)
    }

    /// The place after a citation that no rule reads: "În anexa la Legea nr. 5/2008, literele A punctul 1 și D".
    /// Without it, the operation would reach the whole annex.
    fn unread_place(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        const UNITS: [&str; 10] =
            ["articol", "art.", "alineat", "alin.", "liter", "lit.", "punct", "pct.", "liniut", "pozitii"];
        let text = self.slice(from, to);
        let names = |at: &usize| {
            let words = text[at + 1..].trim_start();
            UNITS.iter().any(|unit| words.starts_with(unit))
        };
        text.match_indices(',').map(|(at, _)| at).find(names).map(|at| (from + at, to))
    }
}

/// Whether a header is about an annex of what another act approves. Its number is none of an annex of that act.
pub fn is_annex_of_annex(text: &str) -> bool {
    approved_text(text).is_some_and(|approved| text[..approved.start].contains("anex"))
}

/// Whether more places follow the amended act: "precum și pct. 8 din anexa nr. 5 la același act".
pub fn names_more(tail: &str) -> bool {
    const UNITS: &[&str] = &["pct.", "punct", "art", "alin", "lit", "anex"];
    let mut tails = tail.match_indices("precum si ").map(|(at, words)| &tail[at + words.len()..]);
    tails.any(|rest| UNITS.iter().any(|unit| rest.starts_with(unit)))
}

/// The text after a day such as "1 ianuarie 2018".
fn after_day(text: &str) -> Option<&str> {
    let mut words = text.splitn(4, ' ');
    let (day, month, year) = (words.next()?, words.next()?, words.next()?);
    let is_day = day.parse::<u8>().is_ok() && month.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_year = year.trim_end_matches(',').parse::<u16>().is_ok_and(|year| year > 1900);
    words.next().filter(|_| is_day && is_year)
}
