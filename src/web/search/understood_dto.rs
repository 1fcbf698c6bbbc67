//! How a query was read, as JSON.

use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::{Correction, ReferenceKind, Understood, UnderstoodReference};
use crate::domain::ActId;

/// How a query was read.
#[derive(Serialize, ToSchema)]
#[schema(as = Understood)]
pub(super) struct UnderstoodDto<'a> {
    references: Vec<ReferenceDto<'a>>,
    /// The words that were searched for, without words that nearly every text has.
    words: &'a [String],
    /// The parts in quotation marks.
    phrases: &'a [String],
    corrected: Vec<CorrectionDto<'a>>,
    /// Everyday words, and what laws call the same thing: articles with either are found.
    also: Vec<CorrectionDto<'a>>,
    /// The words and phrases that no article and no duty has; the others were searched.
    missing: &'a [String],
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
    provision: Option<&'a str>,
    /// Whether an article names it; for a provision, whether one names exactly that provision.
    found: bool,
    /// The id of the page of the act that it names.
    #[serde(skip_serializing_if = "Option::is_none")]
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

/// What was typed, and what was searched for instead, or beside it.
#[derive(Serialize, ToSchema)]
#[schema(as = Correction)]
struct CorrectionDto<'a> {
    from: &'a str,
    to: &'a str,
}

impl<'a> UnderstoodDto<'a> {
    pub(super) fn new(understood: &'a Understood) -> Self {
        Self {
            references: understood.references.iter().map(ReferenceDto::new).collect(),
            words: &understood.words,
            phrases: &understood.phrases,
            corrected: understood.corrected.iter().map(CorrectionDto::new).collect(),
            also: understood.also.iter().map(CorrectionDto::new).collect(),
            missing: &understood.missing,
        }
    }
}

impl<'a> CorrectionDto<'a> {
    fn new(Correction { from, to }: &'a Correction) -> Self {
        Self { from, to }
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
