//! `paragraf upgrade-step ...`: single steps, which an update asks programs of other versions for. Their names and
//! options stay.

use std::process::ExitCode;
use std::time::Duration;

use clap::Subcommand;

use super::visitor::LocalVisitor;
use crate::cli::global::Global;
use crate::cli::output::Printer;
use crate::clock::Clock;
use crate::config::Secrets;
use crate::control::commands::status::GetStatus;
use crate::control::commands::upgrade::KeepStore;
use crate::error::{Error, Result};
use crate::ops::backup::{self, OpenBackup};
use crate::ops::upgrade::programs::ProgramDescription;
use crate::ops::upgrade::store::KEPT_STORE;
use crate::ops::{Actor, maintenance};
use crate::owner;

/// How often, and how many times, `/readyz` is asked.
const READY_PAUSE: Duration = Duration::from_millis(200);
const READY_TRIES: usize = 300;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum UpgradeStepCommand {
    /// Keep a copy of the store
    KeepStore,
    /// Begin maintenance in the folder of a stopped server
    Pause,
    /// Replace the present store with the kept one
    PutBack {
        /// The store was written to since, so what may have been used must not be used again
        #[arg(long)]
        loses_writes: bool,
    },
    /// Wait until the server is ready
    Ready,
    /// Print the version of this program and the schema of its stores
    Describe,
}

pub(in crate::cli) async fn run(global: &Global, step: UpgradeStepCommand, printer: &mut Printer) -> Result<ExitCode> {
    match step {
        UpgradeStepCommand::KeepStore => {
            let kept = global.call(KeepStore).await?;
            printer.show(&kept, |kept| format!("kept the store as {}", kept.path.display()));
        }
        UpgradeStepCommand::Pause => {
            let data_dir = global.data_dir(&global.load_config(Secrets::Skip)?);
            owner::check(&data_dir)?;
            maintenance::begin_stopped(&Actor::System, &Clock::System, &data_dir, "").await?;
        }
        UpgradeStepCommand::PutBack { loses_writes } => put_back(global, loses_writes).await?,
        UpgradeStepCommand::Ready => await_ready(global).await?,
        UpgradeStepCommand::Describe => printer.json_line(&ProgramDescription::of_this()),
    }
    Ok(ExitCode::SUCCESS)
}

async fn put_back(global: &Global, loses_writes: bool) -> Result<()> {
    let config = global.load_config(Secrets::Skip)?;
    let data_dir = global.data_dir(&config);
    owner::check(&data_dir)?;
    let kept = data_dir.join(KEPT_STORE);
    if loses_writes {
        let backup = OpenBackup::open(&kept)?;
        backup::restore(&Actor::System, &Clock::System, &config.mail, backup, data_dir).await?;
    } else {
        backup::put_back(&Actor::System, &Clock::System, kept, data_dir).await?;
    }
    Ok(())
}

async fn await_ready(global: &Global) -> Result<()> {
    let address = global.call(GetStatus).await?.address;
    let visitor = LocalVisitor::new(address.ok_or_else(|| Error::unavailable("no server answers"))?)?;
    for _ in 0..READY_TRIES {
        if visitor.get("/readyz").await.is_ok_and(|answer| answer.status == 200) {
            return Ok(());
        }
        tokio::time::sleep(READY_PAUSE).await;
    }
    Err(Error::unavailable("the server started, and /readyz does not become right"))
}
