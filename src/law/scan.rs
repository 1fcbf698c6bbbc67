//! One pass over a search copy, which tries the recognisers of mentions at the beginning of each word.

use std::ops::Range;

use super::amount::Figure;
use super::calendar::read_date;
use super::cursor::Cursor;
use super::deadline::{read_due, read_from, read_period, read_term, read_time_alone, read_until};
use super::european::read_european;
use super::force::{read_force, sentence_start, subject};
use super::frequency::frequency;
use super::gazette_reference::{read_gazette, read_page_header};
use super::mention::{Mention, MentionValue};
use super::moment::Moment;
use super::moment_words::read_months;
use super::national::{ReadCitation, read_citations};
use super::normalise::{SearchCopy, clean};
use super::part_reader::ActParts;
use super::phrase::{read_approval, read_derogation, read_form, read_operation};
use super::portal_note::read_note;
use super::provision::Provision;

/// The fewest dots of a row that stands for text left out.
const SHORTEST_GAP: usize = 5;

/// The value of a mention, with its range in the search copy.
pub(super) struct FoundMention {
    pub range: Range<usize>,
    pub value: MentionValue,
}

/// Finds all mentions of a text, in the order in which they begin.
// docs/decisions/0130
pub(super) fn scan(copy: &SearchCopy<'_>) -> Vec<FoundMention> {
    let text = copy.text();
    let bytes = text.as_bytes();
    let mut scanner = MentionScanner { copy, text, found: Vec::new() };
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let begins = STARTS[usize::from(*byte)] && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric());
        at = if begins { scanner.read_at(at).unwrap_or(at + 1) } else { at + 1 };
    }
    scanner.found
}

/// The beginning of the words about the clause at `at`: that of its sentence, or the end of the clause before it.
pub(super) fn clause_start(text: &str, before: &[FoundMention], at: usize) -> usize {
    let earlier = before.iter().rfind(|found| matches!(found.value, MentionValue::EntryIntoForce { .. }));
    sentence_start(text, at, earlier.map_or(0, |found| found.range.end))
}

/// The mentions with their places in the original text.
pub(super) fn mentions(copy: &SearchCopy<'_>, found: Vec<FoundMention>) -> Vec<Mention> {
    if found.is_empty() {
        return Vec::new();
    }
    let operations = found.iter().filter(|found| matches!(found.value, MentionValue::Operation(_)));
    let operations: Vec<_> = operations.map(|found| found.range.start).collect();
    let parts = ActParts::read(copy, &operations);
    let mention = |found: FoundMention| {
        let part = parts.at(found.range.start);
        let range = copy.original_range(found.range.clone());
        let text = copy.original(found.range).to_owned();
        Mention { start: range.start, end: range.end, text, part, value: found.value }
    };
    found.into_iter().map(mention).collect()
}

/// Whether a mention can begin with the byte.
const STARTS: [bool; 256] = {
    let mut starts = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let lower = (byte as u8).to_ascii_lowercase();
        starts[byte] = matches!(lower, b'0'..=b'9' | b'(' | b'.')
            || matches!(
                lower,
                b'a' | b'c'..=b'f' | b'h' | b'i' | b'l'..=b'p' | b'r'..=b't' | b'v'
            );
        byte += 1;
    }
    starts
};

struct MentionScanner<'c, 't> {
    copy: &'c SearchCopy<'t>,
    text: &'c str,
    found: Vec<FoundMention>,
}

