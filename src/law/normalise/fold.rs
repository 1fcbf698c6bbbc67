//! Making a search copy of a text.

use std::ops::Range;

use super::letters::{ascii_form, has_lost_letters, is_accent, is_invisible, raised_digit};

/// A copy of a text for recognisers, in which every byte is ASCII.
///
/// Letters lose their diacritics and keep their case, so that `ş`, `ș` and `s` are equal; runs of white space are one
/// space, or one line feed where a paragraph ends; dashes are `-`, double quotation marks `"`, raised digits `^1`;
/// invisible characters are left out.
#[derive(Debug)]
pub struct SearchCopy<'t> {
    original: &'t str,
    text: String,
    /// Places after which the distance between both texts stays the same: the offset in the copy and in the original.
    steps: Vec<(usize, usize)>,
}

impl<'t> SearchCopy<'t> {
    /// Copies plain text.
    pub fn new(original: &'t str) -> Self {
        TextFolder::new(original, false).fold()
    }

    /// Copies Markdown; of links, only the text is copied.
    pub fn of_markdown(original: &'t str) -> Self {
        TextFolder::new(original, true).fold()
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The copy with a space before each of these places of it, in ascending order.
    #[must_use]
    pub fn with_spaces(self, places: &[usize]) -> Self {
        let moved = |at: usize| at + places.partition_point(|place| *place <= at);
        let mut steps: Vec<_> = self.steps.iter().map(|(here, there)| (moved(*here), *there)).collect();
        let mut text = String::with_capacity(self.text.len() + places.len());
        let mut from = 0;
        for place in places {
            text.push_str(&self.text[from..*place]);
            // The space stands for the letter before it.
            steps.extend([
                (text.len(), self.original_offset(place - 1)),
                (text.len() + 1, self.original_offset(*place)),
            ]);
            text.push(' ');
            from = *place;
        }
        text.push_str(&self.text[from..]);
        steps.sort_by_key(|(here, _)| *here);
        Self { original: self.original, text, steps }
    }

    /// The range of the original text from which a range of the copy was made.
    pub fn original_range(&self, range: Range<usize>) -> Range<usize> {
        let start = self.original_offset(range.start);
        let Some(last) = range.end.checked_sub(1).filter(|last| *last >= range.start) else {
            let start = self.original.floor_char_boundary(start);
            return start..start;
        };
        let last = self.original_offset(last);
        let mut rest = self.original[last..].char_indices();
        let first = rest.next().map_or(0, |(_, c)| c.len_utf8());
        let end = rest.find(|(_, c)| !is_accent(*c)).map_or(self.original.len() - last, |(at, _)| at);
        start..last + end.max(first)
    }

    /// The original text of a range of the copy.
    pub fn original(&self, range: Range<usize>) -> &'t str {
        &self.original[self.original_range(range)]
    }

    /// Whether a line of the original text begins at a place.
    pub fn begins_line(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return true };
        let space = self.original_offset(before)..self.original_offset(at);
        self.original.get(space).is_some_and(|space| space.contains('\n'))
    }

    fn original_offset(&self, at: usize) -> usize {
        let next = self.steps.partition_point(|(here, _)| *here <= at);
        let (here, there) = next.checked_sub(1).map_or((0, 0), |last| self.steps[last]);
        (there + at - here).min(self.original.len())
    }
}

/// Makes a search copy.
pub struct TextFolder<'t> {
    copy: SearchCopy<'t>,
    markdown: bool,
    repair: bool,
    /// Position in the original.
    at: usize,
    /// Whether the last character was a raised digit.
    raised: bool,
}

impl<'t> TextFolder<'t> {
    pub fn new(original: &'t str, markdown: bool) -> Self {
        let copy = SearchCopy { original, text: String::with_capacity(original.len()), steps: Vec::new() };
        Self { copy, markdown, repair: has_lost_letters(original), at: 0, raised: false }
    }

