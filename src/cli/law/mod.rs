//! `paragraf law ...`: reading legal text, without a store.

mod apply;
mod input;
mod read;

use std::process::ExitCode;

use clap::Subcommand;

use super::output::Printer;
use crate::error::Result;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum LawCommand {
    /// Find citations, dates, deadlines and amounts in a legal text
    #[command(after_long_help = read::OUTPUT)]
    Read(read::ReadArgs),
    /// Apply an amending act to the form of the act that it amends
    #[command(after_long_help = apply::OUTPUT)]
    Apply(apply::ApplyArgs),
}

pub(super) fn run(command: LawCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        LawCommand::Read(args) => read::run(&args, printer),
        LawCommand::Apply(args) => apply::run(&args, printer),
    }
}
