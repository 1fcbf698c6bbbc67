//! A message as plain text.

use super::document::{ArticleLine, Block, Card, Day, MailDocument};
use super::merge_fields::MergeField;
use super::sender::Sender;
use super::words::{dots, words};
use crate::domain::prose::{self, Part, Run};
use crate::domain::{Language, date};

/// Columns of a line (RFC 3676).
const COLUMNS: usize = 72;

/// The whole text; links stand alone on their lines and are never broken.
pub(super) fn render(message: &MailDocument, language: Language, sender: &Sender) -> String {
    let mut parts: Vec<String> = message.blocks.iter().map(|block| block_text(block, language)).collect();
    parts.push(format!("-- \n{}", footer(message, language, sender)));
    parts.join("\n\n") + "\n"
}

fn footer(message: &MailDocument, language: Language, sender: &Sender) -> String {
    let words = words(language);
    let mut lines = vec![wrapped(&message.reason, ""), String::new()];
    if message.is_bulk {
        let link = |words: &str, place: MergeField| format!("{words}:\n{}", place.mark());
        lines.push(link(words.preferences, MergeField::PreferencesUrl));
        lines.push(link(words.unsubscribe, MergeField::UnsubscribeUrl));
        lines.extend([String::new(), wrapped(words.legal_status, ""), String::new()]);
    }
    lines.push(format!("Paragraf · {}", sender.public_url));
    lines.push(words.about.to_owned());
    if !sender.contact.is_empty() {
        lines.push(format!("{} {}", words.contact, sender.contact));
    }
    if message.is_bulk && !sender.postal_address.is_empty() {
        lines.push(wrapped(&sender.postal_address, ""));
    }
    lines.join("\n")
}

fn block_text(block: &Block, language: Language) -> String {
    match block {
        Block::Part(part) => part_text(part),
        Block::Card(card) => card_text(card, language),
        Block::Lines(lines) => joined(lines, "\n\n", |line| line_text(line, language)),
        Block::Days(days) => joined(days, "\n\n", |day| day_text(day, language)),
    }
}

fn part_text(part: &Part) -> String {
    match part {
        Part::Heading { level: 1, words } => underlined(&prose::words(words), "="),
        Part::Heading { words, .. } => underlined(&prose::words(words), "-"),
        Part::Paragraph(runs) => {
            let lines: Vec<_> = runs.split(|run| run.text == "\n").filter(|line| !line.is_empty()).collect();
            joined(&lines, "\n\n", |line| paragraph(line, "", ""))
        }
        Part::List { first, items } => list(first.is_some(), items),
        Part::Facts(facts) => joined(facts, "\n", |(name, value)| {
            wrapped(&format!("{}: {}", prose::words(name), prose::words(value)), "")
        }),
        Part::Quote(paragraphs) => {
            let text = joined(paragraphs, "\n", |runs| prose::text(runs));
            text.lines().map(|line| wrapped(line, "> ")).collect::<Vec<_>>().join("\n")
        }
        Part::Button { words, link } => format!("{words}:\n{link}"),
        Part::Rule => "* * *".into(),
        Part::Article(_) | Part::Slot(_) => String::new(),
    }
}

fn joined<T>(items: &[T], separator: &str, text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(separator)
}

fn underlined(text: &str, sign: &str) -> String {
    format!("{}\n{}", wrapped(text, ""), sign.repeat(text.chars().count().min(COLUMNS)))
}

/// The words, and below them the target of each link.
fn paragraph(runs: &[Run], first: &str, prefix: &str) -> String {
    let mut text = first.to_owned() + wrapped(&prose::text(runs), prefix).trim_start();
    for link in runs.iter().filter_map(|run| run.link.as_ref()) {
        text.push_str(&format!("\n{link}"));
    }
    text
}

fn list(is_ordered: bool, items: &[Vec<Run>]) -> String {
    let item = |(number, runs): (usize, &Vec<Run>)| {
        let first = if is_ordered { format!("{number}. ") } else { "- ".into() };
        paragraph(runs, &first, &" ".repeat(first.len()))
    };
    (1..).zip(items).map(item).collect::<Vec<_>>().join("\n")
}

fn card_text(card: &Card, language: Language) -> String {
    let Card { importance, title, source, summary, next_entry, step, reason, link, label: _, is_private: _ } = card;
    let mark = format!("{} {}", dots(*importance), importance.label(language));
    let head = if source.is_empty() { mark } else { format!("{mark} · {source}") };
    let mut lines = vec![wrapped(&head, ""), wrapped(title, ""), String::new(), wrapped(summary, "")];
    lines.extend(next_entry.as_ref().map(|entry| wrapped(entry, "")));
    lines.extend(step.as_ref().map(|step| first_step(step, language)));
    lines.extend(reason.as_ref().map(|reason| wrapped(reason, "")));
    lines.push(format!("{}:\n{link}", words(language).read_article));
    lines.join("\n")
}

fn line_text(line: &ArticleLine, language: Language) -> String {
    let ArticleLine { importance, title, step, reason, link } = line;
    let mark = format!("{} {}", dots(*importance), importance.label(language));
    let about = reason.as_ref().map_or(mark.clone(), |reason| format!("{mark} · {reason}"));
    let step = step.as_ref().map(|step| first_step(step, language));
    let lines = [Some(wrapped(title, "")), step, Some(wrapped(&about, "")), Some(link.clone())];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn first_step(step: &str, language: Language) -> String {
    wrapped(&format!("{} {step}", words(language).first_step), "")
}

fn day_text(day: &Day, language: Language) -> String {
    let mut parts = vec![underlined(&date::with_weekday(day.date, language), "-")];
    for duty in &day.duties {
        let mut lines = vec![wrapped(&duty.what, "")];
        lines.extend(duty.who.as_ref().map(|who| wrapped(who, "")));
        lines.push(wrapped(&duty.title, ""));
        lines.extend(duty.verify.iter().map(|note| wrapped(&note.sentence(), "")));
        lines.extend(duty.reason.as_ref().map(|reason| wrapped(reason, "")));
        lines.push(duty.link.clone());
        parts.push(lines.join("\n"));
    }
    parts.join("\n\n")
}

/// The words in lines of at most [`COLUMNS`] columns, each after `prefix`; a longer word stands alone.
fn wrapped(text: &str, prefix: &str) -> String {
    let mut lines = Vec::new();
    let mut line = prefix.to_owned();
    let mut empty = true;
    for word in text.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            lines.push(std::mem::replace(&mut line, prefix.to_owned()));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines.push(line);
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_at_words_and_long_words_are_kept_whole() {
        let long = "x".repeat(100);
        let text = wrapped(&format!("{} {long} z", "ab ".repeat(30)), "> ");
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 4, "{text}");
        assert!(lines.iter().all(|line| line.starts_with("> ") && (line.len() <= COLUMNS || line.contains(&long))));
        assert_eq!(wrapped("", ""), "");
    }
}
