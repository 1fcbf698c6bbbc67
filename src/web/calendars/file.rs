//! Calendars as files (RFC 5545). Every event lasts a whole day.

use chrono::{DateTime, NaiveDate};
use icalendar::{Alarm, Calendar, Component, Event, EventLike, EventStatus, Property, Trigger};
use jiff::civil::Date;

use crate::domain::Language;
use crate::ops::calendars::CalendarEvent;
use crate::web::shell::{Site, address, article_path};

/// Octets of a line.
const MAX_LINE: usize = 75;
/// The hour of the day at which an alarm rings.
const RINGS_AT: i64 = 9;

/// Writes a calendar that rings on the days in `alarms`, counted back from each event.
// docs/decisions/0182
pub(super) fn calendar(
    site: &Site,
    name: Option<&str>,
    events: &[CalendarEvent],
    alarms: &[u8],
    language: Language,
) -> String {
    let mut calendar = Calendar::empty();
    for (key, value) in
        [("VERSION", "2.0"), ("PRODID", "-//Paragraf//Paragraf//RO"), ("CALSCALE", "GREGORIAN"), ("METHOD", "PUBLISH")]
    {
        calendar.append_property(Property::new(key, value));
    }
    if let Some(name) = name {
        calendar.name(name);
        calendar.append_property(Property::new("REFRESH-INTERVAL", "PT12H").add_parameter("VALUE", "DURATION").done());
    }
    for event in events {
        calendar.push(ical_event(site, event, alarms, language));
    }
    folded(&calendar.to_string())
}

/// The text with lines of at most 75 octets. The library folds too, but the last part of a line may have one more.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut width = 0;
    for letter in text.replace("\r\n ", "").chars() {
        let size = letter.len_utf8();
        match letter {
            '\r' | '\n' => width = 0,
            _ if width + size > MAX_LINE => {
                folded.push_str("\r\n ");
                width = 1 + size;
            }
            _ => width += size,
        }
        folded.push(letter);
    }
    folded
}

fn ical_event(site: &Site, event: &CalendarEvent, alarms: &[u8], language: Language) -> Event {
    let uid = format!("{}@{}", event.id, site.id_base);
    let mut written = Event::with_uid(&uid);
    written.summary(&plain(&event.title)).sequence(event.sequence).starts(day(event.date));
    written.ends(day(event.date.tomorrow().unwrap_or(event.date)));
    written.add_property("TRANSP", "TRANSPARENT");
    let changed_at = DateTime::from_timestamp(event.changed_at.as_second(), 0).unwrap_or_default();
    written.timestamp(changed_at).add_property("LAST-MODIFIED", changed_at.format("%Y%m%dT%H%M%SZ").to_string());
    if !event.text.is_empty() {
        written.description(&plain(&event.text));
    }
    if let Some(slug) = &event.slug {
        written.url(&address(&site.public_url, &article_path(slug.as_str()), language));
    }
    if event.is_withdrawn {
        written.status(EventStatus::Cancelled);
        return written.done();
    }
    written.status(EventStatus::Confirmed);
    for days in alarms {
        let before = chrono::Duration::hours(i64::from(*days) * 24 - RINGS_AT);
        let mut alarm = Alarm::display(&plain(&event.title), Trigger::before_start(before));
        // The library would draw both at each writing, and no calendar would ever match its entity tag.
        alarm.uid(&format!("{days}.{uid}")).timestamp(changed_at);
        written.alarm(alarm);
    }
    written.done()
}

/// The date for the library, which uses chrono.
fn day(date: Date) -> NaiveDate {
    let (year, month, day) = (date.year().into(), date.month().unsigned_abs().into(), date.day().unsigned_abs().into());
    NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default()
}

/// The text without control characters other than line feeds: the library does not escape them.
fn plain(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}
