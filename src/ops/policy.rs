//! Who may do what: the actors, the actions, and the permission that each action requires.

use std::fmt;

use jiff::Timestamp;
use uuid::Uuid;

use crate::domain::{Role, TenantId, Uid};
use crate::error::{Error, ErrorCode, Kind, Result};

/// The person or program on whose behalf an operation runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// A reader of the public pages who is not signed in.
    Visitor,
    /// The bearer of a valid access token.
    Account(Principal),
    /// A user of the command line, with the user ID of the process.
    Operator { uid: u32 },
    /// The program itself: start-up, demo data, jobs.
    System,
}

/// The verified claims of an access token. Operations check them against the store with `session_check`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    pub uid: Uid,
    pub tenant: TenantId,
    pub session_id: Uuid,
    pub role: Role,
    /// When the token was issued.
    pub issued_at: Timestamp,
    /// When the account last authenticated.
    pub auth_time: Timestamp,
    pub is_guest: bool,
    /// Whether the session was begun or authenticated with a second factor.
    pub has_second_factor: bool,
}

impl Principal {
    /// Whether the token is an operator's, and its session has a second factor.
    fn is_operator(&self) -> bool {
        self.role == Role::Operator && self.has_second_factor
    }
}

impl Actor {
    /// Returns the signed-in account.
    ///
    /// # Errors
    /// `invalid_user_token` for every other actor.
    pub fn principal(&self) -> Result<&Principal> {
        match self {
            Self::Account(principal) => Ok(principal),
            _ => Err(Error::new(Kind::Unauthenticated, ErrorCode::InvalidUserToken, "Sign in first.")),
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

/// The kinds of operations that permissions distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    ReadPublished,
    /// See which issues of the gazette were read.
    ReadCoverage,
    FetchFile,
    Subscribe,
    /// Act on behalf of the address that received a mailed link.
    UseMailLink,
    RecordAnalytics,
    SendReport,
    /// Sign up, sign in, request and use action codes.
    SignIn,
    /// Read and change the actor's own profile, sessions, marks and notifications.
    UseAccount,
    /// Read drafts and withdrawn articles too.
    ReadUnpublished,
    EditArticles,
    /// Read, edit, reject and publish drafts at the desk.
    UseDesk,
    EditTopics,
    EditDuties,
    EditFigures,
    /// Read the acts of official sources and their archived texts.
    ReadSources,
    /// Fetch acts from official sources and store them.
    ImportActs,
    ManageBackups,
    /// Begin and end maintenance.
    ManageServer,
    ReadStatus,
    /// Read and remove the counts.
    ManageAnalytics,
    ReadSubscribers,
    RemoveSubscribers,
    ImportSubscribers,
    /// Read and close reports.
    ManageReports,
    ManageAccounts,
    ReadOutbox,
    SendMail,
    RecordBounces,
    /// Read again what another process changed.
    FollowChanges,
}

/// The actors that may perform an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    Everyone,
    /// Signed-in accounts, for themselves only.
    Account,
    /// Accounts that may use the desk, the operator and the program itself.
    Editor,
    /// The operator at the command line, accounts with the role of operator and a second factor, and the program
    /// itself.
    Operator,
}

impl Action {
    pub fn permission(self) -> Permission {
        match self {
            Self::ReadPublished
            | Self::ReadCoverage
            | Self::FetchFile
            | Self::Subscribe
            | Self::UseMailLink
            | Self::RecordAnalytics
            | Self::SendReport
            | Self::SignIn => Permission::Everyone,
            Self::UseAccount => Permission::Account,
            Self::UseDesk => Permission::Editor,
            Self::ReadUnpublished
            | Self::EditArticles
            | Self::EditTopics
            | Self::EditDuties
            | Self::EditFigures
            | Self::ReadSources
            | Self::ImportActs
            | Self::ManageBackups
            | Self::ManageServer
            | Self::ReadStatus
            | Self::ManageAnalytics
            | Self::ReadSubscribers
            | Self::RemoveSubscribers
            | Self::ImportSubscribers
            | Self::ManageReports
            | Self::ManageAccounts
            | Self::ReadOutbox
            | Self::FollowChanges
            | Self::SendMail
            | Self::RecordBounces => Permission::Operator,
        }
    }
}

/// Checks that the actor may perform the action. Every operation starts with this call; a test enforces it.
///
/// # Errors
/// `invalid_user_token` when the action requires signing in, else `forbidden`.
pub fn authorize(actor: &Actor, action: Action) -> Result<()> {
    match (action.permission(), actor) {
        (Permission::Everyone, _)
        | (Permission::Account, Actor::Account(_))
        | (Permission::Editor | Permission::Operator, Actor::Operator { .. } | Actor::System) => Ok(()),
        (Permission::Editor, Actor::Account(principal)) if principal.role.is_editor() => Ok(()),
        (Permission::Operator, Actor::Account(principal)) if principal.is_operator() => Ok(()),
        (Permission::Account | Permission::Editor, Actor::Visitor) => actor.principal().map(drop),
        (Permission::Account, Actor::Operator { .. } | Actor::System)
        | (Permission::Editor, Actor::Account(_))
        | (Permission::Operator, Actor::Visitor | Actor::Account(_)) => Err(forbidden()),
    }
}

/// The refusal of an action that the actor may not perform.
pub(super) fn forbidden() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::Forbidden, "You may not do this.")
}
