//! Wordings of amendments: each is applied or listed, and none is passed over.

use proptest::collection::vec;
use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

use super::{Applied, apply};
use crate::amend::operations;
use crate::form::read::read;

const BASE: &str = "---
title: \"LEGE nr. 50 din 1 martie 2000\"
---
## Capitolul I Reguli

##### Articolul 1

(1) Cererea o judecă judecătorul delegat.

(2) Doi.

##### Articolul 2

(1) Unu: a) prima; b) a doua; c) a treia.

(2) Lista: - unu; - doi; - trei.

## Capitolul II Sancțiuni

##### Articolul 3

Amenda este de 200 lei.

##### Articolul 4

Patru.

##### Articolul 7^1

Șapte.
";

const LEAD: &str = "Legea nr. 50/2000 privind proba, publicată în Monitorul Oficial al României, Partea I, nr. 5 din 1 martie 2000, cu modificările ulterioare, se modifică și se completează";

fn applied(articles: &str) -> Applied {
    let act = format!("LEGE nr. 9 din 5 ianuarie 2026\n{articles}");
    let (base, act) = (read(BASE).expect("a form"), read(&act).expect("an act"));
    apply(&base, &act).unwrap_or_else(|problem| panic!("{articles}: {problem}"))
}

/// The outcomes of the points of a list, each with its place and its new text; `listed` where it is left to a person.
fn outcomes(points: &str) -> Vec<String> {
    outcomes_of(&format!("Articolul I\n{LEAD} după cum urmează:\n{points}"))
}

fn outcomes_of(articles: &str) -> Vec<String> {
    let outcomes = applied(articles).outcomes.into_iter();
    let line = |outcome: super::OperationOutcome| match (outcome.place, outcome.after) {
        (Some(place), Some(after)) => format!("{}: {place}: {after}", outcome.source),
        _ => format!("{}: listed", outcome.source),
    };
    outcomes.map(line).collect()
}

#[test]
fn wordings_are_applied() {
    for (points, expected) in [
        // Indices of labels that a print lost or wrote in words.
        ("1. Articolul 7¹ se modifică și va avea următorul cuprins:\nArt. 7¹. - Nou.", "art. 7^1: Articolul 7^1 Nou."),
        ("1. Art. 7 indice 1 se abrogă.", "art. 7^1: Articolul 7^1 Abrogat."),
        (
            "1. La articolul 1, după alineatul (1) se introduce un nou alineat, alin. (1¹), cu următorul cuprins:\n(1¹) Nou.",
            "art. 1 alin. (1^1): (1^1) Nou.",
        ),
        (
            "1. La articolul 2 alineatul (1), după litera c) se introduce o nouă literă, litera c1), cu următorul cuprins:\nc1) nouă;",
            "art. 2 alin. (1) lit. c^1): c^1) nouă;",
        ),
        // A full stop for the colon, and leads in other words.
        ("1. Articolul 4 va avea următorul cuprins.\nArt. 4. - Nou.", "art. 4: Articolul 4 Nou."),
        ("1. La articolul 1, alineatul (2) se modifică astfel: „(2) Nou.”", "art. 1 alin. (2): (2) Nou."),
        ("1. La articolul 1, alineatul (2) se reformulează astfel:\n(2) Nou.", "art. 1 alin. (2): (2) Nou."),
        ("1. Se abrogă articolul 4.", "art. 4: Articolul 4 Abrogat."),
        ("1. Se elimină articolul 4.", "art. 4: Articolul 4 Abrogat."),
        ("1. Articolul 4 devine articolul 5.", "art. 5: Articolul 5 Patru."),
        ("1. La articolul 2 alineatul (2), liniuța a doua se abrogă.", "art. 2 alin. (2) liniuța 2: - Abrogată."),
        ("1. La articolul 1, ultimul alineat se abrogă.", "art. 1 alin. (2): (2) Abrogat."),
        ("1. Ultimul alineat al articolului 1 se abrogă.", "art. 1 alin. (2): (2) Abrogat."),
        (
            "1. La articolul 1, ultimul alineat se modifică și va avea următorul cuprins:\n(2) Nou.",
            "art. 1 alin. (2): (2) Nou.",
        ),
        ("1. La articolul 2 alineatul (1), ultima literă se abrogă.", "art. 2 alin. (1) lit. c): c) abrogată;"),
        (
            "1. La articolul 1, după ultimul alineat se introduce un nou alineat, alineatul (3), cu următorul cuprins:\n(3) Nou.",
            "art. 1 alin. (3): (3) Nou.",
        ),
        (
            "1. La articolul 3, suma de „200 lei” se înlocuiește cu suma de „500 lei”.",
            "art. 3: Articolul 3 Amenda este de 500 lei.",
        ),
    ] {
        assert_eq!(outcomes(points), [format!("art. I pct. 1: {expected}")], "{points}");
    }
}

