//! The pages behind the links in mails, for browsers without scripts: a form, and what it did. A form
//! without `action` goes back to its own address, so no page repeats the token.

use super::mail_words::{MailWords, mail_words};
use super::{Page, Preview};
use crate::domain::mailing::DigestFrequency;
use crate::domain::{Importance, Language};
use crate::ops::browse::SITE_NAME;
use crate::ops::mail::preferences::{Subscription, SubscriptionStatus};
use crate::web::markdown::escape;

/// What a link in a mail is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::web) enum MailPage {
    Confirm,
    Preferences,
    Unsubscribe,
}

/// What a form did, or could not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::web) enum Told {
    Confirmed,
    Saved,
    Left,
    Deleted,
    Expired,
    Missing,
    Invalid,
    TooMany,
}

/// The page that the app draws; inside is the form for browsers without scripts.
pub(in crate::web) fn page(which: MailPage, language: Language, found: Option<&Subscription>) -> Page {
    let words = mail_words(language);
    let (title, text) = match which {
        MailPage::Confirm => words.confirm,
        MailPage::Preferences => words.preferences,
        MailPage::Unsubscribe => words.unsubscribe,
    };
    let form = match (which, found) {
        (MailPage::Confirm, _) => button(words.confirm_button, "do", "confirm"),
        (MailPage::Unsubscribe, _) => button(words.leave_button, "do", "leave"),
        (MailPage::Preferences, Some(found)) => preferences(found, words),
        (MailPage::Preferences, None) => format!("<p>{}</p>\n", words.invalid.1),
    };
    let content =
        format!("<noscript><main class=\"shell\">\n<h1>{title}</h1>\n<p>{text}</p>\n{form}</main></noscript>");
    document(language, title, text, content)
}

/// The page after a form.
pub(in crate::web) fn told(told: Told, language: Language) -> Page {
    let words = mail_words(language);
    let (title, text) = match told {
        Told::Confirmed => words.confirmed,
        Told::Saved => words.saved,
        Told::Left => words.left,
        Told::Deleted => words.deleted,
        Told::Expired => words.expired,
        Told::Missing => words.missing,
        Told::Invalid => words.invalid,
        Told::TooMany => words.too_many,
    };
    document(language, title, text, format!("<h1>{title}</h1>\n<p>{text}</p>\n"))
}

fn document(language: Language, title: &str, description: &str, content: String) -> Page {
    Page {
        language,
        title: format!("{title} · {SITE_NAME}"),
        description: description.to_owned(),
        path: None,
        languages: vec![],
        preview: Preview::default(),
        data: vec![],
        content,
    }
}

fn button(words: &str, name: &str, value: &str) -> String {
    format!("<form method=\"post\">\n<button name=\"{name}\" value=\"{value}\">{words}</button>\n</form>\n")
}

/// All that can be chosen without scripts, as it is now.
fn preferences(found: &Subscription, words: &MailWords) -> String {
    let wants = &found.preferences;
    let languages =
        [("ro", "Română"), ("en", "English")].map(|(code, name)| (code, name, found.language.code() == code));
    let frequencies = [DigestFrequency::Weekly, DigestFrequency::Daily, DigestFrequency::Never];
    let frequencies = frequencies.into_iter().zip(words.frequencies);
    let frequencies = frequencies.map(|(value, name)| (value.name(), name, value == wants.digest));
    let levels = (1..=5).filter_map(Importance::new).map(|level| {
        let name = level.label(found.language);
        (["1", "2", "3", "4", "5"][usize::from(level.level() - 1)], name, level == wants.digest_from)
    });
    let mut html = format!("<p>{} {}</p>\n<form method=\"post\">\n", words.address, escape(&found.email));
    html += &select(words.language, "language", languages);
    html += &select(words.digest, "digest", frequencies);
    html += &select(words.digest_from, "digest_from", levels);
    html += &checkbox(words.urgent, "urgent", "yes", wants.urgent_from.is_some());
    html += &checkbox(words.deadlines, "deadlines", "yes", wants.deadlines);
    html += &checkbox(words.news, "news", "yes", wants.news);
    let until = wants.paused_until.map(|day| day.to_string()).unwrap_or_default();
    html += &format!(
        "<p><label>{} <input type=\"date\" name=\"paused_until\" value=\"{until}\"></label></p>\n",
        words.pause
    );
    if !found.has_account {
        html += &format!("<fieldset>\n<legend>{}</legend>\n", words.topics);
        for topic in &found.topics {
            html += &checkbox(&topic.name, "topic", &topic.id, wants.topics.contains(&topic.id));
        }
        html += "</fieldset>\n";
    }
    html += &format!("<p><button name=\"do\" value=\"save\">{}</button></p>\n</form>\n", words.save_button);
    if found.status != SubscriptionStatus::Left {
        html += &button(words.leave_button, "do", "leave");
    }
    html += &button(words.delete_button, "do", "delete");
    html
}

fn select<'a>(label: &str, name: &str, options: impl IntoIterator<Item = (&'a str, &'a str, bool)>) -> String {
    let mut html = format!("<p><label>{label} <select name=\"{name}\">\n");
    for (value, text, chosen) in options {
        let chosen = if chosen { " selected" } else { "" };
        html += &format!("<option value=\"{value}\"{chosen}>{}</option>\n", escape(text));
    }
    html + "</select></label></p>\n"
}

fn checkbox(label: &str, name: &str, value: &str, checked: bool) -> String {
    let checked = if checked { " checked" } else { "" };
    let (label, value) = (escape(label), escape(value));
    format!("<p><label><input type=\"checkbox\" name=\"{name}\" value=\"{value}\"{checked}> {label}</label></p>\n")
}
