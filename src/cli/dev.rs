//! `paragraf dev`: the server and Vite with hot reload, both stopped by one Ctrl-C.

use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::time::Duration;

use clap::Args;
use tokio::process::{Child, Command};
use tokio_util::sync::CancellationToken;

use super::global::Global;
use super::serve::{self, ServeMode};
use crate::config::Secrets;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::telemetry;

#[derive(Debug, Args)]
pub(super) struct DevArgs {
    /// Port of the UI with hot reload
    #[arg(long, default_value_t = 5173)]
    port: u16,
}

pub(super) async fn run(global: &Global, args: DevArgs) -> Result<ExitCode> {
    let config = global.load_config(Secrets::Read)?;
    let _log = telemetry::start(&config.log);
    let ui = ui_folder()?;
    let data_dir = global.data.clone().unwrap_or_else(|| PathBuf::from("data/dev"));
    let (ready, address) = tokio::sync::oneshot::channel();
    let ready = std::sync::Mutex::new(Some(ready));
    let on_ready = move |address| {
        if let Some(ready) = ready.lock().ok().and_then(|mut ready| ready.take()) {
            // The receiver is dropped only when this command ends.
            ready.send(address).ok();
        }
    };
    let stop = CancellationToken::new();
    let server = serve::serve(config, data_dir, ServeMode::Demo, stop.clone(), &on_ready);
    tokio::pin!(server);
    let address = tokio::select! {
        done = &mut server => return done.map(|()| ExitCode::SUCCESS),
        address = address => address.map_err(|error| Error::internal("waiting for the server", error))?,
    };
    let mut vite = vite(&ui, args.port, &format!("http://{address}"))?;
    tracing::info!("UI with hot reload: http://127.0.0.1:{}/app", args.port);
    tokio::select! {
        done = &mut server => {
            // Vite receives the same Ctrl-C. It must also stop when the server ended by itself.
            drop(vite.kill().await);
            done?;
        }
        ended = vite.wait() => {
            // Ctrl-C reaches both processes, in any order. Without one, Vite failed.
            let stopped = tokio::time::timeout(SIGNAL_WINDOW, stop.cancelled()).await.is_ok();
            stop.cancel();
            server.await?;
            if !stopped {
                return Err(vite_failed(ended));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Maximum time between the two processes receiving the same Ctrl-C.
const SIGNAL_WINDOW: Duration = Duration::from_millis(500);

/// The UI's sources in the working folder, where `cargo run` is started.
fn ui_folder() -> Result<PathBuf> {
    let ui = Path::new("ui");
    if ui.join("package.json").exists() {
        return Ok(ui.to_owned());
    }
    Err(Error::new(
        Kind::Invalid,
        ErrorCode::NoUi,
        "there is no ui folder here; run `cargo run -- dev` in the root of the repository",
    ))
}

fn vite(ui: &Path, port: u16, api: &str) -> Result<Child> {
    // Runs Node directly: npm would leave Vite running when it is killed.
    Command::new("node")
        .args(["node_modules/vite/bin/vite.js", "--strictPort", "--host", "127.0.0.1", "--port", &port.to_string()])
        .current_dir(ui)
        .env("PARAGRAF_API", api)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| Error::unavailable("cannot start node; install Node.js 20.19 or newer").caused_by(error))
}

fn vite_failed(ended: std::io::Result<std::process::ExitStatus>) -> Error {
    match ended {
        Ok(status) => Error::unavailable(format!("Vite exited unexpectedly ({status})")),
        Err(error) => Error::unavailable("cannot wait for Vite").caused_by(error),
    }
}
