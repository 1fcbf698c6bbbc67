//! Requesting a text message with a code.

use super::code::{NewCode, VALID, quota_exceeded};
use super::offered::require_offered;
use super::quota::NumberQuota;
use super::require_no_second_factor;
use crate::app::App;
use crate::conditions::finding;
use crate::domain::phone::PhoneProblem;
use crate::domain::{Country, Language, Phone};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::captcha::check_failed;
use crate::identity::proof_of_work::AltchaChallenge;
use crate::ops::accounts::context::{ClientInfo, wake_mailer};
use crate::ops::accounts::errors::invalid_field;
use crate::ops::accounts::hooks;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::{limits, once};
use crate::rate_limit::Limit;
use crate::store::phone_codes::CodePurpose;

/// Seconds after which a client may request another code.
pub const RESEND_SECS: u64 = 15;
/// The condition while at least half of the text messages of the day are used.
const HALF_USED: &str = "sms_half_used";

/// A request for a text message with a code.
#[derive(Debug, Clone)]
pub struct PhoneCodeRequest {
    /// As typed by the user.
    pub phone: String,
    /// The country of a number without a calling code; default: the configured one.
    pub country: Option<String>,
    pub captcha: String,
    /// Language of the message.
    pub language: Option<Language>,
}

/// The result of a [`PhoneCodeRequest`].
#[derive(Debug, Clone)]
pub struct SentPhoneCode {
    /// The secret that must be presented with the code.
    pub session_info: String,
    pub phone: Phone,
    pub valid_secs: i64,
}

/// Issues a challenge of the captcha; `None` if a vendor issues them.
///
/// # Errors
/// `operation_not_allowed`, `too_many_requests`.
pub fn challenge(app: &App, actor: &Actor, client: &ClientInfo) -> Result<Option<AltchaChallenge>> {
    policy::authorize(actor, Action::SignIn)?;
    require_offered(app, client)?;
    app.rate_limiter.take(Limit::Captcha, client.network, app.clock.steady())?;
    app.captcha.challenge(app.clock.now())
}

/// Queues a text message with a code that signs in. The result does not depend on accounts, except that a number that
/// is a second factor is refused. In protected mode, this refusal comes only after the right code.
///
/// # Errors
/// `unsupported_tenant_operation`; `operation_not_allowed`, also for a country that is not allowed;
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

/// Checks the limits of the number and the network, and then the captcha of a request for a text message.
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
    // Messages are counted only after the captcha: otherwise anyone could use up those of another person.
    app.rate_limiter.take(Limit::Captcha, client.network, now)?;
    if app.config.sms.test_code(phone).is_none() {
        NumberQuota::new(app, client, phone, purpose).peek(app).await?;
        app.rate_limiter.peek(Limit::TextFromNetwork, client.network, now)?;
    }
    let now = app.clock.now();
    // Processes on one database use a solution up together.
    let solved = if app.store.is_shared() { app.captcha.solved(captcha, now)? } else { None };
    match solved {
        None => app.captcha.verify(captcha, now).await,
        Some(solved) if once::accept(app, &Actor::System, &solved.signature, solved.expires).await? => Ok(()),
        Some(_) => Err(check_failed()),
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
        limits::peek(app, all, "").await.map_err(quota_exceeded_until)?;
        NumberQuota::new(app, client, &code.phone, &code.purpose).take(app).await?;
        app.rate_limiter.take(Limit::TextFromNetwork, client.network, now)?;
        limits::take(app, all, "").await.map_err(quota_exceeded_until)?;
    }
    let (session_info, phone) = (code.session_info.clone(), code.phone.clone());
    let used = app.store.write(move |tx| code.queue(tx)).await?;
    report_half_used(app, used);
    wake_mailer(app);
    Ok(SentPhoneCode { session_info, phone, valid_secs: VALID.as_secs() })
}

/// Parses a mobile number of an allowed country.
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
        Some(code) => {
            Country::parse(code).ok_or_else(|| Error::invalid("country", "This is not the code of a country."))?
        }
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

/// Returns the country of a number, if text messages may be sent to it.
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

/// Returns `quota_exceeded` with the waiting time of the limit; the error of a store that cannot count it stays.
fn quota_exceeded_until(limited: Error) -> Error {
    if limited.kind != Kind::TooMany {
        return limited;
    }
    let error = quota_exceeded();
    match limited.retry_after_secs {
        Some(secs) => error.retry_after(secs),
        None => error,
    }
}

/// Reports to the operator when at least half of the messages of the day are used.
fn report_half_used(app: &App, used: u64) {
    let limit = u64::from(app.config.sms.per_day);
    if used * 2 < limit {
        app.conditions.end(HALF_USED);
        return;
    }
    let found = finding!(
        "sms_half_used",
        "{used} of the {limit} text messages of the day were sent",
        "raise sms.per_day if readers request them; consecutive numbers in `paragraf mail outbox` are a sign of abuse",
        used = used,
        limit = limit
    );
    app.conditions.report(HALF_USED, app.clock.now(), found);
}

/// Reports the use of the day's text messages, for the cleanup job.
pub(in crate::ops::accounts) async fn report_usage(app: &App) -> Result<()> {
    let (today, country) = (app.clock.today(), app.config.sms.default_country);
    let usage = app.store.read(move |tx| Ok(crate::store::sms_usage::of(tx, today, country)?)).await?;
    report_half_used(app, usage.to_all);
    Ok(())
}
