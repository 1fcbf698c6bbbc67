//! Text: folding for search, repair of Romanian letters, and the content rules of articles.

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
