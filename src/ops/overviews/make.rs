//! Drafting overviews when a month has ended.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::app::App;
use crate::domain::monthly_overview::{MAX_ARTICLES, MonthFigures};
use crate::domain::topic::Topic;
use crate::domain::{CalendarMonth, Importance, Language, MonthlyOverview, OverviewId, Status};
use crate::error::{Error, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::articles::{self, ArticleRecord};
use crate::store::audit::{self, AuditRecord};
use crate::store::monthly_overviews::{self, OverviewRecord};
use crate::store::{ReadTx, topics};

/// Drafts the overviews of the last month, unless that of all topics exists.
pub async fn make_due(app: &App, actor: &Actor) -> Result<Vec<OverviewId>> {
    policy::authorize(actor, Action::EditArticles)?;
    let month = CalendarMonth::of(app.clock.today()).before();
    let id = OverviewId { month, topic: None };
    if app.store.read(move |tx| Ok(monthly_overviews::get(tx, &id)?.is_some())).await? {
        return Ok(vec![]);
    }
    make(app, actor, month).await
}

/// Drafts the missing overviews of a month: of all topics, and of each topic with articles. Returns their ids.
///
/// # Errors
/// `invalid` in `month` unless it has ended.
pub async fn make(app: &App, actor: &Actor, month: CalendarMonth) -> Result<Vec<OverviewId>> {
    policy::authorize(actor, Action::EditArticles)?;
    if month >= CalendarMonth::of(app.clock.today()) {
        return Err(Error::invalid("month", format!("{month} has not ended; its overview can be made on the first")));
    }
    let drafts = app.store.read(move |tx| drafts(tx, month)).await?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let write = app.store.write(move |tx| {
        let mut made = Vec::new();
        for overview in &drafts {
            let id = &overview.id;
            if monthly_overviews::get(tx, id)?.is_some() {
                continue;
            }
            let draft = OverviewRecord {
                overview: overview.clone(),
                status: Status::Draft,
                made_at: now,
                saved: None,
                published: None,
            };
            monthly_overviews::put(tx, &draft)?;
            let (action, subject) = ("overviews.make".into(), id.to_string());
            audit::append(tx, &AuditRecord { at: now, actor: actor.clone(), action, subject })?;
            made.push(id.clone());
        }
        Ok(made)
    });
    write.await
}

fn drafts(tx: &ReadTx, month: CalendarMonth) -> Result<Vec<MonthlyOverview>> {
    let (articles, topics) = (of_month(tx, month)?, topics::list(tx)?);
    if articles.is_empty() {
        return Ok(vec![]);
    }
    let mut drafts = vec![draft(OverviewId { month, topic: None }, &articles, &topics)];
    for topic in &topics {
        let own: Vec<_> = articles.iter().filter(|record| record.article.topic == topic.id).cloned().collect();
        if !own.is_empty() {
            drafts.push(draft(OverviewId { month, topic: Some(topic.id.clone()) }, &own, &topics));
        }
    }
    Ok(drafts)
}

fn draft(id: OverviewId, articles: &[ArticleRecord], topics: &[Topic]) -> MonthlyOverview {
    let introduction = |language| (language, figures(&id, articles, topics, language).introduction(id.month, language));
    MonthlyOverview {
        introduction: Language::ALL.into_iter().map(introduction).collect(),
        articles: articles.iter().take(MAX_ARTICLES).map(|record| record.article.slug.clone()).collect(),
        id,
    }
}

fn figures(id: &OverviewId, articles: &[ArticleRecord], topics: &[Topic], language: Language) -> MonthFigures {
    let (mut figures, mut by_topic) = (MonthFigures::default(), BTreeMap::new());
    for record in articles {
        figures.add(record.article.importance);
        *by_topic.entry(record.article.topic.as_str()).or_insert(0_usize) += 1;
    }
    if id.topic.is_none() {
        let named = |topic: &Topic| Some((topic.name(language).to_owned(), *by_topic.get(topic.id.as_str())?));
        figures.topics = topics.iter().filter_map(named).collect();
        // Stable: with equal numbers, the order of the topics is kept.
        figures.topics.sort_by_key(|(_, count)| Reverse(*count));
    }
    figures
}

/// The published articles of a month, the most important first, then the newest.
pub(super) fn of_month(tx: &ReadTx, month: CalendarMonth) -> Result<Vec<ArticleRecord>> {
    let mut found: Vec<ArticleRecord> = Vec::new();
    articles::each_newest_first(tx, &mut |record| {
        if record.article.publish_date < month.first_day() {
            return ControlFlow::Break(());
        }
        if record.status == Status::Published && month.contains(record.article.publish_date) {
            found.push(record);
        }
        ControlFlow::Continue(())
    })?;
    let importance = |record: &ArticleRecord| -> Reverse<Importance> { Reverse(record.article.importance) };
    found.sort_by_key(importance);
    Ok(found)
}
