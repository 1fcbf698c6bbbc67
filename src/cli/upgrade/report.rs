//! The result of a rehearsal.

use std::time::Duration;

use serde::Serialize;

use super::visitor::LocalAnswer;
use crate::cli::output::{count, size};

/// Findings of each kind that are printed.
const MAX_FINDINGS: usize = 20;

/// How one program did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct TrialFigures {
    build: String,
    start_millis: u64,
    /// Of all answers.
    median_micros: u64,
    slowest_micros: u64,
    peak_memory_bytes: Option<u64>,
}

impl TrialFigures {
    pub(super) fn new(build: String, start: Duration, peak_memory_bytes: Option<u64>, answers: &[LocalAnswer]) -> Self {
        let mut took: Vec<_> = answers.iter().map(|answer| whole(answer.took.as_micros())).collect();
        took.sort_unstable();
        Self {
            build,
            start_millis: whole(start.as_millis()),
            median_micros: took.get(took.len() / 2).copied().unwrap_or_default(),
            slowest_micros: took.last().copied().unwrap_or_default(),
            peak_memory_bytes,
        }
    }
}

fn whole(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// A request whose answers differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct AnswerFinding {
    pub(super) path: String,
    pub(super) what: String,
}

/// What a rehearsal found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct RehearsalReport {
    present: TrialFigures,
    new: TrialFigures,
    pages: usize,
    pub(super) requests: usize,
    pub(super) same: usize,
    pub(super) changed: Vec<AnswerFinding>,
    /// What clients of the present program cannot rely on any more.
    pub(super) broken: Vec<AnswerFinding>,
}

impl RehearsalReport {
    pub(super) fn new(present: TrialFigures, new: TrialFigures, pages: usize) -> Self {
        Self { present, new, pages, requests: 0, same: 0, changed: vec![], broken: vec![] }
    }
}

pub(super) fn report_text(report: &RehearsalReport) -> String {
    let RehearsalReport { present, new, .. } = report;
    let millis = |micros: u64| format!("{}.{} ms", micros / 1000, micros % 1000 / 100);
    let memory = |figures: &TrialFigures| figures.peak_memory_bytes.map_or_else(|| "unknown".into(), size);
    let row = |name: &str, one: String, other: String| format!("{name:<16} {one:<24} {other}");
    let calls = report.requests - report.pages;
    let mut lines = vec![
        row("", "present".into(), "new".into()),
        row("version", present.build.clone(), new.build.clone()),
        row("start", millis(present.start_millis * 1000), millis(new.start_millis * 1000)),
        row("median answer", millis(present.median_micros), millis(new.median_micros)),
        row("slowest answer", millis(present.slowest_micros), millis(new.slowest_micros)),
        row("peak memory", memory(present), memory(new)),
        String::new(),
        format!(
            "{} and {} of the API: {} the same, {} with other content, {} broken",
            count(report.pages as u64, "page"),
            count(calls as u64, "call"),
            report.same,
            report.changed.len(),
            report.broken.len(),
        ),
    ];
    lines.extend(listed("broken", &report.broken));
    lines.extend(listed("other content", &report.changed));
    lines.push(match report.broken.is_empty() {
        true => "the new program accepts the configuration and the store".into(),
        false => "do not update: clients of the present version would fail".into(),
    });
    lines.join("\n")
}

fn listed(kind: &str, findings: &[AnswerFinding]) -> Vec<String> {
    let shown =
        findings.iter().take(MAX_FINDINGS).map(|AnswerFinding { path, what }| format!("{kind}: {path}: {what}"));
    let more = findings.len().saturating_sub(MAX_FINDINGS);
    shown.chain((more > 0).then(|| format!("{kind}: and {more} more"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_has_time_memory_and_the_first_findings() {
        let answer = |millis: u64| LocalAnswer {
            status: 200,
            content_type: String::new(),
            body: vec![],
            took: Duration::from_micros(millis * 1000 + 250),
        };
        let answers: Vec<_> = [3, 1, 2].map(answer).into();
        let old = TrialFigures::new("0.1.0+a".into(), Duration::from_millis(120), Some(95_000_000), &answers);
        let new = TrialFigures::new("0.2.0+b".into(), Duration::from_millis(130), None, &answers);
        let findings = (0..25).map(|number| AnswerFinding { path: format!("/{number}"), what: "x".into() });
        let report = RehearsalReport {
            requests: 30,
            same: 5,
            changed: findings.collect(),
            ..RehearsalReport::new(old, new, 20)
        };
        let text = report_text(&report);
        let has_row = |parts: [&str; 3]| {
            let is_row = |line: &str| line.starts_with(parts[0]) && line.contains(parts[1]) && line.ends_with(parts[2]);
            text.lines().any(is_row)
        };
        assert!(has_row(["start", "120.0 ms", "130.0 ms"]), "{text}");
        assert!(has_row(["median answer", "2.2 ms", "2.2 ms"]), "{text}");
        assert!(has_row(["slowest answer", "3.2 ms", "3.2 ms"]), "{text}");
        assert!(has_row(["peak memory", "95", "unknown"]), "{text}");
        assert!(
            text.contains("20 pages and 10 calls of the API: 5 the same, 25 with other content, 0 broken"),
            "{text}"
        );
        assert!(text.contains("other content: /19: x\nother content: and 5 more\nthe new program accepts"), "{text}");
    }
}
