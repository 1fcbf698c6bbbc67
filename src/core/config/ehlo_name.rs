//! The name by which this server greets mail servers (RFC 5321, 4.1.1.1).

use std::net::{Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// The name where no public one is known.
const UNNAMED: &str = "[127.0.0.1]";
/// Longest name, in bytes.
const MAX_NAME: usize = 253;

/// Whether this is a full host name, such as `paragraf.example.ro`, or an address in brackets.
pub(super) fn is_valid(name: &str) -> bool {
    match name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(address) => match address.strip_prefix("IPv6:") {
            Some(address) => address.parse::<Ipv6Addr>().is_ok(),
            None => address.parse::<Ipv4Addr>().is_ok(),
        },
        None => is_full_name(name),
    }
}

/// The host of the public address, or an address in brackets.
pub(super) fn of_url(public_url: &str) -> String {
    let url = Url::parse(public_url).ok();
    match url.as_ref().and_then(Url::host) {
        Some(Host::Domain(name)) if is_full_name(name) => name.to_owned(),
        Some(Host::Ipv4(address)) if !address.is_unspecified() => format!("[{address}]"),
        Some(Host::Ipv6(address)) if !address.is_unspecified() => format!("[IPv6:{address}]"),
        _ => UNNAMED.to_owned(),
    }
}

fn is_full_name(name: &str) -> bool {
    let is_label = |label: &str| {
        let is_bounded = (1..=63).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-');
        is_bounded && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let has_letter = |(_, last): (&str, &str)| last.bytes().any(|byte| byte.is_ascii_alphabetic());
    name.len() <= MAX_NAME && name.rsplit_once('.').is_some_and(has_letter) && name.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_full_host_name_or_an_address_in_brackets() {
        for good in ["paragraf.example.ro", "a-1.ro", "[192.0.2.1]", "[IPv6:2001:db8::1]", "xn--tiri-h0a.ro"] {
            assert!(is_valid(good), "{good}");
        }
        for bad in [
            "", "vm", "localhost", "192.0.2.1", "[vm]", "[2001:db8::1]", "a_b.ro", "-a.ro", "a..ro", "ștampila.ro",
            "a.ro\r\nRSET", "a b.ro", "https://a.ro", "a.ro:25", "a.ro.",
        ] {
            assert!(!is_valid(bad), "{bad}");
        }
    }

    #[test]
    fn the_name_defaults_to_the_public_host() {
        for (url, name) in [
            ("https://paragraf.example.ro", "paragraf.example.ro"),
            ("https://paragraf.example.ro:8443/", "paragraf.example.ro"),
            ("http://192.0.2.1:8080", "[192.0.2.1]"),
            ("http://[2001:db8::1]:8080", "[IPv6:2001:db8::1]"),
            ("http://localhost:8080", "[127.0.0.1]"),
            ("http://0.0.0.0:8080", "[127.0.0.1]"),
            ("http://vm:8080", "[127.0.0.1]"),
            ("", "[127.0.0.1]"),
        ] {
            assert_eq!(of_url(url), name, "{url}");
            assert!(is_valid(&of_url(url)), "{url}");
        }
    }
}
