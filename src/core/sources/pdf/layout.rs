//! Reading order of a page with two columns, which lines across both interrupt.

use std::cmp::Ordering;

use super::page::{PdfPage, TextRun};

/// Points by which a line of a column may reach beyond the middle of the page.
const MIDDLE: f32 = 4.0;
/// How far bases in one line differ, as a part of the font's size.
const SAME_LINE: f32 = 0.4;

/// The column of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    Left,
    Right,
    /// Across the middle of the page.
    Both,
}

/// One line of a column, or of both.
#[derive(Debug, Clone, PartialEq)]
pub struct LayoutLine {
    pub column: Column,
    pub left: f32,
    pub right: f32,
    pub base: f32,
    pub size: f32,
    pub text: String,
}

/// The lines of a page in reading order: between two lines across the page, first the left column, then the right one.
pub fn lines(page: &PdfPage) -> Vec<LayoutLine> {
    let rows = rows(&page.pieces);
    let mut ordered = Vec::new();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for row in rows {
        for line in row_lines(row, page.width / 2.0) {
            match line.column {
                Column::Left => left.push(line),
                Column::Right => right.push(line),
                Column::Both => {
                    ordered.append(&mut left);
                    ordered.append(&mut right);
                    ordered.push(line);
                }
            }
        }
    }
    ordered.append(&mut left);
    ordered.append(&mut right);
    ordered
}

/// Groups the pieces with about the same base into rows, from the top.
fn rows(pieces: &[TextRun]) -> Vec<Vec<&TextRun>> {
    let mut sorted: Vec<&TextRun> = pieces.iter().collect();
    sorted.sort_by(|a, b| compare(a.base, b.base).then(compare(a.left, b.left)));
    let mut rows: Vec<Vec<&TextRun>> = Vec::new();
    for piece in sorted {
        match rows.last_mut() {
            Some(row) if is_level(row, piece) => row.push(piece),
            _ => rows.push(vec![piece]),
        }
    }
    rows
}

/// Whether the piece belongs to the row, whose first piece is the highest.
fn is_level(row: &[&TextRun], piece: &TextRun) -> bool {
    row.first().is_some_and(|first| piece.base - first.base <= first.size.max(piece.size) * SAME_LINE)
}

fn compare(a: f32, b: f32) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

fn row_lines(mut row: Vec<&TextRun>, middle: f32) -> Vec<LayoutLine> {
    row.sort_by(|a, b| compare(a.left, b.left));
    if row.iter().any(|piece| column(piece, middle) == Column::Both) {
        return line(&row, Column::Both).into_iter().collect();
    }
    let (left, right): (Vec<_>, Vec<_>) = row.into_iter().partition(|piece| column(piece, middle) == Column::Left);
    line(&left, Column::Left).into_iter().chain(line(&right, Column::Right)).collect()
}

fn column(piece: &TextRun, middle: f32) -> Column {
    if piece.right <= middle + MIDDLE {
        Column::Left
    } else if piece.left >= middle - MIDDLE {
        Column::Right
    } else {
        Column::Both
    }
}

/// The pieces, sorted by their left edges, as one line.
fn line(pieces: &[&TextRun], column: Column) -> Option<LayoutLine> {
    let (first, last) = (pieces.first()?, pieces.last()?);
    let texts: Vec<_> = pieces.iter().map(|piece| piece.text.as_str()).collect();
    let base = pieces.iter().fold(first.base, |base, piece| base.max(piece.base));
    let size = pieces.iter().fold(first.size, |size, piece| size.max(piece.size));
    Some(LayoutLine { column, left: first.left, right: last.right, base, size, text: texts.join(" ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(left: f32, right: f32, base: f32, text: &str) -> TextRun {
        TextRun { left, right, base, size: 9.0, text: text.into() }
    }

    #[test]
    fn columns_are_read_between_the_lines_across_the_page() {
        let pieces = vec![
            piece(310.0, 560.0, 112.0, "4"),
            piece(40.0, 280.0, 100.0, "1"),
            piece(310.0, 560.0, 100.5, "3"),
            piece(200.0, 400.0, 140.0, "5"),
            piece(40.0, 280.0, 112.0, "2"),
            piece(40.0, 60.0, 160.0, "6"),
            piece(70.0, 280.0, 160.0, "7"),
            piece(310.0, 560.0, 170.0, "8"),
        ];
        let page = PdfPage { width: 595.0, height: 842.0, pieces };
        let read = lines(&page);
        let texts: Vec<_> = read.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["1", "2", "3", "4", "5", "6 7", "8"]);
        assert_eq!(read[4].column, Column::Both);
    }
}
