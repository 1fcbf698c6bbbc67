//! Tests of typed tables.

use super::super::Store;
use super::*;
use crate::clock::Clock;
use crate::domain::Slug;

const NUMBERS: Table<(String, u32), u32> = Table::new("analytics");

/// A store with rows `a 0` to `a 999`, `a-b 0` and `b 0`.
fn numbers() -> Store {
    let store = Store::in_memory(&Clock::System).expect("a store");
    let write = store.write_blocking(|tx| {
        for number in 0..1000_u32 {
            NUMBERS.put(tx, &("a", &number), &number)?;
        }
        NUMBERS.put(tx, &("a-b", &0), &1)?;
        Ok(NUMBERS.put(tx, &("b", &0), &2)?)
    });
    write.expect("a write");
    store
}

fn read<T>(store: &Store, read: impl FnOnce(&ReadTx) -> Result<T, StoreError>) -> T {
    store.read_blocking(|tx| Ok(read(tx)?)).expect("a read")
}

fn values(scan: impl Iterator<Item = Result<((String, u32), u32), StoreError>>) -> Result<Vec<u32>, StoreError> {
    scan.map(|row| Ok(row?.1)).collect()
}

#[test]
fn a_scan_returns_the_rows_of_its_range_in_either_order() {
    let store = numbers();
    let all: Vec<u32> = (0..1000).collect();
    let back: Vec<u32> = (0..1000).rev().collect();
    assert_eq!(read(&store, |tx| values(NUMBERS.scan(tx, KeyRange::prefix("a")))), all);
    assert_eq!(read(&store, |tx| values(NUMBERS.scan_back(tx, KeyRange::prefix("a")))), back);
    let late = |tx: &ReadTx| values(NUMBERS.scan(tx, KeyRange::prefix("a").after(&("a", &997_u32))));
    assert_eq!(read(&store, late), [998, 999]);
    assert_eq!(read(&store, |tx| values(NUMBERS.scan(tx, KeyRange::between("a-b", "b")))), [1]);
    assert_eq!(read(&store, |tx| values(NUMBERS.scan(tx, KeyRange::between("b", "a")))), [0; 0]);
    assert_eq!(read(&store, |tx| values(NUMBERS.scan_all_back(tx)))[..3], [2, 1, 999]);
}

#[test]
fn ranked_rows_come_in_the_order_of_their_ranks_until_the_visit_breaks() {
    const NUMBERED: Table<String, u32> = Table::new("topics");
    let store = Store::in_memory(&Clock::System).expect("a store");
    let write = store.write_blocking(|tx| {
        for row in NUMBERED.read_as::<serde_json::Value>().scan_all_in_write(tx) {
            NUMBERED.delete(tx, &row?.0)?;
        }
        Ok(["a", "b", "c", "d"].iter().zip([2, 1, 2, 9]).try_for_each(|(key, value)| NUMBERED.put(tx, *key, &value))?)
    });
    write.expect("a write");
    let ranked = |most: usize| {
        let mut visited = Vec::new();
        let mut rank = |value: &u32| (*value < 9).then_some(std::cmp::Reverse(*value));
        let mut visit = |value| {
            visited.push(value);
            if visited.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let count = read(&store, |tx| NUMBERED.visit_ranked(tx, &mut rank, &mut visit));
        (count, visited)
    };
    assert_eq!(ranked(9), (3, vec![2, 2, 1]));
    assert_eq!(ranked(1), (3, vec![2]));
}

#[test]
fn any_looks_at_its_range_only() {
    let store = numbers();
    let any = |part: &'static str| read(&store, |tx| NUMBERS.any(tx, &KeyRange::prefix(part)));
    assert!(any("a-b") && any("b") && !any("c"));
}

#[test]
fn deleting_a_range_keeps_the_rows_around_it() {
    let store = numbers();
    let delete = store.write_blocking(|tx| Ok(NUMBERS.delete_range(tx, &KeyRange::prefix("a"))?));
    delete.expect("a write");
    assert_eq!(read(&store, |tx| values(NUMBERS.scan_all(tx))), [1, 2]);
}

#[test]
fn rows_can_be_deleted_while_they_are_scanned() {
    let store = numbers();
    let write = store.write_blocking(|tx| {
        for row in NUMBERS.scan(tx, KeyRange::prefix("a")) {
            let (key, value) = row?;
            assert!(NUMBERS.delete(tx, &&key)?, "row {value}");
        }
        Ok(())
    });
    write.expect("a write");
    assert_eq!(read(&store, |tx| values(NUMBERS.scan_all(tx))), [1, 2]);
}

#[test]
fn pages_follow_each_other_and_end() {
    let store = numbers();
    let (page, last) = read(&store, |tx| NUMBERS.page_after(tx, Some(&("a", &998_u32)), 2));
    assert_eq!((page, last.clone()), (vec![999, 1], Some(("a-b".to_owned(), 0))));
    let (page, last) = read(&store, |tx| NUMBERS.page_after(tx, last.as_ref().as_ref(), 2));
    assert_eq!((page, last.clone()), (vec![2], Some(("b".to_owned(), 0))));
    assert_eq!(read(&store, |tx| NUMBERS.page_after(tx, last.as_ref().as_ref(), 2)), (vec![], None));
}

#[test]
fn a_damaged_row_is_left_out_and_named() {
    const NAMES: Table<Slug, String> = Table::new("topics");
    const NUMBERED: Table<String, u32> = Table::new("topics");
    let store = Store::in_memory(&Clock::System).expect("a store");
    let write = store.write_blocking(|tx| {
        for row in NAMES.read_as::<serde_json::Value>().scan_all_in_write(tx) {
            NAMES.delete(tx, &row?.0)?;
        }
        NAMES.put(tx, &Slug::parse("a").expect("a slug"), &"text".to_owned())?;
        NUMBERED.put(tx, "Not a slug", &1)?;
        Ok(NUMBERED.put(tx, "b", &1)?)
    });
    write.expect("a write");
    let rows = read(&store, |tx| Ok(NUMBERED.scan_all(tx).with_damaged().map(|row| row.is_ok()).collect::<Vec<_>>()));
    assert_eq!(rows, [true, false, true]);
    let rows = read(&store, |tx| Ok(NAMES.scan_all(tx).with_damaged().map(|row| row.is_ok()).collect::<Vec<_>>()));
    assert_eq!(rows, [false, true, false]);
    assert_eq!(read(&store, |tx| Ok(NUMBERED.scan_all(tx).count())), 2);
}

#[test]
fn several_ranges_are_read_together_each_to_its_end() {
    let store = numbers();
    let ranges = ["b", "a", "none", "a-b"].map(KeyRange::prefix::<String, str>);
    let found = read(&store, |tx| NUMBERS.scan_each(tx, &ranges));
    let values: Vec<Vec<u32>> =
        found.into_iter().map(|rows| rows.into_iter().map(|(_, value)| value).collect()).collect();
    assert_eq!(values, [vec![2], (0..1000).collect(), vec![], vec![1]]);
}
