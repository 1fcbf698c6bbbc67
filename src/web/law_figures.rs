//! The figures of the law on a day, as JSON and as a table for spreadsheets.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderValue;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::accepted::Accepted;
use super::bearer::EditorBearer;
use super::body::{Body, Effort};
use super::error::Result;
use super::extract::PathParam;
use super::json::{json, to_body};
use super::parameter_values::{FilterText, Lang, SearchText};
use super::query::{Query, query};
use super::reply::{Caching, make, send};
use super::request_body::Json;
use super::state::{VISITOR, Web};
use crate::domain::Language;
use crate::domain::act_name::act_name;
use crate::domain::exact_number::ExactNumber;
use crate::domain::law_figure::{FigureConfirmation, FigureValue, LawFigure, LawFigureUnit};
use crate::domain::source::Source;
use crate::ops::law_figures::{self, FigureApproval, FigureQuery, ListedFigure};

const CSV: HeaderValue = HeaderValue::from_static("text/csv; charset=utf-8; header=present");
/// The columns of the table.
const COLUMNS: [&str; 13] =
    ["id", "topic", "name", "value", "unit", "lei", "from", "until", "act", "provision", "source", "article", "state"];

query! {
    /// The choice of figures, and the day of their values.
    pub(super) struct FigureParameters {
        lang: Lang,
        /// The day; default today
        on: Option<Date>,
        /// A topic's id
        topic: Option<FilterText>,
        /// Words of the name, the act or the id
        q: Option<SearchText>,
    }
}

/// A figure of the law with its value on a day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LawFigure)]
struct LawFigureDto<'a> {
    /// Stable; conditions name it too.
    id: &'a str,
    /// A topic's id.
    topic: &'a str,
    name: &'a str,
    unit: LawFigureUnit,
    /// The value on the day; absent if none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<FigureValueDto<'a>>,
    /// All values, oldest first.
    values: Vec<FigureValueDto<'a>>,
}

/// The value of a figure from a day on.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FigureValue)]
struct FigureValueDto<'a> {
    /// An exact decimal number, such as `25.949`.
    #[schema(value_type = String)]
    value: ExactNumber,
    /// The value with its unit in words.
    text: String,
    /// In lei, of a number of minimum wages, at the wage of 1 January of the year of the day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    lei: Option<ExactNumber>,
    /// `lei` in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    lei_text: Option<String>,
    /// The first day; absent if no source names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Date>,
    /// The last day; absent while no end is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Date>,
    /// The name of the act in the language of the answer; in Romanian where only that is known.
    #[schema(value_type = String)]
    act: Cow<'a, str>,
    /// In Romanian. Absent if no source names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    provision: Option<&'a str>,
    /// The address of a page that names the value.
    source: &'a str,
    /// Whether the state, an authority or the European Union publishes the source.
    official: bool,
    /// The slug of the article that reports the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<&'a str>,
    /// The confirmation by an editor; absent while the value is to be verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed: Option<&'a FigureConfirmation>,
}

/// A value that the editor read in its source.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct FigureToConfirm {
    /// The first day of the value; without it, the value that has none.
    #[serde(default)]
    from: Option<Date>,
    /// Marks the value as to be verified again.
    #[serde(default)]
    withdraw: bool,
}

/// Lists the figures of the law, such as the minimum wage, thresholds and rates, with their values on a day and over
/// time.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "listFigures", responses(
    (status = 200, description = "The figures", body = Vec<LawFigureDto<'static>>),
))]
pub(super) async fn figures(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    Query(parameters): Query<FigureParameters>,
) -> Result {
    let (language, query) = parameters.read(web.app.clock.today());
    let (shared, asked) = (Arc::clone(&web), query.clone());
    let write = move || {
        let listed = law_figures::list(&shared.app, &VISITOR, &asked)?;
        to_body(&listed.iter().map(|listed| LawFigureDto::new(listed, language)).collect::<Vec<_>>())
    };
    let made = make(&accepted, "listing figures of the law", write);
    let body = match key(&web, &query, language) {
        Some(key) => web.bodies.figures.get_or_make(key, made).await?,
        None => Arc::new(made.await?),
    };
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

/// Lists the figures of the law that have a value on a day, as a table for spreadsheets (RFC 4180).
///
/// The columns are `id`, `topic`, `name`, `value`, `unit`, `lei`, `from`, `until`, `act`, `provision`, `source`,
/// `article` and `state` (`confirmed` or `to_verify`). New columns come last.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "getFiguresTable", responses(
    (status = 200, description = "The table", content_type = "text/csv", body = String),
))]
pub(super) async fn table(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    Query(parameters): Query<FigureParameters>,
) -> Result {
    let (language, query) = parameters.read(web.app.clock.today());
    let (shared, asked) = (Arc::clone(&web), query.clone());
    let write = move || {
        let listed = law_figures::list(&shared.app, &VISITOR, &asked)?;
        Ok(Body::new(csv(&listed, language), CSV, Effort::Fast))
    };
    let made = make(&accepted, "writing a table of figures", write);
    let body = match key(&web, &query, language) {
        Some(key) => web.bodies.figure_tables.get_or_make(key, made).await?,
        None => Arc::new(made.await?),
    };
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

/// Confirms a value of a figure, or marks it as to be verified again.
#[utoipa::path(post, path = "", tag = "desk", operation_id = "confirmFigure", responses(
    (status = 200, description = "The figure, with its value of today", body = LawFigureDto<'static>),
    (status = 404, description = "`not_found`: there is no such figure, or no value from this day on"),
    (status = 409, description = "`name_missing`: readers see who confirmed a value"),
))]
pub(super) async fn confirm(
    State(web): State<Arc<Web>>,
    PathParam(id): PathParam,
    EditorBearer(actor): EditorBearer,
    Lang(language): Lang,
    Json(FigureToConfirm { from, withdraw }): Json<FigureToConfirm>,
) -> Result {
    let approval = FigureApproval { id, from, by: None, withdraw };
    let figure = law_figures::confirm(&web.app, &actor, approval).await?;
    let current = figure.values.iter().position(|value| value.is_on(web.app.clock.today()));
    json(&LawFigureDto::new(&ListedFigure { figure, current, in_lei: None }, language))
}