impl<'c> MentionScanner<'c, '_> {
    /// Reads the mention that begins here, and returns where to read on.
    fn read_at(&mut self, at: usize) -> Option<usize> {
        let bytes = &self.text.as_bytes()[at..];
        let letter = |at: usize| bytes.get(at).map_or(0, u8::to_ascii_lowercase);
        match [letter(0), letter(1), letter(2)] {
            [b'0'..=b'9', ..] => self.number(at),
            [b'(', ..] => self.note(at),
            [b'.', b'.', b'.'] => self.gap(at),
            [b'a', b'r', b't'] | [b'a', b'l', b'i'] | [b'a', b'n', b'e'] | [b'c', b'a', _] => self.provision(at),
            [b'l', b'i', _] | [b'p', b'c', b't'] | [b'p', b'u', b'n'] | [b's', b'u', b'b'] => self.provision(at),
            [b't', b'e', b'z'] | [b't', b'i', b't'] | [b's', b'e', b'c'] => self.provision(at),
            [b'a', b' ', _] => self.provision(at),
            [b'a', b'p', b'r'] => self.approval(at).or_else(|| self.months(at)),
            [b'l', b'e', b'g'] | [b'h', b'o', b't'] | [b'o', b'r', b'd'] | [b'c', b'o', _] => self.citation(at),
            [b'h', b'p', _] | [b'r', b'i', b'l'] | [b'r', b'e', b'c'] => self.citation(at),
            [b'h', b'g' | b'.', _] | [b'o', b'u' | b'g' | b'.' | b'p' | b'm', _] | [b'l', b'.', _] => self.citation(at),
            [b'd', b'e', b'c'] => self.citation(at).or_else(|| self.european(at)).or_else(|| self.months(at)),
            [b'i', b'n', b's'] => self.citation(at),
            [b'r', b'e', b'g'] => self.european(at).or_else(|| self.citation(at)),
            [b'd', b'i', b'r'] => self.european(at),
            [b'n', b'o', b'r'] | [b'c', b'i', b'r'] => self.citation(at),
            [b'r', b'e', b'p'] => self.gazette(at).or_else(|| self.form(at)),
            [b'p', b'u', b'b'] | [b'm', b'o', b'n'] | [b'm', b'.', _] => self.gazette(at),
            [b'n', b'r', _] => self.page_header(at),
            [b's', b'e', b' '] | [b's', b'a', b' '] => self.operation(at),
            [b's', b'u', b'n'] | [b'e', b's', b't'] => self.due(at),
            [b's', b'e', b'm'] | [b't', b'r', b'i'] | [b'l', b'u', b'n'] => self.time(at),
            [b'i', b'a' | b'u', _] | [b'f', b'e', b'b'] | [b'm', b'a', b'r' | b'i'] => self.months(at),
            [b'a', b'u', b'g'] | [b's', b'e', b'p'] | [b'o', b'c', b't'] | [b'n', b'o', b'i'] => self.months(at),
            [b'p', b'r', b'i'] => self.derogation(at).or_else(|| self.provision(at)),
            [b'p', b'a', b'r'] => self.part(at),
            [b'p', b'a' | b'i', b'n'] => self.until(at),
            [b'p', b'e', b'r'] => self.period(at),
            [b'c', b'u', b' '] => {
                self.form(at).or_else(|| self.derogation(at)).or_else(|| self.from(at)).or_else(|| self.term(at))
            }
            [b'c', b'e', b'l'] | [b'n', b'u', b' '] => self.until(at).or_else(|| self.term(at)),
            [b'i', b'n', b't'] => self.force(at).or_else(|| self.period(at)).or_else(|| self.term(at)),
            [b'v', b'o' | b'a', _] => self.force(at),
            [b'i', b'n', b'c'] => self.from(at),
            // Not the frequent "teren".
            [b't', b'e', b'r'] if letter(3) != b'm' => None,
            [b'i', b'n', b' '] => self.until(at).or_else(|| self.term(at)),
            [b't', b'e', b'r'] | [b'd', b'i', b'n'] | [b'l', b'a', b' '] | [b'd', b'u', b'p'] => self.term(at),
            [b'm', b'i', b'n'] | [b'm', b'a', b'x'] => self.term(at),
            _ => None,
        }
    }

    fn cursor(&self, at: usize) -> Cursor<'c> {
        Cursor::new(self.text, at)
    }

    fn push(&mut self, start: usize, end: usize, value: MentionValue) -> Option<usize> {
        self.found.push(FoundMention { range: start..end, value });
        Some(end)
    }

    /// The original words of a range of the copy.
    fn words(&self, (start, end): (usize, usize)) -> String {
        clean(self.copy.original(start..end))
    }

    /// Replaces the words of an event, which end at `end`, by the original ones.
    fn with_own_letters(&self, moment: Moment, end: usize) -> Moment {
        match moment {
            Moment::Event { event } => Moment::Event { event: self.words((end.saturating_sub(event.len()), end)) },
            other => other,
        }
    }

    fn number(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        if let Some(date) = read_date(&mut cursor) {
            return self.push(at, cursor.at(), MentionValue::Date { date });
        }
        if let Some(figure) = Figure::read(&mut cursor) {
            return self.push(at, cursor.at(), MentionValue::Figure(figure));
        }
        let first = Figure::read_first_of_two(&mut cursor).filter(|_| self.follows(at, &["intre ", "de la "]));
        match first {
            Some(figure) => {
                let digits =
                    self.text[at..].bytes().take_while(|byte| byte.is_ascii_digit() || b".,".contains(byte)).count();
                self.push(at, at + digits, MentionValue::Figure(figure))
            }
            None => self.skip_number(at).or_else(|| self.term(at)),
        }
    }

    /// Whether one of these words stands right before a place.
    fn follows(&self, at: usize, words: &[&str]) -> bool {
        words.iter().any(|word| {
            let start = at.checked_sub(word.len());
            start.and_then(|start| self.text.get(start..at)).is_some_and(|before| before.eq_ignore_ascii_case(word))
        })
    }

    /// Passes the parts of a number such as `1.2.3`, none of which begins a figure.
    fn skip_number(&self, at: usize) -> Option<usize> {
        let rest = self.text[at..].bytes();
        let length = rest.take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        self.text[at..at + length].contains('.').then_some(at + length)
    }

    fn note(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let read = read_note(&mut cursor)?;
        let mut note = read.note;
        note.unit = self.words(read.unit);
        note.by = self.words(read.by);
        self.push(at, cursor.at(), MentionValue::PortalNote(Box::new(note)));
        // The citations in the note are found as well.
        Some(at + 1)
    }

    fn gap(&mut self, at: usize) -> Option<usize> {
        let rest = self.text[at..].bytes();
        let length = rest.take_while(|byte| *byte == b'.').count();
        if length < SHORTEST_GAP { Some(at + length) } else { self.push(at, at + length, MentionValue::Gap) }
    }

    fn provision(&mut self, at: usize) -> Option<usize> {
        let (provision, end) = Provision::read(self.text, at)?;
        let names_something = provision.levels.iter().any(|level| !level.labels.is_empty());
        if !names_something {
            return None;
        }
        self.push(at, end, MentionValue::Provision { provision, of: None })
    }

    /// Reads a part of an act; the gazette has parts too.
    fn part(&mut self, at: usize) -> Option<usize> {
        let of_gazette = self.follows(at, &["oficial, ", "oficial ", "romaniei, ", "romaniei "]);
        if of_gazette { None } else { self.provision(at) }
    }

    fn citation(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let citations = read_citations(&mut cursor);
        self.push_citations(citations)
    }

    fn european(&mut self, at: usize) -> Option<usize> {
        let citations = read_european(&mut self.cursor(at));
        self.push_citations(citations)
    }

    fn push_citations(&mut self, citations: Vec<ReadCitation>) -> Option<usize> {
        let end = citations.last()?.end;
        for citation in citations {
            let mut act = citation.act;
            if let Some(range) = citation.name {
                let words = Some(self.words(range));
                if act.kind.needs_issuer() && act.issuer.is_none() { act.issuer = words } else { act.name = words }
            }
            self.push(citation.start, citation.end, MentionValue::Citation(act));
        }
        Some(end)
    }

    fn gazette(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let mention = read_gazette(&mut cursor)?;
        self.push(at, cursor.at(), MentionValue::Gazette(mention))
    }

    fn page_header(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let mention = read_page_header(&mut cursor)?;
        self.push(at, cursor.at(), MentionValue::Gazette(mention))
    }

    fn operation(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let operation = read_operation(&mut cursor)?;
        let end = cursor.at();
        self.push(at, end, MentionValue::Operation(operation));
        // "Se aprobă Ordonanța Guvernului" ends inside a citation.
        Some(at + 3)
    }

    fn derogation(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let derogation = read_derogation(&mut cursor)?;
        self.push(at, cursor.at(), MentionValue::Derogation { derogation })
    }

    fn form(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let form = read_form(&mut cursor)?;
        self.push(at, cursor.at(), MentionValue::CitedForm(form))
    }

    fn approval(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let with_changes = read_approval(&mut cursor)?;
        self.push(at, cursor.at(), MentionValue::Approval { with_changes })
    }

    fn force(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let rule = read_force(&mut cursor)?;
        let (subject, act) = subject(&self.text[clause_start(self.text, &self.found, at)..at]);
        self.push(at, cursor.at(), MentionValue::EntryIntoForce { rule, subject, act, provisions: Vec::new() })
    }

    fn term(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let (mut term, resume) = read_term(&mut cursor)?;
        if let Some(anchor) = &mut term.anchor {
            anchor.text = self.words(anchor.range);
        }
        self.push(at, cursor.at(), MentionValue::Term(term));
        Some(resume)
    }

    fn until(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let mut until = read_until(&mut cursor)?;
        until.every = until.moment.frequency(|| frequency(self.text, at, cursor.at()));
        self.push(at, cursor.at(), MentionValue::Until(until))
    }

    fn due(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let mut until = read_due(&mut cursor)?;
        until.every = until.moment.frequency(|| frequency(self.text, at, cursor.at()));
        self.push(at, cursor.at(), MentionValue::Until(until))
    }

    fn from(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let moment = read_from(&mut cursor)?;
        let moment = self.with_own_letters(moment, cursor.at());
        let before = &self.text[at.saturating_sub(40)..at];
        let applies = before.rsplit(['.', ';']).next().is_some_and(|clause| clause.contains("aplic"));
        self.push(at, cursor.at(), MentionValue::From { moment, applies })
    }

    fn period(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let period = read_period(&mut cursor)?;
        self.push(at, cursor.at(), MentionValue::Period(period))
    }

    fn time(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let moment = read_time_alone(&mut cursor)?;
        self.push(at, cursor.at(), MentionValue::Time { moment })
    }

    /// Reads `iulie, august și septembrie 2026`: the year belongs to each month.
    fn months(&mut self, at: usize) -> Option<usize> {
        let mut cursor = self.cursor(at);
        let months = read_months(&mut cursor)?;
        for (month, range) in months {
            self.push(range.0, range.1, MentionValue::Time { moment: month });
        }
        Some(cursor.at())
    }
}
