//! Checks a raw record against the rules of an article.
//!
//! All problems of a record are reported at once, each with the path of its field. [`fields`] takes
//! values out of objects, [`values`] checks texts, days and addresses; this file and [`parts`] hold
//! the structure of an article.

mod conditions;
mod entries;
mod fields;
mod parts;
mod values;

use serde_json::{Map, Value};

use self::fields::{Fields, RecordFindings};
use self::values::{TextRules, fault};
use super::{RecordProblem, Warning};
use crate::domain::article::limits;
use crate::domain::content_fault::ContentFault;
use crate::domain::{Article, Importance, Slug, Status};

/// The values that a draft may refer to.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Ids of the existing topics.
    pub topics: Vec<String>,
    /// Hosts that `file_url` may name.
    pub allowed_hosts: Vec<String>,
}

/// A valid article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidArticle {
    pub article: Article,
    /// `None` if the record has no status.
    pub status: Option<Status>,
}

const KNOWN: [&str; 26] = [
    "slug",
    "title",
    "in_short",
    "technical_summary",
    "simple_explanation",
    "implementation_key_points",
    "steps",
    "importance",
    "publish_date",
    "file_url",
    "domains",
    "topic",
    "act",
    "gazette",
    "in_force_date",
    "applies_from",
    "deadlines",
    "roles",
    "audience",
    "concerns",
    "source_url",
    "sources",
    "provenance",
    "translations",
    "status",
    "lang",
];

/// Fields that the API adds to the content; ignored, so that its responses can be imported.
const IGNORED: [&str; 9] =
    ["likes", "bookmarks", "revision", "updated_at", "created_at", "languages", "time", "next_entry", "domain_keys"];

/// Reads an article from raw fields.
///
/// Trims texts, normalises line ends to LF and replaces cedilla letters with comma-below ones. Adds to `warnings` also
/// when it fails: a missing field may be present under a misspelt name.
///
/// # Errors
/// All problems of the record.
pub fn read(
    fields: Map<String, Value>,
    rules: &Rules,
    warnings: &mut Vec<Warning>,
) -> Result<ValidArticle, Vec<RecordProblem>> {
    let mut findings = RecordFindings::default();
    let draft = read_article(Fields::new(fields, "", &mut findings), rules);
    if findings.cedilla {
        let message = "cedilla letters (ş, ţ) were replaced by the Romanian ones (ș, ț)".to_owned();
        findings.warnings.push(Warning { field: None, message });
    }
    warnings.append(&mut findings.warnings);
    match draft {
        Some(draft) if findings.problems.is_empty() => Ok(draft),
        _ => Err(findings.problems),
    }
}

/// `None` if a required field is missing or invalid, which is then among the findings.
fn read_article(mut fields: Fields<'_>, rules: &Rules) -> Option<ValidArticle> {
    for name in IGNORED {
        fields.take(name);
    }
    check_language(&mut fields);
    let title = fields.required("title", "write a title", |fields| fields.text("title", TextRules::TITLE));
    let slug = read_slug(&mut fields, title.as_deref());
    let in_short = fields.text("in_short", TextRules::IN_SHORT);
    let technical_summary = long_text(&mut fields, "technical_summary");
    let simple_explanation = long_text(&mut fields, "simple_explanation");
    let steps = entries::steps(&mut fields);
    entries::check_ids(&mut fields, &steps);
    let importance = fields.required("importance", "write a whole number from 1 to 5", read_importance);
    let publish_date =
        fields.required("publish_date", "write the day as YYYY-MM-DD", |fields| fields.date("publish_date"));
    let topic = read_topic(&mut fields, rules);
    let file_url = fields.checked("file_url", |text| values::file_url(text, &rules.allowed_hosts));
    let domains = values::without_duplicates(fields.list("domains", limits::SHORT_LIST, TextRules::SHORT));
    let act = parts::act(&mut fields);
    let gazette = parts::gazette(&mut fields);
    let in_force_date = fields.date("in_force_date");
    let applies_from = fields.date("applies_from");
    let deadlines = entries::deadlines(&mut fields);
    let roles = entries::roles(&mut fields);
    let audience = values::without_duplicates(fields.list("audience", limits::SHORT_LIST, TextRules::SHORT));
    let concerns = conditions::concerns(&mut fields);
    let sources = entries::sources(&mut fields);
    let provenance = parts::provenance(&mut fields);
    let translations = parts::translations(&mut fields, steps.len(), deadlines.len());
    let status = read_status(&mut fields);
    fields.finish("an article", &KNOWN);
    // A missing field returns only here, after all others have been checked.
    let article = Article {
        slug: slug?,
        title: title?,
        in_short,
        technical_summary: technical_summary?,
        simple_explanation: simple_explanation?,
        steps,
        importance: importance?,
        publish_date: publish_date?,
        file_url,
        domains,
        topic: topic?,
        act,
        gazette,
        in_force_date,
        applies_from,
        deadlines,
        roles,
        audience,
        concerns,
        sources,
        provenance,
        translations,
    };
    Some(ValidArticle { article, status })
}

