//! The HTTP request that hands a text message to a gateway.

use std::borrow::Cow;

use data_encoding::BASE64;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use url::form_urlencoded::byte_serialize;

use super::message::TextMessage;
use crate::config::{SmsConfig, SmsMethod, SmsTransport, parse_header};
use crate::domain::template::{BRACES, fill};

/// The address of Twilio.
const TWILIO: &str = "https://api.twilio.com";
const FORM: &str = "application/x-www-form-urlencoded";
/// The beginning of the SID of a messaging service, which chooses the sender.
const SERVICE: &str = "MG";

/// A request to a gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GatewayRequest {
    pub method: http::Method,
    pub url: String,
    pub headers: HeaderMap,
    pub body: String,
}

/// How a value is written into a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escape {
    Nothing,
    Percent,
    Json,
    Xml,
}

impl GatewayRequest {
    /// The request for this message; `None` if the settings are not those that were checked.
    pub fn new(config: &SmsConfig, message: &TextMessage) -> Option<Self> {
        match config.transport {
            SmsTransport::Folder => None,
            SmsTransport::Twilio => Some(Self::twilio(config, message)?),
            SmsTransport::Http => Self::from_templates(config, message),
        }
    }

    fn twilio(config: &SmsConfig, message: &TextMessage) -> Option<Self> {
        let base = if config.url.is_empty() { TWILIO } else { config.url.trim_end_matches('/') };
        let sender = if config.from.starts_with(SERVICE) { "MessagingServiceSid" } else { "From" };
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        form.append_pair("To", message.to.as_str())
            .append_pair(sender, &config.from)
            .append_pair("Body", &message.text);
        let login = BASE64.encode(format!("{}:{}", config.account, config.secret).as_bytes());
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, HeaderValue::from_str(&format!("Basic {login}")).ok()?);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(FORM));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        let account: String = byte_serialize(config.account.as_bytes()).collect();
        let url = format!("{base}/2010-04-01/Accounts/{account}/Messages.json");
        Some(Self { method: http::Method::POST, url, headers, body: form.finish() })
    }

    fn from_templates(config: &SmsConfig, message: &TextMessage) -> Option<Self> {
        let values = GatewayValues::new(config, message);
        let mut headers = HeaderMap::new();
        for (name, template) in config.headers.iter().filter_map(|header| parse_header(header)) {
            let mut value = HeaderValue::from_str(&values.fill(template, Escape::Nothing)?).ok()?;
            value.set_sensitive(name == AUTHORIZATION);
            headers.append::<HeaderName>(name, value);
        }
        let escape = Escape::of(headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default());
        Some(Self {
            method: match config.method {
                SmsMethod::Post => http::Method::POST,
                SmsMethod::Put => http::Method::PUT,
                SmsMethod::Get => http::Method::GET,
            },
            url: values.fill(&config.url, Escape::Percent)?,
            body: values.fill(&config.body, escape)?,
            headers,
        })
    }
}

/// The values of the placeholders, see `config::sms_gateway`.
struct GatewayValues([(&'static str, String); 7]);

impl GatewayValues {
    fn new(config: &SmsConfig, message: &TextMessage) -> Self {
        let to = message.to.as_str();
        Self([
            ("to", to.to_owned()),
            ("digits", to.trim_start_matches('+').to_owned()),
            ("from", config.from.clone()),
            ("text", message.text.clone()),
            ("id", message.id.to_string()),
            ("account", config.account.clone()),
            ("secret", config.secret.clone()),
        ])
    }

    fn fill(&self, template: &str, escape: Escape) -> Option<String> {
        fill(template, BRACES, |name| {
            let (_, value) = self.0.iter().find(|(known, _)| *known == name)?;
            Some(escape.write(value))
        })
    }
}

impl Escape {
    /// How values are written into a body of this media type.
    fn of(media_type: &str) -> Self {
        let media_type = media_type.to_ascii_lowercase();
        match media_type.split(';').next().unwrap_or_default().trim() {
            FORM => Self::Percent,
            json if json.ends_with("json") => Self::Json,
            xml if xml.ends_with("xml") => Self::Xml,
            _ => Self::Nothing,
        }
    }

    fn write(self, value: &str) -> Cow<'_, str> {
        match self {
            Self::Nothing => value.into(),
            Self::Percent => byte_serialize(value.as_bytes()).collect::<String>().into(),
            Self::Json => {
                let quoted = serde_json::Value::from(value).to_string();
                quoted[1..quoted.len() - 1].to_owned().into()
            }
            Self::Xml => quick_xml::escape::escape(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Phone;

    fn message(text: &str) -> TextMessage {
        let to = Phone::try_from("+40722123456".to_owned()).expect("a number");
        let (id, created_at) = (uuid::Uuid::nil(), jiff::Timestamp::UNIX_EPOCH);
        TextMessage { id, name: "phone_code", to, text: text.into(), created_at }
    }

    fn http(media_type: &str, body: &str) -> SmsConfig {
        SmsConfig {
            transport: SmsTransport::Http,
            url: "https://sms.example.ro/{{account}}?to={{to}}".into(),
            account: "a/b".into(),
            secret: "k".into(),
            headers: vec![format!("Content-Type: {media_type}"), "Authorization: Key {{secret}}".into()],
            body: body.into(),
            ..SmsConfig::default()
        }
    }

    #[test]
    fn values_are_escaped_as_the_body_needs() {
        let text = "\"a\" & <b>\n{{to}}";
        for (media_type, template, body) in [
            ("application/json", r#"{"t":"{{text}}"}"#, r#"{"t":"\"a\" & <b>\n{{to}}"}"#),
            ("application/x-www-form-urlencoded", "t={{text}}", "t=%22a%22+%26+%3Cb%3E%0A%7B%7Bto%7D%7D"),
            ("application/xml; charset=utf-8", "<t>{{text}}</t>", "<t>&quot;a&quot; &amp; &lt;b&gt;\n{{to}}</t>"),
            ("text/plain", "{{digits}} {{text}}", "40722123456 \"a\" & <b>\n{{to}}"),
        ] {
            let request = GatewayRequest::new(&http(media_type, template), &message(text)).expect("a request");
            assert_eq!(request.body, body, "{media_type}");
            assert_eq!(request.url, "https://sms.example.ro/a%2Fb?to=%2B40722123456");
            assert_eq!(request.headers[AUTHORIZATION], "Key k");
        }
    }

    #[test]
    fn twilio_gets_a_form_with_basic_authentication() {
        let config = SmsConfig {
            transport: SmsTransport::Twilio,
            account: "AC1".into(),
            secret: "t".into(),
            from: "Paragraf".into(),
            ..SmsConfig::default()
        };
        let request = GatewayRequest::new(&config, &message("a b")).expect("a request");
        assert_eq!(request.url, "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json");
        assert_eq!(request.headers[AUTHORIZATION], "Basic QUMxOnQ=");
        assert_eq!(request.body, "To=%2B40722123456&From=Paragraf&Body=a+b");
        let service = SmsConfig { from: "MG1".into(), ..config };
        let request = GatewayRequest::new(&service, &message("a")).expect("a request");
        assert_eq!(request.body, "To=%2B40722123456&MessagingServiceSid=MG1&Body=a");
    }
}
