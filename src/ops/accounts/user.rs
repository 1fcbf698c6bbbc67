//! What the owner of an account is told of it.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::config::SignInMethod;
use crate::domain::{Language, Role, Uid};
use crate::error::Result;
use crate::ops::accounts::session_check;
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts::AccountRecord;

/// The account of who asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct User {
    /// 28 letters and digits.
    #[schema(value_type = String)]
    pub uid: Uid,
    #[schema(format = Email)]
    pub email: String,
    pub email_verified: bool,
    /// As it was typed; escape it where it is shown.
    pub display_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo_url: Option<String>,
    #[schema(value_type = String)]
    pub role: Role,
    pub language: Language,
    /// `password`, `emailLink`, and providers such as `google.com`.
    pub sign_in_methods: Vec<String>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime)]
    pub last_login_at: Option<Timestamp>,
    /// When the reader last proved who they are.
    #[schema(value_type = String, format = DateTime)]
    pub auth_time: Timestamp,
}

impl User {
    pub(super) fn new(account: &AccountRecord, auth_time: Timestamp) -> Self {
        Self {
            uid: account.uid.clone(),
            email: account.email.as_str().to_owned(),
            email_verified: account.email_verified,
            display_name: account.display_name.clone(),
            photo_url: account.photo_url.clone(),
            role: account.role,
            language: account.language,
            sign_in_methods: methods(account),
            created_at: account.created_at,
            last_login_at: account.last_login_at,
            auth_time,
        }
    }
}

/// The ways into an account, oldest first; a provider once, however many of its identities lead in.
pub(super) fn methods(account: &AccountRecord) -> Vec<String> {
    let ways =
        [(account.password_hash.is_some(), SignInMethod::Password), (account.email_link, SignInMethod::EmailLink)];
    let ways = ways.into_iter().filter(|(there, _)| *there).map(|(_, method)| method.code().to_owned());
    let mut methods: Vec<String> = ways.collect();
    for identity in &account.identities {
        if !methods.contains(&identity.provider) {
            methods.push(identity.provider.clone());
        }
    }
    methods
}

/// The account of who asks.
pub async fn me(app: &App, actor: &Actor) -> Result<User> {
    policy::authorize(actor, Action::UseAccount)?;
    let principal = actor.principal()?.clone();
    app.store.read(move |tx| Ok(User::new(&session_check::account(tx, &principal)?, principal.auth_time))).await
}
