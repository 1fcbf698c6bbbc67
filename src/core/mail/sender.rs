//! The sender of all messages, and the facts about the site that they contain.

use jiff::Timestamp;
use url::Url;

use crate::config::Config;

/// The sender and site facts that all messages share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    /// The `From` address.
    pub address: String,
    pub name: String,
    pub reply_to: Option<String>,
    /// The envelope sender, which receives bounces.
    pub return_path: String,
    /// The base of all links, without a trailing slash.
    pub public_url: String,
    /// The public host name; also the right side of every `Message-ID`.
    pub host: String,
    /// The contact address; may be empty.
    pub contact: String,
    /// The launch; who signed up before it was promised support and offers.
    pub launch: Option<Timestamp>,
    /// The sender's postal address in one line; may be empty.
    pub postal_address: String,
}

impl Sender {
    /// `public_url` is the configured one, never taken from a request.
    pub fn new(config: &Config, public_url: &str) -> Self {
        let host = host(public_url);
        let mail = &config.mail;
        let address = if mail.from.is_empty() { format!("paragraf@{host}") } else { mail.from.clone() };
        let bounce_address = &mail.bounces.bounce_address;
        Self {
            return_path: if bounce_address.is_empty() { address.clone() } else { bounce_address.clone() },
            address,
            name: mail.from_name.clone(),
            reply_to: Some(mail.reply_to.clone()).filter(|address| !address.is_empty()),
            public_url: public_url.to_owned(),
            host,
            contact: config.site.contact_email.clone(),
            launch: config.site.launch_instant(),
            postal_address: mail.postal_address.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }
}

/// The host name of the URL; `localhost` when it is an IP address.
fn host(public_url: &str) -> String {
    let url = Url::parse(public_url).ok();
    let name = url.as_ref().and_then(Url::domain).map(ToOwned::to_owned);
    name.unwrap_or_else(|| "localhost".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sender_address_defaults_to_the_public_host() {
        let mut config = Config::default();
        let sender = |config: &Config, url: &str| Sender::new(config, url);
        assert_eq!(sender(&config, "http://127.0.0.1:8080").address, "paragraf@localhost");
        assert_eq!(sender(&config, "https://paragraf.example.ro").address, "paragraf@paragraf.example.ro");
        config.mail.from = "legi@example.ro".into();
        assert_eq!(sender(&config, "http://[::1]:8080").address, "legi@example.ro");
        assert_eq!(sender(&config, "http://[::1]:8080").reply_to, None);
        assert_eq!(sender(&config, "http://[::1]:8080").return_path, "legi@example.ro");
        config.mail.bounces.bounce_address = "returned@example.ro".into();
        assert_eq!(sender(&config, "http://[::1]:8080").return_path, "returned@example.ro");
    }
}
