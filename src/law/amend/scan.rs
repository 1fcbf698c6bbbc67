//! Finding the operations in the text of an article of an amending act.

mod approvals;
mod beginning;
mod letters;
mod lists;
mod nested;
mod open_list;
mod opening;
#[cfg(test)]
mod outline;

use std::ops::Range;

use crate::amend::act::{self, ActName};
use crate::amend::bounds::{spaces, without_quotes};
use crate::amend::header::Header;
use crate::amend::nested_list::NestedList;
use crate::amend::operation::AmendingOperation;
use crate::amend::signs::{EVERY_ACT, QUOTING_SIGNS, SIGNS, WHOLE_ACTS};
use crate::amend::source::{HeaderText, sentence_end, unquoted};
use crate::amend::stuck::search_copy;
use crate::amend::verb::Verb;
use crate::force::sentence_start;
use crate::form::clause::{ClauseKind, Place};
use crate::form::mark;
use crate::label::Label;
use crate::normalise::SearchCopy;
use open_list::{LetterList, OuterList};

/// How far from its verb the amended act stands in an operation that is not understood.
const LONGEST_HEADER: usize = 1_000;

/// The operations in the text of an article, whose blocks are divided by line feeds. `earlier` is the act that the
/// articles before it amend last.
pub fn operations(source: &str, text: &str, earlier: Option<ActName>) -> Vec<AmendingOperation> {
    let text = text.replace('\n', "\n\n");
    let copy = search_copy(&text);
    let lower = copy.text().to_ascii_lowercase();
    let mut scanner = OperationScanner::new(source, &copy, &lower);
    scanner.run(earlier);
    scanner.operations
}

/// The operations on `act` in points that an approved ordinance gets.
pub fn points(source: &str, act: &ActName, text: &str) -> Vec<AmendingOperation> {
    let text = without_quotes(text).replace('\n', "\n\n");
    let copy = search_copy(&text);
    let lower = copy.text().to_ascii_lowercase();
    let mut scanner = OperationScanner::new(source, &copy, &lower);
    scanner.act = Some(act.clone());
    (scanner.is_listed, scanner.begins_anywhere) = (true, true);
    scanner.run(None);
    scanner.operations
}

/// Whether an operation is on the whole act that the article before names: "În tot cuprinsul legii, ...".
fn names_whole_act(text: &str) -> bool {
    let copy = SearchCopy::new(text);
    let lower = copy.text().to_ascii_lowercase();
    WHOLE_ACTS.iter().any(|words| lower.contains(words))
}

/// An operation whose text has not ended yet.
struct OpenOperation {
    point: String,
    /// The numbers of the points that hold it, and of its own.
    labels: Vec<Label>,
    start: usize,
    header: Header,
    act: Option<ActName>,
    in_annex: bool,
    through: Vec<ActName>,
    context: Place,
}

impl OpenOperation {
    /// Whether no new text follows the header, to which the next words could belong.
    fn has_no_text(&self) -> bool {
        matches!(self.header.verb, Verb::Repeal(_) | Verb::ReplaceWords { .. } | Verb::Renumber(_))
    }
}

struct OperationScanner<'t> {
    source: HeaderText<'t>,
    article: String,
    operations: Vec<AmendingOperation>,
    open: Option<OpenOperation>,
    /// The last lead, until an operation follows it.
    lead: Option<OpenOperation>,
    act: Option<ActName>,
    in_annex: bool,
    /// The acts that an approved ordinance amends.
    through: Vec<ActName>,
    /// The place of the last lead, which contains those of the operations.
    context: Place,
    /// The place of the lead of the whole list.
    list_context: Place,
    /// The first words of that lead.
    lead_beginning: String,
    /// Whether the last lead is a point of the list, so that the next marks are parts of that point.
    is_inner: bool,
    /// The label of the last point.
    last_point: Option<Label>,
    /// The lists in a point of which the list stands, the outermost first.
    outer: Vec<OuterList>,
    /// The list of letters, one of which holds the list.
    letters: Option<LetterList>,
    /// The list in the new text of the open operation.
    nested: Option<NestedList>,
    /// Points that may be of either list.
    doubts: u32,
    /// The last letter of a list of operations.
    last_letter: Option<Label>,
    /// The last numbered paragraph of the article itself.
    last_paragraph: Option<Label>,
    /// Whether a lead was read, after which operations follow.
    is_listed: bool,
    /// Whether the list may begin at any number.
    begins_anywhere: bool,
    /// Whether the list is one of repealed acts and provisions.
    is_of_repeals: bool,
    /// Whether the article approves several ordinances, each with its own changes.
    is_of_approvals: bool,
    /// A place in the new text of the open operation, and whether it stands between quotation marks.
    quotes: (usize, bool),
}

impl<'t> OperationScanner<'t> {
    fn new(article: &str, copy: &'t SearchCopy<'t>, lower: &'t str) -> Self {
        Self {
            source: HeaderText { copy, lower },
            article: article.to_owned(),
            operations: Vec::new(),
            open: None,
            lead: None,
            act: None,
            in_annex: false,
            through: Vec::new(),
            context: Place::default(),
            list_context: Place::default(),
            lead_beginning: String::new(),
            is_inner: false,
            last_point: None,
            outer: Vec::new(),
            letters: None,
            nested: None,
            doubts: 0,
            last_letter: None,
            last_paragraph: None,
            is_listed: false,
            begins_anywhere: false,
            is_of_repeals: false,
            is_of_approvals: false,
            quotes: (0, false),
        }
    }

