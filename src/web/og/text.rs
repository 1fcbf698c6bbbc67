//! Breaking text into lines of even length, with an ellipsis where it does not fit.

use super::fonts::{Face, covers};
use crate::domain::text::with_ellipsis;

/// Returns the text on one line, in characters that the fonts have. Others are transliterated or dropped.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_whitespace() => plain.push(' '),
            c if covers(c) => plain.push(c),
            c => plain.extend(deunicode::deunicode_char(c).unwrap_or_default().chars().filter(|c| covers(*c))),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text broken into lines.
#[derive(Debug, PartialEq)]
pub(super) struct TextBlock {
    pub lines: Vec<String>,
    pub size: f32,
}

/// Breaks `text` into lines of at most `width`, at the first of `sizes` (font size, maximum number of lines)
/// at which it fits. At the last size, text that does not fit is cut off with an ellipsis.
pub(super) fn fit(face: Face, text: &str, width: f32, sizes: &[(f32, usize)]) -> TextBlock {
    for (size, most) in sizes {
        let keeps_words_whole = text.split(' ').all(|word| face.width(word, *size) <= width);
        let lines = wrap(face, text, *size, width);
        if keeps_words_whole && lines.len() <= *most {
            return TextBlock { lines: balance(face, text, *size, width, lines), size: *size };
        }
    }
    let (size, most) = sizes.last().copied().unwrap_or((16.0, 1));
    let mut lines = wrap(face, text, size, width);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = shorten(face, last, size, width, true);
        }
    }
    TextBlock { lines, size }
}

/// Shortens `text` to one line of at most `width`.
pub(super) fn one_line(face: Face, text: &str, size: f32, width: f32) -> String {
    shorten(face, text, size, width, false)
}

/// Cuts the text between words, or inside the only word, and ends it with an ellipsis.
fn shorten(face: Face, text: &str, size: f32, width: f32, always: bool) -> String {
    if !always && face.width(text, size) <= width {
        return text.to_owned();
    }
    let mut part = text;
    while face.width(&with_ellipsis(part), size) > width {
        let shorter = part.rfind(' ').or_else(|| part.char_indices().next_back().map(|(at, _)| at));
        match shorter {
            Some(at) => part = &part[..at],
            None => break,
        }
    }
    with_ellipsis(part)
}

/// Puts as many words on each line as fit; a word longer than a line is broken inside.
fn wrap(face: Face, text: &str, size: f32, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').flat_map(|word| pieces(face, word, size, width)) {
        let longer = if line.is_empty() { word.clone() } else { format!("{line} {word}") };
        if !line.is_empty() && face.width(&longer, size) > width {
            lines.push(std::mem::replace(&mut line, word));
        } else {
            line = longer;
        }
    }
    lines.push(line);
    lines
}

/// Splits a word that is longer than a line.
fn pieces(face: Face, word: &str, size: f32, width: f32) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut used = 0.0;
    for c in word.chars() {
        let own = face.width(c.encode_utf8(&mut [0; 4]), size);
        if used > 0.0 && used + own > width {
            pieces.push(String::new());
            used = 0.0;
        }
        used += own;
        if let Some(piece) = pieces.last_mut() {
            piece.push(c);
        }
    }
    pieces
}

/// Breaks the text into as many lines as `lines`, as even as possible: at the narrowest width that needs no more lines.
fn balance(face: Face, text: &str, size: f32, width: f32, lines: Vec<String>) -> Vec<String> {
    let (mut narrow, mut wide, mut best) = (width / 2.0, width, lines);
    while wide - narrow > 4.0 {
        let middle = f32::midpoint(narrow, wide);
        let tried = wrap(face, text, size, middle);
        let keeps_words_whole = text.split(' ').all(|word| face.width(word, size) <= middle);
        if keeps_words_whole && tried.len() <= best.len() {
            (wide, best) = (middle, tried);
        } else {
            narrow = middle;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(f32, usize); 2] = [(60.0, 3), (40.0, 4)];

    fn fitted(text: &str) -> TextBlock {
        let block = fit(Face::Serif, text, 1000.0, &SIZES);
        for line in &block.lines {
            assert!(Face::Serif.width(line, block.size) <= 1000.0, "{line}");
        }
        block
    }

    #[test]
    fn long_titles_get_smaller_and_finally_end_in_an_ellipsis() {
        assert_eq!(fitted("Scurt").lines, ["Scurt"]);
        let two = fitted("Salariul minim crește de la 1 iulie 2026 la 4.325 lei");
        assert_eq!((two.lines.len(), two.size), (2, 60.0));
        let widths: Vec<f32> = two.lines.iter().map(|line| Face::Serif.width(line, two.size)).collect();
        assert!((widths[0] - widths[1]).abs() < 350.0, "{two:?}");
        let long = fitted(&"o lege lungă, ".repeat(40));
        assert_eq!((long.lines.len(), long.size), (4, 40.0));
        assert!(long.lines[3].ends_with('…') && !long.lines[3].contains(",…"), "{long:?}");
        let giant = fitted(&"ș".repeat(400));
        assert_eq!(giant.lines.len(), 4);
        assert!(giant.lines[3].ends_with('…'));
        assert_eq!(fitted("").lines, [""]);
    }

    #[test]
    fn characters_that_the_fonts_lack_are_transliterated_or_dropped() {
        assert_eq!(plain("  „Șțăîâ” — 5 €\u{0}\n½ "), "„Șțăîâ” — 5 € ½");
        assert_eq!(plain("Закон"), "Zakon");
        assert!(plain("a\u{202e}b\u{fffe}\u{10ffff}").chars().all(covers));
        for letter in "ăâîșțĂÂÎȘȚşţŞŢ„”“’«»–—…·§€°№".chars().filter(|c| *c != '№')
        {
            assert!(covers(letter), "{letter}");
        }
    }

    #[test]
    fn a_line_is_shortened_between_words() {
        assert_eq!(one_line(Face::Sans, "abc", 20.0, 500.0), "abc");
        assert_eq!(one_line(Face::Sans, "15 decembrie 2025 · Legea nr. 239/2025", 28.0, 300.0), "15 decembrie 2025…");
    }
}
