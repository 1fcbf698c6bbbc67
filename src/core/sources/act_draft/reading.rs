//! What the rules read in an act: its mentions, its operations, and the reasons that they give.

use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;

use super::condense::condense;
use super::verbs::verb;
use crate::domain::act::Act;
use crate::domain::article::limits;
use crate::domain::gazette::Gazette;
use crate::domain::rule_reason::{Rule, RuleReason, TextPlace};
use crate::domain::source::Source;
use crate::domain::text::shorten;
use crate::domain::{Celex, Language};
use crate::sources::found_act::subject_starts;
use paragraf_law::amend::operation::{AmendingOperation, Change};
use paragraf_law::amend::through::on_amended_act;
use paragraf_law::form::Form;
use paragraf_law::form::read::article_label;
use paragraf_law::{Mention, MentionValue};

/// Bytes around a mention in which its sentence is looked for.
const WINDOW: usize = 1_500;
/// Bytes before a day that a rule keeps if its beginning is too far.
const BEFORE_DAY: usize = 110;
/// Bytes of the beginning of a long rule, which names its subject.
const SUBJECT: usize = 90;
/// Characters of what a sentence says from its verb on.
const LEAST_SAID: usize = 20;
/// The end of the words that lead to a new text.
pub(super) const NEW_TEXT: &str = "cuprins:";
/// Acts of the European Union that a draft lists.
const MOST_EUROPEAN: usize = 5;

/// Words with which the text under the last article begins.
const UNDER: [&str; 4] =
    ["Această lege a fost adoptată", "Prezenta lege a fost adoptată", "PREȘEDINTELE ", "PRIM-MINISTRU"];

/// The act that a draft is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivedAct {
    pub act: Act,
    /// The heading: type, number, date and subject.
    pub title: String,
    pub date: Option<Date>,
    pub gazette: Option<Gazette>,
    /// Entry into force as the source gives it.
    pub in_force: Option<Date>,
    /// Addresses of the published form and of the consolidated one.
    pub links: Vec<String>,
    /// The PDF file of the gazette's issue.
    pub file_url: Option<String>,
    pub text: String,
    pub text_sha256: String,
    pub fetched_at: Timestamp,
}

/// What the rules read in an act.
pub(super) struct ActReading<'a> {
    pub(super) source: &'a ArchivedAct,
    pub(super) mentions: Vec<Mention>,
    /// What the act changes in other acts; empty until [`ActReading::read_operations`].
    pub(super) operations: Vec<AmendingOperation>,
    /// The articles of the act; `None` until [`ActReading::read_operations`].
    pub(super) form: Option<Form>,
    pub(super) reasons: Vec<RuleReason>,
}

/// An operation on an ordinance that itself amends an act, as the change of that act, which readers use. An operation
/// that depends on the text of the ordinance stays one on the ordinance.
fn on_the_act_that_readers_use(operation: AmendingOperation) -> Vec<AmendingOperation> {
    let Some(amended) = operation.through.first() else { return vec![operation] };
    let found = on_amended_act(operation.clone(), amended);
    let is_known = found.iter().all(|found| !matches!(found.change, Change::NotUnderstood { .. }));
    if is_known { found } else { vec![operation] }
}

/// The subject of an act: its heading without type, number and date.
pub(super) fn subject(source: &ArchivedAct) -> String {
    let at = subject_starts(&source.title).first().copied();
    at.map_or_else(|| source.title.clone(), |at| source.title[at..].to_owned())
}

/// A sentence of an act without its name, if it begins with the kind of act that the heading names.
pub(super) fn without_name<'t>(sentence: &'t str, heading: &str) -> &'t str {
    let kind = heading.split(' ').next().filter(|kind| !kind.is_empty() && sentence.starts_with(kind));
    let at = kind.and_then(|_| subject_starts(sentence).first().copied());
    at.map_or(sentence, |at| &sentence[at..])
}

