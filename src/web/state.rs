//! The state that all handlers share.

use std::sync::Arc;

use super::articles::cache::ArticleBodies;
use super::body::Body;
use super::calendars::cache::Calendars;
use super::campaigns::cache::Campaigns;
use super::coverage_cache::CoverageBody;
use super::event_streams::Streams;
use super::feeds::cache::Feeds;
use super::legal::Legal;
use super::og::cache::PreviewImages;
use super::page_cache::Pages;
use super::proof::Proofs;
use super::shell::Site;
use super::sitemap_cache::Sitemaps;
use crate::app::App;
use crate::error::Result;
use crate::ops::Actor;

/// The actor of a request without an access token.
pub(super) const VISITOR: Actor = Actor::Visitor;

/// State that the handlers share.
pub(super) struct Web {
    pub(super) app: Arc<App>,
    pub(super) site: Site,
    pub(super) pages: Pages,
    pub(super) article_bodies: ArticleBodies,
    pub(super) calendars: Calendars,
    pub(super) legal: Legal,
    pub(super) campaigns: Campaigns,
    pub(super) coverage: CoverageBody,
    pub(super) feeds: Feeds,
    pub(super) sitemaps: Sitemaps,
    pub(super) preview_images: PreviewImages,
    pub(super) openapi: Arc<Body>,
    pub(super) proofs: Proofs,
    pub(super) streams: Arc<Streams>,
}

impl Web {
    pub(super) fn new(app: Arc<App>, public_url: String, openapi: Body) -> Result<Self> {
        Ok(Self {
            pages: Pages::new()?,
            article_bodies: ArticleBodies::new(),
            calendars: Calendars::new(),
            legal: Legal::load(&app.config, &public_url)?,
            campaigns: Campaigns::new(),
            coverage: CoverageBody::new(),
            feeds: Feeds::new(),
            sitemaps: Sitemaps::new(),
            preview_images: PreviewImages::new(),
            site: Site::new(&app.config, public_url, app.demo),
            openapi: Arc::new(openapi),
            proofs: Proofs::new(),
            streams: Streams::new(),
            app,
        })
    }
}
