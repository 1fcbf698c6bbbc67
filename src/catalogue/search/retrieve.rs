//! Reads the queries of a request and finds their articles.
//!
//! A request has one query, and several more when nothing is found: those that are offered in its place. What a client
//! can make the server do is bounded: each word is looked up and corrected once, and the comparisons of corrections and
//! the entries that further queries read have a budget.

use std::collections::HashMap;

use tantivy::Term;

use super::analysis::Stems;
use super::compile::{WordTerms, compile, reference_terms};
use super::fields::IndexFields;
use super::parse::ParsedQuery;
use super::state::{FoundArticle, SearchState};
use super::understood::{self, Correction, Nearest};
use crate::domain::Language;
use crate::error::Result;
use paragraf_law::lookup::{Reference, Target};

/// Compared letters and words of all corrections; five words among 70,000 need at most 400,000.
const MOST_COMPARISONS: usize = 300_000;
/// Entries of the index that queries in place of the typed one may read.
const MOST_ENTRIES: u64 = 1_000_000;
/// What finding a term costs, in entries.
const TERM: u64 = 200;
/// How much more an entry with the places of words costs.
const PLACES: u64 = 4;
/// Other queries that are offered.
const MOST_NEAREST: usize = 3;
/// Most shorter queries that are tried.
const MOST_TRIED: usize = 8;

/// Reads queries in the same language.
// docs/decisions/0254
pub(super) struct Retriever<'s> {
    state: &'s SearchState,
    fields: &'s IndexFields,
    language: Language,
    stems: Stems,
    /// The entries of the index for each folded word.
    entries: HashMap<String, u64>,
    /// What replaces each folded word that no article has.
    corrections: HashMap<String, Option<String>>,
    comparisons: usize,
}

/// A query as it was read.
pub(super) struct ReadQuery {
    pub parsed: ParsedQuery,
    pub corrected: Vec<Correction>,
    /// What finding the articles costs, in entries of the index; `None` if a part is in no article.
    cost: Option<u64>,
    /// Whether nothing was typed.
    is_empty: bool,
}

impl<'s> Retriever<'s> {
    /// # Errors
    /// `unavailable` before the first articles are indexed.
    pub(super) fn new(state: &'s SearchState, language: Language) -> Result<Self> {
        Ok(Self {
            state,
            fields: state.fields()?,
            language,
            stems: Stems::new(),
            entries: HashMap::new(),
            corrections: HashMap::new(),
            comparisons: MOST_COMPARISONS,
        })
    }

    /// A retriever that replaces no words.
    pub(super) fn as_typed(state: &'s SearchState, language: Language) -> Result<Self> {
        Ok(Self { comparisons: 0, ..Self::new(state, language)? })
    }

    /// Reads a query, and replaces words that no article and no duty has.
    pub(super) fn read(&mut self, query: &str) -> Result<ReadQuery> {
        let mut parsed = ParsedQuery::new(query, &self.state.lexicon);
        self.take_unknown_as_words(&mut parsed)?;
        let corrected = self.correct(&mut parsed)?;
        let cost = self.cost(&parsed)?;
        Ok(ReadQuery { parsed, corrected, cost, is_empty: query.is_empty() })
    }

    /// The articles of a query before its filters, in no order; all articles if nothing was typed, in the order of lists.
    pub(super) fn find(&mut self, query: &ReadQuery) -> Result<Vec<FoundArticle>> {
        if query.cost.is_none() {
            return Ok(vec![]);
        }
        match compile(&query.parsed, self.language, self.fields, &mut self.stems) {
            Some(compiled) => self.state.find(&*compiled),
            None if query.is_empty => {
                let all = 0..u32::try_from(self.state.len()).unwrap_or(u32::MAX);
                Ok(all.map(|place| FoundArticle { place, score: 0.0 }).collect())
            }
            // The query has signs only.
            None => Ok(vec![]),
        }
    }

