//! The list of all tables, in which each says what its rows hold of people.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use serde::Serialize;

use super::accounts::AccountRecord;
use super::engine::{ReadTx, each_page};
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
use crate::domain::data_place::DataPlace;
use crate::domain::email::Email;

const ROWS_PER_READ: usize = 64;

/// The owner of the rows of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holding {
    /// Nobody's: content, counts, the state of jobs.
    Nobody,
    /// Rows with an address or a number of a person, or rows of an account.
    Person(PersonalRows),
    /// The index of rows of people.
    Index(DataPlace),
}

/// Rows of people, and what becomes of them. The place says what an erasure does; tests hold all three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PersonalRows {
    pub place: DataPlace,
    pub on_merge: OnMerge,
    pub in_export: InExport,
}

/// What becomes of the rows of a guest that joins an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnMerge {
    /// The account has them afterwards.
    Moved,
    /// They end with the guest, or a guest has none, for this reason.
    NotMoved(&'static str),
}

/// Whether the rows are in `people export`, whose accounts are the exports that their owners can request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InExport {
    /// At these places, JSON pointers into the export of a person with one account.
    At(&'static [&'static str]),
    /// Not, for this reason.
    LeftOut(&'static str),
}

use Holding::{Index, Nobody, Person};
use InExport::{At, LeftOut};
use OnMerge::{Moved, NotMoved};

const NO_ADDRESS: &str = "a guest has no address";
const NO_WAY_TO_SIGN_IN: &str = "a guest has no way to sign in";
const OF_THE_GUEST: &str = "about the guest itself, which is removed";
const OF_A_JOB: &str = "a position of a job, which the job moves on";
const SECRETS: &str = "secrets of one sign-in, kept for minutes";

const fn person(place: DataPlace, on_merge: OnMerge, in_export: InExport) -> Holding {
    Person(PersonalRows { place, on_merge, in_export })
}

