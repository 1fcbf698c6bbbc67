//! Text: folding for search, repair of Romanian letters, hidden characters, and the content rules of articles.

use std::borrow::Cow;

use deunicode::AsciiChars;

/// The substitute for a letter without an ASCII form.
const UNKNOWN: &str = "[?]";

/// Lower case without diacritics, in ASCII where a letter has an ASCII form.
///
/// Used for slugs and search, so that "închiriere" and "inchiriere" are equal.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut rest = text;
    // Most of a text is ASCII, which is copied as it is: all texts are folded when the server starts.
    while let Some(start) = rest.bytes().position(|byte| !byte.is_ascii()) {
        folded.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c: char| c.is_ascii()).unwrap_or(rest.len());
        let letters = rest[..end].chars().count();
        // The iterator sees the next character, because a space after "中" depends on it, and folds only the letters:
        // it would drop a line feed.
        folded.extend(rest.ascii_chars().take(letters).map(|ascii| ascii.unwrap_or(UNKNOWN)));
        rest = &rest[end..];
    }
    folded.push_str(rest);
    folded.make_ascii_lowercase();
    folded
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

/// Characters of the description of a page that result pages show.
pub const DESCRIPTION_CHARS: usize = 200;
/// Characters of a summary in a campaign's card, in the message and on its page.
pub const CARD_SUMMARY_CHARS: usize = 280;

/// A text with single spaces between its words.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first `max_chars` characters of a text in one line, cut between words, with an ellipsis if it was cut.
pub fn shorten(text: &str, max_chars: usize) -> String {
    let text = one_line(text);
    let Some((end, _)) = text.char_indices().nth(max_chars) else { return text };
    with_ellipsis(&text[..text[..end].rfind(' ').unwrap_or(end)])
}

/// The beginning of a text that is cut there: an ellipsis takes the place of signs at its end.
pub fn with_ellipsis(beginning: &str) -> String {
    format!("{}…", beginning.trim_end_matches([' ', ',', '.', ';', ':', '–', '—', '·']))
}

/// The words of Markdown without their marks, in one line.
pub fn of_markdown(text: &str) -> String {
    of_events(pulldown_cmark::Parser::new(text))
}

/// The words of Markdown events in one line.
pub fn of_events<'a>(events: impl Iterator<Item = pulldown_cmark::Event<'a>>) -> String {
    use pulldown_cmark::{Event, TagEnd};

    let mut out = String::new();
    for event in events {
        match event {
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => out.push_str(&text),
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_)) => {
                out.push(' ');
            }
            _ => {}
        }
    }
    one_line(&out)
}

/// A text as its author meant it that was pasted into a field of one line: without the invisible marks that contact
/// lists, mail programs and web pages put around it, with `-` for every dash and a plain space for every other one.
pub fn pasted(text: &str) -> String {
    let is_mark =
        |c: char| !c.is_control() && (changes_direction(c) && !is_line_break(c) || is_invisible(c) || is_joiner(c));
    let plain = |c: char| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        c if c.is_whitespace() && !c.is_control() && !is_line_break(c) => ' ',
        c => c,
    };
    text.chars().filter(|c| !is_mark(*c)).map(plain).collect()
}

/// The trimmed text without the scheme of a copied link, such as `mailto:`.
pub fn without_scheme<'a>(text: &'a str, scheme: &str) -> &'a str {
    let text = text.trim();
    let start = text.get(..scheme.len()).filter(|start| start.eq_ignore_ascii_case(scheme));
    start.map_or(text, |start| text[start.len()..].trim())
}

/// The digits of a code as people type or paste it, also in groups.
pub fn typed_code(text: &str) -> String {
    pasted(text).chars().filter(|c| !c.is_whitespace() && *c != '-').collect()
}

/// Whether the text is an id: 1 to `max` characters of `[a-z0-9-]`.
pub fn is_id(text: &str, max: usize) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=max).contains(&text.len()) && text.bytes().all(is_allowed)
}

/// As [`is_id`], without a hyphen at the beginning or the end.
pub fn is_trimmed_id(text: &str, max: usize) -> bool {
    is_id(text, max) && !text.starts_with('-') && !text.ends_with('-')
}

/// The text with a capital first letter.
pub fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The known name that a typing mistake most likely meant.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// Replaces the hidden characters of a text by U+FFFD, except line feeds and tabs. For untrusted text on a terminal or
/// in a mail, where such characters move the cursor or reverse the following text.
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

