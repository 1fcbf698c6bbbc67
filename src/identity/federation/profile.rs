//! From a provider's answer to the profile of its user.

use serde_json::{Map, Value};

use super::errors::invalid;
use crate::domain::account::display_name;
use crate::domain::email::Email;
use crate::domain::federated::{FederatedProfile, is_subject};
use crate::error::Result;

/// Longest address of a picture that is kept.
const MAX_PICTURE_URL: usize = 2048;

/// How an OAuth 2 provider describes its user.
#[derive(Debug, Clone)]
pub enum ProfileFormat {
    /// GitHub: a numeric `id`; addresses come from another endpoint.
    Github,
    /// Facebook does not say whether it verified the address.
    Facebook,
    /// X: the profile is in `data`, and only a confirmed address is returned.
    X,
    Fields(FieldNames),
}

/// Names of the fields of a profile; an empty name means that there is no such field.
#[derive(Debug, Clone)]
pub struct FieldNames {
    pub subject: String,
    pub email: String,
    pub email_verified: String,
    pub name: String,
}

/// The unchecked parts of a profile.
#[derive(Debug, Default)]
pub(super) struct Claims {
    pub subject: String,
    pub email: Option<String>,
    pub email_verified: bool,
    pub name: Option<String>,
    pub picture: Option<String>,
}

impl Claims {
    /// Checks the parts. Without a valid address or name the profile has none.
    ///
    /// # Errors
    /// `invalid_idp_response` without a valid subject.
    pub fn into_profile(self) -> Result<FederatedProfile> {
        if !is_subject(&self.subject) {
            return Err(invalid("the subject is not valid"));
        }
        let email = self.email.as_deref().and_then(Email::parse);
        Ok(FederatedProfile {
            subject: self.subject,
            email_verified: email.is_some() && self.email_verified,
            email,
            display_name: self.name.as_deref().and_then(display_name).unwrap_or_default(),
            picture: self.picture.filter(|url| url.len() <= MAX_PICTURE_URL),
        })
    }
}

impl ProfileFormat {
    /// Reads the answer of the user info endpoint.
    pub(super) fn read(&self, answer: &Value) -> Result<Claims> {
        let object = match self {
            Self::X => answer.get("data"),
            Self::Github | Self::Facebook | Self::Fields(_) => Some(answer),
        };
        let object = object.and_then(Value::as_object).ok_or_else(|| invalid("the profile is not an object"))?;
        Ok(match self {
            Self::Github => {
                Claims { name: text(object, "name").or_else(|| text(object, "login")), ..named(object, "id", "") }
            }
            Self::Facebook => Claims { name: text(object, "name"), ..named(object, "id", "email") },
            Self::X => {
                let claims = named(object, "id", "confirmed_email");
                Claims { email_verified: claims.email.is_some(), name: text(object, "name"), ..claims }
            }
            Self::Fields(names) => Claims {
                email_verified: object.get(&names.email_verified).is_some_and(is_true),
                name: text(object, &names.name),
                ..named(object, &names.subject, &names.email)
            },
        })
    }
}

/// Adds the user's verified address, preferably the primary one, from GitHub's list.
pub(super) fn add_github_email(claims: &mut Claims, answer: &Value) {
    let is_set = |entry: &Value, name: &str| entry.get(name).and_then(Value::as_bool) == Some(true);
    let mut entries: Vec<_> = answer.as_array().into_iter().flatten().collect();
    entries.sort_by_key(|entry| (!is_set(entry, "verified"), !is_set(entry, "primary")));
    if let Some(entry) = entries.first() {
        claims.email = entry.get("email").and_then(Value::as_str).map(str::to_owned);
        claims.email_verified = is_set(entry, "verified");
    }
}

fn named(object: &Map<String, Value>, subject: &str, email: &str) -> Claims {
    Claims { subject: text(object, subject).unwrap_or_default(), email: text(object, email), ..Claims::default() }
}

/// The field as text; numbers are used as identifiers.
fn text(object: &Map<String, Value>, name: &str) -> Option<String> {
    match object.get(name)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn is_true(value: &Value) -> bool {
    value.as_bool() == Some(true) || value.as_str() == Some("true")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_format_is_read() {
        let read = |format: ProfileFormat, answer: Value| format.read(&answer).expect("claims").into_profile();
        let github = read(ProfileFormat::Github, json!({"id": 583_231, "login": "ana", "name": null})).expect("good");
        assert_eq!((github.subject.as_str(), github.display_name.as_str(), github.email), ("583231", "ana", None));
        let facebook = read(ProfileFormat::Facebook, json!({"id": "1", "name": "Ana", "email": "ana@x.ro"}));
        assert!(!facebook.expect("good").email_verified);
        let x = json!({"data": {"id": "7", "name": "Ana", "confirmed_email": "ana@x.ro"}});
        assert!(read(ProfileFormat::X, x).expect("good").email_verified);
        assert!(!read(ProfileFormat::X, json!({"data": {"id": "7"}})).expect("good").email_verified);
        assert!(ProfileFormat::X.read(&json!({"id": "7"})).is_err());
        let names = ["uid", "mail", "ok", "nick"].map(str::to_owned);
        let [subject, email, email_verified, name] = names;
        let fields = ProfileFormat::Fields(FieldNames { subject, email, email_verified, name });
        let own = read(fields.clone(), json!({"uid": "u", "mail": "ana@x.ro", "ok": true, "nick": "A"}));
        assert!(own.is_ok_and(|own| own.email_verified && own.display_name == "A"));
        for bad in [json!({"mail": "ana@x.ro"}), json!({"uid": ""}), json!({"uid": "a\nb"})] {
            assert!(read(fields.clone(), bad.clone()).is_err(), "{bad}");
        }
    }

    #[test]
    fn of_githubs_addresses_the_verified_primary_one_is_taken() {
        let taken = |list: Value| {
            let mut claims = Claims::default();
            add_github_email(&mut claims, &list);
            (claims.email, claims.email_verified)
        };
        let entry = |email: &str, primary: bool, verified: bool| json!({"email": email, "primary": primary, "verified": verified});
        let all = json!([entry("a@x.ro", true, false), entry("b@x.ro", false, true), entry("c@x.ro", true, true)]);
        assert_eq!(taken(all), (Some("c@x.ro".into()), true));
        assert_eq!(taken(json!([entry("a@x.ro", true, false)])), (Some("a@x.ro".into()), false));
        assert_eq!(taken(json!({"message": "no scope"})), (None, false));
    }
}