/// Every table and what it holds. A test compares the names with the declarations, and another one searches a full store
/// for an address.
// docs/decisions/0471
const TABLES: &[(&str, Holding)] = &[
    (META.name(), Nobody),
    (articles::ARTICLES.name(), Nobody),
    (articles::ARTICLE_REVISIONS.name(), Nobody),
    (articles::ARTICLE_COUNTS.name(), Nobody),
    (articles::ARTICLE_BY_DATE.name(), Nobody),
    (archive::ARCHIVE.name(), Nobody),
    (archive::ARCHIVE_PARTS.name(), Nobody),
    (acts::ACTS.name(), Nobody),
    (acts::ACT_BY_PORTAL_ID.name(), Nobody),
    (forms::FORMS.name(), Nobody),
    (form_changes::FORM_CHANGES.name(), Nobody),
    (amendments::AMENDMENTS.name(), Nobody),
    (amendments::AMENDMENT_LISTS.name(), Nobody),
    (changed_provisions::CHANGED_PROVISIONS.name(), Nobody),
    (gazette_issues::GAZETTE_ISSUES.name(), Nobody),
    (source_states::SOURCE_STATES.name(), Nobody),
    (draft_reasons::DRAFT_REASONS.name(), Nobody),
    (backups::BACKUPS.name(), Nobody),
    (articles::ARTICLE_DRAFTS.name(), Nobody),
    // Names of editors, as the published article has them.
    (desk::DESK.name(), Nobody),
    (desk::DESK_DUE.name(), Nobody),
    (topics::TOPICS.name(), Nobody),
    (duties::DUTIES.name(), Nobody),
    (law_figures::LAW_FIGURES.name(), Nobody),
    (law_figures::CONFIRMED_FIGURES.name(), Nobody),
    (monthly_overviews::MONTHLY_OVERVIEWS.name(), Nobody),
    (subscribers::SUBSCRIBERS.name(), person(DataPlace::Subscription, NotMoved(NO_ADDRESS), At(&["/subscription"]))),
    (outbox::OUTBOX.name(), person(DataPlace::Messages, NotMoved(NO_ADDRESS), At(&["/messages"]))),
    (outbox::OUTBOX_DUE.name(), Nobody),
    (outbox::OUTBOX_BY_CAMPAIGN.name(), Index(DataPlace::Messages)),
    (outbox::OUTBOX_BY_ADDRESS.name(), Index(DataPlace::Messages)),
    (outbox::OUTBOX_CLAIMS.name(), Nobody),
    (outbox::OUTBOX_TALLIES.name(), Nobody),
    (campaigns::CAMPAIGNS.name(), person(DataPlace::JobPositions, NotMoved(OF_A_JOB), LeftOut(OF_A_JOB))),
    (campaigns::ACTIVE_CAMPAIGNS.name(), Nobody),
    (
        campaigns::CAMPAIGN_LISTS.name(),
        person(DataPlace::CampaignLists, NotMoved(NO_ADDRESS), At(&["/campaign_lists"])),
    ),
    (suppressions::SUPPRESSIONS.name(), person(DataPlace::Suppression, NotMoved(NO_ADDRESS), At(&["/suppression"]))),
    (analytics::ANALYTICS.name(), Nobody),
    (accounts::ACCOUNTS.name(), person(DataPlace::Account, NotMoved(OF_THE_GUEST), At(&["/accounts/0/account"]))),
    (accounts::ACCOUNT_BY_KEY.name(), Index(DataPlace::Account)),
    (accounts::GUESTS.name(), Index(DataPlace::Account)),
    (accounts::TENANT_ADDRESSES.name(), Index(DataPlace::Account)),
    (accounts::OPERATORS.name(), Index(DataPlace::Account)),
    (
        account_activity::ACCOUNT_ACTIVITY.name(),
        person(DataPlace::Activity, NotMoved(OF_THE_GUEST), At(&["/accounts/0/activity"])),
    ),
    (sessions::SESSIONS.name(), person(DataPlace::Sessions, NotMoved(OF_THE_GUEST), At(&["/accounts/0/sessions"]))),
    (
        sign_in_transactions::SIGN_IN_TRANSACTIONS.name(),
        person(DataPlace::SignIns, NotMoved(OF_THE_GUEST), LeftOut(SECRETS)),
    ),
    (
        pending_sign_ins::PENDING_SIGN_INS.name(),
        person(DataPlace::SignIns, NotMoved(NO_WAY_TO_SIGN_IN), LeftOut(SECRETS)),
    ),
    (
        passkey_ceremonies::PASSKEY_CEREMONIES.name(),
        person(DataPlace::SignIns, NotMoved(NO_WAY_TO_SIGN_IN), LeftOut(SECRETS)),
    ),
    (used_responses::USED_RESPONSES.name(), Nobody),
    (
        pictures::PICTURES.name(),
        person(
            DataPlace::Pictures,
            NotMoved(NO_WAY_TO_SIGN_IN),
            LeftOut("the account in the export has the address of the picture"),
        ),
    ),
    (pictures::PICTURE_ADDRESSES.name(), Index(DataPlace::Pictures)),
    (
        pictures::PICTURE_FETCHES.name(),
        person(
            DataPlace::Pictures,
            NotMoved(NO_WAY_TO_SIGN_IN),
            LeftOut("a copy that is yet to be made; the provider has the picture"),
        ),
    ),
    (pictures::PICTURE_FETCHES_DUE.name(), Index(DataPlace::Pictures)),
    (action_codes::ACTION_CODES.name(), person(DataPlace::MailedLinks, NotMoved(NO_ADDRESS), At(&["/mailed_links"]))),
    (action_codes::ACTION_CODES_BY_ACCOUNT.name(), Index(DataPlace::MailedLinks)),
    (action_codes::SIGN_IN_CODES.name(), Index(DataPlace::MailedLinks)),
    (phone_codes::PHONE_CODES.name(), person(DataPlace::PhoneCodes, NotMoved(NO_WAY_TO_SIGN_IN), LeftOut(SECRETS))),
    (sms_usage::SMS_USAGE.name(), Nobody),
    (signing_keys::SIGNING_KEYS.name(), Nobody),
    (marks::LIKES.name(), person(DataPlace::Marks, Moved, At(&["/accounts/0/marks/likes"]))),
    (marks::BOOKMARKS.name(), person(DataPlace::Marks, Moved, At(&["/accounts/0/marks/bookmarks"]))),
    (marks::FOLLOWS.name(), person(DataPlace::Follows, Moved, At(&["/accounts/0/marks/topics_followed"]))),
    (marks::FOLLOWERS.name(), Index(DataPlace::Follows)),
    // Moved and exported with the follows that they belong to.
    (follow_settings::FOLLOW_SETTINGS.name(), Index(DataPlace::Follows)),
    (marks::TRACKED.name(), person(DataPlace::Marks, Moved, At(&["/accounts/0/marks/articles_tracked"]))),
    (marks::TRACKERS.name(), Index(DataPlace::Marks)),
    (done_steps::DONE_STEPS.name(), person(DataPlace::Marks, Moved, At(&["/accounts/0/marks/done_steps"]))),
    (reader_profiles::READER_PROFILES.name(), person(DataPlace::Profiles, Moved, At(&["/accounts/0/marks/profiles"]))),
    (
        calendars::CALENDARS.name(),
        person(DataPlace::Calendars, Moved, At(&["/accounts/0/marks/calendar/address_made_at"])),
    ),
    (calendars::CALENDAR_LINKS.name(), Index(DataPlace::Calendars)),
    (
        notifications::NOTIFICATIONS.name(),
        person(DataPlace::Notifications, Moved, At(&["/accounts/0/marks/notifications"])),
    ),
    (
        read_notifications::READ_NOTIFICATIONS.name(),
        person(DataPlace::Notifications, Moved, At(&["/accounts/0/marks/notifications_read"])),
    ),
    (concern_notices::CONCERN_NOTICES.name(), person(DataPlace::JobPositions, NotMoved(OF_A_JOB), LeftOut(OF_A_JOB))),
    (saved_searches::SEARCH_PENDING.name(), Nobody),
    (saved_searches::SEARCH_HITS.name(), Nobody),
    (
        reminders::REMINDER_SETTINGS.name(),
        person(DataPlace::Reminders, Moved, At(&["/accounts/0/marks/reminders/settings"])),
    ),
    (reminders::REMINDERS.name(), person(DataPlace::Reminders, Moved, At(&["/accounts/0/marks/reminders/given"]))),
    (
        reminders::DEADLINE_NOTICES.name(),
        person(DataPlace::Reminders, Moved, At(&["/accounts/0/marks/reminders/changes"])),
    ),
    (reports::REPORTS.name(), person(DataPlace::Reports, Moved, At(&["/reports", "/accounts/0/marks/reports"]))),
    (reports::REPORTS_BY_ACCOUNT.name(), Index(DataPlace::Reports)),
    (explanations::EXPLANATIONS.name(), Nobody),
    (explanations::MODEL_TOKENS.name(), Nobody),
    (
        audit::AUDIT.name(),
        person(
            DataPlace::Audit,
            NotMoved("names actions, and the account gets a row of its own"),
            LeftOut("it names accounts only by their random uids"),
        ),
    ),
    (leases::PROCESSES.name(), Nobody),
    (leases::LEASES.name(), Nobody),
    (limit_uses::LIMIT_USES.name(), Nobody),
];

