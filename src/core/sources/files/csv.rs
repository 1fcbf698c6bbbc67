//! CSV with a header line, as spreadsheets write it.
//!
//! - [`columns`](super::columns) describes the header and the cells.
//! - The separator is `,`, `;` or a tab, whichever is most frequent in the header, unless the first line is
//!   `sep=;`, as Excel writes it.
//! - Empty rows are skipped.

use std::io::{self, BufRead};

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::columns::{CsvColumn, fields, header};
use super::lines::LineEnds;
use super::problems::{no_article, not_utf8, too_long};
use super::quotes::Quotes;
use super::source::{FileSource, Parsed};
use crate::domain::article::limits;
use crate::sources::{Location, RawRecord, Refusal};

const MOST_COLUMNS: usize = 200;
const REMEDY: &str = "save it as \"CSV UTF-8\"";

/// The separator of cells, determined by the first line.
pub(in crate::sources) fn delimiter(start: &[u8]) -> u8 {
    let header = start.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    if let [b's', b'e', b'p', b'=', sign, ..] = header {
        return *sign;
    }
    let count = |sign: u8| header.iter().filter(|byte| **byte == sign).count();
    [b'\t', b';', b','].into_iter().max_by_key(|sign| count(*sign)).unwrap_or(b',')
}

pub(super) struct CsvRecords {
    name: String,
    source: FileSource,
    delimiter: u8,
    reader: Reader,
    /// The cells of the current row, concatenated, and the end of each.
    text: Vec<u8>,
    ends: Vec<usize>,
    /// Number of the next line.
    line: u64,
    line_ends: LineEnds,
    /// The quotation marks of the current row.
    quotes: Quotes,
    columns: Option<Vec<CsvColumn>>,
    /// Whether the file had a record or a refusal.
    any: bool,
    done: bool,
}

/// Result of reading a row.
enum CsvRow {
    /// Number of cells and their total size in bytes.
    Cells(usize, usize),
    TooLong,
    End,
}

impl CsvRecords {
    pub(super) fn new(name: String, source: FileSource, delimiter: u8) -> Self {
        Self {
            name,
            source,
            delimiter,
            reader: ReaderBuilder::new().delimiter(delimiter).build(),
            text: vec![0; limits::RECORD_BYTES],
            ends: vec![0; MOST_COLUMNS],
            line: 1,
            line_ends: LineEnds::default(),
            quotes: Quotes::new(delimiter),
            columns: None,
            any: false,
            done: false,
        }
    }

    fn step(&mut self) -> io::Result<Option<Parsed>> {
        loop {
            self.skip_line_ends()?;
            self.quotes = Quotes::new(self.delimiter);
            let location = Location::line(&self.name, self.line);
            let (count, bytes) = match self.row()? {
                CsvRow::End if self.any => return Ok(None),
                CsvRow::End => {
                    self.any = true;
                    return Ok(Some(Err(no_article(&self.name))));
                }
                CsvRow::TooLong => {
                    self.any = true;
                    // The rows cannot be read without the header.
                    self.done = self.columns.is_none();
                    let unfinished = self.quotes.problem();
                    let problem = unfinished.map_or_else(too_long, |(_, problem)| problem);
                    return Ok(Some(Err(Refusal::new(location, problem))));
                }
                CsvRow::Cells(count, bytes) => (count, bytes),
            };
            match self.row_to_record(location, count, bytes) {
                Ok(None) => {}
                Ok(Some(record)) => {
                    self.any = true;
                    return Ok(Some(Ok(record)));
                }
                Err(refusal) => {
                    self.any = true;
                    self.done = self.columns.is_none();
                    return Ok(Some(Err(refusal)));
                }
            }
        }
    }

    /// `None` for the header, the `sep=` line and rows without text.
    fn row_to_record(&mut self, location: Location, count: usize, bytes: usize) -> Result<Option<RawRecord>, Refusal> {
        if let Some((lines, problem)) = self.quotes.problem() {
            let line = location.line.map(|line| line + lines);
            return Err(Refusal::new(Location { line, ..location }, problem));
        }
        let cells = match cells(&self.text, &self.ends[..count]) {
            Some(cells) => cells,
            None => return Err(Refusal::new(location, not_utf8(REMEDY))),
        };
        if cells.iter().all(|cell| cell.trim().is_empty()) || (location.line == Some(1) && is_sep_line(&cells)) {
            return Ok(None);
        }
        match &self.columns {
            None => {
                self.columns = Some(header(&cells).map_err(|problem| Refusal::new(location, problem))?);
                Ok(None)
            }
            Some(columns) => match fields(columns, &cells) {
                Ok(fields) => Ok(Some(RawRecord { location, fields, warnings: vec![], bytes })),
                Err(problem) => Err(Refusal::new(location, problem)),
            },
        }
    }

    /// Skips blank lines, so that the line number of the next row is right.
    fn skip_line_ends(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.source.fill_buf()?;
            let ends = buffer.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            if ends == 0 {
                return Ok(());
            }
            self.consume(ends);
        }
    }

    /// Reads a row into `text` and `ends`. A row that is too long is consumed as well.
    fn row(&mut self) -> io::Result<CsvRow> {
        let (mut text_len, mut ends_len, mut too_long) = (0, 0, false);
        loop {
            let input = self.source.fill_buf()?;
            let (result, read, written, ended) =
                self.reader.read_record(input, &mut self.text[text_len..], &mut self.ends[ends_len..]);
            self.quotes.read(&input[..read]);
            self.consume(read);
            text_len += written;
            ends_len += ended;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    too_long = true;
                    (text_len, ends_len) = (0, 0);
                }
                ReadRecordResult::Record if too_long => return Ok(CsvRow::TooLong),
                ReadRecordResult::Record => return Ok(CsvRow::Cells(ends_len, text_len)),
                ReadRecordResult::End => return Ok(CsvRow::End),
            }
        }
    }

    fn consume(&mut self, count: usize) {
        let taken = self.source.buffer().get(..count).unwrap_or_default();
        self.line += self.line_ends.read(taken);
        self.source.consume(count);
    }
}

impl Iterator for CsvRecords {
    type Item = io::Result<Parsed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let step = self.step();
        self.done |= !matches!(step, Ok(Some(_)));
        step.transpose()
    }
}

/// The cells as text; `None` if one is not UTF-8.
fn cells<'a>(text: &'a [u8], ends: &[usize]) -> Option<Vec<&'a str>> {
    let mut start = 0;
    ends.iter()
        .map(|end| {
            let cell = text.get(start..*end)?;
            start = *end;
            std::str::from_utf8(cell).ok()
        })
        .collect()
}

fn is_sep_line(cells: &[&str]) -> bool {
    cells.first().is_some_and(|cell| cell.starts_with("sep=")) && cells.iter().skip(1).all(|cell| cell.is_empty())
}

#[cfg(test)]
mod tests;
