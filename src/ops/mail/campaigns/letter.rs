//! A campaign of the operator's as a mail: the letter, a preview, and one sent as a test.

use std::collections::HashMap;

use super::files::CampaignFiles;
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::email::Email;
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::domain::prose::{self, Part};
use crate::domain::{Language, Slug, Status, date};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::mail::places::Recipient;
use crate::mail::{self, CampaignText, Card, Envelope, Message, Rendered, Sender};
use crate::ops::mail::links;
use crate::ops::mail::preview::Preview;
use crate::ops::policy::{self, Action, Actor};
use crate::store::articles::{self, ArticleRecord};
use crate::store::campaigns::CampaignRecord;

/// Characters of a card's text.
const SUMMARY: usize = 280;

/// The page with a campaign's text; `None` for one that is not in the archive.
pub fn web_url(app: &App, campaign: &CampaignRecord, language: Language) -> Option<String> {
    let lang = if language == Language::Ro { "?lang=ro" } else { "" };
    campaign.is_public.then(|| format!("{}/campaigns/{}{lang}", app.public_url(), campaign.id))
}

/// What recipients of this language get, with places for what is their own.
///
/// Errors: `internal` for a campaign without this language.
pub fn rendered(app: &App, campaign: &CampaignRecord, language: Language, is_named: bool) -> Result<Rendered> {
    let broken = || Error::internal(format!("writing the campaign {}", campaign.id), anyhow::anyhow!("it has no text"));
    let version = campaign.versions.get(&language).ok_or_else(broken)?;
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
    let letter = mail::write_campaign(&text, is_named, &sender, &card).ok_or_else(broken)?;
    Ok(Rendered::new(&letter, language, &sender))
}

/// The articles that the text shows and readers can see.
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
    let translation = article.translations.get(&language).filter(|_| language != Language::Ro);
    let (title, explanation) = match translation {
        Some(translation) => (&translation.title, &translation.simple_explanation),
        None => (&article.title, &article.simple_explanation),
    };
    let words = prose::plain(&prose::read(explanation, 1).parts);
    let summary = match words.char_indices().nth(SUMMARY) {
        Some((end, _)) => format!("{}…", words[..end].trim_end_matches([' ', ',', '.', ';', ':'])),
        None => words,
    };
    let lang = if language == Language::Ro { "&lang=ro" } else { "" };
    Card {
        importance: article.importance,
        title: title.clone(),
        source: date::long(article.publish_date, language),
        summary,
        deadline: None,
        reason: None,
        link: format!("{}/app?articleId={}{lang}", sender.public_url, article.slug),
    }
}

/// The mail to one person, such as the operator.
async fn message(app: &App, campaign: &CampaignRecord, language: Language, to: &Email, name: &str) -> Result<Message> {
    let sender = Sender::new(&app.config, &app.public_url());
    let rendered = rendered(app, campaign, language, !name.is_empty())?;
    let recipient = Recipient {
        to: to.clone(),
        display_name: name.to_owned(),
        preferences_url: links::preferences_url(app, to)?,
        unsubscribe_url: links::unsubscribe_url(app, to)?,
    };
    let now = app.clock.now();
    let kind = MessageKind::Campaign.name();
    let envelope = Envelope { id: uuid_at(now), name: kind, to: to.clone(), created_at: now, sent_at: now };
    Ok(rendered.to(envelope, &recipient, &sender))
}

/// The mails of a file as somebody called Ana would see them, in one language or in all that it has.
///
/// Errors: `invalid_campaign`, and `language_missing` when the file has no such version.
pub async fn preview(
    app: &App,
    actor: &Actor,
    files: &CampaignFiles,
    language: Option<Language>,
) -> Result<Vec<Preview>> {
    policy::authorize(actor, Action::ReadOutbox)?;
    let campaign = super::create::check(app, actor, files, &Audience::Everybody, None).await?;
    let to = Email::parse("ana@example.ro").ok_or_else(|| Error::invalid("address", "This is not an address."))?;
    let sender = Sender::new(&app.config, &app.public_url());
    let mut previews = Vec::new();
    for version in campaign.versions.keys().filter(|version| language.is_none_or(|wanted| wanted == **version)) {
        let Message { subject, text, html, .. } = message(app, &campaign, *version, &to, "Ana Pop").await?;
        let from = format!("{} <{}>", sender.name, sender.address);
        previews.push(Preview { kind: MessageKind::Campaign, language: *version, from, subject, text, html });
    }
    if previews.is_empty() {
        let message = format!("{} has no text in that language", files.name);
        return Err(Error::new(Kind::Invalid, ErrorCode::LanguageMissing, message));
    }
    Ok(previews)
}

/// Sends every version of a file to one address now, past the ledger; answers what the mail server said of
/// each, or the files.
///
/// Errors: `invalid_campaign`, `mail_not_sent` with what stood in the way.
pub async fn test(
    app: &App,
    actor: &Actor,
    files: &CampaignFiles,
    audience: &Audience,
    to: Email,
) -> Result<Vec<String>> {
    let campaign = super::create::check(app, actor, files, audience, None).await?;
    let mut told = Vec::new();
    for language in campaign.versions.keys() {
        let message = message(app, &campaign, *language, &to, "").await?;
        let sent = app.mailer.send(&message).await.map_err(|failure| {
            let remedy = "correct the keys under [mail] and try again";
            Error::new(
                Kind::Upstream,
                ErrorCode::MailNotSent,
                format!("the mail did not leave: {}; {remedy}", failure.reason),
            )
        });
        told.push(sent?);
    }
    Ok(told)
}
