//! The recurring duties of statutes, as JSON.

use std::sync::Arc;

use axum::extract::State;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::deadlines::check_range;
use super::dto::HeadlineDto;
use super::entries::{RecurrenceSchema, SourceDto};
use crate::catalogue::ArticleView;
use crate::domain::duty::{AnnouncedDay, CompanyTax, Confidence, LegalBasis};
use crate::domain::recurrence::{Occurrence, Recurrence, Shift, ShiftReason, Term};
use crate::domain::source::Source;
use crate::domain::{AudienceRole, Language};
use crate::error::Error;
use crate::ops::duties::{self, DutyQuery, ListedDuty};
use crate::web::accepted::Accepted;
use crate::web::body::Body;
use crate::web::error::Result;
use crate::web::json::to_body;
use crate::web::parameter_values::{FilterText, Lang};
use crate::web::query::{Query, query};
use crate::web::reply::{Caching, make, send};
use crate::web::state::{VISITOR, Web};

query! {
    /// The choice of duties, and their days.
    pub(in crate::web) struct DutyParameters {
        lang: Lang,
        /// Duties of this role
        role: Option<AudienceRole>,
        /// Without the duties of companies that pay another tax
        tax: Option<CompanyTax>,
        /// A topic's id
        topic: Option<FilterText>,
        /// The first day; default today
        from: Option<Date>,
        /// The last day; default one year after `from`, at most two
        to: Option<Date>,
    }
}

/// A recurring statutory duty. Without `recurs`, it follows from an event, or its day is set each year.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Duty)]
struct DutyDto<'a> {
    id: &'a str,
    topic: &'a str,
    title: &'a str,
    /// The few words that stand beside the form, such as "TVA"; without a form they stand alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    short: Option<&'a str>,
    what: &'a str,
    /// The form to file, such as `D112`.
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<&'a str>,
    roles: &'a [AudienceRole],
    /// Only companies that pay this tax have the duty.
    #[serde(skip_serializing_if = "Option::is_none")]
    tax: Option<CompanyTax>,
    /// Which of these readers the duty applies to.
    conditions: &'a str,
    /// It is due only when this happens.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a str>,
    /// Whether readers may choose to do it.
    optional: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<RecurrenceSchema>)]
    recurs: Option<&'a Recurrence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shift: Option<Shift>,
    /// The term from the event that the duty follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<Term>,
    /// The month in which it falls, on a day that is announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    announced: Option<AnnouncedDayDto<'a>>,
    /// The last day of the duty.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Date>,
    /// The rule in words.
    rule: &'a str,
    /// What happens to a day that is not a working day.
    shift_rule: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    penalty: Option<&'a str>,
    legal_basis: Vec<LegalBasis>,
    sources: Vec<SourceDto<'a>>,
    /// Whether one of the sources is an official publication.
    official: bool,
    confidence: Confidence,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    /// The days from `from` to `to`, in order.
    days: Vec<DutyDayDto>,
    /// Articles that changed the duty or name its form, at most 3.
    articles: Vec<HeadlineDto<'a>>,
}

/// The day of a duty in one month of each year, which an authority announces.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnnouncedDay)]
struct AnnouncedDayDto<'a> {
    #[schema(minimum = 1, maximum = 12)]
    month: u8,
    by: &'a str,
    /// What the reader does, after "In December,".
    act: &'a str,
}

/// A day of a duty.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DutyDay)]
struct DutyDayDto {
    /// Stable even if the computed day changes.
    id: String,
    date: Date,
    /// The day that the rule names, if the date is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    nominal: Option<Date>,
    /// Why the date is not the one that the rule names.
    #[serde(skip_serializing_if = "Option::is_none")]
    shift_reason: Option<ShiftReason>,
    /// The last working day before, if the date is not one: the law does not move it.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_by: Option<Date>,
    /// The month or the quarter that the form is about, such as `2026-10` or `2026-Q3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<String>,
}

