//! What failed deliveries do to an address: at once, after a second report, after several in a row, or nothing.

use jiff::{SignedDuration, Timestamp};

use super::bounce_summary::BounceOutcome;
use super::suppressions::suppress;
use crate::domain::email::Email;
use crate::domain::mailing::SuppressionReason;
use crate::error::Result;
use crate::mail::Verdict;
use crate::store::WriteTx;
use crate::store::suppressions::{self, SuppressionRecord};

/// Doubtful bounces after which an address is suppressed.
const MAX_DOUBTFUL_BOUNCES: u32 = 2;
/// Consecutive soft bounces after which an address is suppressed.
const MAX_SOFT_BOUNCES: u32 = 5;
/// An older bounce does not count as consecutive.
const WINDOW: SignedDuration = SignedDuration::from_hours(60 * 24);

/// Records what a failed delivery says about the address.
pub(super) fn record_failure(
    tx: &WriteTx,
    email: &Email,
    verdict: Verdict,
    reason: &str,
    now: Timestamp,
) -> Result<BounceOutcome> {
    match verdict {
        Verdict::Address { certain: true } => {
            suppress(tx, email, SuppressionReason::Bounced, reason, now)?;
            Ok(BounceOutcome::Hard)
        }
        Verdict::Address { certain: false } => {
            let is_suppressed = count(tx, email, reason, now, |record| {
                record.doubtful_bounces += 1;
                record.doubtful_bounces >= MAX_DOUBTFUL_BOUNCES
            })?;
            Ok(if is_suppressed { BounceOutcome::Hard } else { BounceOutcome::Doubtful })
        }
        Verdict::Full | Verdict::Unreachable => {
            let is_suppressed = count(tx, email, reason, now, |record| {
                record.soft_bounces += 1;
                record.soft_bounces >= MAX_SOFT_BOUNCES
            })?;
            Ok(if is_suppressed { BounceOutcome::GivenUp } else { BounceOutcome::Soft })
        }
        // Without evidence about the address, nothing is held against it.
        Verdict::Sender | Verdict::Unclear => Ok(BounceOutcome::Blameless),
    }
}

/// Counts a bounce with `suffices`, which returns whether the address is to be suppressed; returns whether it is newly
/// suppressed.
fn count(
    tx: &WriteTx,
    email: &Email,
    reason: &str,
    now: Timestamp,
    suffices: impl FnOnce(&mut SuppressionRecord) -> bool,
) -> Result<bool> {
    let before = suppressions::get(tx, email)?;
    if before.as_ref().is_some_and(|record| record.reason.is_some()) {
        return Ok(false);
    }
    let consecutive = before.filter(|record| now.duration_since(record.at) <= WINDOW);
    let mut record = consecutive.unwrap_or_else(|| SuppressionRecord::new(email.clone(), now));
    (record.at, record.detail) = (now, reason.to_owned());
    let is_suppressed = suffices(&mut record);
    record.reason = is_suppressed.then_some(SuppressionReason::Bounced);
    suppressions::put(tx, &record)?;
    Ok(is_suppressed)
}
