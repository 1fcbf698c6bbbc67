//! The technical summary of a draft, in Romanian: quotations and computed facts, no explanation.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::changes::{ProvisionChange, names_within, plain};
use super::dates::Days;
use super::own_rules::OwnRule;
use super::purpose::ActPurpose;
use super::reading::{ActReading, subject};
use super::sums;
use crate::domain::act::Act;
use crate::domain::article::limits;
use crate::domain::rule_reason::Rule;
use crate::domain::{DatedEntry, Language, date, text};
use crate::sources::form::act_of;
use paragraf_law::MentionValue;

/// Days and amounts that are listed.
const MAX_LINES: usize = 15;
/// Characters of the lists of rules, days and amounts; the list of changes has what is left.
const RULES: usize = 5_000;
const DAYS: usize = 2_400;
const SUMS: usize = 2_000;
/// Characters of the names of what a list has no room for.
const NAMES: usize = 800;
/// Characters of one text, from a list that has room for all to one that has little.
const TEXTS: [usize; 5] = [3_000, 1_500, 900, 600, 400];
/// Characters of a heading and of a sentence with a day.
const HEADING: usize = 440;
const SENTENCE: usize = 300;
/// The line of all changes that only say what an act transposes or how it is printed.
const FORMULA: &str = "Se schimbă și mențiunile despre directivele transpuse sau despre republicare.";
/// Acts that the words of a heading name, and acts that one act changes and a draft lists.
const MAX_NAMED: usize = 6;
const MAX_CHANGED: usize = 30;

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
        changed = of_words(reading, if folded.contains("unor acte") { MAX_NAMED } else { 1 });
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
    let DraftedParts { changed, changes, rules, days: found } = listed;
    let source = reading.source;
    let mut lines = vec![format!("**Act:** {}", quoted(&source.title, HEADING))];
    if let Some(gazette) = &source.gazette {
        lines.push(format!("**Publicat în:** {}", gazette.citation(Language::Ro)));
    }
    if let Some(day) = found.in_force {
        lines.push(format!("**Intră în vigoare:** {}", date::long(day, Language::Ro)));
    }
    // The first act of an approval is the ordinance, and others are what the ordinance changes.
    let approved = usize::from(purpose == ActPurpose::ApprovesChanged);
    let (first, others) = changed.split_at(approved.min(changed.len()));
    for (done, acts) in [(done_to(purpose), first), ("Modifică", others)] {
        let done = if approved == 0 { done_to(purpose) } else { done };
        let cited: Vec<_> = acts.iter().map(|act| act.citation(Language::Ro)).collect();
        if !cited.is_empty() {
            lines.push(format!("**{done}:** {}", cited.join("; ")));
        }
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
    let sums = sums::read(reading, MAX_LINES);
    let days = |entries: &[DatedEntry]| entries.iter().map(|entry| ListedText::of_line(dated(entry))).collect();
    let mut rest = String::new();
    let rules = rules.iter().map(|rule| ListedText {
        name: rule.place.clone(),
        weight: rule.weight(),
        line: Box::new(|most| rule.line(most)),
    });
    list(&mut rest, "Ce prevede actul", rules.collect(), RULES);
    list(&mut rest, "Termene pentru tine", days(&found.entries), DAYS);
    list(&mut rest, "Termene pentru autorități", days(&found.authorities), DAYS);
    list(&mut rest, "Sume și procente", sums.iter().map(|sums| ListedText::of_line(sums.line())).collect(), SUMS);
    let room = limits::LONG_TEXT.saturating_sub(summary.chars().count() + rest.chars().count() + NAMES + HEADING);
    let (formulas, changes): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.is_formula());
    let formula = (!formulas.is_empty()).then(|| ListedText::of_line(FORMULA.to_owned()));
    let changes = changes.into_iter().map(|change| ListedText {
        name: change.named(known),
        weight: change.weight(),
        line: Box::new(move |most| change.line(known, most)),
    });
    list(&mut summary, "Ce se schimbă", changes.chain(formula).collect(), room);
    summary + &rest
}

/// An item of a list, which can be shortened.
struct ListedText<'a> {
    name: String,
    weight: u8,
    /// The item with a text of about so many characters.
    line: Box<dyn Fn(usize) -> String + 'a>,
}

impl ListedText<'_> {
    fn of_line(line: String) -> Self {
        Self { name: String::new(), weight: 1, line: Box::new(move |_| line.clone()) }
    }
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

/// Adds the items under their heading: whole where there is room for all, else shortened, and of those for which there is
/// no room the names.
fn list(summary: &mut String, heading: &str, items: Vec<ListedText<'_>>, room: usize) {
    if items.is_empty() {
        return;
    }
    let length = |lines: &[String]| lines.iter().map(|line| line.chars().count() + 3).sum::<usize>();
    let mut lines: Vec<_> = items.iter().map(|item| (item.line)(usize::MAX)).collect();
    // Texts that ask less of their readers are cut first.
    let weights: BTreeSet<u8> = items.iter().map(|item| item.weight).collect();
    for (weight, most) in weights.into_iter().flat_map(|weight| TEXTS.map(|most| (weight, most))) {
        if length(&lines) <= room {
            break;
        }
        for (line, item) in lines.iter_mut().zip(&items).filter(|(_, item)| item.weight == weight) {
            *line = (item.line)(most);
        }
    }
    let mut order: Vec<_> = (0..lines.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(items[*at].weight));
    let mut left = room;
    let mut is_listed = vec![false; lines.len()];
    for at in order {
        let length = lines[at].chars().count() + 3;
        if length <= left || left == room {
            is_listed[at] = true;
            left = left.saturating_sub(length);
        }
    }
    // Writing to a text cannot fail.
    write!(summary, "\n\n**{heading}**\n").ok();
    for (line, _) in lines.iter().zip(&is_listed).filter(|(_, is_listed)| **is_listed) {
        write!(summary, "\n- {line}").ok();
    }
    let left_out: Vec<_> = items.iter().zip(&is_listed).filter(|(_, is_listed)| !**is_listed).collect();
    let names: Vec<_> = left_out.iter().map(|(item, _)| item.name.clone()).filter(|name| !name.is_empty()).collect();
    match names_within(&names, NAMES) {
        Some(names) => write!(summary, "\n- Numai în textul actului: {names}.").ok(),
        None if !left_out.is_empty() => write!(summary, "\n- Celelalte sunt numai în textul actului.").ok(),
        None => None,
    };
}

/// Adds the places of the operations as reasons.
fn quote_operations(reading: &mut ActReading<'_>) {
    let is_operation = |value: &MentionValue| matches!(value, MentionValue::Operation(_));
    let found = reading.mentions.iter().filter(|mention| is_operation(&mention.value)).take(MAX_LINES);
    for mention in found.cloned().collect::<Vec<_>>() {
        reading.quote("technical_summary", &mention.value, Rule::Operation, mention.start, mention.end);
    }
}
