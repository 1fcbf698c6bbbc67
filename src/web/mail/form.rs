//! The fields of the forms on mail pages, as browsers and mail programs send them.

use axum::body::Body;
use axum::extract::{FromRequest, Multipart, Request};

use crate::domain::Importance;
use crate::domain::mailing::DigestFrequency;
use crate::error::{Error, ErrorCode, Kind};
use crate::ops::mail::preferences::{PreferencesChange, Subscription};
use crate::web::error::{Failure, Result};
use crate::web::request_body::{body, media_type};

/// A form has a few dozen short fields.
const FORM_BYTES: u64 = 16 * 1024;

/// The fields of a form, from `multipart/form-data` or a URL-encoded body.
pub(super) struct FormFields(Vec<(String, String)>);

impl FormFields {
    /// # Errors
    /// `payload_too_large`, `invalid`.
    pub(super) async fn read(request: Request) -> Result<Self> {
        match media_type(request.headers()).as_str() {
            "multipart/form-data" => Self::multipart(request).await,
            _ => {
                let bytes = body(request, FORM_BYTES).await?;
                Ok(Self(url::form_urlencoded::parse(&bytes).into_owned().collect()))
            }
        }
    }

    async fn multipart(request: Request) -> Result<Self> {
        let (parts, rest) = request.into_parts();
        let limited = Body::new(http_body_util::Limited::new(rest, FORM_BYTES as usize));
        let broken = |_| Failure::from(unknown_form());
        let mut form =
            Multipart::from_request(Request::from_parts(parts, limited), &()).await.map_err(|_| unknown_form())?;
        let mut fields = Vec::new();
        while let Some(field) = form.next_field().await.map_err(broken)? {
            let name = field.name().unwrap_or_default().to_owned();
            fields.push((name, field.text().await.map_err(broken)?));
        }
        Ok(Self(fields))
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn expect(&self, name: &str, value: &str) -> Result<()> {
        if self.get(name) == Some(value) { Ok(()) } else { Err(unknown_form().into()) }
    }

    /// Whether a mail program sent the form, rather than the page.
    ///
    /// # Errors
    /// `invalid` for any other form.
    pub(super) fn is_one_click(&self) -> Result<bool> {
        if self.get("List-Unsubscribe") == Some("One-Click") {
            return Ok(true);
        }
        self.expect("do", "leave").map(|()| false)
    }

    /// The change that the preferences form asks for.
    ///
    /// Browsers do not send unchecked boxes. Preferences that the form does not show stay unchanged.
    pub(super) fn change(&self, current: &Subscription) -> PreferencesChange {
        let ticked = |name: &str| Some(self.get(name).is_some());
        let urgent_from = match (self.get("urgent").is_some(), current.preferences.urgent_from) {
            (true, None) => Some(Importance::URGENT),
            (true, from) => from,
            (false, _) => None,
        };
        let topics = self.0.iter().filter(|(name, _)| name == "topic").map(|(_, id)| id.clone()).collect();
        PreferencesChange {
            language: self.get("language").and_then(|code| code.parse().ok()),
            topics: (!current.has_account).then_some(topics),
            urgent_from: Some(urgent_from),
            // Accounts choose it in the application.
            urgent_for_others: None,
            digest: self.get("digest").and_then(|name| name.parse::<DigestFrequency>().ok()),
            digest_from: self.get("digest_from").and_then(|level| Importance::new(level.parse().ok()?)),
            digest_when_empty: None,
            deadlines: ticked("deadlines"),
            // Only an account has reminders, so others have no box for them.
            reminders: if current.has_account { ticked("reminders") } else { None },
            news: ticked("news"),
            paused_until: Some(self.get("paused_until").and_then(|day| day.parse().ok())),
        }
    }
}

pub(super) fn unknown_form() -> Error {
    Error::new(Kind::Invalid, ErrorCode::Invalid, "The form names no known action.")
}
