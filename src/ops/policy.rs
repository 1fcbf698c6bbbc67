//! Who may do what, in one table.

use std::fmt;

use crate::error::{Error, Kind, Result};

/// Who acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// Somebody on the public pages, not signed in.
    Visitor,
    /// Somebody at the command line of the machine, known by the user id of the process.
    Operator { uid: u32 },
    /// The program itself: start-up, demo data, jobs.
    System,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Visitor => f.write_str("visitor"),
            Self::Operator { uid } => write!(f, "operator:{uid}"),
            Self::System => f.write_str("system"),
        }
    }
}

/// What somebody wants to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    ReadPublished,
    FetchFile,
    Subscribe,
    RecordAnalytics,
    ReadEverything,
    ChangeArticles,
    ChangeTopics,
    KeepBackups,
    ReadStatus,
    ReadAnalytics,
    ReadSubscribers,
    RemoveSubscribers,
}

/// Allows or refuses; the first line of every operation.
pub fn allow(actor: &Actor, action: Action) -> Result<()> {
    use Action::{
        ChangeArticles, ChangeTopics, FetchFile, KeepBackups, ReadAnalytics, ReadEverything, ReadPublished, ReadStatus,
        ReadSubscribers, RecordAnalytics, RemoveSubscribers, Subscribe,
    };
    let allowed = match (actor, action) {
        (Actor::System | Actor::Operator { .. }, _) => true,
        (Actor::Visitor, ReadPublished | FetchFile | Subscribe | RecordAnalytics) => true,
        (
            Actor::Visitor,
            ReadEverything | ChangeArticles | ChangeTopics | KeepBackups | ReadStatus | ReadAnalytics | ReadSubscribers
            | RemoveSubscribers,
        ) => false,
    };
    if allowed { Ok(()) } else { Err(Error::new(Kind::Forbidden, "forbidden", "You may not do this.")) }
}
