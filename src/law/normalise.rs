//! Normalisation: a search copy in ASCII whose places map back to the original text, and cleaned text for display.

use std::ops::Range;

use deunicode::deunicode_char;

/// The substitute in a search copy for a character without a short ASCII form.
const UNKNOWN: &str = "\u{1a}";

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

/// The text for display and comparison: composed letters (NFC) with comma below, single spaces, `-` for every dash,
/// no invisible characters.
pub fn clean(text: &str) -> String {
    let composed = icu_normalizer::ComposingNormalizerBorrowed::new_nfc().normalize(text);
    clean_letters(&composed, has_lost_letters(&composed))
}

/// As [`clean`], for the lines of a printed page, which stay lines: ligatures become letters (NFKC), and raised digits
/// `^1`.
pub fn clean_print(page: &str) -> String {
    // At the end of a line a soft hyphen is visible.
    let page = page.replace("\u{ad}\n", "-\n");
    let (is_lost, is_mixed) = (has_lost_letters(&page), has_mixed_letters(&page));
    let repair = |line: &str| is_lost || (is_mixed && has_lost_letters(line));
    let lines = page.split('\n').map(|line| clean_print_line(line, repair(line)));
    lines.collect::<Vec<_>>().join("\n")
}

fn clean_print_line(line: &str, repair: bool) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut was_raised = false;
    for c in line.chars() {
        let raised = raised_digit(c);
        if raised.is_some() && !was_raised {
            plain.push('^');
        }
        was_raised = raised.is_some();
        match raised {
            Some(digit) => plain.push_str(digit),
            // Before NFKC, which makes an `o` of `º`.
            None => plain.push(correct_letter(c, repair)),
        }
    }
    let normalizer = icu_normalizer::ComposingNormalizerBorrowed::new_nfkc();
    clean_letters(&normalizer.normalize(&plain), repair)
}

fn clean_letters(composed: &str, repair: bool) -> String {
    let mut cleaned = String::with_capacity(composed.len());
    for c in composed.chars() {
        match c {
            c if is_invisible(c) => {}
            c if c.is_whitespace() => {
                if !cleaned.is_empty() && !cleaned.ends_with(' ') {
                    cleaned.push(' ');
                }
            }
            c if is_dash(c) => cleaned.push('-'),
            c => cleaned.push(correct_letter(c, repair)),
        }
    }
    cleaned.truncate(cleaned.trim_end().len());
    cleaned
}

/// The Romanian letter for one of an old code page.
fn correct_letter(c: char, repair: bool) -> char {
    match c {
        'ş' => 'ș',
        'Ş' => 'Ș',
        'ţ' => 'ț',
        'Ţ' => 'Ț',
        'ã' if repair => 'ă',
        'Ã' if repair => 'Ă',
        'º' if repair => 'ș',
        'ª' if repair => 'Ș',
        'þ' if repair => 'ț',
        'Þ' if repair => 'Ț',
        other => other,
    }
}

/// Whether the text looks like ISO 8859-2 read as ISO 8859-1: the wrong letters, and none of the right ones.
fn has_lost_letters(text: &str) -> bool {
    // Correct text has one of these in its first words, which ends the search.
    !text.contains(['ș', 'ț', 'ş', 'ţ', 'Ș', 'Ț', 'Ş', 'Ţ']) && text.contains(['º', 'ª', 'þ', 'Þ', 'ã'])
}

/// Whether some lines of a page, such as those of one font, have the wrong letters beside others with the right ones:
/// they stand within words, and more than once.
fn has_mixed_letters(page: &str) -> bool {
    const LEAST: usize = 3;
    let within = |one: char, other: char| {
        let is_wrong = |c| matches!(c, 'º' | 'ª' | 'þ' | 'Þ');
        (is_wrong(one) && other.is_lowercase() && !is_wrong(other)) || (is_wrong(other) && one.is_lowercase())
    };
    page.chars().zip(page.chars().skip(1)).filter(|(one, other)| within(*one, *other)).take(LEAST).count() == LEAST
}

fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Whether the character is a mark that no text shows and that parts no words, such as the soft hyphen.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// The digit of a raised one.
pub(crate) fn raised_digit(c: char) -> Option<&'static str> {
    const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let digit = match c {
        '¹' => 1,
        '²' => 2,
        '³' => 3,
        '\u{2070}' | '\u{2074}'..='\u{2079}' => u32::from(c) - 0x2070,
        _ => return None,
    };
    DIGITS.get(digit as usize).copied()
}

