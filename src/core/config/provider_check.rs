//! Checks the values of `[[accounts.provider]]`.

use super::accounts::AccountsConfig;
use super::button_check::{self, Button, MAX_NAME};
use super::problem::{ConfigProblem, problem};
use super::provider_config::{KEY, ProviderConfig};
use super::provider_endpoints_check::check_endpoints;
use super::provider_kind::ProviderKind;
use crate::domain::authorization_request::{is_own_parameter, is_scope};

const MAX_PROVIDERS: usize = 20;

/// Returns the problems of the providers, except those of their secrets.
pub(super) fn problems(accounts: &AccountsConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    if accounts.provider.len() > MAX_PROVIDERS {
        problems.push(problem(KEY, format!("has more than {MAX_PROVIDERS} providers; remove some")));
    }
    for (place, provider) in accounts.provider.iter().enumerate() {
        let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("{KEY}[{place}].{key}"), reason));
        check_names(provider, &mut refuse);
        if accounts.provider[..place].iter().any(|other| other.id() == provider.id()) {
            let prefix = provider.kind.as_str();
            let reason = format!("{:?} is the ID of another provider too; write {prefix}.NAME", provider.id());
            refuse("id", reason);
        }
        check_endpoints(provider, &mut refuse);
        check_kind(provider, &mut refuse);
        check_request(provider, &mut refuse);
    }
    problems
}

/// Returns the problems of the providers' secrets.
pub(super) fn secret_problems(accounts: &AccountsConfig) -> impl Iterator<Item = ConfigProblem> + '_ {
    accounts.provider.iter().enumerate().filter_map(|(place, provider)| {
        if provider.kind == ProviderKind::Saml {
            return None;
        }
        let key = format!("{KEY}[{place}].client_secret");
        let is_apple = provider.kind == ProviderKind::Apple;
        if provider.client_secret.is_empty() {
            let reason = if is_apple {
                "set client_secret_file to the file of the private key (.p8)"
            } else {
                "set it, or client_secret_file, to the secret that the provider issued with client_id"
            };
            return Some(problem(&key, reason.to_owned()));
        }
        let is_key = provider.client_secret.trim_start().starts_with("-----BEGIN PRIVATE KEY-----");
        (is_apple && !is_key).then(|| problem(&key, "is not a private key in PEM, as Apple issues it".to_owned()))
    })
}

fn check_names(provider: &ProviderConfig, refuse: &mut impl FnMut(&str, String)) {
    let (id, kind, default) = (provider.id(), provider.kind.as_str(), provider.kind.defaults().id);
    let suffix = id.strip_prefix(kind).and_then(|rest| rest.strip_prefix('.'));
    let is_char = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_suffix = |text: &str| !text.is_empty() && text.len() <= MAX_NAME && text.bytes().all(is_char);
    if (id.is_empty() || id != default) && !suffix.is_some_and(is_suffix) {
        let or = if default.is_empty() { String::new() } else { format!("{default} or ") };
        refuse("id", format!("{id:?} is not {or}{kind}.NAME with NAME of a-z, 0-9 and -"));
    }
    let ProviderConfig { name, label, button_color, text_color, .. } = provider;
    button_check::check(&Button { name, label, button_color, text_color }, refuse);
}

/// Refuses the keys that have no effect on this kind, and reports those that the kind requires.
fn check_kind(provider: &ProviderConfig, refuse: &mut impl FnMut(&str, String)) {
    check_effect(provider, refuse);
    if provider.kind == ProviderKind::Apple {
        for (key, value) in [("team_id", &provider.team_id), ("key_id", &provider.key_id)] {
            if value.len() != 10 || !value.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                refuse(key, "write the ten letters and digits that Apple shows".into());
            }
        }
    }
    if provider.fields.subject.is_empty() {
        refuse("fields.subject", "name the field that identifies the user".into());
    }
}

