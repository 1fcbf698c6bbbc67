//! For search engines: which pages there are, and what programs may look at.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderValue;
use jiff::Timestamp;
use moka::sync::Cache;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use serde::Deserialize;

use super::error::Result;
use super::extract::{Asked, Parameters, value};
use super::reply::{Caching, send};
use super::shell::{address, article_path, screens, topic_path};
use super::{VISITOR, Web, campaigns};
use crate::catalogue::{Body, Effort};
use crate::domain::Language;
use crate::error::{Error, Problem};
use crate::ops::browse::{self, Published};
use crate::ops::mail::campaigns::public;

/// Articles in one file. A file may list 50,000 addresses and weigh 50 MB (sitemaps.org); with two
/// languages and the longest slugs this stays below a quarter of both.
const ARTICLES: usize = 5_000;
/// Campaigns that are named, the newest.
const CAMPAIGNS: usize = 1_000;
/// Memory for files that are ready.
const SITEMAPS_BYTES: u64 = 16 << 20;
const SCHEMA: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const XHTML: &str = "http://www.w3.org/1999/xhtml";

type Xml = Writer<Vec<u8>>;
type Written = std::io::Result<()>;

/// What is asked for: the whole, or a part of a whole that is too large for one file.
type Part = Option<usize>;

/// The files that are ready, by the generations of catalogue and campaigns.
pub(super) struct Sitemaps(Cache<(u64, u64, Part), Arc<Body>>);

impl Sitemaps {
    pub(super) fn new() -> Self {
        let weigher = |_: &_, body: &Arc<Body>| u32::try_from(body.weight()).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(SITEMAPS_BYTES).weigher(weigher).build())
    }
}

/// All pages with their languages, or an index of parts when there are too many for one file.
#[utoipa::path(
    get, path = "/sitemap.xml", tag = "feeds", operation_id = "getSitemap",
    params(("part" = Option<u32>, Query, minimum = 1, description = "One of the parts that the index names")),
    responses(
        (status = 200, description = "The sitemap", content_type = "application/xml", body = String),
        (status = 304, description = "Unchanged since the given ETag"),
        (status = 404, description = "There is no such part", body = Problem),
    )
)]
pub(super) async fn sitemap(State(web): State<Arc<Web>>, asked: Asked, parameters: Parameters) -> Result {
    let mut part = None;
    parameters.each(|name, text| {
        if name == "part" {
            part = Some(value("part", text, "a whole number from 1")?);
        }
        Ok(name == "part")
    })?;
    let generation = web.app.catalogue.peek(|snapshot| snapshot.generation);
    let key = (generation, campaigns::generation(&web), part);
    let body = match web.sitemaps.0.get(&key) {
        Some(body) => body,
        None => {
            let (shared, mut screens) = (Arc::clone(&web), screens(&web).await?);
            screens.extend(sent(&web).await?);
            let made = tokio::task::spawn_blocking(move || make(&shared, part, &screens, ARTICLES)).await;
            let body = Arc::new(made.map_err(|error| Error::internal("writing the sitemap", error))??);
            web.sitemaps.0.insert(key, Arc::clone(&body));
            body
        }
    };
    Ok(send(&asked, body, Caching::Revalidate).await?)
}

/// A page that is no article.
struct Screen {
    path: String,
    languages: Vec<Language>,
    changed: Option<Timestamp>,
}

/// The archive of campaigns and those in it; nothing before the first.
async fn sent(web: &Web) -> Result<Vec<Screen>, Error> {
    let archive = public::archive(&web.app, &VISITOR).await?;
    let newest = archive.first().map(|campaign| campaign.started_at);
    let all = newest.map(|newest| Screen {
        path: "/campaigns".into(),
        languages: Language::ALL.to_vec(),
        changed: Some(newest),
    });
    let each = archive.iter().take(CAMPAIGNS).map(|campaign| Screen {
        path: campaigns::path(campaign),
        languages: campaign.versions.keys().copied().collect(),
        changed: Some(campaign.started_at),
    });
    Ok(all.into_iter().chain(each).collect())
}

/// All pages but articles and campaigns; of the topics, those that have something to read.
async fn screens(web: &Web) -> Result<Vec<Screen>, Error> {
    #[derive(Deserialize)]
    struct Topic {
        id: String,
        articles: usize,
    }
    let topics = browse::topics(&web.app, &VISITOR).await?;
    let topics: Vec<Topic> = serde_json::from_slice(topics.identity())
        .map_err(|error| Error::internal("reading the topics for the sitemap", error))?;
    let fixed = ["/", "/app", "/privacy", "/terms"].into_iter();
    let fixed =
        fixed.chain([screens::Screen::About, screens::Screen::Chat].into_iter().filter_map(|it| it.indexed_path()));
    let topics = topics.iter().filter(|topic| topic.articles > 0).map(|topic| topic_path(&topic.id));
    let screen = |path| Screen { path, languages: Language::ALL.to_vec(), changed: None };
    Ok(fixed.map(str::to_owned).chain(topics).map(screen).collect())
}

