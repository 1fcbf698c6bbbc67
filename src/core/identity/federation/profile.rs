//! Reading the profile of a user in a provider's response.

use serde_json::Value;

use super::errors::invalid;
use super::json_values::{JsonObject, is_true, text};
use crate::domain::account::display_name;
use crate::domain::email::Email;
use crate::domain::federated::{FederatedProfile, is_subject};
use crate::error::Result;

/// Maximum length of the address of a picture.
const MAX_PICTURE_URL: usize = 2048;

/// How an OAuth 2 provider describes its user.
#[derive(Debug, Clone)]
pub enum ProfileFormat {
    /// GitHub: a numeric `id`; addresses come from another endpoint.
    Github,
    /// Facebook: the address counts as unverified, because Facebook does not report whether it is.
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

/// A profile before its parts are checked.
#[derive(Debug, Default)]
pub(super) struct UncheckedProfile {
    pub subject: String,
    pub email: Option<String>,
    pub email_verified: bool,
    pub name: Option<String>,
    pub picture: Option<String>,
}

impl UncheckedProfile {
    /// Checks the parts, and drops an invalid address or name. Blanks around the subject do not belong to it.
    ///
    /// # Errors
    /// `invalid_idp_response` without a valid subject.
    pub(super) fn check(self) -> Result<FederatedProfile> {
        let subject = self.subject.trim();
        if !is_subject(subject) {
            let why = if subject.is_empty() { "is empty" } else { "is not printable ASCII, or too long" };
            return Err(invalid(&format!("the identifier of the user {why}")));
        }
        let email = self.email.as_deref().and_then(Email::parse);
        Ok(FederatedProfile {
            subject: subject.to_owned(),
            email_verified: email.is_some() && self.email_verified,
            email,
            display_name: self.name.as_deref().and_then(display_name).unwrap_or_default(),
            picture: self.picture.filter(|url| url.len() <= MAX_PICTURE_URL),
        })
    }
}

impl ProfileFormat {
    /// Returns the part of the user info endpoint's response that describes the user.
    pub(super) fn object<'a>(&self, answer: &'a Value) -> Result<&'a JsonObject> {
        let object = match self {
            Self::X => answer.get("data"),
            Self::Github | Self::Facebook | Self::Fields(_) => Some(answer),
        };
        object.and_then(Value::as_object).ok_or_else(|| invalid("the profile is not an object"))
    }

    /// Reads the [object](Self::object) that describes the user.
    pub(super) fn read(&self, object: &JsonObject) -> UncheckedProfile {
        match self {
            Self::Github => UncheckedProfile {
                name: text(object, "name").or_else(|| text(object, "login")),
                ..named(object, "id", "")
            },
            Self::Facebook => UncheckedProfile { name: text(object, "name"), ..named(object, "id", "email") },
            Self::X => {
                let claims = named(object, "id", "confirmed_email");
                UncheckedProfile { email_verified: claims.email.is_some(), name: text(object, "name"), ..claims }
            }
            Self::Fields(names) => UncheckedProfile {
                email_verified: is_true(object, &names.email_verified),
                name: text(object, &names.name),
                ..named(object, &names.subject, &names.email)
            },
        }
    }
}

/// Adds an address of GitHub's list: preferably a verified one, and among these the primary one.
pub(super) fn add_github_email(profile: &mut UncheckedProfile, answer: &Value) {
    let is_set = |entry: &Value, name: &str| entry.get(name).and_then(Value::as_bool) == Some(true);
    let entries = answer.as_array().into_iter().flatten();
    if let Some(entry) = entries.min_by_key(|entry| (!is_set(entry, "verified"), !is_set(entry, "primary"))) {
        profile.email = entry.get("email").and_then(Value::as_str).map(str::to_owned);
        profile.email_verified = is_set(entry, "verified");
    }
}

fn named(object: &JsonObject, subject: &str, email: &str) -> UncheckedProfile {
    UncheckedProfile {
        subject: text(object, subject).unwrap_or_default(),
        email: text(object, email),
        ..UncheckedProfile::default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_format_is_read() {
        let read = |format: ProfileFormat, answer: Value| format.read(format.object(&answer).expect("claims")).check();
        let github = read(ProfileFormat::Github, json!({"id": 583_231, "login": "ana", "name": null})).expect("good");
        assert_eq!((github.subject.as_str(), github.display_name.as_str(), github.email), ("583231", "ana", None));
        let facebook = read(ProfileFormat::Facebook, json!({"id": "1", "name": "Ana", "email": "ana@x.ro"}));
        assert!(!facebook.expect("good").email_verified);
        let x = json!({"data": {"id": "7", "name": "Ana", "confirmed_email": "ana@x.ro"}});
        assert!(read(ProfileFormat::X, x).expect("good").email_verified);
        assert!(!read(ProfileFormat::X, json!({"data": {"id": "7"}})).expect("good").email_verified);
        assert!(ProfileFormat::X.object(&json!({"id": "7"})).is_err());
        let names = ["uid", "mail", "ok", "nick"].map(str::to_owned);
        let [subject, email, email_verified, name] = names;
        let fields = ProfileFormat::Fields(FieldNames { subject, email, email_verified, name });
        let own = read(fields.clone(), json!({"uid": "u", "mail": "ana@x.ro", "ok": true, "nick": "A"}));
        assert!(own.is_ok_and(|own| own.email_verified && own.display_name == "A"));
        let mail = "ana@x.ro";
        for bad in [
            json!({"mail": mail}),
            json!({"uid": ""}),
            json!({"uid": " ", "mail": mail}),
            json!({"uid": "\n\t ", "mail": mail}),
            json!({"uid": "\u{a0}", "mail": mail}),
            json!({"uid": null, "mail": mail}),
            json!({"uid": 1.5}),
            json!({"uid": "a\nb"}),
        ] {
            assert!(read(fields.clone(), bad.clone()).is_err(), "{bad}");
        }
        let indented = read(fields, json!({"uid": "\n      u 1\n    "})).expect("an identifier");
        assert_eq!(indented.subject, "u 1");
    }

    #[test]
    fn the_verified_primary_address_at_github_is_used() {
        let taken = |list: Value| {
            let mut claims = UncheckedProfile::default();
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
