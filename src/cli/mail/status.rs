//! `paragraf mail status`

use jiff::Timestamp;

use super::super::output::{count, moment, table};
use super::text::{pace, status_text, subjects};
use crate::clock::legal_time_zone;
use crate::domain::CampaignId;
use crate::domain::mailing::Audience;
use crate::ops::mail::campaigns::status::{CampaignView, MailStatus};
use crate::ops::mail::campaigns::{CampaignStatus, EqualRefusals};
use crate::ops::mail::holds::MailHold;
use crate::ops::mail::overdue::OverdueQueue;
use crate::ops::mail::warnings::MailWarning;

pub(super) fn text(status: &MailStatus) -> String {
    let mut parts = vec![format!("transactional  {}", numbers(&status.single, status.to_files))];
    if !status.campaigns.is_empty() {
        parts.push(list(&status.campaigns, status.to_files));
    }
    let paused = |view: &CampaignView| Some(paused_text(&view.id, view.status_at, view.refusals.as_ref()?));
    parts.extend(status.campaigns.iter().filter_map(paused));
    parts.extend(status.holds.iter().map(hold_text));
    parts.extend(status.late.iter().map(overdue_text));
    parts.extend(status.warnings.iter().map(warning_text));
    parts.join("\n\n")
}

fn list(campaigns: &[CampaignView], to_files: bool) -> String {
    let done = if to_files { "WRITTEN" } else { "SENT" };
    let mut table = table(&["CAMPAIGN", "STATE", "STARTED", done, "PENDING", ""]);
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
        CampaignStatus::Active if view.gathering && view.deliveries.total() == 0 => "waiting",
        CampaignStatus::Active if view.gathering => "gathering",
        CampaignStatus::Active if view.hold.is_some() && view.deliveries.unsettled() > 0 => "held",
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
    lines.push(format!("messages     {}", numbers(&view.deliveries, view.to_files)));
    if let Some(refusals) = &view.refusals {
        lines.push(format!("attention    {}", paused_text(&view.id, view.status_at, refusals)));
    }
    match (&view.hold, view.quiet_until) {
        (Some(hold), _) => lines.push(format!("held         {}", hold_text(hold))),
        (None, Some(until)) => lines.push(format!("quiet hours  until {}", moment(until))),
        (None, None) => {}
    }
    if let Some(oldest) = view.oldest {
        lines.push(format!("oldest       waiting since {}", moment(oldest)));
    }
    lines.extend(remedies(view).into_iter().map(|remedy| format!("remedy       {remedy}")));
    lines.join("\n")
}

