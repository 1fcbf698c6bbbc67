//! Renders the campaigns that the operator writes.

use std::collections::HashMap;

use super::articles::plain;
use crate::app::App;
use crate::domain::mailing::Audience;
use crate::domain::prose::{self, Part};
use crate::domain::text::CARD_SUMMARY_CHARS;
use crate::domain::{Language, Slug, Status, date};
use crate::error::{Error, Result};
use crate::mail::{self, CampaignText, Card, Rendered, Sender};
use crate::store::articles::{self, ArticleRecord};
use crate::store::campaigns::CampaignRecord;

/// The campaign's page in the archive; `None` when the campaign is not public.
pub(in crate::ops) fn web_url(app: &App, campaign: &CampaignRecord, language: Language) -> Option<String> {
    let lang = if language == Language::Ro { "?lang=ro" } else { "" };
    campaign.is_public.then(|| format!("{}/campaigns/{}{lang}", app.public_url(), campaign.id))
}

/// Renders the operator's text in this language, with merge fields.
///
/// # Errors
/// `internal` for a campaign without this language.
pub(in crate::ops) fn render(
    app: &App,
    campaign: &CampaignRecord,
    language: Language,
    is_named: bool,
) -> Result<Rendered> {
    let missing =
        || Error::internal(format!("composing {}", campaign.id), anyhow::anyhow!("it has no text in {language}"));
    let version = campaign.versions.get(&language).ok_or_else(missing)?;
    let sender = Sender::new(&app.config, &app.public_url());
    let articles = articles_of(app, &version.body)?;
    let text = CampaignText {
        language,
        subject: &version.subject,
        preheader: &version.preheader,
        body: &version.body,
        web_url: web_url(app, campaign, language),
        to_list: campaign.audience == Audience::List,
    };
    let card = |slug: &Slug| articles.get(slug).map(|record| card(record, language, &sender));
    let document = mail::write_campaign(&text, is_named, &sender, &card)?;
    Ok(Rendered::new(&document, language, &sender))
}

/// The published articles that the text mentions.
fn articles_of(app: &App, body: &str) -> Result<HashMap<Slug, ArticleRecord>> {
    let slugs: Vec<_> = prose::read(body, 1).parts.into_iter().filter_map(slug).collect();
    app.store.read_blocking(|tx| {
        let mut found = HashMap::new();
        for slug in slugs {
            let record = articles::get(tx, &slug)?.filter(|record| record.status == Status::Published);
            found.extend(record.map(|record| (slug, record)));
        }
        Ok(found)
    })
}

fn slug(part: Part) -> Option<Slug> {
    match part {
        Part::Article(slug) => Some(slug),
        _ => None,
    }
}

fn card(record: &ArticleRecord, language: Language, sender: &Sender) -> Card {
    let article = &record.article;
    let texts = article.texts(language);
    let lang = if language == Language::Ro { "&lang=ro" } else { "" };
    Card {
        importance: article.importance,
        title: texts.title.to_owned(),
        source: date::long(article.publish_date, language),
        summary: plain(texts.simple_explanation, CARD_SUMMARY_CHARS),
        next_entry: None,
        step: None,
        reason: None,
        label: None,
        is_private: false,
        link: format!("{}/app?articleId={}{lang}", sender.public_url, article.slug),
    }
}
