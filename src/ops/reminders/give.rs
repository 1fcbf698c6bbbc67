//! Reminds one account.

use std::collections::HashSet;

use jiff::Timestamp;
use jiff::civil::Date;

use super::due::{DueDeadlines, DueDuty, DueEntry};
use crate::catalogue::Interest;
use crate::domain::follow::DEADLINE_PREFIX;
use crate::domain::notification::Reason;
use crate::domain::reminder::{DeadlineNotice, ReminderKind, ReminderLine, ReminderSettings};
use crate::domain::text::sentence_case;
use crate::domain::{AudienceRole, Language, Slug, Status, Uid};
use crate::error::{Error, Result};
use crate::ops::deadlines::{self, with_articles_on_acts};
use crate::ops::own_follows;
use crate::store::accounts::AccountRecord;
use crate::store::notifications::{self, NotificationRecord};
use crate::store::readers::{self, Mark};
use crate::store::{WriteTx, articles, calendars, reminders};

/// What the account wants to be reminded of.
struct WantedReminders {
    settings: ReminderSettings,
    /// The followed deadlines.
    followed: Interest,
    /// Bookmarked and tracked articles, and the other follows.
    others: Interest,
    roles: Vec<AudienceRole>,
}

/// Stores what the account is reminded of, notifies it in the application, and returns the lines of its mail. With
/// `is_mailed`, the lines include the changes of followed deadlines since the last mail.
///
/// # Errors
/// `unavailable` when an article changed and the catalogue does not show it yet; the batch is then repeated.
pub(in crate::ops) fn give(
    tx: &WriteTx,
    account: &AccountRecord,
    due: &DueDeadlines,
    is_mailed: bool,
    now: Timestamp,
) -> Result<Vec<ReminderLine>> {
    let uid = &account.uid;
    let changes = reminders::notices(tx, uid)?;
    if !changes.is_empty() {
        reminders::remove_notices(tx, uid)?;
    }
    let settings = reminders::settings(tx, uid)?;
    if account.disabled || !(is_mailed || settings.in_app) {
        return Ok(vec![]);
    }
    let mut lines = lines(tx, uid, account.language, settings, due, now)?;
    if is_mailed {
        lines.extend(changes.into_iter().map(|(_, notice)| changed(notice, account.language)));
    }
    Ok(lines)
}

fn lines(
    tx: &WriteTx,
    uid: &Uid,
    language: Language,
    settings: ReminderSettings,
    due: &DueDeadlines,
    now: Timestamp,
) -> Result<Vec<ReminderLine>> {
    let has_none = due.entries.is_empty() && due.duties.is_empty();
    if has_none || settings.days.is_empty() {
        return Ok(vec![]);
    }
    let wanted = wanted(tx, uid, settings, due)?;
    let (mut lines, mut notified) = (Vec::new(), HashSet::new());
    for entry in due.entries.iter().filter(|entry| wanted.has_entry(entry)) {
        if !remind(tx, uid, &wanted, (&entry.id, &entry.steps, entry.date))? {
            continue;
        }
        check_current(tx, entry)?;
        if wanted.settings.in_app && notified.insert(&entry.article.slug) {
            let about = Some(entry.id.clone());
            let record =
                NotificationRecord { at: now, reason: Reason::Reminder, revision: entry.listed.revision, about };
            notifications::put(tx, uid, &entry.article.slug, &record)?;
        }
        lines.push(of_entry(entry, language));
    }
    for duty in due.duties.iter().filter(|duty| wanted.has_duty(duty)) {
        if remind(tx, uid, &wanted, (&duty.id, &duty.steps, duty.date))? {
            lines.push(of_duty(duty, language));
        }
    }
    lines.sort_by_key(|line| line.date);
    Ok(lines)
}

fn wanted(tx: &WriteTx, uid: &Uid, settings: ReminderSettings, due: &DueDeadlines) -> Result<WantedReminders> {
    let (mut followed, mut others) = (Interest::default(), Interest::default());
    for follow in own_follows::all(tx, uid)?.into_iter().filter(|follow| follow.settings.notifies(due.today)) {
        if follow.name.starts_with(DEADLINE_PREFIX) {
            if settings.followed {
                deadlines::add_follow(&mut followed, follow.name);
            }
        } else if settings.interests {
            deadlines::add_follow(&mut others, follow.name);
        }
    }
    for (mark, is_wanted) in [(Mark::Bookmark, settings.bookmarks), (Mark::Track, settings.interests)] {
        if is_wanted {
            let names = readers::of(tx, mark, uid)?;
            others.slugs.extend(names.iter().filter_map(|(name, _)| Slug::parse(name)));
        }
    }
    let others = with_articles_on_acts(&due.catalogue, others)?;
    let roles = if settings.duties { calendars::get(tx, uid)?.roles } else { vec![] };
    Ok(WantedReminders { settings, followed, others, roles })
}

impl WantedReminders {
    /// Whether the account follows the entry, or something is due and the account is interested in the article.
    fn has_entry(&self, entry: &DueEntry) -> bool {
        self.followed.has_entry(&entry.article.slug, entry.number) || entry.is_duty && self.others.has(&entry.listed)
    }

    fn has_duty(&self, due: &DueDuty) -> bool {
        self.followed.duties.contains(&due.duty.id) || self.roles.iter().any(|role| due.duty.roles.contains(role))
    }
}

/// Stores the steps that the account wants and has not had for this date. Returns whether there were any.
fn remind(tx: &WriteTx, uid: &Uid, wanted: &WantedReminders, (id, steps, date): (&str, &[u8], Date)) -> Result<bool> {
    let mut is_new = false;
    for days in steps.iter().copied().filter(|days| wanted.settings.days.contains(days)) {
        if reminders::reminded(tx, uid, id, days)? != Some(date) {
            reminders::put_reminded(tx, uid, id, days, date)?;
            is_new = true;
        }
    }
    Ok(is_new)
}

/// Checks that the catalogue shows the stored revision of the article.
fn check_current(tx: &WriteTx, entry: &DueEntry) -> Result<()> {
    let brief = articles::brief(tx, &entry.article.slug)?;
    let is_current =
        |brief: &articles::Brief| brief.status == Status::Published && brief.revision == entry.listed.revision;
    match brief.as_ref().is_some_and(is_current) {
        true => Ok(()),
        false => Err(Error::unavailable("The articles are being read.").retry_after(1)),
    }
}

fn of_entry(entry: &DueEntry, language: Language) -> ReminderLine {
    let texts = entry.article.texts(language);
    let entries = entry.article.deadlines(language);
    ReminderLine {
        kind: ReminderKind::Due,
        what: entries.get(entry.index).map(|entry| sentence_case(&entry.what)).unwrap_or_default(),
        about: texts.title.to_owned(),
        date: Some(entry.date),
        from: None,
        slug: Some(entry.article.slug.clone()),
    }
}

fn of_duty(due: &DueDuty, language: Language) -> ReminderLine {
    ReminderLine {
        kind: ReminderKind::Due,
        what: due.duty.title.get(language).to_owned(),
        about: sentence_case(due.duty.rule.get(language)),
        date: Some(due.date),
        from: None,
        slug: None,
    }
}

fn changed(notice: DeadlineNotice, language: Language) -> ReminderLine {
    ReminderLine {
        kind: if notice.is_withdrawn { ReminderKind::Withdrawn } else { ReminderKind::Moved },
        what: notice.what.get(language).to_owned(),
        about: String::new(),
        date: notice.to,
        from: notice.from,
        slug: Some(notice.slug),
    }
}
