//! What stands below every mail: why one gets it, how to get others, what it is not, and who sends it.

use super::document::MailDocument;
use super::html::escape;
use super::merge_fields::MergeField;
use super::sender::Sender;
use super::words::words;
use crate::domain::Language;

/// The paragraphs of the footer.
pub(super) fn render(document: &MailDocument, language: Language, sender: &Sender) -> String {
    let words = words(language);
    let mut parts = vec![escape(&document.reason)];
    if document.is_bulk {
        let place = |place: MergeField, words: &str| link(&place.mark(), words);
        parts.push(format!(
            "{} &nbsp;·&nbsp; {}",
            place(MergeField::PreferencesUrl, words.preferences),
            place(MergeField::UnsubscribeUrl, words.unsubscribe)
        ));
        parts.push(escape(words.legal_status));
    }
    parts.push(who(document, language, sender));
    parts.iter().map(|part| format!("<p class=\"foot\">{part}</p>\n")).collect()
}

fn who(document: &MailDocument, language: Language, sender: &Sender) -> String {
    let words = words(language);
    let site = sender.public_url.split_once("://").map_or(sender.public_url.as_str(), |(_, host)| host);
    let mut lines =
        vec![format!("Paragraf · {}", link(&escape(&sender.public_url), &escape(site))), escape(words.about)];
    if !sender.contact.is_empty() {
        let contact = escape(&sender.contact);
        lines.push(format!("{} {}", words.contact, link(&format!("mailto:{contact}"), &contact)));
    }
    if document.is_bulk && !sender.postal_address.is_empty() {
        lines.push(escape(&sender.postal_address));
    }
    lines.join("<br>")
}

/// A link of two parts that are escaped already.
fn link(href: &str, words: &str) -> String {
    format!("<a class=\"link\" href=\"{href}\">{words}</a>")
}
