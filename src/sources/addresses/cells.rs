//! Splits one line of CSV into cells.

use csv_core::{ReadRecordResult, ReaderBuilder};

use crate::sources::Problem;

const MOST_CELLS: usize = 200;

/// Splits the line into cells.
///
/// # Errors
/// Invalid quotes, or too many cells.
pub(super) fn cells(line: &str, delimiter: u8) -> Result<Vec<String>, Problem> {
    check_quotes(line, delimiter)?;
    let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
    let (mut text, mut ends) = (vec![0; line.len() + 1], vec![0; MOST_CELLS]);
    let (mut written, mut count, mut input) = (0, 0, line.as_bytes());
    loop {
        let (result, _, text_len, ended) = reader.read_record(input, &mut text[written..], &mut ends[count..]);
        written += text_len;
        count += ended;
        match result {
            // An empty input ends the record.
            ReadRecordResult::InputEmpty => input = b"",
            ReadRecordResult::Record | ReadRecordResult::End => break,
            ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                return Err(Problem::of_record(
                    "has too many cells",
                    format!("a line has at most {MOST_CELLS}; set the separator in the first line, such as sep=;"),
                ));
            }
        }
    }
    let mut start = 0;
    let cell = |end: &usize| {
        let cell = String::from_utf8_lossy(text.get(start..*end).unwrap_or_default()).into_owned();
        start = *end;
        cell
    };
    Ok(ends.iter().take(count).map(cell).collect())
}

/// Checks that each cell is quoted as a whole or not at all, and ends on its line.
fn check_quotes(line: &str, delimiter: u8) -> Result<(), Problem> {
    if !line.contains('"') {
        return Ok(());
    }
    if line.matches('"').count() % 2 == 1 {
        return Err(Problem::of_record("has an unclosed quote", "close it on the same line"));
    }
    let (mut quoted, mut fresh, mut closed) = (false, true, false);
    for byte in line.bytes() {
        match byte {
            b'"' if quoted => (quoted, closed) = (false, true),
            b'"' if fresh || closed => (quoted, fresh, closed) = (true, false, false),
            b'"' => return Err(inside()),
            byte if byte == delimiter && !quoted => (fresh, closed) = (true, false),
            b' ' => {}
            _ if quoted => {}
            _ if closed => return Err(inside()),
            _ => fresh = false,
        }
    }
    Ok(())
}

fn inside() -> Problem {
    let remedy = "quote the whole cell and double each quote inside";
    Problem::of_record("has a quote inside a cell", remedy)
}
