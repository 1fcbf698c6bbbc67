//! The wire shapes of what is published, source of the generated TypeScript.
//!
//! They borrow from the domain's article: the catalogue writes thousands of them at start-up.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::act::Act;
use crate::domain::deadline::Deadline;
use crate::domain::gazette::Gazette;
use crate::domain::notification::Reason;
use crate::domain::topic::Topic;
use crate::domain::{Article, Language, Provenance, Status};

/// An article as lists show it.
///
/// The texts are plain with a small Markdown (paragraphs, emphasis, links, lists), never HTML.
#[derive(Debug, Serialize, ToSchema)]
pub struct ArticleSummary<'a> {
    pub slug: &'a str,
    pub title: &'a str,
    pub technical_summary: &'a str,
    pub simple_explanation: &'a str,
    /// 1 trivial, 2 minor, 3 moderate, 4 important, 5 urgent.
    #[schema(minimum = 1, maximum = 5)]
    pub importance: u8,
    #[schema(value_type = String, format = Date)]
    pub publish_date: Date,
    /// A PDF file; fetched through `/fetch-pdf`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub file_url: Option<&'a str>,
    pub domains: &'a [String],
    pub topic: &'a str,
    /// The language of the texts given.
    pub lang: Language,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub act: Option<ActDto<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub gazette: Option<GazetteDto<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date, nullable = false)]
    pub in_force_date: Option<Date>,
    pub deadlines: Vec<DeadlineDto>,
    pub audience: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub source_url: Option<&'a str>,
    /// Counted from 1; grows with each change of content.
    pub revision: u32,
    /// When the content last changed.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
    pub likes: u64,
    pub bookmarks: u64,
}

/// How the text of every [`ArticleSummary`] with zero counts ends; the catalogue puts the counts there.
pub(super) const ZERO_COUNTS: &str = r#","likes":0,"bookmarks":0}"#;

/// One revision of an article with all it has to say.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Article)]
pub struct ArticleDto<'a> {
    #[serde(flatten)]
    pub summary: ArticleSummary<'a>,
    pub status: Status,
    /// What to do, step by step.
    pub implementation_key_points: &'a [String],
    /// The languages it can be read in, `ro` first.
    pub languages: Vec<Language>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub provenance: Option<&'a Provenance>,
}

/// An article of which somebody is notified.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NotifiedArticle)]
pub struct NotifiedArticleDto<'a> {
    #[serde(flatten)]
    pub summary: ArticleSummary<'a>,
    #[schema(value_type = String, format = DateTime)]
    pub notified_at: Timestamp,
    pub reason: Reason,
}

/// The legal text that changed the law.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Act)]
pub struct ActDto<'a> {
    /// In capitals: `LEGE`, `OUG`, `ORDIN`, ...
    #[serde(rename = "type")]
    pub kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub number: Option<&'a str>,
    pub year: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub issuer: Option<&'a str>,
    /// Ready text in the article's language, such as "Legea nr. 239/2025".
    pub citation: String,
}

/// Where in the official gazette it was published.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Gazette)]
pub struct GazetteDto<'a> {
    pub part: &'a str,
    pub number: &'a str,
    /// Present for a supplement of the same number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bis: Option<bool>,
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    /// Ready text in the article's language.
    pub citation: String,
}

/// What must be done by when: `date` a day, or `rule` a text for recurring and relative ones, or both.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Deadline)]
pub struct DeadlineDto {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date, nullable = false)]
    pub date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rule: Option<String>,
    pub what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub who: Option<String>,
}

/// A deadline that is still ahead, with the article it comes from.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UpcomingDeadline)]
pub struct UpcomingDeadlineDto<'a> {
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    pub what: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub who: Option<Cow<'a, str>>,
    pub slug: &'a str,
    pub title: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub act_citation: Option<Cow<'a, str>>,
    #[schema(minimum = 1, maximum = 5)]
    pub importance: u8,
}

/// A topic that articles belong to and readers can follow.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Topic)]
pub struct TopicDto<'a> {
    pub id: &'a str,
    pub name: Bilingual<'a>,
    /// How many published articles it has.
    pub articles: usize,
}

/// A text in both languages.
#[derive(Debug, Serialize, ToSchema)]
pub struct Bilingual<'a> {
    pub ro: Cow<'a, str>,
    pub en: Cow<'a, str>,
}

