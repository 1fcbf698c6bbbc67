//! Reads the answer of a model: JSON of the schema, within the limits of an article.

use super::client::{ModelFailure, unusable};
use crate::domain::article::limits;
use crate::domain::explanation::{AUDIENCES, ExplainedStep, Explanation};
use crate::domain::text;

/// Most statements of a list.
const MAX_STATEMENTS: usize = 40;
/// Most provisions that a statement names, and the length of one.
const MAX_REFERENCES: usize = 12;
const MAX_REFERENCE: usize = 120;

/// Most objects of an answer that are tried.
const MAX_OBJECTS: usize = 400;
/// Around what a model thinks aloud before it answers.
const THINKING: [&str; 2] = ["<think>", "</think>"];

/// Parses an answer. The object may stand in prose or in a fence, after what the model thinks aloud; the last one
/// counts.
///
/// # Errors
/// `model_answer` for anything without a JSON object of the schema whose texts an article can hold.
pub fn parse(answer: &str) -> Result<Explanation, ModelFailure> {
    let said = without_thinking(answer);
    let explanation = find(said).map_err(|error| {
        let why = if error.is_syntax() || error.is_eof() { "is not JSON" } else { "is JSON of another shape" };
        let failure = unusable(why);
        ModelFailure { error: failure.error.caused_by(error), ..failure }
    })?;
    check(&explanation).map_err(|why| unusable(&why))?;
    Ok(explanation)
}

/// What follows the last thought. A thought that does not end is part of the answer.
fn without_thinking(answer: &str) -> &str {
    let [open, close] = THINKING;
    let starts = answer.trim_start().starts_with(open);
    answer.rsplit_once(close).filter(|_| starts).map_or(answer, |(_, said)| said).trim()
}

/// The last explanation among the objects of a text, or why the whole text, or its first object, is none.
fn find(text: &str) -> serde_json::Result<Explanation> {
    let whole = match serde_json::from_str(text) {
        Ok(explanation) => return Ok(explanation),
        Err(error) => error,
    };
    let (mut found, mut first, mut end) = (None, None, 0);
    for (at, _) in text.match_indices('{').take(MAX_OBJECTS) {
        if at < end {
            continue;
        }
        let mut objects = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Explanation>();
        match objects.next() {
            Some(Ok(explanation)) => (found, end) = (Some(explanation), at + objects.byte_offset()),
            Some(Err(error)) => first = first.or(Some(error)),
            None => {}
        }
    }
    found.ok_or_else(|| first.filter(|_| whole.is_syntax()).unwrap_or(whole))
}

fn check(explanation: &Explanation) -> Result<(), String> {
    let lists = [
        ("technical_summary", &explanation.technical_summary, 1),
        ("simple_explanation", &explanation.simple_explanation, 1),
    ];
    for (field, list, least) in lists {
        check_count(field, list.len(), least, MAX_STATEMENTS)?;
        list.iter().try_for_each(|it| check_texts(field, [&it.ro, &it.en], &it.rests_on, limits::STEP))?;
    }
    let singles = [
        ("title", &explanation.title, limits::TITLE),
        ("in_short", &explanation.in_short, limits::IN_SHORT),
        ("importance_reason", &explanation.importance_reason, limits::STEP),
    ];
    singles.into_iter().try_for_each(|(field, it, max)| check_texts(field, [&it.ro, &it.en], &it.rests_on, max))?;
    check_count("steps", explanation.steps.len(), 0, limits::STEPS)?;
    explanation.steps.iter().try_for_each(check_step)?;
    check_count("effects", explanation.effects.len(), 0, AUDIENCES.len())?;
    for effect in &explanation.effects {
        if !AUDIENCES.contains(&effect.audience) {
            return Err(format!("has an effect on {}, which is not asked for", effect.audience.id()));
        }
        check_texts("effects", [&effect.ro, &effect.en], &effect.rests_on, limits::STEP)?;
    }
    if !(1..=5).contains(&explanation.importance) {
        return Err(format!("has the importance {}, which is not between 1 and 5", explanation.importance));
    }
    Ok(())
}

