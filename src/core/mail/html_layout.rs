//! The document around a message's content: head, logo, sheet, footer.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::document::MailDocument;
use super::html_table::{NBSP, wide_table};
use super::merge_fields::MergeField;
use super::sender::Sender;
use super::words::words;
use crate::domain::Language;

/// Outlook reads conditional comments, ignores the fonts' fallbacks, and needs a table of a fixed width.
const OUTLOOK_HEAD: PreEscaped<&str> = PreEscaped(
    "<!--[if mso]>
<style>
h1, h2, p, td, li, a, span { font-family: Georgia, serif !important; }
.meta, .due, .reason, .action, .action a, .small, .small a, .foot, .foot a, .button a, .fact, .fact-name, .badge,
.row-about, .day { font-family: Arial, sans-serif !important; }
</style>
<xml><o:OfficeDocumentSettings xmlns:o=\"urn:schemas-microsoft-com:office:office\">\
<o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>
<![endif]-->",
);
const OUTLOOK_COLUMN: PreEscaped<&str> = PreEscaped(
    "<!--[if mso]><table role=\"presentation\" width=\"600\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">\
<tr><td><![endif]-->",
);
const OUTLOOK_COLUMN_END: PreEscaped<&str> = PreEscaped("<!--[if mso]></td></tr></table><![endif]-->");

/// The document before its styles are inlined.
pub(super) fn document(message: &MailDocument, language: Language, sender: &Sender, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(language) dir="ltr" {
            head {
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="supported-color-schemes" content="light dark";
                meta name="format-detection" content="telephone=no, date=no, address=no, email=no";
                meta name="x-apple-disable-message-reformatting";
                title { (message.subject) }
                (OUTLOOK_HEAD)
            }
            body.page {
                div.preview { (message.preview) }
                (wide_table(Some("page"), &html! { tr { td.outer align="center" {
                    (OUTLOOK_COLUMN)
                    (wide_table(Some("column"), &column(message, language, sender, content)))
                    (OUTLOOK_COLUMN_END)
                } } }))
            }
        }
    }
}

fn column(message: &MailDocument, language: Language, sender: &Sender, content: &Markup) -> Markup {
    html! {
        tr { td."head edge" { a.mark href=(sender.public_url) { span.sign { "§" } (NBSP) "Paragraf" } } }
        tr { td.sheet { (wide_table(None, &html! { tr { td.inner { (content) } } })) } }
        tr { td."feet edge" { (footer(message, language, sender)) } }
    }
}

/// Why the recipient gets the message, links to change that, legal status, sender.
fn footer(message: &MailDocument, language: Language, sender: &Sender) -> Markup {
    let words = words(language);
    html! {
        p.foot { (message.reason) }
        @if message.is_bulk {
            p.foot {
                (link(&MergeField::PreferencesUrl.mark(), words.preferences))
                " " (NBSP) "·" (NBSP) " "
                (link(&MergeField::UnsubscribeUrl.mark(), words.unsubscribe))
            }
            p.foot { (words.legal_status) }
        }
        p.foot { (imprint(message, language, sender)) }
    }
}

fn imprint(message: &MailDocument, language: Language, sender: &Sender) -> Markup {
    let words = words(language);
    let site = sender.public_url.split_once("://").map_or(sender.public_url.as_str(), |(_, host)| host);
    let contact = &sender.contact;
    html! {
        "Paragraf · " (link(&sender.public_url, site))
        br; (words.about)
        @if !contact.is_empty() { br; (words.contact) " " (link(&format!("mailto:{contact}"), contact)) }
        @if message.is_bulk && !sender.postal_address.is_empty() { br; (sender.postal_address) }
    }
}

fn link(href: &str, text: &str) -> Markup {
    html! { a.link href=(href) { (text) } }
}
