//! Errors of the store. A missing row is `None`, not an error.

use std::path::{Path, PathBuf};
use std::time::Duration;

use deadpool_postgres::{HookError, PoolError};
use tokio_postgres::error::SqlState;

use crate::error::{Error, ErrorCode, Kind};

/// The remedy for a damaged store.
pub const RESTORE_A_BACKUP: &str = "restore a backup with `paragraf backup restore`";

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the store {} is in use by another process", .0.display())]
    Locked(PathBuf),
    #[error("the store {path} was written by a newer version (schema {found}, this one knows {known}); install that version", path = .path.display())]
    Newer { path: PathBuf, found: u32, known: u32 },
    #[error("{} is not a Paragraf store or is damaged; {}", .path.display(), RESTORE_A_BACKUP)]
    Damaged { path: PathBuf, source: anyhow::Error },
    #[error("the record {key} of {table} cannot be read")]
    Corrupt { table: String, key: String, source: serde_json::Error },
    #[error("a record of {table} cannot be written")]
    Unwritable { table: String, source: serde_json::Error },
    #[error("reading or writing the store's file failed")]
    Engine(#[from] redb::Error),
    #[error("the address of the database in store.url or the certificates in store.ca_file cannot be used")]
    Address { source: anyhow::Error },
    #[error("{}", database_problem(.0))]
    Postgres(#[from] tokio_postgres::Error),
    #[error("the database gives no connection")]
    Connection(#[from] PoolError),
    #[error("the database has not answered for {} s", .0.as_secs())]
    Silent(Duration),
    #[error(
        "the database was written by a newer version (schema {found}, this one knows {known}); install that version"
    )]
    NewerDatabase { found: i64, known: i64 },
    #[error("the database was migrated or restored by another process; this one must be started again")]
    Replaced,
    #[error("the database has content already; to replace it, and to end the servers that use it, add --replace")]
    NotEmpty,
    #[error("another process leads now")]
    LeaseLost,
    #[error("the database has no row for its writers; it is not a store")]
    NoWriterRow,
    /// Stops a closure until the rows that it asked for are fetched; no caller sees it.
    #[error("rows are being fetched")]
    NotFetched,
    #[error("reading or writing {} failed", .path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("nothing can be saved at the moment; try again later")]
    Suspended { cause: String, retry_secs: u64 },
    #[error("nothing can be read from the database at the moment; try again later")]
    Unread { cause: String, retry_secs: u64 },
    #[error("the store has stopped")]
    Stopped,
}

impl StoreError {
    /// The message and its causes.
    pub(super) fn with_source(&self) -> String {
        match self.cause() {
            Some(cause) => format!("{self}: {cause}"),
            None => self.to_string(),
        }
    }

    /// What the message leaves open, in one line.
    fn cause(&self) -> Option<String> {
        match (self, self.client_error()) {
            (Self::Suspended { cause, .. } | Self::Unread { cause, .. }, _) => Some(cause.clone()),
            (_, Some(error)) => Some(database_text(error)),
            (Self::Connection(PoolError::Timeout(_)), _) => Some("none was free or made in time".into()),
            _ => Some(chain(std::error::Error::source(self)?)),
        }
    }

