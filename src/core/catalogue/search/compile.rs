//! Turns what a reader typed into a query of the index.

use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, EmptyQuery, Occur, PhraseQuery, Query, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Score, Term};

use super::analysis::{Stems, beginning};
use super::coverage::CountedQuery;
use super::fields::IndexFields;
use super::parse::{ParsedQuery, Phrase};
use super::references::{act_term, issue_term, own_term, pattern_keys, provision_prefixes, provision_term};
use super::relevance::TIER;
use crate::domain::Language;
use paragraf_law::lookup::{Reference, Target};

/// A word in a title counts as much as in three texts.
const TITLE: Score = 3.0;
/// A word at the beginning of a title says what the article is about.
const HEAD: Score = 4.5;
/// A word with the same beginning may be another word.
const BEGINNING: Score = 0.4;
/// The share of its score that each further field with a word adds to the best one.
const TIE: Score = 0.1;
/// Words in the reader's language count a little more.
const OWN_LANGUAGE: Score = 1.15;

/// Most provisions of one reference, such as `art. 1-200`, that are searched.
const MOST_PROVISIONS: usize = 20;

/// A year beside other words moves an article up a little.
const YEAR: Score = 0.3;

const EXACT_PROVISION: Score = 4.0 * TIER;
const ARTICLE: Score = 3.0 * TIER;
const OWN_ACT: Score = 2.0 * TIER;
const NAMED: Score = TIER;

/// The terms of one word.
pub(super) struct WordTerms(Vec<(Term, Score)>);

impl WordTerms {
    pub(super) fn new(folded: &str, language: Language, fields: &IndexFields, stems: &mut Stems) -> Self {
        let mut terms = Vec::new();
        for other in Language::ALL {
            let stem = stems.of(folded, other);
            let weight = if other == language { OWN_LANGUAGE } else { 1.0 };
            terms.push((Term::from_field_text(fields.heads[other as usize], &stem), HEAD * weight));
            terms.push((Term::from_field_text(fields.titles[other as usize], &stem), TITLE * weight));
            terms.push((Term::from_field_text(fields.texts[other as usize], &stem), weight));
        }
        if let Some(cut) = beginning(folded) {
            terms.push((Term::from_field_text(fields.title_beginnings, &cut), TITLE * BEGINNING));
            terms.push((Term::from_field_text(fields.beginnings, &cut), BEGINNING));
        }
        Self(terms)
    }

    pub(super) fn terms(&self) -> impl Iterator<Item = &Term> {
        self.0.iter().map(|(term, _)| term)
    }

    pub(super) fn query(&self) -> Box<dyn Query> {
        let scored = |(term, weight): &(Term, Score)| -> Box<dyn Query> {
            let query = TermQuery::new(term.clone(), IndexRecordOption::WithFreqs);
            Box::new(BoostQuery::new(Box::new(query), *weight))
        };
        Box::new(DisjunctionMaxQuery::with_tie_breaker(self.0.iter().map(scored).collect(), TIE))
    }
}

/// A query of the index.
pub(super) struct CompiledQuery {
    pub query: Box<dyn Query>,
    /// How many parts it counts; the score of each article says how many of them it has.
    pub counted: usize,
    /// Whether other parts must occur.
    pub has_required: bool,
}

/// The query for all parts; `None` if there are none. Words are counted, unless all `must` occur.
pub(super) fn compile(
    parsed: &ParsedQuery,
    must: bool,
    language: Language,
    fields: &IndexFields,
    stems: &mut Stems,
) -> Option<CompiledQuery> {
    let mut words: Vec<Box<dyn Query>> = Vec::new();
    let mut years: Vec<Box<dyn Query>> = Vec::new();
    for word in &parsed.words {
        let query = WordTerms::new(&word.folded, language, fields, stems).query();
        if parsed.is_required(word) {
            words.push(query);
        } else {
            years.push(Box::new(BoostQuery::new(query, YEAR)));
        }
    }
    for everyday in &parsed.everyday {
        let ways = everyday.alternatives().map(|words| together(words, language, fields, stems));
        words.push(Box::new(DisjunctionMaxQuery::new(ways.collect())));
    }
    let mut required: Vec<Box<dyn Query>> =
        parsed.phrases.iter().map(|phrase| phrase_query(phrase, fields, stems)).collect();
    if !parsed.references.is_empty() {
        required.push(reference_query(&parsed.references, fields));
    }
    if must {
        required.append(&mut words);
    }
    let (counted, has_required) = (words.len(), !required.is_empty());
    if counted == 0 && !has_required {
        return None;
    }
    let counts = words.into_iter().map(|word| -> Box<dyn Query> { Box::new(CountedQuery::new(word)) });
    let optional = counts.chain(years).map(|part| (Occur::Should, part));
    let parts = required.into_iter().map(|part| (Occur::Must, part)).chain(optional);
    Some(CompiledQuery { query: Box::new(BooleanQuery::new(parts.collect())), counted, has_required })
}

