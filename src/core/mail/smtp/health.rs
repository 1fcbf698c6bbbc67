//! When a mail server rests, and the failures that led to it.
//!
//! A failed attempt to connect rests the server at once, a lost connection only when several are lost in a row: the
//! loss of one concerns its message, and a mail server that restarts loses all connections once. Campaigns and single
//! messages rest after their own failures only, and any success ends both rests.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::mail::limits::MessageClass;

/// Connections lost in a row that make the server rest; more than the default number of connections.
const MAX_LOSSES: u32 = 5;
/// The first rest; it doubles with each failure after it.
const FIRST_REST: SignedDuration = SignedDuration::from_secs(30);
const LONGEST_BULK_REST: SignedDuration = SignedDuration::from_mins(10);
/// One person waits for a single message, so that the server is tried every minute.
const LONGEST_TRANSACTIONAL_REST: SignedDuration = SignedDuration::from_mins(1);

/// A mail server that does not accept messages.
// docs/decisions/0091
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerOutage {
    /// Host and port.
    pub server: String,
    /// When its first rest began.
    pub since: Timestamp,
    /// When the longer rest ends; may be past until the next attempt.
    pub until: Timestamp,
    /// The server's last reply or the local cause. It may contain an address, so it is never logged.
    pub reason: String,
}

/// A failed attempt to use the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ServerFailure {
    /// No connection was opened.
    Connecting,
    /// An open connection was lost, or the server refused to go on.
    Connected,
}

/// The failures of a server since its last success.
#[derive(Debug, Default)]
pub(super) struct ServerHealth {
    bulk: Rest,
    transactional: Rest,
    /// Since when, and the last reason.
    outage: Option<(Timestamp, String)>,
}

#[derive(Debug, Default)]
struct Rest {
    /// Lost connections in a row.
    losses: u32,
    /// Rests since the last success.
    count: u32,
    until: Option<Timestamp>,
}

impl ServerHealth {
    /// When messages of this class are sent again; `None` when they are sent now.
    pub(super) fn rests_until(&self, class: MessageClass, now: Timestamp) -> Option<Timestamp> {
        let rest = match class {
            MessageClass::Bulk => &self.bulk,
            MessageClass::Transactional => &self.transactional,
        };
        rest.until.filter(|until| *until > now)
    }

    /// Records a failure; returns whether an outage begins with it.
    pub(super) fn failed(&mut self, class: MessageClass, failure: ServerFailure, reason: &str, now: Timestamp) -> bool {
        let rests = match class {
            MessageClass::Bulk => self.bulk.failed(failure, LONGEST_BULK_REST, now),
            MessageClass::Transactional => self.transactional.failed(failure, LONGEST_TRANSACTIONAL_REST, now),
        };
        if !rests {
            return false;
        }
        let begins = self.outage.is_none();
        let since = self.outage.take().map_or(now, |(since, _)| since);
        self.outage = Some((since, reason.to_owned()));
        begins
    }

    /// Ends all rests; returns since when the outage lasted that ends with it.
    pub(super) fn succeeded(&mut self) -> Option<Timestamp> {
        std::mem::take(self).outage.map(|(since, _)| since)
    }

    pub(super) fn outage(&self, server: &str) -> Option<ServerOutage> {
        let (since, reason) = self.outage.clone()?;
        let until = self.bulk.until.max(self.transactional.until).unwrap_or(since);
        Some(ServerOutage { server: server.to_owned(), since, until, reason })
    }
}

impl Rest {
    /// Returns whether a rest begins. An attempt that fails during a rest began before it and does not count.
    fn failed(&mut self, failure: ServerFailure, longest: SignedDuration, now: Timestamp) -> bool {
        if self.until.is_some_and(|until| until > now) {
            return false;
        }
        self.losses += 1;
        if failure == ServerFailure::Connected && self.losses < MAX_LOSSES {
            return false;
        }
        let factor = 2_i32.saturating_pow(self.count.min(16));
        self.until = Some(now + FIRST_REST.saturating_mul(factor).min(longest));
        self.count += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use MessageClass::{Bulk, Transactional};

    use super::*;

    fn at(secs: i64) -> Timestamp {
        Timestamp::from_second(secs).expect("an instant")
    }

    #[test]
    fn a_server_rests_after_several_losses_in_a_row() {
        let mut health = ServerHealth::default();
        for _ in 0..3 {
            for _ in 1..MAX_LOSSES {
                assert!(!health.failed(Bulk, ServerFailure::Connected, "lost", at(0)));
            }
            assert_eq!((health.rests_until(Bulk, at(0)), health.succeeded()), (None, None), "a success between");
        }
        let begins: Vec<_> =
            (0..MAX_LOSSES).map(|_| health.failed(Bulk, ServerFailure::Connected, "lost", at(0))).collect();
        assert_eq!(begins, [false, false, false, false, true]);
        assert_eq!(health.rests_until(Bulk, at(29)), Some(at(30)));
        assert!(!health.failed(Bulk, ServerFailure::Connected, "lost again", at(30)), "the outage is known");
        assert_eq!(health.rests_until(Bulk, at(30)), Some(at(90)), "one loss after a rest is enough");
        let outage = health.outage("mx:25").expect("an outage");
        assert_eq!((outage.since, outage.until, outage.reason.as_str()), (at(0), at(90), "lost again"));
        assert_eq!((health.succeeded(), health.outage("mx:25")), (Some(at(0)), None));
    }

    #[test]
    fn a_campaigns_failures_do_not_hold_single_messages() {
        let mut health = ServerHealth::default();
        assert!(health.failed(Bulk, ServerFailure::Connecting, "refused", at(0)));
        assert_eq!(health.rests_until(Bulk, at(0)), Some(at(30)));
        assert_eq!(health.rests_until(Transactional, at(0)), None);
        assert!(!health.failed(Transactional, ServerFailure::Connecting, "refused", at(1)));
        assert_eq!(health.rests_until(Transactional, at(1)), Some(at(31)));
    }

    #[test]
    fn rests_grow_to_a_minute_for_single_messages_and_ten_for_campaigns() {
        let (mut health, mut now) = (ServerHealth::default(), at(0));
        let mut rests = Vec::new();
        for _ in 0..7 {
            for class in [Bulk, Transactional] {
                health.failed(class, ServerFailure::Connecting, "refused", now);
            }
            let rest = |class| health.rests_until(class, now).map_or(0, |until| until.duration_since(now).as_secs());
            rests.push((rest(Transactional), rest(Bulk)));
            now += SignedDuration::from_secs(rest(Bulk));
        }
        assert_eq!(rests, [(30, 30), (60, 60), (60, 120), (60, 240), (60, 480), (60, 600), (60, 600)]);
    }
}
