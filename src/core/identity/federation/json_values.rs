//! Lenient reading of the JSON that providers send: only the values that are used, in every form that is understood.

use jiff::Timestamp;
use serde_json::{Map, Value};

pub(super) type JsonObject = Map<String, Value>;

/// Maximum length of a provider's text in the log.
const MAX_SHOWN: usize = 100;

/// Returns the field as text. Some providers have whole numbers as identifiers.
pub(super) fn text(object: &JsonObject, name: &str) -> Option<String> {
    object.get(name).and_then(as_text)
}

fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) if !number.is_f64() => Some(number.to_string()),
        _ => None,
    }
}

/// Returns the texts of a field that is one text or a list of texts.
pub(super) fn texts(object: &JsonObject, name: &str) -> Vec<String> {
    match object.get(name) {
        Some(Value::Array(values)) => values.iter().filter_map(as_text).collect(),
        Some(Value::Bool(flag)) => vec![flag.to_string()],
        value => value.and_then(as_text).into_iter().collect(),
    }
}

/// Whether the field is true, also as a text.
pub(super) fn is_true(object: &JsonObject, name: &str) -> bool {
    object.get(name).is_some_and(|value| value.as_bool() == Some(true) || value.as_str() == Some("true"))
}

/// Returns the field as seconds since 1970: a number, also as a text, or a date with its time (RFC 3339).
pub(super) fn seconds(object: &JsonObject, name: &str) -> Option<i64> {
    match object.get(name)? {
        Value::Number(number) => number.as_i64().or_else(|| number.as_f64().and_then(whole)),
        Value::String(text) => {
            let text = text.trim();
            let number = text.parse().ok().or_else(|| text.parse().ok().and_then(whole));
            number.or_else(|| text.parse::<Timestamp>().ok().map(Timestamp::as_second))
        }
        _ => None,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a number out of range saturates")]
fn whole(number: f64) -> Option<i64> {
    number.is_finite().then_some(number.floor() as i64)
}

/// A provider's text as the log shows it: short, and only printable ASCII.
pub(super) fn shown(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_graphic() || *c == ' ').take(MAX_SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(value: Value) -> JsonObject {
        json!({ "x": value }).as_object().cloned().expect("an object")
    }

    #[test]
    fn times_are_read_in_every_usual_form() {
        let now = 1_795_680_000;
        let forms = [json!(now), json!(1_795_680_000.7), json!("1795680000"), json!("1795680000.7")];
        for form in forms.into_iter().chain([json!(" 2026-11-26T08:00:00.123Z "), json!("2026-11-26T10:00:00+02:00")]) {
            assert_eq!(seconds(&object(form.clone()), "x"), Some(now), "{form}");
        }
        for other in [json!(null), json!("soon"), json!([now]), json!("NaN"), json!({})] {
            assert_eq!(seconds(&object(other.clone()), "x"), None, "{other}");
        }
    }

    #[test]
    fn identifiers_are_texts_or_whole_numbers() {
        assert_eq!(text(&object(json!(583_231)), "x").as_deref(), Some("583231"));
        assert_eq!(text(&object(json!("u-1")), "x").as_deref(), Some("u-1"));
        for other in [json!(1.5), json!(true), json!(["u-1"]), json!(null)] {
            assert_eq!(text(&object(other.clone()), "x"), None, "{other}");
        }
        assert_eq!(texts(&object(json!(["a", 1, null, {}])), "x"), ["a", "1"]);
        assert_eq!(texts(&object(json!("a")), "x"), ["a"]);
    }
}
