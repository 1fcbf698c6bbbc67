//! The history of an article's dated entries: their numbers over all revisions, moved days and dropped entries.

use jiff::civil::Date;

use super::dated_entry::DatedEntry;
use super::slug::Slug;
use super::text::fold;

/// The history of one entry.
// docs/decisions/0180
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryHistory {
    /// Identifies the entry in all revisions of its article; counted from 1.
    pub number: u32,
    /// The revision that last changed the entry.
    pub changed_in: u32,
    /// Its fixed day before it was last moved.
    pub moved_from: Option<Date>,
}

/// An entry that a later revision no longer has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DroppedEntry {
    pub number: u32,
    pub dropped_in: u32,
    pub entry: DatedEntry,
}

/// The history of all entries of an article.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeadlineHistory {
    /// The entries of the last revision, in its order.
    pub entries: Vec<EntryHistory>,
    pub dropped: Vec<DroppedEntry>,
}

impl DeadlineHistory {
    /// Follows the entries through the revisions, oldest first.
    pub fn of<'a>(revisions: impl Iterator<Item = (u32, &'a [DatedEntry])>) -> Self {
        let (mut history, mut before, mut last) = (Self::default(), &[][..], 0);
        for (revision, entries) in revisions {
            let same = matched(before, entries);
            let mut next = Vec::with_capacity(entries.len());
            for (entry, old) in entries.iter().zip(&same) {
                next.push(match old {
                    Some(old) => history.entries[*old].after(&before[*old], entry, revision),
                    None => {
                        last += 1;
                        EntryHistory { number: last, changed_in: revision, moved_from: None }
                    }
                });
            }
            let is_dropped = |index: &usize| !same.contains(&Some(*index));
            for index in (0..before.len()).filter(is_dropped) {
                let (number, entry) = (history.entries[index].number, before[index].clone());
                history.dropped.push(DroppedEntry { number, dropped_in: revision, entry });
            }
            history.entries = next;
            before = entries;
        }
        history
    }
}

impl EntryHistory {
    fn after(self, before: &DatedEntry, now: &DatedEntry, revision: u32) -> Self {
        if before == now {
            return self;
        }
        let has_moved = before.date.is_some() && now.date.is_some() && before.date != now.date;
        Self { changed_in: revision, moved_from: if has_moved { before.date } else { self.moved_from }, ..self }
    }
}

/// The id of a day of an entry: `slug.1`, or `slug.1.2026-12` for a recurring one.
pub fn deadline_id(slug: &Slug, number: u32, entry: &DatedEntry, nominal: Date) -> String {
    match entry.recurs.as_ref().filter(|_| entry.date != Some(nominal)) {
        Some(recurs) => format!("{slug}.{number}.{}", recurs.period(nominal)),
        None => format!("{slug}.{number}"),
    }
}

/// For each entry, the index of its earlier state in the revision before: the entry with the same words, else the one
/// with the same days, else the one in the same place.
fn matched(before: &[DatedEntry], entries: &[DatedEntry]) -> Vec<Option<usize>> {
    let mut same = vec![None; entries.len()];
    let passes: [fn(&DatedEntry, &DatedEntry) -> bool; 3] = [
        |old, new| fold(&old.what) == fold(&new.what),
        |old, new| (old.date, &old.recurs, old.within) == (new.date, &new.recurs, new.within) && has_day(new),
        |_, _| true,
    ];
    for (pass, is_same) in passes.iter().enumerate() {
        for (place, new) in entries.iter().enumerate() {
            if same[place].is_some() {
                continue;
            }
            let candidate = |old: &usize| {
                (pass < 2 || *old == place)
                    && before[*old].kind == new.kind
                    && !same.contains(&Some(*old))
                    && is_same(&before[*old], new)
            };
            same[place] = (0..before.len()).find(candidate);
        }
    }
    same
}

fn has_day(entry: &DatedEntry) -> bool {
    entry.date.is_some() || entry.recurs.is_some() || entry.within.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(date: &str, what: &str) -> DatedEntry {
        DatedEntry { date: date.parse().ok(), what: what.into(), ..DatedEntry::default() }
    }

    fn shown(revisions: &[Vec<DatedEntry>]) -> (Vec<String>, Vec<String>) {
        let history = DeadlineHistory::of((1..).zip(revisions.iter().map(Vec::as_slice)));
        let entry = |it: &EntryHistory| {
            let moved = it.moved_from.map(|day| format!(" from {day}")).unwrap_or_default();
            format!("{} in {}{moved}", it.number, it.changed_in)
        };
        let dropped = |it: &DroppedEntry| format!("{} in {}: {}", it.number, it.dropped_in, it.entry.what);
        (history.entries.iter().map(entry).collect(), history.dropped.iter().map(dropped).collect())
    }

    #[test]
    fn entries_keep_their_numbers_and_remember_their_last_move() {
        let first = vec![entry("2026-12-01", "Depune declarația"), entry("2026-12-31", "Plătește")];
        let moved = vec![entry("2026-12-31", "Plătește"), entry("2026-12-15", "Depune declaraţia")];
        let renamed = vec![entry("2026-12-31", "Plătește impozitul"), entry("2026-12-15", "Depune declarația")];
        assert_eq!(shown(std::slice::from_ref(&first)), (vec!["1 in 1".into(), "2 in 1".into()], vec![]));
        let after = ["2 in 3", "1 in 3 from 2026-12-01"].map(String::from).to_vec();
        assert_eq!(shown(&[first.clone(), moved.clone(), renamed]), (after, vec![]));
        // Moved back: the day that readers saw last is the one between.
        assert_eq!(shown(&[first.clone(), moved, first]).0, ["1 in 3 from 2026-12-15", "2 in 1"]);
    }

    #[test]
    fn a_dropped_entry_is_remembered_and_its_number_is_not_given_again() {
        let first = vec![entry("2026-12-01", "Depune"), entry("2026-12-31", "Plătește")];
        let second = vec![entry("2026-12-31", "Plătește")];
        let third = vec![entry("2026-12-31", "Plătește"), entry("2027-02-01", "Raportează")];
        let (entries, dropped) = shown(&[first, second, third]);
        assert_eq!(entries, ["2 in 1", "3 in 3"]);
        assert_eq!(dropped, ["1 in 2: Depune"]);
    }

    #[test]
    fn an_entry_with_new_words_and_a_new_day_is_the_one_in_its_place() {
        let (entries, dropped) = shown(&[vec![entry("2026-12-01", "A")], vec![entry("2027-01-15", "B")]]);
        assert_eq!((entries, dropped), (vec!["1 in 2 from 2026-12-01".into()], vec![]));
    }
}
