//! The list of all tables, and the version of the schema.

use jiff::Timestamp;
use redb::TableError;
use uuid::Uuid;

use super::database::LiveDatabase;
use super::engine::{ReadTx, WriteTx, contained, definition};
use super::error::StoreError;
use super::meta::META;
use super::{
    account_activity, accounts, action_codes, acts, amendments, analytics, archive, articles, audit, backups,
    calendars, campaigns, changed_provisions, concern_notices, desk, done_steps, draft_reasons, duties, explanations,
    follow_settings, form_changes, forms, gazette_issues, law_figures, leases, limit_uses, marks, monthly_overviews,
    notifications, outbox, passkey_ceremonies, pending_sign_ins, phone_codes, pictures, read_notifications,
    reader_profiles, reminders, reports, saved_searches, sessions, sign_in_transactions, signing_keys, sms_usage,
    source_states, subscribers, suppressions, topics, used_responses,
};
use crate::clock::uuid_at;

/// The version before the first migration.
pub(super) const FIRST_VERSION: u32 = 1;

const VERSION: &str = "schema_version";
const INSTANCE: &str = "instance";

/// The name of every table. A snapshot compares their numbers of rows, a test compares the names with the declarations.
pub(super) const TABLES: [&str; 86] = [
    META.name(),
    articles::ARTICLES.name(),
    articles::ARTICLE_REVISIONS.name(),
    articles::ARTICLE_COUNTS.name(),
    articles::ARTICLE_BY_DATE.name(),
    archive::ARCHIVE.name(),
    archive::ARCHIVE_PARTS.name(),
    acts::ACTS.name(),
    acts::ACT_BY_PORTAL_ID.name(),
    forms::FORMS.name(),
    form_changes::FORM_CHANGES.name(),
    amendments::AMENDMENTS.name(),
    amendments::AMENDMENT_LISTS.name(),
    changed_provisions::CHANGED_PROVISIONS.name(),
    gazette_issues::GAZETTE_ISSUES.name(),
    source_states::SOURCE_STATES.name(),
    draft_reasons::DRAFT_REASONS.name(),
    articles::ARTICLE_DRAFTS.name(),
    desk::DESK.name(),
    desk::DESK_DUE.name(),
    topics::TOPICS.name(),
    duties::DUTIES.name(),
    law_figures::LAW_FIGURES.name(),
    law_figures::CONFIRMED_FIGURES.name(),
    monthly_overviews::MONTHLY_OVERVIEWS.name(),
    subscribers::SUBSCRIBERS.name(),
    outbox::OUTBOX.name(),
    outbox::OUTBOX_DUE.name(),
    outbox::OUTBOX_BY_CAMPAIGN.name(),
    outbox::OUTBOX_BY_ADDRESS.name(),
    outbox::OUTBOX_CLAIMS.name(),
    outbox::OUTBOX_TALLIES.name(),
    campaigns::CAMPAIGNS.name(),
    campaigns::ACTIVE_CAMPAIGNS.name(),
    campaigns::CAMPAIGN_LISTS.name(),
    suppressions::SUPPRESSIONS.name(),
    analytics::ANALYTICS.name(),
    accounts::ACCOUNTS.name(),
    accounts::ACCOUNT_BY_KEY.name(),
    accounts::GUESTS.name(),
    accounts::TENANT_ADDRESSES.name(),
    accounts::OPERATORS.name(),
    account_activity::ACCOUNT_ACTIVITY.name(),
    sessions::SESSIONS.name(),
    sign_in_transactions::SIGN_IN_TRANSACTIONS.name(),
    pending_sign_ins::PENDING_SIGN_INS.name(),
    passkey_ceremonies::PASSKEY_CEREMONIES.name(),
    used_responses::USED_RESPONSES.name(),
    pictures::PICTURES.name(),
    pictures::PICTURE_ADDRESSES.name(),
    pictures::PICTURE_FETCHES.name(),
    pictures::PICTURE_FETCHES_DUE.name(),
    action_codes::ACTION_CODES.name(),
    action_codes::ACTION_CODES_BY_ACCOUNT.name(),
    action_codes::SIGN_IN_CODES.name(),
    phone_codes::PHONE_CODES.name(),
    sms_usage::SMS_USAGE.name(),
    signing_keys::SIGNING_KEYS.name(),
    marks::LIKES.name(),
    marks::BOOKMARKS.name(),
    marks::FOLLOWS.name(),
    marks::FOLLOWERS.name(),
    follow_settings::FOLLOW_SETTINGS.name(),
    marks::TRACKED.name(),
    marks::TRACKERS.name(),
    done_steps::DONE_STEPS.name(),
    reader_profiles::READER_PROFILES.name(),
    calendars::CALENDARS.name(),
    calendars::CALENDAR_LINKS.name(),
    notifications::NOTIFICATIONS.name(),
    read_notifications::READ_NOTIFICATIONS.name(),
    concern_notices::CONCERN_NOTICES.name(),
    saved_searches::SEARCH_PENDING.name(),
    saved_searches::SEARCH_HITS.name(),
    reminders::REMINDER_SETTINGS.name(),
    reminders::REMINDERS.name(),
    reminders::DEADLINE_NOTICES.name(),
    reports::REPORTS.name(),
    reports::REPORTS_BY_ACCOUNT.name(),
    explanations::EXPLANATIONS.name(),
    explanations::MODEL_TOKENS.name(),
    audit::AUDIT.name(),
    backups::BACKUPS.name(),
    leases::PROCESSES.name(),
    leases::LEASES.name(),
    limit_uses::LIMIT_USES.name(),
];

