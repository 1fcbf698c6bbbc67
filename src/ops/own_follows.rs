//! Reading what an account follows.

use jiff::Timestamp;

use crate::domain::Uid;
use crate::domain::follow::FollowSettings;
use crate::error::Result;
use crate::store::marks::{self, Mark};
use crate::store::{Reading, follow_settings};

/// Something that the account follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Follow {
    /// A topic's id, or a name with one of the prefixes of `domain::follow`.
    pub name: String,
    pub since: Timestamp,
    pub settings: FollowSettings,
}

/// Lists what the account follows, newest first.
pub(in crate::ops) fn all(tx: &dyn Reading, uid: &Uid) -> Result<Vec<Follow>> {
    let mut settings = follow_settings::of(tx, uid)?;
    let follow = |(name, since): (String, Timestamp)| {
        let settings = settings.remove(&name).unwrap_or_default();
        Follow { name, since, settings }
    };
    Ok(marks::of(tx, Mark::Follow, uid)?.into_iter().map(follow).collect())
}
