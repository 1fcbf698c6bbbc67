//! Watching a campaign: a bar on a terminal, lines elsewhere, until nothing more happens by itself.

use std::io::IsTerminal;
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};

use super::super::output::{Printer, REFUSED};
use super::status::campaign_text;
use crate::control::commands::campaigns::FollowCampaign;
use crate::control::{Event, Session};
use crate::domain::CampaignId;
use crate::error::Result;
use crate::ops::mail::campaigns::CampaignState;
use crate::ops::mail::campaigns::status::CampaignView;

/// Lines are told when so many percent more are done.
const STEP: u64 = 10;

/// Where progress is told.
struct Told {
    bar: ProgressBar,
    json: bool,
    percent: Option<u64>,
}

/// Follows the campaign to its end, or until Ctrl-C, which leaves it to the server.
pub(super) async fn follow(session: &Session, id: CampaignId, printer: &mut Printer) -> Result<ExitCode> {
    let bar = bar(printer);
    let mut told = Told { bar: bar.clone(), json: printer.is_json(), percent: None };
    let mut on_event = |event| told.event(event);
    let mut following = std::pin::pin!(session.call(FollowCampaign(id.clone()), vec![], &mut on_event));
    let interrupted = tokio::select! {
        view = &mut following => Some(view),
        _ = tokio::signal::ctrl_c() => None,
    };
    let stopped = interrupted.is_none();
    let view = match (interrupted, session) {
        (Some(view), _) => view?,
        (None, Session::Remote(_)) => {
            printer.note(format!("{id} goes on in the server; `paragraf mail status {id}` tells how far it is"));
            return Ok(ExitCode::SUCCESS);
        }
        (None, Session::Local(app)) => {
            // What is on its way is not torn off.
            app.stop.cancel();
            following.await?
        }
    };
    bar.finish_and_clear();
    if stopped {
        printer.note(format!("stopped; {id} goes on when the server runs, or when it is sent again"));
    }
    let refused = view.deliveries.failed + view.deliveries.unknown > 0;
    printer.show(&view, campaign_text);
    if !stopped && view.status == CampaignState::Active && view.deliveries.unsettled() > 0 {
        printer.note("what is deferred goes on when the server runs, or when it is sent again");
    }
    if view.status == CampaignState::Paused {
        printer.note(format!("it is paused; `paragraf mail resume {id}` goes on"));
    }
    Ok(if refused { ExitCode::from(REFUSED) } else { ExitCode::SUCCESS })
}

fn bar(printer: &Printer) -> ProgressBar {
    if printer.is_json() || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    let template = "{bar:30} {human_pos} of {human_len} mails, {per_sec}, {eta} left {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

impl Told {
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
        let percent = (done * 100).checked_div(total).unwrap_or_default() / STEP;
        if self.bar.is_hidden() && total > 0 && self.percent != Some(percent) {
            self.percent = Some(percent);
            let line = if self.json { note.to_string() } else { format!("{done} of {total} mails{}", pace(&view)) };
            Printer::new(self.json).note(line);
        }
    }
}

/// `, 1200 a minute, 4 minutes left`.
pub(super) fn pace(view: &CampaignView) -> String {
    let left = view.minutes_left().filter(|_| view.deliveries.unsettled() > 0);
    match (view.per_minute, left) {
        (Some(pace), Some(minutes)) => format!(", {pace} a minute, about {minutes} min left"),
        (Some(pace), None) => format!(", {pace} a minute"),
        _ => String::new(),
    }
}
