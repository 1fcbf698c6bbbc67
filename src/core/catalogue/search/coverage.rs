//! Keeps the articles that have most of the words of a query.

use tantivy::query::{EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::{DocId, DocSet, Score, SegmentReader, Term};

use super::relevance::{COUNT, Relevance};
use super::state::FoundArticle;

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

/// Keeps the articles with most of the `parts` that a query counts. Parts that an article lacks lower the relevance of
/// its words, in place of the count.
///
/// At least half of the parts must occur, and both of two. If no article has that many, keeps those with the most, but
/// with at least a third of the parts. With `has_more`, the query also has parts that must occur, and an article may lack
/// all of the counted ones.
// docs/decisions/0405
pub(super) fn keep_most(found: &mut Vec<FoundArticle>, parts: usize, has_more: bool) {
    if parts == 0 {
        return;
    }
    let counts: Vec<usize> = found.iter_mut().map(|hit| take_count(&mut hit.relevance, parts)).collect();
    let best = counts.iter().copied().max().unwrap_or(0);
    let least = if has_more { 0 } else { parts.div_ceil(3) };
    let half = if parts == 2 { 2 } else { parts.div_ceil(2) };
    let wanted = half.min(best).max(least);
    let mut counts = counts.into_iter();
    found.retain(|_| counts.next().is_some_and(|count| count >= wanted));
}

/// The number of counted parts that an article has, whose share then weighs its words.
fn take_count(relevance: &mut Relevance, parts: usize) -> usize {
    let count = std::mem::take(&mut relevance.count);
    let share = count as Score / parts as Score;
    relevance.words *= share * share;
    count as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn article(place: u32, tier: u32, count: u32) -> FoundArticle {
        FoundArticle { place, relevance: Relevance { tier, count, words: 16.0 } }
    }

    /// The places that are kept of articles with these counts.
    fn kept(counts: &[u32], parts: usize, has_more: bool) -> Vec<u32> {
        let counted = counts.iter().zip(0..);
        let mut found: Vec<_> = counted.map(|(count, place)| article(place, 0, *count)).collect();
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
    fn words_match_less_with_each_part_that_is_missing() {
        let mut found = vec![article(4, 0, 4), article(3, 0, 3), article(9, 2, 3)];
        keep_most(&mut found, 4, false);
        let left = [(0, 16.0), (0, 9.0), (2, 9.0)].map(|(tier, words)| Relevance { tier, count: 0, words });
        assert_eq!(found.iter().map(|hit| hit.relevance).collect::<Vec<_>>(), left);
    }
}
