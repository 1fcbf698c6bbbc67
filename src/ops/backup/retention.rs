//! Which backups are kept, and the removal of the others.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use jiff::civil::{Date, Weekday};
use jiff::{SignedDuration, Timestamp};

use super::checksum;
use super::names::made_at;
use crate::clock::legal_date;
use crate::config::BackupConfig;
use crate::store::FILE_NAME;

/// Days for which a store is kept that a restore or an update replaced.
const KEEP_REPLACED_DAYS: i64 = 30;

/// The names that the settings do not keep: the last backup of each of the newest days, weeks and months is kept. Names
/// of other files are left alone, and so are backups of a clock that was ahead until their day has come: they would take
/// the places of those that are made now.
pub(super) fn surplus<'a>(names: impl Iterator<Item = &'a str>, keep: &BackupConfig, now: Timestamp) -> Vec<&'a str> {
    let mut backups: Vec<_> = names.filter_map(|name| Some((made_at(name)?, name))).collect();
    backups.retain(|(made_at, _)| *made_at <= now);
    backups.sort_by(|one, other| other.cmp(one));
    let (mut days, mut weeks, mut months) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut is_kept = |(made_at, _): &(Timestamp, &str)| {
        let day = legal_date(*made_at);
        // Each is asked, so that a backup counts for its day, its week and its month.
        let kept = [
            is_new(&mut days, day, keep.keep_daily),
            is_new(&mut weeks, week_of(day), keep.keep_weekly),
            is_new(&mut months, day.first_of_month(), keep.keep_monthly),
        ];
        kept.contains(&true)
    };
    backups.retain(|backup| !is_kept(backup));
    backups.into_iter().map(|(_, name)| name).collect()
}

/// Whether the period is not among those seen, of which there are fewer than `most`.
fn is_new(seen: &mut BTreeSet<Date>, period: Date, most: u32) -> bool {
    seen.len() < most as usize && seen.insert(period)
}

/// The Monday of the week.
fn week_of(day: Date) -> Date {
    let days = i64::from(day.weekday().since(Weekday::Monday));
    day.checked_sub(jiff::Span::new().days(days)).unwrap_or(day)
}

/// Removes the backups that the settings do not keep, and old stores that were replaced. Returns the removed files.
pub(super) fn prune(folder: &Path, data_dir: &Path, keep: &BackupConfig, now: Timestamp) -> Vec<PathBuf> {
    let names = names_in(folder);
    let backups = surplus(names.iter().map(String::as_str), keep, now).into_iter().map(|name| folder.join(name));
    let replaced = names_in(data_dir).into_iter().map(|name| data_dir.join(name));
    let replaced = replaced.filter(|path| is_replaced_store(path) && is_older(path, now));
    let mut removed = Vec::new();
    for path in backups.chain(replaced) {
        match remove(&path) {
            Ok(()) => removed.push(path),
            Err(error) => tracing::warn!(%error, path = %path.display(), "an old backup could not be removed"),
        }
    }
    removed
}

