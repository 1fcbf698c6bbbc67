//! Automatic mails with the demo articles, for looking at them.

use jiff::{SignedDuration, Span};

use super::bulk::written_by;
use super::entries::{Entry, Pen, topic_names};
use super::reasons::Reasons;
use super::telling::Window;
use crate::app::App;
use crate::domain::message::MessageKind;
use crate::domain::{Article, Language, topic};
use crate::error::Result;
use crate::mail::{Message, Sender, places};
use crate::ops::demo;
use crate::ops::mail::recipients::ItemReason;
use crate::store::campaigns::CampaignArticle;
use crate::store::outbox::OutboxRecord;

/// Articles in a sample of a digest.
const IN_DIGEST: usize = 9;

/// The mail of this row's kind as somebody who follows a topic would see it.
pub(in crate::ops::mail) fn sample(app: &App, record: &OutboxRecord) -> Result<Message> {
    let sender = Sender::new(&app.config, &app.public_url());
    let (kind, language, now) = (record.kind, record.language, record.created_at);
    // Deadlines of the demo lie on fixed days: the mail is written as if the first of them were near.
    let today = if kind == MessageKind::Deadlines { near_deadlines(app) } else { app.clock.today() };
    let days = if kind == MessageKind::DailyDigest { 1 } else { 7 };
    let window = Window {
        since: Some(now - SignedDuration::from_hours(24 * days)),
        until: Some(now),
        before: Some(today.saturating_add(Span::new().days(14))),
    };
    let count = if kind == MessageKind::DailyDigest { 2 } else { IN_DIGEST };
    let mut articles = demo::articles();
    articles.truncate(if kind == MessageKind::Deadlines { usize::MAX } else { count });
    let entries: Vec<_> = articles.into_iter().map(|article| entry(article, language)).collect();
    let pen = Pen { language, public_url: &sender.public_url, today };
    let rendered = written_by(kind, &entries, 0, window, &pen, &sender)?;
    let link = |path: &str| format!("{}/mail/{path}?token=exemplu", sender.public_url);
    let recipient = places::Recipient {
        to: record.to.clone(),
        display_name: "Ana Pop".into(),
        preferences_url: link("preferences"),
        unsubscribe_url: link("unsubscribe"),
    };
    Ok(rendered.to(super::envelope(app, record), &recipient, &sender))
}

/// The day before the first dated deadline from today on, or before the last that there was.
fn near_deadlines(app: &App) -> jiff::civil::Date {
    let today = app.clock.today();
    let articles = demo::articles();
    let dates = articles.iter().flat_map(|article| &article.deadlines).filter_map(|deadline| deadline.date);
    let mut dates: Vec<_> = dates.collect();
    dates.sort_unstable();
    let near = dates.iter().find(|date| **date >= today).or(dates.last()).copied().unwrap_or(today);
    if near > today { near.saturating_sub(Span::new().days(1)).max(today) } else { near }
}

fn entry(article: Article, language: Language) -> Entry {
    let names = topic_names(&topic::defaults(), language);
    let mention = CampaignArticle {
        slug: article.slug.clone(),
        revision: 1,
        importance: article.importance,
        topic: article.topic.clone(),
        domains: article.domains.clone(),
    };
    let reasons = Reasons { language, topics: &names, follows: None };
    let reason = Some(reasons.of(&mention, ItemReason::Topic));
    Entry { article, reason }
}
