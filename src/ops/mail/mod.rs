//! Mail: campaigns, automatic messages, the outbox, bounces and the preferences of recipients.

mod address_failures;
pub mod automatic;
mod bounce_summary;
pub mod bounces;
pub mod campaigns;
pub mod claimed;
pub mod cleanup;
pub mod compose;
pub mod deliver;
mod due_candidates;
pub mod eligibility;
pub mod holds;
pub mod links;
pub mod mailbox;
pub mod outbox;
pub mod overdue;
pub mod preferences;
pub mod preview;
mod quiet_hours;
pub mod recipients;
mod refusals;
pub mod relevance;
pub mod settings;
mod subscription;
pub mod suppressions;
pub mod urgent_proof;
pub mod warnings;

use std::path::Path;

use crate::clock::Clock;
use crate::config::Config;
use crate::error::Result;
use crate::mail::Mailer;

/// Reads the certificates and the DKIM key named in the mail settings.
///
/// # Errors
/// `config` with the key whose file cannot be used.
pub fn check(config: &Config, data_dir: &Path) -> Result<()> {
    Mailer::new(&config.mail, &config.ehlo_name(), data_dir, &Clock::System).map(drop)
}
