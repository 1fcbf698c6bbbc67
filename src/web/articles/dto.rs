//! The JSON shapes of articles, source of the generated TypeScript types.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::act::{ActDto, GazetteDto};
use super::entries::{DatedEntryDto, SourceDto, StepDto};
use crate::catalogue::{ArticleView, Citation, TopicSummary};
use crate::domain::article_time::ArticleTime;
use crate::domain::concern::Concern;
use crate::domain::step::Step;
use crate::domain::topic::Topic;
use crate::domain::{ActId, ArticleCounts, AudienceRole, Language, Provenance, Status};

/// An article as lists show it.
///
/// The texts are plain with a small Markdown (paragraphs, emphasis, links, lists), never HTML.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ArticleSummary)]
pub(in crate::web) struct ArticleSummaryDto<'a> {
    slug: &'a str,
    title: &'a str,
    /// What changes, in one sentence of plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_short: Option<&'a str>,
    technical_summary: &'a str,
    simple_explanation: &'a str,
    /// 1 trivial, 2 minor, 3 moderate, 4 important, 5 urgent.
    #[schema(minimum = 1, maximum = 5)]
    importance: u8,
    publish_date: Date,
    /// A PDF file; fetched through `/fetch-pdf`.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_url: Option<&'a str>,
    domains: &'a [String],
    /// The domains folded, in the same order: what stands after `domain:` in the name of a follow.
    domain_keys: Vec<String>,
    topic: &'a str,
    /// The language of the texts given.
    lang: Language,
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<ActDto<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gazette: Option<GazetteDto<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force_date: Option<Date>,
    /// The day from which the rule applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    applies_from: Option<Date>,
    deadlines: Vec<DatedEntryDto<'a>>,
    /// The entry with the next day, as its position in `deadlines`; `null` if none is ahead.
    #[schema(required)]
    next_entry: Option<usize>,
    /// How the article's days relate to today in Romania.
    time: ArticleTime,
    /// The roles in which the change concerns a reader.
    roles: &'a [AudienceRole],
    /// The same readers, in words.
    audience: &'a [String],
    /// The main source first.
    sources: Vec<SourceDto<'a>>,
    /// The address of the main source.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_url: Option<&'a str>,
    /// Counted from 1; grows with each change of content.
    revision: u32,
    /// When the content last changed.
    updated_at: Timestamp,
    likes: u64,
    bookmarks: u64,
}

/// One revision of an article with all its fields.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Article)]
pub(in crate::web) struct ArticleDto<'a> {
    #[serde(flatten)]
    summary: ArticleSummaryDto<'a>,
    status: Status,
    /// What to do, step by step.
    steps: Vec<StepDto<'a>>,
    /// The texts of `steps`.
    implementation_key_points: Vec<&'a str>,
    /// Which readers the change concerns, as a condition over facts, and the words for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    concerns: Option<&'a Concern>,
    /// The languages the article can be read in, `ro` first.
    languages: Vec<Language>,
    /// The number of operations on texts of other acts that `/lawchanges/{articleId}/amendments` shows before and
    /// after.
    amendments: u32,
    /// The pieces of its texts that name an act with a page, the longest first; only in the current revision.
    citations: Vec<CitationDto<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provenance: Option<&'a Provenance>,
}

/// A piece of a text that names an act.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Citation)]
struct CitationDto<'a> {
    /// As written.
    text: &'a str,
    /// The id of the act's page.
    act: &'a str,
}

/// The acts with pages that an article is about and names.
#[derive(Debug, Default)]
pub(in crate::web) struct NamedActs {
    pub own: Option<ActId>,
    pub citations: Vec<Citation>,
}

/// An article in one line.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Headline)]
pub(in crate::web) struct HeadlineDto<'a> {
    slug: &'a str,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_short: Option<&'a str>,
    #[schema(minimum = 1, maximum = 5)]
    importance: u8,
    publish_date: Date,
    topic: &'a str,
    /// The language of the texts given.
    lang: Language,
    #[serde(skip_serializing_if = "Option::is_none")]
    act_citation: Option<String>,
}

