//! The shapes of operations, one by one.

use paragraf::domain::amendment::AmendmentKind;
use paragraf_law::apply::apply;
use paragraf_law::form::clause::ClauseKind;
use paragraf_law::form::write::write;

use super::{amending, applied, form, lines};

const BASE: &str = "LEGEA nr. 1 din 5 ianuarie 2000 privind proba
Articolul 1
(1) Alineatul unu are 40 lei.
(2) Alineatul doi are:
a) litera a;
b) litera b.
(3) Alineatul trei, conform alin. (1) și (2).
Articolul 2
Persoanele sunt: a) una; b) două; 1. punctul unu; 2. punctul doi.
Articolul 3
Zilele libere sunt:
- 1 și 2 ianuarie;
- prima zi de Paști.
Articolul 4
Termenul este 1 ianuarie 2026.
";

/// Applies one operation and returns its line.
fn one(operation: &str) -> String {
    lines(&applied(BASE, &format!("1. {operation}"))).join("\n")
}

#[test]
fn each_kind_of_operation_is_applied() {
    for (operation, line) in [
        (
            "La articolul 1, alineatul (1) se modifică și va avea următorul cuprins: (1) Are 45 lei.",
            "modify art. 1 alin. (1): (1) Are 45 lei.",
        ),
        (
            "Articolul 4 se modifică și va avea următorul cuprins: Articolul 4 Alt text.",
            "modify art. 4: Articolul 4 Alt text.",
        ),
        (
            "La articolul 1 alineatul (2), partea introductivă se modifică și va avea următorul cuprins: (2) Alt început:",
            "modify art. 1 alin. (2) partea introductivă: Alt început:",
        ),
        (
            "Litera b) a alineatului (2) al articolului 1 va avea următorul cuprins: b) alta.",
            "modify art. 1 alin. (2) lit. b): b) alta.",
        ),
        (
            "La articolul 1, după alineatul (2) se introduce un nou alineat, alin. (2^1), cu următorul cuprins: (2^1) Nou.",
            "insert art. 1 alin. (2^1): (2^1) Nou.",
        ),
        (
            "La articolul 1 alineatul (2), înaintea literei b) se introduce o nouă literă, litera a^1), cu următorul cuprins: a^1) nouă;",
            "insert art. 1 alin. (2) lit. a^1): a^1) nouă;",
        ),
        (
            "După articolul 2 se introduce un nou articol, articolul 2^1, cu următorul cuprins: Articolul 2^1 (1) Unu. (2) Doi.",
            "insert art. 2^1: Articolul 2^1 (1) Unu. (2) Doi.",
        ),
        (
            "La articolul 3, după liniuța „- 1 și 2 ianuarie;“ se introduce o nouă liniuță, cu următorul cuprins: – 6 ianuarie;",
            "insert art. 3 liniuța 2: - 6 ianuarie;",
        ),
        ("La articolul 1, alineatul (3) se abrogă.", "repeal art. 1 alin. (3): (3) Abrogat."),
        (
            "La articolul 1, alineatul (3) devine alineatul (4).",
            "renumber art. 1 alin. (4): (4) Alineatul trei, conform alin. (1) și (2).",
        ),
        (
            "La articolul 1 alineatul (1), sintagma „40 lei” se înlocuiește cu sintagma „45 lei”.",
            "replace words art. 1 alin. (1): (1) Alineatul unu are 45 lei.",
        ),
        (
            "Termenul prevăzut la articolul 4 se prorogă până la data de 1 ianuarie 2027.",
            "prorogue art. 4: Articolul 4 Termenul este 1 ianuarie 2026.",
        ),
    ] {
        assert_eq!(one(operation), line, "{operation}");
    }
}

