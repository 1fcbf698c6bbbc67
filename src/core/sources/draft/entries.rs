//! Steps, dated entries and sources, and their translations.

use std::collections::HashSet;

use super::conditions::condition;
use super::fields::Fields;
use super::values::{self, TextRules, ValueFault, fault};
use crate::domain::article::limits;
use crate::domain::content_fault::ContentFault;
use crate::domain::dated_entry::DatedEntryText;
use crate::domain::duty;
use crate::domain::recurrence::{DayOfMonth, DayOfYear, Recurrence, Shift, Term};
use crate::domain::source::Source;
use crate::domain::step::Step;
use crate::domain::{AudienceRole, DatedEntry, EntryKind};

const RECURRENCE: &str = "write {\"monthly\": 25}, {\"monthly\": \"last\"} or {\"yearly\": [\"03-31\", \"09-30\"]}";
const TERM: &str = "write a length such as {\"days\": 30}, {\"working_days\": 5}, {\"months\": 12} or {\"hours\": 24}";

/// Reads the steps from `steps`, or from the plain texts of `implementation_key_points`. The API returns both.
pub(super) fn steps(fields: &mut Fields<'_>) -> Vec<Step> {
    let texts = fields.list("implementation_key_points", limits::STEPS, TextRules::STEP);
    let steps = fields.objects("steps", limits::STEPS, "write objects with text, and roles or date", step);
    if steps.is_empty() {
        let plain = |text| Step { id: String::new(), text, roles: vec![], date: None, condition: None };
        return with_ids(texts.into_iter().map(plain).collect());
    }
    if !texts.is_empty() && !steps.iter().map(|step| &step.text).eq(&texts) {
        let differs = fault(ContentFault::Contradiction, "differs from steps", "keep one of the two, steps if you can");
        fields.problem("implementation_key_points", differs);
    }
    with_ids(steps)
}

fn step(fields: &mut Fields<'_>) -> Option<Step> {
    let id = fields.checked("id", |text| {
        let max = Step::MAX_ID;
        let allowed = || format!("use a-z, 0-9 and hyphens, 1 to {max} characters");
        let no_id = || fault(ContentFault::NotAnId { max }, format!("is {text:?}"), allowed());
        Step::is_id(text).then(|| text.to_owned()).ok_or_else(no_id)
    });
    let text = fields.required("text", "write what to do", |fields| fields.text("text", TextRules::STEP));
    let step = Step {
        id: id.unwrap_or_default(),
        text: text.unwrap_or_default(),
        roles: roles(fields),
        date: fields.date("date"),
        condition: condition(fields),
    };
    fields.finish("a step", &["id", "text", "roles", "date", "condition"]);
    Some(step)
}

/// Gives each step without an id an id from its text. Repeated ids are reported by [`check_ids`].
fn with_ids(mut steps: Vec<Step>) -> Vec<Step> {
    let mut taken: HashSet<String> = steps.iter().map(|step| step.id.clone()).collect();
    for step in steps.iter_mut().filter(|step| step.id.is_empty()) {
        step.id = Step::id_for(&step.text, &taken);
        taken.insert(step.id.clone());
    }
    steps
}

/// Reports steps with the id of an earlier one.
pub(super) fn check_ids(fields: &mut Fields<'_>, steps: &[Step]) {
    let mut seen = HashSet::new();
    for (step, index) in steps.iter().zip(0..) {
        if !seen.insert(&step.id) {
            let repeated = fault(ContentFault::Repeated, format!("repeats {:?}", step.id), "give each step its own id");
            fields.problem(&format!("steps[{index}].id"), repeated);
        }
    }
}

