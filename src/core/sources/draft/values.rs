//! Rules of texts, days and addresses.

use std::collections::HashSet;

use jiff::civil::Date;
use serde_json::Value;
use url::Url;

use crate::domain::article::limits;
use crate::domain::content_fault::ContentFault;
use crate::domain::text::{self, TextError};

/// What is wrong with a value, and what is allowed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ValueFault {
    pub code: ContentFault,
    pub wrong: String,
    pub allowed: String,
}

/// The fault with its words.
pub(super) fn fault(code: ContentFault, wrong: impl Into<String>, allowed: impl Into<String>) -> ValueFault {
    ValueFault { code, wrong: wrong.into(), allowed: allowed.into() }
}

/// Rules of a kind of text.
#[derive(Clone, Copy)]
pub(super) struct TextRules {
    max_chars: usize,
    /// Whether line breaks and tabs are kept; else they become spaces.
    is_multiline: bool,
    /// Whether a number is accepted as text, such as in `number: 239`.
    pub accepts_number: bool,
    /// Whether readers see the text, so that HTML is refused.
    is_public: bool,
}

impl TextRules {
    const ONE_LINE: Self =
        Self { max_chars: limits::SHORT_TEXT, is_multiline: false, accepts_number: false, is_public: true };
    pub(super) const TITLE: Self = Self { max_chars: limits::TITLE, ..Self::ONE_LINE };
    pub(super) const IN_SHORT: Self = Self { max_chars: limits::IN_SHORT, ..Self::ONE_LINE };
    pub(super) const SHORT: Self = Self::ONE_LINE;
    pub(super) const NUMBER: Self = Self { accepts_number: true, ..Self::ONE_LINE };
    pub(super) const STEP: Self = Self { max_chars: limits::STEP, is_multiline: true, ..Self::ONE_LINE };
    pub(super) const LONG: Self = Self { max_chars: limits::LONG_TEXT, is_multiline: true, ..Self::ONE_LINE };
    /// A value with its own rule, such as a day or an address.
    pub(super) const PLAIN: Self =
        Self { max_chars: limits::URL, is_public: false, accepts_number: true, ..Self::ONE_LINE };
}

pub(super) struct Clean {
    pub text: String,
    /// Whether cedilla letters were replaced with comma-below ones.
    pub repaired: bool,
}

pub(super) fn text(text: String, kind: TextRules) -> Result<Clean, ValueFault> {
    let text = text::composed(&text).unwrap_or(text);
    let (text, repaired) = match text::comma_below(&text) {
        Some(repaired) => (repaired, true),
        None => (text, false),
    };
    let text = trimmed(if kind.is_multiline { with_line_feeds(text) } else { on_one_line(text) });
    if text.len() > kind.max_chars {
        let length = text.chars().count();
        if length > kind.max_chars {
            let max = kind.max_chars;
            let (wrong, allowed) = (format!("has {length} characters"), format!("at most {max} are allowed"));
            return Err(fault(ContentFault::TooLong { max }, wrong, allowed));
        }
    }
    if kind.is_public {
        text::check(&text).map_err(text_fault)?;
    }
    Ok(Clean { text, repaired })
}

/// Removes items that differ from an earlier one at most in case and diacritics.
pub(super) fn without_duplicates(mut items: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    items.retain(|item| seen.insert(text::fold(item)));
    items
}

fn with_line_feeds(text: String) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

fn on_one_line(text: String) -> String {
    if text.contains(['\r', '\n', '\t']) { text.split_whitespace().collect::<Vec<_>>().join(" ") } else { text }
}

fn trimmed(text: String) -> String {
    let trimmed = text.trim();
    if trimmed.len() == text.len() { text } else { trimmed.to_owned() }
}

fn text_fault(error: TextError) -> ValueFault {
    let (code, allowed) = match error {
        TextError::Html => {
            (ContentFault::Html, "write plain text or a little Markdown: *emphasis*, [links](https://…), lists")
        }
        TextError::ControlCharacter => (ContentFault::ControlCharacter, "only line breaks and tabs are allowed"),
        TextError::LinkScheme => (ContentFault::LinkScheme, "links begin with https://"),
        TextError::Invisible(..) => (ContentFault::InvisibleCharacter, "remove it"),
        TextError::WrongEncoding(_) => (ContentFault::WrongEncoding, "export the file again in UTF-8"),
        TextError::LostLetter(_) => (ContentFault::LostLetter, "write the letter; export in UTF-8 to keep it"),
    };
    fault(code, error.to_string(), allowed)
}

