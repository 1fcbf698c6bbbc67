//! The public settings of signing in, and the public keys of access tokens.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::sign_in_options::{Restricted, SignInOption, sign_in_options};
use crate::config::{
    AccountsConfig, CaptchaKind, CredentialHelper, EmailPrivacy, SecondFactorPolicy, SecurityProfile, SignInFlow,
    TenantChoice, TenantRules, VerifyEmail,
};
use crate::domain::{Persistence, TenantId};
use crate::identity::keyring::PublicKey;
use crate::identity::passkeys::are_possible;
use crate::ops::accounts::tenants;
use crate::ops::browse::SITE_NAME;
use crate::rate_limit::Limit;
use crate::web::error::Result;
use crate::web::json::json;
use crate::web::same_origin::AnyOrigin;
use crate::web::state::Web;

/// The public settings of signing in.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct AuthConfig {
    security_profile: SecurityProfile,
    email_privacy: EmailPrivacy,
    /// Whether readers may create accounts.
    sign_up: bool,
    /// How the page of a provider opens.
    sign_in_flow: SignInFlow,
    /// Whether the page of the only provider opens at once, when nothing else is offered.
    immediate_federated_redirect: bool,
    /// What the page offers before the reader chooses a method.
    credential_helper: CredentialHelper,
    sign_in_success_url: &'static str,
    /// Other origins at which a sign-in or a mailed link may continue.
    continue_origins: Vec<String>,
    persistence: Persistence,
    /// Minimum length of a password, in characters.
    password_min: usize,
    verify_email: VerifyEmail,
    /// Seconds between two account mails to one address.
    mail_pause_secs: u32,
    second_factor: SecondFactorPolicy,
    site_name: &'static str,
    tos_url: &'static str,
    privacy_policy_url: &'static str,
    admin_restricted_operation: Restricted,
    sign_in_options: Vec<SignInOption>,
    /// Only with the option `phone`.
    #[serde(skip_serializing_if = "Option::is_none")]
    captcha: Option<CaptchaSettings>,
    /// The tenant of these settings; absent for the default one.
    #[serde(skip_serializing_if = "TenantId::is_default")]
    #[schema(value_type = Option<String>)]
    tenant_id: TenantId,
    /// How readers choose their tenant.
    tenant_choice: TenantChoice,
    /// The tenants to choose from.
    tenants: Vec<TenantOption>,
}

/// A tenant that readers may choose.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct TenantOption {
    /// For the header `X-Tenant-Id`; empty for the default tenant.
    #[schema(value_type = String)]
    tenant_id: TenantId,
    display_name: String,
    /// Label of the button; replaces the default one.
    #[serde(skip_serializing_if = "Option::is_none")]
    full_label: Option<String>,
    /// Colors of the button as `#rrggbb`, if they are not the usual ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    button_color: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_color: Option<String>,
    /// Path of the button's picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    icon_url: Option<String>,
    /// Domains whose addresses belong here; empty for all.
    email_domains: Vec<String>,
}

fn configured(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// The tenants to choose from, in the order in which they are shown or tried.
fn tenant_options(accounts: &AccountsConfig) -> Vec<TenantOption> {
    if accounts.tenant_choice == TenantChoice::None {
        return vec![];
    }
    let own = accounts.default_tenant_listed.then(|| TenantOption {
        tenant_id: TenantId::default(),
        display_name: SITE_NAME.to_owned(),
        full_label: None,
        button_color: None,
        text_color: None,
        icon_url: None,
        email_domains: vec![],
    });
    let listed = accounts.tenant.iter().filter(|tenant| tenant.listed && !tenant.disabled);
    // By address, the tenants with domains are tried before the default one, which takes every address.
    let others = listed.map(|tenant| TenantOption {
        tenant_id: tenant.tenant_id(),
        display_name: tenant.name.clone(),
        full_label: configured(&tenant.label),
        button_color: configured(&tenant.button_color),
        text_color: configured(&tenant.text_color),
        icon_url: configured(&tenant.icon),
        email_domains: tenant.email_domains.clone(),
    });
    match accounts.tenant_choice {
        TenantChoice::IdentifierFirst => others.chain(own).collect(),
        _ => own.into_iter().chain(others).collect(),
    }
}

/// The check that a person asks for a text message.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct CaptchaSettings {
    kind: CaptchaKind,
    /// The public key of the site at the vendor.
    #[serde(skip_serializing_if = "Option::is_none")]
    site_key: Option<String>,
}

/// The public keys of access tokens.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct KeySet {
    keys: Vec<PublicKey>,
}

/// Whether the tenant offers passkeys and the address of the site allows them.
pub(super) fn offers_passkeys(web: &Web, tenant: &TenantId) -> bool {
    let rules = web.app.config.accounts.rules(tenant);
    rules.is_some_and(TenantRules::passkeys) && are_possible(&web.app.public_url())
}

/// Returns the public settings of signing in.
#[utoipa::path(
    get, path = "", tag = "auth", operation_id = "getAuthConfig",
    params(("X-Tenant-Id" = Option<String>, Header, description = "The tenant; without it the default one")),
    responses(
        (status = 200, description = "The methods and rules", body = AuthConfig),
        (status = 400, description = "`invalid_tenant_id`"),
        (status = 403, description = "`project_disabled`"),
    ),
)]
pub(in crate::web) async fn config(State(web): State<Arc<Web>>, AnyOrigin(client): AnyOrigin) -> Result {
    let rules = tenants::rules(&web.app, &client.tenant)?;
    let (accounts, policy) = (&web.app.config.accounts, rules.policy());
    let restricted = Restricted {
        status: !rules.sign_up(),
        admin_email: configured(&accounts.admin_email),
        help_link: configured(&accounts.help_link),
    };
    let offers_passkeys = offers_passkeys(&web, &client.tenant);
    let sign_in_options = sign_in_options(&web.app.config, rules, offers_passkeys, &restricted);
    let credential_helper = match accounts.credential_helper {
        CredentialHelper::Passkey if !offers_passkeys => CredentialHelper::None,
        helper => helper,
    };
    json(&AuthConfig {
        security_profile: policy.security_profile,
        email_privacy: policy.email_privacy,
        sign_up: rules.sign_up(),
        sign_in_flow: accounts.sign_in_flow,
        immediate_federated_redirect: accounts.immediate_federated_redirect,
        credential_helper,
        sign_in_success_url: "/",
        continue_origins: accounts.continue_origins.clone(),
        persistence: accounts.persistence,
        password_min: policy.password_min,
        verify_email: policy.verify_email,
        mail_pause_secs: Limit::MailToAddress.pause_secs(),
        second_factor: policy.second_factor,
        site_name: SITE_NAME,
        tos_url: "/terms",
        privacy_policy_url: "/privacy",
        admin_restricted_operation: restricted,
        sign_in_options,
        captcha: rules.offers_phone().then(|| CaptchaSettings {
            kind: web.app.config.captcha.kind,
            site_key: configured(&web.app.config.captcha.site_key),
        }),
        tenant_id: client.tenant,
        tenant_choice: accounts.tenant_choice,
        tenants: tenant_options(accounts),
    })
}

/// Returns the public keys of access tokens (RFC 7517).
#[utoipa::path(get, path = "", tag = "auth", operation_id = "getKeySet", responses(
    (status = 200, description = "The keys, oldest first", body = KeySet),
))]
pub(in crate::web) async fn jwks(State(web): State<Arc<Web>>) -> Result {
    json(&KeySet { keys: web.app.keyring.public_keys() })
}
