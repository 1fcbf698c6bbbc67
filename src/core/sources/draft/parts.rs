//! The objects inside an article: act, gazette, provenance, translations.

use std::collections::BTreeMap;

use serde_json::Value;

use super::entries;
use super::fields::Fields;
use super::values::{self, TextRules, fault};
use crate::domain::act::Act;
use crate::domain::article::limits;
use crate::domain::content_fault::ContentFault;
use crate::domain::gazette::Gazette;
use crate::domain::{Language, Provenance, Translation};

pub(super) fn act(fields: &mut Fields<'_>) -> Option<Act> {
    fields.object("act", "write an object with type, number and year", |fields| {
        let kind = fields.required("type", "write the kind, such as LEGE, OUG or HG", |fields| {
            fields.text("type", TextRules::SHORT).map(|kind| kind.to_uppercase())
        });
        let number = fields.text("number", TextRules::NUMBER);
        let year = fields.required("year", "write the year of the act, such as 2025", |fields| {
            fields.checked("year", |text| {
                let no_year =
                    |_| fault(ContentFault::UnknownValue, format!("is {text:?}"), "write a year, such as 2025");
                values::year(text.parse().map_err(no_year)?)
            })
        });
        let issuer = fields.text("issuer", TextRules::SHORT);
        fields.finish("an act", &["type", "number", "year", "issuer"]);
        Some(Act { kind: kind?, number, year: year?, issuer })
    })
}

pub(super) fn gazette(fields: &mut Fields<'_>) -> Option<Gazette> {
    fields.object("gazette", "write an object with part, number and date", |fields| {
        let part =
            fields.required("part", "write the part, such as I", |fields| fields.text("part", TextRules::NUMBER));
        let number = fields
            .required("number", "write the number, such as 1160", |fields| fields.text("number", TextRules::NUMBER));
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
            fields.wrong_type(name, &value.unwrap_or_default(), "write true or false");
            false
        }
    }
}

pub(super) fn provenance(fields: &mut Fields<'_>) -> Option<Provenance> {
    fields.object("provenance", "write an object such as {\"written_by\": \"…\"}", |fields| {
        let provenance = Provenance {
            written_by: fields.text("written_by", TextRules::SHORT),
            reviewed_by: fields.text("reviewed_by", TextRules::SHORT),
            reviewed_at: fields.date("reviewed_at"),
            dated_by: fields.text("dated_by", TextRules::SHORT),
            model: fields.text("model", TextRules::SHORT),
            source_sha256: fields.checked("source_sha256", |text| {
                let hash = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
                let allowed = "write the 64 hexadecimal digits of a SHA-256";
                let no_hash = || fault(ContentFault::UnknownValue, format!("is {text:?}"), allowed);
                hash.then(|| text.to_lowercase()).ok_or_else(no_hash)
            }),
            fetched_at: fields.checked("fetched_at", |text| {
                let allowed = "write the instant as 2025-12-15T08:30:00Z";
                text.parse().map_err(|_| fault(ContentFault::NotADate, format!("is {text:?}"), allowed))
            }),
        };
        fields.finish(
            "provenance",
            &["written_by", "reviewed_by", "reviewed_at", "dated_by", "model", "source_sha256", "fetched_at"],
        );
        Some(provenance)
    })
}

/// `steps` and `entries` are the counts of the Romanian article.
pub(super) fn translations(
    fields: &mut Fields<'_>,
    steps: usize,
    entries: usize,
) -> BTreeMap<Language, Box<Translation>> {
    let translation = fields.object("translations", "write an object with the key en", |fields| {
        let english = fields.object("en", "write an object with the English texts", |fields| {
            let translation = translation(fields);
            if let Some(translation) = &translation {
                check_counts(fields, translation, steps, entries);
            }
            translation
        });
        if fields.take("ro").is_some() {
            let allowed = "write the Romanian texts in the article itself";
            fields.problem("ro", fault(ContentFault::UnknownValue, "is not a translation", allowed));
        }
        for language in fields.rest() {
            let wrong = "is not a language of translations";
            fields.problem(&language, fault(ContentFault::UnknownValue, wrong, "the only one is en"));
        }
        english
    });
    translation.map(|translation| (Language::En, Box::new(translation))).into_iter().collect()
}

fn translation(fields: &mut Fields<'_>) -> Option<Translation> {
    let missing = "a translation has title, technical_summary and simple_explanation";
    let title = fields.required("title", missing, |fields| fields.text("title", TextRules::TITLE));
    let in_short = fields.text("in_short", TextRules::IN_SHORT);
    let summary =
        fields.required("technical_summary", missing, |fields| fields.text("technical_summary", TextRules::LONG));
    let explanation =
        fields.required("simple_explanation", missing, |fields| fields.text("simple_explanation", TextRules::LONG));
    let steps = fields.list("implementation_key_points", limits::STEPS, TextRules::STEP);
    let deadlines = entries::translated_deadlines(fields);
    let audience = values::without_duplicates(fields.list("audience", limits::SHORT_LIST, TextRules::SHORT));
    fields.finish(
        "a translation",
        &[
            "title",
            "in_short",
            "technical_summary",
            "simple_explanation",
            "implementation_key_points",
            "deadlines",
            "audience",
        ],
    );
    Some(Translation {
        title: title?,
        in_short,
        technical_summary: summary?,
        simple_explanation: explanation?,
        implementation_key_points: steps,
        deadlines,
        audience,
    })
}

/// Checks that all languages have the same number of steps and dated entries.
fn check_counts(fields: &mut Fields<'_>, translation: &Translation, steps: usize, entries: usize) {
    let translated = translation.implementation_key_points.len();
    if translated != steps {
        let (wrong, allowed) = (format!("has {translated} steps"), format!("the article has {steps}; write as many"));
        let other = fault(ContentFault::OtherCount { wanted: steps }, wrong, allowed);
        fields.problem("implementation_key_points", other);
    }
    let translated = translation.deadlines.len();
    if translated != 0 && translated != entries {
        let wrong = format!("has {translated} items");
        let allowed = format!("the article has {entries}; write as many, or none");
        fields.problem("deadlines", fault(ContentFault::OtherCount { wanted: entries }, wrong, allowed));
    }
}
