//! References to provisions: `art. 5 alin. (2) lit. a)`, `Article 5(2)(a)`, `pct. 3-5`, `anexa nr. 2`.

use super::dates;
use super::figure::{ProvisionLevel, StatedFigure};
use super::measure;
use super::token::{TokenKind, Tokens};
use paragraf_law::label::roman_value;

/// Reads the reference at a place, one figure for each level and label; returns them with the place after them.
pub(super) fn read(tokens: &Tokens, at: usize) -> Option<(Vec<StatedFigure>, usize)> {
    let (level, start) = read_level(tokens, at)?;
    let (first, mut end) = read_label(tokens, level, start)?;
    let mut figures = vec![StatedFigure::Provision { level, label: first }];
    while let Some((label, after)) = read_next(tokens, level, end) {
        figures.push(StatedFigure::Provision { level, label });
        end = after;
    }
    if level == ProvisionLevel::Article || level == ProvisionLevel::Paragraph {
        end = read_brackets(tokens, &mut figures, end);
    }
    Some((figures, end))
}

/// The label of a provision whose word stands at a place, and the place after it.
pub(super) fn labelled(tokens: &Tokens, level: ProvisionLevel, at: usize) -> Option<(String, usize)> {
    let (found, start) = read_level(tokens, at)?;
    (found == level).then(|| read_label(tokens, level, start)).flatten()
}

/// The levels and labels that a reference names, up to the act to which it belongs.
pub(super) fn path(reference: &str) -> Vec<(ProvisionLevel, String)> {
    let tokens = Tokens::new(reference);
    let (mut path, mut at) = (Vec::new(), 0);
    while at < tokens.len() && !matches!(tokens.word(at), "din" | "of") {
        let Some((figures, end)) = read(&tokens, at) else {
            at += 1;
            continue;
        };
        path.extend(figures.into_iter().filter_map(|figure| match figure {
            StatedFigure::Provision { level, label } => Some((level, label)),
            _ => None,
        }));
        at = end;
    }
    path
}

/// The level that a word names, and the place where its label begins.
fn read_level(tokens: &Tokens, at: usize) -> Option<(ProvisionLevel, usize)> {
    let level = level_of(tokens.word(at))?;
    let mut start = at + 1;
    if tokens.is_sign(start, '.') && tokens.is_joined(start) {
        start += 1;
    }
    if matches!(tokens.word(start), "nr" | "no") {
        start += 1 + usize::from(tokens.is_sign(start + 1, '.'));
    }
    Some((level, start))
}

pub(super) fn level_of(word: &str) -> Option<ProvisionLevel> {
    Some(match word {
        "art" | "articol" | "articolul" | "articolului" | "articolele" | "articolelor" | "article" | "articles" => {
            ProvisionLevel::Article
        }
        "alin" | "alineat" | "alineatul" | "alineatului" | "alineatele" | "alineatelor" | "alineate" | "paragraph"
        | "paragraphs" | "para" => ProvisionLevel::Paragraph,
        "lit" | "litera" | "literei" | "literele" | "literelor" | "letter" | "letters" => ProvisionLevel::Letter,
        "pct" | "punct" | "punctul" | "punctului" | "punctele" | "punctelor" | "point" | "points" => {
            ProvisionLevel::Point
        }
        "anexa" | "anexei" | "anexele" | "anexelor" | "annex" | "annexes" => ProvisionLevel::Annex,
        "cap" | "capitolul" | "capitolului" | "capitolele" | "chapter" | "chapters" => ProvisionLevel::Chapter,
        "sectiunea" | "sectiunii" | "section" | "sections" => ProvisionLevel::Section,
        "titlul" | "titlului" | "title" => ProvisionLevel::Title,
        _ => return None,
    })
}

/// Reads one label and returns it in one spelling.
pub(super) fn read_label(tokens: &Tokens, level: ProvisionLevel, at: usize) -> Option<(String, usize)> {
    let is_open = tokens.is_sign(at, '(');
    let start = at + usize::from(is_open);
    let (label, end) = match level {
        ProvisionLevel::Letter => read_letter(tokens, start)?,
        _ => read_number(tokens, start).or_else(|| read_roman(tokens, start)).or_else(|| read_sole(tokens, start))?,
    };
    let is_closed = tokens.is_sign(end, ')') && tokens.is_joined(end);
    if is_open && !is_closed {
        return None;
    }
    let takes_bracket = is_closed && (is_open || level == ProvisionLevel::Letter);
    Some((label, end + usize::from(takes_bracket)))
}

