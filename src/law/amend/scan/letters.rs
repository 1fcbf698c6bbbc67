//! Lists of points within a letter: "a) Anexa se modifică după cum urmează: 1. ...; 2. ...; b) Articolul 4 se abrogă".

use super::OperationScanner;
use super::open_list::LetterList;
use crate::amend::header::Header;
use crate::amend::verb::Verb;
use crate::form::clause::ClauseKind;
use crate::form::mark::UnitMark;

impl OperationScanner<'_> {
    /// Whether a letter with a lead is one of the list of operations.
    pub(super) fn may_hold_list(&self, mark: &UnitMark) -> bool {
        let is_letter = mark.kind == ClauseKind::Letter && mark.label.is_some();
        is_letter && self.is_listed && !self.is_inner && self.outer.is_empty()
    }

    /// Whether a letter is the next one of the list around the last lead.
    pub(super) fn follows_letter(&self, mark: &UnitMark, body: usize) -> bool {
        let is_next = self.letters.as_ref().is_some_and(|letters| mark.follows(Some(&letters.last)));
        let header = || self.source.header(body).filter(|header| !matches!(header.verb, Verb::Unknown(_)));
        is_next && self.has_no_letters() && header().is_some()
    }

    /// Begins the list of a letter that is a lead.
    pub(super) fn begin_letter(&mut self, mark: Option<&UnitMark>, start: usize) {
        let Some(last) = mark.and_then(|mark| mark.label.clone()) else { return };
        match self.letters.take() {
            Some(letters) => {
                // The lead of the letter before may hold nothing.
                self.end_lead(start);
                self.list_context = letters.context;
            }
            None => self.lead = None,
        }
        self.letters = Some(LetterList { last, context: self.list_context.clone() });
    }

    /// Goes back from the list in a letter to the next letter. One that may be of either list is left to a person.
    pub(super) fn leave_letter(&mut self, mark: Option<&UnitMark>, start: usize, header: &mut Header) {
        let Some(mark) = mark.filter(|mark| mark.kind == ClauseKind::Letter) else { return };
        let Some(letters) = self.letters.as_mut().filter(|letters| mark.follows(Some(&letters.last))) else { return };
        let is_of_point = mark.follows(self.last_letter.as_ref()) && self.last_letter.as_ref() != Some(&letters.last);
        if let Some(label) = &mark.label {
            label.clone_into(&mut letters.last);
        }
        if is_of_point || self.is_inner {
            header.verb = Verb::Unknown("it may be of the list in the point before or of the list around it");
            return;
        }
        let context = letters.context.clone();
        // The lead of the letter before may hold nothing.
        self.end_lead(start);
        self.context.clone_from(&context);
        self.list_context = context;
        self.last_point = None;
        self.outer.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::operations;
    use super::super::outline::line;
    use crate::amend::operation::{AmendingOperation, Change};

    #[test]
    fn a_lead_with_a_text_that_no_rule_reads_is_listed() {
        for (inner, outer) in
            [("a) Anexa nr. 1", "b) Articolul 4"), ("1. Litera A se abrogă. 2. Litera B", "2. Articolul 4")]
        {
            let lead = if inner.starts_with('1') { "1. Anexa se modifică după cum urmează: " } else { "" };
            let text = format!("{LEAD}{lead}{inner} se modifică după cum urmează: cele de mai jos; {outer} se abrogă.");
            let found = operations("art. I", &text, None);
            let last = found.last().expect("the repeal");
            assert!(matches!(last.change, Change::Repeal { .. }), "{text}: {found:?}");
            let is_listed = |it: &AmendingOperation| matches!(it.change, Change::NotUnderstood { .. });
            assert!(found.iter().any(is_listed), "{text}: {found:?}");
        }
    }

    const LEAD: &str = "Legea nr. 15/1998 se modifică și se completează după cum urmează: ";

    #[test]
    fn the_points_of_a_letter_are_within_its_place_and_the_next_letter_is_not() {
        let text = "a) Anexa nr. 1 se modifică după cum urmează: 1. Litera B se abrogă. 2. Litera C se abrogă; b) Anexa nr. 2 \
            se modifică după cum urmează: 1. Litera D se abrogă; c) Articolul 4 se abrogă; d) Articolul 6 se abrogă.";
        let found: Vec<_> = operations("art. I", &format!("{LEAD}{text}"), None).iter().map(line).collect();
        assert_eq!(
            found,
            [
                "art. I pct. 1: anexa nr. 1 lit. B)",
                "art. I pct. 2: anexa nr. 1 lit. C)",
                "art. I pct. 1: anexa nr. 2 lit. D)",
                "art. I lit. c): art. 4",
                "art. I lit. d): art. 6",
            ]
        );
    }
}
