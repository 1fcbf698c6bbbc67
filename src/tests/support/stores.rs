//! Stores of tests: in memory, or in a schema of PostgreSQL with `PARAGRAF_TEST_STORE=postgres`.

use paragraf::clock::Clock;
use paragraf::store::Store;

use super::postgres;

/// The variable that chooses the engine, and its value for PostgreSQL.
pub const CHOICE: &str = "PARAGRAF_TEST_STORE";
pub const POSTGRES: &str = "postgres";

/// Whether the tests run on PostgreSQL.
pub fn are_shared() -> bool {
    std::env::var_os(CHOICE).is_some_and(|choice| choice == POSTGRES)
}

/// An empty store.
pub fn empty(clock: &Clock) -> Store {
    let store = if are_shared() { Store::connect(postgres::schema(), clock) } else { Store::in_memory(clock) };
    store.expect("a store")
}
