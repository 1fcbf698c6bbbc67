//! The state that all handlers share.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::articles::cache::ArticleBodies;
use super::body::Body;
use super::calendars::cache::Calendars;
use super::campaigns::cache::Campaigns;
use super::event_streams::Streams;
use super::feeds::cache::Feeds;
use super::legal::Legal;
use super::og::cache::PreviewImages;
use super::pages::cache::Pages;
use super::proof::Proofs;
use super::ready_bodies::ReadyBodies;
use super::shell::Site;
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
    pub(super) bodies: ReadyBodies,
    pub(super) feeds: Feeds,
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
            bodies: ReadyBodies::new(),
            feeds: Feeds::new(),
            preview_images: PreviewImages::new(),
            site: Site::new(&app, public_url),
            openapi: Arc::new(openapi),
            proofs: Proofs::new(),
            streams: Streams::new(),
            app,
        })
    }

    /// The generation of the catalogue. Read it before content, which is then at least as new.
    pub(super) fn catalogue_generation(&self) -> u64 {
        self.app.catalogue.peek(|snapshot| snapshot.generation)
    }

    /// The generations of the catalogue, the amendments, the acts and the sources. Read them before content, which is
    /// then at least as new.
    pub(super) fn generations(&self) -> [u64; 4] {
        let amendments = self.app.amendments_generation.load(Ordering::Acquire);
        let acts = self.app.catalogue.acts_generation();
        let sources = self.app.sources_generation.load(Ordering::Acquire);
        [self.catalogue_generation(), amendments, acts, sources]
    }
}
