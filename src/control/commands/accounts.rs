//! `paragraf accounts ...` and `paragraf keys ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::app::App;
use crate::control::command::{Command, Io, ListCommand};
use crate::domain::Role;
use crate::error::Result;
use crate::ops::accounts::admin::{
    self, AccountDetails, AccountFilter, AccountName, AccountSummary, FailureSummary, RemovedFactors,
};
use crate::ops::accounts::admin_access::{self, AllSessions};
use crate::ops::accounts::first_operator::{self, FirstOperatorLink};
use crate::ops::accounts::keys::{self, KeyRenewal, RenewedKeys};
use crate::ops::accounts::reset_link::{self, LinkDelivery, ResetLink};
use crate::ops::mail::deliver;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListAccounts(pub AccountFilter);

impl Command for ListAccounts {
    const NAME: &'static str = "accounts.list";
    const READ_ONLY: bool = true;
    /// The number of accounts that match, listed or not.
    type Reply = u64;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        admin::list(&app, &io.actor, self.0, io.events.rows()).await
    }
}

impl ListCommand for ListAccounts {
    type Row = AccountSummary;
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ShowAccount(pub AccountName);

impl Command for ShowAccount {
    const NAME: &'static str = "accounts.show";
    const READ_ONLY: bool = true;
    type Reply = AccountDetails;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        admin::show(&app, &io.actor, self.0).await
    }
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
pub struct SetDisabled {
    pub account: AccountName,
    pub disabled: bool,
}

impl Command for SetDisabled {
    const NAME: &'static str = "accounts.disable";
    type Reply = AccountSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        admin::set_disabled(&app, &io.actor, self.account, self.disabled).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SetRole {
    pub account: AccountName,
    pub role: Role,
}

impl Command for SetRole {
    const NAME: &'static str = "accounts.role";
    type Reply = AccountSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        admin::set_role(&app, &io.actor, self.account, self.role).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SetClaims {
    pub account: AccountName,
    pub claims: Value,
}

impl Command for SetClaims {
    const NAME: &'static str = "accounts.claims";
    type Reply = AccountSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        admin_access::set_claims(&app, &io.actor, self.account, self.claims).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RevokeSessions(pub AccountName);

impl Command for RevokeSessions {
    const NAME: &'static str = "accounts.revoke";
    type Reply = AccountSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        admin_access::revoke(&app, &io.actor, self.0).await
    }
}

/// Counts all sessions.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CountSessions;

impl Command for CountSessions {
    const NAME: &'static str = "accounts.count-sessions";
    const READ_ONLY: bool = true;
    type Reply = AllSessions;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        admin_access::count_sessions(&app, &io.actor).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RevokeAllSessions;

impl Command for RevokeAllSessions {
    const NAME: &'static str = "accounts.revoke-all";
    type Reply = AllSessions;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        admin_access::revoke_all(&app, &io.actor).await
    }
}

/// Creates the link that makes an account the first operator.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OfferFirstOperator;

impl Command for OfferFirstOperator {
    const NAME: &'static str = "accounts.first-operator";
    type Reply = FirstOperatorLink;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        first_operator::create_link(&app, &io.actor).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RenewKeys(pub KeyRenewal);

impl Command for RenewKeys {
    const NAME: &'static str = "keys.renew";
    type Reply = RenewedKeys;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        keys::renew(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RemoveAccount(pub AccountName);

impl Command for RemoveAccount {
    const NAME: &'static str = "accounts.remove";
    type Reply = Mailed<AccountSummary>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let done = admin::remove(&app, &io.actor, self.0).await?;
        Ok(Mailed { is_sending: deliver::after_command(&app, &io.actor, io.serving).await?, done })
    }
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
