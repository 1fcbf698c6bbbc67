//! The table of contents of an issue (SUMAR): `87. — Lege pentru completarea ... ..... 2—3`.

use super::kinds::{self, GazetteActKind};
use super::letters::{is_capitals, squeezed};
use super::print::PrintLine;
use crate::sources::found_act::subject_starts;

/// Length of the shortest title that is looked for.
const SHORTEST: usize = 12;

/// An act of the summary.
#[derive(Debug, Clone)]
pub(super) struct SummaryEntry {
    /// The heading above, such as `ORDONANȚE ȘI HOTĂRÂRI ALE GUVERNULUI ROMÂNIEI`.
    pub(super) section: String,
    /// As printed: `1.574/3.246`.
    pub(super) number: Option<String>,
    pub(super) kind: Option<&'static GazetteActKind>,
    /// The whole entry without number and page.
    pub(super) text: String,
    /// Titles that the act may have, squeezed, the longest first. There may be several, since the summary names the
    /// issuer before the title.
    pub(super) titles: Vec<String>,
}

/// The line after the word SUMAR.
pub(super) fn start(lines: &[PrintLine]) -> Option<usize> {
    lines.iter().position(|line| is_start(&line.text)).map(|at| at + 1)
}

pub(super) fn is_start(text: &str) -> bool {
    matches!(squeezed(text).as_str(), "sumar" | "sumarul")
}

/// Reads the entries.
pub(super) fn entries(lines: &[PrintLine]) -> Vec<SummaryEntry> {
    let mut reader = SummaryReader::default();
    for line in lines {
        reader.add(&line.text);
    }
    reader.flush();
    reader.entries
}

/// Reads the lines of the summary, one after another.
#[derive(Default)]
struct SummaryReader {
    entries: Vec<SummaryEntry>,
    section: String,
    /// Whether the last line belonged to a section's name.
    in_section: bool,
    /// The text of the entry that is being read.
    open: String,
    has_ended: bool,
}

impl SummaryReader {
    fn add(&mut self, text: &str) {
        if is_column_head(text) {
            return;
        }
        let is_between = self.open.is_empty() || self.has_ended;
        if is_between && is_capitals(text) && !text.contains(|c: char| c.is_ascii_digit()) {
            self.flush();
            if self.in_section {
                self.section.push(' ');
                self.section.push_str(text);
            } else {
                text.clone_into(&mut self.section);
            }
            self.in_section = true;
            return;
        }
        self.in_section = false;
        if self.has_ended || numbered(text).is_some() {
            self.flush();
        }
        if !self.open.is_empty() && !self.open.ends_with('-') {
            self.open.push(' ');
        }
        self.open.push_str(text);
        self.has_ended = without_page(&self.open).is_some();
    }

    fn flush(&mut self) {
        self.has_ended = false;
        let text = std::mem::take(&mut self.open);
        let text = without_page(&text).map_or_else(|| text.clone(), str::to_owned);
        if text.trim().is_empty() {
            return;
        }
        let (number, text) = match numbered(&text) {
            Some((number, rest)) => (Some(number.to_owned()), rest.to_owned()),
            None => (inner_number(&text), text),
        };
        let kind = kinds::leading(&squeezed(&text)).map(|(kind, _)| kind);
        let titles = titles(&text);
        self.entries.push(SummaryEntry { section: self.section.clone(), number, kind, text, titles });
    }
}

/// Whether a line is `Nr. Pagina`.
fn is_column_head(text: &str) -> bool {
    let words = squeezed(text).replace("nr", "").replace("pagina", "");
    words.is_empty()
}

/// The number of `1.574/3.246. - Ordin ...` and the rest.
fn numbered(text: &str) -> Option<(&str, &str)> {
    let (number, rest) = text.split_once(" - ")?;
    let number = number.trim().trim_end_matches('.').trim_end();
    let has_digit = number.contains(|c: char| c.is_ascii_digit());
    let is_number =
        number.len() <= 40 && number.chars().all(|c| c.is_ascii_digit() || c.is_uppercase() || "./ ".contains(c));
    (has_digit && is_number).then(|| (number, rest.trim_start()))
}

/// The number of `Decizia nr. 4 din 17 ianuarie 2017 referitoare la ...`.
fn inner_number(text: &str) -> Option<String> {
    let (before, rest) = text.split_once(" nr. ")?;
    let number = rest.split(' ').next()?.trim_end_matches(['.', ',']);
    let is_number = number.starts_with(|c: char| c.is_ascii_digit()) && number.len() <= 20;
    (is_number && !before.contains(' ')).then(|| number.to_owned())
}