    /// The error of the database or of the way to it.
    fn client_error(&self) -> Option<&tokio_postgres::Error> {
        match self {
            Self::Postgres(error)
            | Self::Connection(PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error))) => {
                Some(error)
            }
            _ => None,
        }
    }

    /// What the operator can do about an error of the database.
    fn database_remedy(&self) -> Option<&'static str> {
        let error = self.client_error()?;
        let remedy = match error.code().map(SqlState::code) {
            Some("28000" | "28P01") => "check the user in store.url, store.password, and pg_hba.conf of the database",
            Some("3D000") => "create the database that store.url names, see docs/scale.md",
            Some("3F000") => "create the schema that search_path of the database's user names",
            Some("42501") => "make the user in store.url the owner of the database",
            Some("53300") => {
                "raise max_connections of the database or the limit of its user, or lower store.connections"
            }
            Some("53100") => "free disk space on the host of the database",
            Some(_) => return None,
            None if is_incomplete(error) => "complete store.url, or set store.password",
            None if is_about_tls(error) => "check store.ca_file, and the names in the certificate of the database",
            None => "check the database that store.url names, and the network path to it",
        };
        Some(remedy)
    }

    /// What the operator can do about a disk that takes no writes.
    fn disk_remedy(&self) -> Option<&'static str> {
        let Self::Io { source, .. } = self else { return None };
        match source.kind() {
            std::io::ErrorKind::ReadOnlyFilesystem => Some("mount the disk for writing"),
            std::io::ErrorKind::StorageFull => Some("free space on the disk"),
            _ => None,
        }
    }

    /// Whether a part of the file is damaged, as opposed to a storage that failed.
    pub(super) fn is_damage(&self) -> bool {
        matches!(self, Self::Corrupt { .. } | Self::Engine(redb::Error::Corrupted(_)))
    }

    /// Whether the connection broke, so that nobody knows whether the database did what it was asked.
    pub(in crate::store) fn is_lost_connection(&self) -> bool {
        match self {
            Self::Postgres(error) => error.as_db_error().is_none_or(|error| error.code().code().starts_with("57")),
            Self::Connection(_) | Self::Silent(_) => true,
            _ => false,
        }
    }

    /// Whether the database answers and refuses this program, or its address is incomplete: waiting does not help.
    fn is_refusal(&self) -> bool {
        let Some(error) = self.client_error() else { return false };
        let is_refused = |code: &SqlState| ["28", "3D", "3F", "42"].iter().any(|class| code.code().starts_with(class));
        error.code().map_or_else(|| is_incomplete(error), is_refused)
    }

    /// The error of a file whose records cannot be read while it is opened.
    pub(super) fn or_damaged(self, path: &Path) -> Self {
        if self.is_damage() {
            let source = anyhow::anyhow!("{}", self.with_source());
            return Self::Damaged { path: path.to_owned(), source };
        }
        self
    }

    pub(super) fn opening(path: &Path, error: redb::DatabaseError) -> Self {
        use redb::{DatabaseError, StorageError};
        match error {
            DatabaseError::DatabaseAlreadyOpen => Self::Locked(path.to_owned()),
            DatabaseError::Storage(StorageError::Io(source)) if source.kind() != std::io::ErrorKind::InvalidData => {
                Self::Io { path: path.to_owned(), source }
            }
            other => Self::Damaged { path: path.to_owned(), source: other.into() },
        }
    }

    pub(super) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }
}

fn database_problem(error: &tokio_postgres::Error) -> &'static str {
    match error.as_db_error() {
        Some(_) => "the database refuses a statement",
        None => "the database does not answer",
    }
}

/// What the database says, in one line and without the values of its records; else why it says nothing.
fn database_text(error: &tokio_postgres::Error) -> String {
    let Some(answer) = error.as_db_error() else { return chain(error) };
    let hint = answer.hint().map_or_else(String::new, |hint| format!("; {hint}"));
    format!("{}{hint}", answer.message())
}

/// Whether the address names no host, or a password that is needed is missing. The client shows the kind of its errors
/// only in their text; a test compares it.
fn is_incomplete(error: &tokio_postgres::Error) -> bool {
    error.to_string().starts_with("invalid configuration")
}

fn is_about_tls(error: &tokio_postgres::Error) -> bool {
    error.to_string().starts_with("error performing TLS handshake")
}

/// The message of an error and of its causes. A cause that the message before it repeats is named once.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    for cause in std::iter::successors(error.source(), |cause| cause.source()) {
        let cause = cause.to_string();
        if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

