//! Builds messages and hands them to a mail server, or to a gateway of text messages. Knows neither the store nor what
//! causes a message.
//!
//! [`messages`], `automatic` and `campaign` fill the Markdown of `templates/<message>/<language>.md` into a
//! [`MailDocument`], `html` (with `templates/mail.css`) and `text` render it, and a [`Mailer`] hands the [`Message`]
//! over.

mod automatic;
pub mod bounce;
mod campaign;
mod condition_titles;
mod condition_words;
mod cpu;
mod dkim;
mod dns;
mod document;
mod failure;
mod folder;
mod handovers;
mod html;
mod html_layout;
mod html_table;
mod inline;
mod limits;
mod mailer;
pub mod memory;
pub mod merge_fields;
mod message;
pub mod messages;
mod mime;
mod refusal;
mod reminders;
mod rendered;
mod sender;
mod sender_records;
mod sms;
mod smtp;
mod text;
mod verify_notes;
mod wake;
mod words;

pub use automatic::{AutomaticContent, write_automatic};
pub use campaign::{CampaignText, write_campaign};
pub use cpu::run_cpu_bound;
pub use dns::TxtResolver;
pub use document::{ArticleLine, Block, Card, Day, DutyLine, MailDocument, OverviewLink};
pub use failure::{Certainty, SendFailure};
pub use folder::FOLDER;
pub use limits::MessageClass;
pub use mailer::Mailer;
pub use message::{BulkHeaders, Envelope, ListUnsubscribe, Message};
pub use messages::greeted;
pub use refusal::{RefusalStage, Verdict, gist, without_addresses};
pub use reminders::{duty_link, sample_reminders, write_reminders};
pub use rendered::{Rendered, RenderedMails};
pub use sender::Sender;
pub use sender_records::{RecordKind, RecordState, SenderRecord, sender_records};
pub use sms::{TextMessage, TextMessenger, code_text};
pub use smtp::{ExhaustedQuota, ServerOutage, ServerProbe};
pub use wake::MailWake;
pub use words::see_in_deadlines;
