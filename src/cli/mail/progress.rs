//! Follows the progress of a campaign: a bar on a terminal, lines elsewhere.

use std::process::ExitCode;

use indicatif::ProgressBar;

use super::super::output::{Printer, REFUSED};
use super::status::campaign_text;
use super::text::pace;
use crate::control::commands::campaigns::FollowCampaign;
use crate::control::{ControlSession, Event};
use crate::domain::CampaignId;
use crate::error::Result;
use crate::ops::mail::campaigns::CampaignStatus;
use crate::ops::mail::campaigns::status::CampaignView;

/// Percent of progress between two lines.
const STEP_PERCENT: u64 = 10;
/// Template of the bar.
const TEMPLATE: &str = "{bar:30} {human_pos} of {human_len} messages, {per_sec}, {eta} left {msg}";

/// Reports progress on standard error.
struct Reporter {
    bar: ProgressBar,
    json: bool,
    percent: Option<u64>,
}

/// Follows the campaign to its end, or until Ctrl-C; a running server then continues alone.
pub(super) async fn follow(session: &ControlSession, id: CampaignId, printer: &mut Printer) -> Result<ExitCode> {
    let bar = printer.progress_bar(ProgressBar::new(0), TEMPLATE);
    let mut reporter = Reporter { bar: bar.clone(), json: printer.is_json(), percent: None };
    let mut on_event = |event| reporter.event(event);
    let mut following = std::pin::pin!(session.call(FollowCampaign(id.clone()), vec![], &mut on_event));
    let finished = tokio::select! {
        view = &mut following => Some(view),
        _ = tokio::signal::ctrl_c() => None,
    };
    let stopped = finished.is_none();
    let view = match (finished, session) {
        (Some(view), _) => view?,
        (None, ControlSession::Remote(_)) => {
            printer.note(format!("{id} continues in the server; `paragraf mail status {id}` shows its progress"));
            return Ok(ExitCode::SUCCESS);
        }
        (None, ControlSession::Local(app)) => {
            // Messages being sent are finished.
            app.stop.cancel();
            following.await?
        }
    };
    bar.finish_and_clear();
    if stopped {
        printer.note(format!("stopped; {id} continues when the server runs, or when the command is repeated"));
    }
    let refused = view.deliveries.failed + view.deliveries.unknown > 0;
    printer.show(&view, campaign_text);
    if !stopped && view.status == CampaignStatus::Active && view.deliveries.unsettled() > 0 {
        printer.note("deferred messages are retried when the server runs, or when the command is repeated");
    }
    if view.status == CampaignStatus::Paused {
        printer.note(format!("{id} is paused; `paragraf mail resume {id}` continues it"));
    }
    Ok(if refused { ExitCode::from(REFUSED) } else { ExitCode::SUCCESS })
}

impl Reporter {
    fn event(&mut self, event: Event) {
        let Event::Note(note) = event else { return };
        let Ok(view) = serde_json::from_value::<CampaignView>(note.clone()) else { return };
        let (total, left) = (view.deliveries.total(), view.deliveries.unsettled());
        let done = total - left;
        self.bar.set_length(total);
        self.bar.set_position(done);
        let message = match (view.gathering, view.deliveries.deferred) {
            (true, _) => "(counting recipients)".to_owned(),
            (false, 0) => String::new(),
            (false, deferred) => format!("({deferred} deferred)"),
        };
        self.bar.set_message(message);
        let percent = (done * 100).checked_div(total).unwrap_or_default() / STEP_PERCENT;
        if self.bar.is_hidden() && total > 0 && self.percent != Some(percent) {
            self.percent = Some(percent);
            let line = if self.json { note.to_string() } else { format!("{done} of {total} messages{}", pace(&view)) };
            Printer::new(self.json).note(line);
        }
    }
}
