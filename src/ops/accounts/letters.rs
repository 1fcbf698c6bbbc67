//! Mails about accounts: rows of the outbox, written in the transaction of what causes them.

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::message::{MessageContent, MessageKind};
use crate::identity::secrets;
use crate::store::accounts::AccountRecord;
use crate::store::action_codes::{self, ActionCodeRecord, CodeKind};
use crate::store::outbox::{self, MessageState, OutboxRecord};
use crate::store::{StoreError, WriteTx};

/// A mail with a link, without what only the transaction knows.
#[derive(Debug, Clone)]
pub(super) struct Letter {
    id: Uuid,
    code: String,
    now: Timestamp,
    public_url: String,
    ttl: SignedDuration,
    language: Option<Language>,
    /// Besides mode, code and language.
    parameters: Vec<(&'static str, String)>,
}

/// Whom a letter is for, and what its code does.
pub(super) struct Purpose<'a> {
    pub kind: CodeKind,
    /// The address that the code is made for.
    pub email: &'a Email,
    pub to: &'a Email,
    pub new_email: Option<&'a Email>,
    pub account: Option<&'a AccountRecord>,
}

impl Letter {
    pub(super) fn new(app: &App, ttl: SignedDuration, language: Option<Language>) -> Self {
        let now = app.clock.now();
        let (id, code, public_url) = (uuid_at(now), secrets::code(), app.public_url());
        Self { id, code, now, public_url, ttl, language, parameters: vec![] }
    }

    #[must_use]
    pub(super) fn with(mut self, name: &'static str, value: Option<String>) -> Self {
        self.parameters.extend(value.map(|value| (name, value)));
        self
    }

    /// Stores the code, makes older ones for the same purpose void, and queues the mail.
    pub(super) fn queue(&self, tx: &WriteTx, purpose: &Purpose<'_>) -> Result<(), StoreError> {
        let Purpose { kind, to, new_email, account, .. } = *purpose;
        let link = self.issue(tx, purpose)?;
        let language = self.language(account);
        let other = account.filter(|_| kind == CodeKind::RecoverEmail).map(|account| account.email.clone());
        let content = MessageContent {
            link: Some(link),
            display_name: account.map(|account| account.display_name.clone()).filter(|name| !name.is_empty()),
            email: new_email.cloned().or(other),
            valid_minutes: u64::try_from(self.ttl.as_secs() / 60).ok(),
            ..MessageContent::default()
        };
        let (id, created_at, state) = (self.id, self.now, MessageState::Queued);
        outbox::put(
            tx,
            &OutboxRecord {
                id,
                kind: message(kind),
                to: to.clone(),
                language,
                created_at,
                state,
                campaign: None,
                content,
            },
        )
    }

    /// Stores the code, makes older ones for the same purpose void, and answers the link.
    pub(super) fn issue(&self, tx: &WriteTx, purpose: &Purpose<'_>) -> Result<String, StoreError> {
        let Purpose { kind, email, new_email, account, .. } = *purpose;
        let uid = account.map(|account| &account.uid);
        let older = action_codes::of(tx, uid, Some(email))?.into_iter().filter(|code| code.kind == kind);
        action_codes::spend(tx, older)?;
        action_codes::put(
            tx,
            &ActionCodeRecord {
                hash: secrets::digest(&self.code),
                kind,
                email: email.clone(),
                new_email: new_email.cloned(),
                uid: uid.cloned(),
                created_at: self.now,
                expires_at: self.now.saturating_add(self.ttl).unwrap_or(self.now),
                spent: false,
                failures: 0,
            },
        )?;
        Ok(self.link(kind, self.language(account)))
    }

    fn language(&self, account: Option<&AccountRecord>) -> Language {
        self.language.or_else(|| account.map(|account| account.language)).unwrap_or(Language::En)
    }

    /// Begins with the configured address, never with what a request says of itself.
    fn link(&self, kind: CodeKind, language: Language) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("mode", mode(kind)).append_pair("oobCode", &self.code).append_pair("lang", language.code());
        for (name, value) in &self.parameters {
            query.append_pair(name, value);
        }
        format!("{}/auth?{}", self.public_url, query.finish())
    }
}

fn mode(kind: CodeKind) -> &'static str {
    match kind {
        CodeKind::PasswordReset => "resetPassword",
        CodeKind::EmailSignIn => "signIn",
        CodeKind::VerifyEmail => "verifyEmail",
        CodeKind::VerifyAndChangeEmail => "verifyAndChangeEmail",
        CodeKind::RecoverEmail => "recoverEmail",
    }
}

fn message(kind: CodeKind) -> MessageKind {
    match kind {
        CodeKind::PasswordReset => MessageKind::PasswordReset,
        CodeKind::EmailSignIn => MessageKind::EmailSignIn,
        CodeKind::VerifyEmail => MessageKind::VerifyEmail,
        CodeKind::VerifyAndChangeEmail => MessageKind::VerifyAndChangeEmail,
        CodeKind::RecoverEmail => MessageKind::RecoverEmail,
    }
}

/// A mail that only tells; its id and time are drawn before the transaction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Notice {
    id: Uuid,
    now: Timestamp,
}

impl Notice {
    pub(super) fn new(now: Timestamp) -> Self {
        Self { id: uuid_at(now), now }
    }

    pub(super) fn queue(
        &self,
        tx: &WriteTx,
        kind: MessageKind,
        account: &AccountRecord,
        device: Option<&str>,
    ) -> Result<(), StoreError> {
        let content = MessageContent {
            display_name: Some(account.display_name.clone()).filter(|name| !name.is_empty()),
            device: device.map(str::to_owned),
            ..MessageContent::default()
        };
        let (id, created_at, state) = (self.id, self.now, MessageState::Queued);
        let (to, language) = (account.email.clone(), account.language);
        outbox::put(tx, &OutboxRecord { id, kind, to, language, created_at, state, campaign: None, content })
    }
}
