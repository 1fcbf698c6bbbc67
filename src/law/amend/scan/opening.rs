//! Opening and closing operations and the leads before them.

use super::{OpenOperation, OperationScanner};
use crate::amend::bounds::own_end;
use crate::amend::header::Header;
use crate::amend::operation::AmendingOperation;
use crate::amend::source::sentence_end;
use crate::amend::verb::{Verb, change_of};
use crate::form::clause::{ClauseKind, Place};
use crate::form::mark::UnitMark;
use crate::label::Label;

/// The length of the beginning of a lead in which a day stands.
const LONGEST_DAY: usize = 200;

/// Whether the new text of a verb may have a numbered list with headers of its own.
fn adds_list(verb: &Verb) -> bool {
    let has_list = |kind: Option<ClauseKind>| {
        kind.is_none_or(|kind| {
            matches!(kind, ClauseKind::Article | ClauseKind::Annex | ClauseKind::Point) || kind.is_group()
        })
    };
    match verb {
        Verb::Modify(places) => places.iter().any(|place| has_list(place.kind())),
        Verb::Insert { added, .. } => has_list(Some(added.kind)),
        _ => true,
    }
}

impl OperationScanner<'_> {
    pub(super) fn lead(&mut self, mark: Option<UnitMark>, start: usize, mut header: Header) -> usize {
        self.choose_list(mark.as_ref(), start, &mut header);
        if matches!(header.verb, Verb::Unknown(_)) {
            return self.open_at(mark, start, header);
        }
        let is_inner = mark.as_ref().is_some_and(|mark| mark.kind == ClauseKind::Point) && self.is_listed;
        let is_letter = header.act.is_none() && mark.as_ref().is_some_and(|mark| self.may_hold_list(mark));
        if header.act.is_none() && !is_inner && !is_letter && self.open.is_some() {
            return start + 1;
        }
        self.close(start);
        if is_letter {
            self.begin_letter(mark.as_ref(), start);
        } else if !is_inner || self.is_inner {
            self.end_lead(start);
        }
        if let Some(name) = header.act.clone() {
            self.act = Some(name);
            self.in_annex = header.in_annex;
            self.through.clone_from(&header.through);
        }
        let follows_act = header.act.is_some() || is_inner || is_letter;
        self.lead = follows_act.then(|| self.opened(mark.as_ref(), start, header.clone()));
        if let Verb::Follow(place) = header.verb {
            let outer = if is_inner || is_letter { self.list_context.clone() } else { Place::default() };
            self.context = Place::of(outer.steps.into_iter().chain(place.steps).collect());
        }
        if is_letter {
            self.list_context = self.context.clone();
        } else if !is_inner {
            (self.list_context, self.letters) = (self.context.clone(), None);
            self.keep_lead(start, header.end);
        }
        self.is_inner = is_inner;
        self.set_last(mark);
        if !is_inner {
            self.last_point = None;
            self.outer.clear();
        }
        (self.is_listed, self.is_of_repeals) = (true, false);
        header.end
    }

    /// Keeps the first words of a lead, in which its day stands.
    pub(super) fn keep_lead(&mut self, start: usize, end: usize) {
        let lead = self.source.copy.original(start..end.min(start + LONGEST_DAY));
        lead.clone_into(&mut self.lead_beginning);
    }

    pub(super) fn set_last(&mut self, mark: Option<UnitMark>) {
        match mark {
            Some(UnitMark { kind: ClauseKind::Point, label, .. }) => self.last_point = label,
            Some(UnitMark { kind: ClauseKind::Paragraph, label, .. }) => self.last_paragraph = label,
            Some(UnitMark { kind: ClauseKind::Letter, label, .. }) => self.last_letter = label,
            _ => {}
        }
    }

    pub(super) fn begin(&mut self, mark: Option<UnitMark>, start: usize, mut header: Header) -> usize {
        self.choose_list(mark.as_ref(), start, &mut header);
        self.leave_letter(mark.as_ref(), start, &mut header);
        self.open_at(mark, start, header)
    }

    /// Begins an operation of the list that is read.
    fn open_at(&mut self, mark: Option<UnitMark>, start: usize, header: Header) -> usize {
        // A second sentence belongs to the point of the first, and is about its act.
        let first = self.open.as_ref().filter(|_| mark.is_none());
        let first = first.map(|open| (open.point.clone(), open.act.clone(), open.in_annex));
        self.close(start);
        let is_point = mark.as_ref().is_some_and(|mark| mark.kind == ClauseKind::Point);
        if self.is_inner && is_point {
            self.end_lead(start);
        }
        (self.lead, self.nested) = (None, None);
        let end = header.end;
        if mark.as_ref().is_some_and(|mark| mark.kind == ClauseKind::Paragraph) {
            self.last_point = None;
            self.outer.clear();
            self.letters = None;
            (self.is_listed, self.is_of_repeals) = (false, false);
            (self.context, self.lead_beginning) = (Place::default(), String::new());
        } else if self.is_inner && is_point {
            self.is_inner = false;
            self.context = self.list_context.clone();
        }
        let mut open = self.opened(mark.as_ref(), start, header);
        if let Some((point, act, in_annex)) = first {
            open.point = point;
            if open.act.is_none() {
                (open.act, open.in_annex) = (act, in_annex);
            }
        }
        self.open = Some(open);
        self.set_last(mark);
        end
    }

    /// An operation that begins here.
    fn opened(&self, mark: Option<&UnitMark>, start: usize, header: Header) -> OpenOperation {
        let is_named = header.act.is_some();
        OpenOperation {
            point: self.point(mark),
            labels: self.labels(mark),
            start,
            act: header.act.clone().or_else(|| self.act.clone()),
            in_annex: if is_named { header.in_annex } else { self.in_annex },
            through: if is_named { header.through.clone() } else { self.through.clone() },
            header,
            context: self.context.clone(),
        }
    }

    /// Lists the last lead if no operation followed it.
    pub(super) fn end_lead(&mut self, end: usize) {
        if let Some(lead) = self.lead.take() {
            self.open = Some(lead);
            self.close(end);
        }
    }

    pub(super) fn begin_unknown(&mut self, mark: Option<UnitMark>, start: usize, body: usize) -> usize {
        let text = &self.source.lower[body..];
        let end = body + sentence_end(text);
        self.begin(mark, start, Header::of_verb(Verb::Unknown("the operation is not understood"), end))
    }

    fn point(&self, mark: Option<&UnitMark>) -> String {
        let inner = match mark {
            Some(UnitMark { kind: ClauseKind::Point, label: Some(label), .. }) => {
                format!("{}pct. {label}", self.outer_points())
            }
            Some(UnitMark { kind: ClauseKind::Paragraph, label: Some(label), .. }) => format!("alin. ({label})"),
            Some(UnitMark { kind: ClauseKind::Letter, label: Some(label), .. }) => format!("lit. {label})"),
            _ => String::new(),
        };
        [self.article.as_str(), &inner].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Whether the new text of a point may hold the header of the next one, with a verb that is misprinted. An article or
    /// a point that an operation gives may have a list of its own.
    fn holds_next_point(&self, verb: &Verb, label: &Label, from: usize, end: usize) -> bool {
        const HEADERS: [&str; 7] =
            ["la articol", "dupa articol", "articolul ", "articolele ", "anexa ", "anexele ", "la art."];
        let Some(number) = label.number().filter(|_| label.index.is_empty()) else { return false };
        if adds_list(verb) {
            return false;
        }
        let text = self.source.slice(from, end);
        let next = format!("{}. ", number + 1);
        text.match_indices(&next).any(|(at, words)| {
            let after = &text[at + words.len()..];
            text[..at].ends_with([' ', '\n']) && HEADERS.iter().any(|header| after.starts_with(header))
        })
    }

    /// Ends the open operation at this place.
    pub(super) fn close(&mut self, end: usize) {
        let Some(open) = self.open.take() else { return };
        let original = |from: usize, to: usize| {
            if from >= to { String::new() } else { self.source.copy.original(from..to).trim().to_owned() }
        };
        let last = self.source.copy.text().get(open.header.end..).filter(|_| end == self.source.lower.len());
        let end = last.and_then(own_end).map_or(end, |at| open.header.end + at);
        let content = original(open.header.end, end);
        let text = original(open.start, end);
        let holds_next = |label: &Label| self.holds_next_point(&open.header.verb, label, open.header.end, end);
        let verb = if open.labels.iter().any(holds_next) {
            Verb::Unknown("its text may hold the next point")
        } else {
            open.header.verb
        };
        let change = change_of(verb, &open.context, content);
        self.operations.push(AmendingOperation {
            source: open.point,
            act: open.act,
            in_annex: open.in_annex,
            through: open.through,
            replaces: false,
            change,
            lead: self.lead_beginning.clone(),
            text,
        });
    }
}
