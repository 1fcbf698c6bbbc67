//! The recurring duties that statutes give each role, such as the payroll return on the 25th. The operator can replace
//! the list.

use std::borrow::Cow;
use std::collections::HashSet;
use std::str::FromStr;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use paragraf_law::language::Language;

use super::act_name::act_name;
use super::audience_role::AudienceRole;
use super::concern::{Concern, Criteria, WordsWhen};
use super::due_mark::DueMark;
pub use super::duty_text::DutyText;
use super::duty_text::MAX_TEXT;
use super::recurrence::{Occurrence, Recurrence, Shift, Term};
use super::slug::Slug;
use super::tax_period::TaxPeriod;
use super::text;

/// Most duties in a list.
pub const MAX_DUTIES: usize = 500;
const MAX_ID: usize = 60;
const MAX_ITEMS: usize = 20;

/// The tax that a company pays on its profit or its income.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CompanyTax {
    /// The tax on the income of micro-companies.
    Micro,
    Profit,
}

/// How certain the rule of a duty is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    Low,
    Medium,
    High,
}

/// The day of a duty in one month of each year, which an authority announces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnnouncedDay {
    /// From 1 to 12.
    pub month: u8,
    pub by: DutyText,
    /// What the reader does, after "In December,".
    pub act: DutyText,
}

/// The provisions of an act that a duty follows from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LegalBasis {
    pub act: String,
    pub provision: String,
}

impl LegalBasis {
    /// With the name of the act in this language; the provision is in Romanian.
    pub fn translated(&self, language: Language) -> Self {
        Self { act: act_name(&self.act, language).into_owned(), provision: self.provision.clone() }
    }
}

/// A recurring duty. Without `recurs` it follows from an event, or its day is set each year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duty {
    /// `[a-z0-9-]`, with a letter; identifies the duty in calendars.
    pub id: String,
    /// Counts the changes of the duty on this server; an import ignores it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub revision: u32,
    /// A topic's id.
    pub topic: String,
    pub title: DutyText,
    /// The few words that stand beside the form, such as "TVA"; without a form they stand alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<DutyText>,
    pub what: DutyText,
    /// Better words of `what` for readers whose answers decide its optional parts: the first whose condition is a yes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub what_when: Vec<WordsWhen>,
    /// The form to file, such as `D112`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    pub roles: Vec<AudienceRole>,
    /// Only companies that pay this tax have the duty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax: Option<CompanyTax>,
    /// Which of these readers the duty applies to.
    pub conditions: DutyText,
    /// The same as a condition over facts. Without it, only the roles say whom the duty concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concerns: Option<Concern>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recurs: Option<Recurrence>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift: Option<Shift>,
    /// The term from the event that a duty without `recurs` follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Term>,
    /// The month in which a duty without `recurs` falls, on a day that is announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announced: Option<AnnouncedDay>,
    /// The last day of the duty, as its rule names it: the shift may move it to a later one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
    /// The rule in words.
    pub rule: DutyText,
    /// What happens to a day that is not a working day.
    pub shift_rule: DutyText,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penalty: Option<DutyText>,
    pub legal_basis: Vec<LegalBasis>,
    /// Addresses of pages that name the duty.
    pub sources: Vec<String>,
    /// Whether one of the sources is an official publication.
    pub official: bool,
    pub confidence: Confidence,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<DutyText>,
    /// Articles that changed the duty, beside those that name its form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub articles: Vec<Slug>,
}

/// The beginning of the ids of a duty's days.
pub const DAY_PREFIX: &str = "duty";

/// The duties of a new server.
pub fn defaults() -> Vec<Duty> {
    serde_json::from_str(include_str!("duty/defaults.json"))
        .expect("reading the built-in duties cannot fail: they are part of the program")
}

impl FromStr for CompanyTax {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "micro" => Ok(Self::Micro),
            "profit" => Ok(Self::Profit),
            _ => Err("micro or profit"),
        }
    }
}

impl Duty {
    /// The days of the duty from `from` to `to`, in order.
    pub fn days(&self, from: Date, to: Date) -> Vec<Occurrence> {
        let days = self.recurs.as_ref().map(|recurs| recurs.between(from, to, self.shift)).unwrap_or_default();
        days.into_iter().filter(|day| self.has(*day)).collect()
    }

    /// The first day of the duty on or after `today`.
    pub fn next_day(&self, today: Date) -> Option<Occurrence> {
        let next = self.recurs.as_ref()?.next_occurrence(today, self.shift)?;
        Some(next).filter(|day| self.has(*day))
    }

    /// Whether the duty has not ended before this day.
    fn has(&self, day: Occurrence) -> bool {
        self.until.is_none_or(|until| day.nominal <= until)
    }

    /// The id of one of its days: `duty.d112-monthly.2026-12`; without `recurs`, of the day itself.
    pub fn day_id(&self, nominal: Date) -> String {
        let period = self.recurs.as_ref().map_or_else(|| nominal.to_string(), |recurs| recurs.period(nominal));
        format!("{DAY_PREFIX}.{}.{period}", self.id)
    }

    /// The month or the quarter that the form of this day is about.
    pub fn period_of(&self, nominal: Date) -> Option<TaxPeriod> {
        self.form.as_ref()?;
        self.recurs.as_ref()?.period_before(nominal)
    }

    /// The few words that stand beside the form, or else the title.
    pub fn short_title(&self) -> &DutyText {
        self.short.as_ref().unwrap_or(&self.title)
    }

