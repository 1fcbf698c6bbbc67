//! Finding the operations in the text of an article of an amending act.

mod nested;

use crate::amend::act::{self, ActName};
use crate::amend::bounds::{close_to, ends_sentence, own_end, spaces, without_quotes};
use crate::amend::header::{BEGINNINGS, Header};
use crate::amend::nested_list::NestedList;
use crate::amend::operation::AmendingOperation;
use crate::amend::signs::{SIGNS, VERBS};
use crate::amend::source::{HeaderText, sentence_end, unquoted};
use crate::amend::verb::{Verb, change_of};
use crate::form::clause::{ClauseKind, Place};
use crate::form::mark::{self, UnitMark};
use crate::label::Label;
use crate::normalise::SearchCopy;

/// The longest jump between two points of a list, from which later acts may have removed points without a trace.
const LARGEST_GAP: u32 = 20;

/// How far from its verb the amended act stands in an operation that is not understood.
const LONGEST_HEADER: usize = 1_000;

/// Length of the longest heading of an article.
const LONGEST_HEADING: usize = 300;

/// The operations in the text of an article, whose blocks are divided by line feeds.
pub fn operations(source: &str, text: &str) -> Vec<AmendingOperation> {
    let text = text.replace('\n', "\n\n");
    let copy = SearchCopy::new(&text);
    let lower = copy.text().to_ascii_lowercase();
    let mut scanner = OperationScanner::new(source, &copy, &lower);
    scanner.run();
    scanner.operations
}

/// The operations on `act` in points that an approved ordinance gets.
pub fn points(source: &str, act: &ActName, text: &str) -> Vec<AmendingOperation> {
    let text = without_quotes(text).replace('\n', "\n\n");
    let copy = SearchCopy::new(&text);
    let lower = copy.text().to_ascii_lowercase();
    let mut scanner = OperationScanner::new(source, &copy, &lower);
    scanner.act = Some(act.clone());
    (scanner.is_listed, scanner.begins_anywhere) = (true, true);
    scanner.run();
    scanner.operations
}

