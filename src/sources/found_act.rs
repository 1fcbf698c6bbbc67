//! An act as a source delivered it, before it is stored.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::domain::act::Act;
use crate::domain::gazette::Gazette;

/// One act that was found, with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundAct {
    pub act: Act,
    pub title: String,
    /// The day in the act's heading.
    pub date: Option<Date>,
    pub gazette: Option<Gazette>,
    /// Entry into force as the source gives it.
    pub in_force: Option<Date>,
    /// The id of the portal's document.
    pub portal_id: Option<u64>,
    /// The address of the newest consolidated form.
    pub consolidated_url: Option<String>,
    /// The address of the form as first published.
    pub published_url: Option<String>,
    /// The text as first published, without the source's own marks.
    pub text: String,
}

/// What a source delivered in one reply or file: its bytes and the acts in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub url: String,
    pub media_type: String,
    pub fetched_at: Timestamp,
    pub bytes: Vec<u8>,
    pub acts: Vec<FoundAct>,
}
