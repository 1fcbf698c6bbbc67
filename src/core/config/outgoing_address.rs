//! Checks the addresses of services that the operator chooses: language model, hook and gateway of text messages.

use url::{Host, Url};

use super::provider::is_loopback;

/// Parses an address with https, or with http on this machine, and without a user or password.
///
/// # Errors
/// The reason. `credentials` is the remedy for an address with a user or password.
pub(super) fn parse(text: &str, credentials: &str) -> Result<Url, String> {
    let no_address = || reason(text, "https://");
    let url = Url::parse(text).ok().filter(Url::has_host).ok_or_else(no_address)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(format!("must not contain a user or a password; {credentials}"));
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback(&url) => Ok(url),
        "http" => Err("must use https; http is allowed only on this machine (localhost, 127.0.0.1, ::1)".into()),
        _ => Err(no_address()),
    }
}

/// Why a text is no address with one of these schemes.
pub(super) fn reason(text: &str, schemes: &str) -> String {
    let has_scheme = schemes.split(" or ").any(|scheme| text.starts_with(scheme));
    match Url::parse(text) {
        Err(error) if has_scheme => format!("is not an address: {error}"),
        _ => format!("is not an address that begins with {schemes}"),
    }
}

/// Checks the host of a server with a port of its own key, such as that of mails.
///
/// # Errors
/// The reason.
pub(super) fn check_host(host: &str, port_key: &str) -> Result<(), String> {
    let is_label = |label: &str| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-');
    if Host::parse(host).is_ok() && host.trim_end_matches('.').split('.').all(is_label) {
        return Ok(());
    }
    Err(format!("{host:?} is not a host name, such as mail.example.ro; set the port in {port_key}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_names_what_is_wrong_with_an_address() {
        for (bad, expected) in [
            ("s3.example.com", "is not an address that begins with https://"),
            ("s3://bucket", "is not an address that begins with https://"),
            ("https://", "is not an address: empty host"),
            ("https://x:abc", "is not an address: invalid port number"),
            ("https://a:secret@x", "must not contain a user or a password; use the keys"),
        ] {
            assert_eq!(parse(bad, "use the keys").expect_err(bad), expected);
        }
    }

    #[test]
    fn a_host_is_a_name_or_an_address_alone() {
        for good in ["mx", "mail.example.ro", "mail.example.ro.", "192.168.1.3", "[::1]", "xn--tiri-pxb.ro"] {
            assert_eq!(check_host(good, "mail.smtp_port"), Ok(()), "{good}");
        }
        for bad in ["smtp://mx", "mx:25", "mx example", "-", "mx..example", "192.168.1.300", "[::1"] {
            let reason = check_host(bad, "mail.smtp_port").expect_err(bad);
            assert!(reason.ends_with("set the port in mail.smtp_port"), "{bad}: {reason}");
        }
    }
}
