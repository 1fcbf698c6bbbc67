//! What the answers of a reader say of a day on which something is due, beside the day.

use jiff::civil::Date;

use super::account;
use super::due_days::DueDayIndex;
use crate::catalogue::PublishedArticle;
use crate::domain::concern::{Criteria, Criterion, Evaluations, ProfileAnswers, ProfileNote};
use crate::domain::duty::Duty;
use crate::domain::{Language, due_words};

/// The words about a day that the answers make the reader's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::ops) struct OwnWords {
    /// The names of the profiles that it is due for, if there are several.
    pub whose: Vec<String>,
    /// What to verify, where the answer is not certain; with the names of profiles, if it is not about all of them.
    pub verify: Option<String>,
    /// As [`Evaluations::what`].
    pub what: Option<String>,
}

impl OwnWords {
    /// The words about a day that is due for these profiles by this condition.
    pub fn of(
        answers: &ProfileAnswers,
        evaluations: &Evaluations<'_>,
        (profiles, criterion): (&[usize], Option<&Criterion>),
        language: Language,
    ) -> Self {
        let names = profiles.iter().filter_map(|place| answers.name(*place));
        let verify = criterion.and_then(|criterion| {
            let decision = evaluations.judge(criterion);
            let notes = evaluations.to_verify_by_profile(criterion, &decision);
            if notes.is_empty() {
                return evaluations.to_verify(criterion, &decision).map(|words| words.get(language).to_owned());
            }
            let of_profiles = |note: &ProfileNote| match answers.names(&note.profiles) {
                names if names.is_empty() => note.words.get(language).to_owned(),
                names => due_words::about(note.words.get(language), &names),
            };
            Some(notes.iter().map(of_profiles).collect::<Vec<_>>().join("; "))
        });
        Self {
            whose: names.map(|name| name.as_str().to_owned()).collect(),
            verify: verify.map(|what| due_words::to_verify(&what, language)),
            what: None,
        }
    }

    /// `Firma: Până la 30 inclusiv a lunii următoare. Termen mutat de pe 30 noiembrie.` The text may be empty.
    pub fn about(self, text: &str, notes: Vec<String>) -> String {
        let notes: Vec<_> = notes.into_iter().chain(self.verify).collect();
        let text = match (text.is_empty(), notes.is_empty()) {
            (_, true) => text.to_owned(),
            (true, false) => notes.join(" "),
            (false, false) => format!("{}. {}", text.trim_end_matches('.'), notes.join(" ")),
        };
        let whose = self.whose.join(", ");
        match (whose.is_empty(), text.is_empty()) {
            (true, _) => text,
            (false, true) => whose,
            (false, false) => format!("{whose}: {text}"),
        }
    }
}

/// Decides the words about the days of [`DueDayIndex`].
pub(in crate::ops) struct OwnDueDays<'a> {
    pub answers: &'a ProfileAnswers,
    pub evaluations: Evaluations<'a>,
    pub days: DueDayIndex,
    pub language: Language,
}

impl OwnDueDays<'_> {
    /// The places of the profiles for which the duty is due on this day; `None` if it is not due by the answers.
    pub fn profiles_of_duty(&self, duty: &Duty, date: Date) -> Option<&[usize]> {
        self.days.duties.get(&(duty.id.clone(), date)).map(Vec::as_slice)
    }

    /// The words about a day of a duty; `None` if it is not due by the answers.
    pub fn duty(&self, duty: &Duty, criteria: Option<&Criteria>, date: Date) -> Option<OwnWords> {
        let profiles = self.profiles_of_duty(duty, date)?;
        let what = criteria.and_then(|criteria| self.evaluations.what(criteria));
        let what = what.map(|what| what.get(self.language).to_owned());
        Some(OwnWords { what, ..self.words(profiles, criteria.map(Criteria::condition)) })
    }

    /// The words about a day of an article's entry; `None` if it is not due by the answers, or in the line of a duty.
    pub fn entry(&self, article: &PublishedArticle, index: usize, date: Date) -> Option<OwnWords> {
        let profiles = self.days.entries.get(&(article.slug.clone(), index, date))?;
        Some(self.words(profiles, account::criterion_of_entry(article, index)))
    }

    fn words(&self, profiles: &[usize], criterion: Option<&Criterion>) -> OwnWords {
        OwnWords::of(self.answers, &self.evaluations, (profiles, criterion), self.language)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::civil::date;
    use serde_json::{Value, json};
    use uuid::Uuid;

    use super::*;
    use crate::domain::concern::{DayFigures, KeptAnswer, ProfileName, ReaderProfile, book};
    use crate::domain::duty;

    fn profile(name: &str, answers: &Value) -> ReaderProfile {
        let mut profile = ReaderProfile::new(Uuid::nil(), ProfileName::parse(name).expect("a name"));
        for (fact, answer) in answers.as_object().expect("answers") {
            profile.answers.insert(fact.clone(), KeptAnswer::given(answer.clone(), Timestamp::UNIX_EPOCH));
        }
        profile
    }

    #[test]
    fn a_note_about_one_of_several_profiles_names_it() {
        let duties = duty::defaults();
        let monthly = duties.iter().find(|duty| duty.id == "d406-monthly").and_then(Duty::criteria);
        let monthly = monthly.expect("conditions");
        let figures = DayFigures::built_in(date(2026, 11, 26));
        let verify = |profiles: Vec<ReaderProfile>| {
            let answers = ProfileAnswers::read(book(), profiles);
            let evaluations = answers.evaluations(book(), &figures).expect("answers");
            let places = evaluations.yes_of(monthly.condition());
            let about = (&places[..], Some(monthly.condition()));
            OwnWords::of(&answers, &evaluations, about, Language::En).verify
        };
        let association = || {
            let answers = json!({"subject": "association", "vat": "monthly", "bookkeeping": "double"});
            profile("The club", &answers)
        };
        let firm = profile("My firm", &json!({"subject": "srl", "farms": false, "vat": "monthly"}));
        let of_one = verify(vec![firm, association()]).expect("words");
        assert!(of_one.starts_with("To verify: ") && of_one.ends_with(" (The club)."), "{of_one}");
        let person = profile("Me", &json!({"subject": "person", "farms": false}));
        for alone in [vec![association()], vec![person, association()]] {
            let words = verify(alone).expect("words");
            assert!(!words.contains("The club"), "it is about all that the day is for: {words}");
        }
    }
}
