//! Duties with the same form on the same day are one line with all their reasons: the reader files one return.
//!
//! Calendars, mails and the pages without scripts share these lines; `ui/src/hooks/date-lines.ts` makes the same ones
//! from a report.

// docs/decisions/0422, docs/decisions/0433

use std::collections::HashMap;

use jiff::civil::Date;
use paragraf_law::language::Language;
use serde::{Deserialize, Serialize};

use super::due_mark::DueMark;
use super::due_words;
use super::duty::Duty;
use super::recurrence::Occurrence;
use super::tax_period::TaxPeriod;
use super::text::sentence_case;

const COMMA: &str = ", ";

/// A day of a duty.
#[derive(Debug, Clone, Copy)]
pub struct DutyDay<'d> {
    pub duty: &'d Duty,
    pub day: Occurrence,
    /// The places of the profiles for which it is due; `None` if no answers make it due.
    pub profiles: Option<&'d [usize]>,
}

/// The duties of a form on a day, each with what its caller knows of it.
#[derive(Debug)]
pub struct FormLine<'d, T> {
    first: (DutyDay<'d>, T),
    others: Vec<(DutyDay<'d>, T)>,
}

/// What is to be verified about a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyNote {
    /// The words of the duty, where it is not to be verified about all duties of the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// `De verificat: categoriile exacte vin dintr-o sursă mai veche.`
    pub text: String,
}

/// What the days of one line have in common: one form of two profiles is two returns. So is one about two periods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct LineKey<'d> {
    form: &'d str,
    date: Date,
    profiles: Option<&'d [usize]>,
}

/// Joins the days of one form into lines, each at the place of its first duty. A line is certain if one of its duties
/// is; what is only due by choice or if something happens has a line of its own.
pub fn lines<'d, T>(days: impl IntoIterator<Item = (DutyDay<'d>, T)>) -> Vec<FormLine<'d, T>> {
    let mut lines: Vec<FormLine<'d, T>> = Vec::new();
    let mut places: HashMap<LineKey<'d>, Vec<usize>> = HashMap::new();
    for day in days {
        let key = day.0.key();
        let mut of_form = key.and_then(|key| places.get(&key)).into_iter().flatten().copied();
        match of_form.find(|place| lines[*place].takes(day.0)) {
            Some(place) => lines[place].others.push(day),
            None => {
                if let Some(key) = key {
                    places.entry(key).or_default().push(lines.len());
                }
                lines.push(FormLine::new(day.0, day.1));
            }
        }
    }
    lines.into_iter().flat_map(FormLine::parts).collect()
}

impl<'d> DutyDay<'d> {
    fn key(self) -> Option<LineKey<'d>> {
        let Self { duty, day, profiles } = self;
        Some(LineKey { form: duty.form.as_deref()?, date: day.date, profiles })
    }

    fn period(self) -> Option<TaxPeriod> {
        self.duty.period_of(self.day.nominal)
    }
}

impl<'d, T> FormLine<'d, T> {
    /// The line of one day.
    pub fn new(day: DutyDay<'d>, of: T) -> Self {
        Self { first: (day, of), others: Vec::new() }
    }

