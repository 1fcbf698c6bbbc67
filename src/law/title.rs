//! Official titles.

/// An official title in plain letters: sources write bold words (`(**republicată**)`) and notes (`*)`) with asterisks.
pub fn plain_title(title: &str) -> String {
    let (mut plain, mut open) = (String::with_capacity(title.len()), 0_usize);
    let mut letters = title.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            // A bracket after it that nothing opened is that of a note.
            '*' => drop(letters.next_if(|next| *next == ')' && open == 0)),
            _ => {
                open = match letter {
                    '(' => open + 1,
                    ')' => open.saturating_sub(1),
                    _ => open,
                };
                plain.push(letter);
            }
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_official_title_has_no_marks() {
        for (title, plain) in [
            ("LEGE nr. 31 din 1990 (**republicată**) privind x", "LEGE nr. 31 din 1990 (republicată) privind x"),
            ("(**republicată**) (*actualizată*)", "(republicată) (actualizată)"),
            (
                "LEGE nr. 95 din 14 aprilie 2006 *) privind y*), cu z **)",
                "LEGE nr. 95 din 14 aprilie 2006 privind y, cu z",
            ),
            ("LEGEA nr. 1 (art. 2)", "LEGEA nr. 1 (art. 2)"),
        ] {
            assert_eq!(plain_title(title), plain);
        }
    }
}