/// The entry without its leader dots and page numbers; `None` if it does not end in them. A leader has two dots at least,
/// or one apart from the title, which no full stop is.
fn without_page(text: &str) -> Option<&str> {
    let is_page = |c: char| c.is_ascii_digit() || matches!(c, '-' | ',' | ' ');
    let without = text.trim_end().trim_end_matches(is_page);
    let has_page = text[without.len()..].contains(|c: char| c.is_ascii_digit());
    let title = without.trim_end_matches(['.', ' ', '\u{2026}']);
    let leader = &without[title.len()..];
    let dots: usize = leader
        .chars()
        .map(|c| match c {
            '.' => 1,
            '\u{2026}' => 3,
            _ => 0,
        })
        .sum();
    (has_page && (dots >= 2 || (dots == 1 && leader.starts_with(' ')))).then_some(title)
}

fn titles(text: &str) -> Vec<String> {
    let starts = subject_starts(text);
    let titles: Vec<_> = starts.into_iter().map(|at| squeezed(&text[at..])).collect();
    let titles: Vec<_> = titles.into_iter().filter(|title| title.len() >= SHORTEST).collect();
    if !titles.is_empty() {
        return titles;
    }
    let words = squeezed(text);
    let rest = kinds::leading(&words).map_or(words.as_str(), |(_, rest)| rest);
    if rest.len() >= SHORTEST { vec![rest.to_owned()] } else { vec![] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::pdf::layout::Column;

    fn read(lines: &[&str]) -> Vec<SummaryEntry> {
        let line = |text: &&str| PrintLine {
            page: 0,
            column: Column::Left,
            left: 0.0,
            right: 0.0,
            base: 0.0,
            size: 9.0,
            text: (*text).into(),
        };
        entries(&lines.iter().map(line).collect::<Vec<_>>())
    }

    #[test]
    fn entries_have_number_kind_and_title() {
        let entries = read(&[
            "Nr. Pagina",
            "LEGI ȘI DECRETE",
            "87. - Lege pentru completarea Ordonanței de ur-",
            "gență a Guvernului nr. 119/2006 ................ 2-3",
            "305. - Decret privind conferirea Ordinului Națio-",
            "nal Steaua României ......... 3",
            "ACTE ALE ORGANELOR DE SPECIALITATE",
            "ALE ADMINISTRAȚIEI PUBLICE CENTRALE",
            "1.574/3.246. - Ordin al ministrului culturii și al pre-",
            "ședintelui Agenției pentru Plăți privind aprobarea normelor . . . . 4-16",
            "Decizia nr. 4 din 17 ianuarie 2017 referitoare la excepția de neconstituționalitate …… 17",
        ]);
        let numbers: Vec<_> = entries.iter().map(|entry| entry.number.as_deref().unwrap_or_default()).collect();
        assert_eq!(numbers, ["87", "305", "1.574/3.246", "4"]);
        let kinds: Vec<_> = entries.iter().filter_map(|entry| Some(entry.kind?.name)).collect();
        assert_eq!(kinds, ["LEGE", "DECRET", "ORDIN", "DECIZIE"]);
        assert_eq!(entries[0].titles[0], "pentrucompletareaordonanteideurgentaaguvernuluinr1192006");
        assert!(entries[2].titles.contains(&"privindaprobareanormelor".to_owned()), "{entries:?}");
        assert_eq!(entries[2].section, "ACTE ALE ORGANELOR DE SPECIALITATE ALE ADMINISTRAȚIEI PUBLICE CENTRALE");
        assert_eq!(entries[3].titles, ["referitoarelaexceptiadeneconstitutionalitate"]);
    }

    #[test]
    fn a_leader_may_be_short_and_a_full_stop_is_none() {
        for (entry, title) in [
            ("Lege pentru modificarea Legii nr. 31/1990 .. 3", Some("Lege pentru modificarea Legii nr. 31/1990")),
            ("Lege pentru modificarea Legii nr. 31/1990 . . 3", Some("Lege pentru modificarea Legii nr. 31/1990")),
            ("Lege pentru modificarea unor acte . 3-4", Some("Lege pentru modificarea unor acte")),
            ("Lege pentru modificarea art. 3", None),
            ("Lege pentru modificarea Legii nr. 31", None),
            ("Lege pentru modificarea unor acte", None),
        ] {
            assert_eq!(without_page(entry), title, "{entry}");
        }
        let entries = read(&[
            "88. - Lege privind unele măsuri fiscale . . 3",
            "89. - Lege pentru completarea art. 3",
            "din Legea nr. 31/1990 .. 4",
        ]);
        let numbers: Vec<_> = entries.iter().map(|entry| entry.number.as_deref().unwrap_or_default()).collect();
        assert_eq!(numbers, ["88", "89"]);
    }
}
