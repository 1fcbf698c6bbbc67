//! The Atom feed of campaigns.

use jiff::Timestamp;

use super::atom::{FeedEntry, FeedHead, write_feed};
use super::feed::tag;
use crate::domain::Language;
use crate::error::Result;
use crate::ops::browse::SITE_NAME;
use crate::web::shell::{Site, address, words};

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

/// Writes the feed; `campaigns` are given newest first.
pub(in crate::web) fn write(site: &Site, language: Language, campaigns: &[CampaignEntry]) -> Result<Vec<u8>> {
    let words = words(language);
    let head = FeedHead {
        language,
        id: tag(site, &format!("campaigns/{language}")),
        title: format!("{SITE_NAME}: {}", words.archive_title),
        subtitle: words.archive_about,
        updated: campaigns.iter().map(|campaign| campaign.at).max().unwrap_or(Timestamp::UNIX_EPOCH),
        own_url: &|language| format!("{}/campaigns.xml?lang={language}", site.public_url),
        page_url: address(&site.public_url, "/campaigns", language),
    };
    write_feed(site, &head, campaigns.iter().map(|campaign| entry(site, campaign)))
}

fn entry<'a>(site: &Site, campaign: &'a CampaignEntry) -> FeedEntry<'a> {
    FeedEntry {
        language: campaign.language,
        id: tag(site, &format!("campaign/{}/{}", campaign.id, campaign.language)),
        title: &campaign.title,
        url: campaign.url.clone(),
        published: campaign.at,
        updated: campaign.at,
        categories: vec![],
        summary: campaign.summary.clone(),
        html: campaign.html.clone(),
    }
}
