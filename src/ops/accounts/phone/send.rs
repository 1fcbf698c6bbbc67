//! Requesting a text message with a code.

use super::code::{NewCode, VALID, quota_exceeded};
use super::offered::require_offered;
use super::require_no_second_factor;
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
use crate::store::phone_codes::CodePurpose;

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

/// Queues a text message with a code that signs in. The answer does not depend on accounts, except that the second
/// factor of an account is refused. In protected mode only the right code discloses that.
///
/// # Errors
/// `unsupported_tenant_operation`; `operation_not_allowed`, also for a country that gets no messages;
/// `missing_phone_number`, `invalid_phone_number`, `no_text_messages`, `captcha_check_failed`, `provider_unavailable`,
/// `unsupported_first_factor`, `refused_by_hook`, `hook_unavailable`, `too_many_requests`, `quota_exceeded`.
pub async fn send(app: &App, actor: &Actor, client: &ClientInfo, request: PhoneCodeRequest) -> Result<SentPhoneCode> {
    policy::authorize(actor, Action::SignIn)?;
    require_offered(app, client)?;
    let PhoneCodeRequest { phone, country, captcha, language } = request;
    let (phone, country) = parse_phone(app, &phone, country.as_deref())?;
    verify_captcha(app, client, (&phone, &CodePurpose::FirstFactor), &captcha).await?;
    if !app.config.accounts.policy().is_protected() {
        let (tenant, wanted) = (client.tenant.clone(), phone.clone());
        app.store.read(move |tx| require_no_second_factor(tx, &tenant, &wanted)).await?;
    }
    queue(app, client, NewCode::new(app, phone, country, language.unwrap_or(Language::En), CodePurpose::FirstFactor))
        .await
}

/// Checks the captcha of a request for a text message to the number, after the limits of number and network.
///
/// # Errors
/// `captcha_check_failed`, `provider_unavailable`, `too_many_requests`.
pub(in crate::ops::accounts) async fn verify_captcha(
    app: &App,
    client: &ClientInfo,
    (phone, purpose): (&Phone, &CodePurpose),
    captcha: &str,
) -> Result<()> {
    let now = app.clock.steady();
    // Messages are counted only after the captcha: otherwise anybody could use up those of another person.
    app.rate_limiter.take(Limit::Captcha, client.network, now)?;
    if app.config.sms.test_code(phone).is_none() {
        app.rate_limiter.peek(Limit::TextToNumber, counted_as(phone, purpose).as_str(), now)?;
        app.rate_limiter.peek(Limit::TextFromNetwork, client.network, now)?;
    }
    app.captcha.verify(captcha, app.clock.now()).await
}

/// What a message counts for. One for a second factor follows a proven first one and counts apart: otherwise anybody
/// could use up the messages that the number's owner needs for signing in.
fn counted_as(phone: &Phone, purpose: &CodePurpose) -> String {
    match purpose {
        CodePurpose::SecondFactor { factor, .. } => factor.to_string(),
        CodePurpose::FirstFactor | CodePurpose::AddFactor(_) => phone.to_string(),
    }
}

/// Asks the operator's hook about the text message, counts it and queues it.
///
/// # Errors
/// `refused_by_hook`, `hook_unavailable`, `too_many_requests`, `quota_exceeded`.
pub(in crate::ops::accounts) async fn queue(app: &App, client: &ClientInfo, code: NewCode) -> Result<SentPhoneCode> {
    hooks::before_sms(app, client, &code.phone).await?;
    let now = app.clock.steady();
    if code.is_sent {
        let all = Limit::Texts(app.config.sms.per_hour);
        app.rate_limiter.peek(all, "", now).map_err(|error| wait_for(error, quota_exceeded()))?;
        app.rate_limiter.take(Limit::TextToNumber, counted_as(&code.phone, &code.purpose).as_str(), now)?;
        app.rate_limiter.take(Limit::TextFromNetwork, client.network, now)?;
        app.rate_limiter.take(all, "", now).map_err(|error| wait_for(error, quota_exceeded()))?;
    }
    let (session_info, phone) = (code.session_info.clone(), code.phone.clone());
    let used = app.store.write(move |tx| code.queue(tx)).await?;
    report_use(app, used);
    wake_mailer(app);
    Ok(SentPhoneCode { session_info, phone, valid_secs: VALID.as_secs() })
}

/// Reads a number of an allowed country that receives text messages.
///
/// # Errors
/// `missing_phone_number`, `invalid_phone_number`, `no_text_messages`, `operation_not_allowed`.
pub(in crate::ops::accounts) fn parse_phone(app: &App, text: &str, country: Option<&str>) -> Result<(Phone, Country)> {
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
    let country = country_of(app, &phone)?;
    Ok((phone, country))
}

/// The country of a number, if it gets text messages.
///
/// # Errors
/// `operation_not_allowed`.
pub(in crate::ops::accounts) fn country_of(app: &App, phone: &Phone) -> Result<Country> {
    phone.country().filter(|country| app.config.sms.allows(*country)).ok_or_else(country_not_allowed)
}

fn country_not_allowed() -> Error {
    let message = "Text messages are not sent to this country.";
    Error::new(Kind::Forbidden, ErrorCode::OperationNotAllowed, message).in_field("phone")
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