/// All of these words, anywhere in an article; they count as one.
fn together(words: &[String], language: Language, fields: &IndexFields, stems: &mut Stems) -> Box<dyn Query> {
    let each = words.iter().map(|word| (Occur::Must, WordTerms::new(word, language, fields, stems).query()));
    let all = BooleanQuery::new(each.collect());
    Box::new(BoostQuery::new(Box::new(all), 1.0 / words.len().max(1) as Score))
}

fn phrase_query(phrase: &Phrase, fields: &IndexFields, stems: &mut Stems) -> Box<dyn Query> {
    let mut in_fields: Vec<Box<dyn Query>> = Vec::new();
    for language in Language::ALL {
        let stemmed: Vec<String> = phrase.words.iter().map(|word| stems.of(word, language)).collect();
        for (field, weight) in [(fields.titles[language as usize], TITLE), (fields.texts[language as usize], 1.0)] {
            let terms: Vec<Term> = stemmed.iter().map(|stem| Term::from_field_text(field, stem)).collect();
            in_fields.push(Box::new(BoostQuery::new(adjacent(terms), weight)));
        }
    }
    Box::new(DisjunctionMaxQuery::with_tie_breaker(in_fields, TIE))
}

fn adjacent(mut terms: Vec<Term>) -> Box<dyn Query> {
    match terms.len() {
        0 => Box::new(EmptyQuery),
        1 => Box::new(TermQuery::new(terms.remove(0), IndexRecordOption::WithFreqs)),
        _ => Box::new(PhraseQuery::new(terms)),
    }
}

fn reference_query(references: &[Reference], fields: &IndexFields) -> Box<dyn Query> {
    let terms = references.iter().flat_map(|reference| reference_terms(&reference.target));
    let scored = |(text, score): (String, Score)| constant(fields.references, &text, score);
    Box::new(DisjunctionMaxQuery::new(terms.map(scored).collect()))
}

fn constant(field: Field, text: &str, score: Score) -> Box<dyn Query> {
    let query = TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic);
    Box::new(ConstScoreQuery::new(Box::new(query), score))
}

/// The terms that a reference looks for, with their scores.
pub(super) fn reference_terms(target: &Target) -> Vec<(String, Score)> {
    match target {
        Target::Issue(issue) => vec![(issue_term(issue), OWN_ACT)],
        Target::Act(act) => {
            pattern_keys(act).iter().flat_map(|key| [(own_term(key), OWN_ACT), (act_term(key), NAMED)]).collect()
        }
        Target::Provision(_, act) => {
            let of_act = act.iter().flat_map(|act| reference_terms(&Target::Act(act.clone())));
            let near = |(term, is_whole)| (term, if is_whole { EXACT_PROVISION } else { ARTICLE });
            of_act.chain(provision_terms(target).into_iter().map(near)).collect()
        }
    }
}

/// The terms of a provision and of the units that contain it, and whether each names the provision itself.
pub(super) fn provision_terms(target: &Target) -> Vec<(String, bool)> {
    let Target::Provision(provision, act) = target else { return vec![] };
    let keys: Vec<Option<String>> = match act {
        Some(act) => pattern_keys(act).into_iter().map(Some).collect(),
        None => vec![None],
    };
    let mut terms = Vec::new();
    for single in provision.first_singles(MOST_PROVISIONS) {
        let prefixes = provision_prefixes(&single);
        let length = prefixes.len();
        for (at, prefix) in prefixes.iter().enumerate() {
            let is_whole = at + 1 == length;
            terms.extend(keys.iter().map(|key| (provision_term(prefix, key.as_deref()), is_whole)));
        }
    }
    terms
}