/// Makes a search copy.
struct TextFolder<'t> {
    copy: SearchCopy<'t>,
    markdown: bool,
    repair: bool,
    /// Position in the original.
    at: usize,
    /// Whether the last character was a raised digit.
    raised: bool,
}

impl<'t> TextFolder<'t> {
    fn new(original: &'t str, markdown: bool) -> Self {
        let copy = SearchCopy { original, text: String::with_capacity(original.len()), steps: Vec::new() };
        Self { copy, markdown, repair: has_lost_letters(original), at: 0, raised: false }
    }

    fn fold(mut self) -> SearchCopy<'t> {
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

fn ascii_form(c: char, repair: bool) -> &'static str {
    match c {
        'ă' | 'â' | 'ã' => "a",
        'Ă' | 'Â' | 'Ã' => "A",
        'î' => "i",
        'Î' => "I",
        'ș' | 'ş' => "s",
        'Ș' | 'Ş' => "S",
        'ț' | 'ţ' => "t",
        'Ț' | 'Ţ' => "T",
        '„' | '“' | '”' | '«' | '»' | '‟' => "\"",
        '’' | '‘' | '‚' => "'",
        '[' => "[",
        ']' => "]",
        'º' if repair => "s",
        'ª' if repair => "S",
        'þ' if repair => "t",
        'Þ' if repair => "T",
        '½' | '¼' | '¾' => UNKNOWN,
        c if is_dash(c) => "-",
        c => deunicode_char(c).filter(|text| (1..=3).contains(&text.len())).unwrap_or(UNKNOWN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_copy_is_ascii_and_maps_back_to_the_original() {
        for (original, copy) in [
            ("publicată în Monitorul", "publicata in Monitorul"),
            ("Preşedintele  \u{a0}României", "Presedintele Romaniei"),
            ("1\u{b9}\u{b2} și 5³", "1^12 si 5^3"),
            ("150 € – „mic“", "150 EUR - \"mic\""),
            ("a\u{306} s\u{326}i \u{feff}t\u{ad}u", "a si tu"),
            ("unu\r\ndoi\n\n\ttrei", "unu doi\ntrei"),
            ("Hotãrârea ºi þara", "Hotararea si tara"),
            ("[1] (a)", "[1] (a)"),
        ] {
            assert_eq!(SearchCopy::new(original).text(), copy);
        }
    }

    #[test]
    fn every_word_of_the_copy_leads_to_its_original() {
        let original = "\u{feff}După  articolul „97¹“ a\u{306}ci, [lit. ă)](https://example.ro/a) și 150 €…";
        let copy = SearchCopy::of_markdown(original);
        for (word, expected) in
            [("Dupa", "După"), ("97^1", "97¹"), ("aci", "a\u{306}ci"), ("lit. a)", "lit. ă)"), ("150 EUR", "150 €")]
        {
            let at = copy.text().find(word).expect("the word is copied");
            assert_eq!(copy.original(at..at + word.len()), expected);
        }
        assert!(!copy.text().contains("https"), "{}", copy.text());
        assert_eq!(copy.original_range(0..copy.text().len()), 3..original.len());
    }

    #[test]
    fn old_letters_are_repaired_only_without_correct_ones() {
        assert_eq!(clean("Preşedinţie  –\u{a0}da "), "Președinție - da");
        assert_eq!(clean("Hotãrâre ºi þarã"), "Hotărâre și țară");
        assert_eq!(clean("nº 5 și São"), "nº 5 și São");
    }

    #[test]
    fn printed_lines_lose_ligatures_and_keep_their_number() {
        assert_eq!(
            clean_print("modi\u{fb01}căril\u{ad}\n\n art. 97¹² \u{2014} 5 m²"),
            "modificăril-\n\nart. 97^12 - 5 m^2"
        );
        assert_eq!(clean_print("Hotãrârea ºi\nþara"), "Hotărârea și\nțara");
        let mixed = "Legi și decrete\nHotãrâre pentru aplicarea ºi completarea\nlegislaþiei, a ordonanþei\nnr. 1º São";
        let repaired =
            "Legi și decrete\nHotărâre pentru aplicarea și completarea\nlegislației, a ordonanței\nnr. 1ș Săo";
        assert_eq!(clean_print(mixed), repaired, "one font of two");
        assert_eq!(clean_print("Legi și decrete, São Paulo, 1ª"), "Legi și decrete, São Paulo, 1a");
    }
}
