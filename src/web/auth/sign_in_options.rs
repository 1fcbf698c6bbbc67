//! The ways to sign in that the page offers, with their settings.

use serde::Serialize;
use utoipa::ToSchema;

use crate::config::{AccountsConfig, Config, EmailMethod, Provider, TenantRules};
use crate::domain::Country;
use crate::domain::account::SignInMethod;

/// Whether an operation is closed to readers, and the contact that they may ask.
#[derive(Clone, Serialize, ToSchema)]
pub(in crate::web) struct Restricted {
    pub(super) status: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) admin_email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help_link: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(in crate::web) struct SignInOption {
    /// `password` for e-mail addresses, `phone` for telephone numbers, `passkey`, `anonymous` for guests, else the ID
    /// of a provider. The other settings apply only to e-mail addresses, unless their description names another kind.
    #[schema(value_type = String)]
    provider: SignInMethod,
    /// Display name of the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_name: Option<String>,
    /// Whole text of the provider's button, if it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    full_label: Option<String>,
    /// Colors of the provider's button as `#rrggbb`, if they are not the usual ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    button_color: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_color: Option<String>,
    /// The id of this site at the provider, where the browser offers the provider's accounts by itself (FedCM).
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
    /// The provider's configuration of FedCM, where the browser offers the provider's accounts by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    fedcm_config_url: Option<String>,
    /// Whether the browser may sign in with an account that it offers without a click; absent where it offers none.
    #[serde(skip_serializing_if = "Option::is_none")]
    auto_sign_in: Option<bool>,
    /// `password` or `emailLink`: the method to offer first.
    #[schema(value_type = String)]
    sign_in_method: SignInMethod,
    require_display_name: bool,
    force_same_device: bool,
    email_link: bool,
    password: bool,
    disable_sign_up: Restricted,
    /// For `phone`: the countries whose numbers get text messages (ISO 3166).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<String>, required = false)]
    countries: Vec<Country>,
    /// For `phone`: the country of a number without its calling code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    default_country: Option<Country>,
}

impl SignInOption {
    /// An option with the settings that apply to no provider in particular.
    fn new(provider: SignInMethod, disable_sign_up: Restricted) -> Self {
        Self {
            provider,
            provider_name: None,
            full_label: None,
            button_color: None,
            text_color: None,
            client_id: None,
            fedcm_config_url: None,
            auto_sign_in: None,
            sign_in_method: SignInMethod::Password,
            require_display_name: false,
            force_same_device: false,
            email_link: false,
            password: false,
            disable_sign_up,
            countries: vec![],
            default_country: None,
        }
    }
}

/// The options of a tenant, in the order in which the page shows them.
pub(super) fn sign_in_options(
    config: &Config,
    rules: TenantRules<'_>,
    offers_passkeys: bool,
    restricted: &Restricted,
) -> Vec<SignInOption> {
    let option = |provider| SignInOption::new(provider, restricted.clone());
    let fedcm = config.accounts.fedcm_provider();
    let email = (!rules.email_methods().is_empty())
        .then(|| email_option(&config.accounts, rules, option(SignInMethod::Password)));
    let providers = rules.providers().into_iter().map(|provider| {
        let is_offered_by_browser = fedcm.as_ref().is_some_and(|offered| offered.id == provider.id);
        let base = option(SignInMethod::Provider(provider.id.clone()));
        provider_option(provider, is_offered_by_browser, base)
    });
    let phone = rules.offers_phone().then(|| SignInOption {
        countries: config.sms.countries.clone(),
        default_country: Some(config.sms.default_country),
        ..option(SignInMethod::Phone)
    });
    let passkeys = offers_passkeys.then(|| option(SignInMethod::Passkey));
    let guests = rules.guests().then(|| option(SignInMethod::Anonymous));
    email.into_iter().chain(providers).chain(phone).chain(passkeys).chain(guests).collect()
}

fn email_option(accounts: &AccountsConfig, rules: TenantRules<'_>, base: SignInOption) -> SignInOption {
    SignInOption {
        sign_in_method: rules.email_methods().first().copied().unwrap_or(EmailMethod::Password).into(),
        require_display_name: accounts.require_display_name,
        force_same_device: accounts.force_same_device,
        email_link: rules.offers(EmailMethod::EmailLink),
        password: rules.offers(EmailMethod::Password),
        ..base
    }
}

fn provider_option(provider: Provider, is_offered_by_browser: bool, base: SignInOption) -> SignInOption {
    SignInOption {
        auto_sign_in: is_offered_by_browser.then(|| !provider.lets_choose_account()),
        client_id: is_offered_by_browser.then_some(provider.client_id),
        fedcm_config_url: is_offered_by_browser.then_some(provider.fedcm_config_url),
        provider_name: Some(provider.name),
        full_label: provider.label,
        button_color: provider.button_color,
        text_color: provider.text_color,
        ..base
    }
}
