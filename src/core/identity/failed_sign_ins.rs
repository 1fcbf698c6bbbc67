//! Failed sign-ins, counted for the operator by reason and network. Kept in memory, bounded, and without e-mail
//! addresses.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::domain::activity::NetworkPrefix;
use crate::error::ErrorCode;

/// A network is listed for this long after its last failure.
const LISTED: SignedDuration = SignedDuration::from_hours(24);
/// Maximum number of networks with counts of their own. Failures from other networks count only in the totals.
const MAX_NETWORKS: usize = 1000;

/// Why a sign-in failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureReason {
    WrongPassword,
    UnknownAddress,
    /// The account is disabled, and its credentials were right.
    Disabled,
    /// Refused unchecked after too many attempts.
    Limited,
    /// A mailed link was invalid, used, expired, or given with another address.
    Link,
    /// The sign-in provider's response was refused.
    Provider,
    /// A wrong code of a second factor.
    SecondFactor,
    /// A passkey was unknown, or could not be verified.
    Passkey,
    /// The code of a text message was wrong, used or expired.
    PhoneCode,
}

impl FailureReason {
    pub const ALL: [Self; 9] = [
        Self::WrongPassword,
        Self::UnknownAddress,
        Self::Disabled,
        Self::Limited,
        Self::Link,
        Self::Provider,
        Self::SecondFactor,
        Self::Passkey,
        Self::PhoneCode,
    ];

    /// The name in metrics and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::WrongPassword => "wrong_password",
            Self::UnknownAddress => "unknown_address",
            Self::Disabled => "disabled",
            Self::Limited => "limited",
            Self::Link => "link",
            Self::Provider => "provider",
            Self::SecondFactor => "second_factor",
            Self::Passkey => "passkey",
            Self::PhoneCode => "phone_code",
        }
    }

    /// Returns the reason for an error of a sign-in; `None` for faults of the input or of the server.
    pub fn of(code: ErrorCode) -> Option<Self> {
        Some(match code {
            ErrorCode::WrongPassword | ErrorCode::InvalidCredential => Self::WrongPassword,
            ErrorCode::UserNotFound => Self::UnknownAddress,
            ErrorCode::UserDisabled => Self::Disabled,
            ErrorCode::TooManyRequests => Self::Limited,
            ErrorCode::InvalidActionCode | ErrorCode::ExpiredActionCode | ErrorCode::DifferentDevice => Self::Link,
            ErrorCode::InvalidIdpResponse | ErrorCode::SessionExpired => Self::Provider,
            ErrorCode::InvalidMultiFactorSession => Self::SecondFactor,
            ErrorCode::PasskeyCredentialNotFound | ErrorCode::InvalidPasskey => Self::Passkey,
            ErrorCode::InvalidVerificationCode | ErrorCode::CodeExpired => Self::PhoneCode,
            _ => return None,
        })
    }
}

/// The failures of one reason from one network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkFailures {
    pub network: NetworkPrefix,
    pub reason: FailureReason,
    pub count: u64,
    pub first: Timestamp,
    pub last: Timestamp,
}

/// The failures since the start of the server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailureSummary {
    pub totals: BTreeMap<FailureReason, u64>,
    /// Networks with a failure in the last 24 hours, most failures first.
    pub networks: Vec<NetworkFailures>,
}

impl FailureSummary {
    /// The number of failures from the listed networks.
    pub fn recent(&self) -> u64 {
        self.networks.iter().map(|failures| failures.count).sum()
    }
}

#[derive(Default)]
struct FailureCounts {
    totals: BTreeMap<FailureReason, u64>,
    networks: HashMap<(NetworkPrefix, FailureReason), NetworkFailures>,
}

/// Counts failed sign-ins.
#[derive(Default)]
pub struct FailedSignIns(Mutex<FailureCounts>);

impl FailedSignIns {
    pub fn record(&self, reason: FailureReason, address: IpAddr, now: Timestamp) {
        let mut counts = self.lock();
        *counts.totals.entry(reason).or_default() += 1;
        let key = (NetworkPrefix::of(address), reason);
        if counts.networks.len() >= MAX_NETWORKS && !counts.networks.contains_key(&key) {
            forget_old(&mut counts, now);
            if counts.networks.len() >= MAX_NETWORKS {
                return;
            }
        }
        let network = key.0.clone();
        let new = NetworkFailures { network, reason, count: 0, first: now, last: now };
        let failures = counts.networks.entry(key).or_insert(new);
        failures.count += 1;
        failures.last = now;
    }

    pub fn summary(&self, now: Timestamp) -> FailureSummary {
        let mut counts = self.lock();
        forget_old(&mut counts, now);
        let mut networks: Vec<_> = counts.networks.values().cloned().collect();
        networks.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| b.last.cmp(&a.last)));
        FailureSummary { totals: counts.totals.clone(), networks }
    }

    fn lock(&self) -> MutexGuard<'_, FailureCounts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn forget_old(counts: &mut FailureCounts, now: Timestamp) {
    counts.networks.retain(|_, failures| now.duration_since(failures.last) < LISTED);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_second(1_000_000 + 3600 * hour).expect("an instant")
    }

    fn address(number: u32) -> IpAddr {
        std::net::Ipv4Addr::from(number << 8).into()
    }

    #[test]
    fn failures_are_counted_by_reason_and_network_and_listed_for_a_day() {
        let failures = FailedSignIns::default();
        for last in 1..4 {
            failures.record(FailureReason::WrongPassword, IpAddr::from([198, 51, 100, last]), at(0));
        }
        failures.record(FailureReason::Limited, IpAddr::from([203, 0, 113, 9]), at(23));
        let summary = failures.summary(at(23));
        let listed: Vec<_> = summary.networks.iter().map(|of| (of.network.as_str(), of.reason, of.count)).collect();
        assert_eq!(
            listed,
            [("198.51.100.0/24", FailureReason::WrongPassword, 3), ("203.0.113.0/24", FailureReason::Limited, 1)]
        );
        let later = failures.summary(at(24));
        assert_eq!((later.networks.len(), later.totals[&FailureReason::WrongPassword], later.recent()), (1, 3, 1));
    }

    #[test]
    fn networks_are_bounded_and_the_totals_stay_right() {
        let failures = FailedSignIns::default();
        for number in 0..2000 {
            failures.record(FailureReason::UnknownAddress, address(number), at(0));
        }
        let summary = failures.summary(at(0));
        assert_eq!((summary.networks.len(), summary.totals[&FailureReason::UnknownAddress]), (MAX_NETWORKS, 2000));
    }
}
