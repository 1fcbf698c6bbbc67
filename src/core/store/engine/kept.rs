//! Rows that a process keeps from one group of writes to the next.
//!
//! Each group notes checksums of the rows that it has changed. Under the lock of the writers a process reads what was
//! noted since its last group, and knows which of its rows are still those of the database. A row that another process
//! has changed is a guess: closures use it to find out what they read, and it is fetched under the lock.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use super::rows::TableChanges;

/// Bytes of the rows that were used last; as many more are kept of those used before.
const HALF_BYTES: usize = 8 << 20;
/// Larger rows are not kept.
const LARGEST_ROW_BYTES: usize = 64 << 10;
/// How often a row is fetched under the lock after another process has changed it: it may do so again.
const GUESSES: u8 = 8;
/// Of a table with more changed rows, the table is noted.
const MOST_NOTED: usize = 4_096;

/// See the module. Two rows may have the same checksum: then one takes the place of the other, or is a guess in vain.
// docs/decisions/0498
#[derive(Default)]
pub(in crate::store) struct KeptRows {
    /// The change as of which the rows are known, and when it was the last one; `None` while nothing is known.
    as_of: Option<(i64, Instant)>,
    /// The tables of the rows, by the checksum of a table.
    tables: HashMap<u32, &'static str>,
    recent: HashMap<u32, KeptRow>,
    earlier: HashMap<u32, KeptRow>,
    /// The bytes of `recent`.
    bytes: usize,
}

struct KeptRow {
    table: &'static str,
    key: Vec<u8>,
    /// `None` if there is no such row.
    value: Option<Vec<u8>>,
    /// How often it will be fetched again.
    guesses: u8,
}

impl KeptRow {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.key.len() + self.value.as_ref().map_or(0, Vec::len)
    }
}

impl KeptRows {
    /// The change as of which the rows are known.
    pub(super) fn seq(&self) -> Option<i64> {
        self.as_of.map(|(seq, _)| seq)
    }

    /// Moves on to a later change: `noted` has what each group since then has noted, `None` for a group of a program
    /// that noted nothing. Unless it is complete, and this server is known to be the one that the rows are from, all
    /// rows become guesses; a connection made since may lead to another server.
    pub(super) fn advance(&mut self, seq: i64, connected_at: Instant, noted: &[Option<Vec<u8>>]) {
        let is_complete = self.as_of.is_some_and(|(since, at)| {
            connected_at <= at && i64::try_from(noted.len()).is_ok_and(|count| since + count == seq)
        });
        if is_complete && noted.iter().all(Option::is_some) {
            let sums = noted.iter().flatten().flat_map(|sums| sums.as_chunks::<4>().0);
            sums.for_each(|sum| self.doubt(u32::from_be_bytes(*sum)));
        } else {
            self.doubt_all();
        }
        self.as_of = Some((seq, Instant::now()));
    }

    /// The value of a row, `Some(None)` if there is no such row, and whether it is a guess; `None` if it is not kept.
    pub(super) fn get(&mut self, table: &str, key: &[u8]) -> Option<(Option<&[u8]>, bool)> {
        let sum = of_row(table, key);
        if let Some(row) = self.earlier.remove(&sum) {
            self.insert(sum, row);
        }
        let row = self.recent.get(&sum).filter(|row| row.table == table && row.key == key)?;
        Some((row.value.as_deref(), row.guesses > 0))
    }

    /// Keeps a row that was fetched under the lock.
    pub(super) fn learn(&mut self, table: &'static str, key: &[u8], value: Option<&[u8]>) {
        let before = self.remove(table, key);
        let guesses = before.map_or(0, |before| before.guesses.saturating_sub(1));
        self.keep(KeptRow { table, key: key.to_vec(), value: value.map(<[u8]>::to_vec), guesses });
    }

    /// Moves on to a change of this process, which changes rows that it keeps.
    pub(in crate::store) fn take_own(&mut self, seq: i64, changes: &BTreeMap<&'static str, TableChanges>) {
        for (table, TableChanges { ranges, rows }) in changes {
            if !ranges.is_empty() {
                self.doubt(of_table(table));
            }
            for (key, value) in rows {
                if let Some(before) = self.remove(table, key) {
                    self.keep(KeptRow { value: value.clone(), ..before });
                }
            }
        }
        self.as_of = Some((seq, Instant::now()));
    }

