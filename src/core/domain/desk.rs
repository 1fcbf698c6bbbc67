//! The editors' desk: the states and decisions of a draft before readers see it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::article::Article;

/// Maximum length of the reason of a rejection, in characters.
pub const MAX_REASON: usize = 1000;
/// Rejections kept for one draft; the oldest is dropped.
pub const MAX_REJECTIONS: usize = 20;

/// A name and a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Signature {
    pub by: String,
    pub at: Timestamp,
}

/// Why an editor rejected a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rejection {
    #[serde(flatten)]
    pub signature: Signature,
    pub reason: String,
}

/// A publication that an editor approved for later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// Readers see the article from then on.
    pub at: Timestamp,
    /// The editor; `None` keeps the reviewer that the article names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<String>,
    pub approved_at: Timestamp,
    /// The approved text; if the draft has another one by then, it is not published.
    pub text: Box<Article>,
}

/// Why a scheduled publication was not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Missed {
    /// The text changed after it was approved.
    TextChanged,
}

/// Whether a draft waits for an editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DraftState {
    Open,
    Scheduled,
    Rejected,
}

/// Why a draft is on the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DraftReason {
    /// The checker found figures that the source does not have.
    Findings,
    /// The source corrected the act, and the draft rests on the text before.
    SourceCorrected,
    /// Its text changed after a publication was scheduled.
    TextChanged,
    /// Readers saw it before, and it was made a draft again.
    WasPublic,
    /// A language model wrote parts of it.
    WrittenByModel,
    /// It was drafted from an act of an official source.
    FoundInSource,
    /// It was imported as a draft.
    Imported,
}

/// Trims the reason of a rejection; `None` if it is empty, too long or not plain text.
pub fn reason(text: &str) -> Option<String> {
    super::report::message(text).filter(|reason| reason.chars().count() <= MAX_REASON)
}
