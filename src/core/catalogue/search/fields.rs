//! The fields of the index.

use tantivy::schema::{FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};

use super::analysis::LINES;
use crate::domain::Language;

/// The fields. The index stores no texts: results are read from the catalogue.
#[derive(Debug, Clone)]
pub(super) struct IndexFields {
    pub schema: Schema,
    /// The number of the document, which an article keeps across starts.
    pub id: Field,
    /// Stems, by language.
    pub titles: [Field; Language::ALL.len()],
    /// The first words of titles.
    pub heads: [Field; Language::ALL.len()],
    pub texts: [Field; Language::ALL.len()],
    /// Beginnings of the words of both languages.
    pub beginnings: Field,
    pub title_beginnings: Field,
    /// Every beginning of the words of titles, for suggestions.
    pub typed: Field,
    /// Acts, provisions and issues, see `references`.
    pub references: Field,
}

impl IndexFields {
    pub(super) fn new() -> Self {
        let mut schema = Schema::builder();
        let stemmed = || indexed(IndexRecordOption::WithFreqsAndPositions, true);
        let id = schema.add_u64_field("id", FAST | INDEXED);
        let mut by_language =
            |names: [&str; Language::ALL.len()]| names.map(|name| schema.add_text_field(name, stemmed()));
        let titles = by_language(["title_ro", "title_en"]);
        let heads = by_language(["head_ro", "head_en"]);
        let texts = by_language(["text_ro", "text_en"]);
        let plain = || indexed(IndexRecordOption::Basic, false);
        let beginnings = schema.add_text_field("beginnings", plain());
        let title_beginnings = schema.add_text_field("title_beginnings", plain());
        let typed = schema.add_text_field("typed", plain());
        let references = schema.add_text_field("references", plain());
        Self { schema: schema.build(), id, titles, heads, texts, beginnings, title_beginnings, typed, references }
    }
}

fn indexed(record: IndexRecordOption, has_norms: bool) -> TextOptions {
    let indexing = TextFieldIndexing::default().set_tokenizer(LINES).set_index_option(record).set_fieldnorms(has_norms);
    TextOptions::default().set_indexing_options(indexing)
}
