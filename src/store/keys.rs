//! Keys with more than one part. Text stands last or is ended by a NUL, which no slug contains.

use jiff::civil::Date;

use crate::domain::analytics::Counter;
use crate::domain::email::Email;
use crate::domain::{CampaignId, Slug, Uid};

/// Bytes of a uid, which stands first in keys and needs no end.
const UID_LEN: usize = 28;

/// `slug NUL revision` with the revision big-endian, so that revisions stand in order.
pub(super) fn slug_revision(slug: &Slug, revision: u32) -> Vec<u8> {
    let mut key = slug_prefix(slug);
    key.extend_from_slice(&revision.to_be_bytes());
    key
}

/// `slug NUL`, where the rows of a slug begin.
pub(super) fn slug_prefix(slug: &Slug) -> Vec<u8> {
    let mut key = slug.as_str().as_bytes().to_vec();
    key.push(0);
    key
}

/// `days slug`: articles in order of their publish date, oldest first.
pub(super) fn date_slug(date: Date, slug: &Slug) -> Vec<u8> {
    let mut key = day(date).to_vec();
    key.extend_from_slice(slug.as_str().as_bytes());
    key
}

/// The slug inside a key made by [`date_slug`].
pub(super) fn slug_of_date_slug(key: &[u8]) -> Option<Slug> {
    Slug::parse(std::str::from_utf8(key.get(4..)?).ok()?)
}

/// A day as four bytes that sort as days do.
pub(super) fn day(date: Date) -> [u8; 4] {
    u32::try_from((date - Date::MIN).get_days()).unwrap_or(0).to_be_bytes()
}

/// `days event NUL label`: what was counted on a day.
pub(super) fn day_event(date: Date, counter: &Counter) -> Vec<u8> {
    let mut key = day(date).to_vec();
    key.extend_from_slice(counter.event.code().as_bytes());
    key.push(0);
    key.extend_from_slice(counter.label.as_bytes());
    key
}

/// Day, event's code and label of a key made by [`day_event`].
pub(super) fn of_day_event(key: &[u8]) -> Option<(Date, &str, &str)> {
    let (days, rest) = key.split_first_chunk::<4>()?;
    let date = Date::MIN.checked_add(jiff::Span::new().try_days(u32::from_be_bytes(*days)).ok()?).ok()?;
    let (event, label) = std::str::from_utf8(rest).ok()?.split_once('\0')?;
    Some((date, event, label))
}

/// `uid name`: what an account has, by the name of what it has.
pub(super) fn uid_name(uid: &Uid, name: &str) -> Vec<u8> {
    [uid.as_str().as_bytes(), name.as_bytes()].concat()
}

/// Uid and name of a key made by [`uid_name`].
pub(super) fn of_uid_name(key: &[u8]) -> Option<(Uid, &str)> {
    let (uid, name) = key.split_at_checked(UID_LEN)?;
    Some((Uid::parse(std::str::from_utf8(uid).ok()?)?, std::str::from_utf8(name).ok()?))
}

/// `provider NUL subject`: whom an identity at a provider belongs to.
pub(super) fn identity(provider: &str, subject: &str) -> Vec<u8> {
    let mut key = name_prefix(provider);
    key.extend_from_slice(subject.as_bytes());
    key
}

/// `name NUL uid`: which accounts have what the name says.
pub(super) fn name_uid(name: &str, uid: &Uid) -> Vec<u8> {
    let mut key = name_prefix(name);
    key.extend_from_slice(uid.as_str().as_bytes());
    key
}

/// `name NUL`, where the rows of a name begin.
pub(super) fn name_prefix(name: &str) -> Vec<u8> {
    let mut key = name.as_bytes().to_vec();
    key.push(0);
    key
}

/// `campaign NUL address`: what a campaign has for an address.
pub(super) fn campaign_address(campaign: &CampaignId, to: &Email) -> Vec<u8> {
    let mut key = name_prefix(campaign.as_str());
    key.extend_from_slice(to.key().as_bytes());
    key
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::domain::analytics::EventName;

    #[test]
    fn keys_sort_as_their_parts_do() {
        let slug = |text| Slug::parse(text).expect("a slug");
        assert!(slug_revision(&slug("a"), 2) < slug_revision(&slug("a"), 10));
        assert!(slug_revision(&slug("a"), u32::MAX) < slug_revision(&slug("a-b"), 1));
        assert!(date_slug(date(2025, 1, 31), &slug("z")) < date_slug(date(2025, 2, 1), &slug("a")));
        assert!(date_slug(date(-1, 12, 31), &slug("a")) < date_slug(date(2025, 2, 1), &slug("a")));
        assert_eq!(slug_of_date_slug(&date_slug(date(2025, 2, 1), &slug("a-b"))), Some(slug("a-b")));
        let counter = |label: &str| Counter { event: EventName::ArticleOpen, label: label.into() };
        let (january, february) = (date(2026, 1, 31), date(2026, 2, 1));
        assert!(day_event(january, &counter("z")) < day(february).to_vec());
        assert!(day(february).to_vec() < day_event(february, &counter("a")));
        assert_eq!(of_day_event(&day_event(january, &counter("z"))), Some((january, "article_open", "z")));
        assert_eq!(of_day_event(b"abcdnope"), None);
        let uid = Uid::parse(&"u".repeat(28)).expect("a uid");
        assert_eq!(of_uid_name(&uid_name(&uid, "a-b")), Some((uid.clone(), "a-b")));
        assert_eq!(of_uid_name(b"short"), None);
        assert!(name_uid("a", &uid) < name_uid("a-b", &uid));
    }
}