#[test]
fn operations_within_a_point_and_within_an_article_have_its_place() {
    let done = applied(
        BASE,
        "1. Articolul 1 se modifică și se completează după cum urmează: a) alineatul (1) va avea următorul cuprins: (1) Nou. b) alineatul (3) se abrogă. 2. Articolul 4 se abrogă.",
    );
    assert_eq!(
        lines(&done),
        [
            "modify art. 1 alin. (1): (1) Nou.",
            "repeal art. 1 alin. (3): (3) Abrogat.",
            "repeal art. 4: Articolul 4 Abrogat."
        ]
    );
    let act = amending(
        "La articolul 1 din Legea nr. 1/2000 privind proba, publicată în Monitorul Oficial al României, Partea I, nr. 8 din 12 ianuarie 2000, cu modificările ulterioare, alineatul (3) se abrogă.",
    );
    assert_eq!(lines(&apply(&form(BASE), &act).expect("this act")), ["repeal art. 1 alin. (3): (3) Abrogat."]);
    let whole = amending(
        "Articolul 1 din Legea nr. 1/2000 privind proba, cu modificările ulterioare, se modifică și se completează după cum urmează: 1. Alineatul (1) se abrogă. 2. După alineatul (3) se introduce un nou alineat, alin. (4), cu următorul cuprins: (4) Nou.",
    );
    assert_eq!(
        lines(&apply(&form(BASE), &whole).expect("this act")),
        ["repeal art. 1 alin. (1): (1) Abrogat.", "insert art. 1 alin. (4): (4) Nou."]
    );
}

#[test]
fn a_repeal_may_name_the_place_after_the_verb() {
    let act = amending(
        "La data intrării în vigoare a prezentei legi se abrogă art. 3 și 4 din Legea nr. 1/2000 privind proba, publicată în Monitorul Oficial al României, Partea I, nr. 8 din 12 ianuarie 2000, cu modificările ulterioare.",
    );
    let done = apply(&form(BASE), &act).expect("the act amends this one");
    assert_eq!(lines(&done), ["repeal art. 3: Articolul 3 Abrogat.", "repeal art. 4: Articolul 4 Abrogat."]);
}

#[test]
fn an_ordinary_sentence_is_no_operation() {
    let act = amending(
        "În cazul semnalărilor prevăzute la art. 8 din Legea nr. 1/2000 se introduc și următoarele date: a) una; b) alta.",
    );
    assert_eq!(apply(&form(BASE), &act).expect_err("no operation"), "the amending act has no operation");
}

#[test]
fn lines_of_annexes_are_changed_and_added() {
    let base = format!("{BASE}ANEXA nr. 1\nLista\n1. unu;\n2. doi;\n| 7 | șapte | 70 |\n");
    let done = applied(
        &base,
        "1. La anexa nr. 1, punctul 2 se modifică și va avea următorul cuprins: 2. alt doi; 2. La anexa nr. 1, după punctul 2 se introduce un nou punct, pct. 3, cu următorul cuprins: 3. trei. 3. La anexa nr. 1, poziția 7 se abrogă.",
    );
    assert_eq!(
        lines(&done),
        [
            "modify anexa nr. 1 pct. 2: 2. alt doi;",
            "insert anexa nr. 1 pct. 3: 3. trei.",
            "repeal anexa nr. 1 poziția 7: | 7 | Abrogată."
        ]
    );
}

#[test]
fn lists_of_provisions_are_one_outcome_each() {
    let done =
        applied(BASE, "1. La articolul 1 alineatul (2), literele a) și b) se abrogă. 2. Articolele 3 și 4 se abrogă.");
    let places: Vec<_> =
        done.outcomes.iter().filter_map(|outcome| outcome.place.as_ref()).map(ToString::to_string).collect();
    assert_eq!(places, ["art. 1 alin. (2) lit. a)", "art. 1 alin. (2) lit. b)", "art. 3", "art. 4"]);
    assert!(done.outcomes.iter().all(|outcome| outcome.problem.is_none()), "{:?}", lines(&done));
}

