//! The reason that a model's server gives for a refusal, as an operator may read it.

use serde_json::Value;

/// Most characters of a reason.
const MAX_REASON: usize = 300;
/// Letters of the key that no word of a reason may share.
const KEY_BEGINNING: usize = 6;
const HIDDEN: &str = "…";

/// Returns the server's words for its refusal on one line, without words that look like a key; `None` if it gives none.
pub(super) fn reason(body: &[u8], key: &str) -> Option<String> {
    let text = String::from_utf8_lossy(body);
    let said = match serde_json::from_str::<Value>(&text) {
        Ok(reply) => message(&reply)?.to_owned(),
        Err(_) if text.trim_start().starts_with('<') => return None,
        Err(_) => text.into_owned(),
    };
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let said: String = said.chars().map(plain).collect();
    let words: Vec<_> = said.split_whitespace().map(|word| if is_secret(word, key) { HIDDEN } else { word }).collect();
    let said = words.join(" ");
    let mut cut: String = said.chars().take(MAX_REASON).collect();
    if cut.len() < said.len() {
        cut.push_str(HIDDEN);
    }
    (!cut.is_empty()).then_some(cut)
}

/// Where servers put their words.
fn message(reply: &Value) -> Option<&str> {
    let places = ["/error/message", "/error", "/message", "/detail", "/0/error/message"];
    places.into_iter().find_map(|place| reply.pointer(place)?.as_str())
}

/// Whether a word is the key, a part of it, or a key by its form.
fn is_secret(word: &str, key: &str) -> bool {
    let beginning = key.get(..KEY_BEGINNING).unwrap_or(key);
    let has_key = !beginning.is_empty() && word.contains(beginning);
    has_key || word.contains("sk-") || word.eq_ignore_ascii_case("bearer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_each_kind_of_server_are_found() {
        for body in [
            r#"{"error": {"message": "model not found", "type": "x"}}"#,
            r#"{"error": "model not found"}"#,
            r#"{"message": "model not found"}"#,
            r#"{"detail": "model not found"}"#,
            r#"[{"error": {"message": "model not found"}}]"#,
            "model not\n\u{7} found\n",
        ] {
            assert_eq!(reason(body.as_bytes(), "").as_deref(), Some("model not found"), "{body}");
        }
        for body in ["", "<html>Bad gateway</html>", "{}", "null"] {
            assert_eq!(reason(body.as_bytes(), ""), None, "{body}");
        }
    }

    #[test]
    fn a_reason_is_short_and_has_no_key() {
        let reason = |body: &str| reason(body.as_bytes(), "k3y-of-the-model").expect("a reason");
        assert_eq!(reason("wrong key k3y-of-the-model for Bearer sk-abc123"), "wrong key … for … …");
        assert_eq!(reason("wrong key: k3y-of-**** given"), "wrong key: … given");
        assert_eq!(reason(&"ș".repeat(400)).chars().count(), MAX_REASON + 1);
    }
}
