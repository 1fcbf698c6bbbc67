//! Lists of operations: points that are missing or repealed, ordinances that a law approves, several owners.

use paragraf_law::apply::{Applied, apply};

use super::{amending, applied, form, lines};

const BASE: &str = "LEGEA nr. 1 din 5 ianuarie 2000 privind proba
Articolul 1
(1) Alineatul unu are 40 lei.
(2) Alineatul doi are:
a) litera a;
b) litera b.
(3) Alineatul trei.
Articolul 2
Textul articolului doi.
";

fn all(operations: &str) -> String {
    lines(&applied(BASE, operations)).join("\n")
}

#[test]
fn a_repealed_point_and_a_gap_do_not_hide_what_follows() {
    let found =
        all("1. La articolul 1, alineatul (3) se abrogă. 2. Abrogat. 3. La articolul 1 alineatul (2), litera a) \
         se modifică și va avea următorul cuprins: a) alta; 9. Articolul 2 se abrogă.");
    let expected = "repeal art. 1 alin. (3): (3) Abrogat.\nmodify art. 1 alin. (2) lit. a): a) alta;\n\
                    repeal art. 2: Articolul 2 Abrogat.";
    assert_eq!(found, expected);
}

#[test]
fn points_of_the_new_text_are_no_operations() {
    let found =
        all("1. Articolul 2 se modifică și va avea următorul cuprins: Articolul 2 Persoanele: 1. una; 2. cele care \
         devin asociați. 2. La articolul 1, alineatul (3) se abrogă.");
    let expected = "modify art. 2: Articolul 2 Persoanele: 1. una; 2. cele care devin asociați.\n\
                    repeal art. 1 alin. (3): (3) Abrogat.";
    assert_eq!(found, expected);
}

#[test]
fn an_owner_belongs_to_inner_units_and_ends_a_place() {
    let found =
        all("1. La articolul 1, alineatul (1) și literele a) și b) ale alineatului (2) se modifică și vor avea \
         următorul cuprins: (1) Unu. (2) a) alfa; b) beta.");
    assert!(
        found.starts_with("modify art. 1 alin. (1): (1) Unu.\nmodify art. 1 alin. (2) lit. a): a) alfa;"),
        "{found}"
    );
    let found =
        all("1. La articolul 2, denumirea marginală a articolului se modifică și va avea următorul cuprins: Alt nume");
    assert_eq!(found, "modify art. 2 denumirea: Alt nume");
}

#[test]
fn a_repealed_chapter_lists_its_articles_and_a_day_may_stand_first() {
    let repealed = "repeal cap. I: ! the repeal of a chapter, a heading or a sentence is left to a person\n\
                    repeal art. 1: Articolul 1 Abrogat.\nrepeal art. 2: Articolul 2 Abrogat.";
    assert_eq!(all("1. Capitolul I, cuprinzând articolele 1 și 2, se abrogă."), repealed);
    let act = amending(
        "Începând cu data de 1 ianuarie 2027 alin. (3) al art. 1 din Legea nr. 1/2000 privind proba se abrogă.",
    );
    assert_eq!(lines(&apply(&form(BASE), &act).expect("it amends the law")), ["repeal art. 1 alin. (3): (3) Abrogat."]);
    let more = "Articolul 2 din Legea nr. 1/2000, cu modificările ulterioare, precum și pct. 8 din anexa nr. 5 la același act normativ se abrogă.";
    let listed = lines(&apply(&form(BASE), &amending(more)).expect("it amends the law"));
    assert_eq!(listed, ["not understood : ! a part of the place is not understood"]);
    let found = all("1. Începând cu data intrării prevederile art. 1 alin. (1) lit. a), art. 2 se abrogă.");
    assert!(!found.contains("Abrogat"), "{found}");
}

#[test]
fn several_words_get_one_replacement() {
    let found =
        all("1. În tot cuprinsul legii, sintagmele „Alineatul unu” și „Textul articolului” se înlocuiesc cu „Norma”.");
    assert!(found.contains("(1) Norma are 40 lei.") && found.contains("Norma doi."), "{found}");
}

#[test]
fn an_item_of_another_paragraph_stands_after_a_finished_one() {
    let text = "1. La articolul 1, alineatul (1) și litera a) a alineatului (2) se modifică și vor avea următorul cuprins: \
        (1) Unu. .................... a) alfa.";
    assert_eq!(all(text), "modify art. 1 alin. (1): (1) Unu.\nmodify art. 1 alin. (2) lit. a): a) alfa.");
}

#[test]
fn the_first_paragraph_gets_its_mark_when_another_one_comes() {
    let done =
        applied(BASE, "1. La articolul 2 se introduce un nou alineat, alin. (2), cu următorul cuprins: (2) Nou.");
    let article = done.form.articles().find(|article| article.unit.mark.ends_with('2')).expect("art. 2");
    assert_eq!(article.unit.flat(), "Articolul 2 (1) Textul articolului doi. (2) Nou.");
}

/// Applies the changes with which a law approves an ordinance that amends Legea 1/2000.
fn approved(title: &str, changes: &str) -> Result<Applied, String> {
    let lead = format!(
        "Se aprobă Ordonanța de urgență a Guvernului nr. 5 din 3 mai 2001 {title}, publicată în Monitorul Oficial al \
         României, Partea I, nr. 250 din 4 mai 2001, cu următoarele modificări și completări:"
    );
    apply(&form(BASE), &amending(&format!("{lead} {changes}")))
}

