//! Errors of the store. A missing row is `None`, not an error.

use std::path::{Path, PathBuf};

use deadpool_postgres::PoolError;

use crate::error::{Error, ErrorCode, Kind};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the store {} is in use by another process", .0.display())]
    Locked(PathBuf),
    #[error("the store {path} was written by a newer version (schema {found}, this one knows {known}); install that version", path = .path.display())]
    Newer { path: PathBuf, found: u32, known: u32 },
    #[error("{} is not a Paragraf store or is damaged; restore a backup with `paragraf backup restore`", .path.display())]
    Damaged { path: PathBuf, source: anyhow::Error },
    #[error("the record {key} of {table} cannot be read")]
    Corrupt { table: String, key: String, source: serde_json::Error },
    #[error("a record of {table} cannot be written")]
    Unwritable { table: String, source: serde_json::Error },
    #[error("reading or writing the store's file failed")]
    Engine(#[from] redb::Error),
    #[error("the address of the database in store.url or the certificates in store.ca_file cannot be used")]
    Address { source: anyhow::Error },
    #[error("the database does not answer")]
    Postgres(#[from] tokio_postgres::Error),
    #[error("the database gives no connection")]
    Connection(#[from] PoolError),
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
    #[error("the store has stopped")]
    Stopped,
}

impl StoreError {
    /// The message and its causes.
    pub(super) fn with_source(&self) -> String {
        match std::error::Error::source(self) {
            Some(source) => format!("{self}: {}", chain(source)),
            None => self.to_string(),
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
            Self::Connection(_) => true,
            _ => false,
        }
    }

    /// Whether the database answers and refuses this program: waiting does not help.
    fn is_refusal(&self) -> bool {
        let refused = |error: &tokio_postgres::Error| {
            error.code().is_some_and(|code| ["28", "3D", "42"].iter().any(|class| code.code().starts_with(class)))
        };
        match self {
            Self::Postgres(error) | Self::Connection(PoolError::Backend(error)) => refused(error),
            _ => false,
        }
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
            | StoreError::Stopped
            | StoreError::Replaced
            | StoreError::LeaseLost
            | StoreError::Postgres(_)
            | StoreError::Connection(_)
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
        let remedy = if error.is_damage() { "; restore a backup with `paragraf backup restore`" } else { "" };
        let new = Self::new(kind, code, format!("{error}{remedy}"));
        let new = if code == ErrorCode::Unavailable { new.retry_after(1) } else { new };
        match (&error, std::error::Error::source(&error)) {
            (StoreError::Suspended { cause, retry_secs }, _) => {
                new.retry_after(*retry_secs).caused_by(anyhow::anyhow!("{cause}"))
            }
            (_, Some(source)) => new.caused_by(anyhow::anyhow!("{}", chain(source))),
            (_, None) => new,
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
}