/// Years that a legal date may have. The laws of the modern state begin in 1864.
const YEARS: std::ops::RangeInclusive<i16> = 1864..=2100;

/// Parses a day written as `YYYY-MM-DD`. Other forms are ambiguous, such as `03/04/2026`.
pub(super) fn date(text: &str) -> Result<Date, ValueFault> {
    let bytes = text.as_bytes();
    let digits = |range: std::ops::Range<usize>| bytes[range].iter().all(u8::is_ascii_digit);
    let iso =
        bytes.len() == 10 && bytes[4] == b'-' && bytes[7] == b'-' && digits(0..4) && digits(5..7) && digits(8..10);
    if !iso {
        if let Some(date) = from_serial(text) {
            let wrong = format!("is {text}, the number of a spreadsheet for {date}");
            let allowed = format!("write it as {date}, or give the column the format YYYY-MM-DD");
            return Err(fault(ContentFault::NotADate, wrong, allowed));
        }
        let allowed = match from_dots(text) {
            Some(date) => format!("write it as {date}"),
            None => "write the day as YYYY-MM-DD, such as 2025-12-15".into(),
        };
        return Err(fault(ContentFault::NotADate, format!("is {text:?}"), allowed));
    }
    match text.parse::<Date>() {
        Err(_) => {
            let wrong = format!("is {text}, which does not exist");
            Err(fault(ContentFault::NotADate, wrong, "write an existing day as YYYY-MM-DD"))
        }
        Ok(date) => match year(date.year().into()) {
            Ok(_) => Ok(date),
            Err(of_year) => Err(ValueFault { wrong: format!("is {text}"), ..of_year }),
        },
    }
}

/// Parses the number of a day in a spreadsheet, which counts from 30 December 1899; whole days of 1954 to 2119.
fn from_serial(text: &str) -> Option<Date> {
    let days: i32 =
        text.strip_suffix(".0").unwrap_or(text).parse().ok().filter(|days| (20_000..=80_000).contains(days))?;
    jiff::civil::date(1899, 12, 30).checked_add(jiff::Span::new().days(days)).ok()
}

/// Parses a day written as `15.12.2025` or `15.12.25`.
fn from_dots(text: &str) -> Option<Date> {
    let mut parts = text.split('.').map(|part| part.trim().parse::<i16>());
    let (Some(Ok(day)), Some(Ok(month)), Some(Ok(year)), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return None;
    };
    let year = match year {
        0..=68 => 2000 + year,
        69..=99 => 1900 + year,
        _ => year,
    };
    Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok()
}

pub(super) fn year(number: i64) -> Result<i16, ValueFault> {
    i16::try_from(number).ok().filter(|year| YEARS.contains(year)).ok_or_else(|| {
        let (min, max) = (i64::from(*YEARS.start()), i64::from(*YEARS.end()));
        fault(ContentFault::OutOfRange { min, max }, format!("is {number}"), format!("years are {min} to {max}"))
    })
}

/// Checks the address of the official PDF: https, on a host that the server may fetch from.
pub(super) fn file_url(text: &str, allowed_hosts: &[String]) -> Result<String, ValueFault> {
    let refused = |wrong: String, allowed: String| fault(ContentFault::NotAnAddress, wrong, allowed);
    let no_address = || {
        let hosts = allowed_hosts.join(", ");
        refused(
            format!("is {text:?}"),
            format!("write an address that begins with https:// on one of the hosts {hosts}"),
        )
    };
    let url = address(text).filter(|url| url.scheme() == "https" && url.port().is_none()).ok_or_else(no_address)?;
    let host = url.host_str().unwrap_or_default();
    if allowed_hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(host)) {
        Ok(unambiguous(text, &url))
    } else {
        let allowed = format!("allowed are {} (fetch.allowed_hosts)", allowed_hosts.join(", "));
        Err(refused(format!("names the host {host}"), allowed))
    }
}

/// Checks the address of a page for readers.
pub(super) fn web_address(text: &str) -> Result<String, ValueFault> {
    match address(text) {
        Some(url) => Ok(unambiguous(text, &url)),
        None => {
            let allowed = "write an address that begins with https:// or http://";
            Err(fault(ContentFault::NotAnAddress, format!("is {text:?}"), allowed))
        }
    }
}

