//! Texts and arguments that the mail commands share.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::input_file::file;
use crate::control::FileArg;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::mailing::SkipReason;
use crate::error::Result;
use crate::ops::mail::campaigns::CampaignStatus;
use crate::ops::mail::campaigns::audience::AudienceCount;
use crate::ops::mail::campaigns::status::CampaignView;
use crate::sources::Format;

/// Parses an address argument.
pub(super) fn address(text: &str) -> Result<Email, String> {
    Email::pasted(text).ok_or_else(|| "this is not an e-mail address".to_owned())
}

/// The file of a campaign. An unreadable one is reported before any question.
pub(super) fn campaign_file(path: &Path) -> Result<FileArg> {
    file(path.to_owned(), Some(Format::Markdown))
}

/// The subjects of a campaign with their languages.
pub(super) fn subjects(subjects: &BTreeMap<Language, String>) -> String {
    let named = subjects.iter().map(|(language, subject)| format!("{subject} ({language})"));
    named.collect::<Vec<_>>().join(" / ")
}

/// The excluded addresses by reason; `None` when there are none.
pub(super) fn excluded(audience: &AudienceCount) -> Option<String> {
    let parts: Vec<_> = audience.left_out.iter().map(|(why, number)| format!("{number} {}", skip_text(*why))).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn skip_text(why: SkipReason) -> &'static str {
    match why {
        SkipReason::SuppressionList => "suppressed",
        SkipReason::Left => "unsubscribed",
        SkipReason::Paused => "paused",
        SkipReason::NotWanted => "opted out",
        SkipReason::Unverified => "unconfirmed",
        SkipReason::Gone => "with a disabled account",
        SkipReason::CampaignCancelled => "cancelled",
        SkipReason::NothingRelevant => "without relevant articles",
    }
}

pub(super) fn status_text(status: CampaignStatus) -> &'static str {
    match status {
        CampaignStatus::Active => "sending",
        CampaignStatus::Paused => "paused",
        CampaignStatus::Cancelled => "cancelled",
        CampaignStatus::Done => "done",
    }
}

/// The rate and the remaining time: `, 1200 per minute, about 4 min left`.
pub(super) fn pace(view: &CampaignView) -> String {
    let left = view.minutes_left().filter(|_| view.deliveries.unsettled() > 0);
    match (view.per_minute, left) {
        (Some(pace), Some(minutes)) => format!(", {pace} per minute, about {minutes} min left"),
        (Some(pace), None) => format!(", {pace} per minute"),
        _ => String::new(),
    }
}
