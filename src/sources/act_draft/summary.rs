//! Texts of a draft, in Romanian: quotations and computed facts, no explanation.

use std::fmt::Write;

use jiff::civil::Date;

use super::dates::Days;
use super::reading::{ActReading, ArchivedAct};
use crate::domain::act::Act;
use crate::domain::article::limits;
use crate::domain::rule_reason::Rule;
use crate::domain::{DatedEntry, Language, date, text};
use paragraf_law::MentionValue;

/// Lines of each list.
const MAX_LINES: usize = 15;
/// Characters of a quotation.
const QUOTE: usize = 220;

/// An entry in one line. A counted day is no word of the act, so that the line has only the words that count it.
fn dated(entry: &DatedEntry) -> String {
    let what = plain(&entry.what, QUOTE);
    match entry.date.filter(|_| !entry.is_counted()) {
        Some(day) => format!("{} {}: {what}", entry.kind.before_day(Language::Ro), date::long(day, Language::Ro)),
        None => format!("{}: {what}", entry.kind.label(Language::Ro)),
    }
}

/// The acts that this one changes: those in its heading, when the heading speaks of a change, an approval or a
/// rejection.
pub(super) fn changed_acts(reading: &mut ActReading<'_>) -> Vec<Act> {
    let folded = text::fold(&reading.source.title);
    let words = ["modific", "complet", "abrog", "aprob", "respinger", "prorog", "suspend", "rectific"];
    if !words.iter().any(|word| folded.contains(word)) {
        return Vec::new();
    }
    // After "privind", the name of the changed act may cite other acts.
    let changed: Vec<_> =
        reading.cited_in_heading().into_iter().take(if folded.contains("unor acte") { 6 } else { 1 }).collect();
    for act in &changed {
        reading.reason("technical_summary", act.citation(Language::Ro), Rule::Operation);
    }
    changed
}

/// Facts of the act as Markdown.
pub(super) fn technical(reading: &mut ActReading<'_>, changed: &[Act], days: &Days) -> String {
    let source = reading.source;
    let mut lines = vec![format!("**Act:** {}", plain(&source.title, QUOTE * 2))];
    if let Some(gazette) = &source.gazette {
        lines.push(format!("**Publicat în:** {}", gazette.citation(Language::Ro)));
    }
    if let Some(day) = days.in_force {
        lines.push(format!("**Intră în vigoare:** {}", date::long(day, Language::Ro)));
    }
    if !changed.is_empty() {
        let cited: Vec<_> = changed.iter().map(|act| act.citation(Language::Ro)).collect();
        lines.push(format!("**Modifică:** {}", cited.join("; ")));
    }
    let mut summary = lines.join("\n\n");
    list(&mut summary, "Ce se schimbă", operations(reading));
    list(&mut summary, "Termene", days.entries.iter().map(dated).collect());
    list(&mut summary, "Termene pentru autorități", days.authorities.iter().map(dated).collect());
    list(&mut summary, "Sume și procente", figures(reading));
    summary
}

fn list(summary: &mut String, heading: &str, lines: Vec<String>) {
    if lines.is_empty() {
        return;
    }
    // Writing to a text cannot fail.
    write!(summary, "\n\n**{heading}**\n").ok();
    for line in lines.iter().take(MAX_LINES) {
        write!(summary, "\n- {line}").ok();
    }
    if lines.len() > MAX_LINES {
        write!(summary, "\n- … și încă {}", lines.len() - MAX_LINES).ok();
    }
}

/// The operations of the act, each after its place; the sentences that change another act where none is found.
fn operations(reading: &mut ActReading<'_>) -> Vec<String> {
    let is_operation = |value: &MentionValue| matches!(value, MentionValue::Operation(_));
    let sentences = sentences(reading, "technical_summary", Rule::Operation, is_operation);
    let act = paragraf_law::form::read::read(&reading.source.text);
    let found = act.map(|act| paragraf_law::amend::operations(&act)).unwrap_or_default();
    let lines = found.iter().map(|operation| plain(&format!("{}: {}", operation.source, operation.text), QUOTE));
    if found.is_empty() { sentences } else { lines.collect() }
}

/// The sentences that set an amount or a percentage.
fn figures(reading: &mut ActReading<'_>) -> Vec<String> {
    sentences(reading, "technical_summary", Rule::Figure, |value| matches!(value, MentionValue::Figure(_)))
}

/// The sentences with a wanted mention, once each, as plain text.
fn sentences(
    reading: &mut ActReading<'_>,
    field: &'static str,
    rule: Rule,
    is_wanted: fn(&MentionValue) -> bool,
) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for place in 0..reading.mentions.len() {
        let mention = reading.mentions[place].clone();
        if !is_wanted(&mention.value) {
            continue;
        }
        let sentence = plain(&reading.sentence(&mention), QUOTE);
        if !found.contains(&sentence) {
            if found.len() < MAX_LINES {
                reading.quote(field, &mention.value, rule, mention.start, mention.end);
            }
            found.push(sentence);
        }
    }
    found
}

/// Words of the act without characters of Markdown and HTML.
fn plain(words: &str, max_chars: usize) -> String {
    let escaped: String = words
        .chars()
        .map(|c| if matches!(c, '<' | '>' | '*' | '_' | '`' | '[' | ']' | '\\') { ' ' } else { c })
        .collect();
    text::shorten(&escaped, max_chars)
}

/// One sentence: the day from which the act is in force, or on which it enters into force after `today`.
pub(super) fn in_short(source: &ArchivedAct, days: &Days, today: Date) -> Option<String> {
    let day = days.in_force?;
    let verb = if day > today { "intră în vigoare la" } else { "este în vigoare din" };
    let sentence = format!("{} {verb} {}.", source.act.citation(Language::Ro), date::long(day, Language::Ro));
    (sentence.chars().count() <= limits::IN_SHORT).then_some(sentence)
}

/// The placeholder for the explanation, until a person writes it.
pub(super) fn simple(source: &ArchivedAct, subject: &str) -> String {
    format!(
        "Ciornă făcută automat din textul actului; explicația trebuie scrisă de un redactor.\n\n{}: {}",
        source.act.citation(Language::Ro),
        plain(subject, QUOTE * 2)
    )
}
