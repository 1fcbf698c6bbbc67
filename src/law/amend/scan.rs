//! Finding the operations in the text of an article of an amending act.

use crate::amend::act::ActName;
use crate::amend::bounds::{close_to, ends_sentence, own_end, spaces, without_quotes};
use crate::amend::header::{BEGINNINGS, Header};
use crate::amend::operation::{AmendingOperation, Change, InsertionPoint};
use crate::amend::source::{HeaderText, sentence_end};
use crate::amend::verb::Verb;
use crate::form::clause::{ClauseKind, Place, PlaceStep};
use crate::form::mark::{self, UnitMark};
use crate::label::Label;
use crate::normalise::SearchCopy;

/// The longest jump between two points of a list, from which later acts may have removed points without a trace.
const LARGEST_GAP: u32 = 20;

/// Length of the longest heading of an article.
const LONGEST_HEADING: usize = 300;

/// Verbs that make a numbered point an operation even when its header is not understood.
const VERBS: &[&str] = &[
    "se modifica",
    "se abroga",
    "se introduc",
    "se completeaza",
    "se inlocui",
    "se elimina",
    "va avea urmato",
    "vor avea urmato",
    "devin",
    "se proroga",
    "se prelung",
    "se suspenda",
    "se adauga",
    "se renumerot",
    "se reformul",
    "se reda ",
    "se redact",
    "se rectific",
    "se radiaz",
    "se muta ",
    "se scot ",
    "se scoate ",
    "se inscrie ",
    "se renunta",
    "se corect",
];

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

struct OperationScanner<'t> {
    source: HeaderText<'t>,
    article: String,
    operations: Vec<AmendingOperation>,
    open: Option<OpenOperation>,
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
    /// The last numbered paragraph of the article itself.
    last_paragraph: Option<Label>,
    /// Whether a lead was read, after which operations follow.
    is_listed: bool,
    /// Whether the list may begin at any number.
    begins_anywhere: bool,
}

impl<'t> OperationScanner<'t> {
    fn new(article: &str, copy: &'t SearchCopy<'t>, lower: &'t str) -> Self {
        Self {
            source: HeaderText { copy, lower },
            article: article.to_owned(),
            operations: Vec::new(),
            open: None,
            act: None,
            in_annex: false,
            through: Vec::new(),
            context: Place::default(),
            list_context: Place::default(),
            is_inner: false,
            last_point: None,
            last_paragraph: None,
            is_listed: false,
            begins_anywhere: false,
        }
    }

