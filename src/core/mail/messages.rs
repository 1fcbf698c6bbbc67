//! Messages to one recipient: the template of each kind and the values that fill it.

use jiff::Timestamp;

use super::condition_titles::title;
use super::condition_words;
use super::document::{MailDocument, MessageTemplate, Slots, template};
use super::sender::Sender;
use super::words;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::message::{ConditionText, FactorName, MessageContent, MessageKind};
use crate::domain::second_factor::FactorKind;
use crate::domain::template::Values;
use crate::domain::text::{printable, shorten};
use crate::error::{Error, Result};

/// Most characters of a name in a greeting.
const MAX_NAME: usize = 60;
/// Most digits of a device's name.
const MAX_DIGITS: usize = 4;
/// Most characters of a browser's description.
const MAX_DEVICE: usize = 120;

/// The parameters of a message.
pub struct Writing<'a> {
    pub to: &'a Email,
    pub language: Language,
    /// When the reported event happened.
    pub at: Timestamp,
    pub content: &'a MessageContent,
}

/// The template of a kind; `None` for a message that is made otherwise.
fn template_of(kind: MessageKind) -> Option<MessageTemplate> {
    Some(match kind {
        MessageKind::ConfirmSubscription => template!("confirm_subscription"),
        MessageKind::PreferencesLink => template!("preferences_link"),
        MessageKind::VerifyEmail => template!("verify_email"),
        MessageKind::PasswordReset => template!("password_reset"),
        MessageKind::EmailSignIn => template!("email_sign_in"),
        MessageKind::VerifyAndChangeEmail => template!("verify_and_change_email"),
        MessageKind::RecoverEmail => template!("recover_email"),
        MessageKind::PasswordChanged => template!("password_changed"),
        MessageKind::NewDevice => template!("new_device"),
        MessageKind::ProviderLinked => template!("provider_linked"),
        MessageKind::SecondFactorAdded => template!("second_factor_added"),
        MessageKind::SecondFactorRemoved => template!("second_factor_removed"),
        MessageKind::SecondFactorAttempts => template!("second_factor_attempts"),
        MessageKind::PasskeyAdded => template!("passkey_added"),
        MessageKind::PasskeyRemoved => template!("passkey_removed"),
        MessageKind::PhoneAdded => template!("phone_added"),
        MessageKind::PhoneRemoved => template!("phone_removed"),
        MessageKind::AccountDeleted => template!("account_deleted"),
        MessageKind::AccountExists => template!("account_exists"),
        MessageKind::Report => template!("report"),
        MessageKind::ConditionBegan => template!("condition_began"),
        MessageKind::ConditionEnded => template!("condition_ended"),
        MessageKind::PhoneCode
        | MessageKind::Campaign
        | MessageKind::Urgent
        | MessageKind::DailyDigest
        | MessageKind::WeeklyDigest
        | MessageKind::Deadlines
        | MessageKind::Reminders
        | MessageKind::Launch => return None,
    })
}

/// Writes the message of this kind.
///
/// # Errors
///
/// `internal` for a kind without a template, and for a message that lacks its link.
pub fn write(kind: MessageKind, writing: &Writing, sender: &Sender) -> Result<MailDocument> {
    let template = template_of(kind).ok_or_else(|| broken(kind, "it has no template"))?;
    let message = fill(template, writing, sender)?;
    if needs_link(kind) && message.link().is_none() {
        return Err(broken(kind, "its link is missing"));
    }
    Ok(message)
}

/// Writes the message that shows whether messages arrive.
///
/// # Errors
///
/// `internal` when the template has a fault.
pub fn write_test(writing: &Writing, sender: &Sender) -> Result<MailDocument> {
    fill(template!("test"), writing, sender)
}

fn broken(kind: MessageKind, reason: &'static str) -> Error {
    Error::internal(format!("writing a message of the kind {kind}"), anyhow::anyhow!(reason))
}

