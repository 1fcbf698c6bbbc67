//! Domains as tags: their labels and their links.

use maud::{Markup, html};
use serde_json::{Map, Value};

use super::address::{address, domain_path};
use crate::domain::Language;
use crate::web::page_words::{Group, PageWords, page_words};

page_words! {
    struct TagWords {
        /// The label of each domain.
        pub labels: &'static Map<String, Value> = Group("domains"),
    }
}

/// The tags of an article, which lead to the search for them.
pub(super) fn tag_links(domains: &[String], language: Language) -> Markup {
    html! {
        @for (at, domain) in domains.iter().enumerate() {
            @if at > 0 { ", " }
            a.card-tag href=(address("", &domain_path(domain), language)) { (label(domain, language)) }
        }
    }
}

/// The label of a domain; an unknown domain is shown as stored.
fn label(domain: &str, language: Language) -> &str {
    TagWords::of(language).labels.get(domain).and_then(Value::as_str).unwrap_or(domain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_has_the_label_of_the_app() {
        let labels = ["muncă", "altceva"].map(|domain| Language::ALL.map(|language| label(domain, language)));
        assert_eq!(labels, [["muncă", "employment"], ["altceva", "altceva"]]);
    }
}
