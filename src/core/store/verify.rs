//! Recomputes every index and reads every record.

pub use super::damage::Inconsistency;
use super::engine::ReadTx;
use super::error::StoreError;
use super::finding::Findings;

/// Calls `verify` of each of these files of records.
macro_rules! verify_each {
    ($tx:expr, $findings:expr, [$($records:ident,)*]) => {
        $(super::$records::verify($tx, $findings)?;)*
    };
}

/// The inconsistencies of the store; empty for a sound one.
pub fn verify(tx: &ReadTx) -> Result<Vec<Inconsistency>, StoreError> {
    let mut findings = Findings::default();
    verify_each!(
        tx,
        &mut findings,
        [
            articles, archive, acts, forms, form_changes, amendments, changed_provisions, gazette_issues,
            source_states, draft_reasons, desk, topics, duties, law_figures, monthly_overviews, subscribers, outbox,
            campaigns, suppressions, analytics, accounts, account_activity, sessions, sign_in_transactions,
            pending_sign_ins, passkey_ceremonies, used_responses, pictures, phone_codes, sms_usage, action_codes,
            signing_keys, marks, done_steps, reader_profiles, calendars, notifications, read_notifications,
            concern_notices, saved_searches, reminders, reports, explanations, audit, backups, leases, limit_uses,
        ]
    );
    Ok(findings.into_vec())
}
