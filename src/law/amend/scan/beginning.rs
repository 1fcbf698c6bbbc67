//! Where operations begin: after which text, with which mark and which words.

use super::{OpenOperation, OperationScanner};
use crate::amend::bounds::{close_to, ends_sentence, spaces};
use crate::amend::header::{BEGINNINGS, Header};
use crate::amend::signs::{EVERY_ACT, VERBS};
use crate::amend::source::sentence_end;
use crate::amend::verb::Verb;
use crate::form::clause::ClauseKind;
use crate::form::mark::{self, UnitMark};
use crate::label::Label;

/// The longest jump between two points of a list, from which later acts may have removed points without a trace.
const LARGEST_GAP: u32 = 20;

/// Verbs that make a header that names an act an operation, even where no rule understands it.
const CHANGING: [&str; 3] = ["urmatorul cuprins", "se inlocui", "se abroga"];

/// Verbs that an ordinary sentence has too: they are operations behind a place or a term.
const ORDINARY: [&str; 6] = ["se introduc", "se adauga", "se elimina", "se proroga", "se prelung", "se suspenda"];

/// Beginnings of sentences that order a change.
const CHANGED: [&str; 10] = [
    "la art", "la anex", "dupa ", "in anex", "in tabel", "termen", "aplicarea ", "se proroga", "se prelung",
    "se suspenda",
];

/// Length of the longest heading of an article.
const LONGEST_HEADING: usize = 300;

