//! Clauses on entry into force whose provisions share one verb: "intră în vigoare la 6 luni, iar articolul 7 la un an de la
//! publicare", "intră în vigoare după cum urmează: a) art. 1-4, la 1 martie 2027; b) art. 5, la 1 iulie 2027".

use super::cursor::Cursor;
use super::force::{ForceSubject, read_shared};
use super::length::Length;
use super::mention::MentionValue;
use super::provision::Provision;
use super::reference::ActReference;
use super::scan::FoundMention;

/// How far behind a verb its last provisions may stand, in bytes.
const LONGEST_CLAUSE: usize = 600;

/// Adds a clause for each of the later provisions that share the verb of a clause.
pub(super) fn add_shared_clauses(text: &str, found: &mut Vec<FoundMention>) {
    let is_clause = |found: &FoundMention| matches!(found.value, MentionValue::EntryIntoForce { .. });
    let clauses: Vec<usize> = (0..found.len()).filter(|at| is_clause(&found[*at])).collect();
    let mut shared = Vec::new();
    for (number, at) in clauses.iter().enumerate() {
        let next = clauses.get(number + 1).copied().unwrap_or(found.len());
        shared.extend(shared_clauses(text, found[*at].range.end, &found[at + 1..next]));
    }
    // The words of a clause hold no other mention.
    let mut ranges = shared.iter().map(|clause| clause.range.clone()).peekable();
    found.retain(|found| {
        while ranges.next_if(|range| range.end <= found.range.start).is_some() {}
        ranges.peek().is_none_or(|range| found.range.start < range.start)
    });
    found.extend(shared);
    found.sort_by_key(|found| found.range.start);
}

/// The clauses with the provisions of `after` that share the verb of the clause that ends at `end`.
fn shared_clauses(text: &str, end: usize, after: &[FoundMention]) -> Vec<FoundMention> {
    const STARTS: [&str; 6] = [", iar ", "; iar ", " iar ", " cum urmeaza", ";", ", respectiv "];
    let (mut clauses, mut last, mut provisions) = (Vec::new(), length_end(text, end), Vec::<Provision>::new());
    for found in after.iter().take_while(|found| found.range.end <= end + LONGEST_CLAUSE) {
        if found.range.start < last {
            continue;
        }
        let between = text.get(last..found.range.start).unwrap_or_default();
        let begins = STARTS.iter().any(|start| starts_with(between, start));
        let MentionValue::Provision { provision, of: None } = &found.value else { break };
        let joins = !provisions.is_empty() && is_list(between);
        if !(begins || joins) || between.contains(". ") || between.contains('\n') {
            break;
        }
        provisions.push(provision.clone());
        last = found.range.end;
        let mut cursor = Cursor::new(text, found.range.end);
        while cursor.byte(b' ') || cursor.byte(b',') {}
        let start = cursor.at();
        if let Some(rule) = read_shared(&mut cursor) {
            last = cursor.at();
            let provisions = std::mem::take(&mut provisions);
            let (subject, act) = (ForceSubject::Provisions, ActReference::Unnamed);
            let value = MentionValue::EntryIntoForce { rule, subject, act, provisions };
            clauses.push(FoundMention { range: start..last, value });
        }
    }
    clauses
}

/// Whether the words between two provisions join them: "art. 5 și art. 7, la 1 iulie 2027".
fn is_list(between: &str) -> bool {
    matches!(between.trim_matches([' ', ',']), "" | "si" | "respectiv" | "precum si")
}

/// Where the length ends that a clause gives without an event: "intră în vigoare la 6 luni, iar ...".
fn length_end(text: &str, end: usize) -> usize {
    let mut cursor = Cursor::new(text, end);
    cursor.spaces();
    Length::read(&mut cursor).map_or(end, |_| cursor.at())
}

fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
}