    /// Queries like one without results that have some: fewer words, or an act with a number like it.
    pub(super) fn nearest(&mut self, query: &ReadQuery) -> Result<Vec<Nearest>> {
        let mut nearest = understood::near_acts(self.state, &query.parsed, self.language);
        let mut room = MOST_ENTRIES;
        let mut is_known = |folded: &str| self.entries(folded).map(|entries| entries > 0);
        for text in understood::shorter(&query.parsed, &mut is_known)?.into_iter().take(MOST_TRIED) {
            let shorter = self.read(&text)?;
            let Some(left) = shorter.cost.and_then(|cost| room.checked_sub(cost)) else { continue };
            room = left;
            let articles = self.find(&shorter)?.len();
            if articles > 0 && nearest.iter().all(|known| known.query != text) {
                nearest.push(Nearest { query: text, articles });
            }
        }
        nearest.truncate(MOST_NEAREST);
        Ok(nearest)
    }

    /// Takes doubtful references, such as `legea 40`, as words if no article has them.
    fn take_unknown_as_words(&self, parsed: &mut ParsedQuery) -> Result<()> {
        let mut at = 0;
        while let Some(reference) = parsed.references.get(at) {
            let is_weak = match &reference.target {
                Target::Act(act) => act.year.is_none(),
                Target::Issue(issue) => issue.year.is_none(),
                Target::Provision(_, act) => act.is_none(),
            };
            if is_weak && !self.state.has_any(self.terms(reference))? {
                parsed.take_reference_as_words(at);
            } else {
                at += 1;
            }
        }
        Ok(())
    }

    fn terms(&self, reference: &Reference) -> impl Iterator<Item = Term> + use<> {
        let field = self.fields.references;
        reference_terms(&reference.target).into_iter().map(move |(text, _)| Term::from_field_text(field, &text))
    }

    /// Replaces words that no article and no duty has with those that were most likely meant.
    fn correct(&mut self, parsed: &mut ParsedQuery) -> Result<Vec<Correction>> {
        let spellings = self.state.lexicon.spellings();
        let mut corrected = Vec::new();
        let required: Vec<bool> = parsed.words.iter().map(|word| parsed.is_required(word)).collect();
        for (word, is_required) in parsed.words.iter_mut().zip(required) {
            if !is_required || self.entries(&word.folded)? > 0 || self.state.duty_words.has(&word.folded) {
                continue;
            }
            if !self.corrections.contains_key(&word.folded) {
                let nearest = spellings.nearest(&word.folded, &mut self.comparisons).map(str::to_owned);
                self.corrections.insert(word.folded.clone(), nearest);
            }
            if let Some(Some(nearest)) = self.corrections.get(&word.folded) {
                let written = spellings.written(nearest).to_owned();
                corrected.push(Correction { from: word.text.clone(), to: written.clone() });
                word.folded = nearest.clone();
                word.text = written;
            }
        }
        Ok(corrected)
    }

    /// The entries of the index for a folded word.
    fn entries(&mut self, folded: &str) -> Result<u64> {
        if let Some(entries) = self.entries.get(folded) {
            return Ok(*entries);
        }
        let terms = WordTerms::new(folded, self.language, self.fields, &mut self.stems);
        let entries = self.state.entries(terms.terms())?;
        self.entries.insert(folded.to_owned(), entries);
        Ok(entries)
    }

    /// The cost of words that occur together; `None` if one is in no article.
    fn cost_of_all(&mut self, words: &[String]) -> Result<Option<u64>> {
        let each = words.iter().map(|word| self.entries(word)).collect::<Result<Vec<_>>>()?;
        let is_found = each.iter().all(|entries| *entries > 0);
        Ok(is_found.then(|| each.iter().map(|entries| entries + TERM).sum()))
    }

