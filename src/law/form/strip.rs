//! Removing the portal's additions to a text: links, notes on changes, marks of its pages.

use std::borrow::Cow;

use crate::normalise::{clean, raised_digit};

/// The text of a block of Markdown or of plain text as lines, one per unit that the portal marks.
pub fn block(text: &str) -> String {
    let text = without_notes(text);
    let text = without_old_notes(&without_links(&text));
    let text = cut_remarks(&text);
    let lines = text.split(" ... ").flat_map(|line| line.split('\n')).map(clean).filter(|line| !is_remark(line));
    let lines: Vec<_> = lines.map(|line| without_dots(&line)).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

/// The text with the indices of labels in one form: `art. 7¹`, `art. 7 indice 1` and `lit. g1)` are `art. 7^1` and
/// `lit. g^1)`. Powers such as `10³` and units such as `m2` stay.
pub fn index_marks(text: &str) -> Cow<'_, str> {
    let has_word = INDEX_WORDS.iter().any(|word| text.contains(word));
    if !text.contains(is_raised) && !has_word && !has_lost_index(text) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, length, index)) = next_index(&kept, rest) {
        kept.push_str(&rest[..at]);
        // "(2) indice 1" is "(2^1)".
        let bracket = kept.ends_with(')') && kept.pop().is_some();
        kept.push('^');
        kept.push_str(&index);
        kept.push_str(if bracket { ")" } else { "" });
        rest = &rest[at + length..];
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// Words before the index of a label.
const INDEX_WORDS: [&str; 3] = [" indice ", " indicele ", " ind. "];

fn is_raised(c: char) -> bool {
    raised_digit(c).is_some()
}

/// Whether a letter such as `g1)` stands in the text.
fn has_lost_index(text: &str) -> bool {
    text.match_indices(')').any(|(at, _)| lost_index(&text[..at]).is_some())
}

/// The digits at the end of a text after the letter of a list.
fn lost_index(before: &str) -> Option<&str> {
    let letter = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &before[letter.len()..];
    let mut letters = letter.chars().rev();
    let is_letter = letters.next().is_some_and(|c| c.is_ascii_lowercase() && c != 'm');
    let begins = letters.next().is_none_or(|c| c.is_whitespace() || matches!(c, '„' | '"' | ','));
    (is_letter && begins && (1..=2).contains(&digits.len())).then_some(digits)
}

/// The next index in the text after `earlier`: its place, its length and its digits.
fn next_index(earlier: &str, text: &str) -> Option<(usize, usize, String)> {
    let is_start = |c: char| is_raised(c) || c == ' ' || c == ')';
    let places = text.match_indices(is_start).map(|(at, _)| at);
    places.into_iter().find_map(|at| {
        let before = &text[..at];
        let after = &text[at..];
        let raised: String = after.chars().map_while(raised_digit).collect();
        if !raised.is_empty() {
            let length = after.chars().take(raised.len()).map(char::len_utf8).sum();
            return is_label(earlier, before, &after[length..]).then_some((at, length, raised));
        }
        if let Some((word, number)) = INDEX_WORDS.iter().find_map(|word| Some((word, after.strip_prefix(word)?))) {
            let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
            let labelled = before.ends_with(|c: char| c.is_ascii_digit() || c == ')');
            return (labelled && !digits.is_empty()).then(|| (at, word.len() + digits.len(), digits));
        }
        let digits = lost_index(before).filter(|_| after.starts_with(')'))?;
        Some((at - digits.len(), digits.len(), digits.to_owned()))
    })
}

/// Whether a raised number between these texts is the index of a label, and not a power.
fn is_label(earlier: &str, before: &str, after: &str) -> bool {
    const WORDS: [&str; 12] = [
        "art.",
        "articolul",
        "articolului",
        "articolele",
        "alin.",
        "alineatul",
        "pct.",
        "punctul",
        "punctele",
        "capitolul",
        "anexa nr.",
        "lit.",
    ];
    if before.ends_with(|c: char| c.is_alphabetic()) {
        return after.starts_with(')');
    }
    let label = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let lead = if label.is_empty() { earlier } else { label };
    let lead = lead.trim_end();
    let lead = lead[lead.floor_char_boundary(lead.len().saturating_sub(20))..].to_lowercase();
    let is_point =
        after.starts_with('.') && (lead.is_empty() || label.ends_with('\n') || lead.ends_with(['.', ';', ':']));
    before.len() > label.len() && (lead.ends_with('(') || is_point || WORDS.iter().any(|word| lead.ends_with(word)))
}

/// Whether a line is a remark of the portal on another act: "Începând cu data de 26-11-2022, în conformitate cu ...".
fn is_remark(line: &str) -> bool {
    const BEGINNINGS: &[&str] =
        &["Conform ", "Începând cu data de ", "Potrivit ", "În conformitate cu ", "Prin derogare "];
    BEGINNINGS.iter().any(|words| line.starts_with(words)) && line.contains("MONITORUL OFICIAL nr.")
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

/// Leaves out notes such as `(la 06-12-2024, Articolul 90 a fost modificat de ...)`.
pub fn without_notes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((start, end)) = next_note(rest) {
        kept.push_str(rest[..start].trim_end_matches(' '));
        kept.push(' ');
        rest = &rest[end..];
    }
    kept.push_str(rest);
    kept
}

/// Leaves out notes of old forms, which begin with a row of dashes: `---------- Art. 26 a fost abrogat de pct. 17 ...`.
fn without_old_notes(text: &str) -> String {
    const DASHES: &str = "------";
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(DASHES) {
        let length = old_note(&rest[start..]).unwrap_or(DASHES.len());
        let cut = if length > DASHES.len() { start } else { start + length };
        kept.push_str(&rest[..cut]);
        rest = &rest[start + length..];
    }
    kept.push_str(rest);
    kept
}

/// The length of the old note at the beginning of the text: to the date of its gazette.
fn old_note(text: &str) -> Option<usize> {
    const LONGEST: usize = 600;
    let inner = text.trim_start_matches(['-', ' ']);
    let line = inner.split('\n').next()?.split(" ... ").next()?;
    let gazette = line.find("MONITORUL OFICIAL").filter(|at| *at < LONGEST)?;
    let changed = line[..gazette].contains(" fost ");
    let year = line[gazette..].split(|c: char| !c.is_ascii_digit()).find(|word| word.len() == 4)?;
    let after = gazette + line[gazette..].find(year)? + year.len();
    let end = line[after..].len() - line[after..].trim_start_matches(['.', ' ', ')']).len();
    changed.then_some(text.len() - inner.len() + after + end)
}

/// The range of the next note on a change.
pub fn next_note(text: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(found) = text[from..].find('(') {
        let start = from + found;
        if let Some(end) = note_end(&text[start..]) {
            return Some((start, start + end));
        }
        from = start + 1;
    }
    None
}

/// The length of the note at the beginning of the text.
fn note_end(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('(')?.trim_start();
    let date = inner.strip_prefix("la ").or_else(|| inner.strip_prefix("La "))?.trim_start();
    let is_date = date.len() > 10
        && date
            .bytes()
            .take(10)
            .enumerate()
            .all(|(at, b)| if at == 2 || at == 5 { b == b'-' } else { b.is_ascii_digit() });
    if !is_date {
        return None;
    }
    let line = text.find('\n').unwrap_or(text.len());
    let mut depth = 0_usize;
    for (at, c) in text[..line].char_indices() {
        match c {
            '(' => depth += 1,
            ')' if closes_letter(&text[..at]) => {}
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    Some(line)
}

/// Whether the bracket after this text belongs to a letter such as `f^1)`, which has no opening bracket.
fn closes_letter(before: &str) -> bool {
    let word = before.rsplit([' ', '\u{a0}', ',']).next().unwrap_or_default();
    let letters = word.split('^').next().unwrap_or_default();
    (1..=2).contains(&letters.chars().count()) && letters.chars().all(|c| c.is_lowercase()) && !word.contains('(')
}

/// Cuts the portal's remarks, which run to the next mark of its pages, to the next point of a list of operations, or to
/// the end of the block.
fn cut_remarks(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((start, length)) = next_remark(rest) {
        kept.push_str(&rest[..start]);
        let after = &rest[start + length..];
        rest = &after[remark_end(after)..];
    }
    kept.push_str(rest);
    kept
}

/// The place of the next remark and the length of its mark. A note in quotation marks, or right after "următorul
/// cuprins:", is the new text of an operation, and a line may belong to a table.
fn next_remark(text: &str) -> Option<(usize, usize)> {
    const LINE: &str = "──────";
    const BEGINNINGS: [&str; 7] =
        ["Notă ...", "NOTĂ:", "Notă:", "NOTĂ ...", "Decizie de admitere:", "Decizie de respingere:", LINE];
    let is_new_text = |at: usize| text[..at].trim_end().ends_with(['"', '„', '«', '“', ':']);
    let is_table = |at: usize| text[..at].ends_with(|c: char| ('\u{2500}'..='\u{257f}').contains(&c));
    let is_remark = |mark: &str, at: usize| match mark {
        LINE => !is_table(at),
        "NOTĂ:" | "Notă:" => !is_new_text(at),
        _ => true,
    };
    let places = BEGINNINGS.into_iter().filter_map(|mark| {
        let mut found = text.match_indices(mark).map(|(at, _)| at);
        found.find(|at| is_remark(mark, *at)).map(|at| (at, mark.len()))
    });
    places.min()
}

/// The length of a remark after its mark.
fn remark_end(text: &str) -> usize {
    let page = text.find(" ... ").unwrap_or(text.len());
    next_point(&text[..page]).unwrap_or(page)
}

/// Where the next point of a list of operations begins: " 27. La articolul 5, ... va avea următorul cuprins".
fn next_point(text: &str) -> Option<usize> {
    const HEADERS: [&str; 14] = [
        "La articol",
        "La anex",
        "La art.",
        "După ",
        "Dupa ",
        "Articolul ",
        "Articolele ",
        "Alineatul ",
        "Alineatele ",
        "Anexa ",
        "Anexele ",
        "În tot",
        "Punctul ",
        "Litera ",
    ];
    const VERBS: [&str; 8] =
        ["va avea ", "vor avea ", "se modific", "se abrog", "se introduc", "se înlocui", "se complet", "se elimin"];
    const LONGEST_HEADER: usize = 300;
    text.match_indices(". ").map(|(dot, _)| dot).find_map(|dot| {
        let before = text[..dot].trim_end_matches(|c: char| c.is_ascii_digit() || c == '^');
        let is_point = before.len() < dot && before.ends_with([' ', '\n', '"']);
        let after = &text[dot + 2..];
        let header = &after[..after.floor_char_boundary(LONGEST_HEADER)];
        let is_operation = is_point
            && HEADERS.iter().any(|word| header.starts_with(word))
            && VERBS.iter().any(|verb| header.contains(verb));
        is_operation.then_some(before.len())
    })
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
    fn indices_of_labels_have_one_form() {
        for (text, expected) in [
            ("Art. 7¹. - (1¹) Text.\n2¹. Alt text.", "Art. 7^1. - (1^1) Text.\n2^1. Alt text."),
            ("La articolul 7 indice 12, alin. (2) indice 1", "La articolul 7^12, alin. (2^1)"),
            ("litera g1) și lit. f¹)", "litera g^1) și lit. f^1)"),
            ("10³ lei, 5 m², (100 m2), 7 indice", "10³ lei, 5 m², (100 m2), 7 indice"),
        ] {
            assert_eq!(index_marks(text), expected);
        }
    }

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
