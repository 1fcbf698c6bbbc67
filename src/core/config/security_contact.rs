//! The contact for reports of vulnerabilities, published as `/.well-known/security.txt` (RFC 9116).

use jiff::Timestamp;
use url::Url;

use super::hidden_address::quoted;
use super::problem::{ConfigProblem, problem};
use super::settings::SiteConfig;
use crate::domain::email::Email;

/// A contact and the instant after which its publication is stale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecurityContact {
    /// Such as `mailto:security@example.com` or `https://example.com/security`.
    pub uri: String,
    pub expires: Timestamp,
}

impl SiteConfig {
    /// The configured contact; `None` if there is none.
    pub fn security_contact(&self) -> Option<SecurityContact> {
        Some(SecurityContact { uri: uri(&self.security_contact)?, expires: self.security_expires.parse().ok()? })
    }
}

fn uri(contact: &str) -> Option<String> {
    if let Some(email) = Email::parse(contact) {
        return Some(format!("mailto:{}", email.as_str()));
    }
    Url::parse(contact).ok().filter(|url| url.scheme() == "https").map(Into::into)
}

pub(super) fn problems(site: &SiteConfig) -> Vec<ConfigProblem> {
    let SiteConfig { security_contact: contact, security_expires: expires, .. } = site;
    let mut problems = Vec::new();
    if !contact.is_empty() && uri(contact).is_none() {
        let reason =
            format!("{} is neither an e-mail address nor an address that begins with https://", quoted(contact));
        problems.push(problem("site.security_contact", reason));
    }
    if contact.is_empty() != expires.is_empty() {
        let reason = "set both site.security_contact and site.security_expires, or neither".to_owned();
        problems.push(problem("site.security_expires", reason));
    } else if !expires.is_empty() && expires.parse::<Timestamp>().is_err() {
        let reason = format!("{expires:?} is not an instant, such as 2027-01-01T00:00:00Z");
        problems.push(problem("site.security_expires", reason));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(contact: &str, expires: &str) -> SiteConfig {
        SiteConfig { security_contact: contact.into(), security_expires: expires.into(), ..SiteConfig::default() }
    }

    #[test]
    fn a_contact_is_an_address_with_an_expiry() {
        let expires = "2027-01-01T00:00:00Z";
        for (contact, uri) in
            [("security@p.ro", "mailto:security@p.ro"), ("https://p.ro/securitate", "https://p.ro/securitate")]
        {
            assert!(problems(&site(contact, expires)).is_empty(), "{contact}");
            let found = site(contact, expires).security_contact().map(|contact| contact.uri);
            assert_eq!(found.as_deref(), Some(uri));
        }
        assert!(problems(&site("", "")).is_empty() && site("", "").security_contact().is_none());
        let keys =
            |contact, expires| problems(&site(contact, expires)).iter().map(ToString::to_string).collect::<Vec<_>>();
        for (contact, expires, key) in [
            ("security", expires, "site.security_contact: "),
            ("http://p.ro", expires, "site.security_contact: "),
            ("a@p.ro\nContact: b@p.ro", expires, "site.security_contact: "),
            ("security@p.ro", "", "site.security_expires: "),
            ("", expires, "site.security_expires: "),
            ("security@p.ro", "2027", "site.security_expires: "),
        ] {
            let found = keys(contact, expires);
            assert!(found.len() == 1 && found[0].starts_with(key), "{contact}: {found:?}");
        }
    }
}