/// Removes a backup with its checksum.
pub(super) fn remove(path: &Path) -> std::io::Result<()> {
    std::fs::remove_file(path)?;
    match std::fs::remove_file(checksum::path_of(path)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// Whether this is `paragraf.before-restore-TIME.redb`, `paragraf.schema-NUMBER.redb` or `paragraf.previous.redb`.
fn is_replaced_store(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let (stem, end) = FILE_NAME.split_once('.').expect("splitting the name cannot fail: it is `paragraf.redb`");
    let between = name.strip_prefix(stem).and_then(|rest| rest.strip_suffix(end));
    let is_kept = |between: &str| {
        [".before-restore-", ".schema-", ".previous."].iter().any(|beginning| between.starts_with(beginning))
    };
    between.is_some_and(is_kept)
}

fn is_older(path: &Path, now: Timestamp) -> bool {
    let modified = std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
    let modified = modified.and_then(|modified| Timestamp::try_from(modified).ok());
    modified.is_some_and(|modified| now.duration_since(modified) > SignedDuration::from_hours(24 * KEEP_REPLACED_DAYS))
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use jiff::civil::date;

    use super::super::names;
    use super::*;

    fn keep(keep_daily: u32, keep_weekly: u32, keep_monthly: u32) -> BackupConfig {
        BackupConfig { keep_daily, keep_weekly, keep_monthly, ..BackupConfig::default() }
    }

    /// The days whose backups are kept, of one backup each night.
    fn kept(nights: i64, keep: &BackupConfig) -> Vec<Date> {
        let last: Timestamp = "2026-11-27T01:30:00Z".parse().expect("an instant");
        let names: Vec<_> = (0..nights).map(|night| names::at(last - (24 * night).hours(), true)).collect();
        let surplus = surplus(names.iter().map(String::as_str), keep, last);
        let kept = names.iter().filter(|name| !surplus.contains(&name.as_str()));
        kept.filter_map(|name| made_at(name)).map(legal_date).collect()
    }

    #[test]
    fn the_last_of_each_day_week_and_month_is_kept() {
        let november = |day| date(2026, 11, day);
        assert_eq!(kept(1000, &keep(3, 0, 0)), [november(27), november(26), november(25)]);
        // The 27th is a Friday; weeks end on Sunday.
        assert_eq!(kept(1000, &keep(1, 3, 0)), [november(27), november(22), november(15)]);
        assert_eq!(kept(1000, &keep(1, 0, 3)), [november(27), date(2026, 10, 31), date(2026, 9, 30)]);
        let all = kept(1000, &BackupConfig::default());
        assert_eq!(all.len(), 7 + 2 + 5, "the weeks and months that the days do not cover");
        assert_eq!(kept(2, &BackupConfig::default()).len(), 2);
    }

    #[test]
    fn of_one_day_the_last_is_kept_and_other_files_are_left_alone() {
        let at = |text: &str| names::at(text.parse().expect("an instant"), false);
        // Half past one at night in Romania is the day before in UTC.
        let names = [at("2026-11-25T23:30:00Z"), at("2026-11-26T10:00:00.123Z"), at("2026-11-26T09:00:00Z")];
        let others = ["letter.txt", "paragraf-2026.redb", "paragraf-20261301T000000000Z.redb", "paragraf.redb"];
        let all = names.iter().map(String::as_str).chain(others);
        let now = "2026-11-26T10:00:00.123Z".parse().expect("an instant");
        assert_eq!(surplus(all, &keep(5, 0, 0), now), [names[2].as_str(), names[0].as_str()]);
    }

    #[test]
    fn backups_of_a_clock_that_was_ahead_take_no_place() {
        let at = |text: &str| names::at(text.parse().expect("an instant"), false);
        let [new, old] = [at("2026-11-27T01:30:00Z"), at("2026-11-26T01:30:00Z")];
        let ahead = [at("2027-01-10T01:30:00Z"), at("2027-01-09T01:30:00Z")];
        let all = || [&new, &old, &ahead[0], &ahead[1]].into_iter().map(String::as_str);
        let surplus_at = |now: &str| surplus(all(), &keep(1, 0, 0), now.parse().expect("an instant"));
        assert_eq!(surplus_at("2026-11-27T01:30:00Z"), [old.as_str()], "the new one stays");
        assert_eq!(surplus_at("2027-01-11T01:30:00Z"), [ahead[1].as_str(), new.as_str(), old.as_str()]);
    }

    #[test]
    fn a_thousand_backups_are_pruned_with_their_checksums_and_old_replaced_stores() {
        let folder = tempfile::tempdir().expect("a folder");
        let (backups, data_dir) = (folder.path().join("backups"), folder.path());
        std::fs::create_dir(&backups).expect("a folder");
        let last = crate::clock::Clock::System.now();
        for night in 0..1000 {
            let path = backups.join(names::at(last - (24 * night).hours(), true));
            std::fs::write(checksum::path_of(&path), "sum").expect("a file");
            std::fs::write(path, "backup").expect("a file");
        }
        for name in [
            "paragraf.redb",
            "paragraf.schema-1.redb",
            "paragraf.previous.redb",
            "paragraf.before-restore-x.redb",
            "letter.redb",
        ] {
            std::fs::write(data_dir.join(name), "store").expect("a file");
        }
        assert_eq!(prune(&backups, data_dir, &keep(2, 1, 1), last).len(), 998);
        assert_eq!(names_in(&backups).len(), 4);
        let later = last + (24 * 31).hours();
        let removed = prune(&backups, data_dir, &keep(2, 1, 1), later);
        assert_eq!(removed.len(), 3, "{removed:?}");
        assert!(data_dir.join("paragraf.redb").exists() && data_dir.join("letter.redb").exists());
    }
}
