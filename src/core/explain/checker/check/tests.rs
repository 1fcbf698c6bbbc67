//! Tests of the checks of statements.

use super::super::before::BeforeText;
use super::*;
use crate::domain::Language;

fn act() -> ActText {
    let text = "Articolul I Legea societăților nr. 31/1990 se modifică: 1. La articolul 11, alineatul (1) se modifică \
        și va avea următorul cuprins: (1) Capitalul social al societății se stabilește de asociați. 2. Articolul 12 \
        se modifică: Articolul 12 Taxa este de 50 lei.";
    let before = BeforeText {
        source: "art. I pct. 1".into(),
        provision: "art. 11 alin. (1) din Legea nr. 31/1990".into(),
        before: "(1) Capitalul social al societății nu poate fi mai mic de 200 lei.".into(),
        after: "(1) Capitalul social al societății se stabilește de asociați.".into(),
    };
    ActText::new(text, "").with_before(vec![before])
}

fn codes(ro: &str, rests_on: Option<&str>) -> Vec<FindingCode> {
    let rests_on = rests_on.map(|name| vec![name.to_owned()]);
    let passage = Passage { field: "in_short", language: Language::Ro, text: ro, range: 0..ro.len() };
    let claim = Claim { rests_on: rests_on.as_deref(), passages: vec![passage], dates: vec![] };
    check(&act(), &[claim]).into_iter().map(|finding| finding.code).collect()
}

#[test]
fn a_sentence_about_what_was_rests_on_the_old_text() {
    for said in [
        "Dispare capitalul minim de 200 de lei.",
        "Nu mai există un capital minim de 200 de lei al societății.",
        "Până acum, capitalul social era de cel puțin 200 de lei.",
    ] {
        assert_eq!(codes(said, Some("art. I pct. 1")), vec![], "{said}");
    }
    assert_eq!(codes("Dispare capitalul minim de 300 de lei.", Some("art. I pct. 1")), [FindingCode::NotInAct]);
}

#[test]
fn what_the_act_opens_itself_is_not_held() {
    for text in [
        "Sumele se utilizează exclusiv pentru salarii și pentru alte drepturi ale personalului.",
        "Cheltuielile se fac în limita bugetului aprobat și pentru alte cheltuieli.",
    ] {
        let act = format!("Articolul 1 {text}");
        assert_eq!(in_article(&act, text, "1"), vec![], "{text}");
    }
}

#[test]
fn the_number_of_a_point_supports_no_amount() {
    let found = codes("Plătești două amenzi și taxa de 50 lei.", Some("art. I pct. 2"));
    assert!(found.contains(&FindingCode::NotInAct), "{found:?}");
}

#[test]
fn the_number_before_a_paragraph_of_the_act_is_no_amount() {
    let source = "Articolul 3 (1) Cererea se depune. (2) Taxa este de 50 lei. (2^1) Dovada se păstrează.";
    let found = |said: &str| {
        let passage = Passage { field: "in_short", language: Language::Ro, text: said, range: 0..said.len() };
        check(&ActText::new(source, ""), &[Claim { rests_on: None, passages: vec![passage], dates: vec![] }]).len()
    };
    assert_eq!(found("(1) Cererea se depune. (2) Taxa este de 50 lei."), 0);
    assert_eq!(found("(2^1) Dovada se păstrează."), 0);
    assert_ne!(found("(2^2) Dovada se păstrează."), 0, "the act has no such paragraph");
    assert_eq!(found("Cererea se depune. (3) Taxa este de 50 lei."), 1, "the act has no third paragraph");
    assert_eq!(found("Taxa este de (2) lei."), 1, "an amount");
}

/// The objections to a Romanian statement that rests on an article of the act.
fn in_article(act: &str, said: &str, name: &str) -> Vec<FindingCode> {
    let rests_on = [format!("art. {name}")];
    let passage = Passage { field: "in_short", language: Language::Ro, text: said, range: 0..said.len() };
    let claim = Claim { rests_on: Some(&rests_on), passages: vec![passage], dates: vec![] };
    check(&ActText::new(act, ""), &[claim]).into_iter().map(|finding| finding.code).collect()
}

#[test]
fn what_is_asked_left_out_and_freed_is_compared() {
    let act = "Articolul 1 Licența se acordă cu avizul ministerului. Articolul 2 Arborii se taie fără marcarea prealabilă. \
        Articolul 3 Posturile se transferă la alte instanțe. Articolul 4 Prezenta lege nu impune autorităților \
        obligația de a strânge date. Articolul 5 Operatorul care introduce un produs cu mai mult de 10 substanțe \
        neeligibile este sancționat.";
    let found = |said: &str, name: &str| in_article(act, said, name);
    for (said, name, code) in [
        ("Licența se acordă fără avizul ministerului.", "1", Some(FindingCode::Opposite)),
        ("Licența nu se acordă fără avizul ministerului.", "1", None),
        ("Arborii se taie numai după marcarea lor.", "2", Some(FindingCode::Opposite)),
        ("Arborii se taie fără să fie marcați.", "2", None),
        ("Posturile nu se pierd, se transferă.", "3", None),
        ("Autoritățile sunt obligate să strângă date.", "4", Some(FindingCode::Modality)),
        ("Autoritățile nu sunt obligate să strângă date.", "4", None),
        ("Operatorul cu substanțe eligibile este sancționat.", "5", Some(FindingCode::Opposite)),
    ] {
        let found = found(said, name);
        assert!(code.map_or(found.is_empty(), |code| found.contains(&code)), "{said} {found:?}");
    }
}

