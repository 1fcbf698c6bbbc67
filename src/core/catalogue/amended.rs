//! How much the acts of published articles amend, as far as it was asked for.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

/// Most articles that are known; more are forgotten together, and asked for again.
const MAX_ARTICLES: usize = 200_000;

/// How much the act of an article amends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AmendedTotal {
    /// The amended acts.
    pub acts: u32,
    /// The operations on acts that have a stored form.
    pub operations: u32,
}

/// What was read for articles, so that most of their pages need no look at the store: few acts amend others.
///
/// An article has another id after each change. `generation` is that of all amendments, which grows when one of them
/// changes, also in another process.
// docs/decisions/0534
#[derive(Debug, Default)]
pub struct AmendedArticles(Mutex<KnownAmended>);

#[derive(Debug, Default)]
struct KnownAmended {
    generation: u64,
    /// By the id of the article.
    articles: FxHashMap<u64, AmendedTotal>,
}

impl AmendedArticles {
    /// What is known of the article in this generation.
    pub fn get(&self, generation: u64, article: u64) -> Option<AmendedTotal> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.articles.get(&article).filter(|_| known.generation == generation).copied()
    }

    /// What was known of the article last, in whatever generation: better than nothing while the store cannot be read.
    pub fn last(&self, article: u64) -> Option<AmendedTotal> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).articles.get(&article).copied()
    }

    /// Keeps what was read after `generation` was.
    pub fn keep(&self, generation: u64, article: u64, amended: AmendedTotal) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if generation < known.generation {
            return;
        }
        if generation > known.generation || known.articles.len() >= MAX_ARTICLES {
            known.articles.clear();
        }
        known.generation = generation;
        known.articles.insert(article, amended);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: AmendedTotal = AmendedTotal { acts: 0, operations: 0 };
    const SOME: AmendedTotal = AmendedTotal { acts: 2, operations: 7 };

    #[test]
    fn what_was_read_before_a_change_is_forgotten_and_not_kept_after_it() {
        let articles = AmendedArticles::default();
        articles.keep(1, 7, NONE);
        assert_eq!((articles.get(1, 7), articles.get(1, 8)), (Some(NONE), None));
        assert_eq!(articles.get(2, 7), None, "the amendments have changed");
        articles.keep(2, 8, SOME);
        articles.keep(1, 7, NONE);
        assert_eq!((articles.get(2, 7), articles.get(2, 8), articles.get(1, 8)), (None, Some(SOME), None));
    }

    #[test]
    fn the_number_of_known_articles_is_bounded() {
        let articles = AmendedArticles::default();
        (0..=MAX_ARTICLES as u64).for_each(|article| articles.keep(0, article, NONE));
        assert_eq!((articles.get(0, 0), articles.get(0, MAX_ARTICLES as u64)), (None, Some(NONE)));
    }
}
