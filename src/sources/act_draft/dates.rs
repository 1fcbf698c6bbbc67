//! The days of an act: entry into force, application, deadlines.

use jiff::Span;
use jiff::civil::Date;

use super::reading::{ActReading, ArchivedAct};
use crate::domain::article::limits;
use crate::domain::rule_reason::Rule;
use crate::domain::{DatedEntry, EntryKind, text};
use paragraf_law::MentionValue;
use paragraf_law::counting::CountingRegime;
use paragraf_law::deadline::{Direction, TermMention};
use paragraf_law::force::ForceSubject;
use paragraf_law::timetable::{force_day, moment_day, own_clause, term_day, usual_entry_into_force};

/// Entries that a draft lists.
const MAX_ENTRIES: usize = 20;

/// The days that the rules found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Days {
    pub(super) published: Option<Date>,
    pub(super) in_force: Option<Date>,
    pub(super) applies_from: Option<Date>,
    pub(super) entries: Vec<DatedEntry>,
}

/// A day with the kind of its entry, and the rule that gave it.
type FoundDay = (EntryKind, Date, Rule);

pub(super) fn read(reading: &mut ActReading<'_>) -> Days {
    let published = reading.source.gazette.as_ref().map(|gazette| gazette.date);
    let mut days = Days { published, in_force: in_force(reading, published), ..Days::default() };
    for place in 0..reading.mentions.len() {
        let mention = reading.mentions[place].clone();
        let sentence = reading.sentence(&mention);
        if let MentionValue::From { moment, applies: true } = &mention.value {
            days.applies_from = days.applies_from.or(moment.first_day());
        }
        let found = day_of(&mention.value, &sentence, &days);
        let Some((kind, date, rule)) = found.filter(|(_, date, _)| is_ahead(*date, published)) else { continue };
        let is_listed = days.entries.iter().any(|entry| (entry.kind, entry.date) == (kind, Some(date)));
        if !is_listed && days.entries.len() < MAX_ENTRIES {
            let what = text::shorten(&sentence, limits::SHORT_TEXT - 1);
            days.entries.push(DatedEntry { kind, date: Some(date), what, ..DatedEntry::default() });
            reading.quote("deadlines", date, rule, mention.start, mention.end);
        }
    }
    days.applies_from = days.applies_from.filter(|day| Some(*day) != days.in_force);
    days
}

/// The day on which an act enters into force.
pub(super) fn entry_into_force(source: &ArchivedAct) -> Option<Date> {
    in_force(&mut ActReading::new(source), source.gazette.as_ref().map(|gazette| gazette.date))
}

/// Whether a day may matter to a reader of a new act. Days long ahead are typing errors or periods of other acts.
fn is_ahead(date: Date, published: Option<Date>) -> bool {
    published.is_none_or(|published| date > published && date < published.saturating_add(Span::new().years(15)))
}

/// Entry into force: by a clause of the act, else as the source gives it, else by the kind of act.
fn in_force(reading: &mut ActReading<'_>, published: Option<Date>) -> Option<Date> {
    let clause = own_clause(published, &reading.mentions).map(|(date, mention)| (date, mention.start, mention.end));
    if let Some((date, start, end)) = clause {
        reading.quote("in_force_date", date, Rule::ForceClause, start, end);
        return Some(date);
    }
    if let Some(date) = reading.source.in_force {
        reading.reason("in_force_date", date, Rule::SourceDate);
        return Some(date);
    }
    let published = published?;
    let date = usual_entry_into_force(&reading.source.act.kind, published);
    reading.reason("in_force_date", date, if date > published { Rule::ThreeDays } else { Rule::OnPublication });
    Some(date)
}

/// The day of a mention, if the act alone gives it.
fn day_of(value: &MentionValue, sentence: &str, days: &Days) -> Option<FoundDay> {
    match value {
        MentionValue::EntryIntoForce { rule, subject: ForceSubject::Provisions, .. } => {
            let date = force_day(rule, days.published, days.in_force)?;
            (Some(date) != days.in_force).then_some((EntryKind::Starts, date, Rule::ForceClause))
        }
        MentionValue::From { moment, .. } => {
            let date = moment_day(moment, days.published, days.in_force)?;
            (Some(date) != days.in_force).then_some((EntryKind::Starts, date, Rule::NamedDay))
        }
        MentionValue::Until(until) => {
            let kind = if is_validity(sentence) { EntryKind::Ends } else { EntryKind::Due };
            Some((kind, until.moment.last_day()?, Rule::NamedDay))
        }
        MentionValue::Period(period) => Some((EntryKind::Ends, period.to.last_day()?, Rule::NamedDay)),
        MentionValue::Term(term) => Some((EntryKind::Due, day_of_term(term, days)?, Rule::CountedDay)),
        _ => None,
    }
}

/// Whether the sentence limits the validity of a rule, and sets no deadline.
fn is_validity(sentence: &str) -> bool {
    let folded = text::fold(sentence);
    ["se aplica", "se proroga", "se prelungeste", "se suspenda", "valabil", "ramane in vigoare", "raman in vigoare"]
        .iter()
        .any(|words| folded.contains(words))
}

/// The day of a term after entry into force or publication; `None` for a term that begins with an event of the reader.
fn day_of_term(term: &TermMention, days: &Days) -> Option<Date> {
    let is_after = term.direction == Direction::After;
    is_after.then(|| term_day(term, CountingRegime::EntryIntoForce, days.published, days.in_force)).flatten()
}
