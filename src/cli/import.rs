//! `paragraf import`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use indicatif::{HumanCount, ProgressBar, ProgressState};

use super::global::Global;
use super::import_eurlex::{self, EurlexArgs};
use super::import_form::{self, FORM_FILES, FormArgs};
use super::import_gazette::{self, GazetteArgs};
use super::import_portal::{self, OUTCOMES, PortalArgs};
use super::input_file::{file, file_or_standard_input};
use super::interrupt;
use super::one_of::one_of;
use super::output::{Printer, REFUSED, count};
use crate::control::commands::import::Import;
use crate::control::{Event, FileArg};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::import::{ImportChange, ImportEvent, ImportOptions, ImportSummary};
use crate::sources::Format;
use crate::sources::files::folder;
use crate::sources::names::ROMANIAN_NAMES;
use crate::sources::refusals::Refusals;

/// Changes that a dry run lists; the others are counted.
const LISTED_CHANGES: u64 = 20;

/// Description of the file formats.
const FORMATS: &str = "\
Formats, selected by the extension of a file or by --format:
  .json           an array of articles, or one article
  .jsonl .ndjson  one article on each line
  .csv            a header line with the names of the fields, in English or
                  Romanian (Titlu, Importanță); cells separated by , ; or tab
                  and quoted as a whole or not at all; lists separated by |;
                  nested fields with dots: act.type, translations.en.title;
                  a step is its text, or `[landlord 2026-05-25] text`; a
                  deadline is `due; 2026-05-25; what; who; rule; roles`, with
                  `monthly 25 tax`, `yearly 03-31 09-30` or `within 30 days`
                  in place of the day
  .md .markdown   one article: fields in YAML front matter, then `# title`,
                  `## Rezumat tehnic`, `## Pe înțelesul tuturor`,
                  `## Pași de urmat` with a list

Fields:
  Required: title, technical_summary, simple_explanation, importance (1 to 5),
  publish_date (2025-12-15) and topic (see `paragraf topics list`). A missing
  slug is made from the title.
  Optional: in_short, steps [{id, text, roles, date}] (or texts in
  implementation_key_points), domains, roles, audience (lists), file_url,
  sources [{url, title}] (or source_url), in_force_date, applies_from,
  act {type, number, year, issuer}, gazette {part, number, bis, date},
  deadlines [{kind (due, starts, ends), date, recurs {monthly or yearly},
  within {days, working_days, months or hours}, shift (tax, next, previous),
  rule, what, who, roles}], status (draft, published, withdrawn),
  provenance {written_by, reviewed_by, reviewed_at, dated_by, model,
  source_sha256, fetched_at}, translations {en: {title, in_short,
  technical_summary, simple_explanation, implementation_key_points,
  deadlines [{what, who, rule}], audience}}.
  Roles: landlord, tenant, home_owner, car_owner, company, vat_payer,
  self_employed, employer, employee, farmer, land_owner, consumer, investor,
  pensioner, association.";

/// What becomes of the records.
const RECORDS: &str = "\
Invalid records are refused and reported with file, line and field, once for
each cause. The others are imported, and the exit code is 1. Importing the same
articles again changes nothing.";

/// Columns of a field's name in the list of Romanian names.
const NAME_WIDTH: usize = 20;

/// The text of `paragraf help import`.
pub(super) fn formats() -> String {
    let line =
        |(field, names): (&str, &[&str])| format!("  {field:<NAME_WIDTH$}{}", names.join(", ").replace('_', " "));
    let names = ROMANIAN_NAMES.map(line).join("\n");
    let title = "Romanian names of fields in a header or a heading, in any case, with or\nwithout diacritics:";
    format!("{FORMATS}\n\n{title}\n{names}\n\n{RECORDS}")
}

/// Import articles from JSON, JSON Lines, CSV and Markdown files
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct ImportArgs {
    #[command(subcommand)]
    source: Option<ImportSource>,
    /// Files, folders (imports their files of a known format), or - for standard input
    #[arg(required = true, value_name = "FILES|DIR|-")]
    files: Vec<PathBuf>,
    /// Format of the files, unless their extensions show it
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<Format, 4>(Format::ALL.map(Format::as_str)))]
    format: Option<Format>,
    /// Import new articles as drafts
    #[arg(long)]
    draft: bool,
    /// Show the changes without making them
    #[arg(long)]
    dry_run: bool,
    /// Import nothing if a record is refused
    #[arg(long)]
    strict: bool,
}

/// Imports of acts and their forms instead of articles. A file with such a name is written as `./portal`.
#[derive(Debug, Subcommand)]
enum ImportSource {
    /// Fetch acts from Portal Legislativ and draft articles from them
    #[command(after_long_help = OUTCOMES)]
    Portal(PortalArgs),
    /// Import consolidated forms of acts from files
    #[command(after_long_help = FORM_FILES)]
    Form(FormArgs),
    /// Read issues of Monitorul Oficial and draft articles from their acts
    #[command(after_long_help = import_gazette::OUTCOMES)]
    Gazette(GazetteArgs),
    /// Fetch acts of the European Union by their CELEX numbers
    #[command(after_long_help = import_eurlex::OUTCOMES)]
    Eurlex(EurlexArgs),
}