    /// The day that identifies the line.
    pub fn first(&self) -> DutyDay<'d> {
        self.first.0
    }

    pub fn is_single(&self) -> bool {
        self.others.is_empty()
    }

    /// Its days, the identifying one first.
    pub fn days(&self) -> impl Iterator<Item = &(DutyDay<'d>, T)> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Whether all of it is due only if something happens.
    pub fn is_conditional(&self) -> bool {
        self.duties().all(|duty| duty.mark() == Some(DueMark::OnlyIf))
    }

    fn duties(&self) -> impl Iterator<Item = &'d Duty> {
        self.days().map(|(day, _)| day.duty)
    }

    /// Whether the day belongs to the line: of another duty, about the same period or about none.
    fn takes(&self, day: DutyDay<'d>) -> bool {
        let is_new = self.duties().all(|known| known.id != day.duty.id);
        is_new && day.period().is_none_or(|period| self.period().is_none_or(|own| own == period))
    }

    fn parts(self) -> Vec<Self> {
        if self.duties().any(|duty| duty.mark().is_none()) {
            return vec![self];
        }
        let days = std::iter::once(self.first).chain(self.others);
        days.map(|(day, of)| Self::new(day, of)).collect()
    }

    /// The month or the quarter that it is about.
    fn period(&self) -> Option<TaxPeriod> {
        self.days().find_map(|(day, _)| day.period())
    }

    /// The name of a single duty's day with its mark, or else the form with the words of all its duties:
    /// `D212 declarația unică: PFA, chirii`.
    pub fn name(&self, language: Language) -> String {
        let DutyDay { duty, day, .. } = self.first();
        if self.is_single() {
            return due_words::marked(duty.mark(), &due_words::duty_name(duty, day.nominal, language), language);
        }
        let (form, words) = (duty.form.as_deref().unwrap_or_default(), self.words(language));
        match self.period() {
            Some(period) => format!("{form} {}, {words}", period.words(language)),
            None => format!("{form} {words}"),
        }
    }

    /// The few words beside the form, of all its duties: `declarația unică: PFA, chirii`.
    pub fn words(&self, language: Language) -> String {
        merged_words(self.duties().map(|duty| duty.short_title().get(language)))
    }

    /// The rules of its duties, each once.
    pub fn rule(&self, language: Language) -> String {
        sentence_case(&distinct(self.duties().map(|duty| duty.rule.get(language))).join("; "))
    }

    /// What is to be verified about its duties: what `verify` says that the answers leave open; else that no official source
    /// confirms them. What is the same for all stands once, the rest with the words of each.
    pub fn to_verify(
        &self,
        language: Language,
        verify: impl Fn(&DutyDay<'d>, &T) -> Option<String>,
    ) -> Vec<VerifyNote> {
        let text_of =
            |(day, of): &(DutyDay<'d>, T)| verify(day, of).or_else(|| due_words::unconfirmed(day.duty, language));
        let texts: Vec<Option<String>> = self.days().map(text_of).collect();
        if let Some(Some(text)) = texts.first()
            && texts.iter().all(|other| other.as_ref() == Some(text))
        {
            return vec![VerifyNote::of_line(text.clone())];
        }
        let of_duty = |(duty, text): (&Duty, Option<String>)| {
            let of = Some(sentence_case(duty.short_title().get(language)));
            text.map(|text| VerifyNote { of, text })
        };
        self.duties().zip(texts).filter_map(of_duty).collect()
    }

    /// What its duties are about, what is special about the day, and on what they depend: what all have in common, then
    /// the rest after the name of each.
    pub fn notes(&self, language: Language) -> Vec<String> {
        let notes: Vec<Vec<String>> =
            self.days().map(|(day, _)| due_words::duty_notes(day.duty, day.day, language)).collect();
        let is_common = |note: &String| notes.iter().all(|of_one| of_one.contains(note));
        let mut all: Vec<String> =
            notes.first().into_iter().flatten().filter(|note| is_common(note)).cloned().collect();
        for (duty, own) in self.duties().zip(&notes) {
            let name = sentence_case(duty.short_title().get(language));
            let own = own.iter().filter(|note| !is_common(note));
            all.extend(own.map(|note| format!("{name}: {}", within_sentence(note))));
        }
        all
    }
}

impl VerifyNote {
    pub fn of_line(text: String) -> Self {
        Self { of: None, text }
    }

    /// The note in its line: `De verificat: suma (arendă).`
    pub fn sentence(&self) -> String {
        match &self.of {
            Some(of) => due_words::about(&self.text, &within_sentence(of)),
            None => self.text.clone(),
        }
    }
}

/// The words of several duties for one form: what some have in common once. The page's `mergedWords` does the same.
fn merged_words<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let mut by_head: Vec<(&str, Vec<&str>)> = Vec::new();
    for text in distinct(words) {
        let head = text.split(COMMA).next().unwrap_or(text);
        match by_head.iter_mut().find(|(known, _)| *known == head) {
            Some((_, texts)) => texts.push(text),
            None => by_head.push((head, vec![text])),
        }
    }
    let mut parts = Vec::new();
    for (head, texts) in by_head {
        let tails: Option<Vec<&str>> = texts.iter().map(|text| Some(text.split_once(COMMA)?.1)).collect();
        match tails.filter(|tails| tails.len() > 1) {
            Some(tails) => parts.push(format!("{head}: {}", tails.join(COMMA))),
            None => parts.extend(texts.into_iter().map(str::to_owned)),
        }
    }
    let has_comma = parts.iter().any(|part| part.contains(COMMA));
    parts.join(if has_comma { "; " } else { COMMA })
}

