//! How many of the words of a query an article has: it need not have all, but most.

use tantivy::query::{EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::{DocId, DocSet, Score, SegmentReader, Term};

use super::state::FoundArticle;

/// The unit of scores for references, above the scores and the counts of all words. Scores up to five times as much
/// keep two binary places.
pub(super) const TIER: Score = 32_768.0;

/// What each counted part adds to the score of an article, above the scores of all words together.
const COUNT: Score = 2048.0;

/// A query that adds [`COUNT`] to the score of each article that it finds.
#[derive(Debug)]
pub(super) struct CountedQuery(Box<dyn Query>);

struct CountedWeight(Box<dyn Weight>);

struct CountedScorer(Box<dyn Scorer>);

impl CountedQuery {
    pub(super) fn new(query: Box<dyn Query>) -> Self {
        Self(query)
    }
}

impl Clone for CountedQuery {
    fn clone(&self) -> Self {
        Self(self.0.box_clone())
    }
}

impl Query for CountedQuery {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(CountedWeight(self.0.weight(scoring)?)))
    }

    fn query_terms<'a>(&'a self, visitor: &mut dyn FnMut(&'a Term, bool)) {
        self.0.query_terms(visitor);
    }
}

impl Weight for CountedWeight {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        Ok(Box::new(CountedScorer(self.0.scorer(reader, boost)?)))
    }

    fn explain(&self, reader: &SegmentReader, document: DocId) -> tantivy::Result<Explanation> {
        let inner = self.0.explain(reader, document)?;
        let mut explanation = Explanation::new("a counted part, and", inner.value() + COUNT);
        explanation.add_detail(inner);
        Ok(explanation)
    }
}

impl DocSet for CountedScorer {
    fn advance(&mut self) -> DocId {
        self.0.advance()
    }

    fn seek(&mut self, target: DocId) -> DocId {
        self.0.seek(target)
    }

    fn doc(&self) -> DocId {
        self.0.doc()
    }

    fn size_hint(&self) -> u32 {
        self.0.size_hint()
    }

    fn cost(&self) -> u64 {
        self.0.cost()
    }
}

impl Scorer for CountedScorer {
    fn score(&mut self) -> Score {
        self.0.score() + COUNT
    }
}

/// Keeps the articles with most of the `parts` that a query counts, and lowers their scores by what they lack.
///
/// At least half of the parts must occur, and both of two. If no article has as many, those with the most are kept, from
/// one of three parts on; `has_more`, if the query also has parts that must occur, from none on.
// docs/decisions/0405
pub(super) fn keep_most(found: &mut Vec<FoundArticle>, parts: usize, has_more: bool) {
    if parts == 0 {
        return;
    }
    let counts: Vec<usize> = found.iter_mut().map(|hit| take_count(hit, parts)).collect();
    let best = counts.iter().copied().max().unwrap_or(0);
    let least = if has_more { 0 } else { parts.div_ceil(3) };
    let half = if parts == 2 { 2 } else { parts.div_ceil(2) };
    let wanted = half.min(best).max(least);
    let mut counts = counts.into_iter();
    found.retain(|_| counts.next().is_some_and(|count| count >= wanted));
}

/// The number of counted parts that an article has, which leaves its score.
fn take_count(hit: &mut FoundArticle, parts: usize) -> usize {
    let tier = (hit.score / TIER).floor() * TIER;
    let count = ((hit.score - tier) / COUNT).floor();
    let share = count / parts as Score;
    hit.score = tier + (hit.score - tier - count * COUNT) * share * share;
    count as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places that are kept of articles with these counts.
    fn kept(counts: &[usize], parts: usize, has_more: bool) -> Vec<u32> {
        let scored = counts.iter().zip(0..);
        let mut found: Vec<_> =
            scored.map(|(count, place)| FoundArticle { place, score: *count as Score * COUNT + 8.0 }).collect();
        keep_most(&mut found, parts, has_more);
        found.iter().map(|hit| hit.place).collect()
    }

    #[test]
    fn half_of_the_parts_is_wanted_and_one_of_three_is_the_least() {
        assert_eq!(kept(&[1, 2], 2, false), [1], "both of two, since one has them");
        assert_eq!(kept(&[1, 1], 2, false), [0, 1], "none has both");
        assert_eq!(kept(&[3, 2, 1], 3, false), [0, 1]);
        assert_eq!(kept(&[4, 2, 1], 4, false), [0, 1]);
        assert_eq!(kept(&[2, 1, 1], 6, false), [0], "the most, if none has half");
        assert_eq!(kept(&[1, 1], 4, false), Vec::<u32>::new(), "one of four is too little");
        assert_eq!(kept(&[0, 0], 1, true), [0, 1], "the rest of the query holds");
        assert_eq!(kept(&[0, 1], 1, true), [1]);
    }

    #[test]
    fn a_score_falls_with_each_part_that_is_missing() {
        let mut found: Vec<_> =
            [4, 3].map(|count| FoundArticle { place: count, score: count as Score * COUNT + 16.0 }).into();
        found.push(FoundArticle { place: 9, score: 2.0 * TIER + 3.0 * COUNT + 16.0 });
        keep_most(&mut found, 4, false);
        assert_eq!(found.iter().map(|hit| hit.score).collect::<Vec<_>>(), [16.0, 9.0, 2.0 * TIER + 9.0]);
    }
}
