//! The order of found articles, and one page of it.

use std::cmp::Ordering;

use super::state::{FoundArticle, SearchState};
use super::today::Today;
use crate::catalogue::query::{ListCursor, ListQuery, position};

/// Weighs the words of each article by its importance and date.
// docs/decisions/0175
pub(super) fn weigh(found: &mut [FoundArticle], today: &Today) {
    for hit in found {
        // A reference alone has no words to score.
        hit.relevance.words = (hit.relevance.words + 1.0) * today.at(hit.place).prior;
    }
}

/// One page of the articles that match, and the start of the next. Those of a query with words may be in any order:
/// only the page is sorted.
// docs/decisions/0209
pub(super) fn page<'f>(
    state: &SearchState,
    query: &ListQuery,
    matching: &'f mut [FoundArticle],
) -> (&'f [FoundArticle], Option<ListCursor>) {
    let article = |found: &FoundArticle| state.articles.get(found.place as usize);
    let all = matching.len();
    let start = match &query.after {
        None => 0,
        Some(ListCursor::Place(place)) => {
            let next = matching.iter().position(|found| article(found).is_some_and(|article| place.is_before(article)));
            next.unwrap_or(all)
        }
        // The last article of the page before, if it is still found; relevance changes with the catalogue.
        Some(ListCursor::Rank { passed, slug }) => {
            let last = matching.iter().find(|found| article(found).is_some_and(|article| article.slug == *slug));
            let before =
                |last: &FoundArticle| matching.iter().filter(|found| compare(state, found, last).is_lt()).count();
            last.map_or(*passed, |last| before(last) + 1).min(all)
        }
    };
    let end = query.limit.map_or(all, |limit| all.min(start + usize::from(limit)));
    if !query.words.is_empty() {
        sort_first(matching, end, |one, other| compare(state, one, other));
    }
    let page = &matching[start..end];
    let last = page.last().filter(|_| end < all).and_then(article);
    let next = last.map(|last| match query.words.is_empty() {
        true => ListCursor::of(last),
        false => ListCursor::Rank { passed: end, slug: last.slug.clone() },
    });
    (page, next)
}

/// Puts the first `count` elements in order before the others.
pub(super) fn sort_first<T>(all: &mut [T], count: usize, compare: impl Fn(&T, &T) -> Ordering) {
    if count < all.len() {
        all.select_nth_unstable_by(count, &compare);
    }
    let first = count.min(all.len());
    all[..first].sort_unstable_by(&compare);
}

/// By relevance, then the newest first.
fn compare(state: &SearchState, one: &FoundArticle, other: &FoundArticle) -> Ordering {
    let article = |found: &FoundArticle| state.articles.get(found.place as usize);
    let by_date =
        || article(other).map(|article| position(article)).cmp(&article(one).map(|article| position(article)));
    other.relevance.cmp(&one.relevance).then_with(by_date)
}
