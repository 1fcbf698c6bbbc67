//! The words of the pages that links in messages open.

use crate::domain::Language;
use crate::web::page_words::{PageWords, Text, page_words};

page_words! {
    struct MailWords {
        pub confirm: (Text, Text) = ("served.mail.confirm.title", "served.mail.confirm.text"),
        pub preferences: (Text, Text) = ("mail.preferences.title", "served.mail.preferences.text"),
        pub unsubscribe: (Text, Text) = ("mail.unsubscribe.title", "served.mail.unsubscribe.text"),
        pub confirmed: (Text, Text) = ("served.mail.confirmed.title", "served.mail.confirmed.text"),
        pub saved: (Text, Text) = ("served.mail.saved.title", "served.mail.saved.text"),
        pub left: (Text, Text) = ("mail.left.title", "served.mail.left.text"),
        pub deleted: (Text, Text) = ("mail.remove.deleted", "served.mail.deleted.text"),
        pub link_sent: (Text, Text) = ("mail.link.sent", "served.mail.link_sent.text"),
        pub expired: (Text, Text) = ("mail.link.expired", "mail.link.expired_text"),
        pub used: (Text, Text) = ("mail.link.used", "mail.link.used_text"),
        /// Of a link that is too old for anything but unsubscribing.
        pub too_old: (Text, Text) = ("mail.link.old", "mail.link.old_text"),
        pub missing: (Text, Text) = ("mail.link.gone", "served.mail.missing.text"),
        pub invalid: (Text, Text) = ("mail.link.invalid", "served.mail.invalid.text"),
        pub too_many: (Text, Text) = ("served.mail.too_many.title", "served.mail.too_many.text"),
        pub confirm_button: Text = "served.mail.confirm_button",
        pub save_button: Text = "served.mail.save_button",
        pub leave_button: Text = "mail.unsubscribe.button",
        pub link_button: Text = "mail.link.send",
        pub delete_button: Text = "mail.remove.delete",
        pub address: Text = "served.mail.address",
        pub language: Text = "mail.form.language",
        pub digest: Text = "served.mail.digest",
        /// Weekly, daily, never.
        pub frequencies: [Text; 3] = ["mail.form.digest_weekly", "mail.form.digest_daily", "mail.form.digest_never"],
        pub digest_from: Text = "served.mail.digest_from",
        pub urgent: Text = "served.mail.urgent",
        pub deadlines: Text = "served.mail.deadlines",
        pub reminders: Text = "served.mail.reminders",
        pub news: Text = "mail.form.news",
        pub pause: Text = "served.mail.pause",
        pub topics: Text = "served.mail.topics",
    }
}

pub(super) fn mail_words(language: Language) -> &'static MailWords {
    MailWords::of(language)
}
