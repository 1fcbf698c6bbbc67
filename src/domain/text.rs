//! Text: folding for search, repair of Romanian letters, hidden characters, and the content rules of articles.

use std::borrow::Cow;

/// Lower case without diacritics, in ASCII where a letter has an ASCII form.
///
/// Used for slugs and search, so that "închiriere" and "inchiriere" are equal.
pub fn fold(text: &str) -> String {
    deunicode::deunicode(text).to_lowercase()
}

/// Replaces the cedilla letters of old code pages by the Romanian letters with comma below. Returns `None` if
/// there are none.
pub fn comma_below(text: &str) -> Option<String> {
    // All four begin with this byte in UTF-8, and no correct Romanian letter does.
    let suspect = text.as_bytes().contains(&0xc5);
    (suspect && text.contains(['ş', 'Ş', 'ţ', 'Ţ'])).then(|| {
        text.chars()
            .map(|c| match c {
                'ş' => 'ș',
                'Ş' => 'Ș',
                'ţ' => 'ț',
                'Ţ' => 'Ț',
                other => other,
            })
            .collect()
    })
}

/// The first `max_chars` characters of a text in one line, cut between words, with an ellipsis if it was cut.
pub fn shorten(text: &str, max_chars: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = text.char_indices().nth(max_chars) else { return text };
    let cut = text[..end].rfind(' ').unwrap_or(end);
    format!("{}…", text[..cut].trim_end_matches([',', '.', ';', ':']))
}

/// The known name that a typing mistake most likely meant.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// Replaces the hidden characters of a text by U+FFFD, except line feeds and tabs. For text of strangers that is
/// shown on a terminal or in a mail, where such characters move the cursor or reverse what follows.
pub fn printable(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| is_hidden(c) && !matches!(c, '\n' | '\t');
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if hidden(c) { char::REPLACEMENT_CHARACTER } else { c }).collect())
}

/// Whether the character is a control character, changes the direction of the following text, breaks the line, or
/// is invisible. The two joiners (U+200C, U+200D) are not hidden: some scripts and emoji need them.
pub fn is_hidden(c: char) -> bool {
    c.is_control() || changes_direction(c) || is_invisible(c)
}

fn changes_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'
            | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

/// The reason for refusing a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextError {
    Html,
    ControlCharacter,
    LinkScheme,
}

/// Checks a text of an article: no HTML, no control characters, links to https URLs only.
///
/// Emphasis, links and lists in Markdown are allowed. Anything that a Markdown parser reads as HTML is refused.
pub fn check(text: &str) -> Result<(), TextError> {
    use pulldown_cmark::{Event, Parser, Tag};

    if has_control_character(text) {
        return Err(TextError::ControlCharacter);
    }
    // HTML and links contain one of these two; most texts contain neither and need no parser.
    if !has_byte(text, |byte| (byte == b'<') | (byte == b'[')) {
        return Ok(());
    }
    for event in Parser::new(text) {
        match event {
            Event::Html(_) | Event::InlineHtml(_) | Event::Start(Tag::HtmlBlock) => return Err(TextError::Html),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. })
                if !dest_url.starts_with("https://") =>
            {
                return Err(TextError::LinkScheme);
            }
            _ => {}
        }
    }
    Ok(())
}

fn has_control_character(text: &str) -> bool {
    // U+0080 to U+009F begin with C2 in UTF-8, but so do some printable characters; the second test decides.
    let suspect = |byte| ((byte < 0x20) & (byte != b'\n') & (byte != b'\t')) | (byte == 0x7f) | (byte == 0xc2);
    has_byte(text, suspect) && text.chars().any(|c| c.is_control() && c != '\n' && c != '\t')
}

/// Tests whole chunks without branches, so that the compiler vectorises it: imports test every byte.
fn has_byte(text: &str, test: impl Fn(u8) -> bool) -> bool {
    text.as_bytes().chunks(64).any(|chunk| chunk.iter().fold(false, |found, byte| found | test(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_makes_both_spellings_equal() {
        assert_eq!(fold("Închirieri și țarini"), "inchirieri si tarini");
        assert_eq!(comma_below("Înştiinţare"), Some("Înștiințare".to_owned()));
        assert_eq!(comma_below("deja bine: ș ț"), None);
    }

    #[test]
    fn a_text_is_shortened_between_words() {
        assert_eq!(shorten("unu doi, trei", 9), "unu doi…");
        assert_eq!(shorten("unu\n doi", 7), "unu doi");
        assert_eq!(shorten("șțăîâ", 5), "șțăîâ");
        assert_eq!(shorten("șțăîâ", 4), "șțăî…");
    }

    #[test]
    fn hidden_characters_are_replaced_and_lines_stay() {
        assert_eq!(printable("Art. 5\n\teste altul, șțăîâ 👩\u{200d}🔬"), "Art. 5\n\teste altul, șțăîâ 👩\u{200d}🔬");
        let hostile = "\u{1b}[2Ja\u{202e}b\u{200b}c\u{feff}\r\u{85}\u{7f}";
        assert_eq!(printable(hostile), "\u{fffd}[2Ja\u{fffd}b\u{fffd}c\u{fffd}\u{fffd}\u{fffd}\u{fffd}");
    }

    #[test]
    fn html_and_script_are_refused_and_plain_comparisons_are_not() {
        assert_eq!(check("a <script>alert(1)</script>"), Err(TextError::Html));
        assert_eq!(check("<img src=x onerror=y>"), Err(TextError::Html));
        assert_eq!(check("vezi [aici](javascript:alert(1))"), Err(TextError::LinkScheme));
        assert_eq!(check("o taxă < 5% și > 3%, *ferm*"), Ok(()));
        assert_eq!(check("bell\u{7}"), Err(TextError::ControlCharacter));
        assert_eq!(check("next line\u{85}"), Err(TextError::ControlCharacter));
        assert_eq!(check("[legea]: javascript:alert(1)\n\nvezi [legea]"), Err(TextError::LinkScheme));
        assert_eq!(check("Încetarea § 2\u{a0}și „ceva”\n\tetc."), Ok(()));
    }
}