/// Reads role ids, each once.
pub(super) fn roles(fields: &mut Fields<'_>) -> Vec<AudienceRole> {
    let mut roles = Vec::new();
    for (text, index) in fields.list("roles", limits::SHORT_LIST, TextRules::SHORT).into_iter().zip(0..) {
        match text.parse() {
            Ok(role) if roles.contains(&role) => {}
            Ok(role) => roles.push(role),
            Err(_) => {
                let allowed = format!("roles are {}", AudienceRole::list());
                let unknown = fault(ContentFault::UnknownValue, format!("{text:?} is not a role"), allowed);
                fields.problem(&format!("roles[{index}]"), unknown);
            }
        }
    }
    roles
}

/// Reads the dated entries. An entry without a kind is due; one warning covers all of them.
pub(super) fn deadlines(fields: &mut Fields<'_>) -> Vec<DatedEntry> {
    let shape = "write objects with kind, date or recurs or within or rule, what, and who";
    let mut lacks_kind = false;
    let entries = fields.objects("deadlines", limits::SHORT_LIST, shape, |fields| {
        lacks_kind |= !fields.has("kind");
        Some(entry(fields))
    });
    if lacks_kind {
        let message = "has an entry without kind, which was imported as due; add \"kind\": \"due\" (do by), \
                       \"starts\" (applies from) or \"ends\" (valid until)";
        fields.warn("deadlines", message);
    }
    entries
}

fn entry(fields: &mut Fields<'_>) -> DatedEntry {
    // The API adds these.
    for name in ["next_date", "state"] {
        fields.take(name);
    }
    if !["date", "recurs", "within", "rule"].into_iter().any(|name| fields.has(name)) {
        fields.object_problem("has neither date, recurs, within nor rule", "write one of them");
    }
    if fields.has("shift") && !fields.has("recurs") && !fields.has("within") {
        let allowed = "remove it: only recurs and within are moved, a date never is";
        fields.problem("shift", fault(ContentFault::Contradiction, "has nothing to move", allowed));
    }
    let entry = DatedEntry {
        kind: fields
            .checked("kind", |text| text.parse::<EntryKind>().map_err(|kinds| one_of(text, kinds)))
            .unwrap_or_default(),
        date: fields.date("date"),
        recurs: fields.object("recurs", RECURRENCE, recurrence),
        within: fields.object("within", TERM, term),
        shift: fields.checked("shift", |text| {
            text.parse::<Shift>().map_err(|shifts| one_of(text, &format!("{shifts}, or leave it out")))
        }),
        rule: fields.text("rule", TextRules::SHORT),
        what: what(fields),
        who: fields.text("who", TextRules::SHORT),
        roles: roles(fields),
        condition: condition(fields),
        duties: duties(fields),
    };
    let known = ["kind", "date", "recurs", "within", "shift", "rule", "what", "who", "roles", "condition", "duties"];
    fields.finish("a dated entry", &known);
    entry
}

/// Reads ids of recurring duties. The operator may have other duties, so that an unknown one is no fault.
fn duties(fields: &mut Fields<'_>) -> Vec<String> {
    let ids = fields.list("duties", limits::SHORT_LIST, TextRules::SHORT);
    for (id, index) in ids.iter().zip(0..).filter(|(id, _)| !duty::is_id(id)) {
        let wrong = format!("{id:?} is no id of a duty");
        let unknown = fault(ContentFault::UnknownValue, wrong, "see `paragraf duties list`");
        fields.problem(&format!("duties[{index}]"), unknown);
    }
    ids
}

fn one_of(text: &str, allowed: &str) -> ValueFault {
    fault(ContentFault::UnknownValue, format!("is {text:?}"), format!("use {allowed}"))
}

fn recurrence(fields: &mut Fields<'_>) -> Option<Recurrence> {
    let recurrence = match (fields.has("monthly"), fields.has("yearly")) {
        (true, false) => fields.checked("monthly", day_of_month).map(Recurrence::Monthly),
        (false, true) => days_of_year(fields).map(Recurrence::Yearly),
        _ => {
            fields.object_problem("has not exactly one of monthly and yearly", RECURRENCE);
            None
        }
    };
    fields.finish("a recurrence", &["monthly", "yearly"]);
    recurrence
}

