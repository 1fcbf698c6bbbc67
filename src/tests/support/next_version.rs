//! A later version of this program: it knows one more step of the schema.

use paragraf::clock::Clock;
use paragraf::domain::Slug;
use paragraf::store::articles::{self, ArticleRecord};
use paragraf::store::{Migration, PostgresConfig, Store, StoreError, WriteTx, schema_version};

use super::articles::{article, next_revision};

/// Opens the database as the later version does, which migrates it.
pub fn connect(url: &str) -> Result<Store, StoreError> {
    let config = PostgresConfig::new(url, "", None, 4)?;
    let step = Migration::new(schema_version() + 1, "one more revision", add_revision);
    Store::connect_as(config, &Clock::System, Box::leak(Box::new([step])))
}

/// The article that the step adds; each run of the step would add a revision.
pub fn added(store: &Store) -> Option<ArticleRecord> {
    store.read_blocking(|tx| Ok(articles::get(tx, &slug())?)).expect("a read")
}

fn slug() -> Slug {
    Slug::parse("added-by-a-migration").expect("a slug")
}

fn add_revision(tx: &WriteTx) -> Result<(), StoreError> {
    let before = articles::get(tx, &slug())?;
    let record = next_revision(before.as_ref(), article(slug().as_str()), jiff::Timestamp::UNIX_EPOCH);
    articles::put(tx, before.as_ref(), &record)
}