fn needs_link(kind: MessageKind) -> bool {
    matches!(
        kind,
        MessageKind::ConfirmSubscription
            | MessageKind::PreferencesLink
            | MessageKind::VerifyEmail
            | MessageKind::PasswordReset
            | MessageKind::EmailSignIn
            | MessageKind::VerifyAndChangeEmail
            | MessageKind::RecoverEmail
            | MessageKind::SecondFactorAdded
    )
}

fn fill(template: MessageTemplate, writing: &Writing, sender: &Sender) -> Result<MailDocument> {
    let Writing { to, language, at, content } = writing;
    let given = |text: &Option<String>| text.clone().unwrap_or_default();
    let is_early = sender.launch.is_some_and(|launch| *at < launch);
    let base = &sender.public_url;
    let slug = given(&content.slug);
    let of_condition =
        |value: &dyn Fn(&ConditionText) -> String| content.condition.as_ref().map(value).unwrap_or_default();
    let article_url = if slug.is_empty() { String::new() } else { format!("{base}/app?articleId={slug}") };
    let values = Values::new([
        ("host", sender.host.clone()),
        ("contact_email", sender.contact.clone()),
        ("early_contact", if is_early { sender.contact.clone() } else { String::new() }),
        ("early_reply", if is_early && sender.contact.is_empty() { "yes".into() } else { String::new() }),
        ("address", to.as_str().to_owned()),
        ("display_name", content.display_name.as_deref().and_then(greeted).unwrap_or_default().to_owned()),
        ("email", content.email.as_ref().map(|email| email.as_str().to_owned()).unwrap_or_default()),
        ("device", shorten(&printable(&given(&content.device)), MAX_DEVICE)),
        ("provider", shorten(&printable(&given(&content.provider)), MAX_DEVICE)),
        ("phone", given(&content.phone)),
        ("factor", content.factor.as_ref().map(|factor| factor_in_words(factor, *language)).unwrap_or_default()),
        ("time", words::moment(*at, *language)),
        ("valid", content.valid_minutes.map(|count| words::minutes(count, *language)).unwrap_or_default()),
        ("text", printable(&given(&content.text).replace("\r\n", "\n")).into_owned()),
        ("action_url", content.link.as_deref().and_then(web_address).unwrap_or_default()),
        ("sign_in_url", format!("{base}/auth?lang={language}")),
        ("article_url", article_url),
        ("slug", slug),
        ("condition_title", of_condition(&|it| title(&it.code, *language).to_owned())),
        ("condition_message", of_condition(&|it| condition_words::message(it, *language))),
        ("condition_remedy", of_condition(&|it| condition_words::remedy(it, *language))),
        ("condition_since", of_condition(&|it| words::moment(it.since, *language))),
    ]);
    template.fill(*language, values, Slots::new())
}

/// The URL in its normal form, if it is one of a web page.
fn web_address(link: &str) -> Option<String> {
    let url = url::Url::parse(link).ok()?;
    matches!(url.scheme(), "https" | "http").then(|| url.into())
}

/// The name, if a message may greet a stranger by it.
///
/// Anybody can sign up with another person's address and choose the name, and mail programs turn everything
/// that looks like an address or a telephone number into a link. A name has letters, but no digits.
pub fn greeted(name: &str) -> Option<&str> {
    let name = name.trim();
    let is_allowed = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’' | '.' | '\u{300}'..='\u{36f}');
    let is_short = !name.is_empty() && name.chars().count() <= MAX_NAME;
    (is_short && name.chars().all(is_allowed) && !is_address_like(name)).then_some(name)
}

fn factor_in_words(FactorName { kind, name, phone }: &FactorName, language: Language) -> String {
    let name = shown_name(name);
    words::factor(*kind, name.as_deref(), phone.as_deref(), language)
}

/// The name of a device or app, if a message may repeat it: an intruder may have chosen it. It may have digits, as
/// `iPhone 15` has, but fewer than a telephone number, and nothing that mail programs turn into a link.
fn shown_name(name: &str) -> Option<String> {
    let name = shorten(&printable(name), usize::MAX);
    let digits = name.chars().filter(|c| c.is_numeric()).count();
    let is_short = !name.is_empty() && name.chars().count() <= MAX_NAME;
    (is_short && digits <= MAX_DIGITS && !is_address_like(&name)).then_some(name)
}

