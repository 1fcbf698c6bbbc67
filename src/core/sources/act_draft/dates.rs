//! The days of an act: entry into force, application, deadlines.

use jiff::Span;
use jiff::civil::Date;

use super::reading::{ActReading, ArchivedAct};
use super::rules::{anchor_rule, counted, until_rule, words_rule};
use super::wording::{self, DayClause};
use crate::domain::rule_reason::Rule;
use crate::domain::{DatedEntry, EntryKind, Language, date, text};
use paragraf_law::counting::CountingRegime;
use paragraf_law::deadline::{AnchorKind, Direction};
use paragraf_law::force::{ForceAnchor, ForceRule, ForceSubject};
use paragraf_law::part::ActPart;
use paragraf_law::timetable::{
    ActDays, DAYS_OF_A_LAW, force_day, moment_day, own_clause, term_day, usual_entry_into_force,
};
use paragraf_law::{Mention, MentionValue};

/// Entries that a draft lists.
const MAX_ENTRIES: usize = 20;
/// Days of a period in which something is done again and again.
const LONG_PERIOD: i32 = 184;

/// The days that the rules found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Days {
    pub published: Option<Date>,
    pub in_force: Option<Date>,
    pub applies_from: Option<Date>,
    /// When parts of the act enter into force later: "din 1 mai 2027", or in the words of a counted day, "la 3 luni de la
    /// publicare".
    pub in_part: Vec<String>,
    /// What readers must do or may expect.
    pub entries: Vec<DatedEntry>,
    /// Duties of bodies of the state, which bind no reader.
    pub authorities: Vec<DatedEntry>,
}

/// An entry, with the rule that gave it and the sum of a counted day.
struct FoundEntry {
    entry: DatedEntry,
    rule: Rule,
    sum: Option<String>,
}

pub(super) fn read(reading: &mut ActReading<'_>) -> Days {
    let published = reading.source.gazette.as_ref().map(|gazette| gazette.date);
    let mut days = Days { published, in_force: in_force(reading, published), ..Days::default() };
    // An annexed treaty binds states.
    let is_treaty =
        ["ratific", "aderar", "acceptar"].iter().any(|word| text::fold(&reading.source.title).contains(word));
    for place in 0..reading.mentions.len() {
        let mention = reading.mentions[place].clone();
        if let MentionValue::From { moment, applies: true } = &mention.value
            && mention.part == ActPart::Own
        {
            days.applies_from = days.applies_from.or(moment.first_day());
        }
        let binds_nobody = mention.part == ActPart::Preamble || is_treaty && mention.part == ActPart::Annex;
        if binds_nobody || !names_time(&mention.value) {
            continue;
        }
        let clause = DayClause::around(&reading.source.text, mention.start, mention.end);
        if wording::is_past(&clause) || wording::is_unmet(&clause) {
            continue;
        }
        let known = ActDays { kind: &reading.source.act.kind, published, in_force: days.in_force };
        let Some(mut found) = entry(&mention, &clause, &known) else { continue };
        if found.entry.date.is_some_and(|date| !is_ahead(date, published)) {
            continue;
        }
        if matches!(mention.value, MentionValue::EntryIntoForce { .. }) && found.entry.date > days.in_force {
            let later = later(&found);
            days.in_part.extend(later.filter(|words| !days.in_part.contains(words)));
        }
        found.entry.what = reading.rule_of_day(&mention);
        let is_duty = wording::kind(&clause) == Some(EntryKind::Due) && found.entry.kind != EntryKind::Ends;
        let of_authority = is_duty && wording::binds_authority(&clause);
        // What an authority may do until a day is a relief of readers that ends.
        let is_relief = of_authority && found.entry.date.is_some() && wording::is_permitted(&clause);
        if is_relief {
            found.entry.kind = EntryKind::Ends;
        }
        let binds_authority = of_authority && !is_relief || wording::is_organisation(&clause);
        if binds_authority {
            found.entry.within = None;
        }
        let (list, field) = if binds_authority {
            (&mut days.authorities, "authority_deadlines")
        } else {
            (&mut days.entries, "deadlines")
        };
        if !list.contains(&found.entry) && list.len() < MAX_ENTRIES {
            let value = found.entry.date.map(|date| date.to_string()).or_else(|| found.entry.rule.clone());
            list.push(found.entry);
            reading.quote(field, value.unwrap_or_default(), found.rule, mention.start, mention.end);
            reading.add_detail(found.sum);
        }
    }
    days.applies_from = days.applies_from.filter(|day| Some(*day) != days.in_force);
    days
}

/// When a part of an act enters into force, in words. A counted day is no word of the act.
fn later(found: &FoundEntry) -> Option<String> {
    let Some((event, length)) = found.sum.as_deref().and_then(|sum| sum.split_once(" + ")) else {
        return found.entry.date.map(|day| format!("din {}", date::long(day, Language::Ro)));
    };
    let event = if event.starts_with("publicare") { "publicare" } else { "intrarea în vigoare" };
    Some(format!("la {length} de la {event}"))
}

/// The day on which an act enters into force.
pub(super) fn entry_into_force(source: &ArchivedAct) -> Option<Date> {
    in_force(&mut ActReading::new(source), source.gazette.as_ref().map(|gazette| gazette.date))
}

/// Whether a day may matter to a reader of a new act. Days long ahead are typing errors or periods of other acts.
fn is_ahead(date: Date, published: Option<Date>) -> bool {
    published.is_none_or(|published| date > published && date < published.saturating_add(Span::new().years(15)))
}