/// Keeps an address as it is written where readers by RFC 3986 see the host that this program sees; else the normalized
/// form. Browsers read `https:\a.ro\@b.ro` as a page of `a.ro`, some readers of feeds and mails as one of `b.ro`.
fn unambiguous(text: &str, url: &Url) -> String {
    let start = format!("{}://{}", url.scheme(), url.host_str().unwrap_or_default());
    let rest = text.get(start.len()..).filter(|_| text[..start.len()].eq_ignore_ascii_case(&start));
    let is_plain = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#', ':']));
    if is_plain && !text.contains('\\') { text.to_owned() } else { url.to_string() }
}

/// Also refuses what the URL parser drops silently or what hides the host: white space, user names.
fn address(text: &str) -> Option<Url> {
    let plain = !text.contains(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '<');
    let url = Url::parse(text).ok().filter(|_| plain)?;
    let good = matches!(url.scheme(), "http" | "https") && url.has_host() && url.username().is_empty();
    (good && url.password().is_none()).then_some(url)
}

/// Formats an invalid value for messages: short, without control characters.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
        Value::String(text) if text.chars().count() > 60 => format!("{:?}", text::shorten(text, 60)),
        Value::String(text) => format!("{text:?}"),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_has_one_format_and_exists() {
        let check = |text: &str, expected: &str| {
            let result =
                date(text).map_or_else(|one| format!("{}; {}", one.wrong, one.allowed), |date| date.to_string());
            assert_eq!(result, expected);
        };
        check("2025-12-15", "2025-12-15");
        check("2026-02-30", "is 2026-02-30, which does not exist; write an existing day as YYYY-MM-DD");
        check("15.12.2025", "is \"15.12.2025\"; write it as 2025-12-15");
        check("13.3.26", "is \"13.3.26\"; write it as 2026-03-13");
        check("1.7.98", "is \"1.7.98\"; write it as 1998-07-01");
        let serial = "the number of a spreadsheet for 2026-03-13; write it as 2026-03-13, or give the column the format YYYY-MM-DD";
        check("46094", &format!("is 46094, {serial}"));
        check("46094.0", &format!("is 46094.0, {serial}"));
        check("2026", "is \"2026\"; write the day as YYYY-MM-DD, such as 2025-12-15");
        check("30.2.2026", "is \"30.2.2026\"; write the day as YYYY-MM-DD, such as 2025-12-15");
        check("12/15/2025", "is \"12/15/2025\"; write the day as YYYY-MM-DD, such as 2025-12-15");
        check("2025-12-15T00:00:00Z", "is \"2025-12-15T00:00:00Z\"; write the day as YYYY-MM-DD, such as 2025-12-15");
        check("1800-01-01", "is 1800-01-01; years are 1864 to 2100");
    }

    #[test]
    fn an_address_cannot_hide_its_host() {
        let hosts = ["monitoruloficial.ro".to_owned()];
        assert!(file_url("https://monitoruloficial.ro/a.pdf", &hosts).is_ok());
        for bad in [
            "http://monitoruloficial.ro/a.pdf",
            "https://monitoruloficial.ro.evil.test/a.pdf",
            "https://monitoruloficial.ro@evil.test/a.pdf",
            "https://x@monitoruloficial.ro/a.pdf",
            "https://monitoruloficial.ro:8443/a.pdf",
            "https://sub.monitoruloficial.ro/a.pdf",
            "https://monitorul\noficial.ro/a.pdf",
            "/a.pdf",
        ] {
            assert!(file_url(bad, &hosts).is_err(), "{bad}");
        }
        assert!(web_address("http://legislatie.just.ro/x?y=1#z").is_ok());
        for (written, stored) in [
            ("https://monitoruloficial.ro\\@evil.test/a.pdf", "https://monitoruloficial.ro/@evil.test/a.pdf"),
            ("https:monitoruloficial.ro/a.pdf", "https://monitoruloficial.ro/a.pdf"),
            ("https:\\\\monitoruloficial.ro/a.pdf", "https://monitoruloficial.ro/a.pdf"),
            ("https:///monitoruloficial.ro/a.pdf", "https://monitoruloficial.ro/a.pdf"),
            ("https://monitoruloficial。ro/a.pdf", "https://monitoruloficial.ro/a.pdf"),
            ("HTTPS://MonitorulOficial.ro/A.pdf?b=ă#c", "HTTPS://MonitorulOficial.ro/A.pdf?b=ă#c"),
        ] {
            assert_eq!(file_url(written, &hosts).as_deref(), Ok(stored), "{written}");
            assert_eq!(web_address(written).as_deref(), Ok(stored), "{written}");
        }
        for bad in ["javascript:alert(1)", "legislatie.just.ro", "https://", "ftp://a.ro/"] {
            assert!(web_address(bad).is_err(), "{bad}");
        }
    }
}
