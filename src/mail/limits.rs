//! How many mails may go: in an hour over an account, in a minute to one domain.

use std::collections::{HashMap, VecDeque};

use jiff::Timestamp;
use uuid::Uuid;

/// Minutes after which a mail no longer counts for the hour; one more than the hour has, for a mail is
/// counted by the minute.
const HOUR: i64 = 61;

/// Minutes after which a turn that was not taken is lost: whoever comes a moment late need not queue again.
const LATE: i64 = 1;

/// Of what a limit lets pass, one part in so many is kept for mails that somebody waits for.
const KEPT: u32 = 10;

/// Who waits for a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// One person, now: it may use all of a limit.
    Single,
    /// It is one of many.
    Bulk,
}

/// What was sent in the last hour.
#[derive(Debug)]
pub(super) struct Hour {
    /// 0: as many as one likes.
    limit: u32,
    /// Minutes of the Unix epoch with how many were sent, oldest first.
    sent: VecDeque<(i64, u32)>,
}

impl Hour {
    pub(super) fn new(limit: u32) -> Self {
        Self { limit, sent: VecDeque::new() }
    }

    /// Until when no more may go; `None` when one may.
    pub(super) fn full_until(&mut self, now: Timestamp, weight: Weight) -> Option<Timestamp> {
        if self.limit == 0 {
            return None;
        }
        while self.sent.front().is_some_and(|(at, _)| at + HOUR <= minute(now)) {
            self.sent.pop_front();
        }
        let room = match weight {
            Weight::Single => self.limit,
            Weight::Bulk => self.limit - self.limit / KEPT,
        };
        let mut used: u32 = self.sent.iter().map(|(_, count)| count).sum();
        let mut full = None;
        for (at, count) in &self.sent {
            if used < room {
                break;
            }
            used -= count;
            full = Some(start_of(at + HOUR));
        }
        full
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

    /// Adds what there is room for; answers the rest.
    pub(super) fn add_up_to_limit(&mut self, at: Timestamp, count: u32) -> u32 {
        if self.limit == 0 {
            return 0;
        }
        let used: u32 = self.sent.iter().map(|(_, count)| count).sum();
        let added = count.min(self.limit.saturating_sub(used));
        self.add(at, added);
        count - added
    }

    /// Takes back what was added last, for it was not sent.
    pub(super) fn give_back(&mut self) {
        if let Some((_, count)) = self.sent.back_mut() {
            *count = count.saturating_sub(1);
        }
    }
}

/// Turns of mails to the same domain: so many in each minute of the clock.
#[derive(Debug)]
pub(super) struct Minutes {
    /// 0: as many as one likes.
    limit: u32,
    /// The last minute of each domain in which turns were given, and how many.
    given: HashMap<String, (i64, u32)>,
    /// The minutes that mails were told to come back in.
    turns: HashMap<Uuid, i64>,
    /// The minute in which what is over was last forgotten.
    swept: i64,
}

impl Minutes {
    pub(super) fn new(limit: u32) -> Self {
        Self { limit, given: HashMap::new(), turns: HashMap::new(), swept: 0 }
    }

    /// When this mail's turn comes; `None` when it is now. Whoever misses a turn is given another.
    pub(super) fn turn(&mut self, id: Uuid, domain: &str, now: Timestamp) -> Option<Timestamp> {
        if self.limit == 0 {
            return None;
        }
        let now = minute(now);
        self.sweep(now);
        if let Some(turn) = self.turns.get(&id).copied() {
            if turn > now {
                return Some(start_of(turn));
            }
            self.turns.remove(&id);
            if turn + LATE >= now {
                return None;
            }
        }
        let (last, count) = self.given.get(domain).copied().unwrap_or((now, 0));
        let turn = match (last.max(now), count) {
            (at, count) if at == last && count >= self.limit => (at + 1, 1),
            (at, count) if at == last => (at, count + 1),
            (at, _) => (at, 1),
        };
        self.given.insert(domain.to_owned(), turn);
        if turn.0 == now {
            return None;
        }
        self.turns.insert(id, turn.0);
        Some(start_of(turn.0))
    }

    fn sweep(&mut self, now: i64) {
        if self.swept != now {
            self.given.retain(|_, (last, _)| *last >= now);
            self.turns.retain(|_, turn| *turn + LATE >= now);
            self.swept = now;
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
    fn an_hour_holds_its_limit_and_keeps_a_tenth_for_those_who_wait() {
        let mut hour = Hour::new(20);
        hour.add(at(60), 10);
        hour.add(at(600), 8);
        assert_eq!(hour.full_until(at(700), Weight::Single), None);
        assert_eq!(hour.full_until(at(700), Weight::Bulk), Some(at(62 * 60)));
        hour.add(at(700), 2);
        assert_eq!(hour.full_until(at(700), Weight::Single), Some(at(62 * 60)));
        assert_eq!(hour.full_until(at(62 * 60 - 1), Weight::Single), Some(at(62 * 60)));
        assert_eq!(hour.full_until(at(62 * 60), Weight::Bulk), None);
        hour.give_back();
        assert_eq!(hour.add_up_to_limit(at(62 * 60), 30), 30 - 11);
        assert_eq!(Hour::new(0).full_until(at(0), Weight::Bulk), None);
    }

    #[test]
    fn turns_of_a_domain_come_one_minute_after_the_other() {
        let mut minutes = Minutes::new(2);
        let ids: Vec<_> = (0..6).map(Uuid::from_u128).collect();
        let turns: Vec<_> = ids[..5].iter().map(|id| minutes.turn(*id, "a.ro", at(30))).collect();
        assert_eq!(turns, [None, None, Some(at(60)), Some(at(60)), Some(at(120))]);
        assert_eq!(minutes.turn(ids[5], "b.ro", at(30)), None, "another domain");
        assert_eq!(minutes.turn(ids[2], "a.ro", at(31)), Some(at(60)), "asking twice moves nothing");
        assert_eq!(minutes.turn(ids[2], "a.ro", at(125)), None, "a moment late");
        assert_eq!(minutes.turn(ids[3], "a.ro", at(600)), None, "a missed turn is given anew");
        assert_eq!(minutes.turn(ids[4], "a.ro", at(600)), None);
        assert_eq!(minutes.turn(ids[5], "a.ro", at(600)), Some(at(660)));
    }
}
