//! The address of the operator, for mails about the server itself.

use super::problem::{ConfigProblem, problem};
use super::settings::{Config, ServerConfig};
use crate::domain::email::Email;

impl Config {
    /// The address to which mails about conditions go; `None` if the operator named no address. That of a demonstration
    /// is nobody's.
    pub fn operator_email(&self) -> Option<Email> {
        let (own, contact) = (&self.server.operator_email, &self.site.contact_email);
        if own.is_empty() && self.site.has_sample_details {
            return None;
        }
        Email::parse(if own.is_empty() { contact } else { own })
    }
}

pub(super) fn problems(server: &ServerConfig) -> Vec<ConfigProblem> {
    let address = &server.operator_email;
    let is_bad = !address.is_empty() && Email::parse(address).is_none();
    let reason = format!("{address:?} is not an e-mail address; write it without a name");
    is_bad.then(|| problem("server.operator_email", reason)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contact_address_is_that_of_the_operator_unless_another_is_set() {
        let mut config = Config::default();
        assert_eq!(config.operator_email(), None);
        config.site.contact_email = "contact@example.ro".into();
        let address = |config: &Config| config.operator_email().map(|address| address.as_str().to_owned());
        assert_eq!(address(&config).as_deref(), Some("contact@example.ro"));
        config.site.has_sample_details = true;
        assert_eq!(address(&config), None);
        config.server.operator_email = "ana@example.ro".into();
        assert_eq!(address(&config).as_deref(), Some("ana@example.ro"));
        assert_eq!(problems(&config.server), []);
        config.server.operator_email = "Ana <ana@example.ro>".into();
        assert_eq!(problems(&config.server).len(), 1);
    }
}
