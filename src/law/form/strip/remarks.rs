//! The portal's remarks in a text.

/// Cuts the portal's remarks, which run to the next mark of its pages, to the next point of a list of operations, or to
/// the end of the block.
pub fn cut_remarks(text: &str) -> String {
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

/// Whether a line is a remark of the portal on another act: "Începând cu data de 26-11-2022, în conformitate cu ...".
pub fn is_remark(line: &str) -> bool {
    const BEGINNINGS: &[&str] =
        &["Conform ", "Începând cu data de ", "Potrivit ", "În conformitate cu ", "Prin derogare "];
    BEGINNINGS.iter().any(|words| line.starts_with(words)) && line.contains("MONITORUL OFICIAL nr.")
}
