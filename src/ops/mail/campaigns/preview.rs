//! Previews of a campaign's file, and test messages.

use super::create::check;
use super::files::CampaignFiles;
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::mail::merge_fields::MergeValues;
use crate::mail::{Envelope, Message, Sender};
use crate::ops::mail::compose::campaign::render;
use crate::ops::mail::links;
use crate::ops::mail::preview::{MessagePreview, not_sent, sample_address};
use crate::ops::policy::{self, Action, Actor};
use crate::store::campaigns::CampaignRecord;

/// The message to one address, outside the outbox.
async fn message(app: &App, campaign: &CampaignRecord, language: Language, to: &Email, name: &str) -> Result<Message> {
    let sender = Sender::new(&app.config, &app.public_url());
    let rendered = render(app, campaign, language, !name.is_empty())?;
    let values = MergeValues {
        to: to.clone(),
        display_name: name.to_owned(),
        preferences_url: links::preferences_url(app, to)?,
        unsubscribe_url: links::unsubscribe_url(app, to)?,
    };
    let now = app.clock.now();
    let kind = MessageKind::Campaign.name();
    let envelope = Envelope { id: uuid_at(now), name: kind, to: to.clone(), created_at: now, sent_at: now };
    Ok(rendered.to(envelope, &values, &sender))
}

/// Renders a campaign's file for a sample recipient, in one language or in all languages of the file.
///
/// # Errors
/// `invalid_campaign`; `language_missing` when the file has no such version.
pub async fn preview(
    app: &App,
    actor: &Actor,
    files: &CampaignFiles,
    language: Option<Language>,
) -> Result<Vec<MessagePreview>> {
    policy::authorize(actor, Action::ReadOutbox)?;
    let campaign = check(app, actor, files, &Audience::Everybody, None).await?;
    let to = sample_address()?;
    let sender = Sender::new(&app.config, &app.public_url());
    let mut previews = Vec::new();
    for version in campaign.versions.keys().filter(|version| language.is_none_or(|wanted| wanted == **version)) {
        let Message { subject, text, html, .. } = message(app, &campaign, *version, &to, "Ana Pop").await?;
        let from = format!("{} <{}>", sender.name, sender.address);
        previews.push(MessagePreview { kind: MessageKind::Campaign, language: *version, from, subject, text, html });
    }
    if previews.is_empty() {
        let message = format!("{} has no text in that language", files.name);
        return Err(Error::new(Kind::Invalid, ErrorCode::LanguageMissing, message));
    }
    Ok(previews)
}

/// Sends every version of a file to one address now, outside the outbox. Returns the mail server's reply to each, or
/// the path of its file.
///
/// # Errors
/// `invalid_campaign`; `mail_not_sent` with the cause.
pub async fn test(
    app: &App,
    actor: &Actor,
    files: &CampaignFiles,
    audience: &Audience,
    to: Email,
) -> Result<Vec<String>> {
    policy::authorize(actor, Action::SendMail)?;
    let campaign = check(app, actor, files, audience, None).await?;
    let mut replies = Vec::new();
    for language in campaign.versions.keys() {
        let message = message(app, &campaign, *language, &to, "").await?;
        let sent = app.mailer.send(&message).await.map_err(|failure| not_sent(&failure));
        replies.push(app.mailer.outcome(&sent?));
    }
    Ok(replies)
}
