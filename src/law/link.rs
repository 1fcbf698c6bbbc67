//! Joins provisions with their acts, as in `art. 8 alin. (2) din Ordonanța Guvernului nr. 2/2001`, and clauses on entry
//! into force with their provisions.

use super::citation::CitedAct;
use super::force::ForceSubject;
use super::mention::MentionValue;
use super::scan::{FoundMention, clause_start};

/// Gives each provision the act after it, also through a list: `art. 5 și art. 7 din Legea nr. 31/1990`.
pub(super) fn join_acts(text: &str, found: &mut [FoundMention]) {
    // From the end: in a list, the act after the last provision holds all of them.
    let mut next: Option<(usize, Option<CitedAct>, bool)> = None;
    for at in (0..found.len()).rev() {
        let FoundMention { range, value } = &mut found[at];
        let start = range.start;
        match value {
            MentionValue::Provision { of, .. } => {
                if let Some((next_start, act, is_citation)) = &next {
                    let between = text.get(range.end..*next_start).unwrap_or_default();
                    let joined = if *is_citation { leads_to_act(between) } else { continues_list(between) };
                    if joined {
                        of.clone_from(act);
                    }
                }
                next = Some((start, of.clone(), false));
            }
            MentionValue::Citation(act) => next = Some((start, Some(act.clone()), true)),
            // A note holds the mentions after it.
            MentionValue::PortalNote(_) => next = None,
            _ => {}
        }
    }
}

/// Gives each clause on entry into force the provisions of this act that its sentence names before it.
pub(super) fn join_provisions(text: &str, found: &mut [FoundMention]) {
    for at in 0..found.len() {
        let (before, rest) = found.split_at_mut(at);
        let FoundMention { range, value: MentionValue::EntryIntoForce { subject, provisions, .. } } = &mut rest[0]
        else {
            continue;
        };
        if *subject != ForceSubject::Provisions {
            continue;
        }
        let start = clause_start(text, before, range.start);
        let since = &before[before.partition_point(|found| found.range.start < start)..];
        provisions.extend(since.iter().filter_map(|found| match &found.value {
            MentionValue::Provision { provision, of: None } => Some(provision.clone()),
            _ => None,
        }));
    }
}

/// Whether the words between a provision and an act make the provision one of the act.
fn leads_to_act(between: &str) -> bool {
    let between = between.trim_matches([' ', ',', '.', '-']);
    ["din", "al", "a", "ale", "la", "ai", "din cadrul", "al anexei la", "din anexa la", "din titlul"]
        .iter()
        .any(|word| between.eq_ignore_ascii_case(word))
}

/// Whether the words between two provisions join them to a list of one act.
fn continues_list(between: &str) -> bool {
    let between = between.trim_matches([' ', ',']);
    between.is_empty()
        || ["si", "sau", "ori", "respectiv", "precum si", "si la", "si ale", "si al", "sau la", "si/sau", "la"]
            .iter()
            .any(|word| between.eq_ignore_ascii_case(word))
}
