//! Campaigns: an operator's text as a message, with merge fields for what differs between recipients.

use super::document::{Block, Card, MailDocument, template};
use super::merge_fields::MergeField;
use super::sender::Sender;
use crate::domain::prose::{self, Part};
use crate::domain::template::Values;
use crate::domain::text::shorten;
use crate::domain::{Language, Slug};
use crate::error::Result;

/// One language of a campaign.
pub struct CampaignText<'a> {
    pub language: Language,
    pub subject: &'a str,
    /// Empty: the beginning of the text.
    pub preheader: &'a str,
    /// Markdown, as [`crate::domain::prose`] reads it.
    pub body: &'a str,
    /// The page with the same text; `None` when there is none.
    pub web_url: Option<String>,
    /// Whether the recipients come from a list of the operator, not from subscriptions or accounts.
    pub to_list: bool,
}

/// Characters of the text that replace a missing preheader.
const PREVIEW_CHARS: usize = 120;

/// Writes the message for recipients with a name, or for those without.
///
/// `card` returns the card of an article, or `None` for one that readers can no longer see.
///
/// # Errors
///
/// `internal` for a campaign without a subject or text.
pub fn write_campaign(
    text: &CampaignText,
    is_named: bool,
    sender: &Sender,
    card: &dyn Fn(&Slug) -> Option<Card>,
) -> Result<MailDocument> {
    let web_url = text.web_url.as_deref().unwrap_or_default();
    let display_name = if is_named { MergeField::DisplayName.mark() } else { String::new() };
    let values = Values::new([
        ("display_name", display_name),
        ("host", sender.host.clone()),
        ("preferences_url", MergeField::PreferencesUrl.mark()),
        ("web_url", web_url.to_owned()),
    ]);
    let parts = prose::fill(&prose::read(text.body, 1).parts, &values);
    let preheader = match text.preheader {
        "" => shorten(&prose::plain(&parts), PREVIEW_CHARS),
        preheader => preheader.to_owned(),
    };
    let blocks = parts.into_iter().filter_map(|part| match part {
        Part::Article(slug) => card(&slug).map(Block::Card),
        part => Some(Block::Part(part)),
    });
    let template = if text.to_list { template!("campaign_to_list") } else { template!("campaign") };
    let values = Values::new([
        ("subject", text.subject),
        ("preheader", preheader.as_str()),
        ("host", sender.host.as_str()),
        ("web_url", web_url),
    ]);
    let message = template.fill(text.language, values, vec![("body", blocks.collect())])?;
    Ok(MailDocument { is_bulk: true, ..message })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::domain::prose::Run;

    #[test]
    fn a_campaign_becomes_a_message_with_merge_fields() {
        let sender = Sender::new(&Config::default(), "https://p.example.ro");
        let message = |is_named, web_url: Option<&str>| {
            let text = CampaignText {
                language: Language::Ro,
                subject: "Ce se schimbă",
                preheader: "",
                body: "# Titlu\n\nBună, {{display_name}}!\n\n{{!display_name}}Bună!\n\n{{article:a}}\n\nCu drag,  \nAna",
                web_url: web_url.map(str::to_owned),
                to_list: false,
            };
            write_campaign(&text, is_named, &sender, &|_| None).expect("our template")
        };
        let block = |runs: &[&str]| Block::Part(Part::Paragraph(runs.iter().map(|text| Run::plain(*text)).collect()));
        let title = Block::Part(Part::Heading { level: 1, words: vec![Run::plain("Titlu")] });
        let unnamed = message(false, None);
        assert_eq!((unnamed.subject.as_str(), unnamed.preview.as_str()), ("Ce se schimbă", "Titlu Bună! Cu drag, Ana"));
        assert_eq!(unnamed.blocks, [title, block(&["Bună!"]), block(&["Cu drag,", "\n", "Ana"])]);
        assert!(unnamed.is_bulk && unnamed.reason.contains("p.example.ro"));
        let named = message(true, Some("https://p.example.ro/campaigns/x?lang=ro"));
        assert_eq!(named.blocks[1], block(&[&format!("Bună, {}!", MergeField::DisplayName.mark())]));
        assert_eq!(named.blocks.len(), 4, "with the link to the page: {:?}", named.blocks);
    }
}