/// Lists the recurring statutory duties, each with its days in the next twelve months.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "listDuties", responses(
    (status = 200, description = "The duties", body = Vec<DutyDto<'static>>),
))]
pub(in crate::web) async fn duties(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    Query(parameters): Query<DutyParameters>,
) -> Result {
    let query = duty_query(parameters, web.app.clock.today())?;
    let (language, is_default) = (query.language, query.from == web.app.clock.today());
    let generation = web.catalogue_generation();
    let key = (generation, web.app.catalogue.indexed().articles, query.clone());
    let shared = Arc::clone(&web);
    let write = move || body(&duties::list(&shared.app, &VISITOR, &query)?, language);
    let made = make(&accepted, "listing duties", write);
    // Clients choose other ranges freely: kept ones would fill the cache.
    let body = match is_default {
        true => web.article_bodies.duties.get_or_make(key, made).await?,
        false => Arc::new(made.await?),
    };
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

fn duty_query(parameters: DutyParameters, today: Date) -> Result<DutyQuery, Error> {
    let DutyParameters { lang, role, tax, topic, from, to } = parameters;
    let from = from.unwrap_or(today);
    let to = to.unwrap_or_else(|| from.saturating_add(1.year()));
    check_range(from, to, 2.years())?;
    Ok(DutyQuery { language: lang.0, role, tax, topic: topic.map(|FilterText(topic)| topic), from, to })
}

fn body(listed: &[ListedDuty], language: Language) -> Result<Body, Error> {
    let sources: Vec<Vec<Source>> = listed.iter().map(|listed| sources(&listed.duty.sources)).collect();
    let views: Vec<Vec<_>> = listed
        .iter()
        .map(|listed| listed.articles.iter().map(|revision| ArticleView::new(revision, language)).collect())
        .collect();
    let shown = listed.iter().zip(&sources).zip(&views);
    to_body(&shown.map(|((listed, sources), views)| DutyDto::new(listed, sources, views, language)).collect::<Vec<_>>())
}

fn sources(addresses: &[String]) -> Vec<Source> {
    addresses.iter().map(|url| Source { url: url.clone(), title: None }).collect()
}

impl<'a> DutyDto<'a> {
    fn new(listed: &'a ListedDuty, sources: &'a [Source], views: &'a [ArticleView<'a>], language: Language) -> Self {
        let duty = &listed.duty;
        let concerns = duty.concerns.as_ref();
        Self {
            id: &duty.id,
            topic: &duty.topic,
            title: duty.title.get(language),
            short: duty.short.as_ref().map(|short| short.get(language)),
            what: duty.what.get(language),
            form: duty.form.as_deref(),
            roles: &duty.roles,
            tax: duty.tax,
            conditions: duty.conditions.get(language),
            event: concerns.and_then(|concern| concern.event.as_ref()).map(|event| event.get(language)),
            optional: concerns.is_some_and(|concern| concern.optional),
            recurs: duty.recurs.as_ref(),
            shift: duty.shift,
            within: duty.within,
            announced: duty.announced.as_ref().map(|day| AnnouncedDayDto::new(day, language)),
            until: duty.until,
            rule: duty.rule.get(language),
            shift_rule: duty.shift_rule.get(language),
            penalty: duty.penalty.as_ref().map(|penalty| penalty.get(language)),
            legal_basis: duty.legal_basis.iter().map(|basis| basis.translated(language)).collect(),
            sources: sources.iter().map(SourceDto::new).collect(),
            official: duty.official,
            confidence: duty.confidence,
            note: duty.note.as_ref().map(|note| note.get(language)),
            days: listed.days.iter().map(|day| DutyDayDto::new(listed, *day)).collect(),
            articles: views.iter().map(HeadlineDto::new).collect(),
        }
    }
}

impl<'a> AnnouncedDayDto<'a> {
    fn new(AnnouncedDay { month, by, act }: &'a AnnouncedDay, language: Language) -> Self {
        Self { month: *month, by: by.get(language), act: act.get(language) }
    }
}

impl DutyDayDto {
    fn new(listed: &ListedDuty, day: Occurrence) -> Self {
        Self {
            id: listed.duty.day_id(day.nominal),
            date: day.date,
            nominal: Some(day.nominal).filter(|nominal| *nominal != day.date),
            shift_reason: day.shift_reason(listed.duty.shift),
            file_by: day.file_by(),
            period: listed.duty.period_of(day.nominal).map(|period| period.to_string()),
        }
    }
}
