//! `paragraf accounts ...`

mod text;

use std::process::ExitCode;

use clap::{ArgGroup, Args, Subcommand};
use serde_json::Value;

use self::text::{
    describe, details_text, failures_text, first_operator_text, list_text, mail_status, reset_text, sessions_text,
};
use super::confirm::{confirm, confirm_removal};
use super::global::Global;
use super::output::{Printer, count};
use super::people::with_left;
use crate::control::commands::accounts::{
    CountSessions, ListAccounts, ListFailures, OfferFirstOperator, RemoveAccount, RemoveSecondFactors, ResetPassword,
    RevokeAllSessions, RevokeSessions, SetClaims, SetDisabled, SetRole, ShowAccount,
};
use crate::domain::{Role, TenantId};
use crate::error::Result;
use crate::ops::accounts::admin::{AccountFilter, AccountName};
use crate::ops::accounts::reset_link::LinkDelivery;

/// An account, named on the command line.
#[derive(Debug, Args)]
pub(super) struct NamedAccount {
    /// The account's uid, address or telephone number
    account: AccountName,
    /// Tenant of the account, if it is not the default one
    #[arg(long, value_name = "ID")]
    tenant: Option<TenantId>,
}

impl NamedAccount {
    fn name(self) -> Result<AccountName> {
        self.account.in_tenant(self.tenant)
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum AccountsCommand {
    /// List accounts, newest first
    List {
        /// Only disabled accounts
        #[arg(long)]
        disabled: bool,
        /// Only accounts with this role: reader, editor or operator
        #[arg(long)]
        role: Option<Role>,
        /// Only accounts of this tenant
        #[arg(long, value_name = "ID")]
        tenant: Option<TenantId>,
        /// Maximum number of accounts; 0 for all
        #[arg(long, default_value_t = 100, value_name = "COUNT")]
        limit: u64,
    },
    /// Show an account with its sessions
    Show {
        #[command(flatten)]
        account: NamedAccount,
    },
    /// Count failed sign-ins by reason and network
    ///
    /// The server counts them in memory: totals since its start, and each network (/24 or /48) that had a failure in
    /// the last 24 hours.
    Failures,
    /// Disable an account; its sessions and links end at once
    Disable {
        #[command(flatten)]
        account: NamedAccount,
    },
    /// Enable a disabled account
    Enable {
        #[command(flatten)]
        account: NamedAccount,
    },
    /// Remove an account and all its data permanently
    ///
    /// Its owner is informed by mail. Prints what is left, such as a subscription of the same address; `people erase`
    /// removes everything about a person. Earlier copies of the store contain the account until they are deleted, and a
    /// restored copy loses it again: backups, paragraf.previous.redb, paragraf.schema-N.redb and
    /// paragraf.before-restore-*.redb.
    Remove {
        #[command(flatten)]
        account: NamedAccount,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Assign a role to an account
    Role {
        #[command(flatten)]
        account: NamedAccount,
        /// New role: reader, editor or operator
        role: Role,
    },
    /// Print a link that makes an account the first operator
    ///
    /// The link works once, for 30 minutes, and only while no account is an operator; an earlier one is void. The page
    /// behind it asks to sign in or up, and then for a second factor. A server of a public site logs such a link at
    /// its start.
    FirstOperator,
    /// Remove all second factors of an account; its sessions end
    ///
    /// For an owner who lost the device and the recovery codes. Verify that the request comes from the owner: without
    /// the factors, the password alone is enough to sign in. The owner is informed by mail.
    RemoveSecondFactors {
        #[command(flatten)]
        account: NamedAccount,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Set the custom claims of an account's access tokens
    ///
    /// They replace the earlier claims, beginning with the next access token. Reserved names, such as sub and exp, are
    /// refused.
    Claims {
        #[command(flatten)]
        account: NamedAccount,
        /// JSON object of at most 1000 characters; {} for none
        #[arg(value_parser = parse_json)]
        claims: Value,
    },
    /// End all sessions of an account, or of all accounts
    ///
    /// Readers sign in again; guests cannot, so their marks are lost.
    #[command(group(ArgGroup::new("revoked").required(true).args(["account", "all"])))]
    Revoke {
        /// The account's uid, address or telephone number
        account: Option<AccountName>,
        /// Tenant of the account, if it is not the default one
        #[arg(long, value_name = "ID", requires = "account")]
        tenant: Option<TenantId>,
        /// End the sessions of all accounts
        #[arg(long)]
        all: bool,
        /// Do not ask for confirmation, which only --all needs
        #[arg(long)]
        yes: bool,
    },
    /// Mail a password reset link; earlier ones become void
    ResetPassword {
        #[command(flatten)]
        account: NamedAccount,
        /// Print the link instead of mailing it; anyone who has it can take over the account
        #[arg(long)]
        print_link: bool,
    },
}

pub(super) async fn run(global: &Global, command: AccountsCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        AccountsCommand::List { disabled, role, tenant, limit } => {
            let filter = AccountFilter { disabled, role, tenant, containing: None, limit };
            let (accounts, found) = global.list(ListAccounts(filter)).await?;
            printer.show(&accounts, |accounts| list_text(accounts, found));
        }
        AccountsCommand::Show { account } => {
            let details = global.call(ShowAccount(account.name()?)).await?;
            printer.show(&details, details_text);
        }
        AccountsCommand::Failures => {
            let failures = global.call(ListFailures).await?;
            printer.show(&failures, |failures| failures_text(failures.as_ref()));
        }
        AccountsCommand::Disable { account } => {
            let account = global.call(SetDisabled { account: account.name()?, disabled: true }).await?;
            printer.show(&account, |account| format!("disabled {}; its sessions have ended", describe(account)));
        }
        AccountsCommand::Enable { account } => {
            let account = global.call(SetDisabled { account: account.name()?, disabled: false }).await?;
            printer.show(&account, |account| format!("enabled {}", describe(account)));
        }
        AccountsCommand::Remove { account, yes } => remove(global, account.name()?, yes, printer).await?,
        AccountsCommand::Role { account, role } => {
            let account = global.call(SetRole { account: account.name()?, role }).await?;
            printer
                .show(&account, |account| format!("{} now has the role {}", describe(account), account.role.as_str()));
        }
        AccountsCommand::FirstOperator => {
            let created = global.call(OfferFirstOperator).await?;
            printer.show(&created, first_operator_text);
        }
        AccountsCommand::RemoveSecondFactors { account, yes } => {
            remove_second_factors(global, account.name()?, yes, printer).await?;
        }
        AccountsCommand::Claims { account, claims } => {
            let account = global.call(SetClaims { account: account.name()?, claims }).await?;
            printer.show(&account, |account| format!("set the claims of {}", describe(account)));
        }
        AccountsCommand::Revoke { account: Some(account), tenant, .. } => {
            let account = global.call(RevokeSessions(account.in_tenant(tenant)?)).await?;
            printer.show(&account, |account| format!("ended the sessions of {}", describe(account)));
        }
        AccountsCommand::Revoke { account: None, yes, .. } => revoke_all(global, yes, printer).await?,
        AccountsCommand::ResetPassword { account, print_link } => {
            let delivery = if print_link { LinkDelivery::Print } else { LinkDelivery::Mail };
            let reset = global.call(ResetPassword { account: account.name()?, delivery }).await?;
            printer.show(&reset, reset_text);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn parse_json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("this is not JSON: {error}"))
}

async fn remove(global: &Global, account: AccountName, yes: bool, printer: &mut Printer) -> Result<()> {
    if !yes {
        let found = global.call(ShowAccount(account.clone())).await?.summary;
        if !confirm_removal(&format!("Remove the account {} and all its data permanently?", describe(&found)))? {
            printer.line("nothing was removed");
            return Ok(());
        }
    }
    let removed = global.call(RemoveAccount(account)).await?;
    printer.show(&removed, |removed| {
        let mail = mail_status("the mail to its owner", removed);
        with_left(format!("removed {}; {mail}", describe(&removed.done.account)), &removed.done.left)
    });
    Ok(())
}

async fn revoke_all(global: &Global, yes: bool, printer: &mut Printer) -> Result<()> {
    if !yes {
        let question = format!("End {}?", sessions_text(&global.call(CountSessions).await?));
        if !confirm(&question, "guests lose what they marked")? {
            printer.line("nothing was ended");
            return Ok(());
        }
    }
    let ended = global.call(RevokeAllSessions).await?;
    printer.show(&ended, |ended| format!("ended {}", sessions_text(ended)));
    Ok(())
}

async fn remove_second_factors(global: &Global, account: AccountName, yes: bool, printer: &mut Printer) -> Result<()> {
    if !yes {
        let found = global.call(ShowAccount(account.clone())).await?;
        let factors = count(found.second_factors.len() as u64, "second factor");
        if !confirm_removal(&format!("Remove {factors} of {}?", describe(&found.summary)))? {
            printer.line("nothing was removed");
            return Ok(());
        }
    }
    let removed = global.call(RemoveSecondFactors(account)).await?;
    printer.show(&removed, |removed| {
        let factors = count(removed.done.count, "second factor");
        let mail = mail_status("the mail to the owner", removed);
        format!("removed {factors} of {}; its sessions have ended; {mail}", describe(&removed.done.account))
    });
    Ok(())
}