fn day_of_month(text: &str) -> Result<DayOfMonth, ValueFault> {
    let day = if text == "last" { Some(DayOfMonth::LAST) } else { text.parse().ok().and_then(DayOfMonth::new) };
    day.ok_or_else(|| one_of(text, "a day from 1 to 31, or \"last\""))
}

/// Reads days of the year; returns them sorted, each once.
fn days_of_year(fields: &mut Fields<'_>) -> Option<Vec<DayOfYear>> {
    let texts = fields.list("yearly", limits::SHORT_LIST, TextRules::PLAIN);
    let mut days = Vec::with_capacity(texts.len());
    for (text, index) in texts.iter().zip(0..) {
        match text.parse::<DayOfYear>() {
            Ok(day) => days.push(day),
            Err(_) => {
                let allowed = "write an existing day as MM-DD, such as 03-31";
                let no_day = fault(ContentFault::NotADate, format!("is {text:?}"), allowed);
                fields.problem(&format!("yearly[{index}]"), no_day);
            }
        }
    }
    days.sort_unstable();
    days.dedup();
    (!days.is_empty()).then_some(days)
}

/// The name of a unit, and the term of a number of them.
type UnitTerm = (&'static str, fn(u16) -> Term);

fn term(fields: &mut Fields<'_>) -> Option<Term> {
    const UNITS: [UnitTerm; 4] =
        [("days", Term::Days), ("working_days", Term::WorkingDays), ("months", Term::Months), ("hours", Term::Hours)];
    let given: Vec<_> = UNITS.into_iter().filter(|(name, _)| fields.has(name)).collect();
    let term = match given[..] {
        [(name, make)] => fields.checked(name, |text| {
            let length = text.parse().ok().filter(|length| (1..=9999).contains(length));
            length.map(make).ok_or_else(|| one_of(text, "a whole number from 1 to 9999"))
        }),
        _ => {
            fields.object_problem("has not exactly one unit", TERM);
            None
        }
    };
    fields.finish("a term", &UNITS.map(|(name, _)| name));
    term
}

fn what(fields: &mut Fields<'_>) -> String {
    let what =
        fields.required("what", "write what is due, starts or ends", |fields| fields.text("what", TextRules::SHORT));
    what.unwrap_or_default()
}

/// Reads the texts of the entries in another language. Dates come from the original, so that no language has another
/// deadline.
pub(super) fn translated_deadlines(fields: &mut Fields<'_>) -> Vec<DatedEntryText> {
    fields.objects("deadlines", limits::SHORT_LIST, "write objects with what and who", |fields| {
        let text = DatedEntryText {
            what: what(fields),
            who: fields.text("who", TextRules::SHORT),
            rule: fields.text("rule", TextRules::SHORT),
        };
        fields.finish("a translated entry", &["what", "who", "rule"]);
        Some(text)
    })
}

/// Reads the sources; `source_url` alone is a source, and beside `sources` it must be the first one.
pub(super) fn sources(fields: &mut Fields<'_>) -> Vec<Source> {
    let main = fields.checked("source_url", values::web_address);
    let shape = "write objects with url and title";
    let mut sources = fields.objects("sources", limits::SHORT_LIST, shape, |fields| {
        let url = fields
            .required("url", "write the address of the source", |fields| fields.checked("url", values::web_address));
        let title = fields.text("title", TextRules::SHORT);
        fields.finish("a source", &["url", "title", "official", "host"]);
        Some(Source { url: url?, title })
    });
    if let Some(url) = main {
        match sources.first() {
            None => sources.push(Source { url, title: None }),
            Some(first) if first.url == url => {}
            Some(_) => {
                let (wrong, allowed) = ("is not the first of sources", "move it to the front, or remove it");
                fields.problem("source_url", fault(ContentFault::Contradiction, wrong, allowed));
            }
        }
    }
    sources
}