    /// Whether it is due by choice, or only if something happens.
    pub fn mark(&self) -> Option<DueMark> {
        self.concerns.as_ref().and_then(Concern::mark)
    }

    /// The day in this period, as [`Recurrence::period`] names it, if it is within two years of `today`.
    pub fn day_in(&self, period: &str, today: Date) -> Option<Occurrence> {
        let recurs = self.recurs.as_ref()?;
        let near = jiff::Span::new().years(2);
        let days = self.days(today.saturating_sub(near), today.saturating_add(near));
        days.into_iter().find(|day| recurs.period(day.nominal) == period)
    }

    /// Its parsed conditions.
    pub fn criteria(&self) -> Option<Criteria> {
        self.concerns.as_ref().map(|concern| Criteria::of(concern).with_what_when(&self.what_when))
    }

    /// The ids of the figures that its conditions compare with.
    pub fn figures(&self) -> Vec<&str> {
        let of_words = self.what_when.iter().flat_map(|when| when.condition.figures());
        self.concerns.iter().flat_map(Concern::figures).chain(of_words).collect()
    }

    /// Whether the duty concerns this role; one of companies, also whether they pay this tax.
    pub fn concerns(&self, role: AudienceRole, tax: Option<CompanyTax>) -> bool {
        let other_tax = self.tax.is_some() && tax.is_some() && self.tax != tax;
        self.roles.contains(&role) && !(role == AudienceRole::Company && other_tax)
    }

    fn problem(&self) -> Option<Cow<'static, str>> {
        let of_concern = self.concerns.iter().flat_map(Concern::problems);
        if let Some(problem) = of_concern.chain(WordsWhen::problems(&self.what_when, "what_when")).next() {
            return Some(problem.to_string().into());
        }
        self.problem_of_limits().map(Cow::Owned).or_else(|| self.problem_of_fields().map(Cow::Borrowed))
    }

    fn problem_of_limits(&self) -> Option<String> {
        let texts = [&self.title, &self.what, &self.conditions, &self.rule, &self.shift_rule];
        let optional = [&self.short, &self.penalty, &self.note];
        let announced = self.announced.iter().flat_map(|day| [&day.by, &day.act]);
        let is_address = |source: &String| source.starts_with("https://") || source.starts_with("http://");
        if !is_id(&self.id) {
            Some(format!("id: use 1 to {MAX_ID} lower-case letters, digits and hyphens, with a letter"))
        } else if !texts.into_iter().chain(optional.into_iter().flatten()).chain(announced).all(DutyText::is_sound) {
            Some(format!("a text is empty in one language, or longer than {MAX_TEXT} characters"))
        } else if !self.sources.iter().all(is_address) || self.sources.len() > MAX_ITEMS {
            Some(format!("sources: use at most {MAX_ITEMS} addresses that begin with https://"))
        } else if [self.legal_basis.len(), self.articles.len(), self.what_when.len()].iter().any(|len| *len > MAX_ITEMS)
        {
            Some(format!("legal_basis, articles and what_when: use at most {MAX_ITEMS} each"))
        } else {
            None
        }
    }

    fn problem_of_fields(&self) -> Option<&'static str> {
        if self.roles.is_empty() {
            Some("roles: name one at least")
        } else if self.concerns.is_none() && !self.what_when.is_empty() {
            Some("what_when: without concerns nothing is decided")
        } else if self.shift.is_some() && self.recurs.is_none() {
            Some("shift: there is no recurring day to move")
        } else if self.within.is_some() && self.recurs.is_some() {
            Some("within: a recurring duty has days already")
        } else if self.announced.as_ref().is_some_and(|day| self.recurs.is_some() || !(1..=12).contains(&day.month)) {
            Some("announced: name a month from 1 to 12, of a duty without recurring days")
        } else if !self.recurs.as_ref().is_none_or(has_days) {
            Some("recurs: gives no day; count working days from 1 to 20, days of the year from 1 to 365")
        } else {
            None
        }
    }
}

/// The problems of a list that is to replace the duties, each with the duty it is about.
pub fn problems(duties: &[Duty]) -> Vec<String> {
    if duties.is_empty() || duties.len() > MAX_DUTIES {
        return vec![format!("it has {} duties; use 1 to {MAX_DUTIES}", duties.len())];
    }
    let mut ids = HashSet::new();
    let described = |number: usize, duty: &Duty, problem: Cow<'static, str>| {
        format!("duty {number} ({}), {problem}", text::shorten(&duty.id, MAX_ID))
    };
    let unsound = duties.iter().zip(1..).filter_map(|(duty, number)| Some(described(number, duty, duty.problem()?)));
    let repeated = duties.iter().zip(1..).filter(|(duty, _)| !ids.insert(&duty.id));
    let repeated =
        repeated.map(|(duty, number)| described(number, duty, "id: an earlier duty has the same one".into()));
    unsound.chain(repeated).collect()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(revision: &u32) -> bool {
    *revision == 0
}

fn has_days(recurs: &Recurrence) -> bool {
    match recurs {
        Recurrence::Monthly(_) => true,
        Recurrence::Yearly(days) => !days.is_empty() && days.len() <= 12,
        Recurrence::WorkingDayOfMonth(count) => (1..=20).contains(count),
        Recurrence::DayOfYear(count) => (1..=365).contains(count),
    }
}

/// Whether this can be the id of a duty.
pub fn is_id(text: &str) -> bool {
    text::is_id(text, MAX_ID) && text.bytes().any(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests;
