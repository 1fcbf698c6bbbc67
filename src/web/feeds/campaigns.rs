//! The Atom feed of campaigns.

use jiff::Timestamp;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::atom::{Written, Xml, link, text};
use super::feed::tag;
use crate::domain::Language;
use crate::error::{Error, Result};
use crate::ops::browse::SITE_NAME;
use crate::web::shell::{Site, address, words};
use crate::web::xml::clean;

/// A campaign in one language.
pub(in crate::web) struct CampaignEntry {
    pub id: String,
    pub language: Language,
    pub title: String,
    pub url: String,
    pub at: Timestamp,
    pub summary: String,
    pub html: String,
}

/// Writes the feed; `entries` are given newest first.
pub(in crate::web) fn write(site: &Site, language: Language, entries: &[CampaignEntry]) -> Result<Vec<u8>> {
    let mut xml = Writer::new(Vec::new());
    document(&mut xml, site, language, entries).map_err(|error| Error::internal("writing a feed", error))?;
    Ok(xml.into_inner())
}

fn document(xml: &mut Xml, site: &Site, language: Language, entries: &[CampaignEntry]) -> Written {
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    let root = xml.create_element("feed").with_attribute(("xmlns", "http://www.w3.org/2005/Atom"));
    root.with_attribute(("xml:lang", language.code())).write_inner_content(|xml| {
        let updated = entries.iter().map(|entry| entry.at).max().unwrap_or(Timestamp::UNIX_EPOCH);
        text(xml, "id", &tag(site, &format!("campaigns/{language}")))?;
        text(xml, "title", &format!("{SITE_NAME}: {}", words(language).archive_title))?;
        text(xml, "subtitle", words(language).archive_about)?;
        text(xml, "updated", &updated.to_string())?;
        text(xml, "icon", &format!("{}/favicon.svg", site.public_url))?;
        let own = |language| format!("{}/campaigns.xml?lang={language}", site.public_url);
        link(xml, "self", "application/atom+xml", &own(language), language)?;
        for other in Language::ALL.into_iter().filter(|other| *other != language) {
            link(xml, "alternate", "application/atom+xml", &own(other), other)?;
        }
        link(xml, "alternate", "text/html", &address(&site.public_url, "/campaigns", language), language)?;
        super::atom::author(xml, site)?;
        entries.iter().try_for_each(|entry| write_entry(xml, site, entry))
    })?;
    Ok(())
}

fn write_entry(xml: &mut Xml, site: &Site, entry: &CampaignEntry) -> Written {
    let root = xml.create_element("entry").with_attribute(("xml:lang", entry.language.code()));
    root.write_inner_content(|xml| {
        text(xml, "id", &tag(site, &format!("campaign/{}/{}", entry.id, entry.language)))?;
        text(xml, "title", &entry.title)?;
        link(xml, "alternate", "text/html", &entry.url, entry.language)?;
        text(xml, "published", &entry.at.to_string())?;
        text(xml, "updated", &entry.at.to_string())?;
        text(xml, "summary", &entry.summary)?;
        let content = xml.create_element("content").with_attribute(("type", "html"));
        content.write_text_content(BytesText::new(&clean(&entry.html)))?;
        Ok(())
    })?;
    Ok(())
}
