//! Removing what several tables hold together.

use super::engine::WriteTx;
use super::error::StoreError;
use super::{articles, notifications, readers};
use crate::domain::Slug;

/// Removes an article with its revisions, counts, marks and notifications. Returns whether it existed.
pub fn article(tx: &WriteTx, slug: &Slug) -> Result<bool, StoreError> {
    readers::remove_article(tx, slug)?;
    notifications::remove_article(tx, slug)?;
    articles::remove(tx, slug)
}
