//! The sitemap and the rules for crawlers.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderValue;
use jiff::Timestamp;
use utoipa::openapi::schema::KnownFormat;
use utoipa::openapi::{RefOr, Schema};

use super::accepted::Accepted;
use super::body::{Body, Effort};
use super::campaigns;
use super::error::Result;
use super::extract::value;
use super::parameter_values::number;
use super::query::{ParameterValue, Query, query};
use super::ready_bodies::SitemapPart;
use super::reply::{Caching, send};
use super::shell::{act_path, address, article_path, overview_path, screens, topic_path};
use super::state::{VISITOR, Web};
use super::xml::{Xml, XmlResult, document, text};
use crate::catalogue::PublishedArticle;
use crate::domain::{ActId, Language};
use crate::error::Error;
use crate::ops::blocking::blocking;
use crate::ops::mail::campaigns::public;
use crate::ops::{act_pages, browse, overviews};

/// Most articles in one file. A file may have 50,000 URLs and 50 MB (sitemaps.org); with two languages and
/// the longest slugs this is less than a quarter of both.
const MAX_ARTICLES: usize = 5_000;
/// Most acts listed.
const MAX_ACTS: usize = 10_000;
/// Most campaigns listed, newest first.
const MAX_CAMPAIGNS: usize = 1_000;

const SCHEMA: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const XHTML: &str = "http://www.w3.org/1999/xhtml";

query! {
    /// What to return of the sitemap.
    pub(super) struct SitemapParameters {
        /// A part named by the index
        part: Option<PartNumber>,
    }
}

/// The number of a part, counted from 1.
pub(super) struct PartNumber(usize);

impl ParameterValue for PartNumber {
    fn parse(field: &'static str, text: &str) -> Result<Self, Error> {
        value(field, text, "a whole number from 1").map(Self)
    }

    fn value_schema() -> RefOr<Schema> {
        number(KnownFormat::Int32, 1, None)
    }
}

