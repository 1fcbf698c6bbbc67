//! The JSON shapes of acts, source of the generated TypeScript types.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::ArticleView;
use crate::domain::Language;
use crate::domain::article::Revision;
use crate::ops::act_pages::{ActFacts, ActPage};
use crate::ops::forms::FormRecord;
use crate::web::articles::act::{ActDto, GazetteDto};
use crate::web::articles::deadlines::DeadlineDto;
use crate::web::articles::dto::HeadlineDto;

/// An act with the articles about it.
#[derive(Serialize, ToSchema)]
#[schema(as = ActPage)]
pub(super) struct ActPageDto<'a> {
    act: ActDto<'a>,
    /// The title in Romanian, as in its source: kind, number, day and subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    /// The day of the act.
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gazette: Option<GazetteDto<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force_date: Option<Date>,
    /// Where the act can be read.
    links: Vec<ActLinkDto<'a>>,
    /// The articles about the act, newest first.
    articles: Vec<HeadlineDto<'a>>,
    /// The newest of the other articles that name the act, at most 100.
    citing: Vec<HeadlineDto<'a>>,
    /// How many other articles name the act.
    citing_total: usize,
    /// The acts that the act changes.
    amends: Vec<ActDto<'a>>,
    /// The stored consolidated forms of the act, newest first.
    forms: Vec<FormDto<'a>>,
    /// The next deadlines of the articles about the act, soonest first.
    deadlines: Vec<DeadlineDto<'a>>,
}

/// An address of an act's text.
#[derive(Serialize, ToSchema)]
#[schema(as = ActLink)]
struct ActLinkDto<'a> {
    kind: ActLinkKind,
    url: &'a str,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ActLinkKind {
    /// As first published.
    Published,
    /// The newest consolidated form.
    Consolidated,
    /// The issue of the gazette.
    Gazette,
}

/// A consolidated form of an act.
#[derive(Serialize, ToSchema)]
#[schema(as = ActForm)]
struct FormDto<'a> {
    /// The day from which the text is in force.
    date: Date,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
}

impl<'a> ActPageDto<'a> {
    pub(super) fn new(page: &'a ActPage, language: Language) -> Self {
        let ActFacts { title, date, gazette, in_force, .. } = &page.facts;
        Self {
            act: ActDto::with_id(&page.act, Some(&page.id), language),
            title: title.as_deref(),
            date: *date,
            gazette: gazette.as_ref().map(|gazette| GazetteDto::new(gazette, language)),
            in_force_date: *in_force,
            links: links(&page.facts),
            articles: headlines(&page.own, language),
            citing: headlines(&page.citing, language),
            citing_total: page.citing_total,
            amends: page.amends.iter().map(|(act, id)| ActDto::with_id(act, id.as_ref(), language)).collect(),
            forms: page.forms.iter().map(FormDto::new).collect(),
            deadlines: page.upcoming.iter().map(|deadline| DeadlineDto::new(deadline, language)).collect(),
        }
    }
}

pub(super) fn headlines(articles: &[Revision], language: Language) -> Vec<HeadlineDto<'_>> {
    articles.iter().map(|revision| HeadlineDto::new(&ArticleView::new(revision, language))).collect()
}

fn links(facts: &ActFacts) -> Vec<ActLinkDto<'_>> {
    let links = &facts.links;
    let each = [
        (ActLinkKind::Published, &links.published),
        (ActLinkKind::Consolidated, &links.consolidated),
        (ActLinkKind::Gazette, &links.gazette),
    ];
    each.into_iter()
        .filter_map(|(kind, url)| Some(ActLinkDto { kind, url: url.as_deref()? }))
        .filter(|link| link.url.starts_with("http"))
        .collect()
}

impl<'a> FormDto<'a> {
    fn new(form: &'a FormRecord) -> Self {
        Self { date: form.date, url: Some(form.url.as_str()).filter(|url| url.starts_with("http")) }
    }
}
