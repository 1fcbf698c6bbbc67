//! The cached preview images.

use tokio::sync::Semaphore;

use super::card::PreviewCard;
use crate::web::body::BodyCache;

/// Memory for images of about 50 kB each.
const IMAGES_BYTES: u64 = 24 << 20;

/// Most requests that wait for rendering, so that they do not hold up readers.
const MAX_WAITING: usize = 64;

/// The images that are ready, and the queue for others.
pub(in crate::web) struct PreviewImages {
    pub(super) ready: BodyCache<PreviewCard>,
    pub(super) waiting: Semaphore,
}

impl PreviewImages {
    pub(in crate::web) fn new() -> Self {
        Self { ready: BodyCache::new(IMAGES_BYTES), waiting: Semaphore::new(MAX_WAITING) }
    }
}
