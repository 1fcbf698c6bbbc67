//! The portal's notes on changes in a text.

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
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '\n' => return Some(at),
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
    Some(text.len())
}

/// Whether the bracket after this text belongs to a letter such as `f^1)`, which has no opening bracket.
fn closes_letter(before: &str) -> bool {
    let word = before.rsplit([' ', '\u{a0}', ',']).next().unwrap_or_default();
    let letters = word.split('^').next().unwrap_or_default();
    (1..=2).contains(&letters.chars().count()) && letters.chars().all(|c| c.is_lowercase()) && !word.contains('(')
}

/// Leaves out notes of old forms, which begin with a row of dashes: `---------- Art. 26 a fost abrogat de pct. 17 ...`.
pub fn without_old_notes(text: &str) -> String {
    const DASHES: &str = "------";
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(DASHES) {
        let (before, row) = rest.split_at(start);
        kept.push_str(before);
        rest = if let Some(length) = old_note(row) {
            &row[length..]
        } else {
            let after = row.trim_start_matches(['-', ' ']);
            kept.push_str(&row[..row.len() - after.len()]);
            after
        };
    }
    kept.push_str(rest);
    kept
}

/// The length of the old note at the beginning of the text: to the date of its gazette.
fn old_note(text: &str) -> Option<usize> {
    const LONGEST: usize = 700;
    let inner = text.trim_start_matches(['-', ' ']);
    // The rest of a long line is not searched for each row.
    let near = &inner[..inner.floor_char_boundary(LONGEST)];
    let line = near.split('\n').next()?.split(" ... ").next()?;
    let gazette = line.find("MONITORUL OFICIAL")?;
    let changed = line[..gazette].contains(" fost ");
    let year = line[gazette..].split(|c: char| !c.is_ascii_digit()).find(|word| word.len() == 4)?;
    let after = gazette + line[gazette..].find(year)? + year.len();
    let end = line[after..].len() - line[after..].trim_start_matches(['.', ' ', ')']).len();
    changed.then_some(text.len() - inner.len() + after + end)
}
