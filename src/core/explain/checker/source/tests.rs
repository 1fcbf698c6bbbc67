//! Tests of the text of an act.

use super::*;

const AMENDING: &str = "Articolul I Legea nr. 76/2002 se modifică după cum urmează: 1. La articolul 16, după \
    litera f) se introduce litera g), cu următorul cuprins: g) sunt victime. 2. La articolul 66, alineatul (1) se \
    modifică și va avea următorul cuprins: Articolul 66 (1) Persoanele prevăzute la art. 16 lit. a) și alin. (2) \
    beneficiază. 3. Articolul 85 se modifică: Articolul 85 (1) Angajatorii primesc 2.250 lei. (8) Facilitățile \
    se acordă.\nArticolul II În termen de 60 de zile Guvernul aprobă normele.";

fn part(source: &ActText, reference: &str) -> String {
    let parts = source.resolve(reference).unwrap_or_else(|| panic!("{reference} was not found"));
    parts.into_iter().map(|part| source.text()[part].to_owned()).collect::<Vec<_>>().join(" | ")
}

#[test]
fn references_lead_to_provisions_and_to_quoted_ones() {
    let source = ActText::new(AMENDING, "");
    assert!(part(&source, "art. II").starts_with("Articolul II În termen"));
    assert!(part(&source, "art. I").ends_with("se acordă.\n"));
    assert!(part(&source, "art. I pct. 2").starts_with("2. La articolul 66"));
    assert!(!part(&source, "art. I pct. 2").contains("2.250"));
    assert!(part(&source, "art. 85 alin. (1)").ends_with("2.250 lei. "));
    assert!(part(&source, "art. I pct. 3 alin. (8)").starts_with("(8) Facilitățile"));
    assert!(part(&source, "art. I pct. 1 lit. g)").starts_with("g) sunt victime"));
    for missing in ["art. III", "art. I pct. 4", "art. II alin. (1)", "alin. (2)", "", "undeva"] {
        assert_eq!(source.resolve(missing), None, "{missing}");
    }
}

#[test]
fn a_place_has_its_provision() {
    let source = ActText::new(AMENDING, "");
    let at = |words: &str| source.provision_at(AMENDING.find(words).expect("in the text"));
    assert_eq!(at("60 de zile"), "art. II");
    assert_eq!(at("2.250"), "art. I pct. 3 art. 85 alin. (1)");
    assert_eq!(at("sunt victime"), "art. I pct. 1 lit. g)");
}

#[test]
fn the_number_of_an_article_is_no_point() {
    let act = "Art. 1. - Se instituie o taxă. Art. 2. - Taxa este de 5%. 1. Primul punct.";
    let source = ActText::new(act, "");
    let at = |words: &str| source.provision_at(act.find(words).expect("in the text"));
    assert_eq!([at("5%"), at("Primul")], ["art. 2", "art. 2 pct. 1"]);
}

#[test]
fn a_raised_number_before_a_point_begins_no_point() {
    let act = "Articolul I Ordonanța nr. 5/2020 se modifică: 1. La articolul I, după punctul 2 se introduc punctele \
        2^1 și 2^2, cu următorul cuprins: 2^1. La articolul 25 se modifică taxa. 2^2. La articolul 50 se modifică: \
        (1) Termenul este de 48 de ore. 2. Articolul 7 se abrogă.";
    let source = ActText::new(act, "");
    assert!(part(&source, "art. I pct. 1").ends_with("48 de ore. "));
    assert_eq!(part(&source, "art. I pct. 2"), "2. Articolul 7 se abrogă.");
}

#[test]
fn points_of_the_new_text_are_no_points_of_the_act() {
    let act = "Articolul I Ordonanța nr. 5/2020 se modifică: 1. La articolul I, după punctul 2 se introduce un nou \
        punct, pct. 3, cu următorul cuprins: 3. La articolul 9 se schimbă taxa: Euro 10.200 2. Articolul II se \
        modifică și va avea următorul cuprins: Articolul II Taxa este de 40 lei între orele 22:00 și 24:00. 3. La \
        articolul 4, după punctul 1 se introduce punctul 1^1, cu următorul cuprins: 1^1. Articolul 11 se abrogă. \
        4. Articolul 7 se abrogă.\nArticolul II Legea intră în vigoare la 60 de zile.";
    let source = ActText::new(act, "");
    assert!(part(&source, "art. I pct. 1").ends_with("Euro 10.200 "));
    assert!(part(&source, "art. I pct. 2").contains("40 lei"));
    assert!(part(&source, "art. I pct. 3").ends_with("Articolul 11 se abrogă. "));
    assert!(source.references(20).contains(&"art. II".to_owned()));
    let at = |words: &str| source.provision_at(act.find(words).expect("in the text"));
    assert_eq!(at("60 de zile"), "art. II");
}
