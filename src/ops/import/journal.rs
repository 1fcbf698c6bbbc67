//! Counts and reports the outcomes of an import.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;

use super::decide::{PreparedRecord, RecordVerdict};
use super::report::{ImportChange, ImportEvent, ImportSummary};
use crate::domain::Slug;
use crate::domain::notification::NotifiedAccounts;
use crate::ops::Actor;
use crate::sources::{Location, Refusal, Warning};
use crate::store::audit::AuditRecord;

/// Files that an audit record names.
const MAX_NAMES: usize = 3;

/// The counts of an import and the receiver of its events.
pub(super) struct Journal<'r> {
    report: &'r mut dyn FnMut(ImportEvent),
    pub summary: ImportSummary,
    names: Vec<String>,
    files: u64,
    records: u64,
    /// Bytes read; the readers of the files add to it.
    bytes: Arc<AtomicU64>,
}

impl<'r> Journal<'r> {
    pub(super) fn new(report: &'r mut dyn FnMut(ImportEvent), dry_run: bool) -> Self {
        let summary = ImportSummary { dry_run, ..ImportSummary::default() };
        Self { report, summary, names: vec![], files: 0, records: 0, bytes: Arc::default() }
    }

    /// Returns the byte counter for the file's reader.
    pub(super) fn begin_file(&mut self, name: &str) -> Arc<AtomicU64> {
        self.files += 1;
        if self.names.len() < MAX_NAMES {
            self.names.push(name.to_owned());
        }
        Arc::clone(&self.bytes)
    }

    pub(super) fn begin_record(&mut self) {
        self.records += 1;
    }

    pub(super) fn refused(&mut self, refusal: Refusal) {
        self.summary.refused += 1;
        (self.report)(ImportEvent::Refused { location: refusal.location, problems: refusal.problems });
    }

    pub(super) fn warned(&mut self, warning: Warning, location: Location, records: u64) {
        self.summary.warnings += 1;
        let Warning { field, message } = warning;
        (self.report)(ImportEvent::Warning { location, field, message, records });
    }

    pub(super) fn progress(&mut self) {
        let bytes = self.bytes.load(Ordering::Relaxed);
        let ImportSummary { new, changed, unchanged, dry_run, .. } = self.summary;
        let stored = if dry_run { 0 } else { new + changed + unchanged };
        (self.report)(ImportEvent::Progress { files: self.files, records: self.records, bytes, stored });
    }

    /// Counts and reports the outcomes of a batch.
    pub(super) fn record_outcomes(
        &mut self,
        batch: &[PreparedRecord],
        verdicts: Vec<RecordVerdict>,
        concerned: NotifiedAccounts,
    ) {
        let mut slugs = Vec::new();
        for (prepared, verdict) in batch.iter().zip(verdicts) {
            let slug = &prepared.article().slug;
            match self.count(&prepared.location, verdict) {
                Some((change, fields)) if self.summary.dry_run => {
                    (self.report)(ImportEvent::Would { slug: slug.clone(), change, fields });
                }
                Some(_) => slugs.push(slug.clone()),
                None => {}
            }
        }
        self.stored(slugs, concerned);
        self.progress();
    }

    pub(super) fn stored(&mut self, slugs: Vec<Slug>, concerned: NotifiedAccounts) {
        if !slugs.is_empty() {
            (self.report)(ImportEvent::Stored { slugs, concerned });
        }
    }

    fn count(&mut self, location: &Location, verdict: RecordVerdict) -> Option<(ImportChange, Vec<String>)> {
        match verdict {
            RecordVerdict::New => {
                self.summary.new += 1;
                Some((ImportChange::New, vec![]))
            }
            RecordVerdict::Changed(fields) => {
                self.summary.changed += 1;
                Some((ImportChange::Changed, fields))
            }
            RecordVerdict::Unchanged => {
                self.summary.unchanged += 1;
                None
            }
            RecordVerdict::Refused(problem) => {
                self.refused(Refusal::new(location.clone(), problem));
                None
            }
        }
    }

    /// The audit record: the actor and the files.
    pub(super) fn audit_record(&self, actor: &Actor, at: Timestamp) -> AuditRecord {
        let mut subject = self.names.join(", ");
        let more = self.files - self.names.len() as u64;
        if more > 0 {
            subject.push_str(&format!(" and {more} more"));
        }
        AuditRecord { at, actor: actor.to_string(), action: "import".into(), subject }
    }
}
