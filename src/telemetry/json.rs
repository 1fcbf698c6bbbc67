//! Formats an event as one line of flat JSON, without spans: events carry all their fields.

use std::fmt::{self, Debug};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::registry::LookupSpan;

use super::timestamp;

/// `{"timestamp": ..., "level": ..., "target": ..., <the event's fields>}`.
pub(super) struct JsonFormatter;

impl<S, N> FormatEvent<S, N> for JsonFormatter
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let meta = event.metadata();
        writer.write_str("{\"timestamp\":\"")?;
        timestamp::write(&mut writer)?;
        for part in ["\",\"level\":\"", meta.level().as_str(), "\",\"target\":\"", meta.target(), "\""] {
            writer.write_str(part)?;
        }
        let mut fields = EventFieldWriter { writer: &mut writer, result: Ok(()) };
        event.record(&mut fields);
        fields.result?;
        writer.write_str("}\n")
    }
}

/// Writes each field and keeps the first error, which a visitor cannot return.
struct EventFieldWriter<'a, 'w> {
    writer: &'a mut Writer<'w>,
    result: fmt::Result,
}

impl EventFieldWriter<'_, '_> {
    fn put(&mut self, field: &Field, write: impl FnOnce(&mut Writer<'_>) -> fmt::Result) {
        if self.result.is_ok() {
            let name = [",\"", field.name(), "\":"].into_iter().try_for_each(|part| self.writer.write_str(part));
            self.result = name.and_then(|()| write(self.writer));
        }
    }
}

impl Visit for EventFieldWriter<'_, '_> {
    /// Writes three decimals with integer arithmetic: formatting a float takes longer than all other fields.
    fn record_f64(&mut self, field: &Field, value: f64) {
        let thousandths = (value * 1000.0).round();
        self.put(field, |writer| {
            if (0.0..1e15).contains(&thousandths) {
                let thousandths = thousandths as u64;
                write!(writer, "{}.{:03}", thousandths / 1000, thousandths % 1000)
            } else if value.is_finite() {
                write!(writer, "{value:e}")
            } else {
                // JSON has no such number; serde_json writes null as well.
                writer.write_str("null")
            }
        });
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, |writer| write!(writer, "{value}"));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, |writer| write!(writer, "{value}"));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, |writer| write!(writer, "{value}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, |writer| write_text(writer, value));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.put(field, |writer| write_text(writer, &format!("{value:?}")));
    }
}

/// Writes a JSON string.
fn write_text(writer: &mut Writer<'_>, text: &str) -> fmt::Result {
    writer.write_char('"')?;
    let mut rest = text;
    // All escaped characters are ASCII, so that splitting at bytes is safe.
    while let Some(place) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        let (before, after) = rest.split_at(place);
        writer.write_str(before)?;
        match after.as_bytes()[0] {
            b'\n' => writer.write_str("\\n")?,
            quoted @ (b'"' | b'\\') => write!(writer, "\\{}", char::from(quoted))?,
            control => write!(writer, "\\u{control:04x}")?,
        }
        rest = &after[1..];
    }
    writer.write_str(rest)?;
    writer.write_char('"')
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