fn read_status(fields: &mut Fields<'_>) -> Option<Status> {
    fields.checked("status", |text| {
        let unknown =
            |_| fault(ContentFault::UnknownValue, format!("is {text:?}"), "use draft, published or withdrawn");
        text.parse().map_err(unknown)
    })
}

/// Refuses other languages than Romanian: the API returns articles in one language, and importing the English form
/// would overwrite the Romanian texts.
fn check_language(fields: &mut Fields<'_>) {
    let _: Option<String> = fields.checked("lang", |text| match text {
        "ro" => Ok(String::new()),
        other => {
            let allowed = "write the article's texts in Romanian and other languages in translations";
            Err(fault(ContentFault::UnknownValue, format!("is {other:?}"), allowed))
        }
    });
}

fn long_text(fields: &mut Fields<'_>, name: &'static str) -> Option<String> {
    fields.required(name, "write a text", |fields| fields.text(name, TextRules::LONG))
}

fn read_slug(fields: &mut Fields<'_>, title: Option<&str>) -> Option<Slug> {
    let no_slug = ContentFault::NotAnId { max: Slug::MAX_LEN };
    if !fields.has("slug") {
        let slug = Slug::from_title(title?);
        if slug.is_none() {
            let allowed = "write one: a-z, 0-9 and hyphens";
            fields.problem("slug", fault(no_slug, "cannot be made from the title", allowed));
        }
        return slug;
    }
    fields.checked("slug", |text| {
        Slug::parse(text).ok_or_else(|| {
            let such_as = Slug::from_title(text).map_or_else(String::new, |slug| format!(", such as {slug}"));
            let allowed = format!("use a-z, 0-9 and hyphens inside, 1 to {} characters{such_as}", Slug::MAX_LEN);
            fault(no_slug, format!("is {}", values::shown(&Value::String(text.to_owned()))), allowed)
        })
    })
}

fn read_importance(fields: &mut Fields<'_>) -> Option<Importance> {
    let value = fields.take("importance")?;
    let level = match &value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    let importance = level.and_then(|level| Importance::new(u8::try_from(level).ok()?));
    if importance.is_none() {
        let wrong = format!("is {}", values::shown(&value));
        let allowed = "write a whole number from 1 (trivial) to 5 (urgent)";
        fields.problem("importance", fault(ContentFault::OutOfRange { min: 1, max: 5 }, wrong, allowed));
    }
    importance
}

fn read_topic(fields: &mut Fields<'_>, rules: &Rules) -> Option<String> {
    let allowed = || format!("topics are {}", rules.topics.join(", "));
    if !fields.has("topic") {
        fields.problem("topic", fault(ContentFault::Required, "is missing", allowed()));
        return None;
    }
    fields.checked("topic", |text| {
        let known = rules.topics.iter().any(|topic| topic == text);
        let unknown = || fault(ContentFault::UnknownValue, format!("{text:?} is not a topic"), allowed());
        known.then(|| text.to_owned()).ok_or_else(unknown)
    })
}
