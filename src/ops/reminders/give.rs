//! Reminds one account.

use std::collections::HashSet;

use jiff::Timestamp;
use jiff::civil::Date;

use super::due::{DueDeadlines, DueDuty, DueEntry};
use super::settings;
use crate::catalogue::Interest;
use crate::domain::concern::{Concern, ProfileAnswers, book};
use crate::domain::due_mark::DueMark;
use crate::domain::duty::Duty;
use crate::domain::follow::DEADLINE_PREFIX;
use crate::domain::form_line::{self, DutyDay, FormLine, VerifyNote};
use crate::domain::notification::Reason;
use crate::domain::reminder::{DeadlineNotice, ReminderKind, ReminderLine, ReminderSettings};
use crate::domain::text::sentence_case;
use crate::domain::{AudienceRole, Language, Slug, Status, Uid, due_words};
use crate::error::{Error, Result};
use crate::ops::concerns::account;
use crate::ops::concerns::own_words::{OwnDueDays, OwnWords};
use crate::ops::concerns::profiles;
use crate::ops::deadlines::{self, with_articles_on_acts};
use crate::ops::own_follows;
use crate::store::accounts::AccountRecord;
use crate::store::marks::{self, Mark};
use crate::store::notifications::{self, NotificationRecord};
use crate::store::{WriteTx, articles, calendars, reminders};

/// What the account wants to be reminded of.
struct WantedReminders {
    settings: ReminderSettings,
    /// The followed deadlines.
    followed: Interest,
    /// Bookmarked and tracked articles, and the other follows.
    others: Interest,
    /// Bookmarked and tracked articles.
    chosen: Vec<Slug>,
    roles: Vec<AudienceRole>,
}

/// Decides which deadlines of a run an account is reminded of.
struct Reminding<'a> {
    wanted: WantedReminders,
    /// What the account's answers decide; `None` without answers.
    own: Option<OwnDueDays<'a>>,
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
    let settings = settings(tx, uid)?;
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
    let answers: ProfileAnswers = profiles::answers_of(tx, uid)?;
    let own = answers.evaluations(book(), &due.figures).map(|evaluations| {
        let days = due.own_days(&evaluations);
        OwnDueDays { answers: &answers, evaluations, days, language }
    });
    let reminding = Reminding { wanted: wanted(tx, uid, settings, due)?, own };
    let wanted = &reminding.wanted;
    let (mut lines, mut notified) = (Vec::new(), HashSet::new());
    for entry in due.entries.iter().filter(|entry| reminding.has_entry(entry)) {
        if !remind(tx, uid, wanted, &entry.id, &entry.steps, entry.day.date)? {
            continue;
        }
        check_current(tx, entry)?;
        if wanted.settings.in_app && notified.insert(&entry.article.slug) {
            let about = Some(entry.id.clone());
            let record =
                NotificationRecord { at: now, reason: Reason::Reminder, revision: entry.listed.revision, about };
            notifications::put(tx, uid, &entry.article.slug, &record)?;
        }
        lines.push(reminding.of_entry(due, entry, language));
    }
    for line in reminding.form_lines(due) {
        let mut is_new = false;
        for (_, duty) in line.days() {
            is_new |= remind(tx, uid, wanted, &duty.id, &duty.steps, duty.day.date)?;
        }
        if is_new {
            lines.push(reminding.of_form_line(due, &line, language));
        }
    }
    // The duties of a day come first, as in the mail of the week.
    lines.sort_by_key(|line| (line.date, line.duty.is_none()));
    Ok(lines)
}

fn wanted(tx: &WriteTx, uid: &Uid, settings: ReminderSettings, due: &DueDeadlines) -> Result<WantedReminders> {
    let (mut followed, mut others, mut chosen) = (Interest::default(), Interest::default(), Vec::new());
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
            let names = marks::of(tx, mark, uid)?;
            chosen.extend(names.iter().filter_map(|(name, _)| Slug::parse(name)));
        }
    }
    others.slugs.extend(chosen.iter().cloned());
    let others = with_articles_on_acts(&due.catalogue, others)?;
    let roles = if settings.duties { calendars::get(tx, uid)?.roles } else { vec![] };
    Ok(WantedReminders { settings, followed, others, chosen, roles })
}