/// An operation whose text has not ended yet.
struct OpenOperation {
    point: String,
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
    /// Whether the last lead is a point of the list, so that the next marks are parts of that point.
    is_inner: bool,
    /// The label of the last point.
    last_point: Option<Label>,
    /// The list in the new text of the open operation.
    nested: Option<NestedList>,
    /// Points that may be of either list.
    doubts: u32,
    /// The last numbered paragraph of the article itself.
    last_paragraph: Option<Label>,
    /// Whether a lead was read, after which operations follow.
    is_listed: bool,
    /// Whether the list may begin at any number.
    begins_anywhere: bool,
    /// Whether the list is one of repealed acts and provisions.
    is_of_repeals: bool,
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
            is_inner: false,
            last_point: None,
            nested: None,
            doubts: 0,
            last_paragraph: None,
            is_listed: false,
            begins_anywhere: false,
            is_of_repeals: false,
        }
    }

    fn run(&mut self) {
        let mut at = 0;
        while let Some(start) = self.next_start(at) {
            at = self.visit(start).max(start + 1);
        }
        self.close(self.source.lower.len());
        self.end_lead(self.source.lower.len());
        if self.operations.is_empty() {
            self.list_unread();
        }
    }

    /// Lists an article that speaks of a change of another act, but in which no operation was found.
    fn list_unread(&mut self) {
        let text = self.source.lower;
        let Some(sign) = SIGNS.iter().filter_map(|sign| unquoted(text, sign)).min() else { return };
        let end = sign + sentence_end(&text[sign..]);
        let Some((range, act)) = act::find(&text[..end], 0) else { return };
        // The act stands in the same article, near to the verb.
        if sign.abs_diff(range.start) > LONGEST_HEADER {
            return;
        }
        let header =
            Header { act: Some(act), ..Header::of_verb(Verb::Unknown("the operation is not understood"), end) };
        self.begin(None, 0, header);
        self.close(text.len());
    }

    /// The next place at which an operation may begin: the beginning of a sentence.
    fn next_start(&self, from: usize) -> Option<usize> {
        let bytes = self.source.lower.as_bytes();
        (from..bytes.len()).find(|at| {
            let before = self.source.lower[..*at].trim_end_matches(' ');
            let spaced = *at == 0 || bytes[at - 1] == b' ' || bytes[at - 1] == b'\n';
            let after_sentence = before.is_empty() || ends_sentence(before);
            !bytes[*at].is_ascii_whitespace()
                && spaced
                && (after_sentence || self.is_next_point(*at) || self.is_after_heading(*at))
        })
    }

    /// Whether the first paragraph of the article, or an operation that names its act, stands here after its heading.
    fn is_after_heading(&self, at: usize) -> bool {
        let may_follow = at < LONGEST_HEADING && self.open.is_none() && !self.is_listed;
        let begins = || self.source.copy.text()[at..].starts_with(|c: char| c.is_ascii_uppercase());
        let operates = || {
            let header = self.source.header(at).filter(|header| header.act.is_some());
            header.is_some_and(|header| !matches!(header.verb, Verb::Unknown(_)))
        };
        may_follow && (self.source.lower[at..].starts_with("(1) ") || begins() && operates())
    }

    /// Whether the next point of the list begins here, although no punctuation ends the text before it.
    fn is_next_point(&self, at: usize) -> bool {
        let rest = &self.source.lower[at..];
        let mark = if rest.starts_with(|c: char| c.is_ascii_digit()) { mark::read(rest) } else { None };
        mark.is_some_and(|mark| {
            let is_next = mark.kind == ClauseKind::Point && mark.follows(self.last_point.as_ref());
            let header = || self.source.header(at + mark.length + spaces(&rest[mark.length..]));
            // A header that is not understood begins a point of a list whose point before is not understood either.
            let may_be_unknown =
                self.open.as_ref().is_some_and(|open| matches!(open.header.verb, Verb::Unknown(_))) && self.is_listed;
            let leads = |header: &Header| self.source.slice(at, header.end).ends_with("cuprins:");
            let begins = |header: Header| may_be_unknown || !matches!(header.verb, Verb::Unknown(_)) || leads(&header);
            is_next && self.open.is_some() && header().is_some_and(begins)
        })
    }

    /// Looks for an operation at a beginning and returns where to look next.
    fn visit(&mut self, start: usize) -> usize {
        let rest = &self.source.lower[start..];
        let mark = mark::read(rest);
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
        if let Some(next) = self.visit_nested(mark.as_ref(), start, body) {
            return next;
        }
        if !self.may_begin(mark.as_ref(), start, body) {
            return start + 1;
        }
        if mark.as_ref().is_some_and(|mark| self.is_repealed_point(mark, body)) {
            self.close(start);
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
            return end;
        }
        match self.source.header(body) {
            Some(header) if matches!(header.verb, Verb::Follow(_)) => self.lead(mark, start, header),
            Some(header) if self.accepts(mark.as_ref(), start, &header) => self.begin(mark, start, header),
            _ if self.is_operation(mark.as_ref(), body) => self.begin_unknown(mark, start, body),
            _ => start + 1,
        }
    }

    /// Whether a mark is the next of the list of operations.
    fn may_begin(&self, mark: Option<&UnitMark>, start: usize, body: usize) -> bool {
        let Some(mark) = mark else { return self.open.is_none() };
        match mark.kind {
            ClauseKind::Point => {
                let expected = match &self.last_point {
                    None => mark.is_first() || self.begins_anywhere,
                    Some(last) => {
                        mark.follows(Some(last))
                            || mark.is_after(Some(last))
                                && mark.label.as_ref().is_some_and(|label| {
                                    close_to(label, last, 1)
                                        || label.index.is_empty()
                                            && close_to(label, last, LARGEST_GAP)
                                            && self.is_understood(body)
                                })
                    }
                };
                expected && !self.is_new_text(mark, start)
            }
            ClauseKind::Paragraph => match &self.last_paragraph {
                None => mark.is_first() && self.open.is_none() || mark.label == Some(Label::arabic(2)),
                Some(last) => mark.follows(Some(last)),
            },
            ClauseKind::Dash => self.is_listed && (self.last_point.is_none() || self.is_inner),
            _ => self.is_listed && (self.open.is_none() || self.is_inner || self.is_of_repeals),
        }
    }

    /// Whether the header of an operation begins here that a rule understands.
    fn is_understood(&self, body: usize) -> bool {
        let header = self.source.header(body);
        header.is_some_and(|header| !matches!(header.verb, Verb::Unknown(_) | Verb::Follow(_)))
    }

    /// Whether a later act repealed this point of the list: its text is only "Abrogat.".
    fn is_repealed_point(&self, mark: &UnitMark, body: usize) -> bool {
        let rest = self.source.copy.text().get(body..).unwrap_or_default();
        let Some(after) = rest.strip_prefix("Abrogat.").map(str::trim_start) else { return false };
        let next = mark::read(after);
        mark.kind == ClauseKind::Point
            && self.is_listed
            && (after.is_empty() || next.is_some_and(|next| next.is_after(mark.label.as_ref())))
    }

    fn accepts(&self, mark: Option<&UnitMark>, start: usize, header: &Header) -> bool {
        // "În actele normative în vigoare, sintagma A se înlocuiește": an operation on every act.
        let text = self.source.slice(start, header.end);
        let is_every_act = text.contains("actele normative") || text.contains("actelor normative");
        if is_every_act && text.contains("inlocui") && !self.is_listed {
            return true;
        }
        let is_unknown = matches!(header.verb, Verb::Unknown(_));
        if is_unknown && !self.is_listed {
            // A sentence of an ordinary article may use the same verbs.
            let text = self.source.slice(start, header.end);
            return header.act.is_some()
                && (text.contains("urmatorul cuprins") || text.contains("se inlocui") || text.contains("se abroga"));
        }
        match mark.map(|mark| mark.kind) {
            // A paragraph of the article itself names its act.
            Some(ClauseKind::Paragraph) => {
                use Verb::{Insert, Modify, Repeal, ReplaceWords};
                let is_change = matches!(header.verb, Modify(_) | Insert { .. } | Repeal(_) | ReplaceWords { .. });
                header.act.is_some() && (is_change || self.open.as_ref().is_none_or(OpenOperation::has_no_text))
            }
            None => header.act.is_some() || self.is_listed || self.act.is_some() || start == 0,
            _ => true,
        }
    }

    /// Whether a point is an operation although its header is not understood.
    fn is_operation(&self, mark: Option<&UnitMark>, body: usize) -> bool {
        let listed =
            mark.is_some_and(|mark| matches!(mark.kind, ClauseKind::Point | ClauseKind::Dash)) && self.is_listed;
        let text = &self.source.lower[body..];
        let sentence = &text[..sentence_end(text)];
        // A point in the new text of an operation may use the same verbs.
        let begins = self.open.is_none() || BEGINNINGS.iter().any(|word| text.starts_with(word));
        let first = self.open.is_none() && self.is_listed;
        // The point after a lead is an operation, whatever its verb.
        let is_point = mark.is_some_and(|mark| mark.kind == ClauseKind::Point);
        // Within quotation marks no operation begins.
        let is_quoted = !is_point && !sentence.matches('"').count().is_multiple_of(2);
        !is_quoted
            && begins
            && (listed || first)
            && (first && is_point || VERBS.iter().any(|verb| sentence.contains(verb)))
    }

    fn lead(&mut self, mark: Option<UnitMark>, start: usize, header: Header) -> usize {
        let is_inner = mark.as_ref().is_some_and(|mark| mark.kind == ClauseKind::Point) && self.is_listed;
        if header.act.is_none() && !is_inner && self.open.is_some() {
            return start + 1;
        }
        self.close(start);
        if !is_inner || self.is_inner {
            self.end_lead(start);
        }
        if let Some(name) = header.act.clone() {
            self.act = Some(name);
            self.in_annex = header.in_annex;
            self.through.clone_from(&header.through);
        }
        let follows_act = header.act.is_some() || is_inner;
        self.lead = follows_act.then(|| self.opened(mark.as_ref(), start, header.clone()));
        if let Verb::Follow(place) = header.verb {
            let outer = if is_inner { self.list_context.clone() } else { Place::default() };
            self.context = Place::of(outer.steps.into_iter().chain(place.steps).collect());
        }
        if !is_inner {
            self.list_context = self.context.clone();
        }
        self.is_inner = is_inner;
        self.set_last(mark);
        if !is_inner {
            self.last_point = None;
        }
        (self.is_listed, self.is_of_repeals) = (true, false);
        header.end
    }

    fn set_last(&mut self, mark: Option<UnitMark>) {
        match mark {
            Some(UnitMark { kind: ClauseKind::Point, label, .. }) => self.last_point = label,
            Some(UnitMark { kind: ClauseKind::Paragraph, label, .. }) => self.last_paragraph = label,
            _ => {}
        }
    }

    fn begin(&mut self, mark: Option<UnitMark>, start: usize, header: Header) -> usize {
        self.close(start);
        let is_point = mark.as_ref().is_some_and(|mark| mark.kind == ClauseKind::Point);
        if self.is_inner && is_point {
            self.end_lead(start);
        }
        (self.lead, self.nested) = (None, None);
        let end = header.end;
        if mark.as_ref().is_some_and(|mark| mark.kind == ClauseKind::Paragraph) {
            self.last_point = None;
            (self.is_listed, self.is_of_repeals) = (false, false);
            self.context = Place::default();
        } else if self.is_inner && is_point {
            self.is_inner = false;
            self.context = self.list_context.clone();
        }
        self.open = Some(self.opened(mark.as_ref(), start, header));
        self.set_last(mark);
        end
    }

    /// An operation that begins here.
    fn opened(&self, mark: Option<&UnitMark>, start: usize, header: Header) -> OpenOperation {
        let is_named = header.act.is_some();
        OpenOperation {
            point: self.point(mark),
            start,
            act: header.act.clone().or_else(|| self.act.clone()),
            in_annex: if is_named { header.in_annex } else { self.in_annex },
            through: if is_named { header.through.clone() } else { self.through.clone() },
            header,
            context: self.context.clone(),
        }
    }

    /// Lists the last lead if no operation followed it.
    fn end_lead(&mut self, end: usize) {
        if let Some(lead) = self.lead.take() {
            self.open = Some(lead);
            self.close(end);
        }
    }

    fn begin_unknown(&mut self, mark: Option<UnitMark>, start: usize, body: usize) -> usize {
        let text = &self.source.lower[body..];
        let end = body + sentence_end(text);
        self.begin(mark, start, Header::of_verb(Verb::Unknown("the operation is not understood"), end))
    }

    fn point(&self, mark: Option<&UnitMark>) -> String {
        let inner = match mark {
            Some(UnitMark { kind: ClauseKind::Point, label: Some(label), .. }) => format!("pct. {label}"),
            Some(UnitMark { kind: ClauseKind::Paragraph, label: Some(label), .. }) => format!("alin. ({label})"),
            Some(UnitMark { kind: ClauseKind::Letter, label: Some(label), .. }) => format!("lit. {label})"),
            _ => String::new(),
        };
        [self.article.as_str(), &inner].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Ends the open operation at this place.
    fn close(&mut self, end: usize) {
        let Some(open) = self.open.take() else { return };
        let original = |from: usize, to: usize| {
            if from >= to { String::new() } else { self.source.copy.original(from..to).trim().to_owned() }
        };
        let is_last = end == self.source.lower.len();
        let own = own_end(self.source.copy.text().get(open.header.end..end).unwrap_or_default());
        let end = own.filter(|_| is_last).map_or(end, |at| open.header.end + at);
        let content = original(open.header.end, end);
        let text = original(open.start, end);
        let change = change_of(open.header.verb, &open.context, content);
        self.operations.push(AmendingOperation {
            source: open.point,
            act: open.act,
            in_annex: open.in_annex,
            through: open.through,
            replaces: false,
            change,
            text,
        });
    }
}
