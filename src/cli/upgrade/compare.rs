//! Compares what two programs answer to the same request.

use serde_json::Value;

use super::visitor::LocalAnswer;

/// Letters around the first difference that are shown.
const CONTEXT_LETTERS: usize = 40;

/// What a program writes into its answers about itself.
#[derive(Debug, Clone, Default)]
pub(super) struct OwnNames {
    pub(super) build: String,
    /// The address on which it listens, in links of a site without a public address.
    pub(super) address: String,
}

/// How the new answer differs from the old one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AnswerDifference {
    None,
    /// Other content: a place in it.
    Content(String),
    /// Something that clients of the old program may rely on is missing or is something else.
    Broken(String),
}

/// Compares two answers. Build, listening address, names of bundled files and ids of requests are no difference.
pub(super) fn compare(old: (&LocalAnswer, &OwnNames), new: (&LocalAnswer, &OwnNames)) -> AnswerDifference {
    let ((old, old_names), (new, new_names)) = (old, new);
    if old.status != new.status {
        return AnswerDifference::Broken(format!("status {} becomes {}", old.status, new.status));
    }
    if media_type(old) != media_type(new) {
        return AnswerDifference::Broken(format!("{} becomes {}", media_type(old), media_type(new)));
    }
    if old.body == new.body {
        return AnswerDifference::None;
    }
    let (Ok(old_text), Ok(new_text)) = (std::str::from_utf8(&old.body), std::str::from_utf8(&new.body)) else {
        return AnswerDifference::Content(format!("{} bytes become {}", old.body.len(), new.body.len()));
    };
    if let Some(lost) = lost_in_json(old_text, new_text) {
        return AnswerDifference::Broken(lost);
    }
    let (old_text, new_text) = (without_own_names(old_text, old_names), without_own_names(new_text, new_names));
    first_difference(&old_text, &new_text).map_or(AnswerDifference::None, AnswerDifference::Content)
}

fn media_type(answer: &LocalAnswer) -> &str {
    answer.content_type.split(';').next().unwrap_or_default()
}

fn lost_in_json(old: &str, new: &str) -> Option<String> {
    let old: Value = serde_json::from_str(old).ok()?;
    match serde_json::from_str(new) {
        Ok(new) => lost(&old, &new, ""),
        Err(_) => Some("is no JSON any more".into()),
    }
}

/// The first field of `old` that `new` lacks or that has another type. A field that may be null has any type.
fn lost(old: &Value, new: &Value, at: &str) -> Option<String> {
    match (old, new) {
        (Value::Null, _) | (_, Value::Null) => None,
        (Value::Object(old), Value::Object(new)) => old.iter().find_map(|(key, old)| {
            let at = format!("{at}/{key}");
            match new.get(key) {
                Some(new) => lost(old, new, &at),
                None => (!old.is_null()).then(|| format!("{at} is missing")),
            }
        }),
        (Value::Array(old), Value::Array(new)) if new.len() < old.len() => {
            Some(format!("{at} has {} entries instead of {}", new.len(), old.len()))
        }
        (Value::Array(old), Value::Array(new)) => {
            let mut pairs = old.iter().zip(new).enumerate();
            pairs.find_map(|(index, (old, new))| lost(old, new, &format!("{at}/{index}")))
        }
        _ if std::mem::discriminant(old) == std::mem::discriminant(new) => None,
        _ => Some(format!("{at} has another type")),
    }
}

fn without_own_names(text: &str, names: &OwnNames) -> String {
    let mut text = text.to_owned();
    for name in [&names.build, &names.address].into_iter().filter(|name| !name.is_empty()) {
        text = text.replace(name.as_str(), "");
    }
    ["/assets/", r#""request_id":""#].into_iter().fold(text, |text, before| without_names_after(&text, before))
}

fn without_names_after(text: &str, before: &str) -> String {
    let is_name = |c: char| c.is_ascii_alphanumeric() || ['-', '_', '.', '/'].contains(&c);
    let mut parts = text.split(before);
    let mut without = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        without.push_str(before);
        without.push_str(part.trim_start_matches(is_name));
    }
    without
}

/// The letters around the first difference.
fn first_difference(old: &str, new: &str) -> Option<String> {
    let same = old.chars().zip(new.chars()).take_while(|(old, new)| old == new).count();
    let shown = |text: &str| {
        let part: String = text.chars().skip(same.saturating_sub(CONTEXT_LETTERS)).take(2 * CONTEXT_LETTERS).collect();
        part.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    (old != new).then(|| format!("\"{}\" becomes \"{}\"", shown(old), shown(new)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn answer(status: u16, content_type: &str, body: &str) -> LocalAnswer {
        let body = body.as_bytes().to_vec();
        LocalAnswer { status, content_type: content_type.into(), body, took: Duration::ZERO }
    }

    fn compared(old: &LocalAnswer, new: &LocalAnswer) -> AnswerDifference {
        let names = |build: &str, port: u16| OwnNames { build: build.into(), address: format!("127.0.0.1:{port}") };
        compare((old, &names("0.1.0+aaa", 1000)), (new, &names("0.2.0+bbb", 2000)))
    }

    #[test]
    fn what_a_program_says_of_itself_is_no_difference() {
        let page = |build, port, asset| {
            let text = format!("<script src=\"/assets/{asset}.js\"></script>{build} http://127.0.0.1:{port}/app");
            answer(200, "text/html; charset=utf-8", &text)
        };
        let (old, new) = (page("0.1.0+aaa", 1000, "index-B3x_9"), page("0.2.0+bbb", 2000, "index-C-77"));
        assert_eq!(compared(&old, &new), AnswerDifference::None);
        let refusal = |id| answer(404, "application/json", &format!(r#"{{"code":"not_found","request_id":"{id}"}}"#));
        assert_eq!(compared(&refusal("01a2-1"), &refusal("01a2-2")), AnswerDifference::None);
    }

    #[test]
    fn other_content_is_shown_at_its_place() {
        let (old, new) =
            (answer(200, "text/html", "<p>Salariul minim</p>"), answer(200, "text/html", "<p>Salariul net</p>"));
        let AnswerDifference::Content(place) = compared(&old, &new) else { panic!("a difference") };
        assert_eq!(place, "\"<p>Salariul minim</p>\" becomes \"<p>Salariul net</p>\"");
    }

    #[test]
    fn what_clients_rely_on_must_stay() {
        let json = |body| answer(200, "application/json", body);
        let broken = |old, new| match compared(&old, &new) {
            AnswerDifference::Broken(why) => why,
            other => panic!("{other:?}"),
        };
        let old = || json(r#"{"a": [{"b": 1, "c": null}], "d": "x"}"#);
        assert_eq!(broken(old(), answer(500, "application/json", "{}")), "status 200 becomes 500");
        assert_eq!(broken(old(), answer(200, "text/html", "")), "application/json becomes text/html");
        assert_eq!(broken(old(), json(r#"{"a": [{"b": 1}]}"#)), "/d is missing");
        assert_eq!(broken(old(), json(r#"{"a": [], "d": "x"}"#)), "/a has 0 entries instead of 1");
        assert_eq!(broken(old(), json(r#"{"a": [{"b": "1"}], "d": "x"}"#)), "/a/0/b has another type");
        assert_eq!(broken(old(), json("<")), "is no JSON any more");
        let more = json(r#"{"a": [{"b": 2, "c": null}, {}], "d": "x", "e": 1}"#);
        assert!(matches!(compared(&old(), &more), AnswerDifference::Content(_)), "more is no loss");
    }
}
