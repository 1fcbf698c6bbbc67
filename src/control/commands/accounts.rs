//! `paragraf accounts ...` and `paragraf keys ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::control::declaration::declare_commands;
use crate::domain::Role;
use crate::error::Result;
use crate::ops::accounts::admin::{
    self, AccountDetails, AccountFilter, AccountName, AccountRemoval, AccountSummary, FailureSummary, RemovedFactors,
};
use crate::ops::accounts::admin_access::{self, AllSessions};
use crate::ops::accounts::first_operator::{self, FirstOperatorLink};
use crate::ops::accounts::keys::{self, KeyRenewal, RenewedKeys};
use crate::ops::accounts::reset_link::{self, LinkDelivery, ResetLink};
use crate::ops::mail::deliver;
use crate::ops::people::{self, HeldData};

declare_commands! {
    by_hand(ListFailures, RemoveAccount, RemoveSecondFactors, ResetPassword);
    /// Replies with the number of accounts that match, listed or not.
    "accounts.list": ListAccounts(AccountFilter) rows(AccountSummary) -> u64 = admin::list, read_only;
    "accounts.show": ShowAccount(AccountName) -> AccountDetails = admin::show, read_only;
    "accounts.disable": SetDisabled { account: AccountName, disabled: bool } -> AccountSummary = admin::set_disabled;
    "accounts.role": SetRole { account: AccountName, role: Role } -> AccountSummary = admin::set_role;
    "accounts.claims": SetClaims { account: AccountName, claims: Value } -> AccountSummary = admin_access::set_claims;
    "accounts.revoke": RevokeSessions(AccountName) -> AccountSummary = admin_access::revoke;
    /// Counts all sessions.
    "accounts.count-sessions": CountSessions -> AllSessions = admin_access::count_sessions, read_only;
    "accounts.revoke-all": RevokeAllSessions -> AllSessions = admin_access::revoke_all;
    /// Creates the link that makes an account the first operator.
    "accounts.first-operator": OfferFirstOperator -> FirstOperatorLink = first_operator::create_link;
    "keys.renew": RenewKeys(KeyRenewal) -> RenewedKeys = keys::renew;
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListFailures;

impl Command for ListFailures {
    const NAME: &'static str = "accounts.failures";
    const READ_ONLY: bool = true;
    /// `None` without a server, which alone counts them.
    type Reply = Option<FailureSummary>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let summary = admin::failures(&app, &io.actor)?;
        Ok(io.serving.then_some(summary))
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RemoveAccount(pub AccountName);

impl Command for RemoveAccount {
    const NAME: &'static str = "accounts.remove";
    type Reply = Mailed<RemovedAccountData>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let AccountRemoval { account, traces } = admin::remove(&app, &io.actor, self.0).await?;
        let is_sending = deliver::after_command(&app, &io.actor, io.serving).await?;
        let left = people::left(&app, &io.actor, traces).await?;
        Ok(Mailed { is_sending, done: RemovedAccountData { account, left } })
    }
}

/// A removed account, and the data about its owner that is left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedAccountData {
    #[serde(flatten)]
    pub account: AccountSummary,
    pub left: Vec<HeldData>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RemoveSecondFactors(pub AccountName);

impl Command for RemoveSecondFactors {
    const NAME: &'static str = "accounts.remove-second-factors";
    type Reply = Mailed<RemovedFactors>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let done = admin::remove_second_factors(&app, &io.actor, self.0).await?;
        Ok(Mailed { is_sending: deliver::after_command(&app, &io.actor, io.serving).await?, done })
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ResetPassword {
    pub account: AccountName,
    pub delivery: LinkDelivery,
}

impl Command for ResetPassword {
    const NAME: &'static str = "accounts.reset-password";
    type Reply = Mailed<ResetLink>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let done = reset_link::reset_password(&app, &io.actor, self.account, self.delivery).await?;
        Ok(Mailed { is_sending: deliver::after_command(&app, &io.actor, io.serving).await?, done })
    }
}

/// The result of an operation that queued a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mailed<T> {
    #[serde(flatten)]
    pub done: T,
    /// Whether the mail is being sent; otherwise it waits until a server runs.
    #[serde(rename = "leaves")]
    pub is_sending: bool,
}