impl<'a> HeadlineDto<'a> {
    pub(in crate::web) fn new(view: &ArticleView<'a>) -> Self {
        Self {
            slug: view.slug.as_str(),
            title: view.title,
            in_short: view.in_short,
            importance: view.importance.level(),
            publish_date: view.publish_date,
            topic: view.topic,
            lang: view.language,
            act_citation: view.act_citation(),
        }
    }
}

/// A topic that articles belong to and readers can follow.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Topic)]
pub(in crate::web) struct TopicDto<'a> {
    id: &'a str,
    name: Bilingual<'a>,
    /// How many published articles it has.
    articles: usize,
}

/// A text in both languages.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct Bilingual<'a> {
    pub ro: Cow<'a, str>,
    pub en: Cow<'a, str>,
}

impl<'a> Bilingual<'a> {
    /// A topic's name.
    pub(in crate::web) fn of_topic(topic: &'a Topic) -> Self {
        Self { ro: Cow::Borrowed(&topic.ro), en: Cow::Borrowed(&topic.en) }
    }
}

impl<'a> ArticleSummaryDto<'a> {
    /// `today` is the current date in Romania.
    pub(in crate::web) fn new(view: &'a ArticleView<'_>, counts: ArticleCounts, today: Date) -> Self {
        let deadlines = view.deadlines.iter().enumerate();
        Self {
            slug: view.slug.as_str(),
            title: view.title,
            in_short: view.in_short,
            technical_summary: view.technical_summary,
            simple_explanation: view.simple_explanation,
            importance: view.importance.level(),
            publish_date: view.publish_date,
            file_url: view.file_url,
            domains: view.domains,
            domain_keys: view.domain_keys(),
            topic: view.topic,
            lang: view.language,
            act: view.act.map(|act| ActDto::new(act, view.language)),
            gazette: view.gazette.map(|gazette| GazetteDto::new(gazette, view.language)),
            in_force_date: view.in_force_date,
            applies_from: view.applies_from,
            deadlines: deadlines.map(|(index, entry)| DatedEntryDto::new(view, index, entry, today)).collect(),
            next_entry: view.next_entry(today),
            time: view.time(today),
            roles: view.roles,
            audience: view.audience,
            sources: view.sources.iter().map(SourceDto::new).collect(),
            source_url: view.sources.first().map(|source| source.url.as_str()),
            revision: view.revision,
            updated_at: view.updated_at,
            likes: counts.likes,
            bookmarks: counts.bookmarks,
        }
    }
}

impl<'a> ArticleDto<'a> {
    /// `steps` are those of the view, `amendments` the operations of its act; `today` is the current date in Romania.
    pub(in crate::web) fn new(
        view: &'a ArticleView<'_>,
        steps: &'a [Step],
        counts: ArticleCounts,
        (amendments, acts): (u32, &'a NamedActs),
        today: Date,
    ) -> Self {
        let mut summary = ArticleSummaryDto::new(view, counts, today);
        if let Some(act) = &mut summary.act {
            act.id = acts.own.as_ref().map(ActId::to_string);
        }
        for (dto, entry) in summary.deadlines.iter_mut().zip(view.deadlines.iter()) {
            dto.condition = entry.condition.as_deref();
        }
        Self {
            summary,
            amendments,
            concerns: view.concerns(),
            citations: acts.citations.iter().map(CitationDto::new).collect(),
            // The catalogue holds nothing else.
            status: Status::Published,
            steps: steps.iter().map(StepDto::new).collect(),
            implementation_key_points: steps.iter().map(|step| step.text.as_str()).collect(),
            languages: view.languages(),
            provenance: view.provenance,
        }
    }
}

impl<'a> CitationDto<'a> {
    fn new(Citation { text, act }: &'a Citation) -> Self {
        Self { text, act: act.as_str() }
    }
}

impl<'a> TopicDto<'a> {
    pub(super) fn new(TopicSummary { topic, articles }: &'a TopicSummary) -> Self {
        Self { id: &topic.id, name: Bilingual::of_topic(topic), articles: *articles }
    }
}