/// The texts that name a person in records.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Traces {
    address: Option<String>,
    /// Numbers, and uids of accounts. Nothing separates a uid from the rest of its key.
    others: BTreeSet<String>,
}

impl Traces {
    pub fn of(email: &Email) -> Self {
        Self { address: Some(email.key()), others: BTreeSet::new() }
    }

    /// The address, uid and numbers of an account.
    pub fn of_account(account: &AccountRecord) -> Self {
        let mut traces = account.email.as_ref().map_or_else(Self::default, Self::of);
        traces.add_account(account);
        traces
    }

    /// Adds the uid and the numbers of an account.
    pub fn add_account(&mut self, account: &AccountRecord) {
        self.add(account.uid.as_str());
        account.phone.iter().chain(account.second_factors.phones()).for_each(|phone| self.add(phone.as_str()));
    }

    fn add(&mut self, text: &str) {
        self.others.insert(text.to_ascii_lowercase());
    }

    /// Whether the bytes of a key or record name the person. A longer address that ends or begins with this one does
    /// not count.
    pub fn are_in(&self, bytes: &[u8]) -> bool {
        let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
        let has = |address: &String| text.match_indices(address).any(|(at, found)| is_whole(&text, at, found.len()));
        self.address.as_ref().is_some_and(has) || self.others.iter().any(|other| text.contains(other.as_str()))
    }