fn read_number(tokens: &Tokens, at: usize) -> Option<(String, usize)> {
    let (groups, signs) = tokens.number(at)?;
    let is_thousands = groups.len() == 2 && signs == ['.'] && groups[1].len() == 3;
    let label = if is_thousands { groups.concat() } else { groups.join(".") };
    Some(with_index(tokens, label, at + 1))
}

fn read_roman(tokens: &Tokens, at: usize) -> Option<(String, usize)> {
    let word = tokens.word(at);
    let is_roman = tokens.is_capital(at) && word.bytes().all(|byte| b"ivxlcdm".contains(&byte)) && !word.is_empty();
    is_roman.then(|| with_index(tokens, word.to_uppercase(), at + 1))
}

fn read_letter(tokens: &Tokens, at: usize) -> Option<(String, usize)> {
    // "The letter is sent" names none.
    const WORDS: &[&str] = &["is", "of", "to", "in", "by", "or", "as", "at", "on", "be", "if", "it"];
    let word = tokens.word(at);
    if WORDS.contains(&word) && !tokens.is_sign(at + 1, ')') {
        return None;
    }
    (1..=2).contains(&word.len()).then(|| with_index(tokens, word.to_owned(), at + 1))
}

fn read_sole(tokens: &Tokens, at: usize) -> Option<(String, usize)> {
    (tokens.word(at) == "unic").then(|| ("unic".to_owned(), at + 1))
}

/// Adds the raised number after a label.
fn with_index(tokens: &Tokens, label: String, at: usize) -> (String, usize) {
    let is_raised = tokens.is_sign(at, '^') && tokens.is_joined(at);
    match tokens.digits(at + 1).filter(|_| is_raised && tokens.is_joined(at + 1)) {
        Some(index) => (format!("{label}^{index}"), at + 2),
        None => (label, at),
    }
}

/// Reads the next label of a list or a range. A plain number that counts something ends the list.
fn read_next(tokens: &Tokens, level: ProvisionLevel, at: usize) -> Option<(String, usize)> {
    let start = dates::connector(tokens, at)?;
    let start = start + usize::from(matches!(tokens.word(start), "si" | "and" | "or"));
    let (label, end) = read_label(tokens, level, start)?;
    let has_bracket = tokens.is_sign(end - 1, ')');
    let is_letter = level == ProvisionLevel::Letter;
    let counts = counts_something(tokens, end);
    (has_bracket || (!is_letter && !counts)).then_some((label, end))
}

/// Whether the words after a number say that it counts something.
fn counts_something(tokens: &Tokens, at: usize) -> bool {
    let is_unit = measure::read(tokens, at).is_some() || dates::month(tokens, at).is_some();
    is_unit || matches!(tokens.word(at), "de" | "mii" | "milioane" | "thousand" | "million") || tokens.is_sign(at, '/')
}

/// Reads the brackets of `Article 5(2)(a)`.
fn read_brackets(tokens: &Tokens, figures: &mut Vec<StatedFigure>, mut at: usize) -> usize {
    while tokens.is_sign(at, '(') && tokens.is_joined(at) {
        let level = match tokens.get(at + 1).map(|token| &token.kind) {
            Some(TokenKind::Number { .. }) => ProvisionLevel::Paragraph,
            Some(TokenKind::Word { .. }) => ProvisionLevel::Letter,
            _ => break,
        };
        let Some((label, end)) = read_label(tokens, level, at) else { break };
        figures.push(StatedFigure::Provision { level, label });
        at = end;
        while let Some((label, end)) = read_next(tokens, level, at).filter(|(_, end)| tokens.is_sign(end - 1, ')')) {
            figures.push(StatedFigure::Provision { level, label });
            at = end;
        }
    }
    at
}

/// Whether an article can follow the last one of the act itself: the next number, or the first.
pub(super) fn follows(last: Option<&str>, label: &str) -> bool {
    let value = |label: &str| {
        let base = label.split('^').next().unwrap_or_default();
        base.parse::<u32>().ok().or_else(|| roman_value(base))
    };
    let is_roman = |label: &str| label.starts_with(|c: char| c.is_ascii_uppercase());
    match last {
        None => label == "unic" || value(label) == Some(1),
        Some(last) => {
            let same_kind = is_roman(last) == is_roman(label);
            let (Some(last_value), Some(next)) = (value(last), value(label)) else { return false };
            same_kind && (next == last_value + 1 || (next == last_value && label != last && label.contains('^')))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_articles_follow_each_other() {
        assert!(follows(None, "1") && follows(None, "I") && follows(None, "unic"));
        assert!(follows(Some("1"), "2") && follows(Some("IV"), "V") && follows(Some("5"), "5^1"));
        assert!(!follows(None, "66") && !follows(Some("I"), "66") && !follows(Some("I"), "2"));
    }
}
