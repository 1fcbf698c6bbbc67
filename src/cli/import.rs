//! `paragraf import`

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::global::Global;
use super::output::{Printer, REFUSED, count};
use crate::control::commands::import::Import;
use crate::control::{Event, FileArg};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::import::{Change, ImportEvent, ImportOptions, ImportSummary};
use crate::sources::Format;
use crate::sources::files::folder;

/// What `paragraf help import` tells of the files.
pub(super) const FORMATS: &str = "\
Formats, told by the ending of a file's name or by --format:
  .json          an array of articles, or one article
  .jsonl .ndjson one article on each line
  .csv           a header line with the names of the fields; cells separated by , ; or tab;
                 lists separated by |; a dot leads inside: act.type, translations.en.title;
                 a deadline is `2026-05-25; what; who`
  .md .markdown  one article: fields in YAML front matter, then `# title`,
                 `## Rezumat tehnic`, `## Pe înțelesul tuturor`, `## Pași de urmat` with a list

Fields:
  title, technical_summary, simple_explanation, importance (1 to 5), publish_date
  (2025-12-15) and topic (see `paragraf topics list`) must be there; slug is made from the
  title when it is missing. May be there: implementation_key_points, domains, audience (lists),
  file_url, source_url, in_force_date, act {type, number, year, issuer}, gazette {part, number,
  bis, date}, deadlines [{date, rule, what, who}], status (draft, published, withdrawn),
  provenance {written_by, reviewed_by, model, source_sha256, fetched_at}, translations {en: {title,
  technical_summary, simple_explanation, implementation_key_points, deadlines, audience}}.

A record that breaks a rule is refused with its file, line and field; the others go in, and the
exit code is 1. Running an import again changes nothing that is already the same.";

/// Import articles from JSON, JSON Lines, CSV and Markdown files.
#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// Files, folders (all importable files in them), or - for standard input
    #[arg(required = true, value_name = "FILES|DIR|-")]
    files: Vec<PathBuf>,
    /// Format of the files, when their endings do not tell: json, jsonl, csv or md
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Hold new articles back as drafts
    #[arg(long)]
    draft: bool,
    /// Say what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// All or nothing: refuse everything when one record is refused
    #[arg(long)]
    strict: bool,
}

pub(super) async fn run(global: &Global, args: ImportArgs, printer: &mut Printer) -> Result<ExitCode> {
    let files = find_files(&args.files, args.format)?;
    let options = ImportOptions { format: args.format, draft: args.draft, dry_run: args.dry_run, strict: args.strict };
    let session = global.session().await?;
    let bar = progress_bar(printer);
    let json = printer.is_json();
    let on_event = |event| {
        if let Event::Note(note) = event {
            report(&bar, json, note);
        }
    };
    let summary = session.call(Import(options), files, &mut { on_event }).await;
    bar.finish_and_clear();
    let summary = summary?;
    printer.show(&summary, summary_text);
    Ok(if summary.refused > 0 { ExitCode::from(REFUSED) } else { ExitCode::SUCCESS })
}

/// The named files, and the importable ones of the named folders in order of their names.
fn find_files(named: &[PathBuf], format: Option<Format>) -> Result<Vec<FileArg>> {
    let mut files = Vec::new();
    for path in named {
        if path == Path::new("-") {
            if format.is_none() {
                let message = "standard input has no ending that tells its format; add --format json|jsonl|csv|md";
                return Err(Error::new(Kind::Invalid, ErrorCode::FormatMissing, message));
            }
            files.push(FileArg { name: "standard input".into(), path: None, format });
        } else {
            for path in folder::files(path)? {
                files.push(file(path, format)?);
            }
        }
    }
    Ok(files)
}

/// A file that can be read, so that nothing is sent when one cannot.
fn file(path: PathBuf, format: Option<Format>) -> Result<FileArg> {
    let name = path.display().to_string();
    let readable = std::fs::File::open(&path);
    readable.map_err(|error| {
        Error::new(Kind::Invalid, ErrorCode::Unreadable, format!("cannot read {name}")).caused_by(error)
    })?;
    Ok(FileArg { name, path: Some(path), format })
}

fn progress_bar(printer: &Printer) -> ProgressBar {
    if printer.is_json() || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} records, {per_sec}") {
        bar.set_style(style);
    }
    bar
}

/// One event of the import: for people progress moves the bar and the rest is a line on standard
/// error; for programs each event is a line of JSON there.
fn report(bar: &ProgressBar, json: bool, note: serde_json::Value) {
    let line = match serde_json::from_value::<ImportEvent>(note.clone()) {
        _ if json => note.to_string(),
        Ok(ImportEvent::Progress { records, .. }) => {
            bar.set_position(records);
            return;
        }
        Ok(event) => event_text(&event),
        Err(_) => note.to_string(),
    };
    bar.suspend(|| Printer::new(json).note(line));
}

fn event_text(event: &ImportEvent) -> String {
    match event {
        ImportEvent::Refused { location, problems } => {
            let lines: Vec<_> = problems.iter().map(|problem| format!("refused {location}: {problem}")).collect();
            lines.join("\n")
        }
        ImportEvent::Warning { location, field, message, records } => {
            let field = field.as_ref().map(|field| format!("{field}: ")).unwrap_or_default();
            let more =
                if *records > 1 { format!(" ({} in this file)", count(*records, "record")) } else { String::new() };
            format!("warning {location}: {field}{message}{more}")
        }
        ImportEvent::Would { slug, change: Change::New, .. } => format!("would add {slug}"),
        ImportEvent::Would { slug, change: Change::Changed, fields } => {
            format!("would change {slug}: {}", fields.join(", "))
        }
        ImportEvent::Progress { .. } | ImportEvent::Stored { .. } => String::new(),
    }
}

fn summary_text(summary: &ImportSummary) -> String {
    let ImportSummary { new, changed, unchanged, refused, warnings, dry_run } = *summary;
    let counts = format!("{new} new, {changed} changed, {unchanged} unchanged, {refused} refused");
    let warned = if warnings > 0 { format!(" ({})", count(warnings, "warning")) } else { String::new() };
    if dry_run { format!("would be: {counts}{warned}; nothing was changed") } else { format!("{counts}{warned}") }
}
