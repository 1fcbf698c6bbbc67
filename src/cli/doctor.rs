//! `paragraf doctor`

use std::path::PathBuf;
use std::process::ExitCode;

use super::global::Global;
use super::output::{Printer, REFUSED};
use super::upgrade::next_version;
use crate::config::Secrets;
use crate::control::commands::doctor::{ExamineServer, TryAlarm};
use crate::error::{Error, ErrorCode, Result};
use crate::ops::backup::AlarmTrial;
use crate::ops::doctor::{Diagnosis, DiagnosisOutcome};

/// The check of the alarm of backups.
const ALARM: &str = "backup_alarm";

/// Options of `paragraf doctor`.
#[derive(Debug, clap::Args)]
#[command(after_help = "One line for each check, with what to do. No line contains a secret, so the output can be
sent to someone who helps. Nothing is sent, and only what the configuration names is
asked: the mail servers, the DNS about the sender's domain, and the public address.
Exit code: 1 if a check failed, 0 otherwise, also with warnings.")]
pub(super) struct DoctorArgs {
    /// Damage a scratch copy of the store too, and check that the trial restore notices it
    #[arg(long)]
    try_alarm: bool,
    /// Check what this program, a next version, would refuse
    #[arg(long, value_name = "PROGRAM")]
    next: Option<PathBuf>,
}

pub(super) async fn run(global: &Global, args: DoctorArgs, printer: &mut Printer) -> Result<ExitCode> {
    let mut found = global.call(ExamineServer).await.unwrap_or_else(|error| vec![not_examined(global, &error)]);
    if args.try_alarm {
        found.push(global.call(TryAlarm).await.map_or_else(|error| not_tried(&error), alarm));
    }
    found.extend(args.next.iter().flat_map(|next| next_version::examine(global, next)));
    printer.show(&found, |found| found.iter().map(line).collect::<Vec<_>>().join("\n"));
    let has_failed = found.iter().any(|diagnosis| diagnosis.outcome == DiagnosisOutcome::Failed);
    Ok(if has_failed { ExitCode::from(REFUSED) } else { ExitCode::SUCCESS })
}

/// Whether a damaged copy was noticed.
fn alarm(trial: AlarmTrial) -> Diagnosis {
    match trial.condition {
        Some(condition) => Diagnosis::ok(ALARM, format!("a damaged copy was noticed: {}", condition.message)),
        None => {
            let remedy =
                "do not rely on the trial restores of this version; run `paragraf backup verify` on each backup";
            Diagnosis::failed(ALARM, "a damaged copy was not noticed", remedy)
        }
    }
}

fn not_tried(error: &Error) -> Diagnosis {
    Diagnosis::failed(ALARM, error.chain(), "correct the cause and try again")
}

/// The one result when nothing else can be checked.
fn not_examined(global: &Global, error: &Error) -> Diagnosis {
    let has_database = || global.load_config(Secrets::Skip).is_ok_and(|config| !config.store.url.is_empty());
    let (check, remedy) = match error.code {
        // These errors say what to do.
        ErrorCode::Unavailable | ErrorCode::StoreIo if has_database() => ("database", ""),
        ErrorCode::NoStore | ErrorCode::DataDir => ("store", ""),
        ErrorCode::Config => ("configuration", "correct the file, then run `paragraf config check`"),
        ErrorCode::StoreIo => {
            ("store", "check the disk of the store: its space, its rights, and whether it can be written to")
        }
        ErrorCode::StoreDamaged => ("store", "restore a backup, see `paragraf backup list`"),
        _ => ("server", "see `journalctl --unit paragraf --lines 20`"),
    };
    Diagnosis::failed(check, error.chain(), remedy)
}

fn line(diagnosis: &Diagnosis) -> String {
    let Diagnosis { check, outcome, message, remedy, .. } = diagnosis;
    let outcome = match outcome {
        DiagnosisOutcome::Ok => "ok",
        DiagnosisOutcome::NotChecked => "not checked",
        DiagnosisOutcome::Warning => "warning",
        DiagnosisOutcome::Failed => "failed",
    };
    let remedy = if remedy.is_empty() { String::new() } else { format!("; {remedy}") };
    format!("{outcome:<12} {check:<16} {message}{remedy}")
}