/// Entry into force: by a clause of the act, else as the source gives it, else by the kind of act. A clause that names
/// an event gives no day, unless the source has one.
fn in_force(reading: &mut ActReading<'_>, published: Option<Date>) -> Option<Date> {
    let kind = reading.source.act.kind.clone();
    let known = ActDays { kind: &kind, published, in_force: None };
    let own = own_clause(&kind, published, &reading.mentions);
    let own = own.map(|own| (own.day, sum_of(own.rule, &known), own.mention.start, own.mention.end));
    if let Some((Some(date), sum, start, end)) = own {
        let rule = if sum.is_some() { Rule::CountedDay } else { Rule::ForceClause };
        reading.quote("in_force_date", date, rule, start, end);
        reading.add_detail(sum);
        return Some(date);
    }
    if let Some(date) = reading.source.in_force {
        reading.reason("in_force_date", date, Rule::SourceDate);
        return Some(date);
    }
    let published = published.filter(|_| own.is_none())?;
    let date = usual_entry_into_force(&kind, published);
    reading.reason("in_force_date", date, if date > published { Rule::ThreeDays } else { Rule::OnPublication });
    reading.add_detail((date > published).then(|| counted(AnchorKind::Publication, published, DAYS_OF_A_LAW)));
    Some(date)
}

/// The sum of a clause that counts from a day of the act.
fn sum_of(rule: &ForceRule, days: &ActDays<'_>) -> Option<String> {
    let ForceRule::After { length, after, .. } = rule else { return None };
    let (event, day) = match after {
        ForceAnchor::Publication => (AnchorKind::Publication, days.published),
        ForceAnchor::EntryIntoForce => (AnchorKind::EntryIntoForce, days.in_force),
    };
    Some(counted(event, day?, *length))
}

/// Whether a mention may give an entry.
fn names_time(value: &MentionValue) -> bool {
    use MentionValue::{EntryIntoForce, From, Period, Term, Until};
    matches!(value, EntryIntoForce { .. } | From { .. } | Until(_) | Period(_) | Term(_))
}

/// The entry of a mention: a day that the act alone gives, a day that comes back, or a rule in words.
fn entry(mention: &Mention, clause: &DayClause, days: &ActDays<'_>) -> Option<FoundEntry> {
    let is_own = mention.part == ActPart::Own;
    let kind = wording::kind(clause);
    let on = |kind, date, rule| {
        let entry = DatedEntry { kind, date: Some(date), ..DatedEntry::default() };
        Some(FoundEntry { entry, rule, sum: None })
    };
    let starts = |date: Date, rule| if Some(date) == days.in_force { None } else { on(EntryKind::Starts, date, rule) };
    match &mention.value {
        MentionValue::EntryIntoForce { rule, subject: ForceSubject::Provisions, .. } if is_own => {
            let mut found = starts(force_day(rule, days)?, Rule::ForceClause)?;
            found.sum = sum_of(rule, days);
            if found.sum.is_some() {
                found.rule = Rule::CountedDay;
                found.entry.rule.clone_from(&found.sum);
            }
            Some(found)
        }
        MentionValue::From { moment, .. } => {
            // In a new text, the present act is the other one.
            let date = if is_own { moment_day(moment, days) } else { moment.first_day() };
            starts(date?, Rule::NamedDay)
        }
        MentionValue::Until(_) if wording::is_condition(clause) => None,
        MentionValue::Until(until) => match until.moment.last_day() {
            Some(date) => on(kind.unwrap_or(EntryKind::Ends), date, Rule::NamedDay),
            None => {
                let entry = DatedEntry { kind: kind?, ..until_rule(until, &mention.text)? };
                Some(FoundEntry { entry, rule: Rule::NamedDay, sum: None })
            }
        },
        MentionValue::Period(_) if clause.is_of_figure() => None,
        MentionValue::Period(period) => {
            let (from, to) = (period.from.first_day(), period.to.last_day()?);
            // What is done in half a year and more is a state that ends: "în perioada 2023-2025 prețul se stabilește".
            let is_long = from.is_some_and(|from| (to - from).get_days() > LONG_PERIOD);
            let kind = kind.filter(|kind| !is_long || *kind != EntryKind::Due);
            on(kind.unwrap_or(EntryKind::Ends), to, Rule::NamedDay)
        }
        MentionValue::Term(term) => {
            let Some(anchor) = term.anchor.as_ref() else {
                // "în termen de 30 de zile" alone: the event stands elsewhere.
                let is_due = kind == Some(EntryKind::Due) && clause.is_within();
                let entry = DatedEntry { kind: kind?, ..words_rule(&mention.text) };
                return is_due.then_some(FoundEntry { entry, rule: Rule::RuleInWords, sum: None });
            };
            let is_after = term.direction == Direction::After;
            let date = term_day(term, CountingRegime::EntryIntoForce, days).filter(|_| is_own && is_after);
            let Some(date) = date else {
                let entry = DatedEntry { kind: kind?, ..anchor_rule(term, anchor, &mention.text) };
                return Some(FoundEntry { entry, rule: Rule::RuleInWords, sum: None });
            };
            let mut found = on(kind?, date, Rule::CountedDay)?;
            let from = if anchor.event == AnchorKind::Publication { days.published } else { days.in_force };
            found.sum = from.map(|from| counted(anchor.event, from, term.length));
            found.entry.rule.clone_from(&found.sum);
            Some(found)
        }
        _ => None,
    }
}