/// Refuses the keys that have no effect on this kind.
fn check_effect(provider: &ProviderConfig, refuse: &mut impl FnMut(&str, String)) {
    let kind = provider.kind;
    let only = |wanted: &[ProviderKind]| wanted.contains(&kind);
    let saml = [ProviderKind::Saml];
    let oauth2 = [ProviderKind::Github, ProviderKind::Facebook, ProviderKind::X, ProviderKind::Oauth2];
    for (key, is_set, has_effect) in [
        ("tenant", !provider.tenant.is_empty(), only(&[ProviderKind::Microsoft])),
        ("team_id", !provider.team_id.is_empty(), only(&[ProviderKind::Apple])),
        ("key_id", !provider.key_id.is_empty(), only(&[ProviderKind::Apple])),
        ("authorization_endpoint", !provider.authorization_endpoint.is_empty(), only(&oauth2)),
        ("token_endpoint", !provider.token_endpoint.is_empty(), only(&oauth2)),
        ("userinfo_endpoint", !provider.userinfo_endpoint.is_empty(), only(&oauth2)),
        ("emails_endpoint", !provider.emails_endpoint.is_empty(), only(&[ProviderKind::Github])),
        ("fields", provider.fields != Default::default(), only(&[ProviderKind::Oauth2])),
        ("fedcm_config_url", !provider.fedcm_config_url.is_empty(), kind.is_oidc()),
        ("picture_hosts", provider.picture_hosts.is_some(), kind.is_oidc()),
        ("trusted_audiences", !provider.trusted_audiences.is_empty(), kind.is_oidc()),
        ("entity_id", !provider.entity_id.is_empty(), only(&saml)),
        ("sso_url", !provider.sso_url.is_empty(), only(&saml)),
        ("certificates", !provider.certificates.is_empty(), only(&saml)),
        ("certificate_files", !provider.certificate_files.is_empty(), only(&saml)),
        ("name_id_format", provider.name_id_format != Default::default(), only(&saml)),
        ("attributes", provider.attributes != Default::default(), only(&saml)),
        ("client_secret", !provider.client_secret.is_empty(), !only(&saml)),
        ("client_secret_file", !provider.client_secret_file.is_empty(), !only(&saml)),
        ("issuer", !provider.issuer.is_empty(), !only(&saml)),
        ("scopes", provider.scopes.is_some(), !only(&saml)),
        ("parameters", !provider.parameters.is_empty(), !only(&saml)),
    ] {
        if is_set && !has_effect {
            refuse(key, format!("has no effect on the kind {}; remove it", kind.as_str()));
        }
    }
}