    /// Makes guesses of all rows.
    pub(in crate::store) fn doubt_all(&mut self) {
        self.as_of = None;
        self.rows().for_each(|row| row.guesses = GUESSES);
    }

    /// Makes guesses of the row, or of all rows of the table, with this checksum.
    fn doubt(&mut self, sum: u32) {
        for rows in [&mut self.recent, &mut self.earlier] {
            if let Some(row) = rows.get_mut(&sum) {
                row.guesses = GUESSES;
            }
        }
        if let Some(table) = self.tables.get(&sum).copied() {
            self.rows().filter(|row| row.table == table).for_each(|row| row.guesses = GUESSES);
        }
    }

    fn rows(&mut self) -> impl Iterator<Item = &mut KeptRow> {
        self.recent.values_mut().chain(self.earlier.values_mut())
    }

    fn keep(&mut self, row: KeptRow) {
        if row.bytes() <= LARGEST_ROW_BYTES {
            self.tables.insert(of_table(row.table), row.table);
            self.insert(of_row(row.table, &row.key), row);
        }
    }

    fn insert(&mut self, sum: u32, row: KeptRow) {
        if self.bytes + row.bytes() > HALF_BYTES {
            self.earlier = std::mem::take(&mut self.recent);
            self.bytes = 0;
        }
        self.bytes += row.bytes();
        if let Some(before) = self.recent.insert(sum, row) {
            self.bytes -= before.bytes();
        }
    }

    fn remove(&mut self, table: &str, key: &[u8]) -> Option<KeptRow> {
        let sum = of_row(table, key);
        let earlier = self.earlier.remove(&sum);
        let recent = self.recent.remove(&sum).inspect(|row| self.bytes -= row.bytes());
        recent.or(earlier).filter(|row| row.table == table && row.key == key)
    }
}

/// What a group notes: the checksums of its changed rows. Those of a table with deleted ranges, or with very many rows,
/// are noted as the table.
pub(super) fn noted(changes: &BTreeMap<&'static str, TableChanges>) -> Vec<u8> {
    let of_changes = |(table, TableChanges { ranges, rows }): (&&'static str, &TableChanges)| -> Vec<u32> {
        match ranges.is_empty() && rows.len() <= MOST_NOTED {
            true => rows.keys().map(|key| of_row(table, key)).collect(),
            false => vec![of_table(table)],
        }
    };
    changes.iter().flat_map(of_changes).flat_map(u32::to_be_bytes).collect()
}

/// Not the key itself: it may be an address of a person, and the changes are kept when the row is removed.
fn of_row(table: &str, key: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(table.as_bytes());
    sum.update(&[0]);
    sum.update(key);
    sum.finalize()
}