impl<'a> ActReading<'a> {
    pub(super) fn new(source: &'a ArchivedAct) -> Self {
        let mentions = match source.date {
            Some(day) => paragraf_law::read_text_of_day(&source.text, day),
            None => paragraf_law::read_text(&source.text),
        };
        Self { mentions, source, operations: Vec::new(), form: None, reasons: Vec::new() }
    }

    pub(super) fn read_operations(&mut self) {
        // A code that is cited by its name is the one of the day in the heading.
        let form = paragraf_law::form::read::read(&self.source.text).ok();
        self.form = form.map(|form| Form { title: self.source.title.clone(), ..form });
        let operations = self.form.as_ref().map(paragraf_law::amend::operations).unwrap_or_default();
        self.operations = operations.into_iter().flat_map(on_the_act_that_readers_use).collect();
    }

    /// The rule around a day, in one line: without the words that lead to a new text, and from near before the day if
    /// it stands far behind the beginning.
    pub(super) fn rule_of_day(&self, mention: &Mention) -> String {
        let text = &self.source.text;
        let Range { start, end } = sentence(text, mention.start, mention.end);
        let lead = text.get(start..mention.start).unwrap_or_default();
        let start = lead.rfind(NEW_TEXT).map_or(start, |at| start + at + NEW_TEXT.len());
        let before_day = mention.start.saturating_sub(start);
        let rule = without_label(text.get(start..end).unwrap_or_default(), before_day);
        let rule = without_mark(without_point(rule.trim_start()));
        let start = end - rule.len();
        if rule.chars().count() < limits::SHORT_TEXT {
            return shorten(rule, limits::SHORT_TEXT - 1);
        }
        let day = text.get(mention.start..mention.end).unwrap_or_default();
        let brief = condense(rule);
        // Another "articolul 5" or "prezenta lege" may go with the references, and never the day.
        let (brief, at) = brief.find(day).map(|at| (brief.as_str(), at)).unwrap_or((rule, mention.start - start));
        // Before its verb, a sentence has said nothing.
        let said = verb(brief).filter(|verb| brief[..*verb].chars().count() > limits::SHORT_TEXT - LEAST_SAID);
        if let Some(verb) = said.filter(|verb| at + day.len() < *verb) {
            let subject = first_words(brief, (at + day.len()).max(SUBJECT) + SUBJECT);
            return shorten(&format!("{subject} … {}", &brief[verb..]), limits::SHORT_TEXT - 1);
        }
        if at + day.len() < limits::SHORT_TEXT - 10 {
            return shorten(brief, limits::SHORT_TEXT - 1);
        }
        shorten(&format!("{} … {}", first_words(brief, SUBJECT), near(brief, at)), limits::SHORT_TEXT - 1)
    }

    /// Where the sentence around a mention stands.
    pub(super) fn sentence_of(&self, mention: &Mention) -> Range<usize> {
        sentence(&self.source.text, mention.start, mention.end)
    }

    /// Adds a reason.
    pub(super) fn reason(&mut self, field: &'static str, value: impl ToString, rule: Rule) {
        self.reasons.push(RuleReason {
            field: field.into(),
            value: value.to_string(),
            rule,
            detail: None,
            quote: None,
            place: None,
        });
    }

    /// Adds a reason with the detail that the rule found.
    pub(super) fn detail(&mut self, field: &'static str, value: impl ToString, rule: Rule, detail: impl ToString) {
        self.reason(field, value, rule);
        self.add_detail(Some(detail.to_string()));
    }

    /// Adds the detail to the last reason.
    pub(super) fn add_detail(&mut self, detail: Option<String>) {
        if let Some(reason) = self.reasons.last_mut() {
            reason.detail = detail;
        }
    }

