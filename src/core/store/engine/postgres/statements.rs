//! Every SQL statement. None takes an advisory lock, uses an extension, or sends data with a notification, so that
//! engines that only speak the protocol can run them; a test reads this file.

/// Facts about the database, and the row that every writer locks: one writer at a time, whatever the number of
/// processes. `epoch` grows when the content is replaced as a whole, `seq` with each group of changes.
pub(super) const CREATE_WRITER: &str = "CREATE TABLE IF NOT EXISTS paragraf_writer (\
    id integer PRIMARY KEY, schema_version bigint NOT NULL, epoch bigint NOT NULL, seq bigint NOT NULL)";

/// Its name.
pub(in crate::store) const WRITER_TABLE: &str = "paragraf_writer";

pub(super) const INSERT_WRITER: &str = "INSERT INTO paragraf_writer (id, schema_version, epoch, seq) \
    VALUES (1, 0, 1, 0) ON CONFLICT (id) DO NOTHING";

pub(super) const LOCK_WRITER: &str = "SELECT schema_version, epoch, seq FROM paragraf_writer WHERE id = 1 FOR UPDATE";

pub(super) const READ_WRITER: &str = "SELECT schema_version, epoch, seq FROM paragraf_writer WHERE id = 1";

pub(super) const SET_SCHEMA_VERSION: &str = "UPDATE paragraf_writer SET schema_version = $1 WHERE id = 1";

pub(super) const NEXT_EPOCH: &str = "UPDATE paragraf_writer SET epoch = epoch + 1 WHERE id = 1";

/// What changed, in the order of the commits. `writer` and `number` name the group of a process, with which it finds
/// out whether a commit arrived whose answer was lost. `changed` has the checksums of all changed rows, for the rows that
/// other processes keep; it is null in a group of a program that did not note them.
pub(super) const CREATE_CHANGES: &str = "CREATE TABLE IF NOT EXISTS paragraf_changes (\
    seq bigint PRIMARY KEY, writer bytea NOT NULL, number bigint NOT NULL, tables text[] NOT NULL, \
    keys bytea[] NOT NULL, at timestamptz NOT NULL DEFAULT now(), changed bytea)";

/// For a database that was made without it.
pub(super) const ADD_CHANGED: &str = "ALTER TABLE paragraf_changes ADD COLUMN IF NOT EXISTS changed bytea";

/// Whether the newest part of the above is there, with which everything else was made.
pub(super) const IS_PREPARED: &str = "SELECT EXISTS (SELECT 1 FROM information_schema.columns \
    WHERE table_schema = current_schema() AND table_name = 'paragraf_changes' AND column_name = 'changed')";

pub(super) const INDEX_CHANGES: &str =
    "CREATE INDEX IF NOT EXISTS paragraf_changes_group ON paragraf_changes (writer, number)";

pub(super) const ADD_CHANGES: &str = "WITH next AS (\
    UPDATE paragraf_writer SET seq = seq + 1 WHERE id = 1 RETURNING seq) \
    INSERT INTO paragraf_changes (seq, writer, number, tables, keys, changed) SELECT seq, $1, $2, $3, $4, $5 FROM next";

pub(super) const NOTED_SINCE: &str = "SELECT changed FROM paragraf_changes WHERE seq > $1 ORDER BY seq LIMIT $2";

pub(super) const FIND_GROUP: &str = "SELECT seq FROM paragraf_changes WHERE writer = $1 AND number = $2";

pub(super) const READ_CHANGES: &str =
    "SELECT seq, writer, tables, keys, number FROM paragraf_changes WHERE seq > $1 ORDER BY seq LIMIT $2";

/// The group that made a change.
pub(super) const READ_GROUP: &str = "SELECT writer, number FROM paragraf_changes WHERE seq = $1";

pub(super) const PRUNE_CHANGES: &str = "DELETE FROM paragraf_changes WHERE at < now() - interval '1 hour'";

/// Wakes the listeners; the channel belongs to the schema.
pub(super) const NOTIFY: &str = "SELECT pg_notify('paragraf_' || current_schema(), '')";

