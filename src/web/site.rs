//! Facts about the site, and the health of the process.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::accepted::Accepted;
use super::articles::dto::Bilingual;
use super::body::Body;
use super::error::Result;
use super::json::{json, to_bytes};
use super::reply::{Caching, send};
use super::search::dto::IndexDto;
use super::state::{VISITOR, Web};
use crate::catalogue::Indexed;
use crate::config::Testimonial;
use crate::domain::Language;
use crate::domain::article::Revision;
use crate::ops::maintenance::Maintenance;
use crate::ops::{browse, health};
use crate::web::operation::Unavailable;

/// The site and its operator; what is not configured is absent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Site)]
pub(super) struct SiteDto<'a> {
    name: &'a str,
    version: &'a str,
    build: &'a str,
    /// Whether the articles are examples.
    demo: bool,
    /// Whether contact, developer, place and links are samples.
    sample_details: bool,
    /// Whether a language model helps to explain acts.
    explains_with_ai: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact_email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact_phone: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    developer: Option<DeveloperDto<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    city: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    country: Option<&'a str>,
    /// The address that readers type, without a slash at its end.
    public_url: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    latest: Option<LatestDto<'a>>,
    /// The instant to which the landing page counts down.
    launch_at: Timestamp,
    /// Addresses of the operator's pages on other sites, all https.
    social_links: &'a [String],
    testimonials: Vec<TestimonialDto<'a>>,
    /// Whether events are counted at `/analytics/events`.
    analytics: bool,
    /// Present while changes are refused with the code `maintenance`.
    #[serde(skip_serializing_if = "Option::is_none")]
    maintenance: Option<MaintenanceDto>,
}

/// A time in which the site can only be read.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Maintenance)]
pub(super) struct MaintenanceDto {
    since: Timestamp,
    /// The operator's words.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    message: String,
}

/// A quotation about the product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Testimonial)]
pub(super) struct TestimonialDto<'a> {
    quote: &'a str,
    name: &'a str,
    /// The occupation of the person quoted.
    role: &'a str,
    /// The language of the quotation; it is shown to readers of this language.
    lang: Language,
}

/// The maker of the site.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Developer)]
pub(super) struct DeveloperDto<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
}

/// The article with the latest publish date.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Latest)]
pub(super) struct LatestDto<'a> {
    publish_date: Date,
    #[serde(skip_serializing_if = "Option::is_none")]
    gazette_citation: Option<Bilingual<'a>>,
}

/// The state of the process.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`, or `read_only` while nothing can be saved.
    status: &'static str,
    /// Why nothing can be saved; `maintenance` if the operator wants it so.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// How many articles searches find, in the seconds after a start until they find all.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<IndexDto>,
}

/// Returns name, version and operator of the site; fields without a value are absent.
#[utoipa::path(get, path = "", tag = "site", operation_id = "getSite", responses(
    (status = 200, description = "The site", body = SiteDto<'static>),
))]
pub(super) async fn site(State(web): State<Arc<Web>>, accepted: Accepted) -> Result {
    let newest = browse::newest(&web.app, &VISITOR)?;
    let config = &web.app.config.site;
    let site = SiteDto {
        name: browse::SITE_NAME,
        version: crate::VERSION,
        build: crate::program::build(),
        demo: web.app.demo,
        sample_details: config.has_sample_details,
        explains_with_ai: web.app.config.explain.is_enabled(),
        contact_email: configured(&config.contact_email),
        contact_phone: configured(&config.contact_phone),
        developer: configured(&config.developer_name)
            .map(|name| DeveloperDto { name, url: configured(&config.developer_url) }),
        city: configured(&config.city),
        country: configured(&config.country),
        public_url: &web.site.public_url,
        latest: newest.as_ref().map(LatestDto::new),
        launch_at: config.launch_instant().unwrap_or_default(),
        social_links: &config.social_links,
        testimonials: config.testimonials.iter().map(TestimonialDto::new).collect(),
        analytics: web.app.config.analytics.enabled,
        maintenance: health::maintenance(&web.app, &VISITOR)?
            .map(|Maintenance { since, message }| MaintenanceDto { since, message }),
    };
    Ok(send(&accepted, Arc::new(Body::json(to_bytes(&site)?)), Caching::Revalidate).await?)
}

fn configured(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

impl<'a> TestimonialDto<'a> {
    fn new(Testimonial { quote, name, role, lang }: &'a Testimonial) -> Self {
        Self { quote, name, role, lang: *lang }
    }
}

impl LatestDto<'_> {
    fn new(Revision { article, .. }: &Revision) -> Self {
        let citation = |language| article.gazette.as_ref().map(|gazette| gazette.citation(language).into());
        let gazette_citation = match (citation(Language::Ro), citation(Language::En)) {
            (Some(ro), Some(en)) => Some(Bilingual { ro, en }),
            _ => None,
        };
        Self { publish_date: article.publish_date, gazette_citation }
    }
}

/// Returns this document.
#[utoipa::path(get, path = "", tag = "site", operation_id = "getOpenApi", responses(
    (status = 200, description = "OpenAPI 3.1", body = Object),
))]
pub(super) async fn openapi(State(web): State<Arc<Web>>, accepted: Accepted) -> Result {
    Ok(send(&accepted, Arc::clone(&web.openapi), Caching::Revalidate).await?)
}

/// Reports that the process is alive.
#[utoipa::path(get, path = "", tag = "site", operation_id = "getHealth", responses(
    (status = 200, description = "It is alive", body = Health),
))]
pub(super) async fn healthz() -> Result {
    json(&Health { status: "ok", reason: None, index: None })
}

/// Reports whether the server can serve readers, and whether searches find all articles yet.
#[utoipa::path(get, path = "", tag = "site", operation_id = "getReadiness", responses(
    (status = 200, description = "It can", body = Health),
    Unavailable,
))]
pub(super) async fn readyz(State(web): State<Arc<Web>>) -> Result {
    let reason = health::check_ready(&web.app, &VISITOR).await?;
    // docs/decisions/0089
    let status = if reason.is_some() { "read_only" } else { "ok" };
    let Indexed { articles, of, .. } = web.app.catalogue.indexed();
    let index = (articles < of).then_some(IndexDto { indexed: articles, articles: of });
    json(&Health { status, reason, index })
}