    fn run(&mut self, earlier: Option<ActName>) {
        self.read();
        if let Some(act) = &earlier {
            let unnamed = self.operations.iter_mut().filter(|operation| operation.act.is_none());
            let unnamed = unnamed.filter(|operation| names_whole_act(&operation.text));
            unnamed.for_each(|operation| operation.act = Some(act.clone()));
        }
        let goes_on = || WHOLE_ACTS.iter().any(|words| self.source.lower.contains(words));
        if self.operations.is_empty() && earlier.is_some() && goes_on() {
            // "În tot cuprinsul ordonanței, ...": the act that the article before names.
            (self.act, self.is_listed) = (earlier, true);
            self.read();
        }
        if self.operations.is_empty() {
            self.list_unread();
        }
    }

    fn read(&mut self) {
        let mut at = 0;
        while let Some(start) = self.next_start(at) {
            at = self.visit(start).max(start + 1);
        }
        self.close(self.source.lower.len());
        self.end_lead(self.source.lower.len());
    }

    /// Lists an article that speaks of a change of another act, but in which no operation was found.
    fn list_unread(&mut self) {
        let text = self.source.lower;
        let quoting = if text.contains('"') { &QUOTING_SIGNS[..] } else { &[] };
        let Some(sign) = SIGNS.iter().chain(quoting).filter_map(|sign| unquoted(text, sign)).min() else { return };
        let end = sign + sentence_end(&text[sign..]);
        let is_every_act = EVERY_ACT.iter().any(|words| text[..end].contains(words));
        // The act stands in the same article, near to the verb.
        let near = |(range, _): &(Range<usize>, ActName)| sign.abs_diff(range.start) <= LONGEST_HEADER;
        // Other things change accordingly too: fees, lists, contracts.
        let from = if text[sign..].starts_with("se modifica") { sentence_start(text, sign, 0) } else { 0 };
        let act = std::iter::successors(act::find(&text[..end], from), |(range, _)| act::find(&text[..end], range.end));
        let act = act.into_iter().find(near).map(|(_, act)| act).or_else(|| self.act.clone());
        if act.is_none() && !is_every_act && !self.names_place(sentence_start(text, sign, 0)) {
            return;
        }
        let header = Header { act, ..Header::of_verb(Verb::Unknown("the operation is not understood"), end) };
        self.begin(None, 0, header);
        self.close(text.len());
    }

    /// Whether a header with a place begins here, which names no act: that of the lead before the first article.
    fn names_place(&self, start: usize) -> bool {
        const UNITS: [&str; 5] = ["articol", "alineat", "liter", "punct", "la articol"];
        let start = start + spaces(&self.source.lower[start..]);
        UNITS.iter().any(|unit| self.source.lower[start..].starts_with(unit)) && self.source.header(start).is_some()
    }

    /// Looks for an operation at a beginning and returns where to look next.
    fn visit(&mut self, start: usize) -> usize {
        let rest = &self.source.lower[start..];
        let mark = mark::read(rest).or_else(|| self.roman_mark(start));
        let (mark, body) = match mark {
            Some(mark)
                if matches!(
                    mark.kind,
                    ClauseKind::Point | ClauseKind::Paragraph | ClauseKind::Dash | ClauseKind::Letter
                ) =>
            {
                let body = start + mark.length + spaces(&rest[mark.length..]);
                (Some(mark), body)
            }
            _ => (None, start),
        };
        if let Some(next) = self.visit_approvals(mark.as_ref(), start, body) {
            return next;
        }
        if let Some(next) = self.visit_nested(mark.as_ref(), start, body) {
            return next;
        }
        if !self.may_begin(mark.as_ref(), start, body) {
            return start + 1;
        }
        if mark.as_ref().is_some_and(|mark| self.is_repealed_point(mark, body)) {
            self.close(start);
            let mut repealed = Header::of_verb(Verb::Unknown("a repealed point"), body);
            self.choose_list(mark.as_ref(), start, &mut repealed);
            self.lead = None;
            self.set_last(mark);
            return body;
        }
        if self.is_of_repeals && mark.as_ref().is_some_and(|mark| mark.kind != ClauseKind::Paragraph) {
            return self.begin(mark, start, self.source.repealed_item(body));
        }
        if let Some(end) = self.source.lead_of_repeals(body).filter(|_| self.open.is_none() || mark.is_some()) {
            self.close(start);
            self.end_lead(start);
            self.set_last(mark);
            (self.is_listed, self.is_of_repeals, self.last_point) = (true, true, None);
            self.outer.clear();
            self.keep_lead(start, end);
            if mark::read(self.source.lower[end..].trim_start()).is_none() {
                // Its provisions stand in the sentence itself.
                return self.begin(None, start, Header::of_verb(Verb::Unknown("the repeals have no marks"), end));
            }
            return end;
        }
        match self.source.header(body) {
            Some(header) if matches!(header.verb, Verb::Follow(_)) => self.lead(mark, start, header),
            Some(header) if self.accepts(mark.as_ref(), start, &header) => self.begin(mark, start, header),
            _ if self.is_operation(mark.as_ref(), body) => self.begin_unknown(mark, start, body),
            _ => start + 1,
        }
    }
}
