//! Recomputes every index and reads every record.

pub use super::damage::Inconsistency;
use super::engine::ReadTx;
use super::error::StoreError;
use super::finding::Findings;
use super::{
    account_activity, accounts, action_codes, acts, amendments, analytics, archive, articles, audit, backups,
    calendars, campaigns, changed_provisions, concern_notices, desk, done_steps, draft_reasons, duties, explanations,
    form_changes, forms, gazette_issues, law_figures, leases, limit_uses, marks, monthly_overviews, notifications,
    outbox, passkey_ceremonies, pending_sign_ins, phone_codes, pictures, read_notifications, reader_profiles,
    reminders, reports, saved_searches, sessions, sign_in_transactions, signing_keys, sms_usage, source_states,
    subscribers, suppressions, topics, used_responses,
};

/// The inconsistencies of the store; empty for a sound one.
pub fn verify(tx: &ReadTx) -> Result<Vec<Inconsistency>, StoreError> {
    let mut findings = Findings::default();
    articles::verify(tx, &mut findings)?;
    archive::verify(tx, &mut findings)?;
    acts::verify(tx, &mut findings)?;
    forms::verify(tx, &mut findings)?;
    form_changes::verify(tx, &mut findings)?;
    amendments::verify(tx, &mut findings)?;
    changed_provisions::verify(tx, &mut findings)?;
    gazette_issues::verify(tx, &mut findings)?;
    source_states::verify(tx, &mut findings)?;
    draft_reasons::verify(tx, &mut findings)?;
    desk::verify(tx, &mut findings)?;
    topics::verify(tx, &mut findings)?;
    duties::verify(tx, &mut findings)?;
    law_figures::verify(tx, &mut findings)?;
    monthly_overviews::verify(tx, &mut findings)?;
    subscribers::verify(tx, &mut findings)?;
    outbox::verify(tx, &mut findings)?;
    campaigns::verify(tx, &mut findings)?;
    suppressions::verify(tx, &mut findings)?;
    analytics::verify(tx, &mut findings)?;
    accounts::verify(tx, &mut findings)?;
    account_activity::verify(tx, &mut findings)?;
    sessions::verify(tx, &mut findings)?;
    sign_in_transactions::verify(tx, &mut findings)?;
    pending_sign_ins::verify(tx, &mut findings)?;
    passkey_ceremonies::verify(tx, &mut findings)?;
    used_responses::verify(tx, &mut findings)?;
    pictures::verify(tx, &mut findings)?;
    phone_codes::verify(tx, &mut findings)?;
    sms_usage::verify(tx, &mut findings)?;
    action_codes::verify(tx, &mut findings)?;
    signing_keys::verify(tx, &mut findings)?;
    marks::verify(tx, &mut findings)?;
    done_steps::verify(tx, &mut findings)?;
    reader_profiles::verify(tx, &mut findings)?;
    calendars::verify(tx, &mut findings)?;
    notifications::verify(tx, &mut findings)?;
    read_notifications::verify(tx, &mut findings)?;
    concern_notices::verify(tx, &mut findings)?;
    saved_searches::verify(tx, &mut findings)?;
    reminders::verify(tx, &mut findings)?;
    reports::verify(tx, &mut findings)?;
    explanations::verify(tx, &mut findings)?;
    audit::verify(tx, &mut findings)?;
    backups::verify(tx, &mut findings)?;
    leases::verify(tx, &mut findings)?;
    limit_uses::verify(tx, &mut findings)?;
    Ok(findings.into_vec())
}
