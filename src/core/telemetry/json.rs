//! Formats an event as one line of flat JSON, without spans: events carry all their fields.

use std::fmt::{self, Debug};

use serde::Serialize;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::registry::LookupSpan;

use super::timestamp;

/// More than the line of a request takes.
const LINE_CAPACITY: usize = 512;

/// `{"timestamp": ..., "level": ..., "target": ..., <the event's fields>}`.
pub(super) struct JsonFormatter;

impl<S, N> FormatEvent<S, N> for JsonFormatter
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let meta = event.metadata();
        // A buffer of its own, because each write to `writer` is a dynamic call.
        let mut line = JsonLine(Vec::with_capacity(LINE_CAPACITY));
        timestamp::with_now(|now| line.put("timestamp", now));
        line.put("level", meta.level().as_str());
        line.put("target", meta.target());
        event.record(&mut line);
        line.0.extend_from_slice(b"}\n");
        writer.write_str(std::str::from_utf8(&line.0).map_err(|_| fmt::Error)?)
    }
}

/// An unfinished object.
struct JsonLine(Vec<u8>);

impl JsonLine {
    fn put(&mut self, name: &'static str, value: impl Serialize) {
        self.0.extend_from_slice(if self.0.is_empty() { b"{\"" } else { b",\"" });
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
        // Writing a text or a number to memory does not fail.
        serde_json::to_writer(&mut self.0, &value).ok();
    }
}

impl Visit for JsonLine {
    /// Three decimals are enough for milliseconds.
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field.name(), (value * 1000.0).round() / 1000.0);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field.name(), value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field.name(), value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field.name(), value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field.name(), value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.put(field.name(), format_args!("{value:?}"));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Default)]
    struct Buffer(Mutex<Vec<u8>>);

    impl std::io::Write for &Buffer {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no writer panicked").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_event_is_one_line_of_json_whatever_its_text() {
        let buffer = Arc::new(Buffer::default());
        let log = tracing_subscriber::fmt().with_writer(Arc::clone(&buffer)).event_format(JsonFormatter).finish();
        let nasty = "a\"b\\c\nd\u{1}\u{85}é";
        tracing::subscriber::with_default(log, || {
            let nothing: Option<&str> = None;
            tracing::info!(target: "request", status = 200_u16, ms = 0.123_456, bad = f64::NAN, below = -1.5, nasty, nothing, "text {nasty}");
        });
        let bytes = buffer.0.lock().expect("no writer panicked").clone();
        let line = String::from_utf8(bytes).expect("text");
        assert_eq!(line.lines().count(), 1);
        let mut event: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert!(event["timestamp"].take().as_str().is_some_and(|time| time.ends_with('Z')));
        assert_eq!(
            event,
            serde_json::json!({
                "timestamp": null, "level": "INFO", "target": "request", "message": format!("text {nasty}"),
                "status": 200, "ms": 0.123, "bad": null, "below": -1.5, "nasty": nasty,
            })
        );
    }
}
