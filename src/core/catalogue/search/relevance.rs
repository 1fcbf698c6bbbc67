//! How well an article matches a query.

use std::cmp::Ordering;

use tantivy::Score;

/// The unit of scores for references, above the scores and the counts of all words. Scores up to five times as much
/// keep two binary places.
pub(super) const TIER: Score = 32_768.0;

/// What each counted part adds to the score of an article, above the scores of all words together.
pub(super) const COUNT: Score = 2048.0;

/// How well an article matches; the greater matches better. References come before the number of words, and that before
/// how well the words match.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Relevance {
    /// How near the article is to the references of the query, in units of [`TIER`]; 0 without a reference.
    pub tier: u32,
    /// How many of the parts that the query counts the article has.
    pub count: u32,
    pub words: Score,
}

impl Relevance {
    /// Divides the one number into which the engine adds everything.
    pub(super) fn of_score(score: Score) -> Self {
        let tier = (score / TIER).floor();
        let rest = score - tier * TIER;
        let count = (rest / COUNT).floor();
        Self { tier: tier as u32, count: count as u32, words: rest - count * COUNT }
    }
}

impl Ord for Relevance {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_words = || self.words.total_cmp(&other.words);
        (self.tier, self.count).cmp(&(other.tier, other.count)).then_with(by_words)
    }
}

impl PartialOrd for Relevance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Relevance {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Relevance {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_divided_into_its_parts() {
        let found = Relevance::of_score(2.0 * TIER + 3.0 * COUNT + 16.5);
        assert_eq!(found, Relevance { tier: 2, count: 3, words: 16.5 });
        assert_eq!(Relevance::of_score(0.0), Relevance::default());
    }

    #[test]
    fn a_reference_comes_before_words_and_more_words_before_better_ones() {
        let of = |tier, count, words| Relevance { tier, count, words };
        let best_first = [of(1, 0, 0.0), of(0, 2, 0.5), of(0, 1, 90.0), of(0, 1, 2.0), of(0, 0, 900.0)];
        assert!(best_first.is_sorted_by(|one, other| one > other));
    }
}