/// Checks a step and what belongs to it, which stand in one text of the article.
fn check_step(step: &ExplainedStep) -> Result<(), String> {
    check_texts("steps", [&step.ro, &step.en], &step.rests_on, limits::STEP)?;
    let mut more = [&step.consequence, &step.lead_time].into_iter().filter(|it| !it.is_blank());
    more.try_for_each(|it| check_texts("steps", [&it.ro, &it.en], &it.rests_on, limits::STEP))?;
    let [ro, en] = step.texts();
    check_texts("steps", [&ro, &en], &step.rests_on, limits::STEP)
}

fn check_count(field: &str, count: usize, least: usize, most: usize) -> Result<(), String> {
    match count {
        count if count < least => Err(format!("has no {field}")),
        count if count > most => Err(format!("has {count} entries in {field}; the limit is {most}")),
        _ => Ok(()),
    }
}

fn check_texts(field: &str, texts: [&String; 2], rests_on: &[String], max: usize) -> Result<(), String> {
    for written in texts {
        if written.trim().is_empty() {
            return Err(format!("has an empty text in {field}"));
        }
        if written.chars().count() > max {
            return Err(format!("has a text of more than {max} characters in {field}"));
        }
        text::check(written).map_err(|error| format!("has a text in {field} that {error}"))?;
    }
    let is_long = |reference: &String| reference.chars().count() > MAX_REFERENCE;
    if rests_on.len() > MAX_REFERENCES || rests_on.iter().any(is_long) {
        return Err(format!("names too many or too long provisions in {field}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn answer() -> Value {
        let statement = json!({ "ro": "Textul.", "en": "The text.", "rests_on": ["art. 1"] });
        json!({
            "title": statement, "in_short": statement, "technical_summary": [statement],
            "simple_explanation": [statement], "importance": 3, "importance_reason": statement,
            "steps": [{ "ro": "Fă.", "en": "Do.", "rests_on": ["art. 1"], "roles": ["employer"], "date": null }],
            "effects": [{ "audience": "farmer", "ro": "Da.", "en": "Yes.", "rests_on": ["art. 1"] }],
        })
    }

    #[track_caller]
    fn refused(answer: &str, why: &str) {
        let failure = parse(answer).expect_err(answer);
        assert!(failure.error.message().contains(why), "{}", failure.error);
        assert!(failure.is_charged);
    }

    #[test]
    fn an_answer_of_the_schema_is_read() {
        let text = answer().to_string();
        assert_eq!(parse(&text).expect("an explanation").importance, 3);
        for wrapped in [
            format!("```json\n{text}\n```"),
            format!("```\n{text}\n```"),
            format!("Iată explicația:\n\n```json\n{text}\n```\nSper că ajută {{mult}}!"),
            format!("Here it is: {text} Done."),
            format!("<think>The law {{}} says \"10%\". {{\"title\": 1}}</think>\n{text}"),
            format!("{{\"draft\": true}}\n{text}"),
        ] {
            assert!(parse(&wrapped).is_ok(), "{wrapped}");
        }
    }

    #[test]
    fn every_other_answer_is_refused() {
        refused("Legea schimbă multe lucruri.", "is not JSON");
        refused("", "is not JSON");
        refused(&answer().to_string()[..200], "is not JSON");
        refused("{}", "another shape");
        refused("[]", "another shape");
        refused("Iată: {}", "another shape");
        refused("<think>Mă gândesc.</think>", "is not JSON");
        let with = |field: &str, value: Value| {
            let mut answer = answer();
            answer[field] = value;
            answer.to_string()
        };
        refused(&with("status", json!("published")), "another shape");
        refused(&with("importance", json!(9)), "between 1 and 5");
        refused(&with("technical_summary", json!([])), "has no technical_summary");
        let html = json!({ "ro": "<script>alert(1)</script>", "en": "x", "rests_on": [] });
        refused(&with("title", html), "a text in title that contains HTML");
        let long = json!({ "ro": "x".repeat(201), "en": "x", "rests_on": [] });
        refused(&with("in_short", long), "more than 200 characters");
        let step = json!([{ "ro": "Fă.", "en": "Do.", "rests_on": [], "roles": [], "date": null,
            "consequence": { "ro": "Plătești.", "en": " ", "rests_on": [] } }]);
        refused(&with("steps", step), "an empty text in steps");
        let effect = json!([{ "audience": "pensioner", "ro": "a", "en": "b", "rests_on": [] }]);
        refused(&with("effects", effect), "not asked for");
    }
}