fn of_table(table: &str) -> u32 {
    crc32fast::hash(table.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "trial";

    type Kept = Option<(Option<Vec<u8>>, bool)>;

    fn get(kept: &mut KeptRows, key: &[u8]) -> Kept {
        kept.get(TABLE, key).map(|(value, is_guess)| (value.map(<[u8]>::to_vec), is_guess))
    }

    fn row(value: &[u8], is_guess: bool) -> Kept {
        Some((Some(value.to_vec()), is_guess))
    }

    fn changes(rows: &[(&[u8], Option<&[u8]>)], ranges: &[(&[u8], &[u8])]) -> BTreeMap<&'static str, TableChanges> {
        let rows = rows.iter().map(|(key, value)| (key.to_vec(), value.map(<[u8]>::to_vec)));
        let ranges = ranges.iter().map(|(start, end)| (start.to_vec(), end.to_vec()));
        BTreeMap::from([(TABLE, TableChanges { rows: rows.collect(), ranges: ranges.collect() })])
    }

    /// The rows `a` with the value 1, and `b`, which does not exist, as of change 7, and when they were known.
    fn kept() -> (KeptRows, Instant) {
        let (mut kept, connected_at) = (KeptRows::default(), Instant::now());
        kept.advance(7, connected_at, &[]);
        kept.learn(TABLE, b"a", Some(b"1"));
        kept.learn(TABLE, b"b", None);
        (kept, connected_at)
    }

    #[test]
    fn a_row_that_another_process_changed_is_a_guess_until_it_was_fetched_often_enough() {
        let (mut kept, connected_at) = kept();
        assert_eq!((get(&mut kept, b"a"), get(&mut kept, b"b")), (row(b"1", false), Some((None, false))));
        assert_eq!(get(&mut kept, b"c"), None);
        kept.advance(9, connected_at, &[Some(noted(&changes(&[(b"a", None)], &[]))), Some(Vec::new())]);
        assert_eq!((get(&mut kept, b"a"), get(&mut kept, b"b")), (row(b"1", true), Some((None, false))));
        for _ in 1..GUESSES {
            kept.learn(TABLE, b"a", Some(b"2"));
            assert_eq!(get(&mut kept, b"a"), row(b"2", true));
        }
        kept.learn(TABLE, b"a", Some(b"3"));
        assert_eq!(get(&mut kept, b"a"), row(b"3", false));
    }

    #[test]
    fn own_changes_are_taken_into_the_rows_that_are_kept() {
        let (mut kept, connected_at) = kept();
        kept.take_own(8, &changes(&[(b"a", None), (b"b", Some(b"2")), (b"c", Some(b"3"))], &[]));
        assert_eq!((get(&mut kept, b"a"), get(&mut kept, b"b")), (Some((None, false)), row(b"2", false)));
        assert_eq!(get(&mut kept, b"c"), None, "nobody has read it");
        kept.advance(8, connected_at, &[]);
        assert_eq!(get(&mut kept, b"b"), row(b"2", false));
        kept.take_own(9, &changes(&[], &[(b"b", b"c")]));
        assert_eq!(get(&mut kept, b"b"), row(b"2", true));
    }

    #[test]
    fn rows_are_guesses_when_their_changes_are_not_known() {
        let too_many: Vec<Vec<u8>> = (0..=MOST_NOTED).map(|number| number.to_be_bytes().to_vec()).collect();
        let too_many: Vec<_> = too_many.iter().map(|key| (&key[..], None)).collect();
        let of_table = Some(of_table(TABLE).to_be_bytes().to_vec());
        for (what, seq, noted) in [
            ("a change lacks", 9, vec![Some(Vec::new())]),
            ("changes were lost", 6, vec![]),
            ("a group has noted nothing", 8, vec![None]),
            ("a range was deleted", 8, vec![Some(noted(&changes(&[], &[(b"x", b"y")])))]),
            ("many rows were changed", 8, vec![Some(noted(&changes(&too_many, &[])))]),
            ("the table is noted", 8, vec![of_table]),
        ] {
            let (mut kept, connected_at) = kept();
            kept.advance(seq, connected_at, &noted);
            assert_eq!((get(&mut kept, b"a"), kept.seq()), (row(b"1", true), Some(seq)), "{what}");
        }
        let (mut kept, _) = kept();
        kept.advance(7, Instant::now(), &[]);
        assert_eq!(get(&mut kept, b"a"), row(b"1", true), "the connection is newer than the rows");
    }

    #[test]
    fn rows_that_are_used_stay_and_others_make_room() {
        let (mut kept, _) = kept();
        let value = vec![0; LARGEST_ROW_BYTES / 2];
        for number in 0_usize..2_000 {
            kept.learn(TABLE, &number.to_be_bytes(), Some(&value));
            assert_eq!(get(&mut kept, b"a"), row(b"1", false), "{number}");
        }
        assert_eq!(get(&mut kept, b"b"), None);
        assert!(kept.bytes <= HALF_BYTES && kept.earlier.values().map(KeptRow::bytes).sum::<usize>() <= HALF_BYTES);
        kept.learn(TABLE, b"large", Some(&vec![0; LARGEST_ROW_BYTES]));
        assert_eq!(get(&mut kept, b"large"), None);
    }
}
