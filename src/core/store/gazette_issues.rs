//! Issues of the gazette that a found act names, that the gazette announced, or whose PDF file was read.

use std::collections::HashSet;
use std::ops::ControlFlow;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::archive;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::IssueName;
use crate::domain::gazette::Gazette;

/// By part, year and number. Supplements are in the row of their issue.
pub(super) const GAZETTE_ISSUES: Table<(String, u32, u32), IssueRecord> = Table::new("gazette_issues");

/// An issue that is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssueRecord {
    pub part: String,
    pub year: u32,
    pub number: u32,
    pub date: Date,
    /// When it was first named by an act, announced or read.
    pub first_seen_at: Timestamp,
    /// Whether a found act names it. True for records written before this field existed.
    #[serde(default = "yes")]
    pub has_act: bool,
    /// The PDF files of the issue and its supplements that were announced or read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<IssueFile>,
}

/// The PDF file of an issue or of a supplement.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssueFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supplement: Option<String>,
    /// When the gazette's index of the day named it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announced_at: Option<Timestamp>,
    /// When it was last read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_at: Option<Timestamp>,
    /// SHA-256 of the archived file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Acts of its summary that could not be separated.
    #[serde(default)]
    pub left_out: u32,
    /// Why it was not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

fn yes() -> bool {
    true
}

impl IssueRecord {
    fn new(name: &IssueName, date: Date, at: Timestamp) -> Self {
        let IssueName { part, year, number, .. } = name.clone();
        Self { part, year, number, date, first_seen_at: at, has_act: false, files: vec![] }
    }

    /// Whether the file of the issue itself was read.
    pub fn is_read(&self) -> bool {
        self.files.iter().any(|file| file.supplement.is_none() && file.read_at.is_some())
    }

    /// Whether an act of one of its files could not be separated.
    pub fn is_incomplete(&self) -> bool {
        self.files.iter().any(|file| file.left_out > 0)
    }

    /// The name of one of its files.
    pub fn name(&self, file: &IssueFile) -> IssueName {
        let (part, supplement) = (self.part.clone(), file.supplement.clone());
        IssueName { part, year: self.year, number: self.number, supplement }
    }

    fn file(&mut self, name: &IssueName) -> &mut IssueFile {
        let place = self.files.iter().position(|file| file.supplement == name.supplement).unwrap_or_else(|| {
            self.files.push(IssueFile { supplement: name.supplement.clone(), ..IssueFile::default() });
            self.files.len() - 1
        });
        &mut self.files[place]
    }
}

/// Notes the issue of a found act, unless its number cannot be read.
pub fn note_act(tx: &WriteTx, gazette: &Gazette, at: Timestamp) -> Result<(), StoreError> {
    let Some(name) = IssueName::of(gazette) else { return Ok(()) };
    change(tx, &name, gazette.date, at, |issue| issue.has_act = true)
}

/// Notes that the gazette named this file in its index of the day.
pub fn note_announced(tx: &WriteTx, name: &IssueName, date: Date, at: Timestamp) -> Result<(), StoreError> {
    change(tx, name, date, at, |issue| {
        let file = issue.file(name);
        file.announced_at = file.announced_at.or(Some(at));
    })
}

/// Notes that this file was read and archived.
pub fn note_read(
    tx: &WriteTx,
    name: &IssueName,
    date: Date,
    sha256: &str,
    left_out: u32,
    at: Timestamp,
) -> Result<(), StoreError> {
    change(tx, name, date, at, |issue| {
        let file = issue.file(name);
        file.left_out = left_out;
        (file.read_at, file.sha256, file.problem) = (Some(at), Some(sha256.to_owned()), None);
    })
}

/// Notes why an announced file was not read.
pub fn note_problem(tx: &WriteTx, name: &IssueName, problem: &str) -> Result<(), StoreError> {
    let Some(mut issue) = get(tx, name)? else { return Ok(()) };
    issue.file(name).problem = Some(problem.to_owned());
    put(tx, &issue)
}

fn change(
    tx: &WriteTx,
    name: &IssueName,
    date: Date,
    at: Timestamp,
    apply: impl FnOnce(&mut IssueRecord),
) -> Result<(), StoreError> {
    let before = get(tx, name)?;
    let mut issue = before.clone().unwrap_or_else(|| IssueRecord::new(name, date, at));
    apply(&mut issue);
    if before.as_ref() == Some(&issue) { Ok(()) } else { put(tx, &issue) }
}

fn put(tx: &WriteTx, issue: &IssueRecord) -> Result<(), StoreError> {
    GAZETTE_ISSUES.put(tx, &(issue.part.as_str(), &issue.year, &issue.number), issue)
}

/// The issue to which a file belongs.
pub fn get(tx: &dyn Reading, name: &IssueName) -> Result<Option<IssueRecord>, StoreError> {
    GAZETTE_ISSUES.get(tx, &(name.part.as_str(), &name.year, &name.number))
}

/// What is known about a file.
pub fn file(tx: &dyn Reading, name: &IssueName) -> Result<Option<IssueFile>, StoreError> {
    let files = get(tx, name)?.map(|issue| issue.files).unwrap_or_default();
    Ok(files.into_iter().find(|file| file.supplement == name.supplement))
}

/// The file with this SHA-256, if it was read. Reads all issues; for commands.
pub fn by_sha256(tx: &ReadTx, sha256: &str) -> Result<Option<(IssueName, IssueFile)>, StoreError> {
    let mut found = None;
    each(tx, &mut |issue| {
        let file = issue.files.iter().find(|file| file.sha256.as_deref() == Some(sha256));
        found = file.map(|file| (issue.name(file), file.clone()));
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(found)
}

/// The announced files that were not read, with the dates of their issues, oldest first. Reads all issues; for jobs.
pub fn waiting(tx: &ReadTx) -> Result<Vec<(IssueName, Date)>, StoreError> {
    let mut waiting = Vec::new();
    each(tx, &mut |issue| {
        let unread = issue.files.iter().filter(|file| file.read_at.is_none() && file.announced_at.is_some());
        waiting.extend(unread.map(|file| (issue.name(file), issue.date)));
        ControlFlow::Continue(())
    })?;
    waiting.sort_by_key(|(_, date)| *date);
    Ok(waiting)
}

/// Visits every readable issue, by part, year and number.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(IssueRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    GAZETTE_ISSUES.visit_all(tx, visit)
}

/// The archived files. Reads all issues; for jobs.
pub fn files_in_write(tx: &WriteTx) -> Result<HashSet<String>, StoreError> {
    let mut files = HashSet::new();
    for row in GAZETTE_ISSUES.scan_all_in_write(tx) {
        files.extend(row?.1.files.into_iter().filter_map(|file| file.sha256));
    }
    Ok(files)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, GAZETTE_ISSUES, |findings, key, record| {
        if (&record.part, record.year, record.number) != (&key.0, key.1, key.2) {
            findings.row(GAZETTE_ISSUES, &&key, "the record names another issue");
        }
        for sha256 in record.files.iter().filter_map(|file| file.sha256.as_ref()) {
            if archive::record(tx, sha256)?.is_none() {
                findings.row(GAZETTE_ISSUES, &&key, &format!("the archive lacks its file {sha256}"));
            }
        }
        Ok(())
    })?;
    Ok(())
}
