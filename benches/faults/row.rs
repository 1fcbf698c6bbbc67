//! A fault, its measured row, and the table of all rows.

use std::time::Duration;

use comfy_table::{Table, presets};

use super::readers::Availability;

/// The longest acceptable p99 of readers during a fault.
const P99: Duration = Duration::from_millis(50);

/// A fault that can be selected by name.
pub struct Fault {
    /// Words with hyphens, such as `full-disk`.
    pub name: &'static str,
    /// Short description, printed before the fault runs.
    pub about: &'static str,
    pub run: fn() -> Row,
}

/// The measurements of one fault over all trials.
#[derive(Default)]
pub struct Row {
    pub trials: u64,
    /// Writes that the server acknowledged, over all trials.
    pub acknowledged: u64,
    /// Acknowledged writes that were missing afterwards; must be 0.
    pub lost: u64,
    /// Requests of readers during the fault; `None` when the fault stops the process by design.
    pub readers: Option<Availability>,
    /// The longest time from the end of the fault until the server worked again.
    pub recovery: Option<Duration>,
    /// Other failures, one sentence each; any of them fails the row.
    pub failures: Vec<String>,
    /// Remarks that fail nothing, such as memory or a missing permission.
    pub notes: Vec<String>,
}

impl Row {
    /// A row of a fault that this machine cannot inject.
    pub fn skipped(reason: impl Into<String>) -> Self {
        Self { notes: vec![format!("skipped: {}", reason.into())], ..Self::default() }
    }

    /// Adds `failure` unless `is_met`.
    pub fn expect(&mut self, is_met: bool, failure: impl Into<String>) {
        if !is_met {
            self.failures.push(failure.into());
        }
    }

    /// Keeps the longest recovery.
    pub fn recovered_in(&mut self, took: Duration) {
        self.recovery = Some(self.recovery.map_or(took, |longest| longest.max(took)));
    }

    /// Adds the requests of another trial.
    pub fn add_readers(&mut self, readers: Availability) {
        match &mut self.readers {
            Some(all) => all.add(readers),
            none => *none = Some(readers),
        }
    }

    pub fn is_good(&self) -> bool {
        let are_served = |readers: &Availability| readers.share() >= 1.0 && readers.p99() < P99;
        self.lost == 0 && self.failures.is_empty() && self.readers.as_ref().is_none_or(are_served)
    }
}

pub fn print_table(rows: &[(&str, Row)]) {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["FAULT", "TRIALS", "ACKNOWLEDGED", "LOST", "READERS SERVED", "P99", "RECOVERY", "VERDICT"]);
    for (name, row) in rows {
        let readers = row.readers.as_ref();
        table.add_row([
            (*name).to_owned(),
            row.trials.to_string(),
            row.acknowledged.to_string(),
            row.lost.to_string(),
            readers.map_or("-".into(), |readers| format!("{:.3} % of {}", readers.share() * 100.0, readers.requests())),
            readers.map_or("-".into(), |readers| millis(readers.p99())),
            row.recovery.map_or("-".into(), millis),
            if row.is_good() { "ok" } else { "FAILED" }.to_owned(),
        ]);
    }
    println!("\n{table}");
    for (name, row) in rows {
        row.failures.iter().take(20).for_each(|failure| println!("{name}: FAILED: {failure}"));
        row.notes.iter().for_each(|note| println!("{name}: {note}"));
    }
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
