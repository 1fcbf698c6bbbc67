//! What a line about a deadline says beside its name. Pages without scripts, calendars and mails share these words.

use jiff::civil::Date;
use paragraf_law::date;
use paragraf_law::language::Language;

use super::concern::Concern;
use super::due_mark::DueMark;
use super::duty::{Confidence, Duty};
use super::recurrence::Occurrence;
use super::text::sentence_case;

/// A name with its mark: `La alegere: D700`, `Dacă e cazul: D390 octombrie`.
pub fn marked(mark: Option<DueMark>, name: &str, language: Language) -> String {
    match mark {
        Some(mark) => format!("{}: {name}", word(mark, language)),
        None => name.to_owned(),
    }
}

/// The day with the mark of what is due by then: `25 decembrie 2026, dacă e cazul`.
pub fn marked_day(mark: Option<DueMark>, day: &str, language: Language) -> String {
    match mark {
        Some(mark) => format!("{day}, {}", word(mark, language).to_lowercase()),
        None => day.to_owned(),
    }
}

/// The name without the mark of what is due only if something happens, where other words say it.
pub fn without_condition(name: &str, language: Language) -> &str {
    let rest = name.strip_prefix(word(DueMark::OnlyIf, language)).and_then(|rest| rest.strip_prefix(": "));
    rest.unwrap_or(name)
}

fn word(mark: DueMark, language: Language) -> &'static str {
    match (mark, language) {
        (DueMark::Optional, Language::Ro) => "La alegere",
        (DueMark::Optional, Language::En) => "Optional",
        (DueMark::OnlyIf, Language::Ro) => "Dacă e cazul",
        (DueMark::OnlyIf, Language::En) => "If it applies",
    }
}

/// The name of a day of a duty: `D394 octombrie, în țară`, or its title where the day is about no month or quarter.
pub fn duty_name(duty: &Duty, nominal: Date, language: Language) -> String {
    let Some(period) = duty.period_of(nominal) else { return duty.title.get(language).to_owned() };
    let period = period.words(language);
    let short = duty.short_title().get(language);
    match &duty.form {
        Some(form) => format!("{form} {period}, {short}"),
        None => format!("{short}, {period}"),
    }
}

/// `Termen mutat de pe 30 noiembrie.`
pub fn moved_from(day: Date, language: Language) -> String {
    match language {
        Language::Ro => format!("Termen mutat de pe {}.", date::short(day, language)),
        Language::En => format!("Moved from {}.", date::short(day, language)),
    }
}

/// `Zi liberă: depune până joi, 24 decembrie`
pub fn day_off(file_by: Date, language: Language) -> String {
    let day = format!("{}, {}", date::weekday(file_by, language), date::short(file_by, language));
    match language {
        Language::Ro => format!("Zi liberă: depune până {day}"),
        Language::En => format!("Day off: file by {day}"),
    }
}

/// What is to be verified about an answer.
pub fn to_verify(what: &str, language: Language) -> String {
    match language {
        Language::Ro => format!("De verificat: {}.", what.trim_end_matches('.')),
        Language::En => format!("To verify: {}.", what.trim_end_matches('.')),
    }
}

/// The words with what they are about, before a full stop: `De verificat: suma (chirii).` Behind words that end with a
/// bracket it stands after a dash: `De verificat: suma (Clubul) – chirii.` The page's `aboutWords` does the same.
// docs/decisions/0581
pub fn about(words: &str, of: &str) -> String {
    let (words, stop) = words.strip_suffix('.').map_or((words, ""), |words| (words, "."));
    if words.ends_with(')') { format!("{words} – {of}{stop}") } else { format!("{words} ({of}){stop}") }
}

/// What to verify about a duty that no official source confirms.
pub(super) fn unconfirmed(duty: &Duty, language: Language) -> Option<String> {
    let what = language.pick(
        "date dintr-o singură sursă sau neconfirmate oficial",
        "these facts come from one source or are not officially confirmed",
    );
    (duty.confidence != Confidence::High).then(|| to_verify(what, language))
}