/// How the operator can send what was not sent; nothing of a cancelled campaign.
fn remedies(view: &CampaignView) -> Vec<String> {
    let CampaignView { id, status, deliveries, .. } = view;
    let mut remedies = Vec::new();
    if *status == CampaignStatus::Cancelled {
        return remedies;
    }
    if deliveries.failed > 0 {
        remedies.push(format!("`paragraf mail retry {id}` retries failed messages"));
    }
    if deliveries.unknown > 0 {
        remedies.push(format!("`paragraf mail retry {id} --unknown` sends a second copy of those that have arrived"));
    }
    remedies
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

fn numbers(tally: &crate::ops::mail::campaigns::Tally, to_files: bool) -> String {
    let done = if to_files { "written" } else { "sent" };
    let all = [
        (tally.sent, done),
        (tally.queued + tally.claimed, "queued"),
        (tally.deferred, "deferred"),
        (tally.failed, "failed"),
        (tally.bounced, "bounced"),
        (tally.suppressed, "suppressed"),
        (tally.unknown, "unknown (may have arrived)"),
    ];
    let always = [done, "queued", "failed"];
    let shown = all.iter().filter(|(number, name)| *number > 0 || always.contains(name));
    shown.map(|(number, name)| format!("{number} {name}")).collect::<Vec<_>>().join(", ")
}

/// What holds mail: `mail server mx:587 rests until 2026-01-10 11:00:30+02:00, since 2026-01-10 11:00:00+02:00: refused;
/// ...`.
pub(in crate::cli) fn hold_text(hold: &MailHold) -> String {
    let MailHold { what, since, until, reason, remedy, .. } = hold;
    let moment = |at: &Timestamp| at.to_zoned(legal_time_zone()).strftime("%Y-%m-%d %H:%M:%S%:z").to_string();
    let until = until.as_ref().map_or_else(|| ", being tried".into(), |until| format!(" until {}", moment(until)));
    let since = since.as_ref().map(|since| format!(", since {}", moment(since))).unwrap_or_default();
    let remedy = if remedy.is_empty() { String::new() } else { format!("; {remedy}") };
    format!("{what}{until}{since}: {reason}{remedy}")
}

/// Why a campaign is paused by itself, and how it goes on.
pub(in crate::cli) fn paused_text(id: &CampaignId, since: Timestamp, refusals: &EqualRefusals) -> String {
    let EqualRefusals { reply, count, .. } = refusals;
    format!(
        "the campaign {id} is paused since {}: the mail server refused {count} messages in a row, the last with \"{reply}\"; \
         remove the cause, then `paragraf mail resume {id}` sends what waits and what was refused",
        moment(since)
    )
}

/// A warning about overdue messages.
pub(in crate::cli) fn overdue_text(late: &OverdueQueue) -> String {
    let of = late.campaign.as_ref().map_or(String::new(), |id| format!(" of {id}"));
    let (mails, since) = (count(late.mails, "message"), moment(late.since));
    format!("overdue: {mails}{of}, the oldest since {since}; `paragraf mail outbox` shows the cause")
}

/// A warning about a missing setting.
pub(in crate::cli) fn warning_text(warning: &MailWarning) -> String {
    format!("warning: {}", warning.finding.text())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_paused_campaign_quotes_the_server_and_says_how_it_goes_on() {
        let reply = "permanent error (550): Domain example.ro has exceeded the max emails per hour".to_owned();
        let refusals = EqualRefusals { gist: String::new(), reply, count: 5, domain: None };
        let at = "2026-01-10T09:00:00Z".parse().expect("an instant");
        let text = paused_text(&CampaignId::parse("letter").expect("an id"), at, &refusals);
        for said in ["refused 5 messages in a row", "max emails per hour", "`paragraf mail resume letter`"] {
            assert!(text.contains(said), "{text}");
        }
    }

    #[test]
    fn a_retry_is_offered_for_what_it_would_send() {
        let view = |status: &str, failed: u64, unknown: u64| -> CampaignView {
            let at = "2026-01-10T09:00:00Z";
            let deliveries = json!({
                "queued": 0, "claimed": 0, "deferred": 0, "sent": 1, "failed": failed, "bounced": 0, "suppressed": 0,
                "unknown": unknown, "forgotten": 0,
            });
            let view = json!({
                "id": "letter", "kind": "campaign", "audience": "subscribers", "status": status, "status_at": at,
                "created_at": at, "not_before": at, "gathering": false, "is_public": false, "subjects": {},
                "deliveries": deliveries, "oldest": null, "per_minute": null, "quiet_until": null, "hold": null,
            });
            serde_json::from_value(view).expect("a view")
        };
        let offered = |status, failed, unknown| {
            let text = campaign_text(&view(status, failed, unknown));
            (text.contains("`paragraf mail retry letter`"), text.contains("`paragraf mail retry letter --unknown`"))
        };
        assert_eq!(offered("done", 0, 0), (false, false));
        assert_eq!(offered("done", 2, 0), (true, false));
        assert_eq!(offered("done", 0, 1), (false, true));
        assert_eq!(offered("cancelled", 2, 1), (false, false), "a cancelled campaign sends nothing more");
    }
}
