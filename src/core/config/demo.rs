//! Sample values for what an operator fills in, shown by a demonstration.

use super::email_method::EmailMethod;
use super::settings::{Config, SiteConfig};

impl Config {
    /// Fills what the operator has left out: contact details, which pages mark as samples, and the mailed link as a
    /// second sign-in method.
    ///
    /// Sample details are never mixed with real ones.
    // docs/decisions/0269
    pub fn fill_for_demo(&mut self) {
        let site = &mut self.site;
        let texts = [&site.contact_email, &site.contact_phone, &site.developer_name, &site.developer_url];
        if texts.into_iter().chain([&site.city, &site.country]).all(String::is_empty) && site.social_links.is_empty() {
            // The names end in .example, which nobody can register (RFC 2606).
            self.site = SiteConfig {
                contact_email: "contact@paragraf.example".into(),
                contact_phone: "+40 21 000 00 00".into(),
                developer_name: "Exemplu Software SRL".into(),
                developer_url: "https://software.example".into(),
                city: "București".into(),
                country: "România".into(),
                social_links: vec!["https://social.example/@paragraf".into(), "https://video.example/paragraf".into()],
                has_sample_details: true,
                ..std::mem::take(site)
            };
        }
        let accounts = &mut self.accounts;
        if accounts.sign_in_methods == [EmailMethod::Password] && accounts.provider.is_empty() {
            accounts.sign_in_methods.push(EmailMethod::EmailLink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_fill_an_empty_site_and_are_never_mixed_with_real_details() {
        let mut config = Config::default();
        config.fill_for_demo();
        assert!(config.site.has_sample_details && config.site.contact_email.ends_with(".example"));
        assert_eq!(config.site.launch_at, SiteConfig::default().launch_at);
        assert_eq!(config.accounts.sign_in_methods, [EmailMethod::Password, EmailMethod::EmailLink]);

        let mut own = Config::default();
        own.site.city = "Cluj-Napoca".into();
        own.accounts.sign_in_methods = vec![EmailMethod::EmailLink];
        own.fill_for_demo();
        assert!(!own.site.has_sample_details && own.site.contact_email.is_empty());
        assert_eq!(own.accounts.sign_in_methods, [EmailMethod::EmailLink]);
    }
}
