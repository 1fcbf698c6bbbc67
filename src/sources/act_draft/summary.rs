//! The technical summary of a draft, in Romanian: quotations and computed facts, no explanation.

use std::fmt::Write;

use super::changes::{ProvisionChange, plain};
use super::dates::Days;
use super::own_rules::OwnRule;
use super::purpose::ActPurpose;
use super::reading::{ActReading, subject};
use super::sums::{self, Sums};
use crate::domain::act::Act;
use crate::domain::rule_reason::Rule;
use crate::domain::{DatedEntry, Language, date, text};
use crate::sources::form::act_of;
use paragraf_law::MentionValue;

/// Lines of each list.
const MAX_LINES: usize = 15;
/// Bytes of the list of changes and of each other list: together less than a summary may have.
const CHANGES_BYTES: usize = 8_000;
const LIST_BYTES: usize = 2_800;
/// Characters of a heading and of a sentence with a day.
const HEADING: usize = 440;
const SENTENCE: usize = 300;
/// Acts that one act changes and a draft names.
const MAX_CHANGED: usize = 6;

/// An entry in one line. A counted day is no word of the act, so that the line has only the words that count it.
fn dated(entry: &DatedEntry) -> String {
    let what = quoted(&entry.what, SENTENCE);
    match entry.date.filter(|_| !entry.is_counted()) {
        Some(day) => format!("{} {}: {what}", entry.kind.before_day(Language::Ro), date::long(day, Language::Ro)),
        None => format!("{}: {what}", entry.kind.label(Language::Ro)),
    }
}

fn quoted(words: &str, most: usize) -> String {
    text::shorten(&plain(words), most)
}

/// The acts that this one changes, approves or rejects: those that its operations name, or else those in its heading
/// when the heading speaks of a change, an approval or a rejection.
pub(super) fn changed_acts(reading: &mut ActReading<'_>, purpose: ActPurpose) -> Vec<Act> {
    let mut changed = match purpose {
        ActPurpose::Approves | ActPurpose::ApprovesChanged | ActPurpose::Rejects => of_words(reading, 1),
        _ => Vec::new(),
    };
    for name in reading.operations.iter().filter_map(|operation| operation.act.as_ref()) {
        let act = act_of(name, None);
        if !changed.iter().any(|known| is_same(known, &act)) {
            changed.push(act);
        }
    }
    let folded = text::fold(&reading.source.title);
    let words = ["modific", "complet", "abrog", "prorog", "suspend", "rectific"];
    if changed.is_empty() && words.iter().any(|word| folded.contains(word)) {
        // After "privind", the name of the changed act may cite other acts.
        changed = of_words(reading, if folded.contains("unor acte") { MAX_CHANGED } else { 1 });
    }
    changed.truncate(MAX_CHANGED);
    for act in &changed {
        reading.reason("technical_summary", act.citation(Language::Ro), Rule::Operation);
    }
    changed
}

fn is_same(one: &Act, other: &Act) -> bool {
    (&one.kind, &one.number, one.year) == (&other.kind, &other.number, other.year)
}

/// The first acts that the heading cites, or else the first words.
fn of_words(reading: &ActReading<'_>, most: usize) -> Vec<Act> {
    let cited = reading.cited_in(&subject(reading.source));
    let cited = if cited.is_empty() { reading.cited_in(&super::purpose::lead(&reading.source.text)) } else { cited };
    cited.into_iter().take(most).collect()
}

/// What the other rules found.
pub(super) struct DraftedParts<'a> {
    pub(super) changed: &'a [Act],
    pub(super) changes: &'a [ProvisionChange],
    pub(super) rules: &'a [OwnRule],
    pub(super) days: &'a Days,
}

/// Facts of the act as Markdown.
pub(super) fn technical(reading: &mut ActReading<'_>, purpose: ActPurpose, listed: &DraftedParts<'_>) -> String {
    let DraftedParts { changed, changes, rules, days } = listed;
    let source = reading.source;
    let mut lines = vec![format!("**Act:** {}", quoted(&source.title, HEADING))];
    if let Some(gazette) = &source.gazette {
        lines.push(format!("**Publicat în:** {}", gazette.citation(Language::Ro)));
    }
    if let Some(day) = days.in_force {
        lines.push(format!("**Intră în vigoare:** {}", date::long(day, Language::Ro)));
    }
    if !changed.is_empty() {
        let cited: Vec<_> = changed.iter().map(|act| act.citation(Language::Ro)).collect();
        lines.push(format!("**{}:** {}", done_to(purpose), cited.join("; ")));
    }
    if purpose.is_nothing_new() {
        lines.push("**Nimic nou de făcut.**".to_owned());
    }
    let mut summary = lines.join("\n\n");
    quote_operations(reading);
    // With one changed act, its provisions need no name.
    let first = changes.first().and_then(ProvisionChange::act_name);
    let is_single = changes.iter().all(|change| change.act_name() == first);
    let known = first.as_deref().filter(|_| is_single);
    let changes = changes.iter().map(|change| change.line(known)).collect();
    let sums = sums::read(reading, MAX_LINES).iter().map(Sums::line).collect();
    list(&mut summary, "Ce se schimbă", changes, CHANGES_BYTES);
    list(&mut summary, "Ce prevede actul", rules.iter().map(OwnRule::line).collect(), LIST_BYTES);
    list(&mut summary, "Termene pentru tine", days.entries.iter().map(dated).collect(), LIST_BYTES);
    list(&mut summary, "Termene pentru autorități", days.authorities.iter().map(dated).collect(), LIST_BYTES);
    list(&mut summary, "Sume și procente", sums, LIST_BYTES);
    summary
}

/// What the act does to the acts that it names.
fn done_to(purpose: ActPurpose) -> &'static str {
    match purpose {
        ActPurpose::Approves => "Aprobă fără modificări",
        ActPurpose::ApprovesChanged => "Aprobă cu modificări",
        ActPurpose::Rejects => "Respinge",
        _ => "Modifică",
    }
}

/// Adds the first lines under their heading, as many as there is room for and at least one.
fn list(summary: &mut String, heading: &str, lines: Vec<String>, bytes: usize) {
    if lines.is_empty() {
        return;
    }
    // Writing to a text cannot fail.
    write!(summary, "\n\n**{heading}**\n").ok();
    let mut room = bytes;
    let fits = |(at, line): &(usize, &String)| {
        let is_listed = *at == 0 || *at < MAX_LINES && line.len() <= room;
        room = room.saturating_sub(line.len());
        is_listed
    };
    let listed: Vec<_> = lines.iter().enumerate().take_while(fits).collect();
    for (_, line) in &listed {
        write!(summary, "\n- {line}").ok();
    }
    if listed.len() < lines.len() {
        summary.push_str("\n- … restul este în textul actului");
    }
}

/// Adds the places of the operations as reasons.
fn quote_operations(reading: &mut ActReading<'_>) {
    let is_operation = |value: &MentionValue| matches!(value, MentionValue::Operation(_));
    let found = reading.mentions.iter().filter(|mention| is_operation(&mention.value)).take(MAX_LINES);
    for mention in found.cloned().collect::<Vec<_>>() {
        reading.quote("technical_summary", &mention.value, Rule::Operation, mention.start, mention.end);
    }
}