fn check_request(provider: &ProviderConfig, refuse: &mut impl FnMut(&str, String)) {
    if provider.client_id.is_empty() && provider.kind != ProviderKind::Saml {
        refuse("client_id", "set the ID that the provider issued to this site".into());
    }
    let scopes = provider.scopes();
    for scope in &scopes {
        if !is_scope(scope) {
            refuse("scopes", format!("{scope:?} is not a scope, such as email"));
        }
    }
    if provider.kind.is_oidc() && !scopes.iter().any(|scope| scope == "email") {
        refuse("scopes", "accounts have addresses, so \"email\" must be among them".into());
    }
    for (name, value) in &provider.parameters {
        let key = format!("parameters.{name}");
        if is_own_parameter(name) {
            refuse(&key, "is set by the server; remove it".into());
        }
        if name == "response_mode" && !matches!(value.as_str(), "query" | "form_post") {
            refuse(&key, format!("{value:?} is not query or form_post"));
        }
    }
    for (name, values) in &provider.required_claims {
        if name.trim().is_empty() || values.is_empty() || values.iter().any(|value| value.trim().is_empty()) {
            let reason = "name a claim with the values of which a user must have one, such as hd = [\"example.com\"]";
            refuse(&format!("required_claims.{name}"), reason.into());
        }
    }
    let is_domain = |text: &str| matches!(url::Host::parse(text), Ok(url::Host::Domain(ascii)) if ascii == text);
    for host in provider.picture_hosts.iter().flatten() {
        if !is_domain(host.strip_prefix("*.").unwrap_or(host)) {
            let reason = format!("{host:?} is not a host name in lower case, such as pictures.example.com");
            refuse("picture_hosts", reason);
        }
    }
    for domain in provider.trusted_domains.iter().flatten() {
        if domain != "*" && !is_domain(domain) {
            refuse("trusted_domains", format!("{domain:?} is not a domain in lower case, such as example.com"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Environment, Secrets, merge};

    fn reasons(text: &str) -> Vec<String> {
        let merged = merge(text, &Environment::new(), Secrets::Read);
        merged
            .err()
            .unwrap_or_default()
            .iter()
            .map(|problem| problem.to_string().replace("accounts.provider", ""))
            .collect()
    }

    /// The problems of a provider of this kind with these other keys.
    fn problems_of(kind: &str, keys: &str) -> Vec<String> {
        reasons(&format!("[[accounts.provider]]\nkind = '{kind}'\nclient_id = 'x'\nclient_secret = 'y'\n{keys}\n"))
    }

    #[test]
    fn each_kind_needs_what_only_the_operator_knows() {
        let apple = "team_id = 'TEAM123456'\nkey_id = 'KEY1234567'";
        for (kind, keys, wanted) in [
            ("google", "", ""),
            ("yahoo", "", ""),
            ("github", "", ""),
            ("facebook", "", ""),
            ("x", "", ""),
            ("microsoft", "tenant = 'organizations'", ""),
            ("microsoft", "tenant = '9188040d-6c67-4c5b-b112-36a304b66dad'", ""),
            ("microsoft", "", "[0].tenant: "),
            ("microsoft", "tenant = 'firma.ro'", "[0].tenant: "),
            ("apple", apple, "[0].client_secret: is not a private key"),
            ("apple", "team_id = 'TEAM123456'\nkey_id = '1'", "[0].key_id: "),
            ("oidc", "id = 'oidc.firma-2'\nissuer = 'https://a.ro'", ""),
            ("oidc", "id = 'oidc.firma'\nissuer = 'http://127.0.0.1:9'", ""),
            ("oidc", "id = 'oidc.firma'", "[0].issuer: is missing"),
            ("oidc", "issuer = 'https://a.ro'", "[0].id: "),
            ("oauth2", "id = 'oauth2.firma'", "[0].authorization_endpoint: is missing"),
        ] {
            let found = problems_of(kind, keys);
            let first = found.first().map_or("", String::as_str);
            assert!(if wanted.is_empty() { found.is_empty() } else { first.starts_with(wanted) }, "{kind}: {found:?}");
        }
    }

    #[test]
    fn invalid_values_are_reported_with_their_key() {
        for (keys, wanted) in [
            ("id = 'github.com'", "id"),
            ("id = 'google.A'", "id"),
            ("id = 'google.a/b'", "id"),
            ("name = \"Firma\\nmea\"", "name"),
            ("button_color = 'red'\ntext_color = '#ffffff'", "button_color"),
            ("button_color = '#ffffff'", "text_color"),
            ("issuer = 'ftp://a.ro'", "issuer"),
            ("issuer = 'https://a:b@c.ro'", "issuer"),
            ("issuer = 'https://c.ro?a=1'", "issuer"),
            ("issuer = 'http://c.ro'", "issuer"),
            ("fedcm_config_url = 'http://c.ro/fedcm.json'", "fedcm_config_url"),
            ("tenant = 'common'", "tenant"),
            ("userinfo_endpoint = 'https://c.ro'", "userinfo_endpoint"),
            ("scopes = ['email', 'a b']", "scopes"),
            ("scopes = ['profile']", "scopes"),
            ("parameters = { state = 'x' }", "parameters.state"),
            ("parameters = { response_mode = 'fragment' }", "parameters.response_mode"),
            ("trusted_domains = ['Firma.ro']", "trusted_domains"),
            ("required_claims = { hd = [] }", "required_claims.hd"),
            ("required_claims = { hd = [' '] }", "required_claims.hd"),
            ("required_claims = { hd = 'firma.ro' }", "required_claims.hd"),
            ("required_claims = { hd = [5] }", "required_claims.hd[0]"),
            ("trusted_audiences = 'account'", "trusted_audiences"),
            ("fields = { subject = '' }", "fields"),
        ] {
            let found = problems_of("google", keys);
            assert!(
                found.first().is_some_and(|first| first.starts_with(&format!("[0].{wanted}: "))),
                "{keys}: {found:?}"
            );
        }
    }

    #[test]
    fn a_saml_provider_needs_its_name_its_address_and_a_certificate() {
        let mut keys = "[[accounts.provider]]\nkind = 'saml'\nid = 'saml.firma'\n".to_owned();
        for (next, wanted) in [
            ("", "entity_id: write the name"),
            ("entity_id = 'urn:firma'", "sso_url: is missing"),
            ("sso_url = 'https://c.ro/sso?idp=1'", "certificates: set it, or certificate_files"),
            ("certificates = ['MIIC']", "certificates: is not a certificate"),
            ("name_id_format = 'email'\nscopes = ['email']", "certificates: is not a certificate"),
        ] {
            keys += &format!("{next}\n");
            let found = reasons(&keys);
            assert!(found[0].starts_with(&format!("[0].{wanted}")), "{next}: {found:?}");
        }
        let without_effect = reasons(&format!("{keys}client_secret = 'x'\nissuer = 'https://c.ro'\n"));
        let reason = "has no effect on the kind saml; remove it";
        for key in ["client_secret", "issuer", "scopes"] {
            assert!(without_effect.contains(&format!("[0].{key}: {reason}")), "{key}: {without_effect:?}");
        }
        let others =
            problems_of("google", "entity_id = 'urn:x'\nattributes = { email = 'mail' }\npicture_hosts = ['*.A.ro']");
        for wanted in ["[0].entity_id: has no effect", "[0].attributes: has no effect", "[0].picture_hosts: \"*.A.ro\""]
        {
            assert!(others.iter().any(|found| found.starts_with(wanted)), "{wanted}: {others:?}");
        }
        assert!(
            reasons("[[accounts.provider]]\nkind = 'saml'\nname_id_format = 'transient'\n")[0].contains("transient")
        );
    }

    #[test]
    fn all_problems_of_all_providers_are_reported_at_once() {
        let unknown = "[[accounts.provider]]\nkind = 'gogle'\nclientid = 'x'\nscopes = 'email'\nparameters = { a = 1 }\n\
                       fields = { sub = 'x' }\n[[accounts.provider]]\nid = 5\n";
        assert_eq!(
            reasons(unknown),
            [
                "[0].clientid: unknown key; did you mean client_id?",
                "[0].fields.sub: unknown key; did you mean subject?",
                "[0].kind: unknown kind; did you mean google?",
                "[0].parameters.a: is a whole number, must be a text in quotes",
                "[0].scopes: is a text in quotes, must be a list in brackets",
                "[1].kind: is missing; write one of google, microsoft, apple, yahoo, oidc, github, facebook, x, oauth2, saml",
                "[1].id: is a whole number, must be a text in quotes",
            ]
        );
        let twice = "[[accounts.provider]]\nkind = 'google'\nclient_id = 'x'\n".repeat(2);
        assert_eq!(
            reasons(&twice),
            [
                "[1].id: \"google.com\" is the ID of another provider too; write google.NAME",
                "[0].client_secret: set it, or client_secret_file, to the secret that the provider issued with client_id",
                "[1].client_secret: set it, or client_secret_file, to the secret that the provider issued with client_id",
            ]
        );
    }
}
