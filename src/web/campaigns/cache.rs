//! The cached pages and feed of campaigns.

use crate::domain::{CampaignId, Language};
use crate::web::body::cache::BodyCache;

/// Memory for filled pages.
const PAGES_BYTES: u64 = 8 << 20;

/// A page or feed; missing campaigns are not cached, so there are few.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum CampaignPage {
    Archive,
    Feed,
    One(CampaignId),
}

/// The finished pages, by the generations of catalogue and campaigns.
pub(in crate::web) struct Campaigns(pub(super) BodyCache<(u64, u64, Language, CampaignPage)>);

impl Campaigns {
    pub(in crate::web) fn new() -> Self {
        Self(BodyCache::new(PAGES_BYTES))
    }
}
