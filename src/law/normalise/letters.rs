//! Letters of texts: their ASCII forms, those of old code pages, and characters that no text shows.

use deunicode::deunicode_char;

/// The substitute in a search copy for a character without a short ASCII form.
const UNKNOWN: &str = "\u{1a}";

/// The Romanian letter for one of an old code page.
pub fn correct_letter(c: char, repair: bool) -> char {
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
pub fn has_lost_letters(text: &str) -> bool {
    // Correct text has one of these in its first words, which ends the search.
    !text.contains(['ș', 'ț', 'ş', 'ţ', 'Ș', 'Ț', 'Ş', 'Ţ']) && text.contains(['º', 'ª', 'þ', 'Þ', 'ã'])
}

/// Whether some lines of a page, such as those of one font, have the wrong letters beside others with the right ones:
/// they stand within words, and more than once.
pub fn has_mixed_letters(page: &str) -> bool {
    const LEAST: usize = 3;
    let within = |one: char, other: char| {
        let is_wrong = |c| matches!(c, 'º' | 'ª' | 'þ' | 'Þ');
        (is_wrong(one) && other.is_lowercase() && !is_wrong(other)) || (is_wrong(other) && one.is_lowercase())
    };
    page.chars().zip(page.chars().skip(1)).filter(|(one, other)| within(*one, *other)).take(LEAST).count() == LEAST
}

pub fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Whether the character is a mark that no text shows and that parts no words, such as the soft hyphen.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

pub fn is_accent(c: char) -> bool {
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

pub fn ascii_form(c: char, repair: bool) -> &'static str {
    match correct_letter(c, repair) {
        'ă' | 'â' | 'ã' => "a",
        'Ă' | 'Â' | 'Ã' => "A",
        'î' => "i",
        'Î' => "I",
        'ș' => "s",
        'Ș' => "S",
        'ț' => "t",
        'Ț' => "T",
        '„' | '“' | '”' | '«' | '»' | '‟' | 'ˮ' => "\"",
        '’' | '‘' | '‚' => "'",
        '[' => "[",
        ']' => "]",
        '½' | '¼' | '¾' => UNKNOWN,
        c if is_dash(c) => "-",
        c => deunicode_char(c).filter(|text| (1..=3).contains(&text.len())).unwrap_or(UNKNOWN),
    }
}
