//! Letters: folding for look-ups, and the repair of Romanian ones.

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
    text.contains(['ş', 'Ş', 'ţ', 'Ţ']).then(|| {
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

    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(TextError::ControlCharacter);
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
    fn html_and_script_are_refused_and_plain_comparisons_are_not() {
        assert_eq!(check("a <script>alert(1)</script>"), Err(TextError::Html));
        assert_eq!(check("<img src=x onerror=y>"), Err(TextError::Html));
        assert_eq!(check("vezi [aici](javascript:alert(1))"), Err(TextError::LinkScheme));
        assert_eq!(check("o taxă < 5% și > 3%, *ferm*"), Ok(()));
        assert_eq!(check("bell\u{7}"), Err(TextError::ControlCharacter));
    }
}
