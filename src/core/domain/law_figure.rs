//! The figures of the law, such as the minimum wage, with their values over time. Pages, exports and the thresholds of
//! conditions read them. The operator can replace the list.

mod provision;

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::duty_text::{DutyText, MAX_TEXT};
use super::exact_number::ExactNumber;
use super::slug::Slug;
use super::text;
use paragraf_law::language::Language;

/// Most figures in a list.
const MAX_FIGURES: usize = 1_000;
/// Most values of a figure.
const MAX_VALUES: usize = 100;
const MAX_ID: usize = 60;
/// Longest name of an act, a provision or an account, in characters.
const MAX_NAME: usize = 200;
/// The figure that counts as one of [`LawFigureUnit::MinimumWages`].
pub const MINIMUM_WAGE: &str = "minimum-wage";

/// What a figure counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LawFigureUnit {
    Lei,
    Euro,
    Percent,
    /// Gross minimum wages of 1 January of the year.
    MinimumWages,
    Days,
    WorkingDays,
    Months,
    Years,
    Hours,
    Employees,
    Rooms,
    LivestockUnits,
}

/// The confirmation of a value by an editor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FigureConfirmation {
    pub by: String,
    pub at: Timestamp,
}

/// The value of a figure from a day on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigureValue {
    pub value: ExactNumber,
    /// The first day; `None` if no source names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Date>,
    /// The last day; `None` while no end is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
    /// The act that sets the value, such as "Legea nr. 141/2025".
    pub act: String,
    /// The provision of the act, such as "art. 10 alin. (1)"; `None` if no source names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provision: Option<String>,
    /// The address of a page that names the value.
    pub source: String,
    /// The article that reports the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<Slug>,
    /// The value is to be verified until an editor confirms it. An import ignores it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<FigureConfirmation>,
}

/// A figure of the law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LawFigure {
    /// `[a-z0-9-]`, with a letter; identifies the figure in conditions, exports and addresses.
    pub id: String,
    /// A topic's id.
    pub topic: String,
    pub unit: LawFigureUnit,
    pub name: DutyText,
    /// Oldest first, without overlaps.
    pub values: Vec<FigureValue>,
}

/// All figures of the law, in display order.
#[derive(Debug)]
pub struct LawFigures {
    list: Vec<LawFigure>,
    by_id: HashMap<String, usize>,
}

/// The figures of a new server.
pub fn defaults() -> Vec<LawFigure> {
    serde_json::from_str(include_str!("law_figure/defaults.json"))
        .expect("reading the built-in figures cannot fail: they are part of the program")
}

impl LawFigureUnit {
    /// The number with the unit: "4.325 lei", "21%", "7 camere".
    pub fn words(self, number: ExactNumber, language: Language) -> String {
        if self == Self::Percent {
            return number.grouped(language) + "%";
        }
        let is_one = number == ExactNumber::from(1);
        format!("{} {}", number.counting(language), self.noun(is_one, language))
    }

    fn noun(self, is_one: bool, language: Language) -> &'static str {
        let [one_ro, ro, one_en, en] = match self {
            Self::Lei => ["leu", "lei", "leu", "lei"],
            Self::Euro => ["euro"; 4],
            Self::Percent => ["%"; 4],
            Self::MinimumWages => ["salariu minim", "salarii minime", "minimum wage", "minimum wages"],
            Self::Days => ["zi", "zile", "day", "days"],
            Self::WorkingDays => ["zi lucrătoare", "zile lucrătoare", "working day", "working days"],
            Self::Months => ["lună", "luni", "month", "months"],
            Self::Years => ["an", "ani", "year", "years"],
            Self::Hours => ["oră", "ore", "hour", "hours"],
            Self::Employees => ["salariat", "salariați", "employee", "employees"],
            Self::Rooms => ["cameră", "camere", "room", "rooms"],
            Self::LivestockUnits => ["UVM", "UVM", "livestock unit", "livestock units"],
        };
        match (language, is_one) {
            (Language::Ro, true) => one_ro,
            (Language::Ro, false) => ro,
            (Language::En, true) => one_en,
            (Language::En, false) => en,
        }
    }
}

impl FigureValue {
    /// Whether the value applies on this day.
    pub fn is_on(&self, day: Date) -> bool {
        self.from.is_none_or(|from| from <= day) && self.until.is_none_or(|until| day <= until)
    }

    /// Whether the values are equal apart from their confirmation.
    fn is_same(&self, other: &Self) -> bool {
        Self { confirmed: None, ..self.clone() } == Self { confirmed: None, ..other.clone() }
    }

    /// Whether the number stands in this text, written as in Romanian or without thousands signs. Digits that are part of
    /// a longer number do not count.
    pub fn stands_in(&self, text: &str) -> bool {
        let grouped = self.value.grouped(Language::Ro);
        let plain = self.value.to_string().replace('.', ",");
        [grouped, plain].iter().any(|written| text.match_indices(written).any(|(at, _)| is_alone(text, at, written)))
    }

