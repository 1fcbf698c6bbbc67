//! `paragraf mail outbox`

use super::super::output::{count, moment, table};
use crate::ops::mail::outbox::{DeliveryState, OutboxEntry};

pub(super) fn text(mails: &[OutboxEntry]) -> String {
    if mails.is_empty() {
        return "no messages".into();
    }
    let mut table = table(&["ID", "KIND", "TO", "LANG", "QUEUED", "STATE", ""]);
    for mail in mails {
        table.add_row([
            mail.id.to_string(),
            mail.kind.to_string(),
            mail.to.as_str().to_owned(),
            mail.language.to_string(),
            moment(mail.created_at),
            mail.state.name().to_owned(),
            detail(mail),
        ]);
    }
    format!("{table}\n\n{}", count(mails.len() as u64, "message"))
}

fn detail(mail: &OutboxEntry) -> String {
    let at = mail.at.map(moment).unwrap_or_default();
    let reason = mail.reason.as_deref().unwrap_or_default();
    match mail.state {
        DeliveryState::Deferred => {
            format!("attempt {} at {at}: {reason}", mail.attempts.unwrap_or_default() + 1)
        }
        DeliveryState::Failed => format!("{at}: {reason}"),
        DeliveryState::Sent => mail.file.as_ref().map_or(at, |file| file.display().to_string()),
        DeliveryState::Queued
        | DeliveryState::Claimed
        | DeliveryState::Bounced
        | DeliveryState::Suppressed
        | DeliveryState::Unknown => at,
    }
}