/// Returns the sitemap, or an index of its parts when there are too many pages for one file.
#[utoipa::path(get, path = "", tag = "feeds", operation_id = "getSitemap", responses(
    (status = 200, description = "The sitemap", content_type = "application/xml", body = String),
    (status = 404, description = "`not_found`: there is no such part"),
))]
pub(super) async fn sitemap(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    Query(SitemapParameters { part }): Query<SitemapParameters>,
) -> Result {
    let part = part.map(|PartNumber(part)| part);
    let generation = web.catalogue_generation();
    let key = ([generation, web.app.catalogue.acts_generation()], campaigns::generation(&web), part);
    let make = async {
        let (shared, campaigns, acts) = (Arc::clone(&web), campaign_pages(&web).await?, act_pages(&web).await?);
        let write = move || {
            let others: Vec<_> = fixed_pages(&shared)?.into_iter().chain(campaigns).chain(acts).collect();
            make(&shared, part, &others)
        };
        blocking("writing the sitemap", write).await?
    };
    let body = web.bodies.sitemaps.get_or_make(key, make).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

/// A page other than an article.
struct SitePage {
    path: String,
    languages: Vec<Language>,
    modified_at: Option<Timestamp>,
}

/// The archive of campaigns and the campaigns in it; empty before the first.
async fn campaign_pages(web: &Web) -> Result<Vec<SitePage>, Error> {
    let archive = public::archive(&web.app, &VISITOR).await?;
    let newest = archive.first().map(|campaign| campaign.started_at);
    let all = newest.map(|newest| SitePage {
        path: "/campaigns".into(),
        languages: Language::ALL.to_vec(),
        modified_at: Some(newest),
    });
    let each = archive.iter().take(MAX_CAMPAIGNS).map(|campaign| SitePage {
        path: campaigns::path(campaign),
        languages: campaign.versions.keys().copied().collect(),
        modified_at: Some(campaign.started_at),
    });
    Ok(all.into_iter().chain(each).collect())
}

/// The acts that have a page.
async fn act_pages(web: &Web) -> Result<Vec<SitePage>, Error> {
    let ids = act_pages::ids(&web.app, &VISITOR).await?;
    let page = |id: &ActId| SitePage { path: act_path(id), languages: Language::ALL.to_vec(), modified_at: None };
    Ok(ids.iter().take(MAX_ACTS).map(page).collect())
}

/// All pages except articles, campaigns and acts; topics without articles are left out.
fn fixed_pages(web: &Web) -> Result<Vec<SitePage>, Error> {
    let topics = browse::topics(&web.app, &VISITOR)?;
    let fixed = ["/", "/app", "/privacy", "/terms"].into_iter();
    use screens::Screen::{About, Chat, Coverage, Deadlines, Figures, Insights};
    let screens = [About, Chat, Coverage, Insights, Deadlines, Figures];
    let fixed = fixed.chain(screens.into_iter().filter_map(|it| it.indexed_path()));
    let topics = topics.iter().filter(|topic| topic.articles > 0).map(|topic| topic_path(&topic.topic.id));
    let overviews = overviews::list(&web.app, &VISITOR)?;
    let overviews = overviews.iter().map(|overview| overview_path(&overview.id));
    let page = |path| SitePage { path, languages: Language::ALL.to_vec(), modified_at: None };
    Ok(fixed.map(str::to_owned).chain(topics).chain(overviews).map(page).collect())
}

fn make(web: &Web, part: SitemapPart, others: &[SitePage]) -> Result<Body, Error> {
    let start = part.map_or(0, |part| part.saturating_sub(1).saturating_mul(MAX_ARTICLES));
    let (articles, all) = browse::by_slug(&web.app, &VISITOR, start, MAX_ARTICLES)?;
    let files = all.div_ceil(MAX_ARTICLES).max(1);
    let url = &web.site.public_url;
    let written = match part {
        None if files == 1 => pages(url, others, &articles),
        None => index(url, files),
        Some(part) if (1..=files).contains(&part) => pages(url, if part == 1 { others } else { &[] }, &articles),
        Some(_) => return Err(Error::not_found("There is no such part.")),
    };
    let bytes = written.map_err(|error| Error::internal("writing the sitemap", error))?;
    Ok(Body::new(bytes, HeaderValue::from_static("application/xml; charset=utf-8"), Effort::Fast))
}

fn index(public_url: &str, files: usize) -> std::io::Result<Vec<u8>> {
    document("sitemapindex", &[("xmlns", SCHEMA)], |xml| {
        (1..=files).try_for_each(|part| {
            let location = format!("{public_url}/sitemap.xml?part={part}");
            xml.create_element("sitemap").write_inner_content(|xml| text(xml, "loc", &location))?;
            Ok(())
        })
    })
}

fn pages(public_url: &str, others: &[SitePage], articles: &[Arc<PublishedArticle>]) -> std::io::Result<Vec<u8>> {
    document("urlset", &[("xmlns", SCHEMA), ("xmlns:xhtml", XHTML)], |xml| {
        for other in others {
            page(xml, public_url, &other.path, &other.languages, other.modified_at)?;
        }
        articles.iter().try_for_each(|article| {
            let languages = article.languages();
            page(xml, public_url, &article_path(article.slug.as_str()), languages, Some(article.updated_at))
        })
    })
}

/// Writes one entry per language of the page; each entry names all languages.
fn page(
    xml: &mut Xml,
    public_url: &str,
    path: &str,
    languages: &[Language],
    modified_at: Option<Timestamp>,
) -> XmlResult {
    for language in languages {
        xml.create_element("url").write_inner_content(|xml| {
            text(xml, "loc", &address(public_url, path, *language))?;
            if let Some(modified_at) = modified_at {
                text(xml, "lastmod", &modified_at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())?;
            }
            if languages.len() > 1 {
                for other in languages {
                    alternate(xml, other.code(), &address(public_url, path, *other))?;
                }
                alternate(xml, "x-default", &address(public_url, path, Language::En))?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn alternate(xml: &mut Xml, language: &str, href: &str) -> XmlResult {
    let link = [("rel", "alternate"), ("hreflang", language), ("href", href)];
    xml.create_element("xhtml:link").with_attributes(link).write_empty()?;
    Ok(())
}

/// Paths without content for crawlers. The paths that the app itself reads are allowed: a crawler that runs
/// scripts would otherwise see a broken page.
const DISALLOWED: [&str; 8] =
    ["/analytics/", "/auth/", "/fetch-pdf", "/mail/", "/notifications/", "/reports", "/subscribe", "/users/"];

/// Returns the rules for crawlers.
#[utoipa::path(get, path = "", tag = "feeds", operation_id = "getRobots", responses(
    (status = 200, description = "The rules", content_type = "text/plain", body = String),
))]
pub(super) async fn robots(State(web): State<Arc<Web>>, accepted: Accepted) -> Result {
    let disallowed: String = DISALLOWED.map(|path| format!("Disallow: {path}\n")).concat();
    let text = format!("User-agent: *\n{disallowed}Allow: /\n\nSitemap: {}/sitemap.xml\n", web.site.public_url);
    let body = Body::new(text, HeaderValue::from_static("text/plain; charset=utf-8"), Effort::Fast);
    Ok(send(&accepted, Arc::new(body), Caching::Revalidate).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Packer;
    use crate::domain::article::Revision;

    fn published(slug: &str, translations: &str) -> Arc<PublishedArticle> {
        let json = format!(
            r#"{{"slug":"{slug}","title":"","technical_summary":"","simple_explanation":"","importance":1,
                 "publish_date":"2026-01-01","topic":"munca","translations":{translations}}}"#
        );
        let article = serde_json::from_str(&json).expect("an article");
        let current = Revision { revision: 1, updated_at: Timestamp::UNIX_EPOCH, article };
        let mut packer = Packer::new(1).expect("a packer");
        Arc::new(PublishedArticle::new(&mut packer, &current, Timestamp::UNIX_EPOCH).expect("packed"))
    }

    #[test]
    fn an_article_in_one_language_names_no_other() {
        let text = pages("https://p.ro", &[], &[published("a", "{}")]).expect("written");
        let text = String::from_utf8(text).expect("text");
        assert!(
            text.contains(
                "<url><loc>https://p.ro/app?articleId=a&amp;lang=ro</loc><lastmod>1970-01-01T00:00:00Z</lastmod></url>"
            ),
            "{text}"
        );
    }

    #[test]
    fn the_index_names_every_part() {
        let text = String::from_utf8(index("https://p.ro", 2).expect("written")).expect("text");
        assert!(text.contains("<loc>https://p.ro/sitemap.xml?part=2</loc>") && !text.contains("part=3"), "{text}");
    }

    #[test]
    fn a_full_file_with_the_longest_slugs_stays_within_the_limits() {
        let english = r#"{"en":{"title":"","technical_summary":"","simple_explanation":""}}"#;
        let article = published(&"a".repeat(crate::domain::Slug::MAX_LEN), english);
        let articles = vec![article; MAX_ARTICLES];
        let file = pages("https://a-rather-long-name.example.ro", &[], &articles).expect("written");
        assert!(file.len() < 50 << 20, "{}", file.len());
        assert!(articles.len() * 4 < 50_000, "room for the other pages");
    }
}
