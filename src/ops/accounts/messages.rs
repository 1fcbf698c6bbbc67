//! Account mails: rows of the outbox, written in the transaction of the operation that causes them.

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::account::CodeKind;
use crate::domain::email::Email;
use crate::domain::message::{FactorName, MessageContent, MessageKind};
use crate::domain::message_address::MessageAddress;
use crate::domain::{Language, Phone, TenantId};
use crate::identity::secrets;
use crate::store::accounts::AccountRecord;
use crate::store::action_codes::{self, ActionCodeRecord};
use crate::store::outbox::{self, OutboxRecord};
use crate::store::{StoreError, WriteTx};

/// A mail with an action code. Everything random is generated before the transaction.
#[derive(Debug, Clone)]
pub(super) struct CodeMessage {
    id: Uuid,
    copy_id: Uuid,
    code: String,
    now: Timestamp,
    public_url: String,
    ttl: SignedDuration,
    language: Option<Language>,
    device: Option<String>,
    same_device: bool,
    /// Query parameters in addition to mode, code and language.
    parameters: Vec<(&'static str, String)>,
}

/// The action and the recipient of an action code.
pub(super) struct CodeTarget<'a> {
    pub kind: CodeKind,
    pub tenant: &'a TenantId,
    /// The address that the code acts for.
    pub email: &'a Email,
    pub to: &'a Email,
    /// Another address that gets the same mail.
    pub copy_to: Option<&'a Email>,
    pub new_email: Option<&'a Email>,
    /// The second factor that the code removes.
    pub factor: Option<Uuid>,
    pub account: Option<&'a AccountRecord>,
}

impl<'a> CodeTarget<'a> {
    /// A code for the account's own address, if it has one.
    pub(super) fn own(kind: CodeKind, account: &'a AccountRecord) -> Option<Self> {
        let email = account.email.as_ref()?;
        let tenant = &account.tenant;
        Some(Self {
            kind,
            tenant,
            email,
            to: email,
            copy_to: None,
            new_email: None,
            factor: None,
            account: Some(account),
        })
    }
}

impl CodeMessage {
    pub(super) fn new(app: &App, ttl: SignedDuration, language: Option<Language>) -> Self {
        let now = app.clock.now();
        let (code, public_url) = (secrets::generate_action_code(), app.public_url());
        let (id, copy_id) = (uuid_at(now), uuid_at(now));
        Self { id, copy_id, code, now, public_url, ttl, language, device: None, same_device: false, parameters: vec![] }
    }

    #[must_use]
    pub(super) fn with_parameter(mut self, name: &'static str, value: Option<String>) -> Self {
        self.parameters.extend(value.map(|value| (name, value)));
        self
    }

    /// Names the browser in the mail.
    #[must_use]
    pub(super) fn with_device(mut self, device: &str) -> Self {
        self.device = Some(device.to_owned());
        self
    }

    /// Lets only the browser that requested the link use it.
    #[must_use]
    pub(super) fn with_same_device(mut self, same_device: bool) -> Self {
        self.same_device = same_device;
        self
    }

    pub(super) fn has_parameter(&self, name: &str) -> bool {
        self.parameters.iter().any(|(known, _)| *known == name)
    }

    /// Stores the code in place of an earlier one of its kind, and queues the mail and its copy.
    pub(super) fn queue(&self, tx: &WriteTx, target: &CodeTarget<'_>) -> Result<(), StoreError> {
        let CodeTarget { kind, to, copy_to, new_email, factor, account, .. } = *target;
        let link = self.store_code(tx, target)?;
        let other = account.filter(|_| kind == CodeKind::RecoverEmail).and_then(|account| account.email.clone());
        let factor = factor.and_then(|id| account?.second_factors.get(id));
        let content = MessageContent {
            link: Some(link),
            display_name: account.map(|account| account.display_name.clone()).filter(|name| !name.is_empty()),
            email: new_email.cloned().or(other),
            device: self.device.clone(),
            factor: factor.map(FactorName::from),
            valid_minutes: u64::try_from(self.ttl.as_secs() / 60).ok(),
            ..MessageContent::default()
        };
        let queued = OutboxRecord::queued(self.id, message_kind(kind), to.clone(), self.language(account), self.now);
        let record = OutboxRecord { content, ..queued };
        outbox::put(tx, &record)?;
        copy_to
            .map_or(Ok(()), |to| outbox::put(tx, &OutboxRecord { id: self.copy_id, to: to.clone().into(), ..record }))
    }

