//! What readers marked: likes, bookmarks, followed topics, tracked articles.

use redb::TableDefinition;

use super::tx::Table;

/// Key: uid, slug. Value: the instant.
pub(super) const LIKES: Table = TableDefinition::new("likes");
/// Key: uid, slug. Value: the instant.
pub(super) const BOOKMARKS: Table = TableDefinition::new("bookmarks");
/// Key: uid, topic id or `domain:` with a domain's folded text. Value: the instant.
pub(super) const FOLLOWS: Table = TableDefinition::new("follows");
/// Key: topic, NUL, uid. Value: nothing. Index of `FOLLOWS`.
pub(super) const FOLLOWERS: Table = TableDefinition::new("followers");
/// Key: uid, slug. Value: the instant.
pub(super) const TRACKED: Table = TableDefinition::new("tracked_articles");
/// Key: slug, NUL, uid. Value: nothing. Index of `TRACKED`.
pub(super) const TRACKERS: Table = TableDefinition::new("trackers");
