//! Tests of the analysis with families of Romanian words.

use super::super::words::words;
use super::*;

/// Word families of legal texts: a search for one form should find the others.
const FAMILIES: [&[&str]; 25] = [
    &["chirie", "chiria", "chirii", "chiriile", "chiriei"],
    &["impozit", "impozitul", "impozite", "impozitele", "impozitului", "impozitelor"],
    &["taxă", "taxa", "taxe", "taxele", "taxelor"],
    &["declarație", "declarația", "declarații", "declarațiile", "declarației", "declarațiilor"],
    &["contribuție", "contribuția", "contribuții", "contribuțiile", "contribuției"],
    &["salariu", "salariul", "salarii", "salariile", "salariului", "salariilor"],
    &["minim", "minimul", "minime", "minimă", "minimului"],
    &["hotărâre", "hotărârea", "hotărâri", "hotărârile", "hotărârii"],
    &["modificare", "modificarea", "modificări", "modificările", "modificării"],
    &["lege", "legea", "legii", "legi", "legile", "legilor"],
    &["ordonanță", "ordonanța", "ordonanțe", "ordonanțele", "ordonanței"],
    &["contract", "contractul", "contracte", "contractele", "contractului"],
    &["angajat", "angajatul", "angajați", "angajații", "angajatului"],
    &["angajator", "angajatorul", "angajatori", "angajatorii", "angajatorului"],
    &["factură", "factura", "facturi", "facturile", "facturii", "facturilor"],
    &["termen", "termenul", "termene", "termenele", "termenului"],
    &["plată", "plata", "plăți", "plățile", "plății"],
    &["subvenție", "subvenția", "subvenții", "subvențiile", "subvenției"],
    &["fermier", "fermierul", "fermieri", "fermierii", "fermierului"],
    &["teren", "terenul", "terenuri", "terenurile", "terenului"],
    &["locuință", "locuința", "locuințe", "locuințele", "locuinței"],
    &["dividend", "dividende", "dividendele", "dividendelor"],
    &["amendă", "amenda", "amenzi", "amenzile", "amenzii"],
    &["societate", "societatea", "societăți", "societățile", "societății", "societăților"],
    &["pensie", "pensia", "pensii", "pensiile", "pensiei", "pensiilor"],
];

/// Pairs that must stay apart.
const APART: [(&str, &str); 12] = [
    ("chirie", "chimie"),
    ("contract", "control"),
    ("salariu", "salată"),
    ("locuință", "locație"),
    ("plată", "platformă"),
    ("factură", "facultate"),
    ("termen", "termic"),
    ("pensie", "pensiune"),
    ("taxă", "text"),
    ("minim", "minor"),
    ("amendă", "amendament"),
    ("angajat", "angro"),
];

fn fold(word: &str) -> String {
    words(word).next().expect("a word").folded
}

/// Whether the stems, or the beginnings too, of two words are equal.
fn equal(stems: &mut Stems, one: &str, other: &str) -> (bool, bool) {
    let (one, other) = (fold(one), fold(other));
    let by_stem = stems.of(&one, Language::Ro) == stems.of(&other, Language::Ro);
    let by_beginning = beginning(&one).is_some() && beginning(&one) == beginning(&other);
    (by_stem, by_stem || by_beginning)
}

#[test]
fn forms_of_a_word_find_each_other_by_stem_or_beginning() {
    let mut stems = Stems::new();
    let (mut pairs, mut by_stem, mut by_both) = (0, 0, 0);
    let mut missed = Vec::new();
    for family in FAMILIES {
        for one in family {
            for other in family.iter().filter(|other| *other != one) {
                let (stem, both) = equal(&mut stems, one, other);
                pairs += 1;
                by_stem += u32::from(stem);
                by_both += u32::from(both);
                if !both {
                    missed.push((*one, *other));
                }
            }
        }
    }
    let share = |found: u32| f64::from(found) / f64::from(pairs);
    assert!(share(by_both) >= 0.96, "{:.2} by stem, {:.2} by both; missed: {missed:?}", share(by_stem), share(by_both));
    assert!(share(by_both) > share(by_stem), "the beginnings add nothing");
}

#[test]
fn a_word_has_one_stem_with_and_without_diacritics() {
    let mut stems = Stems::new();
    for word in FAMILIES.into_iter().flatten() {
        let plain: String = word.chars().map(|c| fold(&c.to_string())).collect();
        let old = word.replace('ș', "ş").replace('ț', "ţ");
        let expected = stems.of(&fold(word), Language::Ro);
        assert_eq!(stems.of(&fold(&plain), Language::Ro), expected, "{word}");
        assert_eq!(stems.of(&fold(&old), Language::Ro), expected, "{word}");
    }
}

#[test]
fn other_words_stay_apart() {
    let mut stems = Stems::new();
    let confused: Vec<_> = APART.into_iter().filter(|(one, other)| equal(&mut stems, one, other).1).collect();
    assert_eq!(confused, []);
}

#[test]
fn english_forms_have_one_stem() {
    let mut stems = Stems::new();
    for (one, other) in [("tenants", "tenant"), ("renting", "rents"), ("taxes", "tax"), ("companies", "company")] {
        assert_eq!(stems.of(one, Language::En), stems.of(other, Language::En));
    }
}

#[test]
fn lines_become_terms_with_positions() {
    let mut analyzer = tokenizers().get(LINES).expect("an analyzer");
    let mut found = Vec::new();
    analyzer
        .token_stream("act:/7/2025\ntax\nță\n")
        .process(&mut |token| found.push((token.position, token.text.clone())));
    assert_eq!(found, [(0, "act:/7/2025".into()), (1, "tax".into()), (2, "ță".into())]);
    analyzer.token_stream("").process(&mut |token| panic!("{token:?}"));
}
