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

/// Days that are read without files and days.
const DAYS: i64 = 3;
/// Days that one command reads.
const MOST_DAYS: i32 = 400;

/// Description of the outcomes in `paragraf help import gazette`.
pub(super) const OUTCOMES: &str = "\
A file is the PDF of a whole issue of Part I or II. Its acts are separated by its summary (SUMAR);
each becomes a draft article, and nothing is published. An act that Portal Legislativ delivered
before keeps its text and gains its issue and its PDF. An act that cannot be separated for certain
is refused.

The text is read in a child process with limits of memory and time. A file that is no PDF, protected
by a password, cut off, without text or made to exhaust the reader is refused with the remedy.

Without files, the issues are fetched from the site of Monitorul Oficial, asked slowly
(sources.pause_ms): those of the last three days, of --date, or since --since. An announced issue
without a file yet is asked for again by the next reading.";

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
            (None, None) => Some((today.saturating_sub(Span::new().days(DAYS - 1)), today)),
        };
        let field = if self.date.is_some() { "date" } else { "since" };
        if let Some((first, last)) = days
            && (last > today || first > last)
        {
            return Err(Error::invalid(field, format!("{} is after today, {today}", first.max(last))));
        }
        if days.is_some_and(|(first, last)| (last - first).get_days() > MOST_DAYS) {
            return Err(Error::invalid(field, format!("fetch at most {MOST_DAYS} days at once, one after another")));
        }
        Ok(GazetteImport { days, waiting: days.is_some() && self.date.is_none(), without_drafts: self.no_drafts })
    }
}

pub(super) async fn run(global: &Global, args: GazetteArgs, printer: &mut Printer) -> Result<ExitCode> {
    let wanted = args.wanted(crate::clock::Clock::System.today())?;
    let files = args.files.into_iter().map(|path| file(path, None)).collect::<Result<_>>()?;
    source_report::call(global, ImportGazette(wanted), files, printer).await
}