    fn problem(&self) -> Option<String> {
        let is_short = |text: &str| !text.trim().is_empty() && text.chars().count() <= MAX_NAME;
        let is_address = self.source.starts_with("https://") || self.source.starts_with("http://");
        if self.from.zip(self.until).is_some_and(|(from, until)| until < from) {
            Some("until is before from".to_owned())
        } else if !is_short(&self.act) || self.provision.as_deref().is_some_and(|provision| !is_short(provision)) {
            Some(format!("act and provision: use 1 to {MAX_NAME} characters"))
        } else if !is_address {
            Some("source: use an address that begins with https://".to_owned())
        } else {
            None
        }
    }
}

/// Whether no digit continues the number that stands there.
fn is_alone(text: &str, at: usize, written: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let continues = |rest: &mut dyn Iterator<Item = char>| match rest.next() {
        Some('.' | ',') => rest.next().is_some_and(is_digit),
        first => first.is_some_and(is_digit),
    };
    !continues(&mut text[..at].chars().rev()) && !continues(&mut text[at + written.len()..].chars())
}

impl LawFigure {
    /// The value on this day.
    pub fn on(&self, day: Date) -> Option<&FigureValue> {
        self.values.iter().find(|value| value.is_on(day))
    }

    /// Keeps the confirmations of the values that are the same in `before`, and no others.
    pub fn keep_confirmations(&mut self, before: Option<&Self>) {
        let before = before.filter(|before| before.unit == self.unit).map_or(&[][..], |before| &before.values);
        for value in &mut self.values {
            let same = before.iter().find(|old| old.is_same(value));
            value.confirmed = same.and_then(|old| old.confirmed.clone());
        }
    }

    fn problem(&self) -> Option<String> {
        let ends_before =
            |pair: &[FigureValue]| pair[0].until.zip(pair[1].from).is_some_and(|(until, from)| until < from);
        if !is_id(&self.id) {
            Some(format!("id: use 1 to {MAX_ID} lower-case letters, digits and hyphens, with a letter"))
        } else if !self.name.is_sound() {
            Some(format!("name: is empty in one language, or longer than {MAX_TEXT} characters"))
        } else if self.values.is_empty() || self.values.len() > MAX_VALUES {
            Some(format!("values: use 1 to {MAX_VALUES}"))
        } else if !self.values.windows(2).all(ends_before) {
            Some("values: write them oldest first, each with until before the next from".to_owned())
        } else {
            self.values.iter().find_map(FigureValue::problem)
        }
    }
}

/// The built-in figures.
impl Default for LawFigures {
    fn default() -> Self {
        Self::new(defaults())
    }
}

impl LawFigures {
    pub fn new(list: Vec<LawFigure>) -> Self {
        let by_id = list.iter().zip(0..).map(|(figure, place)| (figure.id.clone(), place)).collect();
        Self { list, by_id }
    }

    pub fn list(&self) -> &[LawFigure] {
        &self.list
    }

    pub fn get(&self, id: &str) -> Option<&LawFigure> {
        self.by_id.get(id).map(|place| &self.list[*place])
    }

    /// The value in lei of a number of minimum wages, at the wage of 1 January of the year of `day`.
    pub fn wages_in_lei(&self, count: ExactNumber, day: Date) -> Option<ExactNumber> {
        let wage = self.get(MINIMUM_WAGE)?.on(date(day.year(), 1, 1))?;
        Some(count.times(wage.value))
    }
}

/// The problems of a list that is to replace the figures, each with the figure it is about. `needed` are the ids that
/// conditions name.
pub fn problems<'n>(figures: &[LawFigure], needed: impl Iterator<Item = &'n str>) -> Vec<String> {
    if figures.is_empty() || figures.len() > MAX_FIGURES {
        return vec![format!("it has {} figures; use 1 to {MAX_FIGURES}", figures.len())];
    }
    let mut ids = HashSet::new();
    let described = |number: usize, figure: &LawFigure, problem: &str| {
        format!("figure {number} ({}), {problem}", text::shorten(&figure.id, MAX_ID))
    };
    let mut problems = Vec::new();
    for (figure, number) in figures.iter().zip(1..) {
        problems.extend(figure.problem().map(|problem| described(number, figure, &problem)));
        if !ids.insert(figure.id.as_str()) {
            problems.push(described(number, figure, "id: an earlier figure has the same one"));
        }
    }
    let missing: HashSet<_> = needed.chain([MINIMUM_WAGE]).filter(|id| !ids.contains(id)).collect();
    let mut missing: Vec<_> = missing.into_iter().collect();
    missing.sort_unstable();
    problems.extend(missing.into_iter().map(|id| format!("the figure {id} is missing, which conditions compare with")));
    problems
}

/// Whether this can be the id of a figure.
pub fn is_id(text: &str) -> bool {
    text::is_id(text, MAX_ID) && text.bytes().any(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests;
