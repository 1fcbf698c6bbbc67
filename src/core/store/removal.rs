//! Removal of records that several tables hold together.

use super::engine::WriteTx;
use super::error::StoreError;
use super::{
    articles, concern_notices, desk, done_steps, draft_reasons, explanations, marks, notifications, read_notifications,
    saved_searches,
};
use crate::domain::Slug;

/// Removes an article and its rows in all tables, except the reports about it. Returns whether it existed.
pub fn article(tx: &WriteTx, slug: &Slug) -> Result<bool, StoreError> {
    marks::remove_article(tx, slug)?;
    done_steps::remove_article(tx, slug)?;
    draft_reasons::remove(tx, slug)?;
    notifications::remove_article(tx, slug)?;
    read_notifications::remove_article(tx, slug)?;
    saved_searches::remove_article(tx, slug)?;
    concern_notices::remove(tx, slug)?;
    explanations::remove_article(tx, slug)?;
    desk::remove_article(tx, slug)?;
    articles::remove(tx, slug)
}
