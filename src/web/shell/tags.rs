//! Domains as tags: their labels, the same as in the app, and their links.

use maud::{Markup, html};

use super::address::{address, domain_path};
use crate::domain::Language;

const ENGLISH: [(&str, &str); 19] = [
    ("impozite", "taxes"),
    ("e-Factura", "e-Factura"),
    ("afaceri", "business"),
    ("finanțe", "finance"),
    ("muncă", "employment"),
    ("TVA", "VAT"),
    ("chirii", "renting"),
    ("societăți", "companies"),
    ("subvenții agricole", "farm subsidies"),
    ("terenuri agricole", "farmland"),
    ("consumatori", "consumers"),
    ("Uniunea Europeană", "European Union"),
    ("digital", "digital"),
    ("protecția datelor", "data protection"),
    ("impozite locale", "local taxes"),
    ("transport", "transport"),
    ("securitate cibernetică", "cybersecurity"),
    ("imobiliare", "real estate"),
    ("vamă", "customs"),
];

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
    let known = ENGLISH.iter().find(|(own, _)| *own == domain && language == Language::En);
    known.map_or(domain, |(_, english)| english)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn domains_have_the_labels_of_the_app() {
        for (language, texts) in [
            (Language::Ro, include_str!("../../../ui/src/i18n/locales/ro/domains.json")),
            (Language::En, include_str!("../../../ui/src/i18n/locales/en/domains.json")),
        ] {
            let texts: BTreeMap<String, String> = serde_json::from_str(texts).expect("JSON");
            assert_eq!(texts.len(), ENGLISH.len());
            for (domain, expected) in &texts {
                assert_eq!(label(domain, language), expected);
            }
        }
        assert_eq!(label("altceva", Language::En), "altceva");
    }
}
