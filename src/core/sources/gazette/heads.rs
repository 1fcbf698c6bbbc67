//! Finds the headings of acts in the body of an issue.

use super::kinds::{self, GazetteActKind};
use super::letters::{is_capitals, squeezed};
use super::print::PrintLine;

/// Most lines of issuers and sections above a kind.
const MOST_LINES: usize = 16;

/// The heading of an act, or of an annex that looks like one.
#[derive(Debug)]
pub(super) struct ActHead {
    /// The first line of the block of section, issuers and numbers above the kind.
    pub(super) block: usize,
    /// The line with the kind.
    pub(super) kind_line: usize,
    pub(super) kind: &'static GazetteActKind,
    /// The first line of the title.
    pub(super) title: usize,
}

/// Finds the lines that hold a kind of act and nothing else but its number.
pub(super) fn find(lines: &[PrintLine], from: usize) -> Vec<ActHead> {
    let mut heads: Vec<ActHead> = Vec::new();
    for place in from..lines.len() {
        let Some((kind, _)) = kinds::heading(&lines[place].text) else { continue };
        let above = heads.last().map_or(from, |head| head.kind_line + 1);
        let block = block(lines, above, place);
        let title = (place + 1..lines.len()).find(|next| !is_numbering(&lines[*next].text));
        heads.push(ActHead { block, kind_line: place, kind, title: title.unwrap_or(lines.len()) });
    }
    heads
}

/// The first of the lines in capitals above a kind; the numbers of a joint order may be between them.
fn block(lines: &[PrintLine], above: usize, kind_line: usize) -> usize {
    let mut first = kind_line;
    while first > above && kind_line - first < MOST_LINES {
        let text = &lines[first - 1].text;
        if !is_capitals(text) && !is_dated_number(text) {
            break;
        }
        first -= 1;
    }
    first
}

/// Whether a line is the number or the day under a kind: `Nr. 698`, `din 29 noiembrie 2016`.
fn is_numbering(text: &str) -> bool {
    let words = squeezed(text);
    let is_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.len() < 40;
    words.strip_prefix("nr").is_some_and(is_number)
        || (words.len() < 24 && words.strip_prefix("din").is_some_and(is_number))
}

/// Whether a line is `Nr. 1.574 din 15 mai 2025`, as under each issuer of a joint order.
pub(super) fn is_dated_number(text: &str) -> bool {
    is_numbering(text) && squeezed(text).starts_with("nr") && squeezed(text).contains("din")
}
