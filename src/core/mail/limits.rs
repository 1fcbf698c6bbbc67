//! Rate limits: messages per hour over an account, bulk messages per minute to one domain.

use std::collections::{HashMap, VecDeque};

use jiff::Timestamp;
use uuid::Uuid;

/// Minutes for which a message counts. One more than an hour has, because messages are counted by the minute.
const WINDOW_MINUTES: i64 = 61;

/// Minutes for which an unused slot stays reserved, so that a message that is a moment late keeps its slot.
const GRACE_MINUTES: i64 = 1;

/// One part in this many of an hourly limit is reserved for transactional messages.
const RESERVED_SHARE: u32 = 10;

/// The class of a message for rate limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageClass {
    /// One person waits for it now. It may use the whole limit.
    Transactional,
    /// Part of a campaign.
    Bulk,
}

/// A sliding window over the messages of the last hour.
#[derive(Debug)]
pub(super) struct HourlyQuota {
    /// 0: unlimited.
    limit: u32,
    /// Messages by minute since the Unix epoch, oldest first.
    sent: VecDeque<(i64, u32)>,
}

impl HourlyQuota {
    pub(super) fn new(limit: u32) -> Self {
        Self { limit, sent: VecDeque::new() }
    }

    pub(super) fn limit(&self) -> u32 {
        self.limit
    }

    /// When the next message may be sent; `None` when it may be sent now.
    pub(super) fn exhausted_until(&mut self, now: Timestamp, class: MessageClass) -> Option<Timestamp> {
        if self.limit == 0 {
            return None;
        }
        while self.sent.front().is_some_and(|(at, _)| at + WINDOW_MINUTES <= minute(now)) {
            self.sent.pop_front();
        }
        let allowed = match class {
            MessageClass::Transactional => self.limit,
            MessageClass::Bulk => self.limit - self.limit / RESERVED_SHARE,
        };
        let mut used: u32 = self.sent.iter().map(|(_, count)| count).sum();
        let mut until = None;
        for (at, count) in &self.sent {
            if used < allowed {
                break;
            }
            used -= count;
            until = Some(start_of(at + WINDOW_MINUTES));
        }
        until
    }

    pub(super) fn add(&mut self, at: Timestamp, count: u32) {
        let at = minute(at);
        if self.limit == 0 || count == 0 {
            return;
        }
        let place = self.sent.partition_point(|(other, _)| *other < at);
        match self.sent.get_mut(place) {
            Some((other, sum)) if *other == at => *sum += count,
            _ => self.sent.insert(place, (at, count)),
        }
    }

    /// Adds as many as the limit allows; returns the rest.
    pub(super) fn add_up_to_limit(&mut self, at: Timestamp, count: u32) -> u32 {
        if self.limit == 0 {
            return 0;
        }
        let used: u32 = self.sent.iter().map(|(_, count)| count).sum();
        let added = count.min(self.limit.saturating_sub(used));
        self.add(at, added);
        count - added
    }

    /// Forgets what was counted.
    pub(super) fn clear(&mut self) {
        self.sent.clear();
    }

    /// Removes the last added message, which was not sent.
    pub(super) fn release(&mut self) {
        if let Some((_, count)) = self.sent.back_mut() {
            *count = count.saturating_sub(1);
        }
    }
}

/// Slots for bulk messages by recipient domain: a fixed number per minute.
#[derive(Debug)]
pub(super) struct DomainSlots {
    /// 0: unlimited.
    limit: u32,
    /// The last minute with reserved slots of each domain, and how many are taken in it.
    reserved: HashMap<String, (i64, u32)>,
    /// The minute in which each waiting message has its slot.
    slots: HashMap<Uuid, i64>,
    /// The minute of the last cleanup.
    cleaned: i64,
}

impl DomainSlots {
    pub(super) fn new(limit: u32) -> Self {
        Self { limit, reserved: HashMap::new(), slots: HashMap::new(), cleaned: 0 }
    }

    /// Reserves a slot for this message; `None` when it may be sent now. A missed slot is replaced by a new one.
    pub(super) fn reserve(&mut self, id: Uuid, domain: &str, now: Timestamp) -> Option<Timestamp> {
        if self.limit == 0 {
            return None;
        }
        let now = minute(now);
        self.clean(now);
        if let Some(slot) = self.slots.get(&id).copied() {
            if slot > now {
                return Some(start_of(slot));
            }
            self.slots.remove(&id);
            if slot + GRACE_MINUTES >= now {
                return None;
            }
        }
        let (last, count) = self.reserved.get(domain).copied().unwrap_or((now, 0));
        let slot = match (last.max(now), count) {
            (at, count) if at == last && count >= self.limit => (at + 1, 1),
            (at, count) if at == last => (at, count + 1),
            (at, _) => (at, 1),
        };
        self.reserved.insert(domain.to_owned(), slot);
        if slot.0 == now {
            return None;
        }
        self.slots.insert(id, slot.0);
        Some(start_of(slot.0))
    }

    fn clean(&mut self, now: i64) {
        if self.cleaned != now {
            self.reserved.retain(|_, (last, _)| *last >= now);
            self.slots.retain(|_, slot| *slot + GRACE_MINUTES >= now);
            self.cleaned = now;
        }
    }
}

fn minute(at: Timestamp) -> i64 {
    at.as_second().div_euclid(60)
}

fn start_of(minute: i64) -> Timestamp {
    Timestamp::from_second(minute * 60).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(secs: i64) -> Timestamp {
        Timestamp::from_second(secs).expect("an instant")
    }

    #[test]
    fn an_hourly_quota_reserves_a_tenth_for_transactional_messages() {
        let mut quota = HourlyQuota::new(20);
        quota.add(at(60), 10);
        quota.add(at(600), 8);
        assert_eq!(quota.exhausted_until(at(700), MessageClass::Transactional), None);
        assert_eq!(quota.exhausted_until(at(700), MessageClass::Bulk), Some(at(62 * 60)));
        quota.add(at(700), 2);
        assert_eq!(quota.exhausted_until(at(700), MessageClass::Transactional), Some(at(62 * 60)));
        assert_eq!(quota.exhausted_until(at(62 * 60 - 1), MessageClass::Transactional), Some(at(62 * 60)));
        assert_eq!(quota.exhausted_until(at(62 * 60), MessageClass::Bulk), None);
        quota.release();
        assert_eq!(quota.add_up_to_limit(at(62 * 60), 30), 30 - 11);
        assert_eq!(HourlyQuota::new(0).exhausted_until(at(0), MessageClass::Bulk), None);
    }

    #[test]
    fn bulk_messages_to_a_domain_are_spread_over_minutes() {
        let mut domains = DomainSlots::new(2);
        let ids: Vec<_> = (0..6).map(Uuid::from_u128).collect();
        let slots: Vec<_> = ids[..5].iter().map(|id| domains.reserve(*id, "a.ro", at(30))).collect();
        assert_eq!(slots, [None, None, Some(at(60)), Some(at(60)), Some(at(120))]);
        assert_eq!(domains.reserve(ids[5], "b.ro", at(30)), None, "another domain");
        assert_eq!(domains.reserve(ids[2], "a.ro", at(31)), Some(at(60)), "a second call keeps the slot");
        assert_eq!(domains.reserve(ids[2], "a.ro", at(125)), None, "within the grace period");
        assert_eq!(domains.reserve(ids[3], "a.ro", at(600)), None, "a missed slot is replaced");
        assert_eq!(domains.reserve(ids[4], "a.ro", at(600)), None);
        assert_eq!(domains.reserve(ids[5], "a.ro", at(600)), Some(at(660)));
    }
}
