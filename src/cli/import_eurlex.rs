//! `paragraf import eurlex`

use std::process::ExitCode;

use clap::Args;

use super::global::Global;
use super::output::Printer;
use super::source_report;
use crate::control::commands::sources::ImportEurlex;
use crate::domain::Celex;
use crate::error::Result;

/// Description of the outcomes in `paragraf help import eurlex`.
pub(super) const OUTCOMES: &str = "\
Title and text are fetched in Romanian, as first published, and archived. Acts
of the Union get no draft: they are sources for editors. A number without an act
is refused, and the exit code is 1.";

/// Fetch acts of the European Union by their CELEX numbers
#[derive(Debug, Args)]
pub(super) struct EurlexArgs {
    /// CELEX numbers, such as 32016R0679
    #[arg(required = true, value_name = "CELEX")]
    numbers: Vec<Celex>,
}

pub(super) async fn run(global: &Global, args: EurlexArgs, printer: &mut Printer) -> Result<ExitCode> {
    source_report::call(global, ImportEurlex(args.numbers), vec![], printer).await
}
