//! `paragraf mail status`

use super::super::output::{count, moment, table};
use super::text::{pace, status_text, subjects};
use crate::domain::mailing::Audience;
use crate::ops::mail::campaigns::CampaignState;
use crate::ops::mail::campaigns::status::{CampaignView, MailStatus};
use crate::ops::mail::overdue::OverdueQueue;
use crate::ops::mail::warnings::MailWarning;

pub(super) fn text(status: &MailStatus) -> String {
    let mut parts = vec![format!("transactional  {}", numbers(&status.single))];
    if !status.campaigns.is_empty() {
        parts.push(list(&status.campaigns));
    }
    parts.extend(status.late.iter().map(overdue_text));
    parts.extend(status.warnings.iter().map(warning_text));
    parts.join("\n\n")
}

fn list(campaigns: &[CampaignView]) -> String {
    let mut table = table(&["CAMPAIGN", "STATE", "STARTED", "SENT", "PENDING", ""]);
    for view in campaigns {
        table.add_row([
            view.id.to_string(),
            state(view).to_owned(),
            moment(view.not_before),
            view.deliveries.sent.to_string(),
            view.deliveries.unsettled().to_string(),
            problems(view),
        ]);
    }
    table.to_string()
}

fn problems(view: &CampaignView) -> String {
    let tally = &view.deliveries;
    let parts = [
        (tally.deferred, "deferred"),
        (tally.failed, "failed"),
        (tally.bounced, "bounced"),
        (tally.suppressed, "suppressed"),
        (tally.unknown, "unknown"),
    ];
    let parts: Vec<_> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, name)| format!("{number} {name}")).collect();
    parts.join(", ")
}

fn state(view: &CampaignView) -> &'static str {
    match view.status {
        CampaignState::Active if view.gathering && view.deliveries.total() == 0 => "waiting",
        CampaignState::Active if view.gathering => "gathering",
        status => status_text(status),
    }
}

/// The details of one campaign.
pub(super) fn campaign_text(view: &CampaignView) -> String {
    let titles = subjects(&view.subjects);
    let mut lines = vec![format!("campaign     {}", view.id), format!("kind         {}", view.kind)];
    if !titles.is_empty() {
        lines.push(format!("subject      {titles}"));
    }
    lines.push(format!("audience     {}", audience(&view.audience)));
    lines.push(format!("state        {} since {}{}", state(view), moment(view.status_at), pace(view)));
    lines.push(format!("started      {}", moment(view.not_before)));
    lines.push(format!("messages     {}", numbers(&view.deliveries)));
    if let Some(until) = view.quiet_until {
        lines.push(format!("quiet hours  until {}", moment(until)));
    }
    if let Some(oldest) = view.oldest {
        lines.push(format!("oldest       waiting since {}", moment(oldest)));
    }
    if view.deliveries.failed + view.deliveries.unknown > 0 {
        lines.push(format!("remedy       `paragraf mail retry {}` retries failed and unknown messages", view.id));
    }
    lines.join("\n")
}

fn audience(audience: &Audience) -> String {
    match audience {
        Audience::Subscribers => "subscribers".into(),
        Audience::Accounts => "accounts".into(),
        Audience::Topic(id) => format!("topic:{id}"),
        Audience::List => "a list".into(),
        Audience::Everybody => "accounts and subscribers".into(),
    }
}

fn numbers(tally: &crate::ops::mail::campaigns::Tally) -> String {
    let all = [
        (tally.sent, "sent"),
        (tally.queued + tally.claimed, "queued"),
        (tally.deferred, "deferred"),
        (tally.failed, "failed"),
        (tally.bounced, "bounced"),
        (tally.suppressed, "suppressed"),
        (tally.unknown, "unknown (may have arrived)"),
    ];
    let always = ["sent", "queued", "failed"];
    let shown = all.iter().filter(|(number, name)| *number > 0 || always.contains(name));
    shown.map(|(number, name)| format!("{number} {name}")).collect::<Vec<_>>().join(", ")
}

/// A warning about overdue messages.
pub(in crate::cli) fn overdue_text(late: &OverdueQueue) -> String {
    let of = late.campaign.as_ref().map_or(String::new(), |id| format!(" of {id}"));
    let (mails, since) = (count(late.mails, "message"), moment(late.since));
    format!("overdue: {mails}{of}, the oldest since {since}; `paragraf mail outbox` shows the cause")
}

/// A warning about a missing setting.
pub(in crate::cli) fn warning_text(warning: &MailWarning) -> String {
    format!("warning: {}; {}", warning.message, warning.remedy)
}
