//! The privacy policy and the terms: the texts here, or the operator's own, filled from the configuration.
//!
//! A block, such as a paragraph, that names a `{{placeholder}}` without a value is left out. A block that begins
//! with `{{!placeholder}}` is kept only without a value, with the same statement in other words.

use std::path::Path;

use maud::Markup;
use pulldown_cmark::{Event, Options, Parser, Tag, TextMergeStream};

use super::markdown;
use crate::config::{CaptchaKind, Config, LEGAL_FILES, SmsTransport, read_legal_file};
use crate::domain::Language;
use crate::domain::template::Values;
use crate::domain::text::{DESCRIPTION_CHARS, shorten};
use crate::error::{Error, ErrorCode, Kind, Result};

/// Which document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum LegalPage {
    Privacy,
    Terms,
}

/// A document in one language, as a page shows it.
#[derive(Debug, Clone)]
pub(super) struct LegalDocument {
    pub title: String,
    pub description: String,
    pub html: Markup,
}

/// All documents.
pub(super) struct Legal([LegalDocument; 4]);

/// Our own texts, in the order of [`LEGAL_FILES`].
const OURS: [&str; 4] = [
    include_str!("privacy.ro.md"),
    include_str!("privacy.en.md"),
    include_str!("terms.ro.md"),
    include_str!("terms.en.md"),
];

impl Legal {
    /// # Errors
    /// `config` if a file of the operator cannot be read or has an unknown placeholder.
    pub(super) fn load(config: &Config, public_url: &str) -> Result<Self> {
        let values = values(config, public_url);
        let document = |place: usize| {
            let text = own_text(&config.site.legal_dir, LEGAL_FILES[place])?;
            let text = text.as_deref().unwrap_or(OURS[place]);
            if let Some(unknown) = values.unknown(text) {
                return Err(unusable(&format!("{} has the unknown placeholder {unknown}", LEGAL_FILES[place])));
            }
            Ok(LegalDocument::new(text, &values))
        };
        Ok(Self([document(0)?, document(1)?, document(2)?, document(3)?]))
    }

    pub(super) fn get(&self, which: LegalPage, language: Language) -> &LegalDocument {
        let [privacy_ro, privacy_en, terms_ro, terms_en] = &self.0;
        match (which, language) {
            (LegalPage::Privacy, Language::Ro) => privacy_ro,
            (LegalPage::Privacy, Language::En) => privacy_en,
            (LegalPage::Terms, Language::Ro) => terms_ro,
            (LegalPage::Terms, Language::En) => terms_en,
        }
    }
}

fn own_text(folder: &str, name: &str) -> Result<Option<String>> {
    if folder.is_empty() {
        return Ok(None);
    }
    read_legal_file(&Path::new(folder).join(name)).map_err(|reason| unusable(&reason))
}

fn unusable(reason: &str) -> Error {
    Error::new(Kind::Invalid, ErrorCode::Config, format!("site.legal_dir: {reason}"))
}

impl LegalDocument {
    fn new(text: &str, values: &Values) -> Self {
        let blocks: Vec<_> = blocks(text).into_iter().filter_map(|block| filled(block, values)).collect();
        let first = |wanted: fn(&Tag<'_>) -> bool| {
            let found = blocks.iter().find(|block| matches!(block.first(), Some(Event::Start(tag)) if wanted(tag)));
            found.map(|block| markdown::plain_text(block.iter().cloned()))
        };
        Self {
            title: first(|tag| matches!(tag, Tag::Heading { .. })).unwrap_or_else(|| "Paragraf".into()),
            description: shorten(&first(|tag| matches!(tag, Tag::Paragraph)).unwrap_or_default(), DESCRIPTION_CHARS),
            html: markdown::document_html(blocks.into_iter().flatten()),
        }
    }
}

/// The top-level blocks of a document.
fn blocks(text: &str) -> Vec<Vec<Event<'_>>> {
    let (mut blocks, mut block, mut depth) = (Vec::new(), Vec::new(), 0_usize);
    for event in TextMergeStream::new(Parser::new_ext(text, Options::ENABLE_TABLES)) {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        block.push(event);
        if depth == 0 {
            blocks.push(std::mem::take(&mut block));
        }
    }
    blocks
}

/// The block with its placeholders filled; `None` when it is left out.
///
/// The block was read as Markdown before, so a value is never markup.
fn filled<'a>(block: Vec<Event<'a>>, values: &Values) -> Option<Vec<Event<'a>>> {
    let fill = |event| {
        Some(match event {
            Event::Text(text) => Event::Text(values.fill(&text)?.into()),
            Event::Code(text) => Event::Code(values.fill(&text)?.into()),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = values.fill(&dest_url)?.into();
                Event::Start(Tag::Link { link_type, dest_url, title, id })
            }
            other => other,
        })
    };
    block.into_iter().map(fill).collect()
}