    fn cost(&mut self, parsed: &ParsedQuery) -> Result<Option<u64>> {
        let mut cost = 0;
        for word in parsed.words.iter().filter(|word| !parsed.is_required(word)) {
            cost += self.entries(&word.folded)? + TERM;
        }
        for everyday in &parsed.everyday {
            let [own, meant] = everyday.alternatives().map(|words| self.cost_of_all(words));
            match (own?, meant?) {
                (None, None) => return Ok(None),
                (own, meant) => cost += own.unwrap_or(0) + meant.unwrap_or(0),
            }
        }
        let in_phrases = parsed.phrases.iter().flat_map(|phrase| &phrase.words).map(|word| (word, PLACES));
        let required = parsed.words.iter().filter(|word| parsed.is_required(word)).map(|word| (&word.folded, 1));
        for (word, weight) in required.chain(in_phrases) {
            match self.entries(word)? {
                0 => return Ok(None),
                entries => cost += (entries + TERM) * weight,
            }
        }
        let mut of_references = 0;
        for reference in &parsed.references {
            let terms: Vec<Term> = self.terms(reference).collect();
            of_references += self.state.entries(&terms)?;
            cost += TERM * terms.len() as u64;
        }
        let is_found = parsed.references.is_empty() || of_references > 0;
        Ok(is_found.then_some(cost + of_references))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::catalogue::article::PublishedArticle;
    use crate::catalogue::packed::Packer;
    use crate::catalogue::search::SearchIndex;
    use crate::catalogue::snapshot::Snapshot;
    use crate::domain::Slug;
    use crate::domain::article::Revision;

    /// An index of articles with these titles.
    fn index(titles: &[&str]) -> SearchIndex {
        let mut packer = Packer::new(titles.len()).expect("a packer");
        let mut articles = BTreeMap::new();
        for (number, title) in titles.iter().enumerate() {
            let slug = Slug::parse(&format!("articol-{number}")).expect("a slug");
            let article = serde_json::json!({
                "slug": slug, "title": title, "technical_summary": "", "simple_explanation": "", "importance": 3,
                "publish_date": "2026-11-02", "topic": "munca",
            });
            let article = serde_json::from_value(article).expect("an article");
            let revision = Revision { revision: 1, updated_at: jiff::Timestamp::UNIX_EPOCH, article };
            let published = PublishedArticle::new(&mut packer, &revision, jiff::Timestamp::UNIX_EPOCH);
            articles.insert(slug, Some(Arc::new(published.expect("an article"))));
        }
        let index = SearchIndex::default();
        let snapshot = Arc::new(Snapshot::live(&Snapshot::default(), &articles, vec![]));
        index.update(&snapshot, &|| false).expect("an index");
        index
    }

    #[test]
    fn each_word_is_looked_up_and_corrected_once_per_request() {
        let index = index(&["Salariul minim", "Chiria și garanția", "Registrul fermierilor"]);
        let state = index.state();
        let mut retriever = Retriever::new(&state, Language::Ro).expect("a retriever");
        let query = "slaariul minimx chiriax garnatia xqzxqz wkwkwk";
        let read = retriever.read(query).expect("a query");
        let corrected: Vec<&str> = read.corrected.iter().map(|correction| correction.to.as_str()).collect();
        assert_eq!(corrected, ["salariul", "minim", "chiria", "garanția"]);
        assert!(retriever.find(&read).expect("articles").is_empty());
        let (left, looked_up) = (retriever.comparisons, retriever.entries.len());
        let nearest = retriever.nearest(&read).expect("queries");
        let offered: Vec<&str> = nearest.iter().map(|nearest| nearest.query.as_str()).collect();
        assert_eq!(offered, ["garanția", "salariul", "chiria"]);
        assert_eq!((retriever.comparisons, retriever.entries.len()), (left, looked_up));
    }

    #[test]
    fn corrections_end_with_their_budget() {
        let index = index(&["Salariul minim", "Chiria și garanția"]);
        let state = index.state();
        let mut retriever = Retriever::new(&state, Language::Ro).expect("a retriever");
        retriever.comparisons = 10;
        assert_eq!(retriever.read("salariulx chiriax").expect("a query").corrected, []);
        let mut as_typed = Retriever::as_typed(&state, Language::Ro).expect("a retriever");
        assert_eq!(as_typed.read("salariulx").expect("a query").corrected, []);
    }

    /// A list of ranges names thousands of provisions in a few bytes.
    #[test]
    fn a_range_of_provisions_has_few_terms() {
        let index = index(&["Salariul minim"]);
        let state = index.state();
        let mut retriever = Retriever::new(&state, Language::Ro).expect("a retriever");
        let read = retriever.read("art. 1-2000, 3000-5000, 6000-9000 codul muncii").expect("a query");
        let terms: usize = read.parsed.references.iter().map(|reference| retriever.terms(reference).count()).sum();
        assert!(terms > 0 && terms < 200, "{terms}");
    }
}
