//! Requesting a text message with a code.

use super::code::{NewCode, VALID, quota_exceeded};
use super::offered::require_offered;
use crate::app::App;
use crate::domain::phone::PhoneProblem;
use crate::domain::{Country, Language, Phone};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::proof_of_work::Challenge;
use crate::ops::accounts::context::{ClientInfo, wake_mailer};
use crate::ops::accounts::errors::invalid_field;
use crate::ops::accounts::hooks;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;

/// Seconds after which a code can be requested again.
pub const RESEND_SECS: u64 = 15;
/// The state in which half of the text messages of the day are used.
const HALF_USED: &str = "sms_half_used";

/// A request for a text message with a code.
#[derive(Debug, Clone)]
pub struct PhoneCodeRequest {
    /// As its user writes it.
    pub phone: String,
    /// The country of a number without calling code; the configured one if missing.
    pub country: Option<String>,
    pub captcha: String,
    /// Language of the message.
    pub language: Option<Language>,
}

/// The answer to a [`PhoneCodeRequest`].
#[derive(Debug, Clone)]
pub struct SentPhoneCode {
    /// The secret that must be presented with the code.
    pub session_info: String,
    pub phone: Phone,
    pub valid_secs: i64,
}

/// Makes a challenge of the captcha; `None` if a vendor makes them.
///
/// # Errors
/// `operation_not_allowed`, `too_many_requests`.
pub fn challenge(app: &App, actor: &Actor, client: &ClientInfo) -> Result<Option<Challenge>> {
    policy::authorize(actor, Action::SignIn)?;
    require_offered(app, client)?;
    app.rate_limiter.take(Limit::Captcha, client.network, app.clock.steady())?;
    app.captcha.challenge(app.clock.now())
}

/// Queues a text message with a code. The answer does not depend on accounts.
///
/// # Errors
/// `unsupported_tenant_operation`, `refused_by_hook`, `hook_unavailable`; `operation_not_allowed`, also for a country that gets no messages; `missing_phone_number`, `invalid_phone_number`,
/// `no_text_messages`, `captcha_check_failed`, `provider_unavailable`, `too_many_requests`, `quota_exceeded`.
pub async fn send(app: &App, actor: &Actor, client: &ClientInfo, request: PhoneCodeRequest) -> Result<SentPhoneCode> {
    policy::authorize(actor, Action::SignIn)?;
    require_offered(app, client)?;
    let (phone, country) = parse_phone(app, &request.phone, request.country.as_deref())?;
    let now = app.clock.steady();
    let is_fictional = app.config.sms.test_code(&phone).is_some();
    let number = || phone.as_str().to_owned();
    // Counted only after the captcha: otherwise anybody could use up the messages of another person.
    app.rate_limiter.take(Limit::Captcha, client.network, now)?;
    if !is_fictional {
        app.rate_limiter.peek(Limit::TextToNumber, number(), now)?;
        app.rate_limiter.peek(Limit::TextFromNetwork, client.network, now)?;
    }
    app.captcha.verify(&request.captcha, app.clock.now()).await?;
    hooks::before_sms(app, client, &phone).await?;
    if !is_fictional {
        let all = Limit::Texts(app.config.sms.per_hour);
        app.rate_limiter.peek(all, "", now).map_err(|error| wait_for(error, quota_exceeded()))?;
        app.rate_limiter.take(Limit::TextToNumber, number(), now)?;
        app.rate_limiter.take(Limit::TextFromNetwork, client.network, now)?;
        app.rate_limiter.take(all, "", now).map_err(|error| wait_for(error, quota_exceeded()))?;
    }
    let code = NewCode::new(app, phone.clone(), country, request.language.unwrap_or(Language::En));
    let session_info = code.session_info.clone();
    let used = app.store.write(move |tx| code.queue(tx)).await?;
    report_use(app, used);
    wake_mailer(app);
    Ok(SentPhoneCode { session_info, phone, valid_secs: VALID.as_secs() })
}

/// Reads a number of an allowed country that receives text messages.
fn parse_phone(app: &App, text: &str, country: Option<&str>) -> Result<(Phone, Country)> {
    const FIELD: &str = "phone";
    let sms = &app.config.sms;
    if text.trim().is_empty() {
        return Err(invalid_field(ErrorCode::MissingPhoneNumber, FIELD, "Enter the number."));
    }
    let country = match country {
        Some(code) => Country::parse(code).ok_or_else(|| Error::invalid("country", "This is not a country's code."))?,
        None => sms.default_country,
    };
    let phone = Phone::parse_mobile(text, Some(country)).map_err(|problem| match problem {
        PhoneProblem::Invalid => invalid_field(ErrorCode::InvalidPhoneNumber, FIELD, "This is not a telephone number."),
        PhoneProblem::NoTextMessages => {
            invalid_field(ErrorCode::NoTextMessages, FIELD, "This number receives no text messages.")
        }
    })?;
    let country = phone.country().filter(|country| sms.allows(*country)).ok_or_else(country_not_allowed)?;
    Ok((phone, country))
}

fn country_not_allowed() -> Error {
    let message = "Text messages are not sent to this country.";
    let mut error = Error::new(Kind::Forbidden, ErrorCode::OperationNotAllowed, message);
    error.field = Some("phone".into());
    error
}

/// The refusal with the seconds to wait of another.
fn wait_for(limited: Error, refusal: Error) -> Error {
    match limited.retry_after_secs {
        Some(secs) => refusal.retry_after(secs),
        None => refusal,
    }
}

/// Reports to the operator that half of the messages of the day are used.
fn report_use(app: &App, used: u64) {
    let limit = u64::from(app.config.sms.per_day);
    if used * 2 < limit {
        app.conditions.end(HALF_USED);
        return;
    }
    let message = format!("{used} of the {limit} text messages of the day are sent");
    let remedy = "raise sms.per_day if readers cause them, or see `paragraf mail outbox` for numbers in series";
    app.conditions.begin(HALF_USED, app.clock.now(), message, remedy);
}

/// Reports how many text messages the day has, for the job that removes what has expired.
pub(in crate::ops::accounts) async fn report_usage(app: &App) -> Result<()> {
    let (today, country) = (app.clock.today(), app.config.sms.default_country);
    let usage = app.store.read(move |tx| Ok(crate::store::sms_usage::of(tx, today, country)?)).await?;
    report_use(app, usage.to_all);
    Ok(())
}