    pub fn fold(mut self) -> SearchCopy<'t> {
        let original = self.copy.original;
        while self.at < original.len() {
            let rest = &original[self.at..];
            let plain = plain_length(rest.as_bytes());
            if plain > 0 {
                self.push(&rest[..plain], plain);
                self.raised = false;
                continue;
            }
            let Some(c) = rest.chars().next() else { break };
            if c.is_whitespace() {
                self.fold_space(rest);
            } else if self.markdown && matches!(c, '[' | ']') {
                self.fold_bracket(rest);
            } else {
                self.fold_char(c);
            }
        }
        self.copy
    }

    /// Appends text that stands for the next `length` bytes of the original.
    fn push(&mut self, text: &str, length: usize) {
        let here = self.copy.text.len();
        let expected = self.copy.steps.last().map_or(here, |(from, there)| there + here - from);
        if expected != self.at {
            self.copy.steps.push((here, self.at));
        }
        self.copy.text.push_str(text);
        self.at += length;
    }

    fn fold_space(&mut self, rest: &str) {
        let length = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
        let is_paragraph = length > 1 && rest[..length].bytes().filter(|byte| *byte == b'\n').count() > 1;
        self.push(if is_paragraph { "\n" } else { " " }, length);
        self.raised = false;
    }

    /// Leaves out the marks and the address of a Markdown link.
    fn fold_bracket(&mut self, rest: &str) {
        let opens =
            rest.starts_with('[') && closing(rest, 1, b"]\n").is_some_and(|close| link_end(rest, close).is_some());
        match link_end(rest, 0) {
            _ if opens => self.at += 1,
            Some(end) => self.at += end,
            None => self.push(&rest[..1], 1),
        }
    }

    fn fold_char(&mut self, c: char) {
        let length = c.len_utf8();
        if let Some(digit) = raised_digit(c) {
            if !self.raised {
                let at = self.at;
                self.push("^", 0);
                self.at = at;
            }
            self.push_whole(digit, length);
            self.raised = true;
            return;
        }
        self.raised = false;
        if is_invisible(c) || is_accent(c) {
            self.at += length;
        } else {
            self.push_whole(ascii_form(c, self.repair), length);
        }
    }

    /// Appends text whose every byte stands for the same character of the original.
    fn push_whole(&mut self, text: &str, length: usize) {
        let start = self.at;
        for at in 0..text.len() {
            self.at = start;
            self.push(&text[at..=at], length);
        }
        self.at = start + length;
    }
}

/// The longest text or address of a Markdown link.
const LONGEST_LINK: usize = 2000;

/// The first of these bytes from `start` on.
fn closing(text: &str, start: usize, bytes: &[u8]) -> Option<usize> {
    let window = text.as_bytes().get(start..)?;
    window.iter().take(LONGEST_LINK).position(|byte| bytes.contains(byte)).map(|at| start + at)
}

/// The end of the address, if `](address)` stands at a place.
fn link_end(text: &str, at: usize) -> Option<usize> {
    let is_address = text.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(b"]("));
    let end = is_address.then(|| closing(text, at + 2, b") \n")).flatten()?;
    (text.as_bytes()[end] == b')').then_some(end + 1)
}

/// The length of the text that can be copied unchanged: words with single spaces between them.
fn plain_length(bytes: &[u8]) -> usize {
    let is_plain_at = |at: usize| bytes.get(at).is_some_and(|byte| is_plain(*byte));
    let mut length = 0;
    loop {
        while is_plain_at(length) {
            length += 1;
        }
        if bytes.get(length) != Some(&b' ') || !is_plain_at(length + 1) {
            return length;
        }
        length += 2;
    }
}

/// Printable ASCII except brackets, which may belong to a Markdown link.
fn is_plain(byte: u8) -> bool {
    byte > b' ' && byte < 0x7f && byte != b'[' && byte != b']'
}
