//! The Atom format (RFC 4287).

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::feed::{Feed, content_html, summary};
use crate::catalogue::ArticleView;
use crate::domain::Language;
use crate::error::{Error, Result};
use crate::ops::browse::SITE_NAME;
use crate::web::shell::Site;
use crate::web::xml::clean;

pub(super) type Xml = Writer<Vec<u8>>;
pub(super) type Written = std::io::Result<()>;

pub(super) fn write(feed: &Feed<'_>) -> Result<Vec<u8>> {
    let mut xml = Writer::new(Vec::new());
    document(&mut xml, feed).map_err(|error| Error::internal("writing a feed", error))?;
    Ok(xml.into_inner())
}

fn document(xml: &mut Xml, feed: &Feed<'_>) -> Written {
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    let root = xml.create_element("feed").with_attribute(("xmlns", "http://www.w3.org/2005/Atom"));
    let root = root.with_attribute(("xml:lang", feed.query.language.code()));
    root.write_inner_content(|xml| {
        text(xml, "id", &feed.id())?;
        text(xml, "title", &feed.title())?;
        text(xml, "subtitle", feed.subtitle())?;
        text(xml, "updated", &feed.updated().to_string())?;
        text(xml, "icon", &format!("{}/favicon.svg", feed.site.public_url))?;
        let own = |language| feed.own_url("feed.xml", language);
        link(xml, "self", "application/atom+xml", &own(feed.query.language), feed.query.language)?;
        for other in Language::ALL.into_iter().filter(|language| *language != feed.query.language) {
            link(xml, "alternate", "application/atom+xml", &own(other), other)?;
        }
        link(xml, "alternate", "text/html", &feed.page_url(), feed.query.language)?;
        author(xml, feed.site)?;
        feed.articles.iter().try_for_each(|article| entry(xml, feed, article))
    })?;
    Ok(())
}

pub(super) fn author(xml: &mut Xml, site: &Site) -> Written {
    let name = if site.developer_name.is_empty() { SITE_NAME } else { &site.developer_name };
    xml.create_element("author").write_inner_content(|xml| {
        text(xml, "name", name)?;
        text(xml, "uri", &format!("{}/", site.public_url))
    })?;
    Ok(())
}

fn entry(xml: &mut Xml, feed: &Feed<'_>, article: &ArticleView<'_>) -> Written {
    let root = xml.create_element("entry").with_attribute(("xml:lang", article.language.code()));
    root.write_inner_content(|xml| {
        text(xml, "id", &feed.article_id(article))?;
        text(xml, "title", article.title)?;
        link(xml, "alternate", "text/html", &feed.article_url(article), article.language)?;
        text(xml, "published", &article.published_at().to_string())?;
        text(xml, "updated", &article.modified_at().to_string())?;
        for term in std::iter::once(article.topic).chain(article.domains.iter().map(String::as_str)) {
            xml.create_element("category").with_attribute(("term", &*clean(term))).write_empty()?;
        }
        text(xml, "summary", &summary(article))?;
        let content = xml.create_element("content").with_attribute(("type", "html"));
        content.write_text_content(BytesText::new(&clean(&content_html(article))))?;
        Ok(())
    })?;
    Ok(())
}

pub(super) fn text(xml: &mut Xml, name: &str, text: &str) -> Written {
    xml.create_element(name).write_text_content(BytesText::new(&clean(text)))?;
    Ok(())
}

pub(super) fn link(xml: &mut Xml, rel: &str, media_type: &str, href: &str, language: Language) -> Written {
    let element = xml.create_element("link").with_attributes([
        ("rel", rel),
        ("type", media_type),
        ("hreflang", language.code()),
        ("href", href),
    ]);
    element.write_empty()?;
    Ok(())
}
