//! Splits one line of CSV into cells.

use csv_core::{ReadRecordResult, ReaderBuilder};

use crate::sources::RecordProblem;
use crate::sources::files::quotes::Quotes;

const MOST_CELLS: usize = 200;

/// Splits the line into cells.
///
/// # Errors
/// Invalid quotes, or too many cells.
pub(super) fn cells(line: &str, delimiter: u8) -> Result<Vec<String>, RecordProblem> {
    let mut quotes = Quotes::new(delimiter);
    quotes.read(line.as_bytes());
    if let Some((_, problem)) = quotes.problem() {
        return Err(problem);
    }
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
                return Err(RecordProblem::of_record(
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
