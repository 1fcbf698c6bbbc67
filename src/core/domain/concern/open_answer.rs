//! Answers that say nothing of a part of their question, such as those that a chosen role writes.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// The options of an answer.
#[derive(Debug, Default)]
struct SaidOptions<'v> {
    yes: BTreeSet<&'v str>,
    unsure: BTreeSet<&'v str>,
    /// Whether nothing is said of the others.
    open: bool,
}

/// What a newer answer says, with what an older one says of the part that it leaves open. `None` if it leaves nothing
/// open, and if the older one says nothing of that part or contradicts it.
// docs/decisions/0596
pub(super) fn completed(newer: &Value, older: &Value) -> Option<Value> {
    if !is_open(newer) {
        return None;
    }
    match (range(newer), range(older)) {
        (Some((from, to)), Some((least, most))) => (from <= least && most <= to).then(|| older.clone()),
        _ => options_of_both(newer, older),
    }
}

pub(super) fn is_open(answer: &Value) -> bool {
    answer.get("open") == Some(&Value::Bool(true))
}

fn options_of_both(newer: &Value, older: &Value) -> Option<Value> {
    let (newer, older) = (SaidOptions::of(newer)?, SaidOptions::of(older)?);
    let yes: BTreeSet<_> = older.yes.difference(&newer.unsure).chain(&newer.yes).copied().collect();
    let unsure: BTreeSet<_> = older.unsure.union(&newer.unsure).filter(|option| !yes.contains(*option)).collect();
    Some(match (older.open, unsure.is_empty()) {
        (true, _) => json!({"yes": yes, "unsure": unsure, "open": true}),
        (false, false) => json!({"yes": yes, "unsure": unsure}),
        (false, true) => json!(yes),
    })
}

impl<'v> SaidOptions<'v> {
    /// `None` for "I do not know".
    fn of(answer: &'v Value) -> Option<Self> {
        let options = |list: &'v Value| list.as_array()?.iter().map(Value::as_str).collect::<Option<BTreeSet<_>>>();
        let Value::Object(fields) = answer else { return Some(Self { yes: options(answer)?, ..Self::default() }) };
        let named = |name: &str| fields.get(name).map_or_else(|| Some(BTreeSet::new()), options);
        Some(Self { yes: named("yes")?, unsure: named("unsure")?, open: is_open(answer) })
    }
}

/// The ends of a number or of a band.
fn range(answer: &Value) -> Option<(f64, f64)> {
    let end = |name: &str| answer.get(name).and_then(Value::as_f64);
    match (answer.as_f64(), end("from"), end("to")) {
        (Some(number), ..) => Some((number, number)),
        (None, None, None) => None,
        (None, from, to) => Some((from.unwrap_or(f64::NEG_INFINITY), to.unwrap_or(f64::INFINITY))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_answer_leaves_open_is_as_the_older_one_says() {
        let open = |yes: &[&str], unsure: &[&str]| json!({"yes": yes, "unsure": unsure, "open": true});
        let unsure = json!({"unsure": true});
        for (newer, older, both) in [
            (open(&["home"], &[]), json!(["vehicle"]), Some(json!(["home", "vehicle"]))),
            (open(&["home"], &[]), json!([]), Some(json!(["home"]))),
            (open(&[], &["vehicle"]), json!(["vehicle"]), Some(json!({"yes": [], "unsure": ["vehicle"]}))),
            (
                open(&["home"], &[]),
                json!({"yes": [], "unsure": ["home", "vehicle"]}),
                Some(json!({"yes": ["home"], "unsure": ["vehicle"]})),
            ),
            (open(&["home"], &[]), open(&["vehicle"], &[]), Some(open(&["home", "vehicle"], &[]))),
            (open(&["home"], &[]), unsure.clone(), None),
            (json!(["home"]), json!(["vehicle"]), None),
            (unsure, json!(["vehicle"]), None),
            (json!({"from": 24_300, "open": true}), json!(30_000), Some(json!(30_000))),
            (
                json!({"from": 24_300, "open": true}),
                json!({"from": 24_300, "to": 48_600}),
                Some(json!({"from": 24_300, "to": 48_600})),
            ),
            (json!({"from": 24_300, "open": true}), json!(12_000), None),
            (json!({"from": 24_300}), json!(30_000), None),
        ] {
            assert_eq!(completed(&newer, &older), both, "{newer} after {older}");
        }
    }
}
