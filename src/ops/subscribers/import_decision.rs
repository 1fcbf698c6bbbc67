//! What an import of subscribers makes of one address.

use jiff::Timestamp;
use uuid::Uuid;

use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::mailing::SuppressionReason;
use crate::error::Result;
use crate::ops::mail::suppressions::suppress;
use crate::sources::addresses::{Details, ListedAddress, Standing};
use crate::store::outbox::{self, OutboxRecord};
use crate::store::subscribers::{self, SubscriberRecord};
use crate::store::{Reading, WriteTx, accounts, suppressions};

/// The decision about one address.
pub(super) enum AddressDecision {
    Added(SubscriberRecord),
    Confirmed(SubscriberRecord),
    Unchanged,
    Suppressed,
    Left,
    /// The list says that the address has left.
    Unsubscribed {
        record: SubscriberRecord,
        reason: SuppressionReason,
        detail: String,
    },
    /// The list says that the address was never confirmed.
    Unconfirmed,
}

/// Writes what was decided.
pub(super) fn put(tx: &WriteTx, id: Uuid, outcome: &AddressDecision, now: Timestamp) -> Result<()> {
    match outcome {
        AddressDecision::Added(record) => {
            subscribers::put(tx, record)?;
            if record.is_asked() {
                outbox::put(tx, &OutboxRecord::confirmation(id, record))?;
            }
        }
        AddressDecision::Confirmed(record) => subscribers::put(tx, record)?,
        AddressDecision::Unsubscribed { record, reason, detail } => {
            subscribers::put(tx, record)?;
            suppress(tx, &record.email, *reason, detail, now)?;
        }
        AddressDecision::Unchanged
        | AddressDecision::Suppressed
        | AddressDecision::Left
        | AddressDecision::Unconfirmed => {}
    }
    Ok(())
}

/// Decides about an address of a list, from what is stored of it.
pub(super) fn decide(
    tx: &dyn Reading,
    address: &ListedAddress,
    consent: Option<&str>,
    now: Timestamp,
) -> Result<AddressDecision> {
    let ListedAddress { email, details, .. } = address;
    let (known, is_suppressed) = (subscribers::get(tx, email)?, suppressions::reason(tx, email)?.is_some());
    if let Standing::Left { reason, at, detail } = &details.standing {
        let left_at = at.unwrap_or(now).min(now);
        return Ok(match known {
            Some(known) if known.left_at.is_some() && is_suppressed => AddressDecision::Left,
            _ if at.is_some() && has_joined_since(tx, email, known.as_ref(), left_at)? => AddressDecision::Unchanged,
            Some(known) => {
                let left_at = Some(known.left_at.unwrap_or(left_at));
                let record = SubscriberRecord { left_at, ..known };
                AddressDecision::Unsubscribed { record, reason: *reason, detail: detail.clone() }
            }
            None if is_suppressed => AddressDecision::Suppressed,
            None => {
                let record = SubscriberRecord { left_at: Some(left_at), ..new_record(email, details, consent, now) };
                AddressDecision::Unsubscribed { record, reason: *reason, detail: detail.clone() }
            }
        });
    }
    Ok(match known {
        _ if is_suppressed => AddressDecision::Suppressed,
        Some(known) if known.left_at.is_some() => AddressDecision::Left,
        None if details.standing == Standing::Unconfirmed => AddressDecision::Unconfirmed,
        Some(known) if known.is_asked() && details.standing == Standing::Subscribed => {
            match new_record(email, details, consent, now) {
                SubscriberRecord { confirmed_at: None, .. } => AddressDecision::Unchanged,
                SubscriberRecord { confirmed_at, source, .. } => {
                    AddressDecision::Confirmed(SubscriberRecord { confirmed_at, source, ..known })
                }
            }
        }
        Some(_) => AddressDecision::Unchanged,
        None => {
            let record = new_record(email, details, consent, now);
            let asked_at = (record.confirmed_at.is_none() && record.created_at != now).then_some(now);
            AddressDecision::Added(SubscriberRecord { asked_at, ..record })
        }
    })
}

/// The subscriber as the list has it.
fn new_record(email: &Email, details: &Details, consent: Option<&str>, now: Timestamp) -> SubscriberRecord {
    let created_at = details.created_at.unwrap_or(now).min(now);
    let language = details.language.unwrap_or(Language::Ro);
    let may_confirm = consent.filter(|_| details.standing == Standing::Subscribed);
    SubscriberRecord {
        confirmed_at: details.confirmed_at.or(may_confirm.map(|_| now)),
        preferences: details.preferences.clone(),
        source: details.source.clone().or_else(|| consent.map(str::to_owned)),
        ..SubscriberRecord::new(email.clone(), language, created_at)
    }
}

/// Whether the owner of the address subscribed or signed up here after leaving there.
fn has_joined_since(
    tx: &dyn Reading,
    email: &Email,
    known: Option<&SubscriberRecord>,
    left_at: Timestamp,
) -> Result<bool> {
    let confirmed_at = known.filter(|known| known.is_active()).and_then(|known| known.confirmed_at);
    let signed_up_at = accounts::verified_at(tx, email)?.map(|account| account.created_at);
    Ok(confirmed_at.max(signed_up_at).is_some_and(|joined_at| joined_at > left_at))
}
