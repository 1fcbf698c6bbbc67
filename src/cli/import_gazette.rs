//! `paragraf import gazette`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use jiff::Span;
use jiff::civil::Date;

use super::global::Global;
use super::input_file::file;
use super::output::Printer;
use super::source_report;
use crate::control::commands::sources::ImportGazette;
use crate::error::{Error, Result};
use crate::ops::sources::gazette::GazetteImport;

/// Days that are fetched when neither files nor days are given.
const DEFAULT_DAYS: i64 = 3;
/// Maximum number of days of one command.
const MAX_DAYS: i32 = 400;

/// Description of the outcomes in `paragraf help import gazette`.
pub(super) const OUTCOMES: &str = "\
A file is the PDF of a whole issue of Part I or II. Its acts are separated by
its summary (SUMAR); each becomes a draft article, and nothing is published. An
act that Portal Legislativ delivered before keeps its text and gains its issue
and its PDF. An act that cannot be separated for certain is refused.

The text is read in a child process with limits of memory and time. A file that
is not a PDF, is protected by a password, is cut off, has no text or would
exhaust the reader is refused with the remedy.

Without files, the issues are fetched slowly (sources.pause_ms) from the site of
Monitorul Oficial: those of the last three days, of --date, or since --since. An
issue that is announced but has no file yet is fetched by a later import.";

/// Read issues of Monitorul Oficial and draft articles from their acts
#[derive(Debug, Args)]
pub(super) struct GazetteArgs {
    /// PDF files of issues
    #[arg(value_name = "FILES", conflicts_with_all = ["date", "since"])]
    files: Vec<PathBuf>,
    /// Fetch the issues of this day
    #[arg(long, value_name = "DATE", conflicts_with = "since")]
    date: Option<Date>,
    /// Fetch the issues of this day and all later ones
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,
    /// Store the acts without drafting articles
    #[arg(long)]
    no_drafts: bool,
}

impl GazetteArgs {
    fn wanted(&self, today: Date) -> Result<GazetteImport> {
        let days = match (self.date, self.since) {
            _ if !self.files.is_empty() => None,
            (Some(day), _) => Some((day, day)),
            (None, Some(since)) => Some((since, today)),
            (None, None) => Some((today.saturating_sub(Span::new().days(DEFAULT_DAYS - 1)), today)),
        };
        let field = if self.date.is_some() { "date" } else { "since" };
        if let Some((first, last)) = days
            && (last > today || first > last)
        {
            return Err(Error::invalid(field, format!("{} is after today, {today}", first.max(last))));
        }
        if days.is_some_and(|(first, last)| (last - first).get_days() > MAX_DAYS) {
            return Err(Error::invalid(field, format!("fetch at most {MAX_DAYS} days with one command")));
        }
        Ok(GazetteImport { days, waiting: days.is_some() && self.date.is_none(), without_drafts: self.no_drafts })
    }
}

pub(super) async fn run(global: &Global, args: GazetteArgs, printer: &mut Printer) -> Result<ExitCode> {
    let wanted = args.wanted(crate::clock::Clock::System.today())?;
    let files = args.files.into_iter().map(|path| file(path, None)).collect::<Result<_>>()?;
    source_report::call(global, ImportGazette(wanted), files, printer).await
}