impl Reminding<'_> {
    /// Whether the account follows the entry, or something is due and the account is interested in the article. Where it
    /// answered questions, the entry must also be certainly due for it, or possibly if it chose this article.
    fn has_entry(&self, entry: &DueEntry) -> bool {
        let WantedReminders { settings, followed, others, chosen, .. } = &self.wanted;
        if followed.has_entry(&entry.article.slug, entry.number) {
            return true;
        }
        let Some(OwnDueDays { evaluations, days, .. }) = &self.own else {
            return entry.is_duty && others.has(&entry.listed);
        };
        let is_chosen = chosen.contains(&entry.article.slug);
        let is_wanted = settings.duties || is_chosen || others.has(&entry.listed);
        let day = (&*entry.listed, entry.index, entry.day.date);
        entry.is_duty && is_wanted && account::has_due_day(evaluations, days, day, is_chosen)
    }

    fn has_duty(&self, due: &DueDuty) -> bool {
        let WantedReminders { settings, followed, roles, .. } = &self.wanted;
        let is_own = match &self.own {
            Some(own) => settings.duties && own.days.duties.contains_key(&(due.duty.id.clone(), due.day.date)),
            None => roles.iter().any(|role| due.duty.roles.contains(role)),
        };
        is_own || followed.duties.contains(&due.duty.id)
    }

    fn of_entry(&self, due: &DueDeadlines, entry: &DueEntry, language: Language) -> ReminderLine {
        let DueEntry { article, listed, index, day, .. } = entry;
        let what = article.deadlines(language).get(*index).map(|entry| sentence_case(&entry.what)).unwrap_or_default();
        let concern = article.concerns.as_deref().filter(|_| entry.is_duty);
        let mark = concern.and_then(Concern::mark);
        let is_moved = entry.is_moved;
        let notes = if entry.is_duty { due_words::entry_notes(concern, *day, is_moved, language) } else { vec![] };
        let words = self.own.as_ref().and_then(|own| own.entry(listed, *index, day.date)).unwrap_or_default();
        let is_private = self.own.as_ref().is_some_and(|own| account::answer(&own.evaluations, listed).is_special);
        ReminderLine {
            kind: ReminderKind::Due,
            what: due_words::marked(mark, &what, language),
            verify: words.verify.iter().cloned().map(VerifyNote::of_line).collect(),
            about: OwnWords { verify: None, ..words }.about(article.texts(language).title, notes),
            date: Some(day.date),
            from: None,
            slug: Some(article.slug.clone()),
            duty: None,
            topic: due.topic(&article.topic, language),
            is_private,
            is_conditional: mark == Some(DueMark::OnlyIf),
        }
    }

    /// The account's duties; those of one form on one day are one line.
    fn form_lines<'d>(&'d self, due: &'d DueDeadlines) -> Vec<FormLine<'d, &'d DueDuty>> {
        form_line::lines(due.duties.iter().filter(|due| self.has_duty(due)).map(|due| {
            let DueDuty { duty, day, .. } = due;
            let profiles = self.own.as_ref().and_then(|own| own.profiles_of_duty(duty, day.date));
            (DutyDay { duty, day: *day, profiles }, due)
        }))
    }

    fn of_form_line(&self, due: &DueDeadlines, line: &FormLine<'_, &DueDuty>, language: Language) -> ReminderLine {
        let DutyDay { duty: first, day, .. } = line.first();
        let criteria = |duty: &Duty| due.snapshot.criteria_of_duty(&duty.id);
        let words_of = |DutyDay { duty, day, .. }: DutyDay<'_>| {
            let words = self.own.as_ref().and_then(|own| own.duty(duty, criteria(duty), day.date));
            words.unwrap_or_default()
        };
        let notes = line.notes(language);
        let words = OwnWords { verify: None, ..words_of(line.first()) };
        let is_special =
            |duty: &Duty| self.own.as_ref().is_some_and(|own| account::is_special(&own.evaluations, criteria(duty)));
        ReminderLine {
            kind: ReminderKind::Due,
            what: line.name(language),
            about: words.about(&line.rule(language), notes),
            verify: line.to_verify(language, |day, _| words_of(*day).verify),
            date: Some(day.date),
            from: None,
            slug: None,
            duty: Some(first.id.clone()),
            topic: due.topic(&first.topic, language),
            is_private: line.days().any(|(day, _)| is_special(day.duty)),
            is_conditional: line.is_conditional(),
        }
    }
}

/// Stores the steps that the account wants and has not had for this date. Returns whether there were any.
fn remind(tx: &WriteTx, uid: &Uid, wanted: &WantedReminders, id: &str, steps: &[u8], date: Date) -> Result<bool> {
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

fn changed(notice: DeadlineNotice, language: Language) -> ReminderLine {
    ReminderLine {
        kind: if notice.is_withdrawn { ReminderKind::Withdrawn } else { ReminderKind::Moved },
        what: notice.what.get(language).to_owned(),
        about: String::new(),
        verify: vec![],
        date: notice.to,
        from: notice.from,
        slug: Some(notice.slug),
        duty: None,
        topic: String::new(),
        is_private: false,
        is_conditional: false,
    }
}
