//! Tests of phrases.

use super::*;

fn said(kind: AmendmentKind, place: &str, after: &str) -> String {
    let is_item = place.ends_with("lit. c)");
    let passage = NewParagraph { place: place.into(), text: after.into() };
    let change = ProvisionChange {
        passages: vec![passage.clone()],
        act: None,
        place: place.into(),
        is_item,
        kind,
        heading: None,
        after: after.into(),
        before: None,
    };
    what(&change, &passage, true, 130).words
}

#[test]
fn a_long_sentence_is_shortened_where_it_says_something() {
    for (after, expected) in [
        // Legea nr. 139/2025: how long and on which condition stands between the verb and its object.
        (
            "Deputaților și senatorilor li se acordă lunar, pe durata mandatului, pe bază de declarație pe propria răspundere, care reprezintă document justificativ, o sumă forfetară din bugetul Camerei Deputaților și, respectiv, al Senatului, pentru acoperirea cheltuielilor de cazare în municipiul București.",
            "„deputaților și senatorilor li se acordă lunar, pe durata mandatului, pe bază de declarație pe propria răspundere…”",
        ),
        // Legea nr. 161/2025: the object is too far.
        (
            "Cu privire la persoane, sunt prelucrate, prin sisteme manuale și automate de evidență, mijloace foto-audio-video sau alte mijloace tehnice din dotare pentru îndeplinirea atribuțiilor de serviciu, următoarele date și categorii de date:",
            "„cu privire la persoane, sunt prelucrate, prin sisteme manuale și automate de evidență, mijloace foto-audio-video sau alte…”",
        ),
        // Legea nr. 196/2025: what says which cannot be left out.
        (
            "Informațiile relevante, care le includ cel puțin pe cele prevăzute la art. 2 alin. (4) din Decizia 2005/671/JAI privind cercetările penale pentru infracțiunile de terorism care afectează sau pot afecta două sau mai multe state membre ale Uniunii Europene, se transmit către Europol.",
            "„informațiile relevante, care le includ cel puțin pe cele prevăzute la art. 2 alin. (4) din Decizia… se transmit către Europol”",
        ),
        (
            "În vederea accesării fondurilor europene aferente plăților pe suprafață, fermierii, persoane fizice și juridice, în calitate de proprietari ai pajiștilor, au obligația să asigure cosirea cel puțin o dată pe an a vegetației, fără a avea obligația asigurării încărcăturii minime.",
            "„în vederea accesării fondurilor europene aferente plăților pe suprafață, fermierii, persoane fizice și juridice, în calitate…”",
        ),
        // Legea nr. 209/2025: on what a limit depends.
        (
            "În funcție de numărul de salariați, organizația-gazdă poate încheia contracte de internship pentru cel mult 10% din numărul total al salariaților.",
            "organizația-gazdă poate încheia contracte de internship pentru cel mult 10% din numărul total al salariaților",
        ),
        // Legea nr. 166/2025: the year of a derogation.
        (
            "Prin derogare de la prevederile art. VII din Ordonanța de urgență a Guvernului nr. 156/2024 privind unele măsuri fiscal-bugetare, cu modificările ulterioare, în anul 2025, autoritățile publice organizează concursuri pentru posturile vacante.",
            "în anul 2025, autoritățile publice organizează concursuri pentru posturile vacante",
        ),
        // Legea nr. 111/2025: what follows says only how, and frees.
        (
            "Întreprinderea este obligată să prezinte inspectorilor o justificare rezonabilă și elementele relevante prin prisma argumentelor invocate, fără să fie necesar însă să divulge conținutul acesteia.",
            "întreprinderea este obligată să prezinte inspectorilor o justificare rezonabilă și elementele relevante",
        ),
        // A comma inside the name of a ministry ends nothing.
        (
            "Beneficiarii au obligația să transmită Ministerului Dezvoltării, Lucrărilor Publice și Administrației o notă justificativă anterior efectuării modificărilor.",
            "„beneficiarii au obligația să transmită Ministerului Dezvoltării, Lucrărilor Publice și Administrației o notă justificativă…”",
        ),
        // Legea nr. 34/2025: the verb alone says nothing.
        (
            "Declarația de avere și declarația de interese se completează și se depun în conformitate cu prevederile Legii nr. 176/2010 privind integritatea în exercitarea funcțiilor, cu modificările ulterioare.",
            "„declarația de avere și declarația de interese se completează și se depun în conformitate cu prevederile Legii nr. 176/2010…”",
        ),
        // Legea nr. 203/2025: before a colon, the object is still to come.
        (
            "A.S.F. transmite către punctul unic de acces european: a) raportul privind solvabilitatea și situația financiară primit de la societăți participative și holdinguri; b) alte informații.",
            "„A.S.F. transmite către punctul unic de acces european: a) raportul privind solvabilitatea și situația financiară primit…”",
        ),
        // Legea nr. 92/2025: the punishment says more than the figure of a letter.
        (
            "(1) Constituie infracțiuni și se pedepsesc cu închisoare de la 3 luni la un an sau cu amendă următoarele fapte: a) comercializarea articolelor pirotehnice din categoria F1 către persoane care nu au împlinit vârsta de 16 ani; b) depășirea cantității maxime de depozitare a depozitelor autorizate de articole pirotehnice cu mai mult de 25%.",
            "închisoare de la 3 luni la un an sau amendă (art. 3)",
        ),
    ] {
        assert_eq!(said(AmendmentKind::Modify, "art. 3", after), expected, "{after}");
    }
}

#[test]
fn a_fine_is_said_with_its_first_offence() {
    // Legea nr. 159/2025.
    let after = "(4) Constituie contravenții următoarele fapte: a) neinstalarea sistemelor de alertă prevăzute la alin. (1); b) neasigurarea funcționării acestora. (5) Faptele prevăzute la alin. (4) se sancționează cu amendă contravențională de la 10.000 lei la 30.000 lei.";
    let fine = "amendă de la 10.000 lei la 30.000 lei, între altele pentru neinstalarea sistemelor de alertă";
    assert_eq!(said(AmendmentKind::Modify, "art. 171^1", after), fine);
    // Legea nr. 181/2025.
    let after = "Încălcarea de către persoanele fizice sau juridice a obligației de asigurare prevăzute la art. 3 constituie contravenție și se sancționează cu amendă de la 1.000 lei la 2.000 lei.";
    let fine = "amendă de la 1.000 lei la 2.000 lei, pentru încălcarea de către persoanele fizice sau juridice a obligației de asigurare";
    assert_eq!(said(AmendmentKind::Modify, "art. 37 alin. (9)", after), fine);
    let after = "Constituie contravenții faptele: a) nerespectarea art. 5; b) altele. Ele se sancționează cu amendă de la 1 leu la 2 lei.";
    assert!(!said(AmendmentKind::Modify, "art. 38", after).contains("nerespectarea art"));
}

#[test]
fn a_letter_says_nothing_without_the_words_before_its_list() {
    let after = "determină un impact asupra mediului ce nu poate fi neglijat, modificarea calității aerului";
    let place = "art. 66 alin. (1^2) lit. c)";
    let named = format!("se schimbă {place}: „determină un impact asupra mediului");
    assert!(said(AmendmentKind::Modify, place, after).starts_with(&named));
    assert_eq!(said(AmendmentKind::Insert, place, "taxa de 50 lei"), "taxa de 50 lei");
}
