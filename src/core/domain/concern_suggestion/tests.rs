//! Suggestions from roles.

use serde_json::json;

use super::*;

fn with_roles(roles: &[AudienceRole], step: &[AudienceRole], entry: &[AudienceRole]) -> Article {
    let article = json!({
        "slug": "a", "title": "A", "technical_summary": "A.", "simple_explanation": "A.", "importance": 3,
        "publish_date": "2026-01-01", "topic": "munca", "roles": roles,
        "steps": [{"id": "all", "text": "Fă."}, {"id": "some", "text": "Fă.", "roles": step}],
        "deadlines": [{"date": "2026-12-01", "kind": "due", "what": "A.", "roles": entry}],
    });
    serde_json::from_value(article).expect("an article")
}

#[test]
fn roles_suggest_a_condition_for_the_article_and_for_parts_with_other_roles() {
    use AudienceRole::{Company, Employer, Farmer, Tenant};
    let article = with_roles(&[Company, Employer], &[Employer], &[Company, Employer]);
    let found = ConcernSuggestion::of(&article).expect("a suggestion");
    let concerns = found.concerns.expect("for the article");
    let condition = serde_json::to_value(&concerns.condition).expect("JSON");
    assert_eq!(condition, json!({"any": [{"rule": "is_company"}, {"rule": "employer"}]}));
    assert_eq!(concerns.reason.yes.ro, "fiindcă schimbarea e pentru: firme, angajatori");
    assert_eq!(concerns.reason.no.en, "the change is for: companies, employers");
    assert_eq!(concerns.problems(), Vec::new(), "an editor can accept it as it is");
    let [step] = &found.steps[..] else { panic!("{:?}", found.steps) };
    assert_eq!((step.at, step.condition.rule.as_deref()), (1, Some("employer")));
    assert_eq!(found.deadlines, [], "it has the roles of the article");

    // Roles that no fact decides stay a maybe.
    let condition = Expression::of_roles(&[Farmer, Tenant]).expect("a condition");
    assert!(condition.any.expect("parts")[1].unknown.is_some());
    assert_eq!(ConcernSuggestion::of(&with_roles(&[Tenant], &[], &[])), None);
}

#[test]
fn what_has_a_condition_gets_no_suggestion() {
    use AudienceRole::{Company, Employer};
    let mut article = with_roles(&[Company], &[Employer], &[Employer]);
    let found = ConcernSuggestion::of(&article).expect("a suggestion");
    article.concerns = found.concerns.map(Box::new);
    article.steps[1].condition = Some(Box::new(found.steps[0].condition.clone()));
    article.deadlines[0].condition = Some(Box::new(found.deadlines[0].condition.clone()));
    assert_eq!(ConcernSuggestion::of(&article), None);
}
