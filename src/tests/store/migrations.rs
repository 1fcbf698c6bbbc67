//! Files of earlier versions, brought up to date. The one without an outbox is in `outbox`.

use paragraf::domain::{Slug, Status};
use paragraf::store::verify::verify;
use paragraf::store::{SCHEMA_VERSION, accounts, articles, migrations, outbox, reports, subscribers};

/// `schema-2.redb.zst` was written by the last version that had no accounts; it has three articles,
/// one of them with two revisions and one withdrawn, and two subscribers who are still to be asked.
#[test]
fn a_store_without_accounts_is_brought_up_to_date_and_keeps_what_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("paragraf.redb");
    let old = zstd::decode_all(&include_bytes!("schema-2.redb.zst")[..]).expect("an old store");
    std::fs::write(&path, old).expect("a file");
    for _ in 0..2 {
        let store = super::open(&folder);
        store
            .read_blocking(|tx| {
                assert_eq!(verify(tx)?, []);
                let status = |slug| Ok(articles::get(tx, &Slug::parse(slug).expect("a slug"))?.map(|it| it.status));
                let found = ["salariul-minim", "chirii", "draft"].map(status).into_iter();
                let found = found.collect::<paragraf::error::Result<Vec<_>>>()?;
                assert_eq!(found, [Some(Status::Published), Some(Status::Withdrawn), Some(Status::Draft)]);
                let slug = Slug::parse("salariul-minim").expect("a slug");
                let last = articles::get(tx, &slug)?.expect("the article");
                assert_eq!((last.revision, last.last_seen()), (2, 2), "readers have seen it, so nobody is told anew");
                assert_eq!((subscribers::count(tx)?, outbox::count_queued(tx)?), (2, 2));
                assert_eq!((accounts::count(tx)?, reports::count_open(tx)?), (0, 0));
                Ok(())
            })
            .expect("read");
    }
    assert!(migrations::snapshot_path(&path, 2).exists(), "the old store is kept beside the new one");
    assert!(!migrations::snapshot_path(&path, SCHEMA_VERSION).exists());
}
