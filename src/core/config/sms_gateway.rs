//! Rules of the gateway in `[sms]` that the types do not express.

use super::outgoing_address;
use super::problem::{ConfigProblem, problem};
use super::sms::{SmsConfig, SmsMethod, SmsTransport};
use crate::domain::template::{BRACES, Piece, pieces};

/// The placeholders of the templates.
const PLACEHOLDERS: [&str; 7] = ["to", "digits", "from", "text", "id", "account", "secret"];

pub(super) fn problems(sms: &SmsConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("sms.{key}"), reason));
    if !(1..=60).contains(&sms.timeout_secs) {
        refuse("timeout_secs", "must be from 1 to 60".into());
    }
    match sms.transport {
        SmsTransport::Folder => {}
        SmsTransport::Twilio => {
            if sms.account.is_empty() {
                refuse("account", "set the SID of the account".into());
            }
            if sms.from.is_empty() {
                refuse("from", "set a number, a sender name, or the SID of a messaging service".into());
            }
            if !sms.url.is_empty()
                && let Err(reason) = check_address(&sms.url)
            {
                refuse("url", reason);
            }
        }
        SmsTransport::Http => http_problems(sms, &mut refuse),
    }
    problems
}

fn http_problems(sms: &SmsConfig, refuse: &mut impl FnMut(&str, String)) {
    if let Err(reason) = check_address(&sms.url) {
        refuse("url", reason);
    }
    if sms.method == SmsMethod::Get && !sms.body.is_empty() {
        refuse("body", "a GET request has no body; write the placeholders into sms.url".into());
    }
    let templates = std::iter::once(("url", &sms.url))
        .chain(std::iter::once(("body", &sms.body)))
        .chain(sms.headers.iter().map(|header| ("headers", header)));
    let mut used = Vec::new();
    for (key, template) in templates {
        for piece in pieces(template, BRACES) {
            match piece {
                Piece::Text(_) => {}
                Piece::Unclosed => refuse(key, format!("a placeholder has no end: {}", BRACES.close)),
                Piece::Placeholder(name) if PLACEHOLDERS.contains(&name) => used.push(name.to_owned()),
                Piece::Placeholder(name) => {
                    refuse(key, format!("{name:?} is not a placeholder; use {}", PLACEHOLDERS.join(", ")));
                }
            }
        }
    }
    let has = |names: &[&str]| used.iter().any(|name| names.contains(&name.as_str()));
    if !has(&["to", "digits"]) || !has(&["text"]) {
        refuse(
            "body",
            "must have the placeholders {{to}} (or {{digits}}) and {{text}}, unless sms.url has them".into(),
        );
    }
    for header in &sms.headers {
        if parse_header(header).is_none() {
            refuse("headers", "write each as \"Name: value\"".into());
        }
    }
    if !sms.id_pointer.is_empty() && !sms.id_pointer.starts_with('/') {
        refuse("id_pointer", "is not a JSON pointer, such as /messages/0/id".into());
    }
}

/// The name and the value of a header.
pub fn parse_header(header: &str) -> Option<(http::HeaderName, &str)> {
    let (name, value) = header.split_once(':')?;
    let value = value.trim();
    (!value.is_empty() && !value.chars().any(char::is_control)).then_some((name.trim().parse().ok()?, value))
}

/// Checks an address that may have placeholders, except in its host.
fn check_address(text: &str) -> Result<(), String> {
    let url = outgoing_address::parse(text, "use sms.account and sms.secret")?;
    if url.host_str().is_none_or(|host| host.contains(['{', '}', '%'])) {
        return Err("must name the host".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(change: impl FnOnce(&mut SmsConfig)) -> Vec<String> {
        let mut config = SmsConfig::default();
        change(&mut config);
        problems(&config).into_iter().map(|problem| problem.key).collect()
    }

    fn http(it: &mut SmsConfig) {
        it.transport = SmsTransport::Http;
        it.url = "https://sms.example.ro/send".into();
        it.body = r#"{"to": "{{to}}", "text": "{{text}}"}"#.into();
        it.headers = vec!["Authorization: Bearer {{secret}}".into(), "Content-Type: application/json".into()];
    }

    #[test]
    fn a_gateway_needs_a_protected_address() {
        assert_eq!(keys(http), [""; 0]);
        let with = |url: &str| {
            keys(|it| {
                http(it);
                it.url = url.into();
            })
        };
        for good in ["http://127.0.0.1:9/send", "https://sms.example.ro/{{account}}/send?to={{digits}}"] {
            assert_eq!(with(good), [""; 0], "{good}");
        }
        for bad in ["", "http://sms.example.ro", "ftp://127.0.0.1", "https://a:b@sms.example.ro", "https://{{to}}/x"] {
            assert_eq!(with(bad), ["sms.url"], "{bad}");
        }
    }

    #[test]
    fn templates_have_known_placeholders_with_number_and_text() {
        let with = |change: fn(&mut SmsConfig)| {
            keys(|it| {
                http(it);
                change(it);
            })
        };
        assert_eq!(with(|it| it.body = "{{to}}".into()), ["sms.body"]);
        assert_eq!(with(|it| it.body = "{{to}} {{text}} {{code}}".into()), ["sms.body"]);
        assert_eq!(with(|it| it.body = "{{to}} {{text}} {{id".into()), ["sms.body"]);
        assert_eq!(with(|it| it.headers = vec!["X-Key".into()]), ["sms.headers"]);
        assert_eq!(with(|it| it.headers = vec!["X Key: 1".into()]), ["sms.headers"]);
        assert_eq!(with(|it| it.id_pointer = "id".into()), ["sms.id_pointer"]);
        assert_eq!(with(|it| it.timeout_secs = 0), ["sms.timeout_secs"]);
        assert_eq!(with(|it| it.method = SmsMethod::Get), ["sms.body"]);
        let get = |it: &mut SmsConfig| {
            it.method = SmsMethod::Get;
            it.body = String::new();
            it.url = "https://sms.example.ro/send?to={{digits}}&text={{text}}".into();
        };
        assert_eq!(with(get), [""; 0]);
    }

    #[test]
    fn twilio_needs_its_account_and_a_sender() {
        assert_eq!(keys(|it| it.transport = SmsTransport::Twilio), ["sms.account", "sms.from"]);
        let whole = |it: &mut SmsConfig| {
            it.transport = SmsTransport::Twilio;
            it.account = "AC0".into();
            it.from = "+40722000000".into();
        };
        assert_eq!(keys(whole), [""; 0]);
    }
}
