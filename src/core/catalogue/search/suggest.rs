//! What a reader may be typing: acts, topics, articles.

use std::sync::Arc;

use jiff::civil::Date;
use tantivy::Term;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::IndexRecordOption;

use super::acts::KnownAct;
use super::analysis::LONGEST_TYPED;
use super::order::sort_first;
use super::state::{FoundArticle, SearchState};
use super::words::words;
use crate::catalogue::article::{ArticleView, PublishedArticle};
use crate::catalogue::query::position;
use crate::domain::act::Act;
use crate::domain::topic::Topic;
use crate::domain::{ActId, Language, Slug};
use crate::error::Result;

const MOST_ACTS: usize = 3;
const MOST_TOPICS: usize = 2;
const MOST_ARTICLES: usize = 5;
/// Words of the typed text that count.
const MOST_WORDS: usize = 12;

/// A suggestion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Suggestion {
    Act {
        act: Act,
        /// None for an act without a number.
        id: Option<ActId>,
        /// Articles on the act or naming it.
        articles: usize,
    },
    Topic {
        topic: Topic,
        articles: usize,
    },
    Article {
        slug: Slug,
        title: String,
        language: Language,
    },
}

/// Suggestions for the beginning of a query; none until two letters are typed.
pub(super) fn suggest(state: &SearchState, typed: &str, language: Language, today: Date) -> Result<Vec<Suggestion>> {
    let parts: Vec<String> = words(typed).map(|word| word.folded).take(MOST_WORDS).collect();
    if parts.iter().map(String::len).sum::<usize>() < 2 {
        return Ok(vec![]);
    }
    let mut suggestions = acts(state, &parts);
    suggestions.extend(topics(state, &parts));
    suggestions.extend(articles(state, &parts, language, today)?);
    Ok(suggestions)
}

/// Whether each typed part begins one of the words.
fn begins(parts: &[String], words: &[Box<str>]) -> bool {
    parts.iter().all(|part| words.iter().any(|word| word.starts_with(part.as_str())))
}

fn acts(state: &SearchState, parts: &[String]) -> Vec<Suggestion> {
    let mut known: Vec<_> = state.lexicon.acts().filter(|known| begins(parts, known.words())).collect();
    let exact = |known: &KnownAct<'_>| parts.iter().any(|part| known.act.number.as_deref() == Some(part));
    known.sort_by_cached_key(|known| {
        let (own, citing) = known.counts();
        std::cmp::Reverse((exact(known), own * 3 + citing, known.act.year))
    });
    let suggestion = |known: KnownAct<'_>| Suggestion::Act {
        act: known.act.clone(),
        id: known.id.cloned(),
        articles: known.articles(),
    };
    known.into_iter().take(MOST_ACTS).map(suggestion).collect()
}

fn topics(state: &SearchState, parts: &[String]) -> Vec<Suggestion> {
    let named = state.snapshot.topics().into_iter().filter(|summary| {
        let names = format!("{} {}", summary.topic.ro, summary.topic.en);
        let names: Vec<Box<str>> = words(&names).map(|word| word.folded.into()).collect();
        summary.articles > 0 && begins(parts, &names)
    });
    named
        .take(MOST_TOPICS)
        .map(|summary| Suggestion::Topic { topic: summary.topic, articles: summary.articles })
        .collect()
}

/// Articles whose title has a word for each part, the most important first.
fn articles(state: &SearchState, parts: &[String], language: Language, today: Date) -> Result<Vec<Suggestion>> {
    let field = state.fields()?.typed;
    let part = |part: &String| -> (Occur, Box<dyn Query>) {
        let text = part.get(..LONGEST_TYPED).unwrap_or(part);
        let query = TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic);
        (Occur::Must, Box::new(query))
    };
    let found = state.find(&BooleanQuery::new(parts.iter().map(part).collect()))?;
    let today = state.today(today);
    let article =
        |found: &FoundArticle| Some((today.at(found.place).is_due, state.articles.get(found.place as usize)?));
    let mut articles: Vec<_> = found.iter().filter_map(article).collect();
    let order = |(is_due, article): &(bool, &Arc<PublishedArticle>)| (*is_due, article.importance);
    sort_first(&mut articles, MOST_ARTICLES, |one, other| {
        order(other).cmp(&order(one)).then_with(|| position(other.1).cmp(&position(one.1)))
    });
    let suggestion = |(_, article): (bool, &Arc<PublishedArticle>)| {
        let revision = article.unpack()?;
        let view = ArticleView::new(&revision, language);
        Ok(Suggestion::Article { slug: view.slug.clone(), title: view.title.to_owned(), language: view.language })
    };
    articles.into_iter().take(MOST_ARTICLES).map(suggestion).collect()
}
