//! What readers reported about articles.

use redb::TableDefinition;

use super::tx::Table;

/// Key: the id's 16 bytes, which sort by time.
pub(super) const REPORTS: Table = TableDefinition::new("reports");
