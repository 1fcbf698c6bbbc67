//! The JSON shapes of search, source of the generated TypeScript types.

use std::ops::Range;

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::{
    ArticleView, Correction, Facets, Fragment, Hit, Nearest, Nearness, ReferenceKind, SearchAnswer, Suggestion,
    Understood, UnderstoodReference,
};
use crate::domain::{ActId, AudienceRole, Language};
use crate::web::articles::dto::ArticleSummaryDto;

/// The answer to a search.
#[derive(Serialize, ToSchema)]
#[schema(as = SearchAnswer)]
pub(in crate::web) struct SearchAnswerDto<'a> {
    /// How many articles match, on all pages.
    total: usize,
    /// How many match `q` without the filters.
    without_filters: usize,
    /// One page.
    hits: Vec<HitDto<'a>>,
    facets: FacetsDto<'a>,
    understood: UnderstoodDto<'a>,
    /// Queries with results, when `q` has none even without filters.
    nearest: Vec<NearestDto<'a>>,
    index: IndexDto,
}

/// A found article.
#[derive(Serialize, ToSchema)]
#[schema(as = SearchHit)]
struct HitDto<'a> {
    article: ArticleSummaryDto<'a>,
    title: FragmentDto<'a>,
    /// The piece of its texts with the most words of the query, or their beginning.
    fragment: FragmentDto<'a>,
    nearness: NearnessDto,
}

/// How a found article is related to the query.
#[derive(Serialize, ToSchema)]
#[schema(as = Nearness)]
#[serde(rename_all = "snake_case")]
enum NearnessDto {
    /// It is on the act, or in the issue of the gazette, that the query names.
    Act,
    /// It names the provision, or its article.
    Provision,
    /// It names the act.
    Named,
    /// It has the words.
    Words,
}

/// A plain text with marked words.
#[derive(Serialize, ToSchema)]
#[schema(as = Fragment)]
struct FragmentDto<'a> {
    text: &'a str,
    lang: Language,
    /// In order, without overlaps.
    marks: Vec<MarkDto>,
}

/// A part of a text, in UTF-16 code units, as JavaScript counts.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TextRange)]
struct MarkDto {
    start: usize,
    end: usize,
}

/// The choices of each filter, with the number of articles that match the query and all other filters.
#[derive(Serialize, ToSchema)]
#[schema(as = Facets)]
struct FacetsDto<'a> {
    /// At most 20, the most articles first; as are `domain`, `act_type` and `issuer`.
    topic: Vec<TextChoiceDto<'a>>,
    domain: Vec<TextChoiceDto<'a>>,
    act_type: Vec<TextChoiceDto<'a>>,
    issuer: Vec<TextChoiceDto<'a>>,
    role: Vec<RoleChoiceDto>,
    /// The highest first.
    importance: Vec<NumberChoiceDto>,
    /// The latest first.
    year: Vec<NumberChoiceDto>,
    /// Articles with something due from today on.
    duty_ahead: usize,
}

/// A choice of a filter.
#[derive(Serialize, ToSchema)]
#[schema(as = TextChoice)]
struct TextChoiceDto<'a> {
    value: &'a str,
    articles: usize,
}

#[derive(Serialize, ToSchema)]
#[schema(as = RoleChoice)]
struct RoleChoiceDto {
    value: AudienceRole,
    articles: usize,
}

#[derive(Serialize, ToSchema)]
#[schema(as = NumberChoice)]
struct NumberChoiceDto {
    value: i16,
    articles: usize,
}

/// How a query was read.
#[derive(Serialize, ToSchema)]
#[schema(as = Understood)]
struct UnderstoodDto<'a> {
    references: Vec<ReferenceDto<'a>>,
    /// The words that were searched; words that nearly every text has are left out.
    words: &'a [String],
    /// What stood in quotation marks.
    phrases: &'a [String],
    corrected: Vec<CorrectionDto<'a>>,
}

/// An act, a provision or an issue of the gazette that a query names.
#[derive(Serialize, ToSchema)]
#[schema(as = UnderstoodReference)]
struct ReferenceDto<'a> {
    /// As typed.
    text: &'a str,
    kind: ReferenceKindDto,
    /// The act or the issue in the usual form, such as "OUG nr. 156/2024"; without an act, the provision.
    citation: &'a str,
    /// Such as "art. 166 alin. (2)".
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    provision: Option<&'a str>,
    /// Whether an article names it; of a provision, whether one names exactly that.
    found: bool,
    /// The id of the page of the act that it names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    act: Option<&'a str>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = ReferenceKind)]
#[serde(rename_all = "snake_case")]
enum ReferenceKindDto {
    Act,
    Provision,
    Issue,
}

/// A word that no article has, and the one that was searched instead.
#[derive(Serialize, ToSchema)]
#[schema(as = Correction)]
struct CorrectionDto<'a> {
    from: &'a str,
    to: &'a str,
}

/// A query that has results.
#[derive(Serialize, ToSchema)]
#[schema(as = NearestQuery)]
struct NearestDto<'a> {
    q: &'a str,
    articles: usize,
}

/// How many of the published articles can be found; all, except in the first seconds after a start.
#[derive(Serialize, ToSchema)]
#[schema(as = IndexState)]
struct IndexDto {
    indexed: usize,
    articles: usize,
}

/// Something a reader may be typing.
#[derive(Serialize, ToSchema)]
#[schema(as = Suggestion)]
pub(super) struct SuggestionDto {
    kind: SuggestionKind,
    /// The citation, the name or the title.
    text: String,
    /// The language of `text`.
    lang: Language,
    /// How many articles are on the act or name it, or belong to the topic.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    articles: Option<usize>,
    /// The id of the act's page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    act: Option<String>,
    /// The id of the topic.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    topic: Option<String>,
    /// Of the article.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    slug: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SuggestionKind {
    Act,
    Topic,
    Article,
}

