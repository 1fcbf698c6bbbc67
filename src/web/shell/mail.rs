//! The pages that links in messages open, for browsers without scripts: a form and its result.
//!
//! A form without `action` posts to its own URL, so no page repeats the token.

use maud::{Markup, html};

use super::mail_words::{MailWords, mail_words};
use super::page::{LinkPreview, Page};
use crate::domain::mailing::DigestFrequency;
use crate::domain::{Importance, Language, kept_days};
use crate::ops::browse::SITE_NAME;
use crate::ops::mail::preferences::{Subscription, SubscriptionStatus};
use crate::web::page_words::fill;

/// What a link in a mail is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::web) enum MailPage {
    Confirm,
    Preferences,
    Unsubscribe,
}

/// The result of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::web) enum FormResult {
    Confirmed,
    Saved,
    Left,
    Deleted,
    LinkSent,
    Expired,
    Used,
    TooOld,
    Missing,
    Invalid,
    TooMany,
}

/// The page that the app draws, with the form for browsers without scripts.
pub(in crate::web) fn page(which: MailPage, language: Language, found: Option<&Subscription>) -> Page {
    let words = mail_words(language);
    let (title, text) = match which {
        MailPage::Confirm => words.confirm,
        MailPage::Preferences => words.preferences,
        MailPage::Unsubscribe => words.unsubscribe,
    };
    let form = match (which, found) {
        (MailPage::Confirm, _) => button(words.confirm_button, "confirm"),
        (MailPage::Unsubscribe, _) => button(words.leave_button, "leave"),
        (MailPage::Preferences, Some(found)) if found.may_change => preferences(found, words),
        (MailPage::Preferences, Some(_)) => html! {
            p { (with_days(words.too_old.1)) }
            (button(words.link_button, "link"))
            (button(words.leave_button, "leave"))
        },
        (MailPage::Preferences, None) => html! { p { (words.invalid.1) } },
    };
    let content = html! { noscript { main.shell { h1 { (title) } p { (text) } (form) } } };
    document(language, title, text, content)
}

/// The page after a form.
pub(in crate::web) fn result(result: FormResult, language: Language) -> Page {
    let words = mail_words(language);
    let (title, text) = match result {
        FormResult::Confirmed => words.confirmed,
        FormResult::Saved => words.saved,
        FormResult::Left => words.left,
        FormResult::Deleted => words.deleted,
        FormResult::LinkSent => words.link_sent,
        FormResult::Expired => words.expired,
        FormResult::Used => words.used,
        FormResult::TooOld => words.too_old,
        FormResult::Missing => words.missing,
        FormResult::Invalid => words.invalid,
        FormResult::TooMany => words.too_many,
    };
    let text = with_days(text);
    document(language, title, &text, html! { h1 { (title) } p { (text) } })
}

/// A text with the days for which a link is valid.
fn with_days(text: &str) -> String {
    fill(text, &[("days", &kept_days::LINK.to_string())])
}

fn document(language: Language, title: &str, description: &str, content: Markup) -> Page {
    Page {
        language,
        title: format!("{title} · {SITE_NAME}"),
        description: description.to_owned(),
        path: None,
        languages: vec![],
        preview: LinkPreview::default(),
        data: vec![],
        content,
    }
}

fn button(label: &str, value: &str) -> Markup {
    html! { form method="post" { button name="do" value=(value) { (label) } } }
}

/// The form of everything that can be chosen without scripts, with its current values.
fn preferences(found: &Subscription, words: &MailWords) -> Markup {
    let wants = &found.preferences;
    let languages = [("ro", "Română"), ("en", "English")]
        .map(|(code, name)| (code.to_owned(), name, found.language.code() == code));
    let frequencies = [DigestFrequency::Weekly, DigestFrequency::Daily, DigestFrequency::Never].into_iter();
    let frequencies = frequencies.zip(words.frequencies);
    let frequencies = frequencies.map(|(value, name)| (value.name().to_owned(), name, value == wants.digest));
    let levels = (1..=5).filter_map(Importance::new);
    let levels = levels.map(|level| (level.to_string(), level.label(found.language), level == wants.digest_from));
    let until = wants.paused_until.map(|day| day.to_string()).unwrap_or_default();
    html! {
        p { (words.address) " " (found.email) }
        form method="post" {
            (select(words.language, "language", languages))
            (select(words.digest, "digest", frequencies))
            (select(words.digest_from, "digest_from", levels))
            (checkbox(words.urgent, "urgent", "yes", wants.urgent_from.is_some()))
            (checkbox(words.deadlines, "deadlines", "yes", wants.deadlines))
            @if found.has_account { (checkbox(words.reminders, "reminders", "yes", wants.reminders)) }
            (checkbox(words.news, "news", "yes", wants.news))
            p { label { (words.pause) " " input type="date" name="paused_until" value=(until); } }
            @if !found.has_account {
                fieldset {
                    legend { (words.topics) }
                    @for topic in &found.topics {
                        (checkbox(&topic.name, "topic", &topic.id, wants.topics.contains(&topic.id)))
                    }
                }
            }
            p { button name="do" value="save" { (words.save_button) } }
        }
        @if found.status != SubscriptionStatus::Left { (button(words.leave_button, "leave")) }
        (button(words.delete_button, "delete"))
    }
}

/// A list of options: value, label, whether it is chosen.
fn select<'a>(label: &str, name: &str, options: impl IntoIterator<Item = (String, &'a str, bool)>) -> Markup {
    html! {
        p { label {
            (label) " "
            select name=(name) {
                @for (value, text, chosen) in options { option value=(value) selected[chosen] { (text) } }
            }
        } }
    }
}

fn checkbox(label: &str, name: &str, value: &str, checked: bool) -> Markup {
    html! { p { label { input type="checkbox" name=(name) value=(value) checked[checked]; " " (label) } } }
}
