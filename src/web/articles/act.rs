//! The JSON shapes of acts and of their places in the gazette.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::act::Act;
use crate::domain::gazette::Gazette;
use crate::domain::{ActId, Language};

/// A legal text, such as a law or an ordinance.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Act)]
pub(in crate::web) struct ActDto<'a> {
    /// The id in the address of the act's page, if the act has one; left out of lists of articles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    /// In capitals: `LEGE`, `OUG`, `ORDIN`, ...
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<&'a str>,
    year: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    issuer: Option<&'a str>,
    /// Ready text in the article's language, such as "Legea nr. 239/2025".
    citation: String,
}

/// Where in the official gazette an act was published.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Gazette)]
pub(in crate::web) struct GazetteDto<'a> {
    part: &'a str,
    number: &'a str,
    /// Present for a supplement of the same number.
    #[serde(skip_serializing_if = "Option::is_none")]
    bis: Option<bool>,
    date: Date,
    /// Ready text in the article's language.
    citation: String,
}

impl<'a> ActDto<'a> {
    pub(in crate::web) fn new(act: &'a Act, language: Language) -> Self {
        Self::with_id(act, None, language)
    }

    /// An act with the name of its page.
    pub(in crate::web) fn with_id(act: &'a Act, id: Option<&ActId>, language: Language) -> Self {
        Self {
            id: id.map(ActId::to_string),
            kind: &act.kind,
            number: act.number.as_deref(),
            year: act.year,
            issuer: act.issuer.as_deref(),
            citation: act.citation(language),
        }
    }
}

impl<'a> GazetteDto<'a> {
    pub(in crate::web) fn new(gazette: &'a Gazette, language: Language) -> Self {
        Self {
            part: &gazette.part,
            number: &gazette.number,
            bis: gazette.bis.then_some(true),
            date: gazette.date,
            citation: gazette.citation(language),
        }
    }
}
