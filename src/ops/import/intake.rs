//! From uploads to batches of sound articles; what is not sound is told on the way.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;

use super::ImportOptions;
use super::decide::Prepared;
use super::journal::Journal;
use crate::app::App;
use crate::domain::Slug;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::draft::{self, Draft, Rules};
use crate::sources::files::{self, Records};
use crate::sources::{Location, Problem, RawRecord, Refusal, Upload, Warning};

/// Records of one transaction: about 30 ms of the writer's time, for which visitors' writes wait.
/// Measured: half as many cost a sixth of the speed, twice as many gain nothing.
const BATCH: usize = 1000;
/// Bytes after which a batch is full all the same: articles may be long, memory is not.
const BATCH_BYTES: usize = 4 << 20;
/// Different warnings told per file; a mistake in every line must not drown the rest.
const WARNINGS: usize = 100;

/// Gives the next batch, `None` after the last one.
pub(super) type NextBatch<'a> = dyn FnMut(&mut Journal<'_>) -> Result<Option<Vec<Prepared>>> + 'a;

pub(super) struct Intake<'a, U> {
    app: &'a App,
    rules: Rules,
    options: ImportOptions,
    uploads: U,
    file: Option<OpenFile>,
    names: Vec<String>,
    seen: HashMap<Slug, Place>,
    /// Why there is nothing more to read, not yet told.
    ended: Option<Error>,
}

struct OpenFile {
    records: Records,
    warnings: Warnings,
}

/// A [`Location`] in few bytes, for there is one per article of the import.
struct Place {
    file: usize,
    line: Option<u64>,
    record: Option<u64>,
}

impl<'a, U: Iterator<Item = Result<Upload>>> Intake<'a, U> {
    pub(super) fn new(app: &'a App, rules: Rules, options: ImportOptions, uploads: U) -> Self {
        Self { app, rules, options, uploads, file: None, names: vec![], seen: HashMap::new(), ended: None }
    }

    /// Errors: a file that cannot be read to its end, and a server that is stopping.
    pub(super) fn next_batch(&mut self, journal: &mut Journal<'_>) -> Result<Option<Vec<Prepared>>> {
        if self.app.stop.is_cancelled() {
            return Err(Error::unavailable("the server is stopping; run the import again after its start"));
        }
        if let Some(error) = self.ended.take() {
            return Err(error);
        }
        let mut batch = Vec::with_capacity(BATCH);
        let mut bytes = 0;
        let now = self.app.clock.now();
        for _ in 0..BATCH {
            let parsed = match self.next_record(journal) {
                Ok(Some(parsed)) => parsed,
                Ok(None) if batch.is_empty() => return Ok(None),
                Ok(None) => break,
                Err(error) if batch.is_empty() => return Err(error),
                // What was read in full goes in; the next call tells what ended the reading.
                Err(error) => {
                    self.ended = Some(error);
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
            file.warnings.tell(self.names.last().map_or("", String::as_str), journal);
        }
    }

    fn failed(&self, error: io::Error) -> Error {
        let name = self.names.last().map_or("", String::as_str);
        let message = format!("reading {name} failed under way; run the import again");
        Error::new(Kind::Unavailable, ErrorCode::ReadFailed, message).caused_by(error)
    }

    fn prepare(&mut self, raw: RawRecord, now: Timestamp) -> Result<Prepared, Refusal> {
        let RawRecord { location, fields, mut warnings, bytes: _ } = raw;
        let draft = draft::read(fields, &self.rules, &mut warnings);
        if let Some(file) = &mut self.file {
            warnings.into_iter().for_each(|warning| file.warnings.add(warning, &location));
        }
        let Draft { article, status } = match draft {
            Ok(draft) => draft,
            Err(problems) => return Err(Refusal { location, problems }),
        };
        match self.first_place(&article.slug, &location) {
            None => Ok(Prepared::new(location, article, status, &self.options, now)),
            Some(first) => {
                let wrong = format!("{} stands already at {first}", article.slug);
                let problem = Problem::of_field("slug", wrong, "give each article a slug of its own, or leave one out");
                Err(Refusal::new(location, problem))
            }
        }
    }

    /// Where this import had the slug before, if it had.
    fn first_place(&mut self, slug: &Slug, location: &Location) -> Option<Location> {
        if let Some(place) = self.seen.get(slug) {
            let file = self.names.get(place.file).cloned().unwrap_or_default();
            return Some(Location { file, line: place.line, record: place.record });
        }
        let place = Place { file: self.names.len().saturating_sub(1), line: location.line, record: location.record };
        self.seen.insert(slug.clone(), place);
        None
    }
}

/// The warnings of one file, each told once, at the file's end.
#[derive(Default)]
struct Warnings {
    found: BTreeMap<Warning, (Location, u64)>,
    /// How often one came that has no room.
    more: u64,
}

impl Warnings {
    fn add(&mut self, warning: Warning, location: &Location) {
        if let Some((_, records)) = self.found.get_mut(&warning) {
            *records += 1;
        } else if self.found.len() < WARNINGS {
            self.found.insert(warning, (location.clone(), 1));
        } else {
            self.more += 1;
        }
    }

    fn tell(self, file: &str, journal: &mut Journal<'_>) {
        for (warning, (location, records)) in self.found {
            journal.warned(warning, location, records);
        }
        if self.more > 0 {
            let message = "there are more warnings than can be told; correct these first".to_owned();
            journal.warned(Warning { field: None, message }, Location::file(file), self.more);
        }
    }
}

/// Counts what passes through.
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
