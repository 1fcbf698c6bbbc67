//! The portal's remarks in a text.

/// The mark between pages of the portal, where a remark ends.
const PAGE: &str = " ... ";

/// Cuts the portal's remarks, which run to the next mark of its pages, to the next point of a list of operations, or to
/// the end of the block.
pub fn cut_remarks(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for (start, length) in remarks(text) {
        if start < from {
            continue;
        }
        kept.push_str(&text[from..start]);
        let after = start + length;
        from = after + remark_end(&text[after..]);
    }
    kept.push_str(&text[from..]);
    kept
}

/// The places of the remarks and the lengths of their marks, in order. A note in quotation marks, or right after
/// "următorul cuprins:", is the new text of an operation, and a line may belong to a table.
fn remarks(text: &str) -> Vec<(usize, usize)> {
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
    let found = BEGINNINGS.into_iter().flat_map(|mark| text.match_indices(mark));
    let found = found.filter(|&(at, mark)| is_remark(mark, at));
    let mut places: Vec<_> = found.map(|(at, mark)| (at, mark.len())).collect();
    places.sort_unstable();
    places
}

/// The length of a remark after its mark. The text behind its end is not read.
fn remark_end(text: &str) -> usize {
    let mut dots = text.match_indices(". ").map(|(dot, _)| dot);
    let end = dots.find_map(|dot| match text[..dot + 2].strip_suffix(PAGE) {
        Some(remark) => Some(remark.len()),
        None => point_at(text, dot),
    });
    end.unwrap_or(text.len())
}

/// Where the next point of a list of operations begins, if this is the full stop behind its number: " 27. La articolul 5,
/// ... va avea următorul cuprins".
fn point_at(text: &str, dot: usize) -> Option<usize> {
    const HEADERS: [&str; 14] = [
        "La articol", "La anex", "La art.", "După ", "Dupa ", "Articolul ", "Articolele ", "Alineatul ", "Alineatele ",
        "Anexa ", "Anexele ", "În tot", "Punctul ", "Litera ",
    ];
    const VERBS: [&str; 8] =
        ["va avea ", "vor avea ", "se modific", "se abrog", "se introduc", "se înlocui", "se complet", "se elimin"];
    const LONGEST_HEADER: usize = 300;
    let before = text[..dot].trim_end_matches(|c: char| c.is_ascii_digit() || c == '^');
    let is_point = before.len() < dot && before.ends_with([' ', '\n', '"']);
    let after = &text[dot + 2..];
    let header = after[..after.floor_char_boundary(LONGEST_HEADER)].split(PAGE).next().unwrap_or_default();
    let is_operation = is_point
        && HEADERS.iter().any(|word| header.starts_with(word))
        && VERBS.iter().any(|verb| header.contains(verb));
    is_operation.then_some(before.len())
}

/// Whether a line is a remark of the portal on another act: "Începând cu data de 26-11-2022, în conformitate cu ...".
pub fn is_remark(line: &str) -> bool {
    const BEGINNINGS: &[&str] =
        &["Conform ", "Începând cu data de ", "Potrivit ", "În conformitate cu ", "Prin derogare "];
    BEGINNINGS.iter().any(|words| line.starts_with(words)) && line.contains("MONITORUL OFICIAL nr.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_end_at_the_next_page_or_point() {
        for (text, kept) in [
            (
                "a) una; Notă: Taxa. Ea este anuală. ... b) alta; NOTĂ ... Vezi legea. ... c) a treia.",
                "a) una;  ... b) alta;  ... c) a treia.",
            ),
            (
                "Unu. ────── *) Conform legii. 2. Articolul 4 se abrogă. NOTĂ: Text. ... Doi.",
                "Unu. 2. Articolul 4 se abrogă.  ... Doi.",
            ),
            ("cuprins: NOTĂ: Text. ──┬────── 1", "cuprins: NOTĂ: Text. ──┬────── 1"),
            ("Unu. Notă: 2. Articolul 4 ... se abrogă.", "Unu.  ... se abrogă."),
        ] {
            assert_eq!(cut_remarks(text), kept);
        }
    }
}
