//! The objects inside an article: act, gazette, deadlines, provenance, translations.

use std::collections::BTreeMap;

use serde_json::Value;

use super::fields::Fields;
use super::values::{self, Text};
use crate::domain::act::Act;
use crate::domain::article::limits;
use crate::domain::deadline::{Deadline, DeadlineText};
use crate::domain::gazette::Gazette;
use crate::domain::{Language, Provenance, Translation};

pub(super) fn act(fields: &mut Fields<'_>) -> Option<Act> {
    fields.object("act", "write an object with type, number and year", |fields| {
        let kind = fields.required("type", "write the kind, such as LEGE, OUG or HG", |fields| {
            fields.text("type", Text::SHORT).map(|kind| kind.to_uppercase())
        });
        let number = fields.text("number", Text::NUMBER);
        let year = fields.required("year", "write the year of the act, such as 2025", |fields| {
            fields.checked("year", |text| {
                let number = text.parse().map_err(|_| (format!("is {text:?}"), "write a year, such as 2025".into()))?;
                values::year(number)
            })
        });
        let issuer = fields.text("issuer", Text::SHORT);
        fields.finish("an act", &["type", "number", "year", "issuer"]);
        Some(Act { kind: kind?, number, year: year?, issuer })
    })
}

pub(super) fn gazette(fields: &mut Fields<'_>) -> Option<Gazette> {
    fields.object("gazette", "write an object with part, number and date", |fields| {
        let part = fields.required("part", "write the part, such as I", |fields| fields.text("part", Text::NUMBER));
        let number =
            fields.required("number", "write the number, such as 1160", |fields| fields.text("number", Text::NUMBER));
        let bis = flag(fields, "bis");
        let date = fields.required("date", "write the day as YYYY-MM-DD", |fields| fields.date("date"));
        fields.finish("a gazette reference", &["part", "number", "bis", "date"]);
        Some(Gazette { part: part?, number: number?, bis, date: date? })
    })
}

/// Reads a boolean, also as spreadsheets write it; false if the field is missing.
fn flag(fields: &mut Fields<'_>, name: &str) -> bool {
    let value = fields.take(name);
    let text = match &value {
        None => return false,
        Some(Value::Bool(flag)) => return *flag,
        Some(Value::String(text)) => text.trim().to_lowercase(),
        Some(other) => other.to_string(),
    };
    match text.as_str() {
        "true" | "adevărat" | "yes" | "da" | "1" | "bis" => true,
        "false" | "fals" | "no" | "nu" | "0" => false,
        _ => {
            let wrong = format!("is {}", values::shown(&value.unwrap_or_default()));
            fields.problem(name, wrong, "write true or false");
            false
        }
    }
}

pub(super) fn deadlines(fields: &mut Fields<'_>) -> Vec<Deadline> {
    let shape = "write objects with date or rule, what, and who";
    fields.objects("deadlines", limits::SHORT_LIST, shape, |fields| {
        if !fields.has("date") && !fields.has("rule") {
            fields.object_problem("has neither date nor rule", "write a date or a rule");
        }
        let deadline = Deadline {
            date: fields.date("date"),
            rule: fields.text("rule", Text::SHORT),
            what: what(fields).unwrap_or_default(),
            who: fields.text("who", Text::SHORT),
        };
        fields.finish("a deadline", &["date", "rule", "what", "who"]);
        Some(deadline)
    })
}

fn what(fields: &mut Fields<'_>) -> Option<String> {
    fields.required("what", "write what must be done", |fields| fields.text("what", Text::SHORT))
}

pub(super) fn provenance(fields: &mut Fields<'_>) -> Option<Provenance> {
    fields.object("provenance", "write an object such as {\"written_by\": \"…\"}", |fields| {
        let provenance = Provenance {
            written_by: fields.text("written_by", Text::SHORT),
            reviewed_by: fields.text("reviewed_by", Text::SHORT),
            model: fields.text("model", Text::SHORT),
            source_sha256: fields.checked("source_sha256", |text| {
                let hash = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
                let fault = || (format!("is {text:?}"), "write the 64 hexadecimal digits of a SHA-256".into());
                hash.then(|| text.to_lowercase()).ok_or_else(fault)
            }),
            fetched_at: fields.checked("fetched_at", |text| {
                let allowed = "write the instant as 2025-12-15T08:30:00Z";
                text.parse().map_err(|_| (format!("is {text:?}"), allowed.into()))
            }),
        };
        fields.finish("provenance", &["written_by", "reviewed_by", "model", "source_sha256", "fetched_at"]);
        Some(provenance)
    })
}

/// `steps` and `deadlines` are the counts of the Romanian article.
pub(super) fn translations(
    fields: &mut Fields<'_>,
    steps: usize,
    deadlines: usize,
) -> BTreeMap<Language, Box<Translation>> {
    let translation = fields.object("translations", "write an object with the key en", |fields| {
        let english = fields.object("en", "write an object with the English texts", |fields| {
            let translation = translation(fields);
            if let Some(translation) = &translation {
                check_counts(fields, translation, steps, deadlines);
            }
            translation
        });
        if fields.take("ro").is_some() {
            fields.problem("ro", "is not a translation", "write the Romanian texts in the article itself");
        }
        for language in fields.rest() {
            fields.problem(&language, "is not a language of translations", "the only one is en");
        }
        english
    });
    translation.map(|translation| (Language::En, Box::new(translation))).into_iter().collect()
}

fn translation(fields: &mut Fields<'_>) -> Option<Translation> {
    let missing = "a translation has title, technical_summary and simple_explanation";
    let title = fields.required("title", missing, |fields| fields.text("title", Text::TITLE));
    let summary = fields.required("technical_summary", missing, |fields| fields.text("technical_summary", Text::LONG));
    let explanation =
        fields.required("simple_explanation", missing, |fields| fields.text("simple_explanation", Text::LONG));
    let steps = fields.list("implementation_key_points", limits::STEPS, Text::STEP);
    let deadlines = fields.objects("deadlines", limits::SHORT_LIST, "write objects with what and who", |fields| {
        let what = what(fields);
        let text = DeadlineText {
            what: what.unwrap_or_default(),
            who: fields.text("who", Text::SHORT),
            rule: fields.text("rule", Text::SHORT),
        };
        fields.finish("a translated deadline", &["what", "who", "rule"]);
        Some(text)
    });
    let audience = values::without_duplicates(fields.list("audience", limits::SHORT_LIST, Text::SHORT));
    fields.finish(
        "a translation",
        &["title", "technical_summary", "simple_explanation", "implementation_key_points", "deadlines", "audience"],
    );
    Some(Translation {
        title: title?,
        technical_summary: summary?,
        simple_explanation: explanation?,
        implementation_key_points: steps,
        deadlines,
        audience,
    })
}

/// Checks that all languages have the same number of steps and deadlines.
fn check_counts(fields: &mut Fields<'_>, translation: &Translation, steps: usize, deadlines: usize) {
    let translated = translation.implementation_key_points.len();
    if translated != steps {
        let allowed = format!("the article has {steps}; write as many");
        fields.problem("implementation_key_points", format!("has {translated} steps"), allowed);
    }
    let translated = translation.deadlines.len();
    if translated != 0 && translated != deadlines {
        let allowed = format!("the article has {deadlines}; write as many, or none");
        fields.problem("deadlines", format!("has {translated} items"), allowed);
    }
}