    /// Adds a reason that quotes a piece of the text.
    pub(super) fn quote(&mut self, field: &'static str, value: impl ToString, rule: Rule, start: usize, end: usize) {
        let words = |range: Range<usize>| self.source.text.get(range).unwrap_or_default();
        let first = words(0..start).chars().count();
        let place = Some(TextPlace { start: first, end: first + words(start..end).chars().count() });
        let quote = shorten(words(start..end), limits::SHORT_TEXT);
        let (field, value) = (field.into(), value.to_string());
        self.reasons.push(RuleReason { field, value, rule, detail: None, quote: Some(quote), place });
    }

    /// The acts of the European Union that the text cites, each once, with their official addresses.
    pub(super) fn european_sources(&self) -> Vec<Source> {
        let mut sources: Vec<Source> = Vec::new();
        for mention in &self.mentions {
            let MentionValue::Citation(cited) = &mention.value else { continue };
            let Some(act) = cited.to_act() else { continue };
            let Some(celex) = Celex::of(&act) else { continue };
            let source = Source { url: celex.url(), title: Some(act.citation(Language::Ro)) };
            if sources.len() < MOST_EUROPEAN && !sources.contains(&source) {
                sources.push(source);
            }
        }
        sources
    }

    /// Adds the reasons for the values that the heading gives.
    pub(super) fn explain_heading(&mut self) {
        self.reason("act", self.source.act.citation(Language::Ro), Rule::Heading);
        if let Some(gazette) = &self.source.gazette {
            self.reason("gazette", gazette.citation(Language::Ro), Rule::Heading);
        }
    }

    /// The other acts that these words cite, each once.
    pub(super) fn cited_in(&self, words: &str) -> Vec<Act> {
        let own = &self.source.act;
        let cited = paragraf_law::read_text(words).into_iter().filter_map(|mention| match mention.value {
            MentionValue::Citation(cited) => cited.to_act(),
            _ => None,
        });
        let mut acts: Vec<Act> = Vec::new();
        for act in cited.filter(|act| (&act.kind, &act.number, act.year) != (&own.kind, &own.number, own.year)) {
            if !acts.contains(&act) {
                acts.push(act);
            }
        }
        acts
    }
}

/// The first words of a text, at most so many bytes.
fn first_words(text: &str, most: usize) -> &str {
    let limit = text.floor_char_boundary(most);
    let end = text[..limit].rfind(' ').unwrap_or(limit);
    text[..end].trim_end_matches([',', ';', ' '])
}

/// A text from near before a place.
fn near(text: &str, at: usize) -> &str {
    let from = text.floor_char_boundary(at.saturating_sub(BEFORE_DAY));
    text[from..].find(' ').map_or(&text[from..], |space| &text[from + space + 1..])
}

/// The paragraph or sentence that holds a range of the text.
fn sentence(text: &str, start: usize, end: usize) -> Range<usize> {
    let (from, to) = (text.floor_char_boundary(start.saturating_sub(WINDOW)), text.ceil_char_boundary(end + WINDOW));
    let (before, after) = (text.get(from..start).unwrap_or_default(), text.get(end..to).unwrap_or_default());
    let first = before.rfind('\n').map_or(0, |at| at + 1).max(last_stop(before));
    // Without a beginning in reach, a sentence begins behind a semicolon or a word.
    let is_cut = first == 0 && from > 0;
    let begin = || before.rfind("; ").map(|at| at + 2).or_else(|| before.find(' ').map(|at| at + 1));
    let first = if is_cut { begin().unwrap_or_default() } else { first };
    let line = after.find('\n').unwrap_or(after.len()).min(next_point(after));
    let last =
        after[..line].match_indices(". ").find(|(at, _)| ends_sentence(&after[..*at])).map_or(line, |(at, _)| at + 1);
    from + first..end + last
}

