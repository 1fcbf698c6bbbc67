//! What an editor found wrong in drafts of laws of 2025, each on the words of such a law.

use super::tests::{day, drafted, law};
use super::*;
use crate::domain::EntryKind;

/// A law that changes Legea nr. 10/1995 by these operations, with its own articles after them.
pub(super) fn amending(operations: &str, own: &str) -> Article {
    let text = format!(
        "Articolul I\nLegea nr. 10/1995 privind calitatea în construcții, republicată în Monitorul Oficial al României, Partea I, nr. 765 din 30 septembrie 2016, cu modificările și completările ulterioare, se modifică și se completează după cum urmează: {operations}\n{own}"
    );
    let title = "LEGE nr. 207 din 8 decembrie 2025 pentru modificarea Legii nr. 10/1995 privind calitatea în construcții și pentru completarea art. 26 din Legea nr. 7/1996";
    drafted(&law("207", title, "2025-12-08", &text)).article
}

/// A law that approves an ordinance of this name with one change.
pub(super) fn approving(name: &str, change: &str) -> Article {
    let text = format!(
        "ARTICOL UNIC\nSe aprobă Ordonanța de urgență a Guvernului nr. 162/2022 {name}, publicată în Monitorul Oficial al României, Partea I, nr. 1186 din 9 decembrie 2022, cu următoarele modificări: {change}"
    );
    let title = format!(
        "LEGE nr. 103 din 16 iunie 2025 privind aprobarea Ordonanței de urgență a Guvernului nr. 162/2022 {name}"
    );
    drafted(&law("103", &title, "2025-06-16", &text)).article
}

#[test]
fn the_paragraph_that_binds_is_in_both_texts_and_the_others_are_named() {
    let duties: Vec<_> =
        ('a'..='k').map(|letter| format!("{letter}) stabilirea nivelului calitativ ce trebuie realizat prin proiectare și execuție pe baza reglementărilor tehnice, precum și a studiilor")).collect();
    let more: Vec<_> = (3..=12)
        .map(|number| format!("({number}) Registrul cuprinde numele, adresa și data înscrierii, în ordinea cererilor, pe foi numerotate."))
        .collect();
    let article = amending(
        &format!(
            "1. Articolul 22 se modifică și va avea următorul cuprins: Articolul 22 (1) Investitorii au următoarele obligații principale: {}. (2) Sumele achitate de cumpărător nu pot depăși 5% din preț, sub sancțiunea nulității absolute. {}",
            duties.join("; "),
            more.join(" ")
        ),
        "",
    );
    for text in [&article.technical_summary, &article.simple_explanation] {
        assert!(text.contains("nu pot depăși 5% din preț, sub sancțiunea nulității absolute"), "{text}");
    }
    assert!(article.technical_summary.contains("k) stabilirea"), "the summary has the whole text");
    let explanation = &article.simple_explanation;
    assert!(explanation.contains("(în textul actului și: lit. "), "{explanation}");
    assert!(explanation.contains("- Se mai schimbă: art. 22 alin. ("), "{explanation}");
    assert!(!explanation.contains("rezumatul tehnic"), "{explanation}");
    assert_eq!(
        article.title,
        "Legea 10/1995 (calitatea în construcții): sumele achitate de cumpărător nu pot depăși 5% din preț, sub sancțiunea nulității absolute"
    );
}

#[test]
fn a_summary_without_room_for_all_names_what_it_leaves_out() {
    let words = "Furnizorii transmit raportul prin mijloace electronice de identificare și autentificare la distanță. ";
    let operations: Vec<_> = (1..=60)
        .map(|number| {
            format!(
                "{number}. Articolul {number} se modifică și va avea următorul cuprins: Articolul {number} {}",
                words.repeat(8)
            )
        })
        .collect();
    let formula = "61. La mențiunea privind transpunerea normelor Uniunii Europene, după punctul 6 se introduce un nou punct, pct. 7, cu următorul cuprins: 7. dispozițiile art. 8 din Directiva (UE) 2023/2.864.";
    let article = amending(&format!("{} {formula}", operations.join(" ")), "");
    let summary = &article.technical_summary;
    assert!(summary.chars().count() <= limits::LONG_TEXT, "{}", summary.chars().count());
    let left_out = summary.lines().find(|line| line.starts_with("- Numai în textul actului: art. "));
    let listed = (1..=60).filter(|number| summary.contains(&format!("- **art. {number}**: "))).count();
    assert!(listed > 30, "{listed}");
    assert!(left_out.is_some() && !summary.contains("pct. 7, cu următorul"), "{summary}");
}

