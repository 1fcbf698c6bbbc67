//! Who a mail comes from, and what it says of the site.

use url::Url;

use crate::config::Config;

/// What all mails of this site share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    /// The address that mails come from.
    pub address: String,
    pub name: String,
    pub reply_to: Option<String>,
    /// Where mail servers send back what they cannot deliver.
    pub returns_to: String,
    /// The address that links begin with, without a slash at its end.
    pub public_url: String,
    /// The name of the site as readers know it; also the right side of every `Message-ID`.
    pub host: String,
    /// Where questions go; may be empty.
    pub contact: String,
    /// Where the sender receives post, in one line; may be empty.
    pub postal_address: String,
}

impl Sender {
    /// `public_url` is that of the app, never something out of a request.
    pub fn new(config: &Config, public_url: &str) -> Self {
        let host = host(public_url);
        let mail = &config.mail;
        let address = if mail.from.is_empty() { format!("paragraf@{host}") } else { mail.from.clone() };
        let returns_to = &mail.bounces.bounce_address;
        Self {
            returns_to: if returns_to.is_empty() { address.clone() } else { returns_to.clone() },
            address,
            name: mail.from_name.clone(),
            reply_to: Some(mail.reply_to.clone()).filter(|address| !address.is_empty()),
            public_url: public_url.to_owned(),
            host,
            contact: config.site.contact_email.clone(),
            postal_address: mail.postal_address.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }
}

/// The host of the address; `localhost` where it has a number instead of a name.
fn host(public_url: &str) -> String {
    let url = Url::parse(public_url).ok();
    let name = url.as_ref().and_then(Url::domain).map(ToOwned::to_owned);
    name.unwrap_or_else(|| "localhost".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sender_is_made_from_the_public_address_unless_configured() {
        let mut config = Config::default();
        let sender = |config: &Config, url: &str| Sender::new(config, url);
        assert_eq!(sender(&config, "http://127.0.0.1:8080").address, "paragraf@localhost");
        assert_eq!(sender(&config, "https://paragraf.example.ro").address, "paragraf@paragraf.example.ro");
        config.mail.from = "legi@example.ro".into();
        assert_eq!(sender(&config, "http://[::1]:8080").address, "legi@example.ro");
        assert_eq!(sender(&config, "http://[::1]:8080").reply_to, None);
        assert_eq!(sender(&config, "http://[::1]:8080").returns_to, "legi@example.ro");
        config.mail.bounces.bounce_address = "returned@example.ro".into();
        assert_eq!(sender(&config, "http://[::1]:8080").returns_to, "returned@example.ro");
    }
}
