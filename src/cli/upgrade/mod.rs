//! `paragraf upgrade ...`

mod addresses;
mod compare;
mod copied_program;
mod drive;
mod last_words;
pub(super) mod next_version;
mod owner_process;
mod rehearse;
mod report;
mod service;
pub(super) mod step;
mod trial_server;
pub(super) mod unfinished;
mod visitor;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgGroup;

use self::drive::Updater;
use super::confirm::confirm;
use super::global::Global;
use super::output::{Printer, REFUSED, moment};
use crate::error::Result;
use crate::ops::upgrade::plan::Goal;

/// Options of `paragraf upgrade`.
#[derive(Debug, clap::Args)]
#[command(group(ArgGroup::new("goal").required(true).args(["rehearse", "to", "back", "prepare", "finish"])))]
#[command(after_help = "An update keeps the present program (beside it, as paragraf.previous) and the present
store (in the data folder, as paragraf.previous.redb). From then on until the new
server answers, the site can only be read, so that the way back loses nothing. If
the new version does not start, --to returns by itself. After a kill or a power
cut, repeat the command or run --back.
Exit code of --rehearse: 1 if the new version refuses the configuration or the store,
or if an answer lacks what clients of the present version may rely on.")]
pub(super) struct UpgradeArgs {
    /// Try a program on a copy of the data; nothing is changed, sent or fetched
    #[arg(long, value_name = "PROGRAM")]
    rehearse: Option<PathBuf>,
    /// Keep the present program and store, and install a program
    #[arg(long, value_name = "PROGRAM")]
    to: Option<PathBuf>,
    /// Return to the kept program and store
    #[arg(long)]
    back: bool,
    /// Keep the present program and store; a package replaces the program next
    #[arg(long)]
    prepare: bool,
    /// Start a program that a package has replaced, and allow changes again
    #[arg(long)]
    finish: bool,
    /// Return even if what was written since the update is lost
    #[arg(long, requires = "back")]
    yes: bool,
}

pub(super) async fn run(global: &Global, args: UpgradeArgs, printer: &mut Printer) -> Result<ExitCode> {
    if let Some(new) = &args.rehearse {
        return rehearse::run(global, new, printer).await;
    }
    let mut updater = Updater::open(global, printer)?;
    if args.back && updater.return_would_lose_writes()? && !args.yes {
        let since = updater.journal().map(|journal| moment(journal.kept_at)).unwrap_or_default();
        let question = format!("Return to the store of {since}? What was written since is lost.");
        if !confirm(&question, "a return loses what was written since the update")? {
            return Ok(ExitCode::from(REFUSED));
        }
    }
    match &args.to {
        Some(new) => updater.update(new)?,
        None if args.back => updater.reach(Goal::Back)?,
        None if args.prepare => updater.prepare()?,
        None => updater.reach(Goal::Finish)?,
    }
    let journal = updater.journal().cloned();
    printer.show(&journal, |journal| match journal {
        Some(journal) if args.back => format!("returned to {}", journal.from.version),
        Some(journal) if args.prepare => {
            format!("{} is kept; nothing is written until the update ends", journal.from.version)
        }
        Some(journal) => format!("updated from {}; `paragraf upgrade --back` returns to it", journal.from.version),
        None if args.prepare => "there is no store yet, so nothing is kept".into(),
        None => "the server answers".into(),
    });
    Ok(ExitCode::SUCCESS)
}
