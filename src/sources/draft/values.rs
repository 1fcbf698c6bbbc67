//! What a text, a day, an address must look like.

use jiff::civil::Date;
use serde_json::Value;
use url::Url;

use crate::domain::article::limits;
use crate::domain::text::{self, TextError};

/// What is wrong, and what is allowed.
pub(super) type Fault = (String, String);

/// How a text is read.
#[derive(Clone, Copy)]
pub(super) struct Text {
    most: usize,
    /// Line breaks and tabs become spaces otherwise.
    many_lines: bool,
    /// Whether a number stands for its digits, as where a file writes `number: 239`.
    pub may_be_number: bool,
    /// Whether readers see it, so that it is held against HTML.
    shown_to_readers: bool,
}

impl Text {
    const ONE_LINE: Self =
        Self { most: limits::SHORT_TEXT, many_lines: false, may_be_number: false, shown_to_readers: true };
    pub(super) const TITLE: Self = Self { most: limits::TITLE, ..Self::ONE_LINE };
    pub(super) const SHORT: Self = Self::ONE_LINE;
    pub(super) const NUMBER: Self = Self { may_be_number: true, ..Self::ONE_LINE };
    pub(super) const STEP: Self = Self { most: limits::STEP, many_lines: true, ..Self::ONE_LINE };
    pub(super) const LONG: Self = Self { most: limits::LONG_TEXT, many_lines: true, ..Self::ONE_LINE };
    /// A value with a rule of its own, such as a day or an address.
    pub(super) const PLAIN: Self =
        Self { most: limits::URL, shown_to_readers: false, may_be_number: true, ..Self::ONE_LINE };
}

pub(super) struct Clean {
    pub text: String,
    /// Whether cedilla letters were turned into comma-below ones.
    pub repaired: bool,
}

pub(super) fn text(text: String, kind: Text) -> Result<Clean, Fault> {
    let (text, repaired) = match text::comma_below(&text) {
        Some(repaired) => (repaired, true),
        None => (text, false),
    };
    let text = trimmed(if kind.many_lines { with_line_feeds(text) } else { on_one_line(text) });
    if text.len() > kind.most {
        let length = text.chars().count();
        if length > kind.most {
            return Err((format!("has {length} characters"), format!("at most {} are allowed", kind.most)));
        }
    }
    if kind.shown_to_readers {
        text::check(&text).map_err(fault_of_text)?;
    }
    Ok(Clean { text, repaired })
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

fn fault_of_text(error: TextError) -> Fault {
    let (wrong, allowed) = match error {
        TextError::Html => {
            ("contains HTML", "write plain text or a little Markdown: *emphasis*, [links](https://…), lists")
        }
        TextError::ControlCharacter => ("contains a control character", "only line breaks and tabs are allowed"),
        TextError::LinkScheme => ("has a link to something other than the web", "links begin with https://"),
    };
    (wrong.into(), allowed.into())
}

/// The first and last year a legal day may have; the modern state's laws begin in 1864.
const YEARS: std::ops::RangeInclusive<i16> = 1864..=2100;

/// A day as `YYYY-MM-DD` and in no other form, for `03/04/2026` is two days to two people.
pub(super) fn date(text: &str) -> Result<Date, Fault> {
    let bytes = text.as_bytes();
    let digits = |range: std::ops::Range<usize>| bytes[range].iter().all(u8::is_ascii_digit);
    let iso =
        bytes.len() == 10 && bytes[4] == b'-' && bytes[7] == b'-' && digits(0..4) && digits(5..7) && digits(8..10);
    if !iso {
        let allowed = match from_dots(text) {
            Some(date) => format!("write it as {date}"),
            None => "write the day as YYYY-MM-DD, such as 2025-12-15".into(),
        };
        return Err((format!("is {text:?}"), allowed));
    }
    match text.parse::<Date>() {
        Err(_) => Err((format!("is {text}, a day that no calendar has"), "write an existing day as YYYY-MM-DD".into())),
        Ok(date) => year(date.year().into()).map(|_| date).map_err(|(_, allowed)| (format!("is {text}"), allowed)),
    }
}

/// The day that `15.12.2025` means.
fn from_dots(text: &str) -> Option<Date> {
    let mut parts = text.split('.').map(|part| part.trim().parse::<i16>());
    let (Some(Ok(day)), Some(Ok(month)), Some(Ok(year)), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return None;
    };
    Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok()
}

pub(super) fn year(number: i64) -> Result<i16, Fault> {
    i16::try_from(number)
        .ok()
        .filter(|year| YEARS.contains(year))
        .ok_or_else(|| (format!("is {number}"), format!("years are {} to {}", YEARS.start(), YEARS.end())))
}

/// The official PDF: https, on one of the hosts from which the server fetches.
pub(super) fn file_url(text: &str, allowed_hosts: &[String]) -> Result<String, Fault> {
    let fault = || {
        let hosts = allowed_hosts.join(", ");
        (format!("is {text:?}"), format!("write an address that begins with https:// on one of the hosts {hosts}"))
    };
    let url = address(text).filter(|url| url.scheme() == "https" && url.port().is_none()).ok_or_else(fault)?;
    let host = url.host_str().unwrap_or_default();
    if allowed_hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(host)) {
        Ok(text.to_owned())
    } else {
        Err((
            format!("names the host {host}"),
            format!("allowed are {} (fetch.allowed_hosts)", allowed_hosts.join(", ")),
        ))
    }
}

/// A page that readers are sent to.
pub(super) fn web_address(text: &str) -> Result<String, Fault> {
    match address(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err((format!("is {text:?}"), "write an address that begins with https:// or http://".into())),
    }
}

/// Refuses also what the URL parser would silently drop or what hides the host: white space, a user.
fn address(text: &str) -> Option<Url> {
    let plain = !text.contains(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '<');
    let url = Url::parse(text).ok().filter(|_| plain)?;
    let good = matches!(url.scheme(), "http" | "https") && url.has_host() && url.username().is_empty();
    (good && url.password().is_none()).then_some(url)
}

/// A wrong value as messages show it: short, and harmless on a terminal.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
        Value::String(text) if text.chars().count() > 60 => {
            format!("{:?}…", text.chars().take(60).collect::<String>())
        }
        Value::String(text) => format!("{text:?}"),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_one_form_and_must_exist() {
        let check = |text: &str, expected: &str| {
            let told =
                date(text).map_or_else(|(wrong, allowed)| format!("{wrong}; {allowed}"), |date| date.to_string());
            assert_eq!(told, expected);
        };
        check("2025-12-15", "2025-12-15");
        check("2026-02-30", "is 2026-02-30, a day that no calendar has; write an existing day as YYYY-MM-DD");
        check("15.12.2025", "is \"15.12.2025\"; write it as 2025-12-15");
        check("30.2.2026", "is \"30.2.2026\"; write the day as YYYY-MM-DD, such as 2025-12-15");
        check("12/15/2025", "is \"12/15/2025\"; write the day as YYYY-MM-DD, such as 2025-12-15");
        check("2025-12-15T00:00:00Z", "is \"2025-12-15T00:00:00Z\"; write the day as YYYY-MM-DD, such as 2025-12-15");
        check("1800-01-01", "is 1800-01-01; years are 1864 to 2100");
    }

    #[test]
    fn an_address_cannot_hide_where_it_leads() {
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
        for bad in ["javascript:alert(1)", "legislatie.just.ro", "https://", "ftp://a.ro/"] {
            assert!(web_address(bad).is_err(), "{bad}");
        }
    }
}