/// Each text once, in their order.
fn distinct<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut all = Vec::new();
    for text in texts {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

/// The text after a colon: its first letter is small, except in abbreviations.
fn within_sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    match letters.clone().next() {
        Some(second) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::Value;

    use super::*;
    use crate::domain::duty;

    /// The lines of a day of these built-in duties: the ids of each.
    fn lines_of<'d>(duties: &'d [Duty], ids: &[(&str, Option<&'d [usize]>)], on: Date) -> Vec<FormLine<'d, ()>> {
        let days = ids.iter().map(|(id, profiles)| {
            let duty = duties.iter().find(|duty| duty.id == *id).expect("a built-in duty");
            let day = duty.days(on, on).first().copied().expect("a day of the duty");
            (DutyDay { duty, day, profiles: *profiles }, ())
        });
        lines(days)
    }

    fn ids<'d>(lines: &[FormLine<'d, ()>]) -> Vec<Vec<&'d str>> {
        lines.iter().map(|line| line.duties().map(|duty| duty.id.as_str()).collect()).collect()
    }

    #[test]
    fn duties_of_one_form_on_one_day_are_one_line() {
        let (duties, may) = (duty::defaults(), date(2027, 5, 25));
        let own: Option<&[usize]> = Some(&[]);
        let found =
            lines_of(&duties, &[("d212-self-employed", own), ("d112-monthly", own), ("d212-rent-landlord", own)], may);
        assert_eq!(ids(&found), [vec!["d212-self-employed", "d212-rent-landlord"], vec!["d112-monthly"]]);
        let [personal, payroll] = &found[..] else { panic!("{found:?}") };
        assert_eq!(personal.name(Language::Ro), "D212 declarația unică: activitate, chirii");
        assert_eq!(personal.rule(Language::Ro), "Până la 25 mai a anului următor");
        assert_eq!(payroll.name(Language::Ro), "D112 aprilie, salarii");
        let verify =
            |day: &DutyDay<'_>, (): &()| day.duty.id.contains("rent").then(|| "De verificat: suma.".to_owned());
        let sentence = "De verificat: suma (declarația unică, chirii).";
        assert!(personal.notes(Language::Ro).is_empty());
        let notes = personal.to_verify(Language::Ro, verify);
        assert_eq!(notes.iter().map(VerifyNote::sentence).collect::<Vec<_>>(), [sentence]);
        let all = |_: &DutyDay<'_>, (): &()| Some("De verificat: suma.".to_owned());
        assert_eq!(personal.to_verify(Language::Ro, all), [VerifyNote::of_line("De verificat: suma.".to_owned())]);
        assert_eq!(payroll.to_verify(Language::Ro, verify), []);
    }

    #[test]
    fn one_form_of_two_profiles_or_one_that_is_only_followed_is_a_line_of_its_own() {
        let (duties, may) = (duty::defaults(), date(2027, 5, 25));
        let (first, second): (&[usize], &[usize]) = (&[0], &[1]);
        let names = ["d212-self-employed", "d212-rent-landlord", "short-rental-d212"];
        for profiles in [[Some(first), Some(second), None], [Some(first), None, Some(second)]] {
            let days: Vec<_> = names.into_iter().zip(profiles).collect();
            assert_eq!(lines_of(&duties, &days, may).len(), 3, "{profiles:?}");
        }
    }

    #[test]
    fn a_line_is_certain_if_one_duty_is_and_names_what_the_others_depend_on() {
        let (duties, day) = (duty::defaults(), date(2027, 1, 25));
        let both = lines_of(&duties, &[("d112-monthly", None), ("farmland-lease-tax-d112", None)], day);
        assert_eq!(both[0].name(Language::Ro), "D112 decembrie, salarii, arendă");
        let notes = both[0].notes(Language::Ro);
        assert_eq!(notes, ["Pentru decembrie.", "Arendă: numai în lunile în care plătești."]);
        let events = lines_of(&duties, &[("dividend-tax-monthly", None), ("rent-withholding-d100", None)], day);
        assert_eq!(ids(&events), [["dividend-tax-monthly"], ["rent-withholding-d100"]], "each with its condition");
        let periods = lines_of(&duties, &[("d100-micro-quarterly", None), ("dividend-tax-monthly", None)], day);
        assert_eq!(ids(&periods), [["d100-micro-quarterly"], ["dividend-tax-monthly"]], "a quarter and a month");
    }

    #[test]
    fn two_days_of_one_duty_are_two_lines() {
        let (duties, day) = (duty::defaults(), date(2027, 5, 25));
        let twice = lines_of(&duties, &[("d212-self-employed", None), ("d212-self-employed", None)], day);
        assert_eq!(twice.len(), 2);
    }

    #[test]
    fn words_are_merged_as_on_the_page() {
        let cases: Vec<Value> = serde_json::from_str(include_str!("form_line/words.json")).expect("the cases");
        for case in cases {
            let words = case["words"].as_array().expect("words").iter().filter_map(Value::as_str);
            assert_eq!(Some(merged_words(words).as_str()), case["line"].as_str(), "{case}");
        }
    }
}
