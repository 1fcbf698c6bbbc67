//! Checks the values of `[accounts]`.

use url::Url;

use super::accounts::{AccountsConfig, CredentialHelper, SignInFlow, VerifyEmail};
use super::hidden_address::quoted;
use super::outgoing_address;
use super::problem::{ConfigProblem, problem};
use crate::domain::email::Email;
use crate::domain::password;

/// Maximum lifetime of an access token. Its claims are trusted for this long, even after they change.
const MAX_ACCESS_TOKEN_SECS: u64 = 3600;
/// Maximum lifetime of a mailed link, one day.
const MAX_LINK_SECS: u64 = 86_400;

/// The reason for refusing guests under a policy that requires an address.
pub(super) const GUESTS_REFUSED: &str =
    "needs email_privacy = \"compat\" and verify_email other than \"hard\": a guest has no address";

pub(super) fn problems(accounts: &AccountsConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("accounts.{key}"), reason));
    for (key, value, range) in [
        ("password_min", accounts.password_min, 6..=password::MAX_CHARS as u64 / 4),
        ("access_token_secs", accounts.access_token_secs, 60..=MAX_ACCESS_TOKEN_SECS),
        ("link_ttl_secs", accounts.link_ttl_secs, 60..=MAX_LINK_SECS),
        ("reset_ttl_secs", accounts.reset_ttl_secs, 60..=MAX_LINK_SECS),
    ] {
        if value > 0 && !range.contains(&value) {
            refuse(key, format!("must be 0 or from {} to {}", range.start(), range.end()));
        }
    }
    if accounts.sign_up_per_hour == 0 {
        refuse("sign_up_per_hour", "must be at least 1; set sign_up = false to close sign-up".into());
    }
    check_guests(accounts, &mut refuse);
    check_methods(accounts, &mut refuse);
    check_addresses(accounts, &mut refuse);
    problems.extend(accounts.hooks.problems());
    problems
}

fn check_guests(accounts: &AccountsConfig, refuse: &mut impl FnMut(&str, String)) {
    if accounts.guests_per_hour == 0 {
        refuse("guests_per_hour", "must be at least 1; set guests = false to have none".into());
    }
    let policy = accounts.policy();
    if accounts.guests && (policy.is_protected() || policy.verify_email == VerifyEmail::Hard) {
        refuse("guests", GUESTS_REFUSED.into());
    }
}

fn check_methods(accounts: &AccountsConfig, refuse: &mut impl FnMut(&str, String)) {
    if accounts.sign_in_methods.is_empty() && accounts.provider.is_empty() && !accounts.phone {
        let reason = "must name password, email_link or both, unless there is a provider or phone = true";
        refuse("sign_in_methods", reason.into());
    }
    let has_other = !accounts.sign_in_methods.is_empty() || accounts.provider.len() != 1 || accounts.phone;
    if accounts.immediate_federated_redirect && (has_other || accounts.sign_in_flow != SignInFlow::Redirect) {
        let reason = "needs sign_in_flow = \"redirect\", one provider and sign_in_methods = []";
        refuse("immediate_federated_redirect", reason.into());
    }
    if accounts.credential_helper == CredentialHelper::Googleyolo && accounts.fedcm_provider().is_none() {
        let reason = "googleyolo needs a provider of kind google, or another with fedcm_config_url";
        refuse("credential_helper", reason.into());
    }
    for (place, method) in accounts.sign_in_methods.iter().enumerate() {
        if accounts.sign_in_methods[..place].contains(method) {
            refuse("sign_in_methods", "names a method twice".into());
        }
    }
}

fn check_addresses(accounts: &AccountsConfig, refuse: &mut impl FnMut(&str, String)) {
    if !accounts.admin_email.is_empty() && Email::parse(&accounts.admin_email).is_none() {
        refuse("admin_email", format!("{:?} is not an e-mail address", accounts.admin_email));
    }
    let help = Url::parse(&accounts.help_link).ok();
    if !accounts.help_link.is_empty() && help.is_none_or(|url| url.scheme() != "https") {
        let reason = outgoing_address::reason(&accounts.help_link, "https://");
        refuse("help_link", format!("{} {reason}", quoted(&accounts.help_link)));
    }
    for origin in &accounts.continue_origins {
        let url = Url::parse(origin).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        match url.map(|url| url.origin().ascii_serialization()) {
            Some(written) if written == *origin => {}
            Some(written) => refuse("continue_origins", format!("{} must be written as {written:?}", quoted(origin))),
            None => {
                refuse("continue_origins", format!("{} is not an origin, such as https://example.com", quoted(origin)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{EmailMethod, EmailPrivacy};

    fn problems_after(change: impl FnOnce(&mut AccountsConfig)) -> Vec<String> {
        let mut config = AccountsConfig::default();
        change(&mut config);
        problems(&config).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn impossible_values_are_refused() {
        assert_eq!(problems_after(|_| {}), [""; 0]);
        let one = |change: fn(&mut AccountsConfig), key: &str| {
            let problems = problems_after(change);
            assert!(problems.len() == 1 && problems[0].starts_with(&format!("accounts.{key}: ")), "{problems:?}");
        };
        one(|c| c.password_min = 5, "password_min");
        one(|c| c.access_token_secs = 5, "access_token_secs");
        one(|c| c.link_ttl_secs = 90_000, "link_ttl_secs");
        one(|c| c.reset_ttl_secs = u64::MAX, "reset_ttl_secs");
        one(|c| c.sign_in_methods = vec![], "sign_in_methods");
        one(|c| c.immediate_federated_redirect = true, "immediate_federated_redirect");
        one(|c| c.sign_in_methods = vec![EmailMethod::Password, EmailMethod::Password], "sign_in_methods");
        one(|c| c.admin_email = "ana".into(), "admin_email");
        one(|c| c.help_link = "javascript:alert(1)".into(), "help_link");
        one(|c| c.sign_up_per_hour = 0, "sign_up_per_hour");
        one(|c| c.guests_per_hour = 0, "guests_per_hour");
        one(|c| (c.guests, c.verify_email) = (true, Some(VerifyEmail::Hard)), "guests");
        one(|c| (c.guests, c.email_privacy) = (true, Some(EmailPrivacy::Protected)), "guests");
        for bad in ["https://p.ro/", "p.ro", "https://P.ro", "javascript:alert(1)", "https://p.ro:443"] {
            let problems = problems_after(|config| config.continue_origins = vec![bad.into()]);
            assert_eq!(problems.len(), 1, "{bad}");
        }
        assert_eq!(problems_after(|config| config.continue_origins = vec!["https://p.ro".into()]), [""; 0]);
    }
}