/// What a day of a duty is about, what is special about the day, and on what it depends.
pub(super) fn duty_notes(duty: &Duty, day: Occurrence, language: Language) -> Vec<String> {
    let about = duty.period_of(day.nominal).map(|period| {
        let words = period.words(language);
        match language {
            Language::Ro => format!("Pentru {words}."),
            Language::En => format!("For {words}."),
        }
    });
    let is_moved = day.shift_reason(duty.shift).is_some();
    about.into_iter().chain(entry_notes(duty.concerns.as_ref(), day, is_moved, language)).collect()
}

/// What is special about the day of something that is due, and on what it depends.
pub fn entry_notes(concern: Option<&Concern>, day: Occurrence, is_moved: bool, language: Language) -> Vec<String> {
    let moved = is_moved.then(|| moved_from(day.nominal, language));
    let off = day.file_by().map(|file_by| format!("{}.", day_off(file_by, language)));
    moved.into_iter().chain(off).chain(condition_notes(concern, language)).collect()
}

/// On what it depends that something is due, and the exception that is not asked about.
pub fn condition_notes(concern: Option<&Concern>, language: Language) -> Vec<String> {
    let Some(Concern { event, unless, .. }) = concern else { return Vec::new() };
    let words = event.iter().chain(unless);
    words.map(|words| format!("{}.", sentence_case(words.get(language)))).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::domain::duty;

    fn named(id: &str, from: Date, language: Language) -> (String, String) {
        let duties = duty::defaults();
        let duty = duties.iter().find(|duty| duty.id == id).expect("a built-in duty");
        let day = duty.days(from, from.saturating_add(jiff::Span::new().months(1)))[0];
        (duty_name(duty, day.nominal, language), duty_notes(duty, day, language).join(" "))
    }

    #[test]
    fn a_day_of_a_form_names_its_period_and_what_is_special_about_the_day() {
        for (id, from, name, notes) in [
            (
                "d394-monthly",
                date(2026, 12, 1),
                "D394 octombrie, în țară",
                "Pentru octombrie. Termen mutat de pe 30 noiembrie.",
            ),
            ("d394-monthly", date(2026, 12, 3), "D394 noiembrie, în țară", "Pentru noiembrie."),
            (
                "d300-quarterly",
                date(2026, 10, 1),
                "D300 trim. III 2026, TVA trimestrial",
                "Pentru trim. III 2026. Termen mutat de pe 25 octombrie.",
            ),
            (
                "afm-declaration-25",
                date(2026, 12, 1),
                "Declarația la Fondul pentru mediu",
                "Zi liberă: depune până joi, 24 decembrie.",
            ),
            (
                "d390-vies",
                date(2026, 12, 1),
                "D390 noiembrie, operațiuni UE",
                "Pentru noiembrie. Termen mutat de pe 25 decembrie. Numai pentru lunile cu operațiuni.",
            ),
        ] {
            assert_eq!(named(id, from, Language::Ro), (name.to_owned(), notes.to_owned()), "{id}");
        }
        let choice = "În afară de firmele care nu și-au depus bilanțurile.";
        assert_eq!(named("micro-option-d700", date(2027, 3, 31), Language::Ro).1, choice);
        let english = ("D394 October, domestic", "For October. Moved from 30 November.");
        let found = named("d394-monthly", date(2026, 12, 1), Language::En);
        assert_eq!((found.0.as_str(), found.1.as_str()), english);
    }

    #[test]
    fn a_name_loses_only_the_mark_of_a_condition() {
        for (mark, expected) in [
            (None, "D390 octombrie"),
            (Some(DueMark::OnlyIf), "D390 octombrie"),
            (Some(DueMark::Optional), "La alegere: D390 octombrie"),
        ] {
            let name = marked(mark, "D390 octombrie", Language::Ro);
            assert_eq!(without_condition(&name, Language::Ro), expected);
        }
    }
}