impl OperationScanner<'_> {
    /// The next place at which an operation may begin: the beginning of a sentence.
    pub(super) fn next_start(&self, from: usize) -> Option<usize> {
        let bytes = self.source.lower.as_bytes();
        (from..bytes.len()).find(|at| {
            // A misprinted quotation mark may stand before the number of a point.
            let is_quoted_number = *at > 1 && bytes[at - 2..*at] == *b" \"" && bytes[*at].is_ascii_digit();
            let spaced = *at == 0 || bytes[at - 1] == b' ' || bytes[at - 1] == b'\n' || is_quoted_number;
            let after_sentence = || {
                let before = self.source.lower[..*at].trim_end_matches(' ');
                before.is_empty() || ends_sentence(before)
            };
            !bytes[*at].is_ascii_whitespace()
                && spaced
                && (after_sentence() || self.is_next_point(*at) || self.is_after_heading(*at))
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
            let follows = mark.follows(self.last_point.as_ref()) || self.follows_outer(&mark);
            let is_next = mark.kind == ClauseKind::Point && follows;
            let header = || self.source.header(at + mark.length + spaces(&rest[mark.length..]));
            // A header that is not understood begins a point of a list whose point before is not understood either.
            let may_be_unknown =
                self.open.as_ref().is_some_and(|open| matches!(open.header.verb, Verb::Unknown(_))) && self.is_listed;
            let leads = |header: &Header| self.source.slice(at, header.end).ends_with("cuprins:");
            let begins = |header: Header| may_be_unknown || !matches!(header.verb, Verb::Unknown(_)) || leads(&header);
            is_next && self.open.is_some() && header().is_some_and(begins)
        })
    }

    /// Reads the mark of a point with a roman number, which the header of an operation follows: "II. Articolul 3".
    pub(super) fn roman_mark(&self, start: usize) -> Option<UnitMark> {
        let text = self.source.copy.text().get(start..)?;
        let end = text.bytes().take(8).position(|byte| !b"IVXL".contains(&byte)).filter(|end| *end > 0)?;
        let label = text[end..].starts_with(". ").then(|| Label::of_roman(&text[..end])).flatten()?;
        let body = start + end + 1 + spaces(&text[end + 1..]);
        self.is_understood(body).then_some(UnitMark { kind: ClauseKind::Point, label: Some(label), length: end + 1 })
    }

    /// Whether a mark is the next of the list of operations.
    pub(super) fn may_begin(&self, mark: Option<&UnitMark>, start: usize, body: usize) -> bool {
        let Some(mark) = mark else {
            return self.open.as_ref().is_none_or(|open| open.has_no_text() && self.is_understood(body));
        };
        match mark.kind {
            ClauseKind::Point => {
                let expected = match &self.last_point {
                    None => mark.is_first() || self.begins_anywhere,
                    Some(last) => self.may_follow(mark, last, body),
                };
                let expected = expected || self.begins_list(mark, start) || self.may_follow_outer(mark, body);
                expected && !self.is_new_text(mark, start)
            }
            ClauseKind::Paragraph => match &self.last_paragraph {
                None => mark.is_first() && self.open.is_none() || mark.label == Some(Label::arabic(2)),
                Some(last) => mark.follows(Some(last)),
            },
            ClauseKind::Dash => {
                self.is_listed && (self.last_point.is_none() || self.is_inner) && !self.is_after_article_mark(start)
            }
            _ => {
                let goes_on = || {
                    mark.follows(self.last_letter.as_ref()) && self.is_next_letter(body)
                        || self.follows_letter(mark, body)
                };
                self.is_listed && (self.open.is_none() || self.is_inner || self.is_of_repeals || goes_on())
            }
        }
    }

    /// Whether a point is the next one after `last`, or a later one if others were removed.
    pub(super) fn may_follow(&self, mark: &UnitMark, last: &Label, body: usize) -> bool {
        let is_later = |label: &Label| {
            close_to(label, last, 1)
                || label.index.is_empty() && close_to(label, last, LARGEST_GAP) && self.is_understood(body)
        };
        mark.follows(Some(last)) || mark.is_after(Some(last)) && mark.label.as_ref().is_some_and(is_later)
    }

    /// Whether the dash at a place belongs to the mark of an article: "Art. 3^1. - Text".
    fn is_after_article_mark(&self, start: usize) -> bool {
        let before = self.source.lower[..start].trim_end().strip_suffix('.').unwrap_or_default();
        let front = before.rfind(' ').map_or("", |at| &before[..at]);
        ["art.", "articolul", "articol"].iter().any(|word| front.ends_with(word))
    }

    /// Whether the operation at the next letter of the list begins here, and not a letter of the last new text.
    fn is_next_letter(&self, body: usize) -> bool {
        self.has_no_letters() && self.is_understood(body)
    }

    /// Whether the open operation has no letters in its new text.
    pub(super) fn has_no_letters(&self) -> bool {
        let has_letters = |verb: &Verb| match verb {
            Verb::Modify(places) => places.iter().any(|place| place.kind() == Some(ClauseKind::Letter)),
            Verb::Insert { added, .. } => added.kind == ClauseKind::Letter,
            _ => false,
        };
        self.open.as_ref().is_some_and(|open| !has_letters(&open.header.verb))
    }

    /// Whether the header of an operation begins here that a rule understands.
    fn is_understood(&self, body: usize) -> bool {
        let header = self.source.header(body);
        header.is_some_and(|header| !matches!(header.verb, Verb::Unknown(_) | Verb::Follow(_)))
    }

    /// Whether a later act repealed this point of the list: its text is only "Abrogat.".
    pub(super) fn is_repealed_point(&self, mark: &UnitMark, body: usize) -> bool {
        let rest = self.source.copy.text().get(body..).unwrap_or_default();
        let Some(after) = rest.strip_prefix("Abrogat.").map(str::trim_start) else { return false };
        let next = mark::read(after);
        mark.kind == ClauseKind::Point
            && self.is_listed
            && (after.is_empty() || next.is_some_and(|next| next.is_after(mark.label.as_ref())))
    }

    pub(super) fn accepts(&mut self, mark: Option<&UnitMark>, start: usize, header: &Header) -> bool {
        // "În actele normative în vigoare, sintagma A se înlocuiește": an operation on every act.
        let text = self.source.slice(start, header.end);
        let is_every_act = EVERY_ACT.iter().any(|words| text.contains(words));
        if is_every_act && text.contains("inlocui") && !self.is_listed {
            return true;
        }
        let is_unknown = matches!(header.verb, Verb::Unknown(_));
        if is_unknown && !self.is_listed {
            // A sentence of an ordinary article may use other verbs of operations.
            let body = mark.map_or(text, |mark| text[mark.length.min(text.len())..].trim_start());
            let begins = CHANGED.iter().any(|words| body.starts_with(words));
            let is_ordinary = begins && ORDINARY.iter().any(|words| text.contains(words));
            return header.act.is_some()
                && (CHANGING.iter().any(|words| text.contains(words)) || is_ordinary && !self.is_of_new_text(start));
        }
        match mark.map(|mark| mark.kind) {
            // A paragraph of the article itself names its act.
            Some(ClauseKind::Paragraph) => {
                use Verb::{Insert, Modify, Repeal, ReplaceWords};
                let is_change = matches!(header.verb, Modify(_) | Insert { .. } | Repeal(_) | ReplaceWords { .. });
                header.act.is_some() && (is_change || self.open.as_ref().is_none_or(OpenOperation::has_no_text))
            }
            None => header.act.is_some() || self.is_listed || self.act.is_some() || self.open.is_some() || start == 0,
            _ => true,
        }
    }

    /// Whether a sentence belongs to the new text of the open operation.
    fn is_of_new_text(&mut self, start: usize) -> bool {
        let verb = self.open.as_ref().map(|open| &open.header.verb);
        let has_text = verb.is_some_and(|verb| matches!(verb, Verb::Modify(_) | Verb::Insert { .. }));
        // An operation that is no paragraph of its article has none behind it.
        has_text && (self.last_paragraph.is_none() || self.is_quoted(start))
    }

    /// Whether a point is an operation although its header is not understood.
    pub(super) fn is_operation(&self, mark: Option<&UnitMark>, body: usize) -> bool {
        let listed =
            mark.is_some_and(|mark| matches!(mark.kind, ClauseKind::Point | ClauseKind::Dash)) && self.is_listed;
        let text = &self.source.lower[body..];
        // A point in the new text of an operation may use the same verbs.
        let begins = self.open.is_none() || BEGINNINGS.iter().any(|word| text.starts_with(word));
        let first = self.open.is_none() && self.is_listed;
        if !begins || !(listed || first) {
            return false;
        }
        let sentence = &text[..sentence_end(text)];
        // The point after a lead is an operation, whatever its verb.
        let is_point = mark.is_some_and(|mark| mark.kind == ClauseKind::Point);
        // Within quotation marks no operation begins.
        let is_quoted = !is_point && !sentence.matches('"').count().is_multiple_of(2);
        !is_quoted && (first && is_point || VERBS.iter().any(|verb| sentence.contains(verb)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::operations;
    use super::super::outline::line;

    #[test]
    fn a_paragraph_of_a_new_text_that_names_an_act_begins_no_operation() {
        let text = "Articolul 4 din Legea nr. 15/1998 va avea următorul cuprins: „Art. 4. - (1) Unu. (2) Termenul prevăzut la \
            articolul 3 din Legea nr. 85/2014 se prelungește cu 30 de zile.”";
        let found: Vec<_> = operations("art. 1", text, None).iter().map(line).collect();
        assert_eq!(found, ["art. 1: art. 4"]);
    }
}
