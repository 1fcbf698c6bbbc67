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
mod tests {
    use super::super::testing::read_all;
    use crate::domain::article::limits;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(read_all("a.csv", text.as_bytes()), expected, "{text}");
    }

    #[test]
    fn files_of_excel_are_read() {
        check(
            "\u{feff}slug;title;act.number;act.year\r\na;\"Titlu; cu \"\"ghilimele\"\"\r\npe două rânduri\";239;2025\r\n;;;\r\n\r\nb;B;;\r\n",
            &[
                r#"a.csv, line 2: {"slug":"a","title":"Titlu; cu \"ghilimele\"\r\npe două rânduri","act":{"number":"239","year":"2025"}}"#,
                r#"a.csv, line 6: {"slug":"b","title":"B"}"#,
            ],
        );
        check("sep=;\nslug;title\na;A, B\n", &[r#"a.csv, line 3: {"slug":"a","title":"A, B"}"#]);
        check("slug,title\na,A;B", &[r#"a.csv, line 2: {"slug":"a","title":"A;B"}"#]);
        check(
            "slug;title\ra;A, B, C\r\rb;\"B\rb\"\rc;C",
            &[
                r#"a.csv, line 2: {"slug":"a","title":"A, B, C"}"#,
                r#"a.csv, line 4: {"slug":"b","title":"B\rb"}"#,
                r#"a.csv, line 6: {"slug":"c","title":"C"}"#,
            ],
        );
        check("slug\ttitle\r\na\tA", &[r#"a.csv, line 2: {"slug":"a","title":"A"}"#]);
    }

    #[test]
    fn headers_are_read_in_any_case_and_in_romanian() {
        check(
            "Slug;Titlu;Importanță;Data publicării;Act.Tip;Translations.EN.Title\na;A;3;2026-03-13;HG;Eng\n",
            &[concat!(
                r#"a.csv, line 2: {"slug":"a","title":"A","importance":"3","publish_date":"2026-03-13","#,
                r#""act":{"type":"HG"},"translations":{"en":{"title":"Eng"}}}"#
            )],
        );
        check("Titlu,Title\na,b", &["a.csv, line 1: title: is repeated in the header; give each column its own name"]);
    }

    #[test]
    fn lists_and_deadlines_have_separators() {
        check(
            "domains,deadlines,translations.en.deadlines\nchirii| a\\|b |,2026-05-25; depunerea; proprietarii|lunar;plata|2026-01-01;x;;sau mai devreme,filing; owners\n",
            &[concat!(
                r#"a.csv, line 2: {"domains":["chirii"," a|b "],"deadlines":["#,
                r#"{"date":"2026-05-25","what":"depunerea","who":"proprietarii"},{"rule":"lunar","what":"plata"},"#,
                r#"{"date":"2026-01-01","what":"x","rule":"sau mai devreme"}],"#,
                r#""translations":{"en":{"deadlines":[{"what":"filing","who":"owners"}]}}}"#
            )],
        );
    }

    #[test]
    fn steps_and_sources_are_objects_and_translated_steps_are_texts() {
        check(
            "Pași,Translations.EN.Steps,Surse,Roluri\n[tenant] Unu|Doi,One|Two,https://a.ro Legea|https://b.ro,tenant|farmer\n",
            &[concat!(
                r#"a.csv, line 2: {"steps":[{"text":"Unu","roles":["tenant"]},{"text":"Doi"}],"#,
                r#""translations":{"en":{"implementation_key_points":["One","Two"]}},"#,
                r#""sources":[{"url":"https://a.ro","title":"Legea"},{"url":"https://b.ro"}],"roles":["tenant","farmer"]}"#
            )],
        );
    }

    #[test]
    fn an_invalid_row_is_refused_and_the_next_one_is_read() {
        let long = "x".repeat(limits::RECORD_BYTES + 1);
        check(
            &format!("slug,title\na\nb,B,too much\n{long},C\nd,D,,\n"),
            &[
                "a.csv, line 2: has 1 cells and the header 2; quote cells that contain the separator or a line break",
                "a.csv, line 3: has 3 cells and the header 2; quote cells that contain the separator or a line break",
                "a.csv, line 4: is longer than any article; one article has at most 512 KiB",
                r#"a.csv, line 5: {"slug":"d","title":"D"}"#,
            ],
        );
    }

    #[test]
    fn an_unclosed_quotation_mark_merges_no_rows() {
        let after = "has text after a closing quotation mark; an earlier mark may be unclosed; \
                     quote the whole cell and double each quotation mark inside";
        let third = r#"a.csv, line 4: {"slug":"c","title":"C"}"#;
        check("slug,title\na,\"A\nb,\"B\"\nc,C\n", &[&format!("a.csv, line 2: {after}"), third]);
        check(
            "slug,title\na,\"A\" x\nb,\"B\"\nc,C",
            &[&format!("a.csv, line 2: {after}"), r#"a.csv, line 3: {"slug":"b","title":"B"}"#, third],
        );
        check(
            "slug,title\na,A \"x\"\nb,\"B\nc,C\n",
            &[
                "a.csv, line 2: has a quotation mark inside a cell; quote the whole cell and double each quotation mark inside",
                "a.csv, line 3: has an unclosed quotation mark; close it",
            ],
        );
    }

    #[test]
    fn other_encodings_and_invalid_headers_are_refused_with_a_remedy() {
        let records = read_all("a.csv", b"slug;title\na;\xcenchirieri\nb;B\n");
        let second = r#"a.csv, line 3: {"slug":"b","title":"B"}"#;
        assert_eq!(records, ["a.csv, line 2: is not written in UTF-8; save it as \"CSV UTF-8\"", second]);
        let records = read_all("a.csv", b"slug;titlu\xfe\na;B\n");
        assert_eq!(records, ["a.csv, line 1: is not written in UTF-8; save it as \"CSV UTF-8\""]);
        check(
            "slug,title,slug\na,b,c",
            &["a.csv, line 1: slug: is repeated in the header; give each column its own name"],
        );
        check("slug,title\n", &["a.csv: is empty; a file holds at least one article"]);
    }
}
