//! The text message with a code.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use rand::RngExt;
use uuid::Uuid;

use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::message::{MessageContent, MessageKind};
use crate::domain::message_address::MessageAddress;
use crate::domain::{Country, Language, Phone};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::store::WriteTx;
use crate::store::outbox::{self, OutboxRecord};
use crate::store::phone_codes::{self, CodePurpose, PhoneCodeRecord};
use crate::store::sms_usage::{self, SmsUsage};

/// How long a code is valid.
pub(super) const VALID: SignedDuration = SignedDuration::from_mins(5);
/// Number of digits of a code.
pub(super) const DIGITS: usize = 6;

/// A new code for a number. Everything random is generated before the transaction.
#[derive(Debug, Clone)]
pub(in crate::ops::accounts) struct NewCode {
    id: Uuid,
    /// The secret of the client; the code is valid only together with it.
    pub session_info: String,
    code: String,
    pub(super) phone: Phone,
    country: Country,
    language: Language,
    pub(super) purpose: CodePurpose,
    now: Timestamp,
    today: Date,
    budget: Budget,
    /// Whether a message is sent; not to a test number of the configuration.
    pub(super) is_sent: bool,
}

/// Maximum numbers of text messages a day.
#[derive(Debug, Clone, Copy)]
struct Budget {
    to_all: u64,
    to_country: u64,
}

impl NewCode {
    pub(in crate::ops::accounts) fn new(
        app: &App,
        phone: Phone,
        country: Country,
        language: Language,
        purpose: CodePurpose,
    ) -> Self {
        let (now, sms) = (app.clock.now(), &app.config.sms);
        let fixed = sms.test_code(&phone).map(str::to_owned);
        let is_default = country == sms.default_country;
        let to_country = if is_default { sms.per_day } else { sms.per_country_per_day };
        Self {
            id: uuid_at(now),
            session_info: secrets::generate_token(),
            is_sent: fixed.is_none(),
            code: fixed.unwrap_or_else(|| format!("{:0DIGITS$}", rand::rng().random_range(0..1_000_000))),
            phone,
            country,
            language,
            purpose,
            now,
            today: app.clock.today(),
            budget: Budget { to_all: sms.per_day.into(), to_country: to_country.into() },
        }
    }

    /// Stores the digest of the code and queues the message. Returns the number of messages of the day.
    ///
    /// # Errors
    /// `quota_exceeded`.
    pub(super) fn queue(&self, tx: &WriteTx) -> Result<u64> {
        phone_codes::put(tx, &self.record())?;
        let SmsUsage { to_all, to_country } = sms_usage::of(tx, self.today, self.country)?;
        if !self.is_sent {
            return Ok(to_all);
        }
        if to_all >= self.budget.to_all || to_country >= self.budget.to_country {
            return Err(quota_exceeded());
        }
        sms_usage::count(tx, self.today, self.country)?;
        outbox::put(tx, &self.message())?;
        Ok(to_all + 1)
    }

    fn record(&self) -> PhoneCodeRecord {
        PhoneCodeRecord {
            hash: secrets::digest(&self.session_info),
            phone: self.phone.clone(),
            purpose: self.purpose.clone(),
            code_hash: Some(code_digest(&self.session_info, &self.code)),
            expires_at: self.now.saturating_add(VALID).unwrap_or(self.now),
            failures: 0,
        }
    }

    fn message(&self) -> OutboxRecord {
        let to = MessageAddress::Phone(self.phone.clone());
        OutboxRecord {
            content: MessageContent {
                code: Some(self.code.clone()),
                valid_minutes: u64::try_from(VALID.as_mins()).ok(),
                ..MessageContent::default()
            },
            ..OutboxRecord::queued(self.id, MessageKind::PhoneCode, to, self.language, self.now)
        }
    }
}

/// The digest of a code and the client's secret. A digest of the code alone could be reversed by a million tries.
pub(super) fn code_digest(session_info: &str, code: &str) -> String {
    secrets::digest(format!("{session_info}\n{code}"))
}

pub(super) fn quota_exceeded() -> Error {
    Error::new(Kind::TooMany, ErrorCode::QuotaExceeded, "No more text messages can be sent today; try again tomorrow.")
}
