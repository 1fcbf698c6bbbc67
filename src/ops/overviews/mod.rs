//! Monthly overviews: made on the first of a month, approved at the desk, read by everybody.

pub mod edit;
pub mod make;

use jiff::ToSpan;
use jiff::civil::Date;

use super::browse::{self, live};
use super::deadlines;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::{Catalogue, Deadline, DeadlineQuery, ListQuery};
use crate::domain::article::Revision;
use crate::domain::topic::Topic;
use crate::domain::{Language, MonthlyOverview, OverviewId};
use crate::error::{Error, Result};
use crate::store::monthly_overviews;

/// Maximum number of the next month's days on a page.
const NEXT_DAYS: usize = 30;

/// What the page of an overview shows.
#[derive(Debug)]
pub struct OverviewPage {
    pub overview: MonthlyOverview,
    /// `None` for all topics.
    pub topic: Option<Topic>,
    /// The articles that are still published, in the order of the overview.
    pub articles: Vec<Revision>,
    /// The first days of the next month on which something is due, starts or ends.
    pub next: Vec<Deadline>,
    /// The number of all such days.
    pub next_total: usize,
    /// The other overviews of the month, or of the topic, newest first.
    pub others: Vec<ListedOverview>,
}

/// A published overview in a list.
#[derive(Debug, Clone)]
pub struct ListedOverview {
    pub id: OverviewId,
    /// `None` for all topics.
    pub topic: Option<Topic>,
    pub articles: usize,
}

/// Lists the published overviews, newest month first, and within a month that of all topics first.
pub fn list(app: &App, actor: &Actor) -> Result<Vec<ListedOverview>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let snapshot = live(app)?;
    let listed = |overview: &MonthlyOverview| {
        let topic = overview.id.topic.as_deref().map(|id| snapshot.topic(id).cloned());
        // A topic that the operator removed has no name.
        let is_named = topic.as_ref().is_none_or(Option::is_some);
        let (id, articles) = (overview.id.clone(), overview.articles.len());
        is_named.then(|| ListedOverview { id, topic: topic.flatten(), articles })
    };
    Ok(snapshot.overviews().iter().filter_map(listed).collect())
}

/// Returns the page of a published overview. Blocks.
///
/// # Errors
/// `not_found`.
pub fn page(app: &App, actor: &Actor, id: &OverviewId, language: Language) -> Result<OverviewPage> {
    policy::authorize(actor, Action::ReadPublished)?;
    let snapshot = live(app)?;
    let mut listed = list(app, actor)?;
    let own = listed.iter().position(|other| other.id == *id).map(|index| listed.remove(index));
    let (Some(own), Some(overview)) = (own, snapshot.monthly_overview(id).cloned()) else { return Err(missing()) };
    listed.retain(|other| other.id.month == id.month || other.id.topic == id.topic);
    let articles = overview.articles.iter().filter_map(|slug| snapshot.article(slug)).map(|it| it.unpack());
    let articles = articles.collect::<Result<_>>()?;
    let next = deadlines::list(app, actor, &of_next_month(id, language), app.clock.today())?;
    Ok(OverviewPage {
        overview,
        topic: own.topic,
        articles,
        next: next.iter().collect::<Result<_>>()?,
        next_total: next.total,
        others: listed,
    })
}

/// The days of the month after the overview's.
fn of_next_month(id: &OverviewId, language: Language) -> DeadlineQuery {
    let from = id.month.after().first_day();
    let to = from.saturating_add(1.month()).yesterday().unwrap_or(Date::MAX);
    let articles = ListQuery::newest(language, id.topic.clone(), None, 1);
    DeadlineQuery { from: Some(from), to: Some(to), ..DeadlineQuery::next(articles, NEXT_DAYS) }
}

/// Reads the published overviews again after a change.
pub(in crate::ops) async fn reload(app: &App) -> Result<()> {
    browse::reload(app, |tx| Ok(monthly_overviews::published(tx)?), Catalogue::set_overviews).await
}

fn missing() -> Error {
    Error::not_found("There is no such overview.")
}
