//! An article as stored, of which only what lists and filters need is decoded.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use jiff::civil::Date;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny};
use serde_json::value::RawValue;

use super::article::{Article, Translation};
use super::audience_role::AudienceRole;
use super::concern::{Concern, Expression};
use super::dated_entry::DatedEntry;
use super::importance::Importance;
use super::slug::Slug;
use super::step::Step;
use paragraf_law::act::Act;
use paragraf_law::gazette::Gazette;
use paragraf_law::language::Language;

/// The JSON of an article with its outline: the article without texts, sources and provenance, and without steps for
/// everybody. Decoding it takes half of the time of decoding the article, for all articles when a server starts.
#[derive(Debug)]
pub struct OutlinedArticle {
    pub outline: Article,
    /// Bytes that have the JSON.
    bytes: Vec<u8>,
    json: Range<usize>,
}

impl OutlinedArticle {
    /// Outlines the article whose JSON stands at `json` in `bytes`.
    ///
    /// # Errors
    /// Gives the bytes back unless exactly an article stands there.
    pub fn at(bytes: Vec<u8>, json: Range<usize>) -> Result<Self, Vec<u8>> {
        let outline = bytes.get(json.clone()).and_then(|json| serde_json::from_slice::<Outline<'_>>(json).ok());
        match outline.map(Outline::into_article) {
            Some(outline) => Ok(Self { outline, bytes, json }),
            None => Err(bytes),
        }
    }

    pub fn json(&self) -> &[u8] {
        self.bytes.get(self.json.clone()).unwrap_or_default()
    }
}

impl<'de> Deserialize<'de> for OutlinedArticle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        let outline: Outline<'_> = serde_json::from_str(json.get()).map_err(D::Error::custom)?;
        let outline = outline.into_article();
        let bytes = String::from(Box::<str>::from(json)).into_bytes();
        Ok(Self { outline, json: 0..bytes.len(), bytes })
    }
}

/// The fields of [`Article`] and its parts that an outline has.
#[derive(serde::Deserialize)]
struct Outline<'a> {
    slug: Slug,
    #[serde(borrow, default)]
    steps: Vec<StepOutline<'a>>,
    importance: Importance,
    publish_date: Date,
    #[serde(default)]
    file_url: Option<String>,
    #[serde(default)]
    domains: Vec<String>,
    topic: String,
    #[serde(default)]
    act: Option<Act>,
    #[serde(default)]
    gazette: Option<Gazette>,
    #[serde(default)]
    in_force_date: Option<Date>,
    #[serde(default)]
    applies_from: Option<Date>,
    #[serde(default)]
    deadlines: Vec<DatedEntry>,
    #[serde(default)]
    roles: Vec<AudienceRole>,
    #[serde(default)]
    concerns: Option<Box<Concern>>,
    #[serde(default)]
    translations: BTreeMap<Language, IgnoredAny>,
}

#[derive(serde::Deserialize)]
struct StepOutline<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(default)]
    roles: Vec<AudienceRole>,
    #[serde(default)]
    condition: Option<Box<Expression>>,
}

impl Outline<'_> {
    fn into_article(self) -> Article {
        let is_for_some = |step: &StepOutline<'_>| !step.roles.is_empty() || step.condition.is_some();
        let step = |step: StepOutline<'_>| {
            let StepOutline { id, roles, condition } = step;
            Step { id: id.into_owned(), text: String::new(), roles, date: None, condition }
        };
        Article {
            slug: self.slug,
            title: String::new(),
            in_short: None,
            technical_summary: String::new(),
            simple_explanation: String::new(),
            steps: self.steps.into_iter().filter(is_for_some).map(step).collect(),
            importance: self.importance,
            publish_date: self.publish_date,
            file_url: self.file_url,
            domains: self.domains,
            topic: self.topic,
            act: self.act,
            gazette: self.gazette,
            in_force_date: self.in_force_date,
            applies_from: self.applies_from,
            deadlines: self.deadlines,
            roles: self.roles,
            audience: Vec::new(),
            concerns: self.concerns,
            sources: Vec::new(),
            provenance: None,
            translations: self.translations.into_keys().map(|language| (language, Box::new(no_texts()))).collect(),
        }
    }
}

