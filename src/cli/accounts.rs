//! `paragraf accounts ...`

use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::Value;

use super::confirm::confirm_removal;
use super::global::Global;
use super::output::{Printer, count, moment, table};
use crate::control::commands::accounts::{
    ListAccounts, ListFailures, Mailed, RemoveAccount, RemoveSecondFactors, ResetPassword, RevokeSessions, SetClaims,
    SetDisabled, SetRole, ShowAccount,
};
use crate::domain::account::SignInMethod;
use crate::domain::email::Email;
use crate::domain::{Phone, Role, TenantId};
use crate::error::Result;
use crate::ops::accounts::admin::{
    AccountDetails, AccountFilter, AccountList, AccountName, AccountSummary, FailureSummary,
};
use crate::ops::accounts::passkeys::list::PasskeyView;
use crate::ops::accounts::reset_link::{LinkDelivery, ResetLink};
use crate::ops::accounts::second_factor::FactorInfo;

/// An account, named on the command line.
#[derive(Debug, Args)]
pub(super) struct NamedAccount {
    /// The account's uid, address or telephone number
    account: AccountName,
    /// Tenant of the address; without it the default one
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
        /// Only accounts with this role: reader or editor
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
    /// Its owner is informed by mail. Earlier copies of the store contain the account until they are deleted: backups,
    /// paragraf.schema-N.redb and paragraf.before-restore-*.redb.
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
        /// reader or editor
        role: Role,
    },
    /// Remove all second factors of an account; its sessions end
    ///
    /// For an owner who lost the device and the recovery codes. Make sure that it is the owner who asks: with the
    /// factors gone, the password alone signs in. The owner is informed by mail.
    RemoveSecondFactors {
        #[command(flatten)]
        account: NamedAccount,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Set the custom claims of an account's access tokens
    ///
    /// They replace earlier ones from the next access token on. Names that have a meaning of their own are refused.
    Claims {
        #[command(flatten)]
        account: NamedAccount,
        /// JSON object of at most 1000 characters; {} for none
        #[arg(value_parser = parse_json)]
        claims: Value,
    },
    /// End all sessions of an account
    Revoke {
        #[command(flatten)]
        account: NamedAccount,
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
            let list = global.call(ListAccounts(AccountFilter { disabled, role, tenant, limit })).await?;
            printer.show(&list.accounts, |_| list_text(&list));
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
        AccountsCommand::RemoveSecondFactors { account, yes } => {
            remove_second_factors(global, account.name()?, yes, printer).await?;
        }
        AccountsCommand::Claims { account, claims } => {
            let account = global.call(SetClaims { account: account.name()?, claims }).await?;
            printer.show(&account, |account| format!("set the claims of {}", describe(account)));
        }
        AccountsCommand::Revoke { account } => {
            let account = global.call(RevokeSessions(account.name()?)).await?;
            printer.show(&account, |account| format!("ended the sessions of {}", describe(account)));
        }
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
        format!("removed {}; {}", describe(&removed.done), mail_status("the mail to its owner", removed))
    });
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

fn describe(account: &AccountSummary) -> String {
    format!("{} ({})", address(account), account.uid)
}

/// The address, or the telephone number of an account without one.
fn address(account: &AccountSummary) -> &str {
    let phone = account.phone.as_ref().map(Phone::as_str);
    account.email.as_ref().map(Email::as_str).or(phone).unwrap_or("no address")
}

fn mail_status<T>(mail: &str, done: &Mailed<T>) -> String {
    let status = if done.is_sending { "is being sent" } else { "will be sent when the server runs" };
    format!("{mail} {status}, see `paragraf mail outbox`")
}

fn reset_text(reset: &Mailed<ResetLink>) -> String {
    let ResetLink { account, valid_minutes, link } = &reset.done;
    match link {
        Some(link) => format!("{link}\n\nvalid for {valid_minutes} minutes, once, for {}", describe(account)),
        None => format!("{}: {}", describe(account), mail_status("the mail with the link", reset)),
    }
}

fn list_text(list: &AccountList) -> String {
    if list.accounts.is_empty() {
        return "no accounts".into();
    }
    let has_tenants = list.accounts.iter().any(|account| !account.tenant.is_default());
    let tenant = if has_tenants { &["TENANT"][..] } else { &[] };
    let columns = ["UID", "ADDRESS", "NAME", "ROLE", "STATE", "SINCE", "LAST SIGN-IN"];
    let mut table = table(&[&columns, tenant].concat());
    for account in &list.accounts {
        let row = [
            account.uid.to_string(),
            address(account).to_owned(),
            account.display_name.clone(),
            account.role.as_str().to_owned(),
            state(account).to_owned(),
            moment(account.created_at),
            account.last_login_at.map_or_else(|| "never".into(), moment),
        ];
        table.add_row(row.into_iter().chain(has_tenants.then(|| account.tenant.to_string())));
    }
    let listed = list.accounts.len() as u64;
    let more = if listed < list.found { format!(", {listed} listed") } else { String::new() };
    format!("{table}\n\n{}{more}", count(list.found, "account"))
}

