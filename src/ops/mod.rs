//! The operations of the product: one file per topic, one public function per action.
//!
//! Each operation first checks [`policy`], then makes at most one write transaction (an import makes
//! one per batch). The public server, the control socket and the jobs call only these functions.

pub mod accounts;
pub mod act_history;
pub mod act_pages;
pub mod acts;
pub mod amendments;
pub mod analytics;
mod archived_act;
pub mod articles;
pub mod backup;
pub mod blocking;
pub mod browse;
mod calendar_events;
pub mod calendars;
pub mod concerns;
pub mod condition_mails;
mod condition_notices;
mod day_figures;
pub mod deadlines;
pub mod demo;
pub mod desk;
pub mod doctor;
pub mod done_steps;
pub mod drafts;
pub mod duties;
pub mod erasures;
pub mod explain;
pub mod export;
pub mod files;
mod follow_names;
pub mod follows;
pub mod forms;
pub mod health;
pub mod import;
pub mod law_figures;
pub mod listed;
pub mod machine;
pub mod mail;
pub mod maintenance;
pub mod notifications;
mod notify;
mod notify_deadlines;
pub mod overviews;
mod own_follows;
mod own_site;
pub mod people;
pub mod policy;
pub mod private_calendars;
mod provision_changes;
mod provision_hits;
pub mod read_notifications;
pub mod readers;
pub mod reminders;
pub mod reports;
mod rows;
pub mod saved_searches;
pub mod search;
pub mod sources;
pub mod status;
pub mod subscribers;
pub mod topics;
pub mod upgrade;
pub mod watch;

pub use policy::{Action, Actor, Principal};
