//! Compares the texts of a draft with its act.

use std::ops::Range;

use super::apply::effect_label;
use super::checker::{ActText, CheckedClaims, Claim, Passage, check, check_and_compare};
use crate::domain::explanation::{AUDIENCES, Explanation, Statement};
use crate::domain::finding::Finding;
use crate::domain::rule_reason::{Rule, RuleReason};
use crate::domain::{Article, Language, date};

/// The reason of the importance, which is kept beside the draft.
const REASON: &str = "importance_reason";
const TECHNICAL: &str = "technical_summary";
const SIMPLE: &str = "simple_explanation";
const STEPS: &str = "steps";

/// A text of the draft under the path of its field, in the order of [`Language::ALL`].
struct Field<'a> {
    path: String,
    texts: [Option<&'a str>; 2],
}

/// The parts of a field that statements cover, in the order of [`Language::ALL`].
type Covered = [Vec<Range<usize>>; 2];

/// One statement of an explanation.
struct WantedStatement<'a> {
    /// The beginning of its field's path.
    field: &'static str,
    texts: [&'a str; 2],
    rests_on: &'a [String],
}

/// What is known about an act beside its text, in Romanian: its name, its place in the gazette, its days, and the days
/// that the act names in other words. A day that a rule counted is none of them: it may be wrong.
pub fn facts(article: &Article, reasons: &[RuleReason]) -> Vec<String> {
    let named = article.act.as_ref().map(|act| act.citation(Language::Ro));
    let gazette = article.gazette.as_ref().map(|gazette| gazette.citation(Language::Ro));
    let days = [
        ("publicat la", Some(article.publish_date)),
        ("în vigoare la", article.in_force_date),
        ("se aplică din", article.applies_from),
    ];
    let days = days.into_iter().filter_map(|(name, day)| Some(format!("{name} {}", date::long(day?, Language::Ro))));
    let in_text = reasons.iter().filter(|reason| reason.place.is_some() && reason.rule == Rule::NamedDay);
    let in_text = in_text.filter_map(|reason| Some(date::long(reason.value.parse().ok()?, Language::Ro)));
    named.into_iter().chain(gazette).chain(days).chain(in_text).collect()
}

/// Checks the texts of a draft against the act. Statements of the explanation rest on the provisions that they name;
/// all other words may rest on the whole act.
pub fn check_draft(act: &ActText, article: &Article, explanation: Option<&Explanation>) -> Vec<Finding> {
    with_claims(article, explanation, |claims| check(act, claims))
}

/// Like [`check_draft`], with the sentences of an explained draft that could not be compared with the act.
pub fn check_explained(act: &ActText, article: &Article, explanation: &Explanation) -> CheckedClaims {
    with_claims(article, Some(explanation), |claims| check_and_compare(act, claims))
}

/// Calls a function with the claims of a draft.
fn with_claims<T>(article: &Article, explanation: Option<&Explanation>, of: impl FnOnce(&[Claim<'_>]) -> T) -> T {
    let fields = fields(article, explanation);
    let mut covered: Vec<Covered> = fields.iter().map(|_| Covered::default()).collect();
    let mut claims = Vec::new();
    for wanted in explanation.map(statements).unwrap_or_default() {
        let languages = Language::ALL.into_iter().enumerate();
        let passages: Vec<_> =
            languages.filter_map(|(index, language)| find(&fields, &mut covered, &wanted, index, language)).collect();
        if let Some(first) = passages.first() {
            let dates = step_date(article, first.field).into_iter().collect();
            claims.push(Claim { rests_on: Some(wanted.rests_on), passages, dates });
        }
    }
    claims.extend(fields.iter().zip(&covered).flat_map(|(field, covered)| rest(field, covered)));
    of(&claims)
}

fn statements(explanation: &Explanation) -> Vec<WantedStatement<'_>> {
    fn wanted<'a>(field: &'static str, [ro, en]: [&'a String; 2], rests_on: &'a [String]) -> WantedStatement<'a> {
        WantedStatement { field, texts: [ro.trim(), en.trim()], rests_on }
    }
    fn of<'a>(field: &'static str, it: &'a Statement) -> WantedStatement<'a> {
        wanted(field, [&it.ro, &it.en], &it.rests_on)
    }
    let Explanation {
        title, in_short, importance_reason, technical_summary, simple_explanation, steps, effects, ..
    } = explanation;
    let singles = [of("title", title), of("in_short", in_short), of(REASON, importance_reason)];
    let technical = technical_summary.iter().map(|it| of(TECHNICAL, it));
    let simple = simple_explanation.iter().map(|it| of(SIMPLE, it));
    let effects = effects.iter().map(|it| wanted(SIMPLE, [&it.ro, &it.en], &it.rests_on));
    let steps = steps.iter().flat_map(|it| {
        let more = [&it.lead_time, &it.consequence].into_iter().filter(|it| !it.is_blank());
        std::iter::once(wanted(STEPS, [&it.ro, &it.en], &it.rests_on)).chain(more.map(|it| of(STEPS, it)))
    });
    singles.into_iter().chain(technical).chain(simple).chain(effects).chain(steps).collect()
}

