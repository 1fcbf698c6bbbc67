//! The sources of an article, and which of them are official.

use serde::{Deserialize, Serialize};
use url::Url;

/// Hosts of the state, the authorities and the European Union; their subdomains are official as well.
const OFFICIAL: [&str; 17] = [
    "legislatie.just.ro", "monitoruloficial.ro", "eur-lex.europa.eu", "europa.eu", "anaf.ro", "mfinante.gov.ro",
    "onrc.ro", "apia.org.ro", "madr.ro", "inspectiamuncii.ro", "gov.ro", "cdep.ro", "senat.ro", "bnr.ro",
    "asfromania.ro", "anre.ro", "dnsc.ro",
];

/// A page that an article rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    pub url: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

impl Source {
    /// The host without `www.`; empty for an address without one.
    pub fn host(&self) -> String {
        let url = Url::parse(&self.url).ok();
        let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
        host.strip_prefix("www.").unwrap_or(host).to_owned()
    }

    /// Whether the source is published by the state, an authority or the European Union.
    // docs/decisions/0113
    pub fn is_official(&self) -> bool {
        is_official(&self.host())
    }
}

fn is_official(host: &str) -> bool {
    OFFICIAL
        .iter()
        .any(|official| host.strip_suffix(official).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn official_hosts_are_on_the_list_or_below_it() {
        let source = |url: &str| Source { url: url.into(), title: None };
        for url in [
            "https://legislatie.just.ro/Public/DetaliiDocument/275745",
            "http://www.anaf.ro/",
            "https://static.anaf.ro/static/10/Anaf/a.pdf",
            "https://eur-lex.europa.eu/eli/reg/2024/1028/oj",
            "https://mmuncii.gov.ro/",
            "https://ANRE.ro/",
        ] {
            assert!(source(url).is_official(), "{url}");
        }
        for url in [
            "https://paidromania.ro/",
            "https://www.pwc.ro/",
            "https://notanaf.ro/",
            "https://anaf.ro.example.com/",
            "https://example.com/anaf.ro",
            "not an address",
        ] {
            assert!(!source(url).is_official(), "{url}");
        }
        assert_eq!(source("https://www.pwc.ro/a").host(), "pwc.ro");
    }
}