/// What the pages say of the site and its operator; what is not configured is absent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Site)]
pub struct SiteDto<'a> {
    pub name: &'a str,
    pub version: &'a str,
    pub build: &'a str,
    /// Whether the articles are examples.
    pub demo: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub contact_email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub contact_phone: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub developer: Option<DeveloperDto<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub city: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub country: Option<&'a str>,
    /// The address readers type, without a slash at its end.
    pub public_url: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub latest: Option<LatestDto<'a>>,
    /// The instant to which the landing page counts down.
    #[schema(value_type = String, format = DateTime)]
    pub launch_at: Timestamp,
    /// Addresses elsewhere, all https.
    pub social_links: &'a [String],
    pub testimonials: Vec<TestimonialDto<'a>>,
    /// Whether events are taken at `/analytics/events`.
    pub analytics: bool,
}

/// What somebody says of the product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Testimonial)]
pub struct TestimonialDto<'a> {
    pub quote: &'a str,
    pub name: &'a str,
    /// What the person does.
    pub role: &'a str,
    /// The language of the words, whose readers they are shown to.
    pub lang: Language,
}

/// Who made the site.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Developer)]
pub struct DeveloperDto<'a> {
    pub name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub url: Option<&'a str>,
}

/// How recent the newest article is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Latest)]
pub struct LatestDto<'a> {
    #[schema(value_type = String, format = Date)]
    pub publish_date: Date,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub gazette_citation: Option<Bilingual<'a>>,
}

/// What the store adds to an article's content.
#[derive(Debug, Clone, Copy)]
pub struct Standing {
    pub status: Status,
    pub revision: u32,
    pub updated_at: Timestamp,
    pub likes: u64,
    pub bookmarks: u64,
    /// Of the two numbers above.
    pub counts_version: u64,
}

impl<'a> ArticleSummary<'a> {
    /// The article in `language`, or in Romanian where a translation is missing.
    pub fn new(article: &'a Article, standing: Standing, language: Language) -> Self {
        let texts = article.texts(language);
        Self {
            slug: article.slug.as_str(),
            title: texts.title,
            technical_summary: texts.technical_summary,
            simple_explanation: texts.simple_explanation,
            importance: article.importance.level(),
            publish_date: article.publish_date,
            file_url: article.file_url.as_deref(),
            domains: &article.domains,
            topic: &article.topic,
            lang: texts.language,
            act: article.act.as_ref().map(|act| ActDto::new(act, texts.language)),
            gazette: article.gazette.as_ref().map(|gazette| GazetteDto::new(gazette, texts.language)),
            in_force_date: article.in_force_date,
            deadlines: article.deadlines(texts.language).into_iter().map(DeadlineDto::from).collect(),
            audience: texts.audience,
            source_url: article.source_url.as_deref(),
            revision: standing.revision,
            updated_at: standing.updated_at,
            likes: standing.likes,
            bookmarks: standing.bookmarks,
        }
    }
}

impl<'a> ArticleDto<'a> {
    pub fn new(article: &'a Article, standing: Standing, language: Language) -> Self {
        Self {
            summary: ArticleSummary::new(article, standing, language),
            status: standing.status,
            implementation_key_points: article.texts(language).implementation_key_points,
            languages: article.languages(),
            provenance: article.provenance.as_ref(),
        }
    }
}

impl<'a> ActDto<'a> {
    fn new(act: &'a Act, language: Language) -> Self {
        Self {
            kind: &act.kind,
            number: act.number.as_deref(),
            year: act.year,
            issuer: act.issuer.as_deref(),
            citation: act.citation(language),
        }
    }
}

impl<'a> GazetteDto<'a> {
    fn new(gazette: &'a Gazette, language: Language) -> Self {
        Self {
            part: &gazette.part,
            number: &gazette.number,
            bis: gazette.bis.then_some(true),
            date: gazette.date,
            citation: gazette.citation(language),
        }
    }
}

impl From<Deadline> for DeadlineDto {
    fn from(Deadline { date, rule, what, who }: Deadline) -> Self {
        Self { date, rule, what, who }
    }
}

impl<'a> TopicDto<'a> {
    pub fn new(topic: &'a Topic, articles: usize) -> Self {
        let name = Bilingual { ro: topic.ro.as_str().into(), en: topic.en.as_str().into() };
        Self { id: &topic.id, name, articles }
    }
}
