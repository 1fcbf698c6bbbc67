//! A letter as plain text, for those who read it so and for those who judge it.

use super::sender::Sender;
use super::template::{Block, Letter, Span};
use super::words::words;
use crate::domain::Language;

/// Columns of a line, as terminals and quoting like it (RFC 3676).
const WIDTH: usize = 72;

/// The whole text; links stand alone on their lines and are never broken.
pub(super) fn render(letter: &Letter, language: Language, sender: &Sender) -> String {
    let mut parts: Vec<String> = letter.blocks.iter().map(text_of).collect();
    parts.push(format!("-- \n{}", footer(letter, language, sender)));
    parts.join("\n\n") + "\n"
}

fn footer(letter: &Letter, language: Language, sender: &Sender) -> String {
    let words = words(language);
    let mut lines = vec![wrapped(&letter.reason, ""), String::new(), format!("Paragraf · {}", sender.public_url)];
    lines.push(words.about.to_owned());
    if !sender.contact.is_empty() {
        lines.push(format!("{} {}", words.contact, sender.contact));
    }
    lines.join("\n")
}

fn text_of(block: &Block) -> String {
    match block {
        Block::Title(text) => {
            let line = "=".repeat(text.chars().count().min(WIDTH));
            format!("{}\n{line}", wrapped(text, ""))
        }
        Block::Paragraph(spans) => wrapped(&spans.iter().map(plain).collect::<String>(), ""),
        Block::Button { words, link } => format!("{words}:\n{link}"),
        Block::Facts(facts) => {
            facts.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("\n")
        }
        Block::Quote(lines) => lines.iter().map(|line| wrapped(line, "> ")).collect::<Vec<_>>().join("\n"),
    }
}

fn plain(span: &Span) -> &str {
    let (Span::Plain(text) | Span::Strong(text) | Span::Code(text)) = span;
    text
}

/// The words in lines of at most [`WIDTH`] columns, each after `prefix`; a longer word stands alone.
fn wrapped(text: &str, prefix: &str) -> String {
    let mut lines = Vec::new();
    let mut line = prefix.to_owned();
    let mut empty = true;
    for word in text.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
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
        assert!(lines.iter().all(|line| line.starts_with("> ") && (line.len() <= WIDTH || line.contains(&long))));
        assert_eq!(wrapped("", ""), "");
    }
}
