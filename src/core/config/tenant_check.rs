//! Checks the values of `[[accounts.tenant]]`.

use super::accounts::{AccountsConfig, VerifyEmail};
use super::accounts_check::GUESTS_REFUSED;
use super::button_check::{self, Button};
use super::problem::{ConfigProblem, problem};
use super::tenant::{KEY, TenantChoice, TenantConfig};
use crate::domain::TenantId;

const MAX_TENANTS: usize = 50;

pub(super) fn problems(accounts: &AccountsConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    if accounts.tenant.len() > MAX_TENANTS {
        problems.push(problem(KEY, format!("has more than {MAX_TENANTS} tenants; remove some")));
    }
    if accounts.tenant_choice != TenantChoice::None && accounts.tenant.iter().all(|tenant| !tenant.listed) {
        let reason = format!("needs at least one [[{KEY}]] with listed = true");
        problems.push(problem("accounts.tenant_choice", reason));
    }
    for (place, tenant) in accounts.tenant.iter().enumerate() {
        let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("{KEY}[{place}].{key}"), reason));
        if accounts.tenant[..place].iter().any(|other| other.id == tenant.id) {
            refuse("id", format!("{:?} is the ID of another tenant too", tenant.id));
        }
        check_names(tenant, &mut refuse);
        check_methods(accounts, tenant, &mut refuse);
    }
    problems
}

fn check_names(tenant: &TenantConfig, refuse: &mut impl FnMut(&str, String)) {
    if let Err(reason) = tenant.id.parse::<TenantId>() {
        refuse("id", format!("{:?}: {reason}", tenant.id));
    }
    if tenant.name.is_empty() {
        refuse("name", "write the name that readers see".into());
    }
    let TenantConfig { name, label, button_color, text_color, .. } = tenant;
    button_check::check(&Button { name, label, button_color, text_color }, refuse);
    let is_path = tenant.icon.starts_with('/') && !tenant.icon.starts_with("//") && !tenant.icon.contains('\\');
    if !tenant.icon.is_empty() && !is_path {
        refuse("icon", "write a path on this site, such as /firma.svg".into());
    }
    for domain in &tenant.email_domains {
        let is_char = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
        if !domain.contains('.') || !domain.bytes().all(is_char) || domain.starts_with('.') || domain.ends_with('.') {
            refuse("email_domains", format!("{domain:?} is not a domain in lower case, such as firma.example"));
        }
    }
}

fn check_methods(accounts: &AccountsConfig, tenant: &TenantConfig, refuse: &mut impl FnMut(&str, String)) {
    if tenant.sign_in_methods.is_empty() && tenant.providers.is_empty() && !tenant.disabled {
        refuse("sign_in_methods", "must name password, email_link or both, unless there are providers".into());
    }
    for (place, method) in tenant.sign_in_methods.iter().enumerate() {
        if tenant.sign_in_methods[..place].contains(method) {
            refuse("sign_in_methods", "names a method twice".into());
        }
    }
    for (place, id) in tenant.providers.iter().enumerate() {
        if !accounts.provider.iter().any(|provider| provider.id() == *id) {
            refuse("providers", format!("{id:?} is not the ID of a provider in [[accounts.provider]]"));
        }
        if tenant.providers[..place].contains(id) {
            refuse("providers", format!("names {id:?} twice"));
        }
    }
    if tenant.guests && (accounts.policy().is_protected() || accounts.policy().verify_email == VerifyEmail::Hard) {
        refuse("guests", GUESTS_REFUSED.into());
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{FIRMA, merged};

    #[test]
    fn impossible_tenants_are_refused() {
        for (text, problem) in [
            (FIRMA.replace("'firma'", "'Firma SRL'"), "accounts.tenant[0].id: \"Firma SRL\""),
            (FIRMA.replace("name = 'Firma'\n", ""), "accounts.tenant[0].name: write"),
            (FIRMA.replace("['password']", "[]"), "accounts.tenant[0].sign_in_methods: must name"),
            (FIRMA.replace("['password']", "['password', 'password']"), "accounts.tenant[0].sign_in_methods: names"),
            (format!("{FIRMA}{FIRMA}"), "accounts.tenant[1].id: \"firma\" is the ID of another"),
            (format!("{FIRMA}providers = ['x.com']\n"), "accounts.tenant[0].providers: \"x.com\""),
            (format!("{FIRMA}email_domains = ['Firma']\n"), "accounts.tenant[0].email_domains: "),
            (format!("{FIRMA}button_color = 'red'\ntext_color = '#ffffff'\n"), "accounts.tenant[0].button_color: "),
            (format!("{FIRMA}icon = 'https://x.ro/a.svg'\n"), "accounts.tenant[0].icon: write a path"),
            (format!("{FIRMA}sign_ups = true\n"), "accounts.tenant[0].sign_ups: unknown key; did you mean sign_up"),
            (format!("{FIRMA}sign_up = 'no'\n"), "accounts.tenant[0].sign_up: is a text in quotes, must be true"),
            (format!("{FIRMA}providers = [1]\n"), "accounts.tenant[0].providers: has a whole number"),
            ("[accounts]\ntenant_choice = 'option_first'\n".into(), "accounts.tenant_choice: needs at least one"),
            (format!("[accounts]\nverify_email = 'hard'\n{FIRMA}guests = true\n"), "accounts.tenant[0].guests: needs"),
        ] {
            let problems = merged(&text).expect_err(&text);
            assert!(problems.iter().any(|one| one.starts_with(problem)), "{problem}: {problems:?}");
        }
        assert!(merged(&FIRMA.replace("['password']", "[]\ndisabled = true")).is_ok());
    }
}