macro_rules! engine_errors {
    ($($kind:ident),*) => {$(
        impl From<redb::$kind> for StoreError {
            fn from(error: redb::$kind) -> Self {
                Self::Engine(error.into())
            }
        }
    )*};
}
engine_errors!(TransactionError, TableError, StorageError, CommitError, DatabaseError);

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let (kind, code) = match &error {
            StoreError::Locked(_) => (Kind::Unavailable, ErrorCode::StoreLocked),
            StoreError::Newer { .. } => (Kind::Conflict, ErrorCode::StoreNewer),
            StoreError::Damaged { .. } => (Kind::Conflict, ErrorCode::StoreDamaged),
            StoreError::Io { .. } => (Kind::Unavailable, ErrorCode::StoreIo),
            error if error.is_refusal() => (Kind::Conflict, ErrorCode::StoreIo),
            StoreError::Suspended { .. }
            | StoreError::Unread { .. }
            | StoreError::Stopped
            | StoreError::Replaced
            | StoreError::LeaseLost
            | StoreError::Postgres(_)
            | StoreError::Connection(_)
            | StoreError::Silent(_)
            | StoreError::NotFetched => (Kind::Unavailable, ErrorCode::Unavailable),
            StoreError::NewerDatabase { .. } => (Kind::Conflict, ErrorCode::StoreNewer),
            StoreError::NotEmpty => (Kind::Conflict, ErrorCode::FileExists),
            StoreError::Address { .. } | StoreError::NoWriterRow => (Kind::Conflict, ErrorCode::StoreIo),
            // The storage failed, or the engine is being started again.
            StoreError::Engine(redb::Error::Io(_) | redb::Error::PreviousIo | redb::Error::DatabaseClosed) => {
                (Kind::Unavailable, ErrorCode::Unavailable)
            }
            // Readers learn no more than of a bug, and the operator what to do.
            error if error.is_damage() => (Kind::Internal, ErrorCode::StoreDamaged),
            StoreError::Corrupt { .. } | StoreError::Unwritable { .. } | StoreError::Engine(_) => {
                (Kind::Internal, ErrorCode::Internal)
            }
        };
        let remedy = if error.is_damage() { format!("; {RESTORE_A_BACKUP}") } else { String::new() };
        let new = Self::new(kind, code, format!("{error}{remedy}"));
        let new = if code == ErrorCode::Unavailable { new.retry_after(1) } else { new };
        let new = match error {
            StoreError::Suspended { retry_secs, .. } | StoreError::Unread { retry_secs, .. } => {
                new.retry_after(retry_secs)
            }
            _ => new,
        };
        match (error.cause(), error.database_remedy().or(error.disk_remedy())) {
            (Some(cause), Some(remedy)) => new.caused_by(anyhow::anyhow!("{cause}; {remedy}")),
            (Some(cause), None) => new.caused_by(anyhow::anyhow!("{cause}")),
            (None, _) => new,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("no object: {0}")]
    struct Repeating(#[source] std::io::Error);

    #[derive(Debug, thiserror::Error)]
    #[error("no connection")]
    struct Outer(#[source] Repeating);

    #[test]
    fn every_cause_is_named_once() {
        let error = Outer(Repeating(std::io::Error::other("refused")));
        assert_eq!(chain(&error), "no connection: no object: refused");
    }

    #[test]
    fn a_disk_that_takes_no_writes_has_a_remedy() {
        let source = std::io::Error::from(std::io::ErrorKind::ReadOnlyFilesystem);
        let error = Error::from(StoreError::Io { path: "a.redb".into(), source });
        assert!(error.chain().ends_with("; mount the disk for writing"), "{}", error.chain());
    }

    /// What a client reports that has this address.
    async fn of_address(address: &str) -> Error {
        let settings: tokio_postgres::Config = address.parse().expect("an address");
        let refused = settings.connect(tokio_postgres::NoTls).await.err().expect("nothing is there");
        StoreError::Connection(PoolError::Backend(refused)).into()
    }

    #[tokio::test]
    async fn an_incomplete_address_is_refused_and_a_silent_host_is_waited_for() {
        let incomplete = of_address("postgres:///paragraf").await;
        assert_eq!((incomplete.kind, incomplete.code), (Kind::Conflict, ErrorCode::StoreIo));
        assert!(incomplete.chain().ends_with("; complete store.url, or set store.password"), "{}", incomplete.chain());
        // Nothing listens there.
        let silent = of_address("postgres://paragraf@127.0.0.1:1/paragraf?connect_timeout=5").await;
        assert_eq!((silent.kind, silent.code), (Kind::Unavailable, ErrorCode::Unavailable));
        let text = silent.chain();
        assert!(text.starts_with("the database gives no connection: error connecting to server: "), "{text}");
        assert!(text.ends_with("; check the database that store.url names, and the network path to it"), "{text}");
    }
}
