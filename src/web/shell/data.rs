//! Structured data of a page: schema.org as JSON-LD.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::address::{act_path, address, article_path, image_url};
use super::site::Site;
use crate::catalogue::ArticleView;
use crate::domain::Language;
use crate::domain::act::Act;
use crate::ops::act_pages::ActPage;
use crate::ops::browse::SITE_NAME;

/// A data block, which browsers do not run and the content security policy allows.
///
/// Characters that could end the element are written as JSON escapes.
pub(super) fn script(value: &Value) -> Markup {
    let json = value.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
    html! { script type="application/ld+json" { (PreEscaped(json)) } }
}

fn organization(site: &Site) -> Value {
    let mut organization = json!({
        "@type": "Organization",
        "@id": format!("{}/#organization", site.public_url),
        "name": site.publisher(),
        "url": format!("{}/", site.public_url),
        "logo": format!("{}/favicon.svg", site.public_url),
    });
    for (key, value) in [("email", &site.contact_email), ("telephone", &site.contact_phone)] {
        if !value.is_empty() {
            organization[key] = json!(value);
        }
    }
    organization
}

/// The site itself, with its search.
pub(super) fn website(site: &Site, language: Language, description: &str) -> Vec<Value> {
    let path = "/app?screen=search&q={search_term_string}";
    let target = address(&site.public_url, path, language);
    let mut organization = organization(site);
    organization["@context"] = json!("https://schema.org");
    let website = json!({
        "@context": "https://schema.org",
        "@type": "WebSite",
        "@id": format!("{}/#website", site.public_url),
        "name": SITE_NAME,
        "url": format!("{}/", site.public_url),
        "description": description,
        "inLanguage": Language::ALL.map(Language::code),
        "publisher": { "@id": organization["@id"] },
        "potentialAction": {
            "@type": "SearchAction",
            "target": { "@type": "EntryPoint", "urlTemplate": target },
            "query-input": "required name=search_term_string",
        },
    });
    vec![website, organization]
}

/// An article and the legal text it is about.
pub(super) fn article(site: &Site, article: &ArticleView<'_>, description: &str) -> Value {
    let url = address(&site.public_url, &article_path(article.slug.as_str()), article.language);
    let publisher = organization(site);
    let mut value = json!({
        "@context": "https://schema.org",
        "@type": "Article",
        "headline": article.title,
        "description": description,
        "inLanguage": article.language.code(),
        "dateModified": article.modified_at().to_string(),
        "image": image_url(&site.public_url, Some(article.slug.as_str()), article.language),
        "mainEntityOfPage": url,
        "isAccessibleForFree": true,
        "keywords": article.domains,
        "author": publisher,
        "publisher": publisher,
    });
    if let Some(day) = article.publication_day() {
        value["datePublished"] = json!(day.to_string());
    }
    if let Some(legislation) = legislation(article) {
        value["about"] = legislation;
    }
    value
}

/// An act, with the address of its page.
pub(super) fn act(site: &Site, page: &ActPage, language: Language) -> Value {
    let mut value = act_value(&page.act, language);
    value["@context"] = json!("https://schema.org");
    value["mainEntityOfPage"] = json!(address(&site.public_url, &act_path(&page.id), language));
    if let Some(title) = &page.facts.title {
        value["alternateName"] = json!(title);
    }
    if let Some(day) = page.facts.date {
        value["legislationDate"] = json!(day.to_string());
    }
    if let Some(gazette) = &page.facts.gazette {
        value["datePublished"] = json!(gazette.date.to_string());
    }
    value
}

fn legislation(article: &ArticleView<'_>) -> Option<Value> {
    let mut value = act_value(article.act?, article.language);
    if let Some(gazette) = article.gazette {
        value["datePublished"] = json!(gazette.date.to_string());
    }
    if let Some(source) = official_text(article) {
        value["url"] = json!(source);
    }
    Some(value)
}

fn act_value(act: &Act, language: Language) -> Value {
    let citation = act.citation(language);
    // Acts of the Union reach Romania, but do not come from it.
    let jurisdiction = if act.kind.ends_with(" UE") { "EU" } else { "RO" };
    let mut value = json!({
        "@type": "Legislation",
        "name": citation,
        "legislationIdentifier": citation,
        "legislationType": act.kind,
        // The citation has only the year of adoption.
        "legislationDate": act.year.to_string(),
        "legislationJurisdiction": jurisdiction,
    });
    if let Some(issuer) = &act.issuer {
        value["legislationPassedBy"] = json!({ "@type": "Organization", "name": issuer });
    }
    value
}

/// The URL of the official text.
fn official_text<'a>(article: &ArticleView<'a>) -> Option<&'a str> {
    let mut official = article.sources.iter().filter(|source| source.is_official());
    official.find(|source| source.url.starts_with("https://")).map(|source| source.url.as_str())
}
