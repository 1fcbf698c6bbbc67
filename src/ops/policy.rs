//! Who may do what, in one table.

use std::fmt;

use jiff::Timestamp;
use uuid::Uuid;

use crate::domain::{Role, Uid};
use crate::error::{Error, Kind, Result};

/// Who acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// Somebody on the public pages, not signed in.
    Visitor,
    /// Somebody with a valid access token.
    Account(Principal),
    /// Somebody at the command line of the machine, known by the user id of the process.
    Operator { uid: u32 },
    /// The program itself: start-up, demo data, jobs.
    System,
}

/// What an access token says of its bearer. Whether that is still so, the operation asks the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    pub uid: Uid,
    pub session_id: Uuid,
    pub role: Role,
    /// When the token was made.
    pub issued_at: Timestamp,
    /// When its bearer last proved who they are.
    pub auth_time: Timestamp,
}

impl Actor {
    /// The one account that acts.
    ///
    /// Errors: `invalid_user_token` when nobody is signed in.
    pub fn principal(&self) -> Result<&Principal> {
        match self {
            Self::Account(principal) => Ok(principal),
            _ => Err(Error::new(Kind::Unauthenticated, "invalid_user_token", "Sign in first.")),
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Visitor => f.write_str("visitor"),
            Self::Account(principal) => write!(f, "account:{}", principal.uid),
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
    /// Act for the address that a mailed link was sent to.
    UseLink,
    RecordAnalytics,
    ReadEverything,
    ChangeArticles,
    ChangeTopics,
    KeepBackups,
    ReadStatus,
    ReadAnalytics,
    ReadSubscribers,
    RemoveSubscribers,
    ImportSubscribers,
    /// Sign up, sign in, ask for and use action codes.
    SignIn,
    /// What is one's own: profile, sessions, marks, notifications.
    UseAccount,
    SendReport,
    ReadReports,
    ManageAccounts,
    ReadOutbox,
    SendMail,
    /// Say which mails came back.
    TakeBounces,
}

/// Allows or refuses; the first line of every operation.
pub fn allow(actor: &Actor, action: Action) -> Result<()> {
    use Action::{
        ChangeArticles, ChangeTopics, FetchFile, ImportSubscribers, KeepBackups, ManageAccounts, ReadAnalytics,
        ReadEverything, ReadOutbox, ReadPublished, ReadReports, ReadStatus, ReadSubscribers, RecordAnalytics,
        RemoveSubscribers, SendMail, SendReport, SignIn, Subscribe, TakeBounces, UseAccount, UseLink,
    };
    let allowed = match (actor, action) {
        (Actor::System | Actor::Operator { .. }, action) => action != UseAccount,
        (_, ReadPublished | FetchFile | Subscribe | UseLink | RecordAnalytics | SignIn | SendReport) => true,
        (Actor::Account(_), UseAccount) => true,
        (Actor::Visitor, UseAccount) => return actor.principal().map(|_| ()),
        (
            _,
            ReadEverything | ChangeArticles | ChangeTopics | KeepBackups | ReadStatus | ReadAnalytics | ReadSubscribers
            | RemoveSubscribers | ImportSubscribers | ReadReports | ManageAccounts | ReadOutbox | SendMail
            | TakeBounces,
        ) => false,
    };
    if allowed { Ok(()) } else { Err(Error::new(Kind::Forbidden, "forbidden", "You may not do this.")) }
}
