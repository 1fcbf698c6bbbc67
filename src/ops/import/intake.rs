//! Reads uploads into batches of valid articles and reports the records it refuses.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;

use super::decide::PreparedRecord;
use super::journal::Journal;
use super::report::ImportOptions;
use crate::app::App;
use crate::domain::Slug;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::draft::{self, Rules, ValidArticle};
use crate::sources::files::{self, Records};
use crate::sources::{Location, RawRecord, RecordProblem, Refusal, Upload, Warning};
use crate::store::articles::PublicationTimes;

/// Records per transaction. A batch takes about 30 ms, during which other writes wait. Half as many records reduce the
/// speed by a sixth, twice as many gain nothing (measured).
const RECORDS_PER_WRITE: usize = 1000;
/// Bytes after which a batch is full, to bound memory.
const BATCH_BYTES: usize = 4 << 20;
/// Distinct warnings reported for each file.
const MAX_WARNINGS: usize = 100;

/// Returns the next batch; `None` after the last one.
pub(super) type NextBatch<'a> = dyn FnMut(&mut Journal<'_>) -> Result<Option<Vec<PreparedRecord>>> + 'a;

/// The uploads of an import and the state of reading them.
pub(super) struct Intake<'a, U> {
    app: &'a App,
    rules: Rules,
    options: ImportOptions,
    uploads: U,
    file: Option<OpenFile>,
    names: Vec<String>,
    seen: HashMap<Slug, CompactLocation>,
    /// The error that ended the reading, to be returned by the next call.
    failure: Option<Error>,
}

struct OpenFile {
    records: Records,
    warnings: Warnings,
}

/// A compact [`Location`]: one is kept for each article of the import.
struct CompactLocation {
    file: usize,
    line: Option<u64>,
    record: Option<u64>,
}

impl<'a, U: Iterator<Item = Result<Upload>>> Intake<'a, U> {
    pub(super) fn new(app: &'a App, rules: Rules, options: ImportOptions, uploads: U) -> Self {
        Self { app, rules, options, uploads, file: None, names: vec![], seen: HashMap::new(), failure: None }
    }

    /// Reads, validates and returns the next batch; `None` after the last one.
    ///
    /// # Errors
    /// When a file cannot be read, or the server is stopping.
    pub(super) fn next_batch(&mut self, journal: &mut Journal<'_>) -> Result<Option<Vec<PreparedRecord>>> {
        if self.app.stop.is_cancelled() {
            return Err(Error::unavailable("the server is stopping; run the import again after its restart"));
        }
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let mut batch = Vec::with_capacity(RECORDS_PER_WRITE);
        let mut bytes = 0;
        let now = self.app.clock.now();
        for _ in 0..RECORDS_PER_WRITE {
            let parsed = match self.next_record(journal) {
                Ok(Some(parsed)) => parsed,
                Ok(None) if batch.is_empty() => return Ok(None),
                Ok(None) => break,
                Err(error) if batch.is_empty() => return Err(error),
                // The records read so far are imported; the next call returns the error.
                Err(error) => {
                    self.failure = Some(error);
                    break;
                }
            };
            journal.begin_record();
            let prepared = parsed.and_then(|raw| {
                bytes += raw.bytes;
                self.prepare(raw, now)
            });
            match prepared {
                Ok(prepared) => batch.push(prepared),
                Err(refusal) => journal.refused(refusal),
            }
            if bytes > BATCH_BYTES {
                break;
            }
        }
        Ok(Some(batch))
    }

    fn next_record(&mut self, journal: &mut Journal<'_>) -> Result<Option<Result<RawRecord, Refusal>>> {
        loop {
            let Some(file) = &mut self.file else {
                match self.uploads.next() {
                    None => return Ok(None),
                    Some(upload) => self.begin(upload?, journal),
                }
                continue;
            };
            match file.records.next() {
                Some(Ok(parsed)) => return Ok(Some(parsed)),
                Some(Err(error)) => return Err(self.failed(error)),
                None => self.end(journal),
            }
        }
    }

    fn begin(&mut self, upload: Upload, journal: &mut Journal<'_>) {
        let bytes = journal.begin_file(&upload.name);
        self.names.push(upload.name.clone());
        let reader = Box::new(Counted { reader: upload.reader, bytes });
        let records = files::records(Upload { reader, ..upload }, self.options.format);
        self.file = Some(OpenFile { records, warnings: Warnings::default() });
    }

    fn end(&mut self, journal: &mut Journal<'_>) {
        if let Some(file) = self.file.take() {
            file.warnings.report(self.names.last().map_or("", String::as_str), journal);
        }
    }

    fn failed(&self, error: io::Error) -> Error {
        let name = self.names.last().map_or("", String::as_str);
        let message = format!("cannot read {name} to its end; run the import again");
        Error::new(Kind::Unavailable, ErrorCode::ReadFailed, message).caused_by(error)
    }

    fn prepare(&mut self, raw: RawRecord, now: Timestamp) -> Result<PreparedRecord, Refusal> {
        let RawRecord { location, fields, mut warnings, bytes: _ } = raw;
        let draft = draft::read(fields, &self.rules, &mut warnings);
        if let Some(file) = &mut self.file {
            warnings.into_iter().for_each(|warning| file.warnings.add(warning, &location));
        }
        let ValidArticle { article, status } = match draft {
            Ok(draft) => draft,
            Err(problems) => return Err(Refusal { location, problems }),
        };
        match self.earlier_location(&article.slug, &location) {
            None => {
                let times = PublicationTimes { now, arrival: self.app.clock.next_instant() };
                Ok(PreparedRecord::new(location, article, status, &self.options, times))
            }
            Some(first) => {
                let wrong = format!("{} is also in {first}", article.slug);
                let problem =
                    RecordProblem::of_field("slug", wrong, "give each article its own slug, or remove one of them");
                Err(Refusal::new(location, problem))
            }
        }
    }

    /// The location at which this import already had the slug.
    fn earlier_location(&mut self, slug: &Slug, location: &Location) -> Option<Location> {
        if let Some(place) = self.seen.get(slug) {
            let file = self.names.get(place.file).cloned().unwrap_or_default();
            return Some(Location { file, line: place.line, record: place.record });
        }
        let place =
            CompactLocation { file: self.names.len().saturating_sub(1), line: location.line, record: location.record };
        self.seen.insert(slug.clone(), place);
        None
    }
}

/// The distinct warnings of one file, reported at its end.
#[derive(Default)]
struct Warnings {
    found: BTreeMap<Warning, (Location, u64)>,
    /// Warnings beyond [`MAX_WARNINGS`].
    omitted: u64,
}

impl Warnings {
    fn add(&mut self, warning: Warning, location: &Location) {
        if let Some((_, records)) = self.found.get_mut(&warning) {
            *records += 1;
        } else if self.found.len() < MAX_WARNINGS {
            self.found.insert(warning, (location.clone(), 1));
        } else {
            self.omitted += 1;
        }
    }

    fn report(self, file: &str, journal: &mut Journal<'_>) {
        for (warning, (location, records)) in self.found {
            journal.warned(warning, location, records);
        }
        if self.omitted > 0 {
            let message = "has more warnings that are not listed; correct these first".to_owned();
            journal.warned(Warning { field: None, message }, Location::file(file), self.omitted);
        }
    }
}

/// Counts the bytes read.
struct Counted {
    reader: Box<dyn Read + Send>,
    bytes: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