#[test]
fn new_dashes_stand_in_the_order_of_their_text() {
    for (place, expected) in [
        (
            "La articolul 2 alineatul (2), după liniuța a doua se introduc",
            "(2) Lista: - unu; - doi; - patru; - cinci; - trei.",
        ),
        (
            "La articolul 2 alineatul (2), înainte de prima liniuță se introduc",
            "(2) Lista: - patru; - cinci; - unu; - doi; - trei.",
        ),
        ("La articolul 2, alineatul (2) se completează cu", "(2) Lista: - unu; - doi; - trei. - patru; - cinci;"),
    ] {
        let point = format!("1. {place} două noi liniuțe, cu următorul cuprins:\n- patru;\n- cinci;");
        let applied = applied(&format!("Articolul I\n{LEAD} după cum urmează:\n{point}"));
        let article = applied.form.articles().nth(1).expect("article 2").unit.flat();
        assert!(article.ends_with(expected), "{place}: {article}");
    }
}

#[test]
fn a_chapter_is_replaced_by_a_text_with_the_same_articles() {
    let text = "„Capitolul II Altele\nArticolul 3\nTrei.\nArticolul 4\nNou.\nArticolul 7^1\nȘapte.”";
    let applied = applied(&format!(
        "Articolul I\n{LEAD} după cum urmează:\n1. Capitolul II se modifică și va avea următorul cuprins:\n{text}"
    ));
    let after: Vec<_> = applied.outcomes.iter().filter_map(|outcome| outcome.after.as_deref()).collect();
    assert_eq!(after, ["Articolul 3 Trei.", "Articolul 4 Nou.", "Articolul 7^1 Șapte."]);
    assert!(crate::form::write::write(&applied.form).contains("Altele"));
}

#[test]
fn of_a_repealed_chapter_the_listed_articles_are_repealed_and_its_heading_is_listed() {
    for points in [
        "1. Capitolul II, cuprinzând articolele 3 și 4, se abrogă.",
        "1. Capitolul II, alcătuit din art. 3 și 4, se abrogă.",
        "1. Capitolul II „Sancțiuni”, cuprinzând art. 3-4, se abrogă.",
    ] {
        let expected = [
            "art. I pct. 1: listed",
            "art. I pct. 1: art. 3: Articolul 3 Abrogat.",
            "art. I pct. 1: art. 4: Articolul 4 Abrogat.",
        ];
        assert_eq!(outcomes(points), expected, "{points}");
    }
}

