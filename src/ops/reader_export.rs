//! The reader's part of the export of an account.

use serde::Serialize;
use serde_json::{Value, json};

use super::own_follows::{self, Follow};
use crate::domain::Uid;
use crate::domain::concern::ReaderProfile;
use crate::error::Result;
use crate::store::marks::{self, Mark};
use crate::store::{
    Reading, calendars, done_steps, notifications, read_notifications, reader_profiles, reminders, reports,
};

/// Collects an account's marks, ticks, profiles, notifications and reports for the export that its owner can request.
pub fn export(tx: &dyn Reading, uid: &Uid) -> Result<Value> {
    let marks = |mark, name: &str| -> Result<Vec<Value>> {
        let marks = marks::of(tx, mark, uid)?;
        Ok(marks.into_iter().map(|(value, at)| json!({name: value, "at": at})).collect())
    };
    let notified = notifications::of(tx, uid)?.into_iter();
    let notified: Vec<_> =
        notified.map(|(slug, record)| json!({"article": slug, "at": record.at, "reason": record.reason})).collect();
    let read = read_notifications::of(tx, uid)?.into_iter();
    let read: Vec<_> = read
        .map(|(slug, record)| {
            json!({"article": slug, "at": record.at, "reason": record.reason, "read_at": record.read_at})
        })
        .collect();
    let follows = own_follows::all(tx, uid)?;
    let mut done = Vec::new();
    for (slug, steps) in done_steps::of(tx, uid)? {
        done.extend(steps.iter().map(|step| json!({"article": slug, "step": step.id, "at": step.at})));
    }
    Ok(json!({
        "likes": marks(Mark::Like, "article")?,
        "bookmarks": marks(Mark::Bookmark, "article")?,
        "topics_followed": follows.iter().map(follow_json).collect::<Vec<_>>(),
        "articles_tracked": marks(Mark::Track, "article")?,
        "done_steps": done,
        "profiles": reader_profiles::of(tx, uid)?.iter().map(profile_json).collect::<Vec<_>>(),
        "calendar": calendar_json(&calendars::get(tx, uid)?),
        "reminders": reminders_json(tx, uid)?,
        "notifications": notified,
        "notifications_read": read,
        "reports": reports::of(tx, uid)?.iter().map(report_json).collect::<Vec<_>>(),
    }))
}

fn follow_json(follow: &Follow) -> Value {
    let mut json = json!({"topic": follow.name, "at": follow.since});
    if !follow.settings.is_default() {
        json["settings"] = json!(follow.settings);
    }
    json
}

fn profile_json(profile: &ReaderProfile) -> Value {
    let answers = profile.answers.iter().map(|(question, kept)| match &kept.answer {
        Some(answer) => json!({"question": question, "answer": answer, "at": kept.at}),
        None => json!({"question": question, "skipped": true, "at": kept.at}),
    });
    json!({"name": profile.name, "answers": answers.collect::<Vec<_>>()})
}

fn calendar_json(calendar: &calendars::CalendarRecord) -> Value {
    json!({
        "language": calendar.language, "alarms": calendar.alarms, "roles": calendar.roles,
        "address_made_at": calendar.link.as_ref().map(|link| link.created_at),
    })
}

fn reminders_json(tx: &dyn Reading, uid: &Uid) -> Result<Value> {
    let given = reminders::all_reminded(tx, uid)?.into_iter();
    let given: Vec<_> =
        given.map(|(id, days, date)| json!({"deadline": id, "days_before": days, "date": date})).collect();
    let changes: Vec<_> = reminders::notices(tx, uid)?
        .into_iter()
        .map(|(name, notice)| json!({"deadline": name, "change": notice}))
        .collect();
    Ok(json!({"settings": reminders::settings(tx, uid)?.unwrap_or_default(), "given": given, "changes": changes}))
}

fn report_json(report: &reports::ReportRecord) -> impl Serialize + use<> {
    json!({
        "article": report.slug, "at": report.at, "kind": report.kind, "message": report.message,
        "email": report.email.as_ref().map(|email| email.as_str()),
    })
}
