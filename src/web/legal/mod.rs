//! The privacy policy and the terms: our Markdown, or the operator's, filled from the
//! configuration.
//!
//! A block (what stands between blank lines) that names a `{{placeholder}}` without a value is left
//! out. A block that begins with `{{!placeholder}}` is kept only while the placeholder has no value,
//! which is how a text says the same in other words.

use std::path::Path;

use super::markdown;
use crate::config::{Config, LEGAL_FILES, read_legal_file};
use crate::domain::Language;
use crate::error::{Error, ErrorCode, Kind, Result};

/// Characters of the description that result pages show.
const DESCRIPTION: usize = 200;

/// Which document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Which {
    Privacy,
    Terms,
}

/// A document in one language, ready to be put into a page.
#[derive(Debug, Clone)]
pub(super) struct Document {
    pub title: String,
    pub description: String,
    pub html: String,
}

/// All documents.
pub(super) struct Legal([Document; 4]);

/// Ours, in the order of [`LEGAL_FILES`].
const OURS: [&str; 4] = [
    include_str!("privacy.ro.md"),
    include_str!("privacy.en.md"),
    include_str!("terms.ro.md"),
    include_str!("terms.en.md"),
];

impl Legal {
    /// Errors: `config` when a file of the operator's cannot be used.
    pub(super) fn load(config: &Config, public_url: &str) -> Result<Self> {
        let values = Values::new(config, public_url);
        let document = |place: usize| {
            let text = own_text(&config.site.legal_dir, LEGAL_FILES[place])?;
            Ok::<_, Error>(Document::new(text.as_deref().unwrap_or(OURS[place]), &values))
        };
        Ok(Self([document(0)?, document(1)?, document(2)?, document(3)?]))
    }

    pub(super) fn get(&self, which: Which, language: Language) -> &Document {
        let [privacy_ro, privacy_en, terms_ro, terms_en] = &self.0;
        match (which, language) {
            (Which::Privacy, Language::Ro) => privacy_ro,
            (Which::Privacy, Language::En) => privacy_en,
            (Which::Terms, Language::Ro) => terms_ro,
            (Which::Terms, Language::En) => terms_en,
        }
    }
}

fn own_text(folder: &str, name: &str) -> Result<Option<String>> {
    if folder.is_empty() {
        return Ok(None);
    }
    read_legal_file(&Path::new(folder).join(name))
        .map_err(|reason| Error::new(Kind::Invalid, ErrorCode::Config, format!("site.legal_dir: {reason}")))
}

impl Document {
    fn new(text: &str, values: &Values) -> Self {
        let filled = values.fill(text);
        let title = filled.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Paragraf");
        let first = filled.split("\n\n").find(|block| !block.trim_start().starts_with('#')).unwrap_or_default();
        Self {
            title: markdown::to_text(title),
            description: markdown::beginning(&markdown::to_text(first), DESCRIPTION).into_owned(),
            html: markdown::to_document_html(&filled),
        }
    }
}

/// The placeholders' values; an empty one is not configured.
struct Values([(&'static str, String); 9]);

impl Values {
    fn new(config: &Config, public_url: &str) -> Self {
        let (site, analytics) = (&config.site, &config.analytics);
        Self([
            ("contact_email", site.contact_email.clone()),
            ("contact_phone", site.contact_phone.clone()),
            ("developer_name", site.developer_name.clone()),
            ("developer_url", site.developer_url.clone()),
            ("city", site.city.clone()),
            ("country", site.country.clone()),
            ("public_url", public_url.to_owned()),
            ("provider_name", config.accounts.provider().map(|provider| provider.label()).unwrap_or_default()),
            ("analytics_days", if analytics.enabled { analytics.keep_days.to_string() } else { String::new() }),
        ])
    }

    fn fill(&self, text: &str) -> String {
        let text = text.replace("\r\n", "\n");
        let blocks = text.split("\n\n").filter_map(|block| self.block(block));
        blocks.collect::<Vec<_>>().join("\n\n")
    }

    fn block(&self, block: &str) -> Option<String> {
        let mut block = block.to_owned();
        for (name, value) in &self.0 {
            let unless = format!("{{{{!{name}}}}}");
            if block.contains(&unless) {
                if !value.is_empty() {
                    return None;
                }
                block = block.replace(&unless, "").trim_start().to_owned();
            }
        }
        for (name, value) in &self.0 {
            let mark = format!("{{{{{name}}}}}");
            if block.contains(&mark) {
                if value.is_empty() {
                    return None;
                }
                block = block.replace(&mark, &plain(value));
            }
        }
        Some(block)
    }
}

/// A value as Markdown that means nothing but itself.
fn plain(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    for c in value.chars().filter(|c| !c.is_control()) {
        // Letters that mean something to Markdown inside a line; the others read better as they are.
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '(' | ')' | '&' | '|' | '~' | '#') {
            plain.push('\\');
        }
        plain.push(c);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(developer_name: &str, city: &str) -> Config {
        let mut config = Config::default();
        config.site.developer_name = developer_name.into();
        config.site.city = city.into();
        config
    }

    #[test]
    fn what_is_not_configured_is_left_out_or_said_otherwise() {
        for (name, city, wanted) in [
            ("", "", "have not yet put their name"),
            ("Firma *SRL*", "", "is run by Firma *SRL*. They"),
            ("Firma", "Cluj", "is run by Firma, Cluj. They"),
        ] {
            let legal = Legal::load(&config(name, city), "https://p.ro").expect("our texts");
            let document = legal.get(Which::Privacy, Language::En);
            assert!(document.html.contains(wanted), "{wanted}: {}", document.html);
            assert_eq!(document.html.matches("Regulation (EU) 2016/679").count(), 1);
            assert!(!document.html.contains("{{"), "{}", document.html);
        }
    }

    #[test]
    fn both_languages_say_as_much() {
        for pair in [[OURS[0], OURS[1]], [OURS[2], OURS[3]]] {
            let [ro, en] = pair.map(|text| {
                let headings: Vec<_> =
                    text.lines().filter(|line| line.starts_with('#')).map(|line| line.matches('#').count()).collect();
                (headings, text.split("\n\n").count(), text.matches("{{").count())
            });
            assert_eq!(ro, en);
        }
    }
}
