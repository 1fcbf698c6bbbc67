//! The clients of the configured sign-in providers, of the operator's hook and of the vendor of captchas.

use crate::config::{
    self, AccountsConfig, CaptchaConfig, CaptchaKind, Endpoints, HooksConfig, Provider, ProviderKind, SamlAttributes,
};
use crate::identity::captcha::Captcha;
use crate::identity::federation::{
    AttributeNames, Credential, Federation, Federations, FieldNames, NameIdFormat, OAuth2, Oidc, OidcIssuer,
    ProfileFormat, ProviderAddresses, ProviderHttp, Registration, RequiredClaims, Saml,
};
use crate::identity::hooks::Hooks;
use crate::identity::proof_of_work::ChallengeEffort;
use crate::sources::fetch::IssuerClient;

/// Creates the client of each configured provider.
pub(super) fn clients(accounts: &AccountsConfig) -> Federations {
    accounts.providers().map(|provider| (provider.id.clone(), client(provider))).collect()
}

/// Creates the client of the operator's hook, if one is configured.
pub(super) fn hooks(config: &HooksConfig) -> Option<Hooks> {
    let url = Some(config.hook_url.clone()).filter(|url| !url.is_empty())?;
    let http = http(IssuerClient::of_hosts(&[&url]));
    Some(Hooks::new(url, &config.hook_secret, http))
}

/// Creates the check of captchas.
pub(super) fn captcha(config: &CaptchaConfig) -> Captcha {
    match config.kind {
        CaptchaKind::ProofOfWork => Captcha::proof_of_work(ChallengeEffort::default()),
        CaptchaKind::Recaptcha | CaptchaKind::Hcaptcha | CaptchaKind::Turnstile => {
            let address = config.verify_address();
            Captcha::hosted(address, &config.secret, http(IssuerClient::of_hosts(&[address])))
        }
    }
}

fn client(provider: Provider) -> Box<dyn Federation> {
    let registration = registration(&provider);
    match provider.endpoints.clone() {
        Endpoints::Discovered { issuer } => {
            let http = http(IssuerClient::new(&issuer));
            let is_microsoft = provider.kind == ProviderKind::Microsoft;
            let has_tenants = is_microsoft && !provider.is_single_tenant;
            // Microsoft does not report whether an address is verified. A single organisation's directory assigns the
            // addresses of its own domains.
            let own_domains = if provider.is_single_tenant { provider.trusted_domains } else { vec![] };
            let has_pictures = !provider.picture_hosts.is_empty();
            let issuer = OidcIssuer { issuer, has_tenants, own_domains, has_pictures };
            Box::new(Oidc::new(registration, issuer, http))
        }
        Endpoints::Saml { entity_id, sso_url } => Box::new(saml(provider, entity_id, sso_url)),
        Endpoints::Fixed { issuer, authorization, token, userinfo, emails } => {
            let http = http(IssuerClient::of_hosts(&[&token, &userinfo, &emails]));
            let addresses = ProviderAddresses { issuer, authorization, token, userinfo, emails };
            let has_basic_auth = provider.kind == ProviderKind::X;
            Box::new(OAuth2 { registration, addresses, format: format(&provider), has_basic_auth, http })
        }
    }
}

fn saml(provider: Provider, entity_id: String, sso_url: String) -> Saml {
    let SamlAttributes { subject, email, name } = provider.attributes;
    let name_id_format = match provider.name_id_format {
        config::NameIdFormat::Persistent => NameIdFormat::Persistent,
        config::NameIdFormat::Email => NameIdFormat::EmailAddress,
        config::NameIdFormat::Unspecified => NameIdFormat::Unspecified,
    };
    Saml {
        entity_id,
        sso_url,
        certificates: provider.certificates,
        own_entity_id: provider.client_id,
        name_id_format,
        attributes: AttributeNames { subject, email, name },
        own_domains: provider.trusted_domains,
        required: RequiredClaims(provider.required_claims),
    }
}

fn registration(provider: &Provider) -> Registration {
    let credential = match provider.kind {
        ProviderKind::Apple => Credential::AppleKey {
            team_id: provider.team_id.clone(),
            key_id: provider.key_id.clone(),
            private_key: provider.client_secret.clone(),
        },
        _ => Credential::Secret(provider.client_secret.clone()),
    };
    let (login_hint, reauthentication) = match provider.kind {
        // Google does not support `prompt=login` and refuses unknown values.
        ProviderKind::Google => (Some("login_hint"), Some(("prompt", "select_account"))),
        ProviderKind::Microsoft | ProviderKind::Yahoo | ProviderKind::Oidc => {
            (Some("login_hint"), Some(("prompt", "login")))
        }
        ProviderKind::Github => (Some("login"), Some(("prompt", "select_account"))),
        ProviderKind::Facebook => (None, Some(("auth_type", "reauthenticate"))),
        ProviderKind::Apple | ProviderKind::X | ProviderKind::Oauth2 | ProviderKind::Saml => (None, None),
    };
    Registration {
        client_id: provider.client_id.clone(),
        credential,
        scopes: provider.scopes.clone(),
        parameters: provider.parameters.clone(),
        login_hint,
        reauthentication,
        required: RequiredClaims(provider.required_claims.clone()),
        trusted_audiences: provider.trusted_audiences.clone(),
    }
}

fn format(provider: &Provider) -> ProfileFormat {
    match provider.kind {
        ProviderKind::Github => ProfileFormat::Github,
        ProviderKind::Facebook => ProfileFormat::Facebook,
        ProviderKind::X => ProfileFormat::X,
        _ => {
            let fields = provider.fields.clone();
            ProfileFormat::Fields(FieldNames {
                subject: fields.subject,
                email: fields.email,
                email_verified: fields.email_verified,
                name: fields.name,
            })
        }
    }
}

fn http(client: IssuerClient) -> ProviderHttp {
    ProviderHttp::new(move |request| {
        let client = client.clone();
        async move { client.send(request).await }
    })
}
