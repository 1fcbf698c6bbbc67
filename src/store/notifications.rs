//! Notifications: which articles wait to be seen by whom.

use redb::TableDefinition;

use super::tx::Table;

/// Key: uid, slug. Value: when and why.
pub(super) const NOTIFICATIONS: Table = TableDefinition::new("notifications");
