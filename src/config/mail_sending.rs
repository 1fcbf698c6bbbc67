//! When mails leave, how many at once, and who signs them: the other keys of `[mail]` about sending.

use std::path::Path;

use jiff::civil::Time;

use super::mail::MailConfig;
use super::mail_smtp::has_pem;
use super::problem::{ConfigProblem, problem};

/// More would only wait for each other.
const MAX_CONNECTIONS: u32 = 64;

impl MailConfig {
    /// [`MailConfig::quiet_hours`] as the times at which they begin and end; `None` when there are none.
    pub fn quiet_between(&self) -> Option<(Time, Time)> {
        let (from, until) = self.quiet_hours.split_once('-')?;
        let time = |text: &str| Time::strptime("%H:%M", text.trim()).ok();
        time(from).zip(time(until)).filter(|(from, until)| from != until)
    }
}

/// What is wrong with how mails are sent, whichever way they go.
pub(super) fn problems(mail: &MailConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    let mut refuse = |key: &str, reason: &str| problems.push(problem(key, reason.to_owned()));
    if !(1..=MAX_CONNECTIONS).contains(&mail.connections) {
        refuse("mail.connections", "must be from 1 to 64");
    }
    if !mail.quiet_hours.is_empty() && mail.quiet_between().is_none() {
        refuse("mail.quiet_hours", "write two times of the day, such as 22:00-07:00, or leave it empty");
    }
    let dkim = [&mail.dkim_selector, &mail.dkim_domain, &mail.dkim_key_file];
    if dkim.iter().any(|text| text.is_empty()) && dkim.iter().any(|text| !text.is_empty()) {
        refuse("mail.dkim_key_file", "give dkim_selector, dkim_domain and dkim_key_file, or none of them");
    }
    let is_host = |text: &str| text.split('.').all(is_label);
    for (key, text) in [("mail.dkim_selector", &mail.dkim_selector), ("mail.dkim_domain", &mail.dkim_domain)] {
        if !text.is_empty() && !is_host(text) {
            refuse(key, "this is not a name in the DNS, such as s2026 or example.ro");
        }
    }
    let from = mail.from.rsplit('@').next().unwrap_or_default().to_lowercase();
    let signed = mail.dkim_domain.to_lowercase();
    if !signed.is_empty() && !from.is_empty() && !is_within(&from, &signed) && !is_within(&signed, &from) {
        refuse("mail.dkim_domain", "receivers want the domain of mail.from to sign, or one above it");
    }
    if !mail.dkim_key_file.is_empty() && !has_pem(Path::new(&mail.dkim_key_file), "PRIVATE KEY-----") {
        refuse("mail.dkim_key_file", "there is no readable file of a private key in PEM form; correct the path");
    }
    problems
}

/// Whether one domain is the other or below it.
fn is_within(domain: &str, parent: &str) -> bool {
    domain.strip_suffix(parent).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Whether the text is one part of a name in the DNS.
fn is_label(text: &str) -> bool {
    (1..=63).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(change: impl FnOnce(&mut MailConfig)) -> Vec<String> {
        let mut mail = MailConfig::default();
        change(&mut mail);
        problems(&mail).iter().map(|problem| problem.key.clone()).collect()
    }

    #[test]
    fn quiet_hours_are_two_times_of_the_day() {
        let quiet = |text: &str| MailConfig { quiet_hours: text.into(), ..MailConfig::default() }.quiet_between();
        let time = |hour| jiff::civil::time(hour, 0, 0, 0);
        assert_eq!(quiet("22:00-07:00"), Some((time(22), time(7))));
        for wrong in ["", "22-7", "22:00", "25:00-07:00", "07:00-07:00", "22:00-07:00-08:00"] {
            assert_eq!(quiet(wrong), None, "{wrong}");
        }
        assert_eq!(told(|mail| mail.quiet_hours = "night".into()), ["mail.quiet_hours"]);
    }

    #[test]
    fn signing_needs_a_name_a_domain_and_a_key() {
        let folder = tempfile::tempdir().expect("a folder");
        let key = folder.path().join("key.pem");
        std::fs::write(&key, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n").expect("a file");
        let dkim = |selector: &str, domain: &str, file: &str| {
            told(|mail| {
                (mail.dkim_selector, mail.dkim_domain) = (selector.into(), domain.into());
                mail.dkim_key_file = file.into();
            })
        };
        let key = key.display().to_string();
        assert_eq!(dkim("s2026", "example.ro", &key), [""; 0]);
        assert_eq!(dkim("s2026", "", ""), ["mail.dkim_key_file"]);
        let of_another = told(|mail| {
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