const TITLE: &str = "pentru modificarea și completarea Legii nr. 1/2000 privind proba";

#[test]
fn a_law_that_approves_an_ordinance_changes_the_act_that_the_ordinance_amends() {
    let changes = "1. La articolul I punctul 2, litera a) a alineatului (2) al articolului 1 se modifică și va avea \
        următorul cuprins: a) alta; 2. La articolul I, punctul 3 se modifică și va avea următorul cuprins: „3. La \
        articolul 1, după alineatul (2) se introduce un nou alineat, alineatul (3), cu următorul cuprins: (3) Trei.” 3. La \
        articolul I, după punctul 3 se introduce un nou punct, pct. 3^1, cu următorul cuprins: „3^1. La articolul 1, după \
        alineatul (3) se introduce un nou alineat, alin. (3^1), cu următorul cuprins: (3^1) Nou.”";
    let done = approved(TITLE, changes).expect("the ordinance amends the law");
    let expected = [
        "modify art. 1 alin. (2) lit. a): a) alta;",
        "insert art. 1 alin. (3): (3) Trei.",
        "insert art. 1 alin. (3^1): (3^1) Nou.",
    ];
    assert_eq!(lines(&done), expected);
    assert_eq!(done.outcomes[1].before.as_deref(), Some("(3) Alineatul trei."));
}

#[test]
fn operations_that_need_the_text_of_the_ordinance_are_listed() {
    let changes = "1. La articolul I, punctul 4 se abrogă. 2. Articolul II se modifică și va avea următorul cuprins: Articolul \
        II Alt text.";
    let done = approved(TITLE, changes).expect("the ordinance amends the law");
    let problem = "not understood : ! it changes OUG 5/2001; without its text, the change of Legea 1/2000 is not known";
    assert_eq!(lines(&done), [problem, problem]);
    let other = approved("privind unele măsuri", changes).expect_err("the title names no act");
    assert_eq!(other, "the amending act does not amend Legea 1/2000; it amends OUG 5/2001");
}

#[test]
fn a_heading_of_a_markdown_article_is_replaced_alone() {
    let base = "---\ntitle: \"LEGEA nr. 1 din 5 ianuarie 2000\"\n---\n##### Articolul 1\n\nNume vechi\n\n(1) Unu.\n";
    let done =
        applied(base, "1. Denumirea marginală a articolului 1 se modifică și va avea următorul cuprins: Nume nou");
    assert_eq!(lines(&done), ["modify art. 1 denumirea: Nume nou"]);
    assert_eq!(done.outcomes[0].before.as_deref(), Some("Nume vechi"));
}

#[test]
fn a_phrase_in_every_act_is_replaced_in_this_one() {
    let base = form("LEGEA nr. 1 din 5 ianuarie 2000\nArticolul 1\n(1) Decide judecătorul delegat.\n(2) Doi.\n");
    for clause in [
        "În actele normative în vigoare, sintagma „judecătorul delegat” se înlocuiește cu sintagma „registratorul”.",
        "(1) În toate actele normative în vigoare, sintagma „judecătorul delegat” se înlocuiește cu sintagma „registratorul”.",
    ] {
        let text = format!(
            "LEGE nr. 9 din 5 ianuarie 2026\nArticolul I\nLegea nr. 1/2000 se modifică după cum urmează:\n1. La articolul 1, alineatul (2) se modifică și va avea următorul cuprins:\n„(2) Trei.”\nArticolul II\n{clause}\nAceastă lege a fost adoptată de Parlamentul României.\nBucurești, 5 ianuarie 2026.\nNr. 9."
        );
        let done = apply(&base, &form(&text)).expect("the act amends this one");
        let expected = [
            "modify art. 1 alin. (2): (2) Trei.",
            "replace words art. 1: Articolul 1 (1) Decide registratorul. (2) Trei.",
        ];
        assert_eq!(lines(&done), expected, "{clause}");
    }
}

#[test]
fn the_signatures_of_the_act_are_no_part_of_its_last_text() {
    let base = form("LEGEA nr. 1 din 5 ianuarie 2000\nArticolul 1\n(1) Unu.\n(2) Doi.\n");
    let tail = "Această lege a fost adoptată de Parlamentul României, cu respectarea prevederilor art. 75 din Constituție.\nPREȘEDINTELE CAMEREI DEPUTAȚILOR\nION POPESCU\nBucurești, 5 ianuarie 2026.\nNr. 9.";
    for text in ["„(2) Trei.”", "(2) Trei."] {
        let act = format!(
            "LEGE nr. 9 din 5 ianuarie 2026\nArticol unic\nLegea nr. 1/2000 se modifică după cum urmează:\n1. La articolul 1, alineatul (2) se modifică și va avea următorul cuprins:\n{text}\n{tail}"
        );
        for act in [act.replace('\n', " "), act] {
            let done = apply(&base, &form(&act)).expect("the act amends this one");
            assert_eq!(lines(&done), ["modify art. 1 alin. (2): (2) Trei."], "{act}");
        }
    }
}
