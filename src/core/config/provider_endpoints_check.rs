//! Checks the addresses of a provider in `[[accounts.provider]]`.

use url::Url;

use super::certificates;
use super::hidden_address::quoted;
use super::provider::{Endpoints, is_loopback};
use super::provider_config::ProviderConfig;
use super::provider_kind::ProviderKind;

pub(super) fn check_endpoints(provider: &ProviderConfig, refuse: &mut impl FnMut(&str, String)) {
    match provider.endpoints() {
        Endpoints::Discovered { issuer } => {
            let needs_tenant = provider.kind == ProviderKind::Microsoft && provider.issuer.is_empty();
            if !needs_tenant && let Err(reason) = check_address(&issuer, true) {
                refuse("issuer", reason);
            }
            if needs_tenant && !is_tenant(&provider.tenant) {
                let reason = "write the ID of the tenant, common, organizations or consumers";
                refuse("tenant", format!("{:?}: {reason}", provider.tenant));
            }
            if !provider.fedcm_config_url.is_empty()
                && let Err(reason) = check_address(&provider.fedcm_config_url, false)
            {
                refuse("fedcm_config_url", reason);
            }
        }
        Endpoints::Saml { entity_id, sso_url } => check_saml(provider, &entity_id, &sso_url, refuse),
        Endpoints::Fixed { issuer, authorization, token, userinfo, emails } => {
            for (key, address) in [
                ("authorization_endpoint", &authorization),
                ("token_endpoint", &token),
                ("userinfo_endpoint", &userinfo),
            ] {
                if let Err(reason) = check_address(address, false) {
                    refuse(key, reason);
                }
            }
            for (key, address, is_issuer) in [("emails_endpoint", &emails, false), ("issuer", &issuer, true)] {
                if !address.is_empty()
                    && let Err(reason) = check_address(address, is_issuer)
                {
                    refuse(key, reason);
                }
            }
        }
    }
}

fn check_saml(provider: &ProviderConfig, entity_id: &str, sso_url: &str, refuse: &mut impl FnMut(&str, String)) {
    // SAML 2.0 Core 8.3.6 limits the length.
    if entity_id.is_empty() || entity_id.len() > 1024 || entity_id.chars().any(|c| c.is_control() || c == ' ') {
        refuse("entity_id", "write the name of the provider, exactly as in its metadata (entityID)".into());
    }
    if let Err(reason) = check_address(sso_url, false) {
        refuse("sso_url", reason);
    }
    if provider.certificates.is_empty() && provider.certificate_files.is_empty() {
        refuse("certificates", "set it, or certificate_files, to the certificate of the provider's signatures".into());
    }
    for text in &provider.certificates {
        if let Err(reason) = certificates::parse(text) {
            refuse("certificates", reason);
        }
    }
}

/// Whether the text is the ID of a tenant or a name for several of them. Domains are refused, because the issuer of
/// their tokens contains the ID instead.
fn is_tenant(text: &str) -> bool {
    matches!(text, "common" | "organizations" | "consumers")
        || uuid::Uuid::try_parse(text).is_ok_and(|_| text.len() == 36)
}

fn check_address(text: &str, is_issuer: bool) -> Result<(), String> {
    if text.is_empty() {
        return Err("is missing; set an address at the provider, such as https://login.example.com".into());
    }
    let url = Url::parse(text).ok().filter(|url| url.host().is_some());
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
    let url = url.ok_or_else(|| format!("{} is not an https:// URL", quoted(text)))?;
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    if !is_plain || (is_issuer && url.query().is_some()) {
        let query = if is_issuer { ", query" } else { "" };
        return Err(format!("{} must be a URL without user name{query} or fragment", quoted(text)));
    }
    if url.scheme() == "http" && !is_loopback(&url) {
        return Err("must use https; http is allowed only on this machine (localhost, 127.0.0.1, ::1)".into());
    }
    Ok(())
}