/// Where the next point of a list of changes begins: "…; 26. La articolul 5".
fn next_point(text: &str) -> usize {
    let begins = |at: &usize| {
        let rest = text[at + 2..].trim_start_matches(|c: char| c.is_ascii_digit() || c == '^');
        let is_number = rest.len() < text.len() - at - 2;
        let word = rest.strip_prefix(". ").unwrap_or_default();
        is_number
            && ["La ", "După ", "Articol", "Alineat", "Liter", "Punct", "Titl", "Capitol", "În "]
                .iter()
                .any(|begin| word.starts_with(begin))
    };
    let ends = text.match_indices("; ").chain(text.match_indices(". ")).map(|(at, _)| at);
    ends.filter(begins).min().map_or(text.len(), |at| at + 1)
}

/// A sentence without the label and the heading of an article or a section before its first paragraph, of which the day
/// stands behind: `Articolul 46^1 (1)`.
fn without_label(sentence: &str, before_day: usize) -> &str {
    let begins = ["Articolul ", "Secțiunea ", "Capitolul "].iter().any(|word| sentence.trim_start().starts_with(word));
    let first = sentence.find("(1) ").filter(|at| begins && *at < before_day);
    first.map_or_else(|| without_number(sentence.trim_start()), |at| &sentence[at..])
}

/// A sentence without the number of its article: `Articolul 13 Începând cu`.
fn without_number(sentence: &str) -> &str {
    let number = sentence.strip_prefix("Articolul ").and_then(|rest| rest.split_once(' '));
    let is_number = |number: &str| article_label(number.trim_end_matches('.')).is_some();
    let rest = number.filter(|(number, rest)| is_number(number) && rest.starts_with(char::is_uppercase));
    rest.map_or(sentence, |(_, rest)| rest)
}

/// An operation without the number of its point: `26. La articolul 5`.
pub(super) fn without_point(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '^');
    if rest.len() < text.len() { rest.strip_prefix(". ").unwrap_or(text) } else { text }
}

/// Whether a new text is an operation on an operation: it names the operation again, and not its new text.
pub(super) fn names_operation(after: &str) -> bool {
    after.contains(" va avea următorul cuprins") || after.contains("cu următorul cuprins")
}

/// A text without what stands under the last article.
pub(super) fn without_formula(text: &str) -> &str {
    let end = UNDER.iter().filter_map(|words| text.find(words)).min().unwrap_or(text.len());
    text[..end].trim_end()
}

/// A sentence without the mark of its paragraph or letter.
pub(super) fn without_mark(sentence: &str) -> &str {
    match sentence.split_once(' ') {
        Some((mark, rest)) if mark.ends_with(')') && mark.chars().count() <= 6 => rest,
        _ => sentence,
    }
}

/// The place after the last full stop that ends a sentence, and 0 without one.
fn last_stop(text: &str) -> usize {
    text.rmatch_indices(". ").find(|(at, _)| ends_sentence(&text[..*at])).map_or(0, |(at, _)| at + 2)
}

/// The sentences of a text, each with its full stop.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(". ") {
        if ends_sentence(&text[..at]) {
            found.push(text[start..=at].trim());
            start = at + 2;
        }
    }
    found.push(text[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Whether a full stop after this text ends a sentence, and not an abbreviation such as `art.` or `S.A.`, or the number
/// of a point.
pub(super) fn ends_sentence(before: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    // The last digits of "2023/2.859" are no number of a point.
    let is_within = before[..before.len() - word.len()].ends_with(['.', '/', ',']);
    let is_number = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit()) && !is_within;
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let is_bracket = word.is_empty();
    !(is_number && !is_bracket || is_initial || ends_with_abbreviation(before))
}

/// Whether a text ends with a word that a full stop shortens: `art`.
pub(super) fn ends_with_abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

/// Words that a full stop shortens.
const ABBREVIATIONS: [&str; 19] = [
    "art", "alin", "lit", "pct", "nr", "cap", "sect", "secț", "poz", "subpct", "tab", "str", "jud", "com", "dl", "dna",
    "sf", "ex", "dr",
];
