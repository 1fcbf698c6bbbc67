//! How many articles a follow would have announced.

use std::collections::{BTreeSet, HashSet};

use jiff::ToSpan;
use jiff::civil::Date;

use super::article::PublishedArticle;
use super::saved_search::SavedSearch;
use super::search::SearchIndex;
use super::snapshot::Snapshot;
use crate::domain::{ActId, Importance, Slug};
use crate::error::Result;

/// The days that are counted, today included.
pub const VOLUME_DAYS: i32 = 90;

/// The content of articles that a follow is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FollowedContent {
    /// A topic's id.
    Topic(String),
    /// The key of a domain.
    Domain(String),
    /// An act that articles are on or name.
    Act(ActId),
    /// These articles.
    Articles(BTreeSet<Slug>),
    Search(Box<SavedSearch>),
}

/// The number of articles of the last [`VOLUME_DAYS`], from this importance on, that the follow is about.
///
/// # Errors
/// `unavailable` until all articles are indexed, for an act or a search.
pub(super) fn volume(
    snapshot: &Snapshot,
    index: &SearchIndex,
    content: &FollowedContent,
    from: Importance,
    today: Date,
) -> Result<usize> {
    let since = today.saturating_sub((VOLUME_DAYS - 1).days());
    let count = |matches: &dyn Fn(&PublishedArticle) -> bool| count(snapshot, since, from, matches);
    Ok(match content {
        FollowedContent::Topic(topic) => count(&|article| *article.topic == **topic),
        FollowedContent::Domain(domain) => count(&|article| article.has_domain(domain)),
        FollowedContent::Act(id) => {
            let act = index.act(id)?;
            let articles = act.iter().flat_map(|act| act.own.iter().chain(&act.citing));
            let ids: HashSet<u64> = articles.map(|article| article.id).collect();
            count(&|article| ids.contains(&article.id))
        }
        FollowedContent::Articles(slugs) => count(&|article| slugs.contains(&article.slug)),
        FollowedContent::Search(search) => index.count_since(search.query(), since, from, today)?,
    })
}

fn count(snapshot: &Snapshot, since: Date, from: Importance, matches: &dyn Fn(&PublishedArticle) -> bool) -> usize {
    let recent = snapshot.articles().iter().take_while(|article| article.publish_date >= since);
    recent.filter(|article| article.importance >= from && matches(article)).count()
}
