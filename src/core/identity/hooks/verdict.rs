//! The verdict of a hook.

use serde::Deserialize;
use serde_json::{Map, Value};
use url::Url;

use crate::domain::HookEvent;
use crate::domain::account::display_name;
use crate::domain::custom_claims::CustomClaims;
use crate::domain::text::is_hidden;

/// Maximum number of characters of a refusal; the rest is cut off.
const MAX_REFUSAL: usize = 300;
/// Maximum length of a photo's address.
const MAX_PHOTO_URL: usize = 1024;

/// The verdict of a hook: a refusal, or changes. `None` changes nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HookVerdict {
    /// The text for the reader.
    pub refusal: Option<String>,
    pub display_name: Option<String>,
    /// `Some(None)` removes the photo.
    pub photo_url: Option<Option<String>>,
    pub email_verified: Option<bool>,
    pub disabled: Option<bool>,
    /// Replaces the custom claims of the account.
    pub custom_claims: Option<CustomClaims>,
    /// The claims of the new session.
    pub session_claims: Option<CustomClaims>,
}

/// The answer as it was sent. Unknown fields are errors: with a misspelt `refuse`, a user could sign in.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct HookAnswer {
    refuse: Option<HookRefusal>,
    display_name: Option<String>,
    photo_url: Option<String>,
    email_verified: Option<bool>,
    disabled: Option<bool>,
    custom_claims: Option<Value>,
    session_claims: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HookRefusal {
    message: String,
}

impl HookVerdict {
    /// Reads the answer to a question about `event`.
    pub(super) fn parse(event: HookEvent, body: &[u8]) -> Result<Self, String> {
        // serde would also accept a list of the fields' values in their order.
        let answer = serde_json::from_slice::<Map<String, Value>>(body);
        // Error messages of serde quote values, which may be personal.
        let object = answer.map_err(|error| {
            format!("its answer is not a JSON object (line {}, column {})", error.line(), error.column())
        })?;
        let answer = serde_path_to_error::deserialize::<_, HookAnswer>(Value::Object(object));
        let answer = answer.map_err(|error| format!("its answer is invalid in {}", error.path()))?;
        let verdict = answer.check()?;
        let has_changes = Self { refusal: None, ..verdict.clone() } != Self::default();
        match event {
            _ if verdict.refusal.is_some() && has_changes => Err("it refuses and changes something".to_owned()),
            HookEvent::BeforeEmail | HookEvent::BeforeSms if has_changes => {
                Err("it changes something, but this event can only be refused".to_owned())
            }
            HookEvent::BeforeCreate if verdict.session_claims.is_some() => {
                Err("it sets session_claims, which belong in the answer to before_sign_in".to_owned())
            }
            _ => Ok(verdict),
        }
    }
}

impl HookAnswer {
    fn check(self) -> Result<HookVerdict, String> {
        let claims = |name: &str, value: Option<Value>| {
            let claims = value.map(CustomClaims::parse).transpose();
            claims.map_err(|problem| format!("its {name} are invalid: {problem}"))
        };
        let name = self.display_name.map(|name| display_name(&name).filter(|name| !name.is_empty()).ok_or(()));
        Ok(HookVerdict {
            refusal: self.refuse.map(|refusal| refusal_text(&refusal.message)).transpose()?,
            display_name: name.transpose().map_err(|()| "its display_name is invalid".to_owned())?,
            photo_url: self.photo_url.map(|url| photo(&url)).transpose()?,
            email_verified: self.email_verified,
            disabled: self.disabled,
            custom_claims: claims("custom_claims", self.custom_claims)?,
            session_claims: claims("session_claims", self.session_claims)?,
        })
    }
}

/// Returns the text as one line without hidden characters.
fn refusal_text(text: &str) -> Result<String, String> {
    let visible: String =
        text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| !is_hidden(*c)).collect();
    let text: String = visible.trim().chars().take(MAX_REFUSAL).collect();
    if text.is_empty() { Err("its refusal has no message".to_owned()) } else { Ok(text) }
}

fn photo(text: &str) -> Result<Option<String>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let url = Url::parse(text).ok().filter(|url| url.scheme() == "https" && text.len() <= MAX_PHOTO_URL);
    url.map(|url| Some(url.into())).ok_or_else(|| "its photo_url is not an https address".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(body: &str) -> Result<HookVerdict, String> {
        HookVerdict::parse(HookEvent::BeforeSignIn, body.as_bytes())
    }

    #[test]
    fn a_verdict_changes_the_account() {
        let body = r#"{"display_name": " Ana ", "photo_url": "", "email_verified": true, "disabled": false,
                       "custom_claims": {"plan": "pro"}, "session_claims": {"shift": 2}}"#;
        let verdict = parse(body).expect("a verdict");
        assert_eq!((verdict.display_name.as_deref(), verdict.photo_url), (Some("Ana"), Some(None)));
        assert_eq!((verdict.email_verified, verdict.disabled), (Some(true), Some(false)));
        assert!(verdict.custom_claims.is_some() && verdict.session_claims.is_some() && verdict.refusal.is_none());
    }

    #[test]
    fn a_refusal_is_one_short_line_of_text() {
        let refusal = |text: &str| parse(&serde_json::json!({"refuse": {"message": text}}).to_string());
        let read = |text: &str| refusal(text).expect("a verdict").refusal.expect("a refusal");
        assert_eq!(read(" Doar\nangajații\u{202e}\0 <b> "), "Doar angajații <b>");
        assert_eq!(read(&"ș".repeat(400)).chars().count(), MAX_REFUSAL);
        assert!(refusal(" \u{200b}").is_err());
    }

    #[test]
    fn invalid_answers_are_errors() {
        for body in [
            r#"{"refused": {"message": "x"}}"#,
            r#"{"refuse": true}"#,
            r#"{"refuse": {"message": "x"}, "disabled": true}"#,
            r#"{"display_name": "a\u0000"}"#,
            r#"{"photo_url": "http://x.ro/a.png"}"#,
            r#"{"photo_url": "javascript:alert(1)"}"#,
            r#"{"custom_claims": {"role": "editor"}}"#,
            r#"{"custom_claims": []}"#,
            "null",
            "",
        ] {
            assert!(parse(body).is_err(), "{body}");
        }
        let of = |event, body: &str| HookVerdict::parse(event, body.as_bytes());
        assert!(of(HookEvent::BeforeEmail, r#"{"disabled": true}"#).is_err());
        assert!(of(HookEvent::BeforeCreate, r#"{"session_claims": {}}"#).is_err());
        assert!(of(HookEvent::BeforeSms, r#"{"refuse": {"message": "x"}}"#).is_ok());
    }
}
