//! Letters: folding for look-ups, the repair of Romanian ones, and what a text may hold.

/// Lower case, without diacritics, in ASCII where a letter has a form there.
///
/// Used for slugs and for searching, so that "închiriere" and "inchiriere" meet.
pub fn fold(text: &str) -> String {
    deunicode::deunicode(text).to_lowercase()
}

/// Turns the cedilla letters of old code pages into the Romanian comma-below ones.
///
/// Returns `None` when there is nothing to repair.
pub fn comma_below(text: &str) -> Option<String> {
    // All four begin with this byte in UTF-8, and no letter of good Romanian does.
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

/// Why a text is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextError {
    Html,
    ControlCharacter,
    LinkScheme,
}

/// Checks a text of an article: no HTML, no control characters, links only to https addresses.
///
/// The small Markdown (emphasis, links, lists) is allowed; what a Markdown reader would take for
/// HTML is not, so that no page can ever show it.
pub fn check(text: &str) -> Result<(), TextError> {
    use pulldown_cmark::{Event, Parser, Tag};

    if has_control_character(text) {
        return Err(TextError::ControlCharacter);
    }
    // HTML and links begin with one of these two; most texts have neither and need no parser.
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
    // U+0080 to U+009F begin with C2 in UTF-8, as do a few sound letters, so that one is looked at again.
    let suspect = |byte| ((byte < 0x20) & (byte != b'\n') & (byte != b'\t')) | (byte == 0x7f) | (byte == 0xc2);
    has_byte(text, suspect) && text.chars().any(|c| c.is_control() && c != '\n' && c != '\t')
}

/// Asks in chunks, without branches, so that the processor compares many bytes at once: an
/// import asks this of every letter.
fn has_byte(text: &str, test: impl Fn(u8) -> bool) -> bool {
    text.as_bytes().chunks(64).any(|chunk| chunk.iter().fold(false, |found, byte| found | test(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_meets_both_spellings() {
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
