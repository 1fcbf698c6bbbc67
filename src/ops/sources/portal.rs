//! Reading Portal Legislativ: searches page by page, and stores the acts that were found.

use std::collections::HashSet;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::report::{SourceEvent, SourceSummary};
use super::shared::{begin_reading, draft, or_stopped};
use crate::app::App;
use crate::error::Result;
use crate::ops::acts::record::{RecordedAct, record};
use crate::ops::amendments::make;
use crate::ops::policy::{self, Action, Actor};
use crate::sources::found_act::FoundAct;
use crate::sources::portal::{PAGE_SIZE, Portal, PortalPage, PortalQuery};

/// The name of the source.
pub const NAME: &str = "portal";
/// Maximum number of pages, more than an operator's search needs.
const MAX_PAGES: u32 = 500;
/// Consecutive pages without a new act that end a reading. One is not enough: the order within a day is not stable.
const KNOWN_PAGES: u32 = 2;

/// Why a reading ended before its last act.
const REPEATED: &str = "the service repeats an earlier page and shows no further acts; read it again later";
const TOO_MANY: &str = "the search has more pages; ask for fewer acts";

/// What to fetch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalImport {
    pub query: PortalQuery,
    /// Only acts published on this day or later; the reading ends at older ones.
    pub since: Option<Date>,
    /// End at acts that are stored already.
    pub until_known: bool,
    /// Maximum number of acts.
    pub limit: Option<u64>,
    /// Store the acts without drafting articles.
    pub without_drafts: bool,
}

impl PortalImport {
    /// Whether the act is wanted. The service returns more acts than those.
    fn wants(&self, act: &FoundAct) -> bool {
        let published = act.gazette.as_ref().map(|gazette| gazette.date).or(act.date);
        let of_number = |number: &String| act.act.number.as_ref() == Some(number);
        self.query.number.as_ref().is_none_or(of_number)
            && (self.query.number.is_none() || self.query.year.is_none_or(|year| act.act.year == year))
            && self.since.is_none_or(|since| published.is_none_or(|published| published >= since))
    }
}

/// Fetches acts and stores them, a page in a transaction. Acts that were stored before a failure stay.
///
/// # Errors
/// `import_running` while the source is read; `fetch_failed`, `fetch_refused` and `timeout` of the source.
pub async fn import(
    app: &App,
    actor: &Actor,
    wanted: &PortalImport,
    report: &mut (dyn FnMut(SourceEvent) + Send),
) -> Result<SourceSummary> {
    policy::authorize(actor, Action::ImportActs)?;
    let _reading = begin_reading(app)?;
    let mut portal = Portal::new(&app.portal, &app.config.sources.portal_url, &app.clock);
    let mut summary = SourceSummary::default();
    let mut known_pages = 0;
    let mut pages = HashSet::new();
    for number in 1..=MAX_PAGES {
        let page = or_stopped(app, portal.page(&wanted.query, number)).await?;
        let records = page.records;
        if records > 0 && !pages.insert(content(&page)) {
            report(unfinished(number, REPEATED));
            break;
        }
        let (recorded, skipped) = store_page(app, actor, wanted, page, &mut summary, report).await?;
        summary.add_page(&recorded, report);
        if !wanted.without_drafts {
            draft(app, actor, &recorded, &mut summary, report).await?;
        }
        let is_known = recorded.iter().all(|act| !act.outcome.is_news());
        known_pages = if is_known { known_pages + 1 } else { 0 };
        report(SourceEvent::Page { page: number, acts: summary.acts() });
        let ends = records < PAGE_SIZE
            || (wanted.since.is_some() && recorded.is_empty() && skipped > 0)
            || (wanted.until_known && known_pages == KNOWN_PAGES)
            || wanted.limit.is_some_and(|limit| summary.acts() >= limit);
        if ends {
            break;
        }
        if number == MAX_PAGES {
            report(unfinished(number, TOO_MANY));
        }
    }
    summary.made(make::make_due(app, actor).await?);
    Ok(summary)
}

/// What a page holds, in any order: the documents of its acts, and the reasons for which records were refused.
fn content(page: &PortalPage) -> Vec<String> {
    let documents = page.delivery.acts.iter().map(|act| format!("{:?} {}", act.portal_id, act.title));
    let mut content: Vec<String> = documents.chain(page.refused.iter().cloned()).collect();
    content.sort_unstable();
    content
}

/// Reports that a reading ends at a page before its last act. A reading that nobody watches leaves it in the log.
fn unfinished(page: u32, reason: &str) -> SourceEvent {
    tracing::warn!(page, reason, "the reading of Portal Legislativ is not complete");
    SourceEvent::Unfinished { page, reason: reason.to_owned() }
}

/// Stores the wanted acts of a page. Returns them and the number of others.
async fn store_page(
    app: &App,
    actor: &Actor,
    wanted: &PortalImport,
    page: PortalPage,
    summary: &mut SourceSummary,
    report: &mut (dyn FnMut(SourceEvent) + Send),
) -> Result<(Vec<RecordedAct>, usize)> {
    let PortalPage { mut delivery, refused, .. } = page;
    for reason in refused {
        summary.refused += 1;
        report(SourceEvent::Refused { reason });
    }
    let found = delivery.acts.len();
    delivery.acts.retain(|act| wanted.wants(act));
    let left = wanted.limit.map_or(usize::MAX, |limit| usize::try_from(limit - summary.acts()).unwrap_or(usize::MAX));
    delivery.acts.truncate(left);
    let newest = delivery.acts.iter().filter_map(|act| Some(act.gazette.as_ref()?.date)).max();
    summary.newest_issue = summary.newest_issue.max(newest);
    let skipped = found - delivery.acts.len();
    summary.skipped += skipped as u64;
    Ok((record(app, actor, delivery).await?, skipped))
}
