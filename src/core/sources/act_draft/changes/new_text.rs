//! The new text of a provision: without the marks around it, and its heading.

use crate::sources::act_draft::passages::LONGEST_HEADING;
use crate::sources::act_draft::reading::without_formula;

/// The heading of a new article: the line or the words between its label and its first paragraph.
pub(super) fn heading_of(content: &str) -> Option<String> {
    let lines: Vec<_> = content.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let whole = without_header(content, false);
    let before_first = whole.split_once(" (1) ").map(|(heading, _)| heading.to_owned());
    let own_line =
        lines.get(1).filter(|_| lines.len() > 2 && is_article_label(lines[0])).map(|line| (*line).to_owned());
    let is_heading = |words: &String| {
        let begins = words.starts_with(char::is_uppercase);
        begins
            && words.chars().count() <= LONGEST_HEADING
            && !words.ends_with(['.', ';', ':', ','])
            && !words.contains(". ")
    };
    let in_one_line = || glued_heading(&whole).map(str::to_owned);
    before_first.filter(is_heading).or_else(|| own_line.filter(is_heading)).or_else(|| in_one_line().filter(is_heading))
}

/// The heading that stands before the first sentence of an article without paragraphs: "Dreptul la acțiune Pentru
/// protecția secretului".
fn glued_heading(text: &str) -> Option<&str> {
    const BEGINNINGS: [&str; 10] =
        [" Pentru ", " În ", " La ", " Prin ", " Cu ", " Dacă ", " Se ", " Din ", " Prezenta ", " Orice "];
    let first = BEGINNINGS.iter().filter_map(|words| text.find(words)).min()?;
    let heading = &text[..first];
    (heading.split(' ').count() > 1 && !heading.contains([',', '.', ';', ':', '('])).then_some(heading)
}

fn is_article_label(line: &str) -> bool {
    let line = line.trim_start_matches(['„', '"', '”', '“', ' ']);
    ["Articolul ", "Art. "].iter().any(|word| line.starts_with(word)) && line.split(' ').count() <= 3
}

/// A new text in one line, without the quotation marks and the label of its provision.
pub(super) fn without_header(content: &str, is_single: bool) -> String {
    let text = unquoted(content);
    let mut rest = text.as_str();
    for word in ["Articolul ", "Art. ", "ARTICOL ", "Articol "] {
        if let Some(label) = rest.strip_prefix(word) {
            let end = label.find(' ').unwrap_or(label.len());
            rest = label[end..].trim_start_matches([' ', '.', '-', '–']);
        }
    }
    if is_single {
        rest = without_label(rest);
    }
    rest.trim_matches(['„', '”', '"', '“', ' ']).to_owned()
}

/// A text without the label of a paragraph, letter or point: `(2)`, `b)`, `15^1.`.
fn without_label(text: &str) -> &str {
    let Some((label, rest)) = text.split_once(' ') else { return text };
    let inner = label.trim_start_matches('(').trim_end_matches([')', '.']);
    let is_label = label.ends_with([')', '.'])
        && !inner.is_empty()
        && (inner.chars().all(|c| c.is_ascii_digit() || c == '^') || inner.chars().count() <= 2 || inner.contains('^'));
    // A second paragraph shows that the first label belongs to the text.
    let is_first_of_many = label == "(1)" && [". (2) ", "; (2) "].iter().any(|second| rest.contains(second));
    if is_label && !is_first_of_many { rest.trim_start() } else { text }
}

/// A new text in one line, without the quotation marks around it.
pub(super) fn unquoted(content: &str) -> String {
    let text = without_formula(&one_line(content)).to_owned();
    text.trim_matches(['„', '”', '"', '“', 'ˮ', ' ']).trim_start_matches(['–', '-', ' ']).to_owned()
}

pub(super) fn one_line(text: &str) -> String {
    crate::domain::text::one_line(text).trim_end_matches(';').to_owned()
}
