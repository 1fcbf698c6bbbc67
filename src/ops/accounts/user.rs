//! The account as its owner sees it.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::session_check;
use crate::app::App;
use crate::domain::account::SignInMethod;
use crate::domain::{Language, Role, TenantId, Uid};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts::AccountRecord;

/// The signed-in account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct User {
    /// 28 letters and digits.
    #[schema(value_type = String)]
    pub uid: Uid,
    /// Absent for the default tenant.
    #[serde(skip_serializing_if = "TenantId::is_default")]
    #[schema(value_type = Option<String>)]
    pub tenant_id: TenantId,
    /// Absent for an account without an address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Email)]
    pub email: Option<String>,
    pub email_verified: bool,
    /// The telephone number in E.164 format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    /// Whether the reader has not signed up: only this session can use the account.
    pub is_guest: bool,
    /// As typed by the user; escape it for display.
    pub display_name: String,
    /// Path of the picture on this site; it changes with the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo_url: Option<String>,
    #[schema(value_type = String)]
    pub role: Role,
    pub language: Language,
    /// `password`, `emailLink`, `phone`, `passkey`, and provider IDs such as `google.com`.
    #[schema(value_type = Vec<String>)]
    pub sign_in_methods: Vec<SignInMethod>,
    pub created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime)]
    pub last_login_at: Option<Timestamp>,
    /// When the user last authenticated in this session.
    pub auth_time: Timestamp,
}

impl User {
    pub(super) fn new(account: &AccountRecord, auth_time: Timestamp) -> Self {
        Self {
            uid: account.uid.clone(),
            tenant_id: account.tenant.clone(),
            email: account.email.as_ref().map(|email| email.as_str().to_owned()),
            email_verified: account.email_verified,
            phone_number: account.phone.as_ref().map(|phone| phone.as_str().to_owned()),
            is_guest: account.is_guest(),
            display_name: account.display_name.clone(),
            photo_url: account.photo_url.clone(),
            role: account.role,
            language: account.language,
            sign_in_methods: sign_in_methods(account),
            created_at: account.created_at,
            last_login_at: account.last_login_at,
            auth_time,
        }
    }
}

/// Returns the account's sign-in methods. A provider with several linked identities appears once.
pub(super) fn sign_in_methods(account: &AccountRecord) -> Vec<SignInMethod> {
    let mut methods = Vec::new();
    methods.extend(account.password_hash.is_some().then_some(SignInMethod::Password));
    methods.extend(account.email_link.then_some(SignInMethod::EmailLink));
    methods.extend(account.phone.is_some().then_some(SignInMethod::Phone));
    methods.extend(account.passkeys.iter().any(|passkey| !passkey.only_second).then_some(SignInMethod::Passkey));
    for identity in &account.identities {
        let method = SignInMethod::Provider(identity.provider.clone());
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    methods
}

/// Returns the signed-in account.
pub async fn me(app: &App, actor: &Actor) -> Result<User> {
    policy::authorize(actor, Action::UseAccount)?;
    let principal = actor.principal()?.clone();
    app.store.read(move |tx| Ok(User::new(&session_check::account(tx, &principal)?, principal.auth_time))).await
}