/// Whether mail programs may turn the text into a link.
fn is_address_like(text: &str) -> bool {
    let has_host = text.split('.').skip(1).any(|part| part.starts_with(char::is_alphanumeric));
    has_host || text.contains(['@', '/']) || text.to_lowercase().contains("http")
}

/// Sample content for `mail preview`.
pub fn sample(kind: MessageKind, sender: &Sender) -> MessageContent {
    let code = "Rw3vK9-exemplu-3xample-not-a-real-code-0000000000000000";
    let mode = match kind {
        MessageKind::PasswordReset => "resetPassword",
        MessageKind::EmailSignIn => "signIn",
        MessageKind::VerifyAndChangeEmail => "verifyAndChangeEmail",
        MessageKind::RecoverEmail => "recoverEmail",
        MessageKind::SecondFactorAdded => "revertSecondFactorAddition",
        _ => "verifyEmail",
    };
    let link = match kind {
        MessageKind::ConfirmSubscription => format!("{}/mail/confirm?token={code}", sender.public_url),
        MessageKind::PreferencesLink => format!("{}/mail/preferences?token={code}", sender.public_url),
        _ => format!("{}/auth?mode={mode}&oobCode={code}", sender.public_url),
    };
    MessageContent {
        link: needs_link(kind).then_some(link),
        display_name: (!kind.is_to_operator()).then(|| "Ana Pop".into()),
        email: Email::parse("ana.nou@example.ro"),
        device: Some("Firefox, Linux".into()),
        provider: Some("Google".into()),
        valid_minutes: Some(match kind {
            MessageKind::ConfirmSubscription | MessageKind::PreferencesLink => 30 * 1440,
            MessageKind::RecoverEmail | MessageKind::SecondFactorAdded => 7 * 1440,
            _ => 60,
        }),
        text: Some("La pasul 2 termenul este 25 ianuarie, nu 31.\n\nMulțumesc!".into()),
        slug: Some("salariul-minim-2026".into()),
        reminders: vec![],
        code: None,
        phone: Some("3456".into()),
        factor: Some(FactorName { kind: FactorKind::Totp, name: "iPhone 15".into(), phone: None }),
        condition: Some(ConditionText {
            code: "disk_nearly_full".into(),
            words: "disk_nearly_full".into(),
            values: [("free_bytes", "900000000"), ("total_bytes", "20000000000")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            message: "the disk is nearly full: 900 MB of 20.0 GB are free".into(),
            remedy: "move old backups to another machine, or give the disk more space".into(),
            since: Timestamp::from_second(1_767_225_600).unwrap_or_default(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_uses_only_what_looks_like_a_name() {
        for good in ["Ana Pop", "Ștefan-Luca Ț.", "O'Neil", "Jean-Luc d’Arc", "Dr. Ana Pop", "李"] {
            assert_eq!(greeted(good), Some(good));
        }
        let long = "a".repeat(61);
        for bad in [
            "",
            "  ",
            "win at evil.example",
            "Apasa aici 0722 123 456",
            "Suna la ٠٧٢٢",
            "https evil",
            "www.evil.example",
            "evil.example/win",
            "a@b.ro",
            "Ana\r\nBcc: b@x.ro",
            "Ana\u{202e}",
            "<b>Ana</b>",
            &long,
        ] {
            assert_eq!(greeted(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_device_is_named_unless_the_name_advertises() {
        for good in ["iPhone 15", "Firefox, Linux", "Cheia de la birou", "Galaxy S24 Ultra"] {
            assert_eq!(shown_name(good).as_deref(), Some(good));
        }
        assert_eq!(shown_name(" a  b ").as_deref(), Some("a b"), "without needless spaces");
        let long = "a".repeat(61);
        for bad in ["", "  ", "evil.example", "a@b.ro", "http win", "evil/x", "Suna la 0722 123 456", &long] {
            assert_eq!(shown_name(bad), None, "{bad:?}");
        }
    }
}