impl<'a> SearchAnswerDto<'a> {
    /// `views` are those of the hits; `today` is the current date in Romania.
    pub(super) fn new(answer: &'a SearchAnswer, views: &'a [ArticleView<'a>], today: Date) -> Self {
        let hits = answer.hits.iter().zip(views);
        Self {
            total: answer.total,
            without_filters: answer.without_filters,
            hits: hits.map(|(hit, view)| HitDto::new(hit, view, today)).collect(),
            facets: FacetsDto::new(&answer.facets),
            understood: UnderstoodDto::new(&answer.understood),
            nearest: answer
                .nearest
                .iter()
                .map(|Nearest { query, articles }| NearestDto { q: query, articles: *articles })
                .collect(),
            index: IndexDto { indexed: answer.indexed, articles: answer.articles },
        }
    }
}

impl<'a> HitDto<'a> {
    fn new(hit: &'a Hit, view: &'a ArticleView<'a>, today: Date) -> Self {
        Self {
            article: ArticleSummaryDto::new(view, hit.listed.counts, today),
            title: FragmentDto::new(&hit.title),
            fragment: FragmentDto::new(&hit.fragment),
            nearness: match hit.nearness {
                Nearness::Act => NearnessDto::Act,
                Nearness::Provision => NearnessDto::Provision,
                Nearness::Named => NearnessDto::Named,
                Nearness::Words => NearnessDto::Words,
            },
        }
    }
}

impl<'a> FragmentDto<'a> {
    fn new(fragment: &'a Fragment) -> Self {
        Self { text: &fragment.text, lang: fragment.language, marks: utf16(&fragment.text, &fragment.marks) }
    }
}

/// Ranges of bytes, in order, as ranges of UTF-16 code units.
fn utf16(text: &str, ranges: &[Range<usize>]) -> Vec<MarkDto> {
    let units = |part: &str| part.chars().map(char::len_utf16).sum::<usize>();
    let (mut at, mut before) = (0, 0);
    let mut marks = Vec::with_capacity(ranges.len());
    for range in ranges {
        let start = before + units(&text[at..range.start]);
        let end = start + units(&text[range.clone()]);
        marks.push(MarkDto { start, end });
        (at, before) = (range.end, end);
    }
    marks
}

impl<'a> FacetsDto<'a> {
    fn new(facets: &'a Facets) -> Self {
        let texts = |choices: &'a [(String, usize)]| {
            let choice = |(value, articles): &'a (String, usize)| TextChoiceDto { value, articles: *articles };
            choices.iter().map(choice).collect()
        };
        let number = |value: i16, articles: usize| NumberChoiceDto { value, articles };
        let roles = facets.roles.iter().map(|(value, articles)| RoleChoiceDto { value: *value, articles: *articles });
        Self {
            topic: texts(&facets.topics),
            domain: texts(&facets.domains),
            act_type: texts(&facets.act_types),
            issuer: texts(&facets.issuers),
            role: roles.collect(),
            importance: facets.importances.iter().map(|(level, count)| number(level.level().into(), *count)).collect(),
            year: facets.years.iter().map(|(year, count)| number(*year, *count)).collect(),
            duty_ahead: facets.with_duty_ahead,
        }
    }
}

impl<'a> UnderstoodDto<'a> {
    fn new(understood: &'a Understood) -> Self {
        Self {
            references: understood.references.iter().map(ReferenceDto::new).collect(),
            words: &understood.words,
            phrases: &understood.phrases,
            corrected: understood.corrected.iter().map(|Correction { from, to }| CorrectionDto { from, to }).collect(),
        }
    }
}

impl<'a> ReferenceDto<'a> {
    fn new(reference: &'a UnderstoodReference) -> Self {
        Self {
            text: &reference.text,
            kind: match reference.kind {
                ReferenceKind::Act => ReferenceKindDto::Act,
                ReferenceKind::Provision => ReferenceKindDto::Provision,
                ReferenceKind::Issue => ReferenceKindDto::Issue,
            },
            citation: &reference.citation,
            provision: reference.provision.as_deref(),
            found: reference.is_found,
            act: reference.act.as_ref().map(ActId::as_str),
        }
    }
}

impl SuggestionDto {
    pub(super) fn new(suggestion: &Suggestion, language: Language) -> Self {
        let (kind, text) = match suggestion {
            Suggestion::Act { act, .. } => (SuggestionKind::Act, act.citation(language)),
            Suggestion::Topic { topic, .. } => (
                SuggestionKind::Topic,
                match language {
                    Language::Ro => topic.ro.clone(),
                    Language::En => topic.en.clone(),
                },
            ),
            Suggestion::Article { title, .. } => (SuggestionKind::Article, title.clone()),
        };
        let mut dto = Self { kind, text, lang: language, articles: None, act: None, topic: None, slug: None };
        match suggestion {
            Suggestion::Act { id, articles, .. } => {
                dto.articles = Some(*articles);
                dto.act = id.as_ref().map(ActId::to_string);
            }
            Suggestion::Topic { topic, articles } => {
                dto.articles = Some(*articles);
                dto.topic = Some(topic.id.clone());
            }
            Suggestion::Article { slug, language, .. } => {
                dto.lang = *language;
                dto.slug = Some(slug.to_string());
            }
        }
        dto
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_count_as_javascript_does() {
        let text = "Țări 👩 și chirii";
        let place = |word: &str| {
            let start = text.find(word).expect("the word");
            start..start + word.len()
        };
        let expected = [MarkDto { start: 0, end: 4 }, MarkDto { start: 11, end: 17 }];
        assert_eq!(utf16(text, &[place("Țări"), place("chirii")]), expected);
    }
}
