//! Amending acts that do not fit.

use paragraf_law::apply::apply;
use paragraf_law::form::read::read;

use super::{ACT, BEFORE, amending, applied, form, lines};

const BASE: &str = "LEGEA nr. 1 din 5 ianuarie 2000\nArticolul 1\n(1) Unu.\n(2) Doi.\nArticolul 2\nText.\n";

#[test]
fn a_provision_that_does_not_exist_is_listed() {
    let done = applied(
        BASE,
        "1. Articolul 9 se abrogă. 2. La articolul 1, alineatul (7) se modifică și va avea următorul cuprins: (7) Nou. 3. La articolul 1, după alineatul (8) se introduce un nou alineat, alin. (9), cu următorul cuprins: (9) Nou.",
    );
    assert_eq!(
        lines(&done),
        [
            "repeal art. 9: ! art. 9 does not exist",
            "modify art. 1 alin. (7): ! alin. (7) does not exist",
            "insert art. 1 alin. (9): ! alin. (8) does not exist",
        ]
    );
    assert_eq!(done.form, form(BASE));
}

#[test]
fn of_two_operations_on_one_provision_the_second_is_listed() {
    let done = applied(
        BASE,
        "1. Articolul 2 se modifică și va avea următorul cuprins: Articolul 2 Primul. 2. Articolul 2 se abrogă. 3. La articolul 1, alineatul (1) se abrogă. 4. Articolul 1 se abrogă.",
    );
    assert_eq!(
        lines(&done),
        [
            "modify art. 2: Articolul 2 Primul.",
            "repeal art. 2: ! art. 2 is already changed by art. unic pct. 1",
            "repeal art. 1 alin. (1): (1) Abrogat.",
            "repeal art. 1: ! art. 1 alin. (1) is already changed by art. unic pct. 3",
        ]
    );
}

#[test]
fn quoted_words_after_removed_ones_are_no_chain_of_replacements() {
    let done = applied(BASE, "1. La articolul 2, cuvântul „Text” se elimină, fără „unu” și „doi”.");
    assert_eq!(done.outcomes.len(), 1, "{:?}", lines(&done));
}

#[test]
fn a_provision_that_exists_is_not_added_again() {
    let done = applied(
        BASE,
        "1. La articolul 1, după alineatul (1) se introduce un nou alineat, alin. (2), cu următorul cuprins: (2) Nou.",
    );
    assert_eq!(lines(&done), ["insert art. 1 alin. (2): ! already exists"]);
}

#[test]
fn a_text_without_the_named_provision_is_listed() {
    let done =
        applied(BASE, "1. La articolul 1, alineatele (1) și (2) se modifică și vor avea următorul cuprins: (1) Nou.");
    assert_eq!(done.outcomes.iter().filter(|outcome| outcome.problem.is_some()).count(), 2);
    let extra =
        applied(BASE, "1. La articolul 1, alineatul (1) se modifică și va avea următorul cuprins: (1) Nou. (2) Altul.");
    assert_eq!(
        lines(&extra),
        ["modify art. 1 alin. (1): ! the new text also has alin. (2), which the operation does not name"]
    );
}

#[test]
fn an_act_that_amends_another_act_is_refused() {
    let problem = apply(&form(BASE), &form(ACT)).expect_err("another act");
    assert_eq!(problem, "the amending act does not amend Legea 1/2000; it amends Legea 31/1990");
    let none = apply(&form(BEFORE), &amending("Se instituie Ziua națională a probei.")).expect_err("no operation");
    assert_eq!(none, "the amending act has no operation");
}

#[test]
fn an_empty_text_is_refused() {
    for text in ["", " \n\u{feff}", "{}", "[]", "{\"title\": \"x\", \"provisions\": []}", "---\n---\n"] {
        assert!(read(text).is_err(), "{text:?}");
    }
}
