//! Removing the portal's additions to a text: links, notes on changes, marks of its pages.

mod index_marks;
mod notes;
mod remarks;
mod stuck_marks;

use crate::normalise::clean;
use notes::without_old_notes;
use remarks::{cut_remarks, is_remark};

pub use index_marks::index_marks;
pub use notes::{next_note, without_notes};
pub use stuck_marks::part_marks;

/// The text of a block of Markdown or of plain text as lines, one per unit that the portal marks.
pub fn block(text: &str) -> String {
    let text = without_notes(text);
    let text = without_old_notes(&without_links(&text));
    let text = cut_remarks(&text);
    let lines = text.split(" ... ").flat_map(|line| line.split('\n')).map(clean).filter(|line| !is_remark(line));
    let lines = lines.map(|line| part_marks(&without_dots(&line)).into_owned());
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

/// Leaves out the marks and addresses of Markdown links.
pub fn without_links(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("](http") {
        let (before, link) = rest.split_at(at);
        match before.rfind('[') {
            Some(open) => {
                kept.push_str(&before[..open]);
                kept.push_str(&before[open + 1..]);
            }
            None => kept.push_str(before),
        }
        rest = link.find(')').map_or("", |close| &link[close + 1..]);
    }
    kept.push_str(rest);
    kept
}

/// Leaves out rows of dots, which stand for unchanged text.
fn without_dots(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(".....") {
        kept.push_str(rest[..at].trim_end());
        kept.push('\n');
        rest = rest[at..].trim_start_matches(['.', ' ']);
    }
    kept.push_str(rest);
    let kept = kept.trim().trim_end_matches(" ...").trim_end_matches(" +").trim();
    kept.strip_prefix("... ").unwrap_or(kept).to_owned()
}

/// The text by which forms of different sources are compared: with one kind of quotation marks, no spaces around
/// punctuation, and no punctuation at the end.
pub fn comparable(text: &str) -> String {
    let text = clean(text);
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '„' | '”' | '“' | '«' | '»' => kept.push('"'),
            '’' | '‘' | '‚' => kept.push('\''),
            c => kept.push(c),
        }
    }
    for mark in [",", ";", ".", ":", ")", "\"", "-", "/", "("] {
        kept = kept.replace(&format!(" {mark}"), mark).replace(&format!("{mark} "), mark);
    }
    kept = kept.replace("*)", "");
    kept.truncate(kept.trim_end_matches(['.', ';', ',', ' ']).len());
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_notes_are_left_out() {
        let text = "f) una; (la 26-11-2022, Litera f) din Articolul 7 , a fost modificată de [Punctul 3 din LEGEA nr. 265](https://legislatie.just.ro/1) ) ... g) [art. 5](https://legislatie.just.ro/2) alin. (1); ...";
        assert_eq!(block(text), "f) una;\ng) art. 5 alin. (1);");
    }

    #[test]
    fn old_notes_and_remarks_are_left_out() {
        let text = "c) una;----------Lit. c) a alin. (1) al art. 21 a fost modificată de pct. 7 al art. I din ORDONANȚA DE URGENȚĂ nr. 34 din 28 iunie 2016 publicată în MONITORUL OFICIAL nr. 488 din 30 iunie 2016. ... d) alta; ... Începând cu data de 26-11-2022, în conformitate cu punctul 5 din LEGEA nr. 265, publicată în MONITORUL OFICIAL nr. 750 din 26 iulie 2022, litera e) va avea următorul cuprins:e) viitoare; ... e) actuală;";
        assert_eq!(block(text), "c) una;\nd) alta;\ne) actuală;");
        assert_eq!(block("Începând cu data de 1 ianuarie se plătește."), "Începând cu data de 1 ianuarie se plătește.");
    }

    #[test]
    fn rows_of_dots_are_left_out() {
        assert_eq!(block("(1) Unu. .......... (3) Trei."), "(1) Unu.\n(3) Trei.");
    }
}
