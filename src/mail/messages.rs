//! Which text each kind of mail has, and what is filled into it.

use jiff::Timestamp;

use super::document::MailDocument;
use super::sender::Sender;
use super::template::{Slots, Values};
use super::words;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::message::{MessageContent, MessageKind};
use crate::error::{Error, Result};

/// Longest greeting by name; a longer name is hardly one.
const MAX_NAME: usize = 60;
/// Longest description of a browser.
const MAX_DEVICE: usize = 120;

/// What one mail is to say, to whom, when.
pub struct Writing<'a> {
    pub to: &'a Email,
    pub language: Language,
    /// When what it speaks of happened.
    pub at: Timestamp,
    pub content: &'a MessageContent,
}

macro_rules! template {
    ($name:literal) => {
        [include_str!(concat!("templates/", $name, "/ro.md")), include_str!(concat!("templates/", $name, "/en.md"))]
    };
}

/// The texts in Romanian and in English; `None` for a kind that is not sent yet.
fn texts(kind: MessageKind) -> Option<[&'static str; 2]> {
    Some(match kind {
        MessageKind::ConfirmSubscription => template!("confirm_subscription"),
        MessageKind::Campaign
        | MessageKind::Urgent
        | MessageKind::DailyDigest
        | MessageKind::WeeklyDigest
        | MessageKind::Deadlines
        | MessageKind::Launch => return None,
        MessageKind::VerifyEmail => template!("verify_email"),
        MessageKind::PasswordReset => template!("password_reset"),
        MessageKind::EmailSignIn => template!("email_sign_in"),
        MessageKind::VerifyAndChangeEmail => template!("verify_and_change_email"),
        MessageKind::RecoverEmail => template!("recover_email"),
        MessageKind::PasswordChanged => template!("password_changed"),
        MessageKind::NewDevice => template!("new_device"),
        MessageKind::AccountDeleted => template!("account_deleted"),
        MessageKind::AccountExists => template!("account_exists"),
        MessageKind::Report => template!("report"),
    })
}

/// Writes the mail of this kind.
///
/// Errors: `internal` for a kind that is not sent, or that lacks its link.
pub fn write(kind: MessageKind, writing: &Writing, sender: &Sender) -> Result<MailDocument> {
    let document = texts(kind).and_then(|texts| fill(texts, writing, sender));
    let document = document.ok_or_else(|| broken(kind.name(), "it has no text"))?;
    if needs_link(kind) && document.link().is_none() {
        return Err(broken(kind.name(), "its link is missing"));
    }
    Ok(document)
}

/// Writes the mail that shows whether mails arrive.
pub fn write_test(writing: &Writing, sender: &Sender) -> Result<MailDocument> {
    fill(template!("test"), writing, sender).ok_or_else(|| broken("test", "it has no text"))
}

fn broken(name: &str, reason: &'static str) -> Error {
    Error::internal(format!("writing a mail of the kind {name}"), anyhow::anyhow!(reason))
}

fn needs_link(kind: MessageKind) -> bool {
    use MessageKind::{
        ConfirmSubscription, EmailSignIn, PasswordReset, RecoverEmail, VerifyAndChangeEmail, VerifyEmail,
    };
    let account = matches!(kind, VerifyEmail | PasswordReset | EmailSignIn | VerifyAndChangeEmail | RecoverEmail);
    account || kind == ConfirmSubscription
}