    /// Stores the code in place of an earlier one of its kind, and returns the link.
    pub(super) fn store_code(&self, tx: &WriteTx, target: &CodeTarget<'_>) -> Result<String, StoreError> {
        let CodeTarget { kind, tenant, email, new_email, factor, account, .. } = *target;
        // For a sign-in link, the account is found when the link is used.
        let uid = account.filter(|_| kind != CodeKind::EmailSignIn).map(|account| account.uid.clone());
        let record = ActionCodeRecord {
            hash: secrets::digest(&self.code),
            kind,
            tenant: tenant.clone(),
            email: email.clone(),
            new_email: new_email.cloned(),
            factor,
            uid,
            created_at: self.now,
            expires_at: self.now.saturating_add(self.ttl).unwrap_or(self.now),
            same_device: self.same_device,
            failures: 0,
        };
        action_codes::put(tx, &record)?;
        Ok(self.link(kind, tenant, self.language(account)))
    }

    fn language(&self, account: Option<&AccountRecord>) -> Language {
        self.language.or_else(|| account.map(|account| account.language)).unwrap_or(Language::En)
    }

    /// The link of the mail. It starts with the configured address, never with a request's `Host` header.
    fn link(&self, kind: CodeKind, tenant: &TenantId, language: Language) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("mode", mode(kind)).append_pair("oobCode", &self.code).append_pair("lang", language.code());
        for (name, value) in &self.parameters {
            query.append_pair(name, value);
        }
        if !tenant.is_default() {
            query.append_pair("tenantId", tenant.as_str());
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
        CodeKind::RevertSecondFactorAddition => "revertSecondFactorAddition",
    }
}

fn message_kind(kind: CodeKind) -> MessageKind {
    match kind {
        CodeKind::PasswordReset => MessageKind::PasswordReset,
        CodeKind::EmailSignIn => MessageKind::EmailSignIn,
        CodeKind::VerifyEmail => MessageKind::VerifyEmail,
        CodeKind::VerifyAndChangeEmail => MessageKind::VerifyAndChangeEmail,
        CodeKind::RecoverEmail => MessageKind::RecoverEmail,
        CodeKind::RevertSecondFactorAddition => MessageKind::SecondFactorAdded,
    }
}

/// A mail that informs an account's owner. The ID and the time are generated before the transaction.
#[derive(Debug, Clone, Copy)]
pub(super) struct InfoMessage {
    id: Uuid,
    now: Timestamp,
}

impl InfoMessage {
    pub(super) fn new(now: Timestamp) -> Self {
        Self { id: uuid_at(now), now }
    }

    /// Queues the mail, unless the account has no address.
    pub(super) fn queue(
        &self,
        tx: &WriteTx,
        kind: MessageKind,
        account: &AccountRecord,
        device: Option<&str>,
    ) -> Result<(), StoreError> {
        let content = MessageContent { device: device.map(str::to_owned), ..MessageContent::default() };
        self.queue_with(tx, kind, account, content)
    }

    /// Queues the mail about an identity at this provider that was linked from this device.
    pub(super) fn queue_provider_linked(
        &self,
        tx: &WriteTx,
        account: &AccountRecord,
        provider: &str,
        device: &str,
    ) -> Result<(), StoreError> {
        let (provider, device) = (Some(provider.to_owned()), Some(device.to_owned()));
        let content = MessageContent { provider, device, ..MessageContent::default() };
        self.queue_with(tx, MessageKind::ProviderLinked, account, content)
    }

    /// Queues the mail about a telephone number that was added or removed from this device.
    pub(super) fn queue_phone(
        &self,
        tx: &WriteTx,
        kind: MessageKind,
        account: &AccountRecord,
        phone: &Phone,
        device: &str,
    ) -> Result<(), StoreError> {
        let (phone, device) = (Some(phone.last_digits().to_owned()), Some(device.to_owned()));
        self.queue_with(tx, kind, account, MessageContent { phone, device, ..MessageContent::default() })
    }

    fn queue_with(
        &self,
        tx: &WriteTx,
        kind: MessageKind,
        account: &AccountRecord,
        content: MessageContent,
    ) -> Result<(), StoreError> {
        let Some(to) = account.email.clone().map(MessageAddress::from) else { return Ok(()) };
        let display_name = Some(account.display_name.clone()).filter(|name| !name.is_empty());
        let content = MessageContent { display_name, ..content };
        let queued = OutboxRecord::queued(self.id, kind, to, account.language, self.now);
        outbox::put(tx, &OutboxRecord { content, ..queued })
    }
}
