//! Items of lists in cells and sections: steps, dated entries, sources.
//!
//! - A step is its text. Roles, a day and an id may precede it in brackets:
//!   `[landlord 2026-05-25 #depune] Depune declarația.`
//! - A dated entry is `kind; when; what; who; rule; roles`, such as `due; 2026-05-25; depunerea declarației;
//!   proprietarii; ; landlord`. `when` is a day, `monthly 25`, `monthly last`, `yearly 03-31 09-30` or
//!   `within 30 days`, each but the day with an optional shift at its end (`monthly 25 tax`). Any other text is the
//!   rule in words; the parts are then `kind; rule; what; who; roles`. The kind may be missing.
//! - A source is its address, then its title: `https://legislatie.just.ro/… Legea nr. 239/2025`.

use serde_json::{Map, Value, json};

use crate::domain::EntryKind;
use crate::domain::recurrence::Shift;

/// A step with its head in brackets, if it has one. A link is no head: `[text](https://…)`.
pub(super) fn step(item: &str) -> Value {
    let item = item.trim();
    let head = item.strip_prefix('[').and_then(|rest| rest.split_once(']')).filter(|(_, text)| !text.starts_with('('));
    let Some((head, text)) = head else { return json!({ "text": item }) };
    let mut step = Map::new();
    let mut roles = Vec::new();
    for word in head.split([' ', ',']).filter(|word| !word.is_empty()) {
        match word.strip_prefix('#') {
            Some(id) => drop(step.insert("id".into(), id.into())),
            None if starts_with_digit(word) => drop(step.insert("date".into(), word.into())),
            None => roles.push(Value::from(word)),
        }
    }
    step.insert("text".into(), text.trim().into());
    if !roles.is_empty() {
        step.insert("roles".into(), roles.into());
    }
    Value::Object(step)
}

/// A source: its address and its title.
pub(super) fn source(item: &str) -> Value {
    match item.trim().split_once(char::is_whitespace) {
        Some((url, title)) => json!({ "url": url, "title": title.trim() }),
        None => json!({ "url": item.trim() }),
    }
}

/// A dated entry.
pub(super) fn deadline(item: &str) -> Value {
    let (kind, rest) = match item.split_once(';') {
        Some((kind, rest)) if kind.trim().parse::<EntryKind>().is_ok() => (Some(kind.trim()), rest),
        _ => (None, item),
    };
    let first = rest.split(';').next().unwrap_or_default().trim();
    let computed = computed(first);
    let names = match &computed {
        Some(_) => &["when", "what", "who", "rule", "roles"][..],
        None if starts_with_digit(first) => &["date", "what", "who", "rule", "roles"],
        None => &["rule", "what", "who", "roles"],
    };
    let mut entry = Map::new();
    entry.extend(kind.map(|kind| ("kind".to_owned(), kind.into())));
    if let Value::Object(parts) = parts(rest, names) {
        entry.extend(parts);
    }
    entry.shift_remove("when");
    entry.extend(computed.unwrap_or_default());
    if let Some(Value::String(roles)) = entry.get("roles") {
        let roles: Vec<_> = roles.split([' ', ',']).filter(|role| !role.is_empty()).map(Value::from).collect();
        entry.insert("roles".into(), roles.into());
    }
    Value::Object(entry)
}

/// The fields of a recurrence or a relative term, with its shift.
fn computed(when: &str) -> Option<Map<String, Value>> {
    let mut words: Vec<_> = when.split_whitespace().collect();
    let shift = words.pop_if(|word| word.parse::<Shift>().is_ok());
    let (name, value) = match words[..] {
        ["monthly", day] => ("recurs", json!({ "monthly": day })),
        ["yearly", ref days @ ..] if !days.is_empty() => ("recurs", json!({ "yearly": days })),
        ["within", length, unit] if starts_with_digit(length) => ("within", json!({ unit: length })),
        _ => return None,
    };
    let mut fields = Map::from_iter([(name.to_owned(), value)]);
    fields.extend(shift.map(|shift| ("shift".to_owned(), shift.into())));
    Some(fields)
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Splits an item into its parts; the last one takes the rest.
pub(super) fn parts(item: &str, names: &[&str]) -> Value {
    let texts = item.splitn(names.len(), ';').map(str::trim);
    let named = names.iter().zip(texts).filter(|(_, text)| !text.is_empty());
    Value::Object(named.map(|(name, text)| ((*name).to_owned(), Value::String(text.to_owned()))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_has_a_day_a_recurrence_a_term_or_words() {
        for (item, expected) in [
            ("2026-05-25; depunerea; proprietarii", r#"{"date":"2026-05-25","what":"depunerea","who":"proprietarii"}"#),
            ("starts; 2027-01-01; cota nouă", r#"{"kind":"starts","date":"2027-01-01","what":"cota nouă"}"#),
            (
                "due; monthly 25 tax; plata; firmele; pe 25 ale lunii; company, employer",
                concat!(
                    r#"{"kind":"due","what":"plata","who":"firmele","rule":"pe 25 ale lunii","#,
                    r#""roles":["company","employer"],"recurs":{"monthly":"25"},"shift":"tax"}"#
                ),
            ),
            ("due;yearly 03-31 09-30;plata", r#"{"kind":"due","what":"plata","recurs":{"yearly":["03-31","09-30"]}}"#),
            ("within 30 days; cererea", r#"{"what":"cererea","within":{"days":"30"}}"#),
            (
                "ends; la sfârșitul stării de alertă; x; y",
                r#"{"kind":"ends","rule":"la sfârșitul stării de alertă","what":"x","who":"y"}"#,
            ),
        ] {
            assert_eq!(deadline(item).to_string(), expected, "{item}");
        }
    }

    #[test]
    fn a_step_may_begin_with_roles_day_and_id() {
        for (item, expected) in [
            ("Depune.", r#"{"text":"Depune."}"#),
            (
                "[landlord, tenant 2026-05-25 #depune] Depune.",
                r##"{"date":"2026-05-25","id":"depune","text":"Depune.","roles":["landlord","tenant"]}"##,
            ),
            ("[Legea](https://a.ro) se schimbă.", r#"{"text":"[Legea](https://a.ro) se schimbă."}"#),
        ] {
            assert_eq!(step(item).to_string(), expected, "{item}");
        }
        assert_eq!(
            source("https://a.ro/x Legea nr. 1").to_string(),
            r#"{"url":"https://a.ro/x","title":"Legea nr. 1"}"#
        );
    }
}
