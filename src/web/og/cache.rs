//! The cached preview images.

use super::card::PreviewCard;
use crate::web::body::cache::BodyCache;

/// Memory for images of about 50 kB each.
const IMAGES_BYTES: u64 = 24 << 20;

/// The images that are ready.
pub(in crate::web) struct PreviewImages(pub(super) BodyCache<PreviewCard>);

impl PreviewImages {
    pub(in crate::web) fn new() -> Self {
        Self(BodyCache::new(IMAGES_BYTES))
    }
}