/// Creates the tables and the first topics of a new store of this version, in one transaction.
pub(super) fn create(db: &LiveDatabase, now: Timestamp, version: u32) -> Result<(), StoreError> {
    let instance = uuid_at(now);
    let tx = db.write(instance)?;
    fill(&tx, instance, now, version)?;
    tx.commit()
}

/// Creates the tables and the first topics in this transaction, for an installation of this id. A new store has no need
/// of migrations.
pub(super) fn fill(tx: &WriteTx, instance: Uuid, now: Timestamp, version: u32) -> Result<(), StoreError> {
    TABLES.into_iter().try_for_each(|table| tx.create(table))?;
    META.put(tx, "created_at", &now.to_string())?;
    META.put(tx, INSTANCE, &instance.to_string())?;
    set_version(tx, version)?;
    for topic in crate::domain::topic::defaults() {
        topics::put(tx, &topic)?;
    }
    Ok(())
}

/// Records the end of an outage in its first commit.
pub(super) fn note_resumed(tx: WriteTx, now: Timestamp) -> Result<(), StoreError> {
    META.put(&tx, "resumed_at", &now.to_string())?;
    tx.commit()
}

/// Whether the file has no tables yet: just created, or left by a process that died at once.
pub(super) fn is_new(db: &LiveDatabase) -> Result<bool, StoreError> {
    contained(|| Ok(db.begin_read()?.list_tables()?.next().is_none()))
}

pub(super) fn set_version(tx: &WriteTx, version: u32) -> Result<(), StoreError> {
    META.put(tx, VERSION, &version.to_string())
}

/// The file's schema version; `None` if the file is not a store of ours.
pub(super) fn version(db: &LiveDatabase) -> Result<Option<u32>, StoreError> {
    let has_meta = contained(|| match db.begin_read()?.open_table(definition(META.name())) {
        Err(TableError::TableDoesNotExist(_)) => Ok(false),
        _ => Ok(true),
    })?;
    if !has_meta {
        return Ok(None);
    }
    Ok(META.get(&db.read()?, VERSION)?.and_then(|version| version.parse().ok()))
}

/// The id of the installation that owns this content.
pub(super) fn instance(tx: &ReadTx) -> Result<Option<Uuid>, StoreError> {
    let id = META.get(tx, INSTANCE)?;
    Ok(id.and_then(|id| Uuid::parse_str(&id).ok()))
}
