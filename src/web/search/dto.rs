//! The answer to a search, as JSON.

use std::ops::Range;

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::facets_dto::FacetsDto;
use super::understood_dto::UnderstoodDto;
use crate::catalogue::{ArticleView, DutyHit, Fragment, Hit, Nearest, Nearness, SearchAnswer};
use crate::domain::Language;
use crate::domain::follow::SEARCH_PREFIX;
use crate::web::articles::dto::ArticleSummaryDto;

/// The answer to a search.
#[derive(Serialize, ToSchema)]
#[schema(as = SearchAnswer)]
pub(in crate::web) struct SearchAnswerDto<'a> {
    /// How many articles match, on all pages.
    total: usize,
    /// How many match `q` without the filters.
    without_filters: usize,
    /// The recurring duties that `q` names by form, title or subject, of `topic` and `role`; on the first page, at most 6.
    duties: Vec<DutyHitDto<'a>>,
    /// One page.
    hits: Vec<HitDto<'a>>,
    /// The name under which a reader can follow the search; absent for one that cannot be saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    follow: Option<String>,
    /// The domain of the filter as articles have it; absent if no article has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    domain: Option<&'a str>,
    /// The provision of the filter, with the citation of its act; absent if the act has no page.
    #[serde(skip_serializing_if = "Option::is_none")]
    provision: Option<&'a str>,
    facets: FacetsDto<'a>,
    understood: UnderstoodDto<'a>,
    /// Acts like those that `q` names, when it has no results even without filters.
    nearest: Vec<NearestDto<'a>>,
    index: IndexDto,
}

/// A found duty; `GET /duties` has all of it.
#[derive(Serialize, ToSchema)]
#[schema(as = DutyHit)]
struct DutyHitDto<'a> {
    id: &'a str,
    title: &'a str,
    /// The form to file, such as `D112`.
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<&'a str>,
    what: &'a str,
    /// The rule in words.
    rule: &'a str,
    /// Its next day. A duty without one follows from an event, or its day is set each year.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Date>,
    /// The last working day before `next`, if that is not one: the law does not move it.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_by: Option<Date>,
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
    /// It names the provision, or the article of the law that contains the provision.
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

/// A query with results, for an act.
#[derive(Serialize, ToSchema)]
#[schema(as = NearestQuery)]
struct NearestDto<'a> {
    q: &'a str,
    articles: usize,
}

/// How many of the published articles can be found; all, except in the first seconds after a start.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = IndexState)]
pub(in crate::web) struct IndexDto {
    pub indexed: usize,
    pub articles: usize,
}

impl<'a> SearchAnswerDto<'a> {
    /// `views` are those of the hits; `today` is the current date in Romania.
    pub(super) fn new(
        answer: &'a SearchAnswer,
        views: &'a [ArticleView<'a>],
        provision: Option<&'a str>,
        today: Date,
    ) -> Self {
        let hits = answer.hits.iter().zip(views);
        Self {
            total: answer.total,
            without_filters: answer.without_filters,
            duties: answer.duties.iter().map(|hit| DutyHitDto::new(hit, answer.language)).collect(),
            hits: hits.map(|(hit, view)| HitDto::new(hit, view, today)).collect(),
            follow: answer.saved.as_ref().map(|search| format!("{SEARCH_PREFIX}{search}")),
            domain: answer.domain.as_deref(),
            provision,
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

impl<'a> DutyHitDto<'a> {
    fn new(DutyHit { duty, next }: &'a DutyHit, language: Language) -> Self {
        Self {
            id: &duty.id,
            title: duty.title.get(language),
            form: duty.form.as_deref(),
            what: duty.what.get(language),
            rule: duty.rule.get(language),
            next: next.map(|day| day.date),
            file_by: next.and_then(|day| day.file_by()),
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