fn make(web: &Web, part: Part, screens: &[Screen], per_file: usize) -> Result<Body, Error> {
    let start = part.map_or(0, |part| part.saturating_sub(1).saturating_mul(per_file));
    let (articles, all) = browse::published_by_slug(&web.app, &VISITOR, start, per_file)?;
    let files = all.div_ceil(per_file).max(1);
    let url = &web.site.public_url;
    let written = match part {
        None if files == 1 => pages(url, screens, &articles),
        None => index(url, files),
        Some(part) if (1..=files).contains(&part) => pages(url, if part == 1 { screens } else { &[] }, &articles),
        Some(_) => return Err(Error::not_found("There is no such part.")),
    };
    let bytes = written.map_err(|error| Error::internal("writing the sitemap", error))?;
    Ok(Body::new(bytes, HeaderValue::from_static("application/xml"), Effort::Fast))
}

fn document(
    name: &str,
    attributes: &[(&str, &str)],
    inner: impl FnOnce(&mut Xml) -> Written,
) -> std::io::Result<Vec<u8>> {
    let mut xml = Writer::new(Vec::new());
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    xml.create_element(name).with_attributes(attributes.iter().copied()).write_inner_content(inner)?;
    Ok(xml.into_inner())
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

fn pages(public_url: &str, screens: &[Screen], articles: &[Published]) -> std::io::Result<Vec<u8>> {
    document("urlset", &[("xmlns", SCHEMA), ("xmlns:xhtml", XHTML)], |xml| {
        for screen in screens {
            page(xml, public_url, &screen.path, &screen.languages, screen.changed)?;
        }
        articles.iter().try_for_each(|article| {
            page(xml, public_url, &article_path(article.slug.as_str()), &article.languages, Some(article.updated_at))
        })
    })
}

/// One entry for each language of a page, each naming all of them.
fn page(xml: &mut Xml, public_url: &str, path: &str, languages: &[Language], changed: Option<Timestamp>) -> Written {
    for language in languages {
        xml.create_element("url").write_inner_content(|xml| {
            text(xml, "loc", &address(public_url, path, *language))?;
            if let Some(changed) = changed {
                text(xml, "lastmod", &changed.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())?;
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

fn alternate(xml: &mut Xml, language: &str, href: &str) -> Written {
    let link = [("rel", "alternate"), ("hreflang", language), ("href", href)];
    xml.create_element("xhtml:link").with_attributes(link).write_empty()?;
    Ok(())
}

fn text(xml: &mut Xml, name: &str, text: &str) -> Written {
    xml.create_element(name).write_text_content(BytesText::new(text))?;
    Ok(())
}

/// Addresses that no crawler has any use for. What the app itself reads is open: a crawler that
/// runs the pages' scripts must be able to read it too, or it would see a failure.
const CLOSED: [&str; 8] =
    ["/analytics/", "/auth/", "/fetch-pdf", "/mail/", "/notifications/", "/reports", "/subscribe", "/users/"];

/// What programs may look at.
#[utoipa::path(
    get, path = "/robots.txt", tag = "feeds", operation_id = "getRobots",
    responses((status = 200, description = "The rules", content_type = "text/plain", body = String))
)]
pub(super) async fn robots(State(web): State<Arc<Web>>, asked: Asked) -> Result {
    let closed: String = CLOSED.map(|path| format!("Disallow: {path}\n")).concat();
    let text = format!("User-agent: *\n{closed}Allow: /\n\nSitemap: {}/sitemap.xml\n", web.site.public_url);
    let body = Body::new(text, HeaderValue::from_static("text/plain; charset=utf-8"), Effort::Fast);
    Ok(send(&asked, Arc::new(body), Caching::Revalidate).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_in_one_language_promises_no_other() {
        let article = Published {
            slug: crate::domain::Slug::parse("a").expect("a slug"),
            updated_at: Timestamp::UNIX_EPOCH,
            languages: vec![Language::Ro],
        };
        let text = String::from_utf8(pages("https://p.ro", &[], &[article]).expect("written")).expect("text");
        assert!(
            text.contains(
                "<url><loc>https://p.ro/app?articleId=a&amp;lang=ro</loc><lastmod>1970-01-01T00:00:00Z</lastmod></url>"
            ),
            "{text}"
        );
    }

    #[test]
    fn too_many_pages_become_an_index() {
        let text = String::from_utf8(index("https://p.ro", 2).expect("written")).expect("text");
        assert!(text.contains("<loc>https://p.ro/sitemap.xml?part=2</loc>") && !text.contains("part=3"), "{text}");
    }

    /// The limits hold for the longest slugs there can be.
    #[test]
    fn a_full_file_stays_below_the_limits() {
        let slug = crate::domain::Slug::parse(&"a".repeat(crate::domain::Slug::MAX_LEN)).expect("a slug");
        let article =
            || Published { slug: slug.clone(), updated_at: Timestamp::UNIX_EPOCH, languages: Language::ALL.to_vec() };
        let articles: Vec<_> = std::iter::repeat_with(article).take(ARTICLES).collect();
        let file = pages("https://a-rather-long-name.example.ro", &[], &articles).expect("written");
        assert!(file.len() < 50 << 20, "{}", file.len());
        assert!(articles.len() * 4 < 50_000, "room for the topics");
    }
}
