//! The store: group commit, claims, copies, refusals, rules of its source.

mod campaigns;
mod damage;
mod files;
mod group_commit;
mod kept_rows;
mod long_closures;
mod lost_answers;
mod outage;
mod outbox;
mod people;
mod postgres;
mod power_cut;
mod records;
mod released;
mod rewrite;
mod rules;
mod silent_hosts;
mod snapshot;
mod update;

use paragraf::clock::Clock;
use paragraf::domain::{Article, Slug};
use paragraf::error::Result;
use paragraf::store::{Reading, Store, WriteTx, articles};

use crate::support::articles::next_revision;

/// A store in a folder of its own.
pub fn open(folder: &tempfile::TempDir) -> Store {
    Store::open(&folder.path().join("paragraf.redb"), 4 << 20, &Clock::System).expect("a store")
}

/// Stores the article as its next revision.
pub fn put(tx: &WriteTx, article: &Article) -> Result<()> {
    let before = articles::get(tx, &article.slug)?;
    let record = next_revision(before.as_ref(), article.clone(), jiff::Timestamp::UNIX_EPOCH);
    Ok(articles::put(tx, before.as_ref(), &record)?)
}

pub fn has(tx: &dyn Reading, slug: &str) -> Result<bool> {
    Ok(articles::get(tx, &Slug::parse(slug).expect("a slug"))?.is_some())
}