#[test]
fn denials_days_and_parties_are_compared_in_words() {
    let act = "Articolul 1 Până la 31 decembrie 2028, membrii Consiliului A.S.F. nu beneficiază de bonusuri. \
        Articolul 2 Scaunele rulante nu sunt vehicule, acestea nefiind supuse asigurării. Articolul 3 Neactualizarea \
        datelor atrage eliminarea din registru. Articolul 4 Limita este: a) pentru prejudicii materiale, 100 lei. \
        b) Pentru vătămări corporale, limita este de 900 lei. Articolul 5 Până la notarea în registru, terenul nu se vinde.";
    let found = |said: &str, name: &str| in_article(act, said, name);
    for (said, name, code) in [
        ("Membrii Consiliului ASF nu primesc bonusuri până la 31 decembrie 2028.", "1", None),
        ("Membrii Consiliului primesc bonusuri.", "1", Some(FindingCode::Opposite)),
        ("Scaunele rulante nu sunt supuse asigurării.", "2", None),
        ("Scaunele rulante sunt supuse asigurării.", "2", Some(FindingCode::Opposite)),
        ("Cine nu actualizează datele este eliminat din registru.", "3", None),
        ("Terenul nu se vinde până la notarea în registru.", "5", None),
        ("Limita este de 100 lei pentru prejudicii materiale și de 900 lei pentru vătămări.", "4", None),
        (
            "Limita este de 900 lei pentru prejudicii materiale și de 100 lei pentru vătămări.",
            "4",
            Some(FindingCode::Exchanged),
        ),
    ] {
        assert_eq!(found(said, name), Vec::from_iter(code), "{said}");
    }
    let after = found("Membrii Consiliului au parte de bonusuri după 31 decembrie 2028.", "1");
    assert!(after.contains(&FindingCode::Limit), "{after:?}");
}

#[test]
fn what_comes_after_a_limit_and_what_is_freed_is_compared() {
    let act = "Articolul 1 Sesizarea se depune, dar nu mai târziu de 5 ani de la data faptei. Articolul 2 Inspectorii \
        sunt exceptați de la obligația deținerii experienței. Articolul 3 Sumele se restituie integral.";
    for (said, name, code) in [
        ("După 5 ani de la faptă sesizarea nu se mai depune.", "1", None),
        ("După 5 ani de la faptă sesizarea se poate depune.", "1", Some(FindingCode::Opposite)),
        ("Inspectorii lucrează numai dacă au experiență.", "2", Some(FindingCode::Opposite)),
        ("Păstrezi sumele.", "3", Some(FindingCode::Opposite)),
        ("Dai sumele înapoi.", "3", None),
    ] {
        let found = in_article(act, said, name);
        assert!(code.map_or(found.is_empty(), |code| found.contains(&code)), "{said} {found:?}");
    }
}

#[test]
fn a_punishment_from_six_months_on_is_no_frequency() {
    let act = "Articolul 1 Fapta se pedepsește cu închisoare de la 6 luni la 2 ani.";
    let found = in_article(act, "Fapta se pedepsește cu închisoare de la șase luni la doi ani.", "1");
    assert!(!found.contains(&FindingCode::Frequency), "{found:?}");
}

#[test]
fn an_old_figure_is_not_valid_now_nor_elsewhere() {
    let now = "Capitalul social al societății este de 200 de lei.";
    assert_eq!(codes(now, Some("art. I pct. 1")), [FindingCode::OnlyBefore]);
    let elsewhere = codes("Dispare taxa de 200 de lei.", Some("art. I pct. 2"));
    assert!(elsewhere.contains(&FindingCode::NotInAct), "{elsewhere:?}");
    assert_eq!(codes("Capitalul era de 200 de lei.", None), vec![], "the words of a person");
}

#[test]
fn limits_names_openings_and_wishes_are_read_where_they_stand() {
    let act = "Articolul 1 Se folosesc numai pești ≥ 16 zile. Timpul minim de expunere trebuie să fie de 5 minute. \
        Articolul 2 Ministerul Sănătății începe controlul în 30 de zile. Articolul 3 Avansul se cheltuiește exclusiv pentru \
        proiect. Articolul 4 Instituțiile transmit datele. Articolul 5 Se aprobă Ordonanța Guvernului nr. 5/2025.";
    for (said, name, code) in [
        ("Se folosesc numai pești de cel puțin 16 zile.", "1", None),
        ("Se folosesc numai pești de cel mult 16 zile.", "1", Some(FindingCode::Limit)),
        ("Expunerea durează cel puțin 5 minute.", "1", None),
        ("Expunerea durează cel mult 5 minute.", "1", Some(FindingCode::Limit)),
        ("Ministerul începe controlul în 30 de zile.", "2", None),
        ("Biserica începe controlul în 30 de zile.", "2", Some(FindingCode::Actor)),
        ("Avansul se cheltuiește și pentru alte proiecte.", "3", Some(FindingCode::Opposite)),
        ("Instituțiile transmit, dacă vor, datele.", "4", Some(FindingCode::Modality)),
        ("Parlamentul aprobă Ordonanța Guvernului nr. 5/2025.", "5", None),
    ] {
        let found = in_article(act, said, name);
        assert!(code.map_or(found.is_empty(), |code| found.contains(&code)), "{said} {found:?}");
    }
}