#[test]
fn new_text_that_begins_with_the_mark_of_an_article_is_no_article_of_the_act() {
    let points = "1. După articolul 4 se introduc două noi articole, articolele 4^1 și 4^2, cu următorul cuprins:\nArticolul 4^1\nUnu.\nArticolul 4^2\nDoi.\n2. Articolul 3 se abrogă.";
    let act = format!(
        "Articolul 1\n{LEAD} după cum urmează:\n{points}\nArticolul 2\nPrezenta lege intră în vigoare la 1 martie 2026."
    );
    let expected = [
        "art. 1 pct. 1: art. 4^1: Articolul 4^1 Unu.",
        "art. 1 pct. 1: art. 4^2: Articolul 4^2 Doi.",
        "art. 1 pct. 2: art. 3: Articolul 3 Abrogat.",
    ];
    assert_eq!(outcomes_of(&act), expected);
}

#[test]
fn what_the_form_does_not_make_certain_is_listed() {
    for points in [
        "1. La articolul 3, ultimul alineat se abrogă.",
        "1. La articolul 1, ultima literă se abrogă.",
        "1. La articolul 2, punctul V.1 se modifică și va avea următorul cuprins:\nV.1. Nou.",
        "1. La articolul 2, punctul V.1 se abrogă.",
        "1. La articolul 2, după punctul V.1 se introduce un nou punct, punctul V.2, cu următorul cuprins:\nV.2. Nou.",
        "1. La articolul 2, definiția termenului „cerere” se modifică și va avea următorul cuprins:\n„cerere - Nou.”",
        "1. La articolul 2, după definiția noțiunii „cerere” se introduce o nouă definiție, cu următorul cuprins:\n„plângere - Nou.”",
        "1. Definiția noțiunii „cerere” se abrogă.",
        "1. Capitolul II se abrogă.",
        "1. Capitolul II, cuprinzând dispoziții diverse, se abrogă.",
        "1. După capitolul II se introduce un nou capitol, capitolul III, cu următorul cuprins:\n„Capitolul III Altele\nDispoziții fără articole.”",
        "1. Capitolul II se modifică și va avea următorul cuprins:\n„Capitolul II Altele\nDispoziții fără articole.”",
        "1. Capitolul II se modifică și va avea următorul cuprins:\n„Capitolul II Altele\nArticolul 3\nNou.\nArticolul 4\nNou.”",
        "1. Capitolul II se modifică și va avea următorul cuprins:\n„Altele\nArticolul 3\nNou.\nArticolul 4\nNou.\nArticolul 7^1\nNou.”",
    ] {
        assert_eq!(outcomes(points), ["art. I pct. 1: listed"], "{points}");
    }
}

#[test]
fn a_list_goes_on_after_each_wording() {
    for first in [
        "1. Articolul 4 se abrogă.",
        "1. La articolul 1, la finalul alineatului (2) se adaugă teza: „Se poate.”",
        "1. Articolul 3: suma de „200 lei” se înlocuiește cu suma de „500 lei”.",
        "1. Titlul legii se rescrie.",
        "1. În tabelul nr. I, după substanța „alfa” se introduce următoarea substanță: beta (gama)",
    ] {
        for second in ["2. Se elimină articolul 3.", "2. Articolul 3 se abrogă.", "2. Cap. II se abrogă."] {
            for between in ["\n", " "] {
                let found = outcomes(&format!("{first}{between}{second}"));
                let sources: Vec<_> = found.iter().filter_map(|line| line.split(':').next()).collect();
                assert_eq!(sources, ["art. I pct. 1", "art. I pct. 2"], "{first}{between}{second}: {found:?}");
            }
        }
    }
}

#[test]
fn leads_in_other_words_name_the_act() {
    let points = "1. Articolul 4 se abrogă.\n2. Articolul 3 se abrogă.";
    for lead in
        [" astfel:", ":", " în felul următor:", " după cum urmează :", " după cum urmează.", " după cum urmează:"]
    {
        let act =
            read(&format!("LEGE nr. 9 din 5 ianuarie 2026\nArticolul I\n{LEAD}{lead}\n{points}")).expect("an act");
        let names: Vec<_> = operations(&act).into_iter().map(|it| it.act.map(|act| act.to_string())).collect();
        assert_eq!(names, vec![Some("Legea 50/2000".to_owned()); 2], "{lead}");
    }
}

