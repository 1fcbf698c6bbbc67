//! The texts that `paragraf accounts ...` prints.

use crate::cli::output::{count, moment, table};
use crate::control::commands::accounts::Mailed;
use crate::domain::Phone;
use crate::domain::account::SignInMethod;
use crate::domain::email::Email;
use crate::ops::accounts::admin::{AccountDetails, AccountSummary, FailureSummary};
use crate::ops::accounts::admin_access::AllSessions;
use crate::ops::accounts::first_operator::FirstOperatorLink;
use crate::ops::accounts::passkeys::list::PasskeyView;
use crate::ops::accounts::reset_link::ResetLink;
use crate::ops::accounts::second_factor::FactorInfo;

pub(super) fn describe(account: &AccountSummary) -> String {
    format!("{} ({})", address(account), account.uid)
}

/// The address, or the telephone number of an account without one.
fn address(account: &AccountSummary) -> &str {
    let phone = account.phone.as_ref().map(Phone::as_str);
    account.email.as_ref().map(Email::as_str).or(phone).unwrap_or("no address")
}

pub(super) fn sessions_text(found: &AllSessions) -> String {
    let AllSessions { sessions, accounts, guests } = *found;
    let (sessions, accounts) = (count(sessions, "session"), count(accounts, "account"));
    format!("{sessions} of {accounts} ({})", count(guests, "guest"))
}

pub(super) fn mail_status<T>(mail: &str, done: &Mailed<T>) -> String {
    let status = if done.is_sending { "is being sent" } else { "will be sent when the server runs" };
    format!("{mail} {status}, see `paragraf mail outbox`")
}

pub(super) fn reset_text(reset: &Mailed<ResetLink>) -> String {
    let ResetLink { account, valid_minutes, link } = &reset.done;
    match link {
        Some(link) => format!("{link}\n\nvalid for {valid_minutes} minutes, once, for {}", describe(account)),
        None => format!("{}: {}", describe(account), mail_status("the mail with the link", reset)),
    }
}

pub(super) fn first_operator_text(created: &FirstOperatorLink) -> String {
    let FirstOperatorLink { link, valid_minutes } = created;
    format!("{link}\n\nvalid for {valid_minutes} minutes, once, for the account that opens it")
}

pub(super) fn list_text(accounts: &[AccountSummary], found: u64) -> String {
    if accounts.is_empty() {
        return "no accounts".into();
    }
    let has_tenants = accounts.iter().any(|account| !account.tenant.is_default());
    let tenant = if has_tenants { &["TENANT"][..] } else { &[] };
    let columns = ["UID", "ADDRESS", "NAME", "ROLE", "STATE", "SINCE", "LAST SIGN-IN"];
    let mut table = table(&[&columns, tenant].concat());
    for account in accounts {
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
    let listed = accounts.len() as u64;
    let more = if listed < found { format!(", {listed} listed") } else { String::new() };
    format!("{table}\n\n{}{more}", count(found, "account"))
}

pub(super) fn failures_text(failures: Option<&FailureSummary>) -> String {
    let Some(failures) = failures else {
        return "no server is running; it counts failed sign-ins in memory".into();
    };
    let totals: Vec<_> = failures.totals.iter().map(|(reason, count)| format!("{} {count}", reason.name())).collect();
    if totals.is_empty() {
        return "no sign-in has failed since the server started".into();
    }
    let mut table = table(&["NETWORK", "REASON", "COUNT", "FIRST", "LAST"]);
    for failed in &failures.networks {
        let (first, last) = (moment(failed.first), moment(failed.last));
        let (network, reason) = (failed.network.to_string(), failed.reason.name().to_owned());
        table.add_row([network, reason, failed.count.to_string(), first, last]);
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

pub(super) fn details_text(details: &AccountDetails) -> String {
    let facts = [identity(details), activity(details)].concat();
    let mut lines: Vec<_> = facts.into_iter().map(|(name, value)| format!("{name:<14}{value}")).collect();
    lines.extend(credentials(details));
    if !details.custom_claims.is_empty() {
        lines.push(format!("claims        {}", details.custom_claims));
    }
    lines.push(format!("sessions      {}", details.sessions.len()));
    if !details.sessions.is_empty() {
        lines.push(format!("\n{}", sessions_table(details)));
    }
    lines.join("\n")
}

type AccountFact = (&'static str, String);

/// Names, addresses and state of the account.
fn identity(details: &AccountDetails) -> Vec<AccountFact> {
    let account = &details.summary;
    let verification = match (&account.email, account.email_verified) {
        (None, _) => "",
        (Some(_), true) => " (verified)",
        (Some(_), false) => " (unverified)",
    };
    let address = account.email.as_ref().map_or("no address", Email::as_str);
    let tenant = Some(&account.tenant).filter(|tenant| !tenant.is_default());
    let state = if account.disabled { "disabled" } else { "enabled" };
    [
        Some(("uid", account.uid.to_string())),
        tenant.map(|tenant| ("tenant", tenant.to_string())),
        Some(("address", format!("{address}{verification}"))),
        details.initial_email.as_ref().map(|former| ("former", former.as_str().to_owned())),
        account.phone.as_ref().map(|phone| ("telephone", phone.as_str().to_owned())),
        Some(("name", account.display_name.clone())),
        Some(("role", account.role.as_str().to_owned())),
        Some(("state", state.to_owned())),
        Some(("language", account.language.to_string())),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// How and since when the account is used.
fn activity(details: &AccountDetails) -> Vec<AccountFact> {
    let account = &details.summary;
    let methods: Vec<_> = details.sign_in_methods.iter().map(SignInMethod::as_str).collect();
    let methods = if methods.is_empty() { "none".into() } else { methods.join(", ") };
    let changed = |at| format!("changed {}", moment(at));
    vec![
        ("signs in by", methods),
        ("since", moment(account.created_at)),
        ("last sign-in", account.last_login_at.map_or_else(|| "never".into(), moment)),
        ("password", details.password_updated_at.map_or_else(|| "never changed".into(), changed)),
        ("tokens since", moment(details.valid_since)),
        ("marks", format!("{}, {}", count(details.likes, "like"), count(details.bookmarks, "bookmark"))),
        ("open links", details.open_codes.to_string()),
    ]
}

/// A line for each second factor and passkey.
fn credentials(details: &AccountDetails) -> Vec<String> {
    let mut lines: Vec<_> = details.second_factors.iter().map(factor_line).collect();
    if !lines.is_empty() {
        lines.push(format!("recovery      {} left", count(details.recovery_codes_left, "code")));
    }
    for (place, passkey) in details.passkeys.iter().enumerate() {
        let PasskeyView { name, created_at, last_used_at, .. } = passkey;
        let label = if place == 0 { "passkeys" } else { "" };
        let used = last_used_at.map_or_else(|| "never used".into(), |at| format!("used {}", moment(at)));
        lines.push(format!("{label:<14}{name}, since {}, {used}", moment(*created_at)));
    }
    lines
}

fn factor_line(factor: &FactorInfo) -> String {
    let name = if factor.display_name.is_empty() { String::new() } else { format!(" \"{}\"", factor.display_name) };
    let masked = factor.masked.as_deref().map(|masked| format!(" {masked}")).unwrap_or_default();
    let used = factor.last_used_at.map_or_else(|| "never used".into(), |at| format!("last used {}", moment(at)));
    format!("second factor {}{masked}{name}, since {}, {used}", factor.kind.name(), moment(factor.enrolled_at))
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
