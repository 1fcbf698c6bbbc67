//! Signals that stop a server.

use std::io::IsTerminal;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::error::{Error, Result};

/// Waits for Ctrl-C, SIGTERM or the end of the terminal; the second one exits immediately.
///
/// A SIGHUP without a terminal asks a service to read its settings again. They are read only at start.
pub(super) fn stop_on_signal(stop: CancellationToken) -> Result<impl Future<Output = ()>> {
    let listen = |kind| signal(kind).map_err(|error| Error::internal("listening for signals", error));
    let (mut interrupt, mut terminate) = (listen(SignalKind::interrupt())?, listen(SignalKind::terminate())?);
    // docs/decisions/0102
    let mut hangup = listen(SignalKind::hangup())?;
    let has_terminal = std::io::stdin().is_terminal();
    Ok(async move {
        let mut is_stopping = false;
        loop {
            let name = tokio::select! {
                _ = interrupt.recv() => "SIGINT",
                _ = terminate.recv() => "SIGTERM",
                _ = hangup.recv() => "SIGHUP",
            };
            if name == "SIGHUP" && !has_terminal {
                tracing::warn!(signal = name, "ignored: settings are read at start; restart the service to apply them");
            } else if is_stopping {
                std::process::exit(3);
            } else {
                tracing::info!(signal = name, "stopping");
                is_stopping = true;
                stop.cancel();
            }
        }
    })
}
