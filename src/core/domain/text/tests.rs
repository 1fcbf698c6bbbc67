//! Tests of texts.

use super::*;

#[test]
fn pasted_text_loses_its_marks_and_keeps_its_letters() {
    assert_eq!(pasted("\u{202a}+40\u{a0}722\u{202f}123\u{2011}456\u{202c}"), "+40 722 123-456");
    assert_eq!(pasted("\u{feff}\u{2068}șt\u{ad}e\u{200d}fan\u{2069}\u{200b}"), "ștefan");
    // Control characters and line breaks stay, so that a check refuses them.
    assert_eq!(pasted("a\r\n\0\u{2028}b"), "a\r\n\0\u{2028}b");
    assert_eq!(typed_code(" 081\u{2009}804\u{200e}"), "081804");
    assert_eq!(typed_code("081–804"), "081804");
}

#[test]
fn folding_makes_both_spellings_equal() {
    assert_eq!(fold("Închirieri și țarini"), "inchirieri si tarini");
    for text in ["", "Abc", "Ș", "„Țară” și ȘI", "中国 x", "中 国", "X中国Y", "中", "🦄☣ b", "a\u{e000}B", "ﷺ."]
    {
        assert_eq!(fold(text), deunicode::deunicode(text).to_lowercase(), "{text}");
    }
    assert_eq!(fold("muncă\nafaceri ă\tă\r\n中\n中"), "munca\nafaceri a\ta\r\nzhong \nzhong");
    assert_eq!(comma_below("Înştiinţare"), Some("Înștiințare".to_owned()));
    assert_eq!(comma_below("deja bine: ș ț"), None);
}

#[test]
fn a_text_is_shortened_between_words() {
    assert_eq!(shorten("unu doi, trei", 9), "unu doi…");
    assert_eq!(shorten("unu doi · trei", 10), "unu doi…");
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
fn separate_accents_are_composed() {
    assert_eq!(composed("I\u{302}ns\u{326}tiint\u{326}a\u{306}ri"), Some("Înștiințări".to_owned()));
    assert_eq!(composed("Înștiințări"), None);
}

#[test]
fn damaged_letters_are_found() {
    for word in ["Pre?edintele", "?i", "hot?râre", "\"ora?ele"] {
        assert_eq!(check(&format!("Ce zice {word} azi?")), Err(TextError::LostLetter(word.into())));
    }
    for sound in ["Cine plătește? Proprietarul.", "De ce?(nou)", "https://x.ro/a?b=c", "[aici](https://x.ro/?q)"] {
        assert_eq!(check(sound), Ok(()), "{sound}");
    }
    for proper in ["ă", "Ă", "â", "Â", "î", "Î", "ș", "Ș", "ț", "Ț", "ş", "ţ", "Ş", "Ţ", "„citat"] {
        let misread: String = proper.bytes().map(windows_1252).collect();
        assert!(matches!(check(&format!("a {misread} b")), Err(TextError::WrongEncoding(_))), "{proper}: {misread}");
        assert_eq!(check(proper), Ok(()), "{proper}");
    }
    assert_eq!(check("a\u{fffd}"), Err(TextError::WrongEncoding("\u{fffd}".into())));
    assert_eq!(check("Legea\u{feff} nouă"), Err(TextError::Invisible('\u{feff}', "Legea".into())));
    assert_eq!(check("Müller, Zürich, Ålesund, ČSOB, ÈTÉ, ACÃO, 5 €, emoji 👩\u{200d}🌾, a\u{ad}b"), Ok(()));
}

/// Bytes of Romanian letters as Windows-1252 shows them.
fn windows_1252(byte: u8) -> char {
    match byte {
        0x80 => '€',
        0x82 => '‚',
        0x83 => 'ƒ',
        0x8e => 'Ž',
        0x98 => '˜',
        0x99 => '™',
        0x9a => 'š',
        0x9b => '›',
        0x9e => 'ž',
        0x9f => 'Ÿ',
        other => char::from(other),
    }
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