/// The texts of the draft in both languages.
fn fields<'a>(article: &'a Article, explanation: Option<&'a Explanation>) -> Vec<Field<'a>> {
    let field = |path: &str, ro: Option<&'a str>, en: Option<&'a str>| Field { path: path.into(), texts: [ro, en] };
    let english = article.translations.get(&Language::En);
    let mut fields = vec![
        field("title", Some(&article.title), english.map(|texts| texts.title.as_str())),
        field("in_short", article.in_short.as_deref(), english.and_then(|texts| texts.in_short.as_deref())),
        field(TECHNICAL, Some(&article.technical_summary), english.map(|texts| texts.technical_summary.as_str())),
        field(SIMPLE, Some(&article.simple_explanation), english.map(|texts| texts.simple_explanation.as_str())),
    ];
    for (index, step) in article.steps.iter().enumerate() {
        let translated = english.and_then(|texts| texts.implementation_key_points.get(index));
        fields.push(field(&format!("{STEPS}[{index}].text"), Some(&step.text), translated.map(String::as_str)));
    }
    for (index, entry) in article.deadlines.iter().enumerate() {
        let translated = english.and_then(|texts| texts.deadlines.get(index));
        let translated = translated.map(|entry| entry.what.as_str());
        fields.push(field(&format!("deadlines[{index}].what"), Some(&entry.what), translated));
    }
    let reason = explanation.map(|explanation| &explanation.importance_reason);
    fields.extend(reason.map(|reason| field(REASON, Some(&reason.ro), Some(&reason.en))));
    fields
}

/// Finds a statement in the language with this index, in a place that no other statement has.
fn find<'a>(
    fields: &'a [Field<'a>],
    covered: &mut [Covered],
    wanted: &WantedStatement<'_>,
    index: usize,
    language: Language,
) -> Option<Passage<'a>> {
    let wanted_text = wanted.texts[index];
    for (field, covered) in fields.iter().zip(covered) {
        let is_of_name =
            field.path.strip_prefix(wanted.field).is_some_and(|rest| rest.is_empty() || rest.starts_with('['));
        let Some(text) = field.texts[index].filter(|_| is_of_name) else { continue };
        let covered = &mut covered[index];
        let is_free = |at: usize| covered.iter().all(|other| at + wanted_text.len() <= other.start || at >= other.end);
        if let Some((at, _)) = text.match_indices(wanted_text).find(|(at, _)| is_free(*at)) {
            let range = at..at + wanted_text.len();
            covered.push(range.clone());
            return Some(Passage { field: &field.path, language, text, range });
        }
    }
    None
}

/// The day of the step whose text has this path, which a person may have changed.
fn step_date(article: &Article, path: &str) -> Option<jiff::civil::Date> {
    let index = path.strip_prefix(STEPS)?.strip_prefix('[')?.split(']').next()?.parse::<usize>().ok()?;
    article.steps.get(index)?.date
}