pub(super) async fn run(global: &Global, args: ImportArgs, printer: &mut Printer) -> Result<ExitCode> {
    match args.source {
        Some(ImportSource::Portal(args)) => return import_portal::run(global, args, printer).await,
        Some(ImportSource::Form(args)) => return import_form::run(global, args, printer).await,
        Some(ImportSource::Eurlex(args)) => return import_eurlex::run(global, args, printer).await,
        Some(ImportSource::Gazette(args)) => return import_gazette::run(global, args, printer).await,
        None => {}
    }
    let files = find_files(&args.files, args.format)?;
    let options = ImportOptions { format: args.format, draft: args.draft, dry_run: args.dry_run, strict: args.strict };
    let session = global.import_session::<Import>(args.dry_run).await?;
    let bar = progress_bar(printer);
    let mut report = ImportReport::new(bar.clone(), printer.is_json());
    let mut on_event = |event| {
        if let Event::Note(note) = event {
            report.event(note);
        }
    };
    let summary = interrupt::call(&session, Import(options), files, &mut on_event, printer).await;
    bar.finish_and_clear();
    let ImportReport { refusals, changes, stored, json, .. } = report;
    if !json && changes > LISTED_CHANGES {
        printer.note(format!("and {} more", HumanCount(changes - LISTED_CHANGES)));
    }
    refusals.lines().into_iter().for_each(|line| printer.note(format!("refused {line}")));
    let Some(summary) = summary else {
        let done = format!("{} imported", HumanCount(stored));
        return Ok(interrupt::finish(&session, &done, printer));
    };
    if summary.is_err() && stored > 0 {
        printer.note(format!("{} imported before the error; importing the files again goes on", HumanCount(stored)));
    }
    let summary = summary?;
    printer.show(&summary, summary_text);
    Ok(if summary.refused > 0 { ExitCode::from(REFUSED) } else { ExitCode::SUCCESS })
}

/// The named files, and those in the named folders that can be imported, sorted by name.
fn find_files(named: &[PathBuf], format: Option<Format>) -> Result<Vec<FileArg>> {
    let mut files = Vec::new();
    for path in named {
        if path == Path::new("-") {
            if format.is_none() {
                let message = "standard input has no extension that shows its format; add --format json|jsonl|csv|md";
                return Err(Error::new(Kind::Invalid, ErrorCode::FormatMissing, message));
            }
            files.push(file_or_standard_input(path.clone(), format)?);
        } else {
            for path in folder::files(path)? {
                files.push(file(path, format)?);
            }
        }
    }
    Ok(files)
}

fn progress_bar(printer: &Printer) -> ProgressBar {
    let bar = printer.progress_bar(ProgressBar::new_spinner(), "{spinner} {human_pos} records, {rate}/s");
    let style = bar.style().with_key("rate", |state: &ProgressState, rate: &mut dyn std::fmt::Write| {
        // A failed write would leave a gap in the bar.
        write!(rate, "{}", HumanCount(state.per_sec() as u64)).ok();
    });
    bar.set_style(style);
    bar
}

/// Reports the events of an import on standard error: progress moves the bar, refusals are collected to be printed in
/// groups, other events are lines of text. With `--json` each event is a line of JSON.
struct ImportReport {
    bar: ProgressBar,
    json: bool,
    refusals: Refusals,
    /// The changes that a dry run has found.
    changes: u64,
    /// The articles that are stored.
    stored: u64,
}

impl ImportReport {
    fn new(bar: ProgressBar, json: bool) -> Self {
        Self { bar, json, refusals: Refusals::new("record"), changes: 0, stored: 0 }
    }

    fn event(&mut self, note: serde_json::Value) {
        let event = serde_json::from_value::<ImportEvent>(note.clone());
        if let Ok(ImportEvent::Progress { stored, .. }) = event {
            self.stored = stored;
        }
        let line = match event {
            _ if self.json => note.to_string(),
            Ok(ImportEvent::Progress { records, .. }) => {
                self.bar.set_position(records);
                return;
            }
            Ok(ImportEvent::Refused { location, problems }) => {
                problems.into_iter().for_each(|problem| self.refusals.add(problem, &location));
                return;
            }
            Ok(event) => {
                self.changes += u64::from(matches!(event, ImportEvent::Would { .. }));
                if self.changes > LISTED_CHANGES && matches!(event, ImportEvent::Would { .. }) {
                    return;
                }
                event_text(&event)
            }
            Err(_) => note.to_string(),
        };
        self.bar.suspend(|| Printer::new(self.json).note(line));
    }
}

fn event_text(event: &ImportEvent) -> String {
    match event {
        ImportEvent::Warning { location, field, message, records } => {
            let field = field.as_ref().map(|field| format!("{field}: ")).unwrap_or_default();
            let more =
                if *records > 1 { format!(" ({} in this file)", count(*records, "record")) } else { String::new() };
            format!("warning {location}: {field}{message}{more}")
        }
        ImportEvent::Would { slug, change: ImportChange::New, .. } => format!("would add {slug}"),
        ImportEvent::Would { slug, change: ImportChange::Changed, fields } => {
            format!("would change {slug}: {}", fields.join(", "))
        }
        ImportEvent::Refused { .. } | ImportEvent::Progress { .. } | ImportEvent::Stored { .. } => String::new(),
    }
}

fn summary_text(summary: &ImportSummary) -> String {
    let ImportSummary { new, changed, unchanged, refused, warnings, dry_run } = *summary;
    let counts = format!("{new} new, {changed} changed, {unchanged} unchanged, {refused} refused");
    let warned = if warnings > 0 { format!(" ({})", count(warnings, "warning")) } else { String::new() };
    if dry_run { format!("dry run: {counts}{warned}; nothing was changed") } else { format!("{counts}{warned}") }
}
