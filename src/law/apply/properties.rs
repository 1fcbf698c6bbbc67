//! Properties of every form and amending act. `PROPTEST_CASES` makes the search longer, as in `law::properties`.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

use super::{DifferencePiece, apply, compare};
use crate::form::read::read;
use crate::form::write::write;

/// Pieces that forms and amending acts are made of.
const PIECES: &[&str] = &[
    "Articolul 1",
    "Articolul 2^1",
    "Articolul I",
    "ARTICOL UNIC",
    "##### Articolul 3",
    "Capitolul II",
    "Secțiunea SECȚIUNEA a 2-a",
    "ANEXA nr. 1",
    "| 1 | rând |",
    "(1)",
    "(2^1)",
    "a)",
    "f^7)",
    "1.",
    "2.",
    "9^1.",
    "(ii)",
    "-",
    "La articolul 1,",
    "La articolul I punctul 2,",
    "alineatul (1)",
    "alineatele (1)-(3)",
    "litera a)",
    "literele a) și b) ale alineatului (2)",
    "partea introductivă",
    "denumirea marginală a articolului",
    "prima teză",
    "liniuța „- unu;”",
    "după articolul 1",
    "se abrogă.",
    "Abrogat.",
    "se modifică și va avea următorul cuprins:",
    "se introduc două noi alineate, alin. (3) și (4), cu următorul cuprins:",
    "se introduce un nou articol, articolul 2^1, cu următorul cuprins:",
    "devine articolul 9.",
    "sintagma „unu” se înlocuiește cu sintagma „doi”.",
    "Legea nr. 1/2000 privind proba se modifică și se completează după cum urmează:",
    "Se aprobă Ordonanța de urgență a Guvernului nr. 5/2001 pentru modificarea Legii nr. 1/2000, cu următoarele modificări:",
    "(la 06-12-2024, Articolul 1 a fost modificat de Legea nr. 1/2000)",
    "----------Art. 1 a fost abrogat de LEGEA nr. 3 din 1 mai 2001 publicată în MONITORUL OFICIAL nr. 1 din 2 mai 2001.",
    "[art. 5](https://legislatie.just.ro/5)",
    "unu",
    "șase „citat”",
    ".......",
    " ... ",
    ";",
    ".",
    ":",
    "\n",
    "\n\n",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![12 => select(PIECES).prop_map(str::to_owned), 1 => any::<String>()];
    vec(piece, 0..60).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #[test]
    fn any_form_and_act_are_applied_or_refused(base in text(), act in text()) {
        let base = format!("LEGEA nr. 1 din 5 ianuarie 2000\n{base}\nArticolul 1\n(1) unu.\n(2) doi: a) una; b) alta.");
        let (Ok(base), Ok(act)) = (read(&base), read(&act)) else { return Ok(()) };
        let Ok(applied) = apply(&base, &act) else { return Ok(()) };
        for outcome in &applied.outcomes {
            prop_assert_eq!(outcome.after.is_some(), outcome.problem.is_none());
            let (mut before, mut after) = (String::new(), String::new());
            for piece in outcome.difference() {
                match piece {
                    DifferencePiece::Same(text) => {
                        before.push_str(&text);
                        after.push_str(&text);
                    }
                    DifferencePiece::Removed(text) => before.push_str(&text),
                    DifferencePiece::Added(text) => after.push_str(&text),
                }
            }
            if let Some(text) = &outcome.after {
                prop_assert_eq!(&after, text);
                prop_assert_eq!(before, outcome.before.clone().unwrap_or_default());
            }
        }
        prop_assert!(compare(&applied, &base).provisions.len() == applied.outcomes.len());
        prop_assert!(!write(&applied.form).is_empty());
    }
}