pub(super) const CHANNEL: &str = "SELECT 'paragraf_' || current_schema()";

/// Settings of each connection. A process that stops in a transaction blocks the other writers no longer than the first;
/// it is longer than the pause of a collection of garbage or of a busy machine, see `docs/scale.md`. That a table exists
/// already is no news.
pub(super) const SESSION_SETTINGS: &str = "SET idle_in_transaction_session_timeout = 15000; \
    SET lock_timeout = 20000; SET statement_timeout = 60000; SET client_min_messages = warning";

pub(super) const BEGIN_SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// A snapshot may wait for its reader, which sends a long list to a client; it blocks nobody.
pub(super) const SNAPSHOT_PATIENCE: &str = "SET LOCAL idle_in_transaction_session_timeout = '15min'";

/// Each statement after the lock sees what earlier writers committed.
pub(super) const BEGIN_WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED";

pub(super) const COMMIT: &str = "COMMIT";

pub(super) const ROLLBACK: &str = "ROLLBACK";

/// What the operator should know of the database. A distributed engine may lack these views: then the operator reads
/// that they are missing, and nothing else depends on them. Counts of connections and standbys need no special right,
/// the state of a standby does.
pub(super) const FACTS: &str = "SELECT current_setting('server_version'), \
    (SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()), \
    (SELECT coalesce(sum(numbackends), 0)::bigint FROM pg_stat_database), \
    current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint, \
    (SELECT count(*) FROM pg_stat_activity WHERE usename = current_user), \
    (SELECT rolconnlimit::bigint FROM pg_roles WHERE rolname = current_user), \
    pg_database_size(current_database()), \
    current_setting('synchronous_commit'), current_setting('synchronous_standby_names'), \
    (SELECT count(*) FROM pg_stat_replication), \
    (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')), \
    (SELECT count(*) FROM pg_stat_replication WHERE sync_state IS NULL)";

/// `on` on a host that takes no writes.
pub(super) const IS_READ_ONLY: &str = "SHOW transaction_read_only";

pub(super) const STARTED_AT: &str = "SELECT pg_postmaster_start_time()::text";

/// The tables of the schema.
pub(super) const TABLE_NAMES: &str =
    "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()";

pub(super) fn listen(channel: &str) -> String {
    format!("LISTEN \"{}\"", channel.replace('"', "\"\""))
}

pub(super) fn create_table(table: &str) -> String {
    format!("CREATE TABLE IF NOT EXISTS \"{table}\" (k bytea PRIMARY KEY, v bytea NOT NULL)")
}

pub(super) fn rows_with_keys(table: &str) -> String {
    format!("SELECT k, v FROM \"{table}\" WHERE k = ANY($1)")
}

/// The page of a table; `$1` its start, `$2` its limit, `$3` its end if it has one.
pub(super) fn page(table: &str, has_end: bool, is_descending: bool) -> String {
    let end = if has_end { " AND k < $3" } else { "" };
    let order = if is_descending { " DESC" } else { "" };
    format!("SELECT k, v FROM \"{table}\" WHERE k >= $1{end} ORDER BY k{order} LIMIT $2")
}

pub(super) fn count(table: &str) -> String {
    format!("SELECT count(*) FROM \"{table}\"")
}

pub(super) fn put_rows(table: &str) -> String {
    format!(
        "INSERT INTO \"{table}\" (k, v) SELECT * FROM unnest($1::bytea[], $2::bytea[]) \
         ON CONFLICT (k) DO UPDATE SET v = excluded.v"
    )
}

pub(super) fn delete_rows(table: &str) -> String {
    format!("DELETE FROM \"{table}\" WHERE k = ANY($1)")
}

pub(super) fn delete_all(table: &str) -> String {
    format!("DELETE FROM \"{table}\"")
}

pub(super) fn delete_range(table: &str) -> String {
    format!("DELETE FROM \"{table}\" WHERE k >= $1 AND k < $2")
}
