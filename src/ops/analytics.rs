//! Anonymous daily counts of what consenting readers do on the pages.

use std::collections::{BTreeMap, HashMap};

use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::domain::Slug;
use crate::domain::analytics::{AnalyticsEvent, Counter, EventName, Rating, WebVital, vital_label};
use crate::error::{Error, Result};
use crate::store::{ReadTx, analytics, articles};

/// Articles in the list of the most opened ones.
const TOP_ARTICLES: usize = 20;

/// The counts of a range of days, both ends included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// Whether events are being counted now.
    pub enabled: bool,
    pub from: Date,
    pub to: Date,
    /// Page views of each day, including days with none.
    pub page_views: Vec<DayViews>,
    /// Page views, shares and subscriptions by label, the most frequent first.
    pub events: Vec<EventCount>,
    /// Web vitals by metric.
    pub web_vitals: Vec<VitalCounts>,
    /// Total number of times an article was opened.
    pub articles_opened: u64,
    /// The most opened articles, at most twenty.
    pub articles: Vec<ArticleCount>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayViews {
    pub day: Date,
    pub count: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventCount {
    pub event: EventName,
    pub label: String,
    pub count: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VitalCounts {
    pub metric: WebVital,
    pub good: u64,
    pub needs_improvement: u64,
    pub poor: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArticleCount {
    pub slug: String,
    /// Absent if the article has been removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub count: u64,
}

impl Stats {
    pub fn is_empty(&self) -> bool {
        self.events.is_empty() && self.web_vitals.is_empty() && self.articles.is_empty()
    }
}

/// Checks that analytics are enabled.
///
/// # Errors
/// `not_found`.
pub fn check_enabled(app: &App) -> Result<()> {
    if app.config.analytics.enabled { Ok(()) } else { Err(Error::not_found("There is nothing at this address.")) }
}

/// Adds the events to today's counts. Only published articles are counted, so that made-up slugs cannot fill the store.
///
/// # Errors
/// Those of [`check_enabled`].
pub async fn record(app: &App, actor: &Actor, events: &[AnalyticsEvent]) -> Result<()> {
    policy::authorize(actor, Action::RecordAnalytics)?;
    check_enabled(app)?;
    let mut counts: BTreeMap<Counter, u64> = BTreeMap::new();
    for event in events {
        let is_known = match event {
            AnalyticsEvent::ArticleOpen { slug } => app.catalogue.peek(|snapshot| snapshot.article(slug).is_some()),
            _ => true,
        };
        if is_known {
            *counts.entry(event.counter()).or_default() += 1;
        }
    }
    if counts.is_empty() {
        return Ok(());
    }
    let (today, keep_from) = (app.clock.today(), keep_from(app));
    app.store.write(move |tx| Ok(analytics::add(tx, today, keep_from, &counts)?)).await
}

/// The oldest day whose counts are kept.
fn keep_from(app: &App) -> Date {
    app.clock.today().saturating_sub((i64::from(app.config.analytics.keep_days) - 1).days())
}

/// Removes expired days. [`record`] does so too, but only when events arrive.
pub async fn clean_up(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::ManageAnalytics)?;
    let keep_from = keep_from(app);
    let oldest = app.store.read(|tx| Ok(analytics::oldest(tx)?)).await?;
    if oldest.is_some_and(|day| day < keep_from) {
        app.store.write(move |tx| Ok(analytics::prune(tx, keep_from)?)).await?;
    }
    Ok(())
}

/// Returns the counts of the last `days` days including today.
pub async fn stats(app: &App, actor: &Actor, days: u16) -> Result<Stats> {
    policy::authorize(actor, Action::ManageAnalytics)?;
    let to = app.clock.today();
    let from = to.saturating_sub((i64::from(days.max(1)) - 1).days());
    let enabled = app.config.analytics.enabled;
    app.store.read(move |tx| collect(tx, enabled, from, to)).await
}

fn collect(tx: &ReadTx, enabled: bool, from: Date, to: Date) -> Result<Stats> {
    let mut days: BTreeMap<Date, u64> = BTreeMap::new();
    let mut totals: HashMap<Counter, u64> = HashMap::new();
    analytics::each_since(tx, from, &mut |row| {
        if row.counter.event == EventName::PageView {
            *days.entry(row.day).or_default() += row.count;
        }
        *totals.entry(row.counter).or_default() += row.count;
    })?;
    let count_of = |event, label| totals.get(&Counter { event, label }).copied().unwrap_or_default();
    let web_vitals = WebVital::ALL.iter().map(|metric| {
        let count = |rating| count_of(EventName::WebVital, vital_label(*metric, rating));
        let (good, poor) = (count(Rating::Good), count(Rating::Poor));
        VitalCounts { metric: *metric, good, needs_improvement: count(Rating::NeedsImprovement), poor }
    });
    let opened = counts_by_label(&totals, EventName::ArticleOpen);
    let by_label = [EventName::PageView, EventName::Share, EventName::Subscribe].into_iter().flat_map(|event| {
        counts_by_label(&totals, event).into_iter().map(move |(label, count)| EventCount { event, label, count })
    });
    Ok(Stats {
        enabled,
        from,
        to,
        page_views: from
            .series(1.day())
            .take_while(|day| *day <= to)
            .map(|day| DayViews { day, count: days.get(&day).copied().unwrap_or_default() })
            .collect(),
        events: by_label.collect(),
        web_vitals: web_vitals.filter(|vital| vital.good + vital.needs_improvement + vital.poor > 0).collect(),
        articles_opened: opened.iter().map(|(_, count)| count).sum(),
        articles: opened.into_iter().take(TOP_ARTICLES).map(|row| titled(tx, row)).collect::<Result<_>>()?,
    })
}

/// The labels of an event with their counts, the most frequent first.
fn counts_by_label(totals: &HashMap<Counter, u64>, event: EventName) -> Vec<(String, u64)> {
    let own = totals.iter().filter(|(counter, _)| counter.event == event);
    let mut labels: Vec<_> = own.map(|(counter, count)| (counter.label.clone(), *count)).collect();
    labels.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    labels
}

fn titled(tx: &ReadTx, (slug, count): (String, u64)) -> Result<ArticleCount> {
    let record = Slug::parse(&slug).map(|slug| articles::get(tx, &slug)).transpose()?.flatten();
    Ok(ArticleCount { title: record.map(|record| record.article.title), slug, count })
}
