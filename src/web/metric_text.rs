//! The text format of Prometheus, version 0.0.4.

use std::fmt::Write;

use crate::domain::latency::{LATENCY_BOUNDS, LatencyCounts};

/// The metrics in the text format. Each name has the prefix `paragraf_`.
pub(super) struct MetricText(pub(super) String);

impl MetricText {
    pub(super) fn add(&mut self, name: &str, help: &str, value: u64) {
        self.add_labelled(name, help, &[("", value)]);
    }

    /// Adds a gauge with a value for each set of labels, which stand in braces.
    pub(super) fn add_labelled(&mut self, name: &str, help: &str, values: &[(&str, u64)]) {
        self.add_values(name, "gauge", help, values);
    }

    /// Adds a counter; its name ends with `_total`.
    pub(super) fn add_counter(&mut self, name: &str, help: &str, values: &[(&str, u64)]) {
        self.add_values(name, "counter", help, values);
    }

    /// Adds a histogram in seconds for each set of labels, which stand without braces.
    pub(super) fn add_histogram(&mut self, name: &str, help: &str, values: &[(&str, LatencyCounts)]) {
        self.add_values(name, "histogram", help, &[]);
        for (labels, counts) in values {
            // Writing into memory does not fail.
            write_histogram(&mut self.0, name, labels, counts).ok();
        }
    }

    fn add_values(&mut self, name: &str, kind: &str, help: &str, values: &[(&str, u64)]) {
        let Self(text) = self;
        let written = writeln!(text, "# HELP paragraf_{name} {help}\n# TYPE paragraf_{name} {kind}");
        let lines = values.iter().try_for_each(|(labels, value)| writeln!(text, "paragraf_{name}{labels} {value}"));
        // Writing into memory does not fail.
        written.and(lines).ok();
    }
}

fn write_histogram(text: &mut String, name: &str, labels: &str, counts: &LatencyCounts) -> std::fmt::Result {
    let (separator, braces) = if labels.is_empty() { ("", String::new()) } else { (",", format!("{{{labels}}}")) };
    for (bound, count) in LATENCY_BOUNDS.iter().zip(counts.up_to) {
        let bound = seconds(*bound);
        writeln!(text, "paragraf_{name}_bucket{{{labels}{separator}le=\"{bound}\"}} {count}")?;
    }
    writeln!(text, "paragraf_{name}_bucket{{{labels}{separator}le=\"+Inf\"}} {}", counts.all)?;
    writeln!(text, "paragraf_{name}_sum{braces} {}", seconds(counts.sum_micros))?;
    writeln!(text, "paragraf_{name}_count{braces} {}", counts.all)
}

/// Microseconds as seconds, such as `0.025`.
fn seconds(micros: u64) -> String {
    let text = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::domain::latency::LatencyHistogram;

    #[test]
    fn a_histogram_has_its_bounds_in_seconds() {
        let histogram = LatencyHistogram::default();
        histogram.record(Duration::from_millis(20));
        let mut text = MetricText(String::new());
        text.add_histogram("x_seconds", "X.", &[("route=\"/a\"", histogram.counts())]);
        let lines: Vec<_> = text.0.lines().collect();
        assert_eq!(lines[1], "# TYPE paragraf_x_seconds histogram");
        assert_eq!(lines[2], "paragraf_x_seconds_bucket{route=\"/a\",le=\"0.001\"} 0");
        assert_eq!(lines[5], "paragraf_x_seconds_bucket{route=\"/a\",le=\"0.025\"} 1");
        assert_eq!(lines[11], "paragraf_x_seconds_bucket{route=\"/a\",le=\"30\"} 1");
        assert_eq!(
            lines[12..],
            [
                "paragraf_x_seconds_bucket{route=\"/a\",le=\"+Inf\"} 1",
                "paragraf_x_seconds_sum{route=\"/a\"} 0.02",
                "paragraf_x_seconds_count{route=\"/a\"} 1"
            ]
        );
    }
}
