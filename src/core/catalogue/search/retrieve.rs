//! Reads the query of a request and finds its articles.
//!
//! What a client can make the server do is bounded: each word is looked up and corrected once, and the comparisons of
//! corrections and the entries of the index that a query reads have a budget.

use std::collections::HashMap;

use tantivy::Term;

use super::analysis::Stems;
use super::compile::{WordTerms, compile, reference_terms};
use super::coverage::keep_most;
use super::fields::IndexFields;
use super::parse::{ParsedQuery, QueryWord};
use super::relevance::Relevance;
use super::state::{FoundArticle, SearchState};
use super::synonyms::Everyday;
use super::understood::Correction;
use crate::domain::Language;
use crate::error::Result;
use paragraf_law::lookup::{Reference, Target};

/// Compared letters and words of all corrections; five words among 70,000 need at most 400,000.
const MOST_COMPARISONS: usize = 300_000;
/// Entries of the index that the words of a query may read. The most frequent words, which say the least, are left out
/// beyond.
const MOST_ENTRIES: u64 = 1_000_000;

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
    /// Whether every word must occur as it is typed.
    is_strict: bool,
}

/// A query as it was read.
pub(super) struct ReadQuery {
    pub parsed: ParsedQuery,
    pub corrected: Vec<Correction>,
    /// The words and phrases that no article and no duty has.
    pub missing: Vec<String>,
    /// The parts that articles have; `None` if no article can match.
    asked: Option<ParsedQuery>,
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
            is_strict: false,
        })
    }

    /// A retriever that replaces no words, and whose articles have all of them.
    pub(super) fn as_typed(state: &'s SearchState, language: Language) -> Result<Self> {
        Ok(Self { comparisons: 0, is_strict: true, ..Self::new(state, language)? })
    }

    /// Reads a query and finds its articles before its filters, in no order; all articles if nothing was typed, in the
    /// order of lists. Phrases that no article has are searched as words.
    pub(super) fn search(&mut self, query: &str) -> Result<(ReadQuery, Vec<FoundArticle>)> {
        let mut read = self.read(query)?;
        let mut found = self.find(&read)?;
        if found.is_empty() && !self.is_strict && !read.parsed.phrases.is_empty() {
            read.missing = read.parsed.phrases.iter().map(|phrase| phrase.text.clone()).collect();
            read.parsed.take_phrases_as_words();
            read.asked = self.asked(&read.parsed, &mut read.missing)?;
            found = self.find(&read)?;
        }
        Ok((read, found))
    }

    /// Reads a query, and replaces words that no article and no duty has.
    fn read(&mut self, query: &str) -> Result<ReadQuery> {
        let mut parsed = ParsedQuery::new(query, &self.state.lexicon);
        self.take_unknown_as_words(&mut parsed)?;
        let corrected = self.correct(&mut parsed)?;
        let mut missing = Vec::new();
        let asked = self.asked(&parsed, &mut missing)?;
        Ok(ReadQuery { parsed, corrected, missing, asked, is_empty: query.is_empty() })
    }

    /// The articles of a query that was read.
    fn find(&mut self, query: &ReadQuery) -> Result<Vec<FoundArticle>> {
        let asked = query.asked.as_ref();
        let compiled =
            asked.and_then(|asked| compile(asked, self.is_strict, self.language, self.fields, &mut self.stems));
        match compiled {
            Some(compiled) => {
                let mut found = self.state.find(&*compiled.query)?;
                keep_most(&mut found, compiled.counted, compiled.has_required);
                Ok(found)
            }
            None if query.is_empty => {
                let all = 0..u32::try_from(self.state.len()).unwrap_or(u32::MAX);
                Ok(all.map(|place| FoundArticle { place, relevance: Relevance::default() }).collect())
            }
            // The query has signs only, or nothing that an article has.
            None => Ok(vec![]),
        }
    }

    /// The parts of a query that articles have. Adds the words that nothing has to `missing`.
    fn asked(&mut self, parsed: &ParsedQuery, missing: &mut Vec<String>) -> Result<Option<ParsedQuery>> {
        for word in parsed.phrases.iter().flat_map(|phrase| &phrase.words) {
            if self.entries(word)? == 0 {
                return Ok(None);
            }
        }
        let mut parts = Parts::default();
        for word in &parsed.words {
            match self.entries(&word.folded)? {
                0 if parsed.is_required(word) => {
                    parts.is_lacking = true;
                    if !self.state.duty_words.has(&word.folded) {
                        missing.push(word.text.clone());
                    }
                }
                entries if parsed.is_required(word) => parts.words.push((entries, word.clone())),
                _ => parts.years.push(word.clone()),
            }
        }
        for everyday in &parsed.everyday {
            match self.entries_of_any(everyday)? {
                0 => {
                    parts.is_lacking = true;
                    let mut ways = everyday.alternatives();
                    if !ways.any(|words| words.iter().all(|word| self.state.duty_words.has(word))) {
                        missing.push(everyday.text.clone());
                    }
                }
                entries => parts.everyday.push((entries, everyday.clone())),
            }
        }
        let has_references = parsed.references.is_empty() || self.has_any(&parsed.references)?;
        let has_words = !parts.words.is_empty() || !parts.everyday.is_empty();
        if self.is_strict && (parts.is_lacking || !has_references) {
            return Ok(None);
        }
        let references = if has_references { parsed.references.clone() } else { vec![] };
        if !has_words && references.is_empty() && parsed.phrases.is_empty() {
            return Ok(None);
        }
        let (words, everyday) = parts.within_budget(self.is_strict);
        Ok(Some(ParsedQuery { references, phrases: parsed.phrases.clone(), words, everyday }))
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

    fn has_any(&self, references: &[Reference]) -> Result<bool> {
        for reference in references {
            if self.state.has_any(self.terms(reference))? {
                return Ok(true);
            }
        }
        Ok(false)
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
                // An index that was kept may know words of articles that have left.
                let nearest = match nearest {
                    Some(nearest) if self.entries(&nearest)? > 0 => Some(nearest),
                    _ => None,
                };
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

    /// The entries of the index for those ways to put everyday words that articles have.
    fn entries_of_any(&mut self, everyday: &Everyday) -> Result<u64> {
        let mut all = 0;
        for words in everyday.alternatives() {
            let each = words.iter().map(|word| self.entries(word)).collect::<Result<Vec<_>>>()?;
            if each.iter().all(|entries| *entries > 0) {
                all += each.iter().sum::<u64>();
            }
        }
        Ok(all)
    }
}

/// The parts of a query that articles have, with the entries of the index for each.
#[derive(Default)]
struct Parts {
    words: Vec<(u64, QueryWord)>,
    everyday: Vec<(u64, Everyday)>,
    years: Vec<QueryWord>,
    /// Whether a required word is in no article.
    is_lacking: bool,
}

impl Parts {
    /// The words and everyday words whose entries may be read, the rarest first; all, if each must occur.
    fn within_budget(mut self, all: bool) -> (Vec<QueryWord>, Vec<Everyday>) {
        self.words.sort_by_key(|(entries, _)| *entries);
        self.everyday.sort_by_key(|(entries, _)| *entries);
        let mut read = 0;
        let mut fits = |entries: u64| {
            let is_first = read == 0;
            read += entries;
            all || is_first || read <= MOST_ENTRIES
        };
        let everyday = self.everyday.into_iter().filter(|(entries, _)| fits(*entries)).map(|(_, it)| it).collect();
        let words = self.words.into_iter().filter(|(entries, _)| fits(*entries)).map(|(_, it)| it);
        (words.chain(self.years).collect(), everyday)
    }
}

#[cfg(test)]
mod tests {
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
        let mut articles = Vec::new();
        for (number, title) in titles.iter().enumerate() {
            let slug = Slug::parse(&format!("articol-{number}")).expect("a slug");
            let article = serde_json::json!({
                "slug": slug, "title": title, "technical_summary": "", "simple_explanation": "", "importance": 3,
                "publish_date": "2026-11-02", "topic": "munca",
            });
            let article = serde_json::from_value(article).expect("an article");
            let revision = Revision { revision: 1, updated_at: jiff::Timestamp::UNIX_EPOCH, article };
            let published = PublishedArticle::new(&mut packer, &revision, jiff::Timestamp::UNIX_EPOCH);
            articles.push(Arc::new(published.expect("an article")));
        }
        let index = SearchIndex::default();
        let snapshot = Arc::new(Snapshot::live(&Snapshot::default(), articles, vec![]));
        index.update(&snapshot, &|| false).expect("an index");
        index
    }

    #[test]
    fn each_word_is_looked_up_and_corrected_once_per_request() {
        let index = index(&["Salariul minim", "Chiria și garanția", "Registrul fermierilor"]);
        let state = index.state();
        let mut retriever = Retriever::new(&state, Language::Ro).expect("a retriever");
        let query = "slaariul minimx chiriax garnatia xqzxqz wkwkwk";
        let (read, found) = retriever.search(query).expect("a query");
        let corrected: Vec<&str> = read.corrected.iter().map(|correction| correction.to.as_str()).collect();
        assert_eq!(corrected, ["salariul", "minim", "chiria", "garanția"]);
        assert_eq!(read.missing, ["xqzxqz", "wkwkwk"]);
        assert_eq!(found.len(), 2, "each has two of the four words");
        let (left, looked_up) = (retriever.comparisons, retriever.entries.len());
        retriever.search(query).expect("a query");
        assert_eq!((retriever.comparisons, retriever.entries.len()), (left, looked_up));
    }

    /// The titles that a query finds, the best first.
    fn titles<'t>(titles: &[&'t str], query: &str, is_strict: bool) -> Vec<&'t str> {
        let index = index(titles);
        let state = index.state();
        let mut retriever = match is_strict {
            true => Retriever::as_typed(&state, Language::Ro),
            false => Retriever::new(&state, Language::Ro),
        }
        .expect("a retriever");
        let (_, mut found) = retriever.search(query).expect("a query");
        found.sort_by_key(|one| std::cmp::Reverse(one.relevance));
        let slug = |found: &FoundArticle| state.articles[found.place as usize].slug.to_string();
        let number = |slug: String| slug.rsplit('-').next().and_then(|number| number.parse::<usize>().ok());
        found.iter().filter_map(|found| Some(titles[number(slug(found))?])).collect()
    }

    #[test]
    fn the_articles_with_the_most_words_come_first() {
        let all = ["Impozit pe teren la notar", "Impozit pe teren", "Impozit pe dividende", "Amenzi de la primar"];
        assert_eq!(titles(&all, "impozit teren notar", false), [all[0], all[1]]);
        assert_eq!(titles(&all, "impozit teren notar", true), [all[0]]);
        assert_eq!(titles(&all, "dividende primar", false).len(), 2, "none has both");
        assert_eq!(titles(&all, "dividende primar", true), Vec::<&str>::new());
        assert_eq!(titles(&all, "dividende xqzxqz", false), [all[2]]);
        assert_eq!(titles(&all, "dividende xqzxqz", true), Vec::<&str>::new());
        assert_eq!(titles(&all, "xqzxqz 2027", false), Vec::<&str>::new());
        assert_eq!(titles(&all, "„dividende primar”", false).len(), 2, "a phrase that none has is two words");
        assert_eq!(titles(&all, "„dividende primar”", true), Vec::<&str>::new());
        assert_eq!(titles(&all, "oug 12/2025 dividende", false), [all[2]], "none names the act");
        assert_eq!(titles(&all, "oug 12/2025", false), Vec::<&str>::new());
    }

    #[test]
    fn the_most_frequent_words_are_left_out_beyond_the_budget() {
        let word = |text: &str| QueryWord { text: text.into(), folded: text.into() };
        let parts = |entries: [u64; 3]| Parts {
            words: entries.into_iter().zip(["a", "b", "c"]).map(|(entries, text)| (entries, word(text))).collect(),
            years: vec![word("2027")],
            ..Parts::default()
        };
        let kept = |entries, all| {
            let (words, _) = parts(entries).within_budget(all);
            words.into_iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(kept([3, 2, 1], false), "c b a 2027");
        assert_eq!(kept([MOST_ENTRIES, 2, 1], false), "c b 2027");
        assert_eq!(kept([MOST_ENTRIES, MOST_ENTRIES, 2 * MOST_ENTRIES], false), "a 2027");
        assert_eq!(kept([MOST_ENTRIES, 2, 1], true), "c b a 2027");
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
