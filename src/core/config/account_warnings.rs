//! Settings of `[accounts]` that are valid but may have another effect than the operator expects.

use super::accounts::AccountsConfig;
use super::provider_config::{KEY, ProviderConfig};
use super::provider_kind::ProviderKind;
use super::second_factor_policy::SecondFactorPolicy;

/// Parameters with which providers filter their own page by company.
const FILTERS: [&str; 6] = ["connection", "domain_hint", "hd", "org", "organization", "tenant"];

impl AccountsConfig {
    /// The warnings, each a sentence that begins with the key.
    pub fn warnings(&self) -> Vec<String> {
        let providers =
            self.provider.iter().enumerate().filter_map(|(place, provider)| unchecked_filter(place, provider));
        self.phone_without_factor().into_iter().chain(providers).collect()
    }

    /// The pair of keys with which an account made with a telephone number is asked for an address first.
    fn phone_without_factor(&self) -> Option<String> {
        let who = match self.policy().second_factor {
            SecondFactorPolicy::Mandatory => "every account",
            SecondFactorPolicy::Editors => "every editor",
            SecondFactorPolicy::Off | SecondFactorPolicy::Optional => return None,
        };
        self.phone.then(|| {
            format!(
                "accounts.phone: {who} must have a second factor, which needs an e-mail address; an account made with a \
                 telephone number has none and can only add one, export its data or be deleted"
            )
        })
    }
}

fn unchecked_filter(place: usize, provider: &ProviderConfig) -> Option<String> {
    let is_checked = !provider.complete().required_claims.is_empty() || provider.kind == ProviderKind::Saml;
    let filter = provider.parameters.keys().find(|name| FILTERS.contains(&name.as_str())).filter(|_| !is_checked)?;
    Some(format!(
        "{KEY}[{place}].parameters.{filter}: only chooses what the provider's page offers and keeps nobody out; \
         required_claims does"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::{Environment, Secrets, merge};

    fn warnings(text: &str) -> Vec<String> {
        merge(text, &Environment::new(), Secrets::Read).expect("a valid configuration").accounts.warnings()
    }

    #[test]
    fn keys_that_leave_a_reader_only_part_of_the_site_are_named() {
        let of = |keys: &str| warnings(&format!("[accounts]\n{keys}\n"));
        let found = of("phone = true\nsecond_factor = 'mandatory'");
        assert!(found.len() == 1 && found[0].starts_with("accounts.phone: every account must"), "{found:?}");
        assert!(of("phone = true\nsecond_factor = 'editors'")[0].starts_with("accounts.phone: every editor must"));
        assert!(of("phone = true\nsecurity_profile = 'strict'")[0].starts_with("accounts.phone: every editor must"));
        for fine in ["phone = true", "second_factor = 'mandatory'", "phone = true\nsecond_factor = 'off'"] {
            assert_eq!(of(fine), [""; 0], "{fine}");
        }
    }

    #[test]
    fn a_parameter_that_only_filters_the_page_of_the_provider_is_named() {
        let of =
            |keys: &str| warnings(&format!("[[accounts.provider]]\nclient_id = 'x'\nclient_secret = 'y'\n{keys}\n"));
        let hint = "kind = 'microsoft'\ntenant = 'organizations'\nparameters = { domain_hint = 'firma.ro' }";
        assert!(of(hint)[0].starts_with("accounts.provider[0].parameters.domain_hint: only chooses"));
        assert_eq!(of(&format!("{hint}\nrequired_claims = {{ tid = ['1'] }}")), [""; 0]);
        assert_eq!(of("kind = 'google'\nparameters = { hd = 'firma.ro' }"), [""; 0], "the claim is required");
        assert_eq!(of("kind = 'google'\nparameters = { prompt = 'consent' }"), [""; 0]);
    }
}
