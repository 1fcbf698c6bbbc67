//! What the checker holds against a draft, and what editors accept.

use serde::{Deserialize, Serialize};

use crate::domain::desk::Finding;
use crate::domain::explanation::{CheckFinding, Why};
use crate::domain::{Article, Language, date};
use crate::error::{Error, ErrorCode, Result};
use crate::explain::checker::{self, ActText, Claim, Passage};

/// The findings that an editor accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confirmed {
    All,
    /// By their ids.
    Findings(Vec<String>),
}

/// A text of an article under the path of its field, in Romanian and in English.
struct Texts<'a> {
    field: String,
    by_language: [(Language, Option<&'a str>); 2],
}

/// Compares every text of an article with the archived text of its act. Without one, nothing can be said.
///
/// Takes as long as reading the act; call it outside of a write.
pub(super) fn of(article: &Article, source: Option<&str>) -> Vec<Finding> {
    let Some(source) = source else { return vec![] };
    let act = ActText::new(source, &facts(article));
    let texts = texts(article);
    let claims: Vec<_> = texts.iter().map(claim).collect();
    let mut findings: Vec<Finding> = Vec::new();
    for found in checker::check(&act, &claims).findings {
        let finding = finding(found, &findings);
        findings.push(finding);
    }
    findings
}

/// What is known about the act without its text: its name, its place in the gazette, its days.
fn facts(article: &Article) -> String {
    let act = article.act.as_ref().map(|act| act.citation(Language::Ro));
    let gazette = article.gazette.as_ref().map(|gazette| gazette.citation(Language::Ro));
    let days = [Some(article.publish_date), article.in_force_date, article.applies_from];
    let days = days.into_iter().flatten().map(|day| date::long(day, Language::Ro));
    act.into_iter().chain(gazette).chain(days).collect::<Vec<_>>().join("\n")
}

fn texts(article: &Article) -> Vec<Texts<'_>> {
    let english = article.translations.get(&Language::En);
    let mut texts = vec![
        pair("title".into(), Some(&article.title), english.map(|texts| texts.title.as_str())),
        pair("in_short".into(), article.in_short.as_deref(), english.and_then(|texts| texts.in_short.as_deref())),
        pair(
            "technical_summary".into(),
            Some(&article.technical_summary),
            english.map(|texts| texts.technical_summary.as_str()),
        ),
        pair(
            "simple_explanation".into(),
            Some(&article.simple_explanation),
            english.map(|texts| texts.simple_explanation.as_str()),
        ),
    ];
    for (step, index) in article.steps.iter().zip(0..) {
        let translated = english.and_then(|texts| texts.implementation_key_points.get(index));
        texts.push(pair(format!("steps[{index}].text"), Some(&step.text), translated.map(String::as_str)));
    }
    for (entry, index) in article.deadlines.iter().zip(0..) {
        let translated = english.and_then(|texts| texts.deadlines.get(index));
        let translated = translated.map(|entry| entry.what.as_str());
        texts.push(pair(format!("deadlines[{index}].what"), Some(&entry.what), translated));
    }
    texts
}

fn pair<'a>(field: String, ro: Option<&'a str>, en: Option<&'a str>) -> Texts<'a> {
    Texts { field, by_language: [(Language::Ro, ro), (Language::En, en)] }
}

/// An editor's words rest on the whole act.
fn claim<'a>(texts: &'a Texts<'a>) -> Claim<'a> {
    let passage = |(language, text): &(Language, Option<&'a str>)| {
        let text = (*text)?;
        Some(Passage { field: &texts.field, language: *language, text, range: 0..text.len() })
    };
    Claim { rests_on: None, passages: texts.by_language.iter().filter_map(passage).collect(), dates: vec![] }
}

/// A finding whose id differs from those `before` it and does not change when the text around it does.
fn finding(found: CheckFinding, before: &[Finding]) -> Finding {
    let CheckFinding { field, language, start, text, why, .. } = found;
    let is_same = |other: &&Finding| (&other.field, other.lang, &other.text) == (&field, language, &text);
    let number = before.iter().filter(is_same).count();
    let id = format!("{language} {field} {number} {text}", language = language.code());
    Finding { id, lang: language, field, text, offset: start, code: code(&why).to_owned() }
}

