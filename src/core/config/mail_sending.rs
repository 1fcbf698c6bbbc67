//! Checks the number of connections, the name in `EHLO`, the postal address and the DKIM keys of `[mail]`.

use std::path::Path;

use super::ehlo_name;
use super::mail::MailConfig;
use super::mail_smtp::has_pem;
use super::problem::{ConfigProblem, problem};

/// Most concurrent connections.
const MAX_CONNECTIONS: u32 = 64;
/// Longest postal address, in characters.
const MAX_ADDRESS: usize = 300;

/// Problems of these settings, checked for every transport.
pub(super) fn problems(mail: &MailConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    let mut refuse = |key: &str, reason: &str| problems.push(problem(key, reason.to_owned()));
    if !(1..=MAX_CONNECTIONS).contains(&mail.connections) {
        refuse("mail.connections", &format!("must be from 1 to {MAX_CONNECTIONS}"));
    }
    if !mail.ehlo_name.is_empty() && !ehlo_name::is_valid(&mail.ehlo_name) {
        let remedy = "write a full host name, such as paragraf.example.ro, or an address such as [192.0.2.1]";
        refuse("mail.ehlo_name", &format!("{:?} is not a name for EHLO; {remedy}", mail.ehlo_name));
    }
    let address = mail.postal_address.trim();
    if address.chars().any(char::is_control) || address.chars().count() > MAX_ADDRESS {
        refuse("mail.postal_address", &format!("write one line of at most {MAX_ADDRESS} characters"));
    }
    let dkim = [&mail.dkim_selector, &mail.dkim_domain, &mail.dkim_key_file];
    if dkim.iter().any(|text| text.is_empty()) && dkim.iter().any(|text| !text.is_empty()) {
        refuse("mail.dkim_key_file", "set dkim_selector, dkim_domain and dkim_key_file, or none of them");
    }
    let is_host = |text: &str| text.split('.').all(is_label);
    for (key, text) in [("mail.dkim_selector", &mail.dkim_selector), ("mail.dkim_domain", &mail.dkim_domain)] {
        if !text.is_empty() && !is_host(text) {
            refuse(key, "this is not a DNS name, such as s2026 or example.ro");
        }
    }
    let from = mail.from.rsplit('@').next().unwrap_or_default().to_lowercase();
    let signed = mail.dkim_domain.to_lowercase();
    if !signed.is_empty() && !from.is_empty() && !is_within(&from, &signed) && !is_within(&signed, &from) {
        refuse("mail.dkim_domain", "must be the domain of mail.from or a parent of it");
    }
    problems
}

/// The problem of the DKIM key's file, if there is one.
pub(super) fn key_problem(mail: &MailConfig) -> Option<ConfigProblem> {
    let usable = mail.dkim_key_file.is_empty() || has_pem(Path::new(&mail.dkim_key_file), "PRIVATE KEY-----");
    let reason = "no readable file with a PEM private key; correct the path";
    (!usable).then(|| problem("mail.dkim_key_file", reason.to_owned()))
}

/// Whether the domain is `parent` or a subdomain of it.
fn is_within(domain: &str, parent: &str) -> bool {
    domain.strip_suffix(parent).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Whether the text is a DNS label.
fn is_label(text: &str) -> bool {
    (1..=63).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys_with_problems(change: impl FnOnce(&mut MailConfig)) -> Vec<String> {
        let mut mail = MailConfig::default();
        change(&mut mail);
        problems(&mail).into_iter().chain(key_problem(&mail)).map(|problem| problem.key).collect()
    }

    #[test]
    fn mail_servers_are_greeted_with_a_full_name() {
        assert_eq!(keys_with_problems(|mail| mail.ehlo_name = "vm".into()), ["mail.ehlo_name"]);
        assert_eq!(keys_with_problems(|mail| mail.ehlo_name = "mail.example.ro".into()), [""; 0]);
    }

    #[test]
    fn a_postal_address_is_one_short_line() {
        for bad in ["a\nb", &"a".repeat(301)] {
            assert_eq!(keys_with_problems(|mail| mail.postal_address = bad.into()), ["mail.postal_address"]);
        }
    }

    #[test]
    fn signing_needs_a_selector_a_domain_and_a_key() {
        let folder = tempfile::tempdir().expect("a folder");
        let key = folder.path().join("key.pem");
        std::fs::write(&key, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n").expect("a file");
        let dkim = |selector: &str, domain: &str, file: &str| {
            keys_with_problems(|mail| {
                (mail.dkim_selector, mail.dkim_domain) = (selector.into(), domain.into());
                mail.dkim_key_file = file.into();
            })
        };
        let key = key.display().to_string();
        assert_eq!(dkim("s2026", "example.ro", &key), [""; 0]);
        assert_eq!(dkim("s2026", "", ""), ["mail.dkim_key_file"]);
        let of_another = keys_with_problems(|mail| {
            mail.from = "legi@example.ro".into();
            (mail.dkim_selector, mail.dkim_domain) = ("s2026".into(), "ample.ro".into());
            mail.dkim_key_file = key.clone();
        });
        assert_eq!(of_another, ["mail.dkim_domain"]);
        assert_eq!(
            dkim("s 2026", "example..ro", "/none"),
            ["mail.dkim_selector", "mail.dkim_domain", "mail.dkim_key_file"]
        );
    }
}
