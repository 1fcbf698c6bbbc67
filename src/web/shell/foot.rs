//! What stands under every page without JavaScript: languages, feeds, legal pages, contact.

use super::{Site, address, words};
use crate::domain::Language;
use crate::web::markdown::escape;

/// Links to the same page in the other language and to what belongs to the site. `path` is the
/// page's own, without a language.
pub(in crate::web) fn foot(site: &Site, path: &str, language: Language) -> String {
    let words = words(language);
    let mut html =
        format!("<footer class=\"shell-foot\" data-print=\"hide\">\n<nav aria-label=\"{}\">\n", words.site_pages);
    for (other, name) in [(Language::En, "English"), (Language::Ro, "Română")] {
        let query = if path.contains('?') { '&' } else { '?' };
        let href = format!("{path}{query}lang={other}");
        let current = if other == language { " aria-current=\"true\"" } else { "" };
        html.push_str(&format!(
            "<a href=\"{}\" lang=\"{other}\" hreflang=\"{other}\"{current}>{name}</a>\n",
            escape(&href)
        ));
    }
    for (path, name) in [("/", "Paragraf"), ("/app", words.all), ("/privacy", words.privacy), ("/terms", words.terms)] {
        html.push_str(&format!("<a href=\"{}\">{name}</a>\n", escape(&address("", path, language))));
    }
    html.push_str(&format!(
        "<a href=\"/feed.xml?lang={language}\">{}</a>\n</nav>\n{}</footer>\n",
        words.feed,
        contact(site, language)
    ));
    html
}

/// How to reach the operator; nothing when nothing is configured.
pub(in crate::web) fn contact(site: &Site, language: Language) -> String {
    let (email, phone) = (escape(&site.contact_email), escape(&site.contact_phone));
    let mut ways = Vec::new();
    if !email.is_empty() {
        ways.push(format!("<a href=\"mailto:{email}\">{email}</a>"));
    }
    if !phone.is_empty() {
        let dialled: String = phone.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
        ways.push(format!("<a href=\"tel:{dialled}\">{phone}</a>"));
    }
    if ways.is_empty() {
        return String::new();
    }
    format!("<p>{}: {}</p>\n", words(language).contact, ways.join(", "))
}
