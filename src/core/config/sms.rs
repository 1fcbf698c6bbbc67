//! The settings of text messages: who gets them, how many are sent, and how.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::problem::{ConfigProblem, problem};
use crate::domain::{Country, Phone};

/// Text messages with codes.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SmsConfig {
    /// The countries whose numbers get text messages.
    pub countries: Vec<Country>,
    /// The country of a number that is written without its calling code.
    pub default_country: Country,
    /// Text messages in an hour.
    pub per_hour: u32,
    /// Text messages in a day, Romanian time.
    pub per_day: u32,
    /// Text messages in a day to one country other than the default one.
    pub per_country_per_day: u32,
    /// Fictional numbers with their codes, such as `+40722000001=123456`.
    pub test_numbers: Vec<String>,
    pub transport: SmsTransport,
    /// The sender: a number, a name, or the ID of a messaging service.
    pub from: String,
    /// The user at the gateway.
    pub account: String,
    /// Never displayed.
    pub secret: String,
    /// File that holds the secret instead.
    pub secret_file: String,
    /// The address of the gateway; may have placeholders.
    pub url: String,
    pub method: SmsMethod,
    /// As `Name: value`; values may have placeholders.
    pub headers: Vec<String>,
    pub body: String,
    /// JSON pointer to the message's ID in the reply; empty: any reply with status 2xx is a success.
    pub id_pointer: String,
    pub timeout_secs: u64,
}

/// How text messages leave the server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmsTransport {
    /// Files in `<data>/outbox`.
    #[default]
    Folder,
    /// The API of Twilio, which other gateways offer too.
    Twilio,
    /// A request built from the templates.
    Http,
}

/// The method of a request to a gateway.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum SmsMethod {
    #[default]
    Post,
    Put,
    Get,
}

impl Default for SmsConfig {
    fn default() -> Self {
        Self {
            countries: vec![Country::ROMANIA],
            default_country: Country::ROMANIA,
            per_hour: 60,
            per_day: 200,
            per_country_per_day: 20,
            test_numbers: vec![],
            transport: SmsTransport::default(),
            from: String::new(),
            account: String::new(),
            secret: String::new(),
            secret_file: String::new(),
            url: String::new(),
            method: SmsMethod::default(),
            headers: vec![],
            body: String::new(),
            id_pointer: String::new(),
            timeout_secs: 10,
        }
    }
}

impl fmt::Debug for SmsConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmsConfig").field("transport", &self.transport).finish_non_exhaustive()
    }
}

impl SmsConfig {
    pub fn allows(&self, country: Country) -> bool {
        self.countries.contains(&country)
    }

    /// The fixed code of a fictional number.
    pub fn test_code(&self, phone: &Phone) -> Option<&str> {
        self.test_numbers.iter().find_map(|entry| {
            let (number, code) = entry.split_once('=')?;
            (number == phone.as_str()).then_some(code)
        })
    }

    /// Returns the problems of the values. `is_public`: whether strangers can reach the server.
    pub(super) fn problems(&self, is_public: bool) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("sms.{key}"), reason));
        if !self.allows(self.default_country) {
            refuse("default_country", format!("{} must be one of sms.countries", self.default_country));
        }
        let numbers =
            [("per_hour", self.per_hour), ("per_day", self.per_day), ("per_country_per_day", self.per_country_per_day)];
        for (key, _) in numbers.into_iter().filter(|(_, value)| *value == 0) {
            refuse(key, "must be at least 1; set accounts.phone = false to send none".into());
        }
        if is_public && !self.test_numbers.is_empty() {
            let reason = "strangers could sign in with them, because server.listen or server.public_url makes this \
                          server public; remove them";
            refuse("test_numbers", reason.into());
        }
        for entry in &self.test_numbers {
            if !is_test_number(entry) {
                let reason = format!("{entry:?} is not a mobile number and a code, such as +40722000001=123456");
                refuse("test_numbers", reason);
            }
        }
        problems
    }

    /// Problems of the secret, after its file was read.
    pub(super) fn secret_problems(&self) -> Vec<ConfigProblem> {
        let is_missing = self.transport == SmsTransport::Twilio && self.secret.is_empty();
        let reason = "set sms.secret or sms.secret_file to the auth token of the account";
        is_missing.then(|| problem("sms.secret", reason.into())).into_iter().collect()
    }
}

fn is_test_number(entry: &str) -> bool {
    entry.split_once('=').is_some_and(|(number, code)| {
        let is_code = code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit());
        is_code && Phone::parse_mobile(number, None).is_ok_and(|phone| phone.as_str() == number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(is_public: bool, change: impl FnOnce(&mut SmsConfig)) -> Vec<String> {
        let mut config = SmsConfig::default();
        change(&mut config);
        let all = [config.problems(is_public), config.secret_problems()].concat();
        all.into_iter().map(|problem| problem.key).collect()
    }

    #[test]
    fn romania_is_allowed_and_every_other_country_is_not() {
        let config = SmsConfig::default();
        let is_allowed = |code| config.allows(Country::parse(code).expect("a country"));
        assert_eq!(["RO", "MD", "US"].map(is_allowed), [true, false, false]);
    }

    #[test]
    fn impossible_values_are_refused() {
        assert_eq!(keys(true, |_| {}), [""; 0]);
        assert_eq!(keys(false, |it| it.countries = vec![]), ["sms.default_country"]);
        assert_eq!(keys(false, |it| it.per_hour = 0), ["sms.per_hour"]);
        assert_eq!(keys(false, |it| it.per_day = 0), ["sms.per_day"]);
        assert_eq!(keys(false, |it| it.per_country_per_day = 0), ["sms.per_country_per_day"]);
    }

    #[test]
    fn fictional_numbers_are_only_for_servers_that_are_not_public() {
        let with = |is_public, entry: &str| keys(is_public, |it| it.test_numbers = vec![entry.to_owned()]);
        assert_eq!(with(false, "+40722000001=123456"), [""; 0]);
        assert_eq!(with(true, "+40722000001=123456"), ["sms.test_numbers"]);
        for bad in ["+40722000001", "+40722000001=12345", "0722000001=123456", "+40213123456=123456", "=123456"] {
            assert_eq!(with(false, bad), ["sms.test_numbers"], "{bad}");
        }
        let config = SmsConfig { test_numbers: vec!["+40722000001=123456".into()], ..SmsConfig::default() };
        let code =
            |number: &str| config.test_code(&Phone::try_from(number.to_owned()).expect("a number")).map(str::to_owned);
        assert_eq!(code("+40722000001").as_deref(), Some("123456"));
        assert_eq!(code("+40722000002"), None);
    }

    #[test]
    fn the_secret_is_not_in_the_debug_output() {
        let config = SmsConfig { secret: "s3cret".into(), ..SmsConfig::default() };
        assert!(!format!("{config:?}").contains("s3cret"));
    }
}