    /// As [`Self::are_in`], for a record.
    pub fn are_in_record(&self, record: &impl Serialize) -> bool {
        serde_json::to_vec(record).is_ok_and(|json| self.are_in(&json))
    }
}

fn is_whole(text: &str, at: usize, len: usize) -> bool {
    let continues = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-.".contains(c);
    let (before, after) = (text[..at].chars().next_back(), &text[at + len..]);
    let mut next = after.chars();
    let grows = match next.next() {
        Some('.') => next.next().is_some_and(|c| c.is_ascii_alphanumeric()),
        next => next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '-'),
    };
    !before.is_some_and(continues) && !grows
}

/// The number of rows that name the person, by place. Reads every table that has rows of people.
pub fn count(tx: &ReadTx, traces: &Traces) -> Result<BTreeMap<DataPlace, u64>, StoreError> {
    let mut counts = BTreeMap::new();
    for (table, holding) in TABLES {
        let Person(PersonalRows { place, .. }) = holding else { continue };
        each_row(tx, table, &mut |key, record| {
            if traces.are_in(key) || traces.are_in(record) {
                *counts.entry(*place).or_default() += 1;
            }
        })?;
    }
    Ok(counts)
}

/// The tables that contain this text anywhere, in whatever place: what no list can miss.
pub fn tables_with(tx: &ReadTx, text: &str) -> Result<Vec<(&'static str, Holding)>, StoreError> {
    let mut found = Vec::new();
    for (table, holding) in TABLES {
        let mut is_there = false;
        let has = |bytes: &[u8]| bytes.windows(text.len()).any(|window| window.eq_ignore_ascii_case(text.as_bytes()));
        each_row(tx, table, &mut |key, record| is_there |= has(key) || has(record))?;
        found.extend(is_there.then_some((*table, *holding)));
    }
    Ok(found)
}

/// Every table and whose rows it has.
pub fn tables() -> &'static [(&'static str, Holding)] {
    TABLES
}

/// The name of every table.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|(name, _)| *name)
}

fn each_row(tx: &ReadTx, table: &'static str, visit: &mut dyn FnMut(&[u8], &[u8])) -> Result<(), StoreError> {
    each_page(tx, table, ROWS_PER_READ, &mut |rows| {
        rows.iter().for_each(|(key, record)| visit(key, record));
        Ok(())
    })
}

/// Visits every address in readable records that an erasure removes; the same address may come several times.
pub fn each_address(tx: &ReadTx, visit: &mut dyn FnMut(&Email)) -> Result<(), StoreError> {
    subscribers::each_readable(tx, &mut |record| visit(&record.email))?;
    accounts::each(tx, &mut |record| {
        let identities = record.identities.iter().filter_map(|identity| identity.email.as_ref());
        record.email.iter().chain(&record.initial_email).chain(identities).for_each(&mut *visit);
        ControlFlow::Continue(())
    })?;
    suppressions::each(tx, &mut |record| visit(&record.email))?;
    outbox::each_readable(tx, &mut |record| {
        record.email().into_iter().chain(&record.content.email).for_each(&mut *visit)
    })?;
    campaigns::each_listed(tx, &mut |listed| visit(&listed.email))?;
    action_codes::each(tx, &mut |code| {
        std::iter::once(&code.email).chain(&code.new_email).for_each(&mut *visit);
        ControlFlow::Continue(())
    })?;
    reports::each(tx, &mut |report| {
        report.email.iter().for_each(&mut *visit);
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_found_as_a_whole_address_only() {
        let email = Email::parse("Ana@exemplu.ro").expect("an address");
        let mut traces = Traces::of(&email);
        traces.add("aNa0000000000000000000000000");
        for found in [
            &br#"{"email":"ANA@exemplu.ro"}"#[..],
            b"c1\0ana@exemplu.ro",
            b"ana@exemplu.ro\0\x01",
            b"Write to ana@exemplu.ro. Thanks",
            b"account:ana0000000000000000000000000",
            b"ana0000000000000000000000000legea-1",
        ] {
            assert!(traces.are_in(found), "{}", found.escape_ascii());
        }
        for other in ["diana@exemplu.ro", "x.ana@exemplu.ro", "ana@exemplu.ro.org", "ana@exemplu.rocks", "ana@exemplu"]
        {
            assert!(!traces.are_in(other.as_bytes()), "{other}");
        }
    }
}