fn fill([ro, en]: [&str; 2], writing: &Writing, sender: &Sender) -> Option<MailDocument> {
    let Writing { to, language, at, content } = writing;
    let text = match language {
        Language::Ro => ro,
        Language::En => en,
    };
    let given = |text: &Option<String>| text.clone().unwrap_or_default();
    let base = &sender.public_url;
    let slug = given(&content.slug);
    let article_url = if slug.is_empty() { String::new() } else { format!("{base}/app?articleId={slug}") };
    let link = content.link.as_deref().and_then(web_address);
    let values = [
        ("host", sender.host.clone()),
        ("contact_email", sender.contact.clone()),
        ("address", to.as_str().to_owned()),
        ("display_name", content.display_name.as_deref().and_then(greeted).unwrap_or_default().to_owned()),
        ("email", content.email.as_ref().map(|email| email.as_str().to_owned()).unwrap_or_default()),
        ("device", shortened(&given(&content.device), MAX_DEVICE)),
        ("time", words::moment(*at, *language)),
        ("valid", content.valid_minutes.map(|count| words::minutes(count, *language)).unwrap_or_default()),
        ("text", readable(&given(&content.text))),
        ("link", link.unwrap_or_default()),
        ("sign_in_url", format!("{base}/auth?lang={language}")),
        ("article_url", article_url),
        ("slug", slug),
    ];
    MailDocument::new(text, &Values(values.iter().map(|(name, value)| (*name, value.as_str())).collect()), Slots::new())
}

/// The address as a browser would write it, if it leads to a page.
fn web_address(link: &str) -> Option<String> {
    let url = url::Url::parse(link).ok()?;
    matches!(url.scheme(), "https" | "http").then(|| url.into())
}

/// The name, if a stranger may be greeted by it: whoever signs up with somebody else's address chooses
/// it, and mail programs make links of whatever looks like an address.
pub fn greeted(name: &str) -> Option<&str> {
    let name = name.trim();
    let sound = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’' | '.' | '\u{300}'..='\u{36f}');
    let address_like = name.split('.').skip(1).any(|part| part.starts_with(char::is_alphanumeric));
    let short = !name.is_empty() && name.chars().count() <= MAX_NAME;
    (short && name.chars().all(sound) && !address_like && !name.to_lowercase().contains("http")).then_some(name)
}

fn shortened(text: &str, limit: usize) -> String {
    readable(text).split_whitespace().collect::<Vec<_>>().join(" ").chars().take(limit).collect()
}

/// Without signs that steer terminals or turn the direction of writing.
fn readable(text: &str) -> String {
    let hidden = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    text.replace("\r\n", "\n").chars().filter(|c| !hidden(*c)).collect()
}

/// What `mail preview` fills in.
pub fn sample(kind: MessageKind, sender: &Sender) -> MessageContent {
    let code = "Rw3vK9-exemplu-3xample-not-a-real-code-0000000000000000";
    let mode = match kind {
        MessageKind::PasswordReset => "resetPassword",
        MessageKind::EmailSignIn => "signIn",
        MessageKind::VerifyAndChangeEmail => "verifyAndChangeEmail",
        MessageKind::RecoverEmail => "recoverEmail",
        _ => "verifyEmail",
    };
    let link = match kind {
        MessageKind::ConfirmSubscription => format!("{}/mail/confirm?token={code}", sender.public_url),
        _ => format!("{}/auth?mode={mode}&oobCode={code}", sender.public_url),
    };
    MessageContent {
        link: needs_link(kind).then_some(link),
        display_name: (kind != MessageKind::Report).then(|| "Ana Pop".into()),
        email: Email::parse("ana.nou@example.ro"),
        device: Some("Firefox, Linux".into()),
        valid_minutes: Some(match kind {
            MessageKind::ConfirmSubscription => 30 * 1440,
            MessageKind::RecoverEmail => 7 * 1440,
            _ => 60,
        }),
        text: Some("La pasul 2 termenul este 25 ianuarie, nu 31.\n\nMulțumesc!".into()),
        slug: Some("salariul-minim-2026".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_is_greeted_only_by_what_looks_like_a_name() {
        for good in ["Ana Pop", "Ștefan-Luca Ț.", "O'Neil", "Jean-Luc d’Arc", "Dr. Ana Pop", "李"] {
            assert_eq!(greeted(good), Some(good));
        }
        let long = "a".repeat(61);
        for bad in [
            "",
            "  ",
            "win at evil.example",
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
}