    fn run(&mut self) {
        let mut at = 0;
        while let Some(start) = self.next_start(at) {
            at = self.visit(start).max(start + 1);
        }
        self.close(self.source.lower.len());
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

    /// Whether the first paragraph of the article stands here, after its heading.
    fn is_after_heading(&self, at: usize) -> bool {
        at < LONGEST_HEADING && self.open.is_none() && !self.is_listed && self.source.lower[at..].starts_with("(1) ")
    }

    /// Whether the next point of the list begins here, although no punctuation ends the text before it.
    fn is_next_point(&self, at: usize) -> bool {
        let rest = &self.source.lower[at..];
        let mark = if rest.starts_with(|c: char| c.is_ascii_digit()) { mark::read(rest) } else { None };
        mark.is_some_and(|mark| {
            let is_next = mark.kind == ClauseKind::Point && mark.follows(self.last_point.as_ref());
            let header = || self.source.header(at + mark.length + spaces(&rest[mark.length..]));
            is_next && self.open.is_some() && header().is_some_and(|header| !matches!(header.verb, Verb::Unknown(_)))
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
        if !self.may_begin(mark.as_ref(), start, body) {
            return start + 1;
        }
        if mark.as_ref().is_some_and(|mark| self.is_repealed_point(mark, body)) {
            self.close(start);
            self.set_last(mark);
            return body;
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
            _ => self.is_listed && (self.open.is_none() || self.is_inner),
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

    /// Whether the mark is a point in the new text of the open operation, which has not had it before.
    fn is_new_text(&self, mark: &UnitMark, start: usize) -> bool {
        let (Some(open), Some(label)) = (&self.open, &mark.label) else { return false };
        let labels: Vec<_> = match &open.header.verb {
            Verb::Modify(places) => places.iter().filter_map(marked_step).collect(),
            Verb::Insert { added, .. } => added.steps.iter().collect(),
            _ => return false,
        };
        let is_point = labels.iter().any(|step| step.kind == ClauseKind::Point && step.label == mark.label);
        let before = self.source.slice(open.header.end, start);
        let mark = format!("{label}. ");
        let stands_before = before
            .match_indices(&mark)
            .any(|(at, _)| !before[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '^' | '.')));
        is_point && !stands_before
    }

    fn accepts(&self, mark: Option<&UnitMark>, start: usize, header: &Header) -> bool {
        // "În actele normative în vigoare, sintagma A se înlocuiește": an operation on every act.
        let text = self.source.slice(start, header.end);
        if text.contains("actele normative") && text.contains("se inlocui") && !self.is_listed {
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
                header.act.is_some()
                    && (self.open.is_none()
                        || matches!(header.verb, Verb::Modify(_) | Verb::Insert { .. } | Verb::Repeal(_)))
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
        // What follows a lead is an operation, whatever its verb.
        begins && (listed || first) && (first && listed || VERBS.iter().any(|verb| sentence.contains(verb)))
    }

    fn lead(&mut self, mark: Option<UnitMark>, start: usize, header: Header) -> usize {
        let is_inner = mark.as_ref().is_some_and(|mark| mark.kind == ClauseKind::Point) && self.is_listed;
        if header.act.is_none() && !is_inner && self.open.is_some() {
            return start + 1;
        }
        self.close(start);
        if let Some(name) = header.act {
            self.act = Some(name);
            self.in_annex = header.in_annex;
            self.through = header.through;
        }
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
        self.is_listed = true;
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
        let point = self.point(mark.as_ref());
        let end = header.end;
        let act = header.act.clone().or_else(|| self.act.clone());
        let in_annex = if header.act.is_some() { header.in_annex } else { self.in_annex };
        let through = if header.act.is_some() { Vec::new() } else { self.through.clone() };
        if mark.as_ref().is_some_and(|mark| mark.kind == ClauseKind::Paragraph) {
            self.last_point = None;
            self.is_listed = false;
            self.context = Place::default();
        } else if self.is_inner && mark.as_ref().is_some_and(|mark| mark.kind == ClauseKind::Point) {
            self.is_inner = false;
            self.context = self.list_context.clone();
        }
        self.set_last(mark);
        self.open = Some(OpenOperation { point, start, header, act, in_annex, through, context: self.context.clone() });
        end
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
        let change = change(open.header.verb, &open.context, content);
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

/// The step whose mark stands in the new text of a place.
fn marked_step(place: &Place) -> Option<&PlaceStep> {
    place.steps.iter().rev().find(|step| step.kind != ClauseKind::Introduction)
}

/// The change that a header orders, with the text after the header.
fn change(verb: Verb, context: &Place, content: String) -> Change {
    let within = |place: Place| {
        // The operation may name the article of the lead again.
        let named = place.steps.first().map(|step| step.kind);
        let outer =
            context.steps.iter().take_while(|step| Some(step.kind) != named || named != Some(ClauseKind::Article));
        Place::of(outer.cloned().chain(place.steps).collect())
    };
    let all = |places: Vec<Place>| places.into_iter().map(within).collect();
    match verb {
        Verb::Modify(places) => Change::Modify { places: all(places), content },
        Verb::Insert { place, side, added } => {
            Change::Insert { anchor: InsertionPoint { place: within(place), side }, added, content }
        }
        Verb::Repeal(places) => Change::Repeal { places: all(places) },
        Verb::Renumber(pairs) => {
            Change::Renumber { pairs: pairs.into_iter().map(|(place, step)| (within(place), step)).collect() }
        }
        Verb::ReplaceWords { places, pairs } => {
            let places =
                if places.is_empty() && !context.steps.is_empty() { vec![context.clone()] } else { all(places) };
            Change::ReplaceWords { places, pairs }
        }
        Verb::Prorogue { places, until } => Change::Prorogue { places: all(places), until },
        Verb::Follow(_) => Change::NotUnderstood { reason: "no operation follows".to_owned() },
        Verb::Unknown(reason) => Change::NotUnderstood { reason: reason.to_owned() },
    }
}
