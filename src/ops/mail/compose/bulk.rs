//! One mail of many: chosen for its recipient, written once for all who get the same.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::entries::{Entry, Pen, topic_names};
use super::reasons::Reasons;
use super::telling::{self, Window};
use crate::app::App;
use crate::domain::message::MessageKind;
use crate::domain::{CampaignId, Language, MailPreferences, Slug};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::mail::places;
use crate::mail::{self, BulkHeaders, ListUnsubscribe, Message, Rendered, Sender};
use crate::ops::mail::automatic::schedule::date_of;
use crate::ops::mail::recipients::{self, Recipient};
use crate::ops::mail::{campaigns as written, links};
use crate::store::campaigns::{self, CampaignRecord};
use crate::store::outbox::OutboxRecord;
use crate::store::{Reading, articles, topics};

/// What one recipient's mail is made of.
struct Choice {
    campaign: CampaignRecord,
    language: Language,
    /// Empty for who has no name that a mail may greet.
    display_name: String,
    /// The articles that are told, each with why.
    items: Vec<(Slug, String)>,
    /// How many more there are.
    left_out: usize,
}

pub(in crate::ops::mail) fn compose(app: &App, record: &OutboxRecord, campaign: &CampaignId) -> Result<Message> {
    let choice = app.store.read_blocking(|tx| choose(tx, campaign, record))?;
    let recipient = places::Recipient {
        to: record.to.clone(),
        display_name: choice.display_name.clone(),
        preferences_url: links::preferences_url(app, &record.to)?,
        unsubscribe_url: links::unsubscribe_url(app, &record.to)?,
    };
    let name = choice.name();
    let rendered = match app.rendered_mails.get(&name) {
        Some(rendered) => rendered,
        None => render(app, choice, name)?,
    };
    let sender = Sender::new(&app.config, &app.public_url());
    let bulk = Some(headers(app, &recipient, &sender)?);
    Ok(Message { bulk, ..rendered.to(super::envelope(app, record), &recipient, &sender) })
}

/// How mail programs take the recipient off the list: by a post, and by a mail where those are read.
fn headers(app: &App, recipient: &places::Recipient, sender: &Sender) -> Result<BulkHeaders> {
    let address = &app.config.mail.bounces.bounce_address;
    let token = links::mail_token(app, &recipient.to)?;
    let mailto = (!address.is_empty()).then(|| format!("mailto:{address}?subject=unsubscribe%20{token}"));
    let unsubscribe = ListUnsubscribe { https: recipient.unsubscribe_url.clone(), mailto };
    Ok(BulkHeaders { unsubscribe, list_id: format!("news.{}", sender.host) })
}

/// Reads what the recipient wants now, and what of the campaign concerns them.
fn choose(tx: &impl Reading, id: &CampaignId, record: &OutboxRecord) -> Result<Choice> {
    let gone = || Error::internal("writing a mail", anyhow::anyhow!("its campaign is not there"));
    let campaign = campaigns::get(tx, id)?.ok_or_else(gone)?;
    let recipient = recipients::of_address(tx, &record.to)?.unwrap_or_else(|| stranger(record));
    // What the operator wrote may not be there in every language; the row says which one was found.
    let language = if campaign.versions.is_empty() { recipient.language } else { record.language };
    let names = topic_names(&topics::list(tx)?, language);
    let reasons = Reasons { language, topics: &names, follows: recipient.follows.as_ref() };
    let found = recipients::items(tx, &campaign, &recipient)?;
    let said = |kind, is_empty: bool| match kind {
        MessageKind::Campaign | MessageKind::Launch => true,
        MessageKind::DailyDigest | MessageKind::WeeklyDigest => !is_empty || recipient.preferences.digest_when_empty,
        _ => !is_empty,
    };
    if !said(campaign.kind, found.is_empty()) {
        return Err(nothing_to_say());
    }
    let left_out = found.len().saturating_sub(telling::told(campaign.kind));
    let told = found.into_iter().take(telling::told(campaign.kind));
    let items = told.map(|(article, reason)| (article.slug.clone(), reasons.of(article, reason))).collect();
    let display_name = mail::greeted(&recipient.display_name).unwrap_or_default().to_owned();
    Ok(Choice { campaign, language, display_name, items, left_out })
}

fn nothing_to_say() -> Error {
    Error::new(Kind::Gone, ErrorCode::NothingToSay, "Nothing of it concerns the recipient any more.")
}

/// An address of the operator's list that nobody has here.
fn stranger(record: &OutboxRecord) -> Recipient {
    Recipient {
        email: record.to.clone(),
        language: record.language,
        display_name: String::new(),
        preferences: MailPreferences::default(),
        uid: None,
        follows: None,
    }
}

impl Choice {
    /// Says all that the mail depends on, but for what is filled into its places.
    fn name(&self) -> String {
        let mut digest = Sha256::new();
        for (slug, reason) in &self.items {
            digest.update(slug.as_str());
            digest.update([0]);
            digest.update(reason);
            digest.update([0]);
        }
        let items: String = digest.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let is_named = !self.display_name.is_empty();
        format!("{} {} {is_named} {} {items}", self.campaign.id, self.language, self.left_out)
    }
}

fn render(app: &App, choice: Choice, name: String) -> Result<Arc<Rendered>> {
    let Choice { campaign, language, display_name, .. } = &choice;
    let rendered = match campaign.kind {
        MessageKind::Campaign => written::letter::rendered(app, campaign, *language, !display_name.is_empty())?,
        _ => automatic(app, choice)?,
    };
    Ok(app.rendered_mails.put(name, rendered))
}

fn automatic(app: &App, choice: Choice) -> Result<Rendered> {
    let Choice { campaign, language, items, left_out, .. } = choice;
    let entries = app.store.read_blocking(|tx| {
        let entry = |(slug, reason): (Slug, String)| {
            let record = articles::get(tx, &slug)?;
            Ok(record.map(|record| Entry { article: record.article, reason: Some(reason) }))
        };
        Ok(items.into_iter().map(entry).collect::<Result<Vec<_>>>()?.into_iter().flatten().collect::<Vec<_>>())
    })?;
    let sender = Sender::new(&app.config, &app.public_url());
    let window = Window { since: campaign.since, until: campaign.until, before: campaign.until.map(date_of) };
    let pen = Pen { language, public_url: &sender.public_url, today: app.clock.today() };
    written_by(campaign.kind, &entries, left_out, window, &pen, &sender)
}

/// Writes and lays out an automatic mail.
///
/// Errors: `internal` for a kind that is not made like this, or a look ahead without anything to do.
pub(super) fn written_by(
    kind: MessageKind,
    entries: &[Entry],
    left_out: usize,
    window: Window,
    pen: &Pen,
    sender: &Sender,
) -> Result<Rendered> {
    let telling = telling::telling(kind, entries, left_out, window, pen);
    if kind == MessageKind::Deadlines && telling.days.is_empty() {
        return Err(nothing_to_say());
    }
    let letter = mail::write_automatic(kind, &telling, sender);
    let broken = || Error::internal(format!("writing a mail of the kind {kind}"), anyhow::anyhow!("it has no text"));
    Ok(Rendered::new(&letter.ok_or_else(broken)?, pen.language, sender))
}