#[test]
fn an_inserted_provision_stands_between_its_neighbours() {
    let done = applied(
        BASE,
        "1. La articolul 1, după alineatul (1) se introduc două noi alineate, alin. (1^1) și (1^2), cu următorul cuprins: (1^1) Una. (1^2) Alta. 2. După articolul 4 se introduce un nou articol, art. 5, cu următorul cuprins: Articolul 5 Sfârșit.",
    );
    let text = write(&done.form);
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words} is missing in {text}"));
    assert!(
        at("Alineatul unu") < at("(1^1) Una.")
            && at("(1^1) Una.") < at("(1^2) Alta.")
            && at("(1^2) Alta.") < at("Alineatul doi")
    );
    assert!(at("Termenul este") < at("Sfârșit."));
    assert_eq!(form(&text).articles().count(), 5);
}

#[test]
fn an_operation_that_is_not_understood_is_listed_with_its_text() {
    let done = applied(
        BASE,
        "1. La tabelul nr. I, după substanța „x” se introduce următoarea substanță: y. 2. Articolul 4 se abrogă.",
    );
    assert_eq!(done.outcomes.len(), 2);
    assert!(
        done.outcomes[0].kind == AmendmentKind::NotUnderstood && done.outcomes[0].text.contains("tabelul nr. I"),
        "{:?}",
        done.outcomes[0]
    );
    assert!(done.outcomes[1].problem.is_none());
}

#[test]
fn an_act_as_the_gazette_prints_it_is_read_too() {
    let act = form(
        "LEGE nr. 7 din 3 martie 2026
pentru modificarea Legii nr. 1/2000 privind proba
Parlamentul României adoptă prezenta lege.
Art. I. - Legea nr. 1/2000 privind proba, publicată în Monitorul Oficial al României, Partea I,
nr. 8 din 12 ianuarie 2000, se modifică și se completează după cum urmează:
1. La articolul 1, alineatul (1) se modifică și va avea
următorul cuprins:
„(1) Are 45 lei.”
2. După articolul 3 se introduce un nou articol, art. 3^1, cu următorul cuprins:
„Art. 3^1. - Persoanele sunt:
a) una;
b) alta.”
Art. II. - Prezenta lege intră în vigoare la 30 de zile de la publicare.
",
    );
    let done = apply(&form(BASE), &act).expect("the act amends this one");
    assert_eq!(
        lines(&done),
        ["modify art. 1 alin. (1): (1) Are 45 lei.", "insert art. 3^1: Art. 3^1 Persoanele sunt: a) una; b) alta."]
    );
}

#[test]
fn articles_and_annexes_may_stand_under_headings_of_any_level() {
    let base = form("# Legea nr. 5/2019\n\n## Articolul 1\n(1) Taxa este de 10 lei.\n\n## Anexa nr. 1\n1. Cererea.\n");
    assert!(base.is_markdown);
    let kinds: Vec<_> = base.articles().map(|article| article.unit.kind).collect();
    assert_eq!(kinds, [ClauseKind::Article, ClauseKind::Annex]);
}

#[test]
fn any_text_is_read_without_a_panic() {
    let pieces = [
        "(1) ",
        "a) ",
        "1. ",
        "- ",
        "Articolul 1 ",
        "se modifică și va avea următorul cuprins: ",
        "„",
        "”",
        "ș",
        "(la 01-01-2020, ",
        "[x](http",
        ":",
        ";",
        ".",
        "\n",
        "^1",
        "art. ",
        "La articolul 1 ",
        "se abrogă.",
        "Legea nr. 1/2000 ",
        "|",
        "#",
        "..... ",
        "İ",
        "\u{301}",
    ];
    let mut seed = 7_u32;
    for _ in 0..3000 {
        let mut text = String::new();
        for _ in 0..30 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(pieces[(seed >> 16) as usize % pieces.len()]);
        }
        if let Ok(read) = paragraf_law::form::read::read(&text) {
            let done = apply(&form(BASE), &read);
            assert!(done.is_ok_and(|done| !write(&done.form).is_empty()) || apply(&form(BASE), &read).is_err());
        }
    }
}