fn no_texts() -> Translation {
    Translation {
        title: String::new(),
        in_short: None,
        technical_summary: String::new(),
        simple_explanation: String::new(),
        implementation_key_points: Vec::new(),
        deadlines: Vec::new(),
        audience: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::article_criteria::ArticleCriteria;

    const ARTICLE: &str = r#"{"slug":"chirii","title":"Chirii","in_short":"Se schimbă","technical_summary":"„art. 5”",
        "simple_explanation":"Se schimbă chiriile","steps":[{"id":"citeste","text":"Citește"},
        {"id":"depune","text":"Depune","roles":["landlord"]}],"importance":4,"publish_date":"2026-07-01",
        "file_url":"https://example.ro/a.pdf","domains":["chirii"],"topic":"inchirieri",
        "act":{"type":"LEGE","number":"239","year":2025},"gazette":{"part":"I","number":"7","date":"2026-07-01"},
        "in_force_date":"2026-07-04","applies_from":"2026-08-01",
        "deadlines":[{"kind":"due","date":"2026-08-01","what":"Depune declarația"}],"roles":["tenant"],
        "audience":["chiriași"],"provenance":{"written_by":"Ana"},
        "translations":{"en":{"title":"Rents","technical_summary":"","simple_explanation":""}}}"#;

    #[test]
    fn an_outline_has_all_but_the_texts() {
        let whole: Article = serde_json::from_str(ARTICLE).expect("an article");
        let outlined: OutlinedArticle = serde_json::from_str(ARTICLE).expect("an outline");
        assert_eq!(outlined.json(), ARTICLE.as_bytes());
        let outline = outlined.outline;
        for role in AudienceRole::ALL {
            assert_eq!(outline.concerns(role), whole.concerns(role), "{role:?}");
        }
        assert_eq!(outline.languages(), whole.languages());
        assert_eq!(ArticleCriteria::of(&outline).is_some(), ArticleCriteria::of(&whole).is_some());
        assert_eq!(outline.texts(Language::En).title, "");
        let with_texts = Article {
            title: whole.title.clone(),
            in_short: whole.in_short.clone(),
            technical_summary: whole.technical_summary.clone(),
            simple_explanation: whole.simple_explanation.clone(),
            steps: whole.steps.clone(),
            audience: whole.audience.clone(),
            provenance: whole.provenance.clone(),
            translations: whole.translations.clone(),
            ..outline
        };
        assert_eq!(with_texts, whole);
    }

    #[test]
    fn a_condition_of_a_step_stays_in_the_outline() {
        let mut json: serde_json::Value = serde_json::from_str(ARTICLE).expect("JSON");
        json["steps"][1]["condition"] = serde_json::json!({"rule": "is_company"});
        let whole: Article = serde_json::from_value(json.clone()).expect("an article");
        let OutlinedArticle { outline, .. } = serde_json::from_str(&json.to_string()).expect("an outline");
        let steps = |article: &Article| ArticleCriteria::of(article).map(|of| of.steps.len());
        assert_eq!(steps(&outline), steps(&whole));
        assert_eq!(steps(&outline), Some(1));
    }

    #[test]
    fn an_article_within_other_bytes_has_the_same_outline() {
        let bytes = format!("{{\"article\":{ARTICLE}}}").into_bytes();
        let json = 11..bytes.len() - 1;
        let outlined = OutlinedArticle::at(bytes.clone(), json.clone()).expect("an outline");
        assert_eq!(outlined.json(), ARTICLE.as_bytes());
        let whole: OutlinedArticle = serde_json::from_str(ARTICLE).expect("an outline");
        assert_eq!(outlined.outline, whole.outline);
        for other in [10..bytes.len() - 1, 11..bytes.len(), 11..bytes.len() - 2, 11..bytes.len() + 1] {
            assert_eq!(OutlinedArticle::at(bytes.clone(), other).err(), Some(bytes.clone()));
        }
    }

    #[test]
    fn an_article_without_a_topic_has_no_outline() {
        let json = ARTICLE.replace("\"topic\":\"inchirieri\",", "");
        assert!(serde_json::from_str::<OutlinedArticle>(&json).is_err());
    }
}