#[test]
fn every_changed_act_is_listed() {
    let articles: Vec<_> = (1..=9)
        .map(|number| format!("Articolul {}\nArticolul 5 din Legea nr. {number}/2001 privind registrul, cu modificările ulterioare, se abrogă.", ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"][number - 1]))
        .collect();
    let title = "LEGE nr. 238 din 12 decembrie 2025 pentru modificarea unor acte normative";
    let article = drafted(&law("238", title, "2025-12-12", &articles.join("\n"))).article;
    assert!(article.technical_summary.contains("Legea nr. 9/2001"), "{}", article.technical_summary);
}

#[test]
fn a_duty_a_relief_and_a_time_that_passed_are_kept_apart() {
    let article = approving(
        "pentru prorogarea unor termene",
        "– Articolul V se modifică și va avea următorul cuprins: Articolul V (1) Cererile depuse conform legii se pot soluționa de autoritatea competentă fără documente până la data de 30 noiembrie 2026. (2) Furnizorii de servicii sociale au obligația de a continua demersurile și de a transmite documentul compartimentului de specialitate, până la data de 31 decembrie 2026, sub sancțiunea retragerii licenței. (3) Beneficiază asigurații care au un stagiu de cel puțin 12 luni realizat în ultimele 24 de luni anterior producerii riscului.",
    );
    let what = &article.deadlines[0].what;
    assert!(what.starts_with("Cererile depuse conform legii"), "without the label of the article: {what}");
    let entries: Vec<_> = article.deadlines.iter().map(|entry| (entry.kind, entry.date)).collect();
    assert_eq!(entries, [(EntryKind::Ends, Some(day("2026-11-30"))), (EntryKind::Due, Some(day("2026-12-31")))]);
}

#[test]
fn the_text_of_a_day_names_its_subject() {
    let name = "Normele metodologice de aplicare a prevederilor Legii nr. 197/2012 privind asigurarea calității în domeniul serviciilor sociale, aprobate prin Hotărârea Guvernului nr. 118/2014, cu modificările și completările ulterioare";
    let clause = format!(
        "Furnizorii de servicii sociale transmit documentul compartimentului de specialitate prevăzut la art. 3 din {name}, și fișele tuturor beneficiarilor pe care îi au în evidență la data depunerii, cu anexele lor, cu dovada plății și cu opisul semnat de conducătorul unității, până la data de 31 decembrie 2026."
    );
    let article = amending("1. Articolul 5 se abrogă.", &format!("Articolul II\n{clause}"));
    let what = article.deadlines.first().map(|entry| entry.what.as_str()).expect(&article.technical_summary);
    assert!(
        what.starts_with("Furnizorii de servicii sociale") && what.contains("până la data de 31 decembrie 2026"),
        "{what}"
    );
}

#[test]
fn the_day_of_a_part_stands_beside_the_day_of_the_act() {
    let own = "Articolul II\nPrevederile art. I pct. 1 intră în vigoare la 3 luni de la data publicării prezentei legi în Monitorul Oficial al României, Partea I.";
    let article = amending(
        "1. Articolul 5 se modifică și va avea următorul cuprins: Articolul 5 Proprietarii au obligația să declare construcția.",
        own,
    );
    let since = "În vigoare din 11 decembrie 2025, în parte la 3 luni de la publicare.";
    for text in [&article.simple_explanation, &article.in_short.expect("a short line")] {
        assert!(text.ends_with(since), "a counted day is no word of the act: {text}");
    }
}

#[test]
fn readers_of_sanctions_homes_and_social_services_are_named() {
    use crate::domain::AudienceRole::{Association, Company, Consumer, SelfEmployed};
    for (rule, role) in [
        ("Furnizorii de servicii sociale au obligația de a transmite documentul.", Association),
        ("Furnizorii de servicii sociale au obligația de a transmite documentul.", Company),
        ("Sumele achitate de cumpărător nu pot depăși 5% și dezvoltatorul este obligat să le restituie.", Consumer),
        ("Avocații au obligația să depună cererea.", SelfEmployed),
    ] {
        let operation = format!("1. Articolul 5 se modifică și va avea următorul cuprins: Articolul 5 {rule}");
        let roles = amending(&operation, "").roles;
        assert!(roles.contains(&role), "{rule}: {roles:?}");
    }
}

#[test]
fn a_short_line_names_the_bodies_and_groups_that_act() {
    for (rule, expected) in [
        (
            "Autoritățile publice locale pot participa la finanțarea unor cheltuieli.",
            Some("Pentru primării și consilii locale."),
        ),
        ("Asigurații beneficiază de servicii de fizioterapie.", Some("Pentru asigurați.")),
        ("Comisia Camerei Deputaților și cea a Senatului numesc membrii comitetului.", None),
    ] {
        let operation = format!("1. Articolul 5 se modifică și va avea următorul cuprins: Articolul 5 {rule}");
        let short = amending(&operation, "").in_short.expect("a short line");
        let readers = short.find("Pentru ").map(|at| &short[at..]);
        let readers = readers.and_then(|rest| rest.find('.').map(|end| &rest[..=end]));
        assert_eq!(readers, expected, "{short}");
    }
}

#[test]
fn a_short_line_says_a_whole_sentence_before_its_day() {
    // Legea nr. 231/2025.
    let rule = "În caz de vătămare a integrității corporale sau a sănătății, poate fi acordată victimei directe și o despăgubire pentru restrângerea posibilităților de viață familială și socială.";
    let operation = format!("1. Articolul 5 se modifică și va avea următorul cuprins: Articolul 5 {rule}");
    assert_eq!(amending(&operation, "").in_short.as_deref(), Some(rule));
}

#[test]
fn the_text_of_a_day_far_from_its_beginning_begins_with_a_word() {
    let items = "verifică registrul și dosarele depuse de solicitanți, pe baza documentelor justificative, ".repeat(20);
    let own = format!(
        "Articolul II\nPersoana responsabilă are atribuțiile: a) {items} b) altele; sesizarea se transmite de angajat în cel mult 3 zile lucrătoare de la momentul constatării."
    );
    let article = amending("1. Articolul 5 se abrogă.", &own);
    let what = article.deadlines.first().map(|entry| entry.what.as_str()).expect(&article.technical_summary);
    assert!(what.starts_with("sesizarea se transmite de angajat"), "{what}");
}

#[test]
fn pieces_of_real_laws_are_drafted_wherever_they_end() {
    for line in include_str!("labelled.jsonl").lines().step_by(9) {
        let record: serde_json::Value = serde_json::from_str(line).expect("a labelled law");
        let text = record["text"].as_str().expect("a text");
        for end in (200..text.chars().count()).step_by(317) {
            let piece: String = text.chars().take(end).collect();
            let article = drafted(&law("900", "LEGE nr. 900 din 25 noiembrie 2025", "2025-11-26", &piece)).article;
            assert!(article.technical_summary.chars().count() <= limits::LONG_TEXT);
            assert!(article.title.chars().count() <= limits::TITLE, "{}", article.title);
        }
    }
}

#[test]
fn the_text_of_a_day_has_no_label_and_its_verb() {
    // Legea nr. 178/2025.
    let programmes =
        "Articolul 13 Următoarele programe se derulează până la data de 31 decembrie 2026, în limita bugetului.";
    let operation = format!("1. Articolul 13 se modifică și va avea următorul cuprins: {programmes}");
    let what = &amending(&operation, "").deadlines[0].what;
    assert!(what.starts_with("Următoarele programe"), "{what}");
}

#[test]
fn the_words_before_two_lists_are_two_paragraphs_with_their_places() {
    // Legea nr. 136/2025.
    let article = amending(
        "1. La articolul 27, părțile introductive ale alineatelor (2^1) și (2^3) se modifică și vor avea următorul cuprins: (2^1) Moștenitorii pot solicita comisiei județene emiterea titlului de proprietate, astfel: (2^3) Proprietarii caselor de locuit pot solicita primăriei atribuirea terenurilor deținute, dacă:",
        "",
    );
    let text = &article.simple_explanation;
    assert!(text.contains("- **art. 27 alin. (2^1) partea introductivă**: Moștenitorii"), "{text}");
    assert!(text.contains("- **art. 27 alin. (2^3) partea introductivă**: Proprietarii"), "{text}");
    assert!(!article.title.contains("alin. (2^1) alin."), "{}", article.title);
}
