//! Types and rules of the product; pure: no I/O, no clock, no storage engine.

pub mod account;
pub mod act;
pub mod activity;
pub mod analytics;
pub mod article;
pub mod article_time;
pub mod audience_role;
pub mod date;
pub mod dated_entry;
pub mod email;
pub mod federated;
pub mod gazette;
pub mod importance;
pub mod language;
pub mod mailing;
pub mod message;
pub mod notification;
pub mod password;
pub mod prose;
pub mod recurrence;
pub mod report;
pub mod slug;
pub mod source;
pub mod step;
pub mod template;
pub mod text;
pub mod topic;
pub mod working_days;

pub use account::{Persistence, Role, Uid};
pub use article::{Article, ArticleCounts, Provenance, Status, Translation};
pub use audience_role::AudienceRole;
pub use dated_entry::{DatedEntry, EntryKind};
pub use importance::Importance;
pub use language::Language;
pub use mailing::{CampaignId, MailPreferences};
pub use slug::Slug;