impl FigureParameters {
    /// The language and the query of an address.
    fn read(self, today: Date) -> (Language, FigureQuery) {
        let given = |text: String| Some(text).filter(|text| !text.trim().is_empty());
        let topic = self.topic.and_then(|FilterText(topic)| given(topic));
        let words = self.q.and_then(|SearchText(words)| given(words));
        (self.lang.0, FigureQuery { on: self.on.unwrap_or(today), topic, words })
    }
}

/// The key of a kept list. Clients choose days and words freely: kept ones would fill the cache.
fn key(web: &Web, query: &FigureQuery, language: Language) -> Option<(u64, Date, Language)> {
    let today = web.app.clock.today();
    let is_kept = query.on == today && query.topic.is_none() && query.words.is_none();
    is_kept.then(|| (web.catalogue_generation(), today, language))
}

impl<'a> LawFigureDto<'a> {
    fn new(listed: &'a ListedFigure, language: Language) -> Self {
        let LawFigure { id, topic, unit, name, values } = &listed.figure;
        let dto = |value: &'a FigureValue, lei| FigureValueDto::new(value, *unit, lei, language);
        Self {
            id,
            topic,
            name: name.get(language),
            unit: *unit,
            current: listed.value().map(|value| dto(value, listed.in_lei)),
            values: values.iter().map(|value| dto(value, None)).collect(),
        }
    }
}

impl<'a> FigureValueDto<'a> {
    fn new(value: &'a FigureValue, unit: LawFigureUnit, lei: Option<ExactNumber>, language: Language) -> Self {
        Self {
            value: value.value,
            text: unit.words(value.value, language),
            lei,
            lei_text: lei.map(|lei| LawFigureUnit::Lei.words(lei, language)),
            from: value.from,
            until: value.until,
            act: act_name(&value.act, language),
            provision: value.provision.as_deref(),
            source: &value.source,
            official: Source { url: value.source.clone(), title: None }.is_official(),
            article: value.article.as_ref().map(|article| article.as_str()),
            confirmed: value.confirmed.as_ref(),
        }
    }
}

fn csv(listed: &[ListedFigure], language: Language) -> String {
    let mut table = COLUMNS.join(",") + "\r\n";
    for ListedFigure { figure, current, in_lei } in listed {
        let Some(value) = current.map(|place| &figure.values[place]) else { continue };
        let day = |day: Option<Date>| day.map(|day| day.to_string()).unwrap_or_default();
        let unit = serde_json::to_value(figure.unit).ok();
        let state = if value.confirmed.is_some() { "confirmed" } else { "to_verify" };
        let fields = [
            figure.id.clone(),
            figure.topic.clone(),
            figure.name.get(language).to_owned(),
            value.value.to_string(),
            unit.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default().to_owned(),
            in_lei.map(|lei| lei.to_string()).unwrap_or_default(),
            day(value.from),
            day(value.until),
            act_name(&value.act, language).into_owned(),
            value.provision.clone().unwrap_or_default(),
            value.source.clone(),
            value.article.as_ref().map(ToString::to_string).unwrap_or_default(),
            state.to_owned(),
        ];
        table.push_str(&fields.map(|field| quoted(&field)).join(","));
        table.push_str("\r\n");
    }
    table
}

/// A field in quotation marks where it needs them. A spreadsheet would compute what begins with one of these signs.
fn quoted(field: &str) -> String {
    let computed = if field.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if computed.is_empty() && !field.contains([',', '"', '\r', '\n']) {
        return field.to_owned();
    }
    format!("\"{computed}{}\"", field.replace('"', "\"\""))
}
