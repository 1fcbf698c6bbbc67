//! Commands that Ctrl-C ends with a sentence about what was done.

use std::process::ExitCode;

use tokio::signal::unix::{SignalKind, signal};

use super::output::Printer;
use crate::control::command::Command;
use crate::control::{ControlSession, Event, FileArg};
use crate::error::Result;

/// Exit code after Ctrl-C, as shells have it: 128 and the number of SIGINT.
pub(super) const INTERRUPTED: u8 = 130;

/// Waits for Ctrl-C or SIGTERM.
pub(super) async fn requested() {
    let terminated = async {
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                terminate.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminated => {}
    }
}

/// Runs a command that can be repeated. Returns `None` after Ctrl-C: a command in this process ends at its next step, a
/// server does what it has received.
pub(super) async fn call<C: Command>(
    session: &ControlSession,
    command: C,
    files: Vec<FileArg>,
    on_event: &mut (dyn FnMut(Event) + Send),
    printer: &Printer,
) -> Option<Result<C::Reply>> {
    let mut running = std::pin::pin!(session.call(command, files, on_event));
    tokio::select! {
        reply = &mut running => return Some(reply),
        _ = tokio::signal::ctrl_c() => {}
    }
    if let ControlSession::Local(app) = session {
        app.stop.cancel();
        printer.note("stopping; press Ctrl-C again to end at once");
        tokio::select! {
            // Whatever it still did, the command ends as interrupted.
            _ = &mut running => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    }
    None
}

/// Reports the interruption: `what` was done, and the command can be repeated.
pub(super) fn finish(session: &ControlSession, what: &str, printer: &Printer) -> ExitCode {
    let server = match session {
        ControlSession::Remote(_) => " so far, and the server finishes what it has received",
        ControlSession::Local(_) => "",
    };
    printer.note(format!("interrupted: {what}{server}; run it again"));
    ExitCode::from(INTERRUPTED)
}
