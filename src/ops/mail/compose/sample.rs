//! Sample messages for `mail preview`, with the demo articles.

use jiff::{SignedDuration, Span};

use super::articles::{ArticlePresenter, SelectedArticle, SelectedOverview, topic_names};
use super::bulk::render_automatic;
use super::content::{Selection, Window};
use super::envelope::{address, envelope};
use super::reasons::Reasons;
use crate::app::App;
use crate::catalogue::Snapshot;
use crate::domain::message::MessageKind;
use crate::domain::monthly_overview::MonthFigures;
use crate::domain::{Article, CalendarMonth, EntryKind, Language, MonthlyOverview, OverviewId, topic};
use crate::error::{Error, Result};
use crate::mail::merge_fields::MergeValues;
use crate::mail::{Message, Sender, sample_reminders};
use crate::ops::demo;
use crate::ops::mail::eligibility::CampaignItem;
use crate::ops::mail::relevance::ItemReason;
use crate::store::outbox::OutboxRecord;

/// Articles in a sample of a digest.
const IN_DIGEST: usize = 9;

/// The message of this row's kind for a recipient who follows a topic.
pub(in crate::ops::mail) fn sample(app: &App, record: &OutboxRecord) -> Result<Message> {
    let sender = Sender::new(&app.config, &app.public_url());
    let (kind, language, now) = (record.kind, record.language, record.created_at);
    // The demo articles have fixed days: the sample is dated shortly before the first duty.
    let today = if kind == MessageKind::Deadlines { near_deadlines(app) } else { app.clock.today() };
    let days = if kind == MessageKind::DailyDigest { 1 } else { 7 };
    let window = Window {
        since: Some(now - SignedDuration::from_hours(24 * days)),
        until: Some(now),
        before: Some(today.saturating_add(Span::new().days(14))),
    };
    let count = if kind == MessageKind::DailyDigest { 2 } else { IN_DIGEST };
    let mut articles = demo::articles(&app.config);
    articles.truncate(if kind == MessageKind::Deadlines { usize::MAX } else { count });
    let overviews = if kind == MessageKind::WeeklyDigest { overviews(app, language) } else { vec![] };
    let articles = articles.into_iter().map(|article| selected(article, language)).collect();
    let selection = Selection { articles, overviews, ..Selection::default() };
    let presenter = ArticlePresenter { language, public_url: &sender.public_url, today };
    let rendered = match kind {
        MessageKind::Reminders => {
            super::reminders::render(&sample_reminders(language, today), language, today, &sender)?
        }
        _ => render_automatic(kind, &selection, window, &presenter, &sender)?,
    };
    let empty = || Error::internal(format!("composing a sample of {kind}"), anyhow::anyhow!("it has no content"));
    let rendered = rendered.ok_or_else(empty)?;
    let link = |path: &str| format!("{}/mail/{path}?token=exemplu", sender.public_url);
    let values = MergeValues {
        to: address(record)?.clone(),
        display_name: "Ana Pop".into(),
        preferences_url: link("preferences"),
        unsubscribe_url: link("unsubscribe"),
    };
    Ok(rendered.to(envelope(app, record)?, &values, &sender))
}

/// The day before the next duty of the demo articles, but not before today; the day of the last duty if all have
/// passed.
fn near_deadlines(app: &App) -> jiff::civil::Date {
    let today = app.clock.today();
    let articles = demo::articles(&app.config);
    let due = articles.iter().flat_map(|article| &article.deadlines).filter(|entry| entry.kind == EntryKind::Due);
    let mut dates: Vec<_> = due.filter_map(|entry| entry.next_date(today).or(entry.date)).collect();
    dates.sort_unstable();
    let near = dates.iter().find(|date| **date >= today).or(dates.last()).copied().unwrap_or(today);
    if near > today { near.saturating_sub(Span::new().days(1)).max(today) } else { near }
}

/// The overviews of the last month, of all topics and of one.
fn overviews(app: &App, language: Language) -> Vec<SelectedOverview> {
    let month = CalendarMonth::of(app.clock.today()).before();
    let names = topic_names(&topic::defaults(), language);
    let topic = names.keys().next().cloned();
    let overview = |topic: Option<String>| {
        let figures = MonthFigures { articles: 23, important: 4, topics: vec![] };
        SelectedOverview {
            topic: topic.as_ref().and_then(|id| names.get(id)).cloned(),
            overview: MonthlyOverview {
                introduction: [(language, figures.introduction(month, language))].into(),
                id: OverviewId { month, topic },
                articles: vec![],
            },
        }
    };
    vec![overview(None), overview(topic)]
}

fn selected(article: Article, language: Language) -> SelectedArticle {
    let topics = topic_names(&topic::defaults(), language);
    let item = CampaignItem {
        slug: article.slug.clone(),
        topic: article.topic.clone(),
        reason: ItemReason::Topic,
        concern: None,
    };
    let snapshot = Snapshot::default();
    let reasons = Reasons { language, topics: &topics, snapshot: &snapshot };
    SelectedArticle { reason: Some(reasons.of(&item, None)), label: reasons.label(&item), concern: None, article }
}
