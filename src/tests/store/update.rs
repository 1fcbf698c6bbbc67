//! Two versions of the program, whose schemas differ, on one database.

use paragraf::clock::Clock;
use paragraf::store::verify::verify;
use paragraf::store::{PostgresConfig, Store};

use super::{has, put};
use crate::support::articles::article;
use crate::support::{next_version, postgres};

fn connect(url: &str) -> Result<Store, paragraf::store::StoreError> {
    Store::connect(PostgresConfig::new(url, "", None, 4)?, &Clock::System)
}

#[test]
fn eight_later_versions_migrate_a_database_once_and_the_old_one_reads_on() {
    let url = postgres::url();
    let old = connect(&url).expect("a store");
    old.write_blocking(|tx| put(tx, &article("before"))).expect("a commit");
    let later: Vec<Store> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..8).map(|_| scope.spawn(|| next_version::connect(&url))).collect();
        starts.into_iter().map(|start| start.join().expect("no panic").expect("a start")).collect()
    });
    assert!(later.iter().all(|store| next_version::added(store).is_some_and(|added| added.revision == 1)));

    old.write_blocking(|tx| put(tx, &article("late"))).expect_err("a refusal");
    old.require_current().expect_err("it must end");
    assert!(old.read_blocking(|tx| has(tx, "before")).expect("a read"));
    let refused = connect(&url).err().expect("a refusal").to_string();
    assert!(refused.contains("newer version"), "{refused}");

    later[7].write_blocking(|tx| put(tx, &article("after"))).expect("a commit");
    let found = later[0].read_blocking(|tx| Ok(["before", "late", "after"].map(|slug| has(tx, slug))));
    assert_eq!(found.expect("a read").map(|found| found.expect("a read")), [true, false, true]);
    assert_eq!(later[0].read_blocking(|tx| Ok(verify(tx)?)).expect("a verification"), []);
}
