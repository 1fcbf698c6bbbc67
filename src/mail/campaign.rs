//! The document of a campaign that the operator wrote: its text as blocks, with places for what differs from
//! recipient to recipient.

use super::document::{Block, Card, MailDocument, Span};
use super::merge_fields::MergeField;
use super::sender::Sender;
use super::template::Values;
use crate::domain::prose::{self, Part, Placeholder, Run};
use crate::domain::{Language, Slug};

/// What one version of a campaign is made of.
pub struct CampaignText<'a> {
    pub language: Language,
    pub subject: &'a str,
    /// Empty: the beginning of the text.
    pub preheader: &'a str,
    /// Markdown, as [`crate::domain::prose`] reads it.
    pub body: &'a str,
    /// The page with the same text; `None` when there is none.
    pub web_url: Option<String>,
    /// Whether it goes to addresses that asked for nothing here.
    pub to_list: bool,
}

/// Characters of the text that stand in for a preheader.
const PREVIEW: usize = 120;

const TEXTS: [[&str; 2]; 2] = [
    [include_str!("templates/campaign/ro.md"), include_str!("templates/campaign/en.md")],
    [include_str!("templates/campaign_to_list/ro.md"), include_str!("templates/campaign_to_list/en.md")],
];

/// Writes the document for recipients who have a name, or for those who have none.
///
/// `card` gives an article as it stands; one that readers cannot see any more is left out. `None` only when
/// our own template is broken.
pub fn write_campaign(
    text: &CampaignText,
    is_named: bool,
    sender: &Sender,
    card: &dyn Fn(&Slug) -> Option<Card>,
) -> Option<MailDocument> {
    let web_url = text.web_url.clone();
    let values = |placeholder: Placeholder| match placeholder {
        Placeholder::DisplayName => is_named.then(|| MergeField::DisplayName.mark()),
        Placeholder::Host => Some(sender.host.clone()),
        Placeholder::PreferencesUrl => Some(MergeField::PreferencesUrl.mark()),
        Placeholder::WebUrl => web_url.clone(),
    };
    let parts = prose::fill(&prose::read(text.body, 1).parts, &values);
    let words: String = prose::plain(&parts).chars().take(PREVIEW).collect();
    let preheader = if text.preheader.is_empty() { words.as_str() } else { text.preheader };
    let blocks = parts.into_iter().flat_map(|part| blocks(part, card)).collect();
    let texts = TEXTS[usize::from(text.to_list)];
    let template = match text.language {
        Language::Ro => texts[0],
        Language::En => texts[1],
    };
    let values = Values(vec![
        ("subject", text.subject),
        ("preheader", preheader),
        ("host", &sender.host),
        ("web_url", text.web_url.as_deref().unwrap_or_default()),
    ]);
    let document = MailDocument::new(template, &values, vec![("body", blocks)])?;
    Some(MailDocument { is_bulk: true, ..document })
}

fn blocks(part: Part, card: &dyn Fn(&Slug) -> Option<Card>) -> Vec<Block> {
    match part {
        Part::Heading { level: 1, words } => vec![Block::Title(plain(&words))],
        Part::Heading { words, .. } => vec![Block::Heading(plain(&words))],
        Part::Paragraph(runs) => {
            // A forced line break begins a paragraph: mail programs agree on nothing smaller.
            let lines = runs.split(|run| run.text == "\n").filter(|line| !line.is_empty());
            lines.map(|line| Block::Paragraph(line.iter().map(span).collect())).collect()
        }
        Part::List { first, items } => {
            let items = items.iter().map(|item| item.iter().map(span).collect()).collect();
            vec![Block::List { ordered: first.is_some(), items }]
        }
        Part::Quote(paragraphs) => vec![Block::Quote(paragraphs.iter().map(|runs| plain(runs)).collect())],
        Part::Button { words, link } => vec![Block::Button { words, link }],
        Part::Rule => vec![Block::Rule],
        Part::Article(slug) => card(&slug).map(Block::Card).into_iter().collect(),
    }
}

fn plain(runs: &[Run]) -> String {
    let text: String = runs.iter().map(|run| run.text.as_str()).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn span(run: &Run) -> Span {
    let text = run.text.clone();
    match run {
        Run { link: Some(link), .. } => Span::Link { words: text, link: link.clone() },
        Run { code: true, .. } => Span::Code(text),
        Run { strong: true, .. } => Span::Strong(text),
        Run { emphasis: true, .. } => Span::Emphasis(text),
        _ if text == "\n" => Span::Plain(" ".into()),
        _ => Span::Plain(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn a_campaign_becomes_a_letter_with_places() {
        let sender = Sender::new(&Config::default(), "https://p.example.ro");
        let document = |is_named, web_url: Option<&str>| {
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
        let plain = |text: &str| Block::Paragraph(vec![Span::Plain(text.into())]);
        let unnamed = document(false, None);
        assert_eq!((unnamed.subject.as_str(), unnamed.preview.as_str()), ("Ce se schimbă", "Titlu Bună! Cu drag, Ana"));
        assert_eq!(unnamed.blocks, [Block::Title("Titlu".into()), plain("Bună!"), plain("Cu drag,"), plain("Ana")]);
        assert!(unnamed.is_bulk && unnamed.reason.contains("p.example.ro"));
        let named = document(true, Some("https://p.example.ro/campaigns/x?lang=ro"));
        assert_eq!(named.blocks[1], plain(&format!("Bună, {}!", MergeField::DisplayName.mark())));
        assert_eq!(named.blocks.len(), 5, "with the way to the page: {:?}", named.blocks);
    }
}