fn values(config: &Config, public_url: &str) -> Values<'static> {
    let (site, analytics) = (&config.site, &config.analytics);
    Values::new([
        ("contact_email", site.contact_email.clone()),
        ("contact_phone", site.contact_phone.clone()),
        ("developer_name", site.developer_name.clone()),
        ("developer_url", site.developer_url.clone()),
        ("city", site.city.clone()),
        ("country", site.country.clone()),
        ("public_url", public_url.to_owned()),
        ("provider_name", provider_names(config)),
        ("database", if config.store.url.is_empty() { String::new() } else { "PostgreSQL".to_owned() }),
        ("phone", if config.accounts.phone { "yes".to_owned() } else { String::new() }),
        ("sms_gateway", sms_gateway(config)),
        ("captcha_name", captcha_name(config).to_owned()),
        ("guest_days", guest_days(config)),
        ("analytics_days", if analytics.enabled { analytics.keep_days.to_string() } else { String::new() }),
    ])
}

/// Days after which an unused guest is removed; empty without guests.
fn guest_days(config: &Config) -> String {
    let days = config.accounts.policy().session_idle.as_hours() / 24;
    if config.accounts.guests { days.to_string() } else { String::new() }
}

/// The names of all sign-in providers.
fn provider_names(config: &Config) -> String {
    config.accounts.providers().map(|provider| provider.name).collect::<Vec<_>>().join(", ")
}

/// The host that receives text messages; empty if nobody receives any.
fn sms_gateway(config: &Config) -> String {
    let sms = &config.sms;
    match sms.transport {
        _ if !config.accounts.phone => String::new(),
        SmsTransport::Folder => String::new(),
        SmsTransport::Twilio if sms.url.is_empty() => "Twilio".to_owned(),
        SmsTransport::Twilio | SmsTransport::Http => {
            let address = url::Url::parse(&sms.url).ok();
            address.and_then(|address| address.host_str().map(str::to_owned)).unwrap_or_default()
        }
    }
}

/// The vendor whose program the page loads before it sends a text message; empty without one.
fn captcha_name(config: &Config) -> &'static str {
    match config.captcha.kind {
        _ if !config.accounts.phone => "",
        CaptchaKind::ProofOfWork => "",
        CaptchaKind::Recaptcha => "Google reCAPTCHA",
        CaptchaKind::Hcaptcha => "hCaptcha",
        CaptchaKind::Turnstile => "Cloudflare Turnstile",
    }
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
    fn a_missing_value_leaves_out_its_block_or_keeps_another() {
        for (name, city, wanted) in [
            ("", "", "is not published here yet"),
            ("Firma *SRL*", "", "is run by Firma *SRL*. They"),
            ("Firma", "Cluj", "is run by Firma, Cluj. They"),
        ] {
            let legal = Legal::load(&config(name, city), "https://p.ro").expect("our texts");
            let document = legal.get(LegalPage::Privacy, Language::En);
            assert!(document.html.0.contains(wanted), "{wanted}: {}", document.html.0);
            assert_eq!(document.html.0.matches("Regulation (EU) 2016/679").count(), 1);
            assert!(!document.html.0.contains("{{"), "{}", document.html.0);
        }
    }

    #[test]
    fn the_policy_names_the_places_and_recipients_of_the_configuration() {
        let policies = |config: &Config| {
            let legal = Legal::load(config, "https://p.ro").expect("our texts");
            [Language::Ro, Language::En].map(|language| legal.get(LegalPage::Privacy, language).html.0.clone())
        };
        let alone = ["un singur server", "on one server"];
        let database = ["bază de date PostgreSQL, controlată", "a PostgreSQL database in the operator"];
        let nothing = ["nimic nu se încarcă de la terți", "nothing is loaded from third parties"];
        let mut config = Config::default();
        for (at, policy) in policies(&config).iter().enumerate() {
            assert!(policy.contains(alone[at]) && policy.contains(nothing[at]), "{policy}");
            assert!(!policy.contains("PostgreSQL") && !policy.contains("SMS") && !policy.contains("text message"));
        }
        config.store.url = "postgres://paragraf@db.example.ro/paragraf".into();
        config.accounts.phone = true;
        config.sms.transport = SmsTransport::Http;
        config.sms.url = "https://api.example.ro/send?key=x".into();
        config.captcha.kind = CaptchaKind::Turnstile;
        for (at, policy) in policies(&config).iter().enumerate() {
            assert!(policy.contains(database[at]) && !policy.contains("db.example.ro"), "{policy}");
            assert!(policy.contains("Cloudflare Turnstile") && policy.contains(" api.example.ro,"), "{policy}");
            assert!(!policy.contains(alone[at]) && !policy.contains(nothing[at]) && !policy.contains("{{"), "{policy}");
        }
    }

    #[test]
    fn both_languages_have_the_same_structure() {
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