#[test]
fn repeals_in_lists_and_words_for_every_act_are_found() {
    let repeals = "Articolul 5\nLa data intrării în vigoare a prezentei legi se abrogă:\na) Legea nr. 3/1999;\nb) articolul 4 din Legea nr. 50/2000.";
    assert_eq!(outcomes_of(repeals), ["art. 5 lit. b): art. 4: Articolul 4 Abrogat."]);
    for whole in [
        "Pe data intrării în vigoare a prezentei legi, Legea nr. 50/2000 se abrogă.",
        "La data intrării în vigoare a prezentei legi se abrogă Legea nr. 50/2000 privind proba.",
        "La județul Mehedinți din anexa la Legea nr. 50/2000, la litera C. Comune, numărul curent 5 se modifică și va avea următorul cuprins: 5. Băsești.",
    ] {
        assert_eq!(outcomes_of(&format!("Articolul 5\n{whole}")), ["art. 5: listed"], "{whole}");
    }
    let headed = "Articolul 5\nModificarea Legii nr. 50/2000 La articolul 1 din Legea nr. 50/2000, alineatul (2) se modifică și va avea următorul cuprins:\n(2) Nou.";
    assert_eq!(outcomes_of(headed), ["art. 5: art. 1 alin. (2): (2) Nou."]);
    let new = "art. 2: art. 1: Articolul 1 (1) Cererea o judecă registratorul. (2) Doi.";
    for words in [
        "În actele normative în vigoare, sintagma „judecătorul delegat” se înlocuiește cu sintagma „registratorul”.",
        "Sintagma „judecătorul delegat” din cuprinsul actelor normative în vigoare se înlocuiește cu sintagma „registratorul”.",
        "În toate actele normative, expresia „judecătorul delegat” se va înlocui cu expresia „registratorul”.",
        "Ori de câte ori în actele normative în vigoare se folosește expresia „judecătorul delegat”, aceasta se înlocuiește cu expresia „registratorul”.",
    ] {
        assert_eq!(outcomes_of(&format!("Articolul 2\n{words}")), [new], "{words}");
    }
    let some = "În actele normative din domeniul sănătății, sintagma „judecătorul delegat” se înlocuiește cu sintagma „registratorul”.";
    assert_eq!(outcomes_of(&format!("Articolul 2\n{some}")), ["art. 2: listed"], "acts of one field");
}

#[test]
fn changes_of_an_approved_ordinance_are_applied_or_listed() {
    let approval = "Articol unic\nSe aprobă Ordonanța de urgență a Guvernului nr. 5 din 2 mai 2001 pentru modificarea și completarea Legii nr. 50/2000 privind proba, publicată în Monitorul Oficial al României, Partea I, nr. 5 din 3 mai 2001, cu următoarele modificări:\n";
    for (change, expected) in [
        (
            "– La articolul II, alineatul (2) al articolului III va avea următorul cuprins:\n(2) Nou.",
            "art. unic: listed",
        ),
        (
            "1. La articolul I punctul 1, alineatul (2) al articolului 1 se modifică și va avea următorul cuprins:\n(2) Nou.",
            "art. unic pct. 1: art. 1 alin. (2): (2) Nou.",
        ),
        (
            "1. La articolul I, după punctul 2 se introduce un nou punct, pct. 2¹, cu următorul cuprins:\n2¹. Articolul 4 se abrogă.",
            "art. unic pct. 1 pct. 2^1: art. 4: Articolul 4 Abrogat.",
        ),
    ] {
        assert_eq!(outcomes_of(&format!("{approval}{change}")), [expected], "{change}");
    }
    let both = format!(
        "{}.\nArticolul II\n{LEAD} după cum urmează:\n1. Articolul 4 se abrogă.",
        approval.replace("Articol unic", "Articolul I").split(", cu următoarele").next().expect("the approval")
    );
    assert_eq!(outcomes_of(&both), ["art. II pct. 1: art. 4: Articolul 4 Abrogat."], "an approval that changes a law");
}