fn code(why: &Why) -> &'static str {
    match why {
        Why::NotInAct => "not_in_act",
        Why::Elsewhere { .. } => "elsewhere",
        Why::UnknownProvision { .. } => "unknown_provision",
        Why::NoProvision => "no_provision",
        Why::OneLanguage => "one_language",
    }
}

/// Checks that an editor accepted each finding.
///
/// # Errors
/// `findings_open`, with their number.
pub(super) fn check(findings: &[Finding], confirmed: &Confirmed) -> Result<()> {
    let open = match confirmed {
        Confirmed::All => 0,
        Confirmed::Findings(ids) => findings.iter().filter(|finding| !ids.contains(&finding.id)).count(),
    };
    if open == 0 {
        return Ok(());
    }
    let message = format!("{open} of the checker's findings are open; correct the text or confirm each of them");
    Err(Error::conflict(ErrorCode::FindingsOpen, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "Art. 1. - Cota este de 10% din venit.\nArt. 2. - Plafonul este de 50.000 lei.";

    fn article(explanation: &str, english: Option<&str>) -> Article {
        let mut record = serde_json::json!({
            "slug": "a", "title": "Chirii", "technical_summary": "Cota este de 10%.",
            "simple_explanation": explanation, "importance": 3, "publish_date": "2026-01-10", "topic": "munca",
        });
        if let Some(english) = english {
            record["translations"] = serde_json::json!({"en": {
                "title": "Rents", "technical_summary": "The rate is 10%.", "simple_explanation": english,
            }});
        }
        serde_json::from_value(record).expect("an article")
    }

    fn found(article: &Article) -> Vec<(Language, String, String, String)> {
        let found = of(article, Some(SOURCE)).into_iter();
        found.map(|finding| (finding.lang, finding.field, finding.text, finding.code)).collect()
    }

    #[test]
    fn a_figure_that_the_act_does_not_have_is_found_in_its_field() {
        assert_eq!(found(&article("Plătești 10% peste 50.000 lei.", None)), []);
        let altered = article("Plătești 16% peste 50.000 lei.", None);
        let [(lang, field, text, code)] = &found(&altered)[..] else { panic!("{:?}", found(&altered)) };
        assert_eq!((*lang, field.as_str(), code.as_str()), (Language::Ro, "simple_explanation", "not_in_act"));
        assert!(text.contains("16"), "{text}");
        assert_eq!(of(&altered, None), [], "without a source nothing can be said");
    }

    #[test]
    fn the_languages_must_agree() {
        let codes: Vec<_> = found(&article("Plătești 10%.", Some("You pay 16%."))).into_iter().map(|it| it.3).collect();
        assert!(codes.contains(&"not_in_act".to_owned()), "{codes:?}");
    }

    #[test]
    fn ids_are_distinct_and_do_not_move_with_the_text() {
        let first = of(&article("Plătești 16% și 16%.", None), Some(SOURCE));
        let moved = of(&article("Acum plătești 16% și 16%.", None), Some(SOURCE));
        let ids = |findings: &[Finding]| findings.iter().map(|finding| finding.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(&first), ids(&moved));
        assert_ne!(first[0].id, first[1].id);
    }

    #[test]
    fn each_finding_needs_its_own_confirmation() {
        let findings = of(&article("Plătești 16% și 17%.", None), Some(SOURCE));
        let confirm = |count: usize| {
            let ids = findings.iter().take(count).map(|finding| finding.id.clone()).collect();
            check(&findings, &Confirmed::Findings(ids)).map_err(|error| error.code)
        };
        assert_eq!(confirm(findings.len()), Ok(()));
        assert_eq!(confirm(1), Err(ErrorCode::FindingsOpen));
        assert_eq!(confirm(0), Err(ErrorCode::FindingsOpen));
        assert!(check(&findings, &Confirmed::All).is_ok());
    }
}