fn failures_text(failures: Option<&FailureSummary>) -> String {
    let Some(failures) = failures else {
        return "no server is running; it counts failed sign-ins in memory".into();
    };
    let totals: Vec<_> = failures.totals.iter().map(|(reason, count)| format!("{} {count}", reason.name())).collect();
    if totals.is_empty() {
        return "no sign-in has failed since the server started".into();
    }
    let mut table = table(&["NETWORK", "REASON", "COUNT", "FIRST", "LAST"]);
    for of in &failures.networks {
        let (first, last) = (moment(of.first), moment(of.last));
        table.add_row([of.network.to_string(), of.reason.name().to_owned(), of.count.to_string(), first, last]);
    }
    format!("{table}\n\nsince the server started: {}", totals.join(", "))
}

fn state(account: &AccountSummary) -> &'static str {
    match (account.disabled, &account.email, account.email_verified) {
        (true, ..) => "disabled",
        (false, None, _) if account.is_guest => "guest",
        (false, None, _) => "enabled",
        (false, Some(_), true) => "verified",
        (false, Some(_), false) => "unverified",
    }
}

fn details_text(details: &AccountDetails) -> String {
    let account = &details.summary;
    let at = |at: Option<jiff::Timestamp>| at.map_or_else(|| "never".into(), moment);
    let methods: Vec<_> = details.sign_in_methods.iter().map(SignInMethod::as_str).collect();
    let methods = if methods.is_empty() { "none".into() } else { methods.join(", ") };
    let verification = match (&account.email, account.email_verified) {
        (None, _) => "",
        (Some(_), true) => " (verified)",
        (Some(_), false) => " (unverified)",
    };
    let mut lines = vec![
        format!("uid           {}", account.uid),
        format!("address       {}{verification}", account.email.as_ref().map_or("no address", Email::as_str)),
        format!("name          {}", account.display_name),
        format!("role          {}", account.role.as_str()),
        format!("state         {}", if account.disabled { "disabled" } else { "enabled" }),
        format!("language      {}", account.language),
        format!("signs in by   {methods}"),
        format!("since         {}", moment(account.created_at)),
        format!("last sign-in  {}", at(account.last_login_at)),
        format!(
            "password      {}",
            details.password_updated_at.map_or_else(|| "never changed".into(), |at| format!("changed {}", moment(at)))
        ),
        format!("tokens since  {}", moment(details.valid_since)),
        format!("marks         {}, {}", count(details.likes, "like"), count(details.bookmarks, "bookmark")),
        format!("open links    {}", details.open_codes),
    ];
    lines.extend(details.second_factors.iter().map(factor_line));
    if !details.second_factors.is_empty() {
        lines.push(format!("recovery      {} left", count(details.recovery_codes_left, "code")));
    }
    for (place, passkey) in details.passkeys.iter().enumerate() {
        let PasskeyView { name, created_at, last_used_at, .. } = passkey;
        let label = if place == 0 { "passkeys" } else { "" };
        let used = last_used_at.map_or_else(|| "never used".into(), |at| format!("used {}", moment(at)));
        lines.push(format!("{label:<14}{name}, since {}, {used}", moment(*created_at)));
    }
    if let Some(phone) = &account.phone {
        lines.insert(2, format!("telephone     {}", phone.as_str()));
    }
    if let Some(former) = &details.initial_email {
        lines.insert(2, format!("former        {}", former.as_str()));
    }
    if !account.tenant.is_default() {
        lines.insert(1, format!("tenant        {}", account.tenant));
    }
    if !details.custom_claims.is_empty() {
        lines.push(format!("claims        {}", details.custom_claims));
    }
    lines.push(format!("sessions      {}", details.sessions.len()));
    if !details.sessions.is_empty() {
        lines.push(format!("\n{}", sessions_table(details)));
    }
    lines.join("\n")
}

fn factor_line(factor: &FactorInfo) -> String {
    let name = if factor.display_name.is_empty() { String::new() } else { format!(" \"{}\"", factor.display_name) };
    let masked = factor.masked.as_deref().map(|masked| format!(" {masked}")).unwrap_or_default();
    let used = factor.last_used_at.map_or_else(|| "never used".into(), |at| format!("last used {}", moment(at)));
    format!("second step   {}{masked}{name}, since {}, {used}", factor.kind.name(), moment(factor.enrolled_at))
}

fn sessions_table(details: &AccountDetails) -> String {
    let mut table = table(&["DEVICE", "BY", "SINCE", "LAST USED", "UNTIL"]);
    for session in &details.sessions {
        table.add_row([
            session.device.clone(),
            session.provider.as_str().to_owned(),
            moment(session.created_at),
            moment(session.last_used_at),
            moment(session.expires_at),
        ]);
    }
    table.to_string()
}
