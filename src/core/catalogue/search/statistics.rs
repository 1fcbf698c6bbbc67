//! The statistics of the index that scores are made of.

use std::ops::{AddAssign, SubAssign};

use serde::{Deserialize, Serialize};
use tantivy::query::Bm25StatisticsProvider;
use tantivy::schema::Field;
use tantivy::{Searcher, Term};

use super::fields::IndexFields;

/// How many words have a beginning, in the texts and in the titles of articles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BeginningCounts {
    pub texts: u64,
    pub titles: u64,
}

/// The statistics of the engine, with the number of beginnings that the texts have: the index has each once for each
/// article.
// docs/decisions/0545
pub(super) struct IndexStatistics<'s> {
    pub searcher: &'s Searcher,
    pub fields: &'s IndexFields,
    pub counts: BeginningCounts,
    /// The articles that `counts` is of.
    pub articles: usize,
}

impl AddAssign for BeginningCounts {
    fn add_assign(&mut self, other: Self) {
        self.texts += other.texts;
        self.titles += other.titles;
    }
}

impl SubAssign for BeginningCounts {
    fn sub_assign(&mut self, other: Self) {
        self.texts = self.texts.saturating_sub(other.texts);
        self.titles = self.titles.saturating_sub(other.titles);
    }
}

impl Bm25StatisticsProvider for IndexStatistics<'_> {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        let counted = if field == self.fields.beginnings {
            self.counts.texts
        } else if field == self.fields.title_beginnings {
            self.counts.titles
        } else {
            return self.searcher.total_num_tokens(field);
        };
        // The engine divides by its documents, which include removed ones until they are merged away.
        let articles = u64::try_from(self.articles).unwrap_or(u64::MAX).max(1);
        Ok(counted.saturating_mul(self.total_num_docs()?) / articles)
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        self.searcher.total_num_docs()
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        self.searcher.doc_freq(term)
    }
}

#[cfg(test)]
mod tests {
    use tantivy::{Index, TantivyDocument};

    use super::super::analysis::tokenizers;
    use super::super::pipeline::DocumentWriter;
    use super::*;

    #[test]
    fn beginnings_are_counted_as_often_as_texts_have_them() {
        let fields = IndexFields::new();
        let index = Index::builder().schema(fields.schema.clone()).tokenizers(tokenizers()).create_in_ram();
        let index = index.expect("an index");
        let mut writer = DocumentWriter::new(&index).expect("a writer");
        for id in 0..3 {
            let mut document = TantivyDocument::new();
            document.add_u64(fields.id, id);
            document.add_text(fields.beginnings, "chiri\npropri\n");
            document.add_text(fields.texts[0], "chiri\nchiri\npropriet\n");
            writer.add(document).expect("a document");
        }
        writer.commit().expect("a commit");
        writer.delete(Term::from_field_u64(fields.id, 1));
        writer.commit().expect("a commit");
        let searcher = index.reader().expect("a reader").searcher();
        let counts = BeginningCounts { texts: 10, titles: 0 };
        let statistics = IndexStatistics { searcher: &searcher, fields: &fields, counts, articles: 2 };
        let documents = statistics.total_num_docs().expect("documents");
        let tokens = |field| statistics.total_num_tokens(field).expect("tokens");
        assert_eq!(tokens(fields.beginnings), 5 * documents, "five for each document");
        assert_eq!(tokens(fields.title_beginnings), 0);
        assert_eq!(tokens(fields.texts[0]), searcher.total_num_tokens(fields.texts[0]).expect("tokens"));
        let term = Term::from_field_text(fields.beginnings, "chiri");
        assert_eq!(statistics.doc_freq(&term).expect("documents"), searcher.doc_freq(&term).expect("documents"));
    }
}