fn is_line_break(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'
            | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

/// Composes letters with their separate accents (NFC), which some systems write in file names and PDF texts. Returns
/// `None` if there are no separate accents.
pub fn composed(text: &str) -> Option<String> {
    // The first bytes of U+0300 to U+036F.
    let suspect = has_byte(text, |byte| (byte == 0xcc) | (byte == 0xcd));
    suspect.then(|| icu_normalizer::ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned())
}

/// The reason for refusing a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    #[error("contains HTML")]
    Html,
    #[error("contains a control character")]
    ControlCharacter,
    #[error("has a link to something other than the web")]
    LinkScheme,
    /// An invisible character, such as a byte order mark, and the text before it.
    #[error(
        "{} an invisible character (U+{:04X}){}",
        if .1.is_empty() { "begins with" } else { "contains" },
        u32::from(*.0),
        if .1.is_empty() { String::new() } else { format!(" after {:?}", .1) }
    )]
    Invisible(char, String),
    /// Letters that are UTF-8 read in another encoding, such as `Äƒ` for `ă`.
    #[error("contains {0:?}, letters read in a wrong encoding")]
    WrongEncoding(String),
    /// A word in which a letter was replaced by a question mark, such as `Pre?edintele`.
    #[error("has a question mark instead of a letter in {0:?}")]
    LostLetter(String),
}

/// Checks a text of an article: no HTML, no control characters, no damaged letters, links to https URLs only.
///
/// Emphasis, links and lists in Markdown are allowed. Anything that a Markdown parser reads as HTML is refused.
pub fn check(text: &str) -> Result<(), TextError> {
    use pulldown_cmark::{Event, Parser, Tag};

    if has_control_character(text) {
        return Err(TextError::ControlCharacter);
    }
    check_letters(text)?;
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

/// Romanian letters and quotation marks in UTF-8, read as Windows-1252 or Windows-1250.
const MISREAD: [&str; 19] =
    ["Ã®", "Ã¢", "ÃŽ", "Ã‚", "Äƒ", "Ä‚", "È™", "È˜", "È›", "Èš", "ÅŸ", "Åž", "Å£", "Å¢", "â€", "Č™", "Č›", "Ă®", "Ă˘"];
/// Number of characters of the text that an error repeats.
const CONTEXT_CHARS: usize = 20;

/// Finds invisible characters and letters that were damaged by a wrong encoding.
fn check_letters(text: &str) -> Result<(), TextError> {
    if let Some(word) = text.contains('?').then(|| lost_letter(text)).flatten() {
        return Err(TextError::LostLetter(word.to_owned()));
    }
    if !has_pair(text, is_suspect_pair) {
        return Ok(());
    }
    if let Some((at, character)) = text.char_indices().find(|(_, c)| is_hidden(*c) && !is_layout(*c)) {
        let before: Vec<char> = text[..at].chars().rev().take(CONTEXT_CHARS).collect();
        return Err(TextError::Invisible(character, before.into_iter().rev().collect()));
    }
    let misread = MISREAD.into_iter().chain(["\u{fffd}"]).find(|letters| text.contains(letters));
    misread.map_or(Ok(()), |letters| Err(TextError::WrongEncoding(letters.to_owned())))
}

/// Line breaks and tabs, and the soft hyphen, which programs for typesetting leave in a text.
fn is_layout(c: char) -> bool {
    matches!(c, '\n' | '\t' | '\u{ad}')
}

/// The first word with a question mark before a small letter. Addresses have such marks too.
fn lost_letter(text: &str) -> Option<&str> {
    let is_damaged = |word: &str| {
        let mut after = word.split('?').skip(1);
        !word.contains(['/', ':', '=']) && after.any(|rest| rest.starts_with(char::is_lowercase))
    };
    text.split_whitespace().find(|word| is_damaged(word))
}

/// Whether two neighbouring bytes occur in [`MISREAD`], in U+FFFD or in an invisible character. Also true for a few
/// sound letters.
fn is_suspect_pair(first: u8, second: u8) -> bool {
    (first == 0xc3) & ((second == 0x83) | (second == 0x84) | (second == 0x85) | (second == 0x88))
        | (first == 0xc4) & ((second == 0x82) | (second == 0x8c))
        | (first == 0xa2) & (second == 0xe2)
        | (first == 0xef) & ((second == 0xbb) | (second == 0xbf))
        | (first == 0x80) & ((second == 0x8b) | (second == 0x8e) | (second == 0x8f) | (0xaa..=0xae).contains(&second))
        | (first == 0x81) & (0xa0..=0xa9).contains(&second)
}

/// As [`has_byte`], for pairs of neighbouring bytes.
fn has_pair(text: &str, test: impl Fn(u8, u8) -> bool) -> bool {
    let bytes = text.as_bytes();
    let next = bytes.get(1..).unwrap_or_default();
    bytes.iter().zip(next).fold(false, |found, (first, second)| found | test(*first, *second))
}

/// Tests whole chunks without branches, so that the compiler vectorises it: imports test every byte.
fn has_byte(text: &str, test: impl Fn(u8) -> bool) -> bool {
    text.as_bytes().chunks(64).any(|chunk| chunk.iter().fold(false, |found, byte| found | test(*byte)))
}

#[cfg(test)]
mod tests;