const PLACES: &[&str] = &[
    "Articolul 1",
    "La articolul 1, alineatul (2)",
    "Alineatul (2) al articolului 2",
    "La articolul 2 alineatul (1), litera b)",
    "Litera ț1) a alineatului (1) al articolului 2",
    "La articolul 2, ultimul alineat",
    "La articolul 6, punctul V.1",
    "Articolul 6 punctul I, după punctul 3",
    "La articolul 2 alineatul (2), liniuțele a doua și a opta",
    "La articolul 2 alineatul (1), definiția „unu”",
    "După mențiunea de transpunere",
    "La anexa nr. 1, categoria „Regulamente”, punctul 3",
    "Capitolul II, secțiunea a 4-a, alcătuită din articolele 3 și 4,",
    "La a rticolul 3",
    "Art. 71 indice 1",
    "Anexele nr. 1-3",
    "În tot cuprinsul legii, sintagma „unu” și sintagma „doi”",
    "Titlul legii",
    "La articolul 3, teza a doua",
];

const VERBS: &[&str] = &[
    "se modifică și va avea următorul cuprins:",
    "va avea următorul cuprins.",
    "se completează cu un nou alineat, cu următorul cuprins:",
    "se introduce un nou punct, punctul 4, cu următorul cuprins:",
    "se introduc două noi alineate, alin. (3) și (4), cu următorul cuprins:",
    "se reformulează astfel:",
    "se modifică astfel:",
    "se abrogă.",
    "se elimină.",
    "devine articolul 9.",
    "devin alineatele (3) și (4).",
    "se înlocuiesc cu anexele nr. 1-5 la prezenta lege.",
    "se înlocuiește cu sintagma „trei” și, respectiv, sintagma „patru”.",
    "se prorogă până la 1 mai 2027.",
    "se suspendă până la 1 mai 2027.",
];

const TEXTS: &[&str] =
    &["Text nou.", "(2) Text nou.", "Art. 5. - (1) Unu.\n(2) Doi: a) una; b) alta.", "b) text; c) text."];

const QUOTES: &[(&str, &str)] = &[("", ""), ("„", "”"), ("\"", "\""), ("«", "»")];

/// A point of a list: its header, and its new text where the verb announces one.
fn point() -> impl Strategy<Value = String> {
    (select(PLACES), select(VERBS), select(TEXTS), select(QUOTES)).prop_map(|(place, verb, text, (open, close))| {
        let has_text = verb.ends_with(':') || verb.ends_with("cuprins.");
        if has_text { format!("{place} {verb}\n{open}{text}{close}") } else { format!("{place} {verb}") }
    })
}

proptest! {
    #[test]
    fn every_point_of_a_list_is_applied_or_listed(points in vec(point(), 1..8), between in select(&["\n", " ", ""])) {
        let numbered: Vec<_> = points.iter().zip(1..).map(|(point, number)| format!("{number}. {point}")).collect();
        let list = numbered.join("\n").replace('\n', between);
        let act = format!("Articolul I\n{LEAD} după cum urmează:\n{list}");
        let found = applied(&act).outcomes;
        for number in 1..=points.len() {
            let source = format!("art. I pct. {number}");
            prop_assert!(found.iter().any(|outcome| outcome.source == source), "{} is silent in\n{}", source, act);
        }
        let of_points = found.iter().filter(|outcome| {
            let number = outcome.source.strip_prefix("art. I pct. ").and_then(|number| number.parse::<usize>().ok());
            number.is_some_and(|number| number <= points.len())
        });
        prop_assert_eq!(of_points.count(), found.len(), "an outcome of no point");
        prop_assert!(found.iter().all(|outcome| outcome.after.is_some() != outcome.problem.is_some()));
    }
}