/// What no statement covers: a whole field, whose languages must agree, or the pieces of each language. The labels of
/// effects say nothing.
fn rest<'a>(field: &'a Field<'a>, covered: &Covered) -> Vec<Claim<'a>> {
    let texts = Language::ALL.into_iter().zip(field.texts).zip(covered);
    let texts = texts.filter_map(|((language, text), covered)| Some((language, text?, covered)));
    let passage = |language, text, range| Passage { field: &field.path, language, text, range };
    let claim = |passages| Claim { rests_on: None, passages, dates: vec![] };
    if covered.iter().all(Vec::is_empty) {
        return vec![claim(texts.map(|(language, text, _)| passage(language, text, 0..text.len())).collect())];
    }
    let pieces = texts.flat_map(|(language, text, covered)| {
        gaps(text, covered).into_iter().map(move |range| (language, text, range))
    });
    let is_label = |words: &str, language: Language| AUDIENCES.iter().any(|it| words == effect_label(*it, language));
    let pieces = pieces.filter(|(language, text, range)| !is_label(text[range.clone()].trim(), *language));
    pieces.map(|(language, text, range)| claim(vec![passage(language, text, range)])).collect()
}

/// The parts of a text between these ranges, without those that are blank.
fn gaps(text: &str, covered: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut covered = covered.to_vec();
    covered.sort_by_key(|range| range.start);
    let (mut gaps, mut at) = (Vec::new(), 0);
    for range in covered.into_iter().chain(std::iter::once(text.len()..text.len())) {
        if !text[at..range.start].trim().is_empty() {
            gaps.push(at..range.start);
        }
        at = range.end;
    }
    gaps
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::apply::apply;
    use super::*;
    use crate::domain::finding::FindingCode;
    use crate::domain::rule_reason::TextPlace;

    const ACT: &str = "Art. 1. - Cota este de 10% din venit.\nArt. 2. - Plafonul este de 50.000 lei.";

    fn article(explanation: &str, english: Option<&str>) -> Article {
        let mut record = json!({
            "slug": "a", "title": "Chirii", "technical_summary": "Cota este de 10%.",
            "simple_explanation": explanation, "importance": 3, "publish_date": "2026-01-10", "topic": "munca",
            "steps": [{"id": "plateste", "text": "Plătește 10%."}], "deadlines": [{"kind": "due", "date": "2026-05-25", "what": "Plafonul de 50.000 lei"}],
        });
        if let Some(english) = english {
            record["translations"] = json!({"en": {
                "title": "Rents", "technical_summary": "The rate is 10%.", "simple_explanation": english,
                "implementation_key_points": ["Pay 10%."], "deadlines": [{"what": "The ceiling of 50,000 lei"}],
            }});
        }
        serde_json::from_value(record).expect("an article")
    }

    fn explanation() -> Explanation {
        let statement = |ro: &str, en: &str, rests_on: &str| json!({ "ro": ro, "en": en, "rests_on": [rests_on] });
        let mut step = statement("Plătește 10%.", "Pay 10%.", "art. 1");
        step["roles"] = json!([]);
        step["date"] = json!(null);
        let explanation = json!({
            "title": statement("Chirii", "Rents", "art. 1"), "in_short": statement("x", "x", "art. 1"),
            "technical_summary": [statement("Cota este de 10%.", "The rate is 10%.", "art. 1")],
            "simple_explanation": [statement("Plafonul este 50.000 lei.", "The ceiling is 50,000 lei.", "art. 1")],
            "steps": [step], "effects": [], "importance": 3,
            "importance_reason": statement("Cota este 12%.", "The rate is 12%.", "art. 1"),
        });
        serde_json::from_value(explanation).expect("an explanation")
    }

    fn check(article: &Article, explanation: Option<&Explanation>) -> Vec<Finding> {
        check_draft(&ActText::new(ACT, &facts(article, &[]).join("\n")), article, explanation)
    }

    /// Field and code of each finding.
    fn found(article: &Article, explanation: Option<&Explanation>) -> Vec<(String, FindingCode)> {
        check(article, explanation).into_iter().map(|finding| (finding.field, finding.code)).collect()
    }

    #[test]
    fn a_figure_that_the_act_does_not_have_is_found_in_its_field() {
        assert_eq!(check(&article("Plătești 10% peste 50.000 lei.", None), None), []);
        let altered = check(&article("Plătești 16% peste 50.000 lei.", None), None);
        let [finding] = &altered[..] else { panic!("{altered:?}") };
        let place = (finding.lang, finding.field.as_str(), finding.offset);
        assert_eq!((place, finding.code), ((Language::Ro, SIMPLE, 9), FindingCode::NotInAct));
        assert!(finding.text.contains("16"), "{finding:?}");
    }

    #[test]
    fn steps_and_dated_entries_are_checked_with_and_without_an_explanation() {
        let mut altered = article("Plafonul este 50.000 lei.", Some("The ceiling is 50,000 lei."));
        altered.steps[0].text = "Plătește 11%.".into();
        altered.deadlines[0].what = "Plafonul de 60.000 lei".into();
        for explanation in [None, Some(explanation())] {
            let fields: Vec<_> = found(&altered, explanation.as_ref()).into_iter().map(|(field, _)| field).collect();
            for field in ["steps[0].text", "deadlines[0].what"] {
                assert!(fields.iter().any(|found| found == field), "{field}: {fields:?}");
            }
        }
    }

    #[test]
    fn statements_rest_on_the_provisions_that_they_name_and_other_words_on_the_act() {
        let explained = article("Plafonul este 50.000 lei.", Some("The ceiling is 50,000 lei."));
        let found = check(&explained, Some(&explanation()));
        let [reason, .., last] = &found[..] else { panic!("{found:?}") };
        assert_eq!((last.field.as_str(), last.code), (SIMPLE, FindingCode::Elsewhere));
        assert!(last.provisions[0].starts_with("art. 2"), "{last:?}");
        assert_eq!((reason.field.as_str(), reason.code), (REASON, FindingCode::NotInAct));
        let rewritten = article("Plafonul: 50.000 lei.", Some("The ceiling: 50,000 lei."));
        assert!(check(&rewritten, Some(&explanation())).iter().all(|finding| finding.field == REASON));
    }

    #[test]
    fn words_that_a_person_adds_are_unchecked_and_labels_of_effects_are_not() {
        let effect =
            json!({ "audience": "company", "ro": "Plătești 10%.", "en": "You pay 10%.", "rests_on": ["art. 1"] });
        let effects = serde_json::from_value(json!([effect])).expect("effects");
        let explanation = Explanation { effects, ..explanation() };
        let mut explained = apply(article("x", None), &explanation, "model");
        assert!(explained.simple_explanation.contains("- **Firme:** Plătești"), "{}", explained.simple_explanation);
        explained.simple_explanation.push_str("\nScris de o persoană.");
        let unchecked = check_explained(&ActText::new(ACT, ""), &explained, &explanation).unchecked;
        let texts: Vec<_> = unchecked.iter().map(|sentence| sentence.text.as_str()).collect();
        assert!(texts.contains(&"\nScris de o persoană."), "{texts:?}");
        assert!(!texts.iter().any(|text| text.contains("**")), "{texts:?}");
    }

    #[test]
    fn the_languages_of_a_field_must_agree() {
        let found = found(&article("Plătești 10%.", Some("You pay 50,000 lei.")), None);
        assert!(found.contains(&(SIMPLE.to_owned(), FindingCode::OneLanguage)), "{found:?}");
    }

    #[test]
    fn days_that_the_act_names_are_known_and_days_that_rules_counted_are_not() {
        let reason = |rule| RuleReason {
            field: "deadlines".into(),
            value: "2026-05-25".into(),
            rule,
            detail: None,
            quote: None,
            place: Some(TextPlace { start: 0, end: 4 }),
        };
        let article = article("Plătești până la 25 mai 2026.", None);
        let check = |reasons: &[RuleReason]| {
            check_draft(&ActText::new(ACT, &facts(&article, reasons).join("\n")), &article, None).len()
        };
        let found = [check(&[]), check(&[reason(Rule::CountedDay)]), check(&[reason(Rule::NamedDay)])];
        assert_eq!(found, [1, 1, 0]);
    }

    #[test]
    fn ids_are_distinct_and_do_not_move_with_the_text() {
        let ids = |text: &str| check(&article(text, None), None).into_iter().map(|it| it.id).collect::<Vec<_>>();
        let first = ids("Plătești 16% și 16%.");
        assert_eq!(first, ids("Acum plătești 16% și 16%."));
        assert_ne!(first[0], first[1]);
    }
}
