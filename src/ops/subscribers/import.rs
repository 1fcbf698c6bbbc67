//! Imports subscribers from lists of addresses.
//!
//! The whole list is read and checked before anything is written; one invalid line prevents the import. A row that says
//! that its address has left ends the subscription and suppresses the address. Other stored subscribers stay unchanged,
//! so an interrupted import can be repeated.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::import_decision::{AddressDecision, decide, put};
use crate::app::App;
use crate::clock::uuid_at;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::sources::addresses::{self, Addresses, ColumnReadings, ListedAddress, Standing};
use crate::sources::{Location, RecordProblem, Refusal, Upload};
use crate::store::audit::{self, AuditRecord};
use crate::store::erasures::{self, ErasedSubject, ErasureList};
use crate::store::{self, topics};

const ADDRESSES_PER_WRITE: usize = 1000;
/// Maximum number of addresses in one import, to bound memory.
const MAX_ADDRESSES: usize = 1_000_000;
/// Maximum number of invalid lines that are reported; the rest are only counted.
const MAX_REPORTED: u64 = 10_000;

/// Options of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SubscriberImportOptions {
    /// Counts without writing.
    pub dry_run: bool,
    /// The operator's note about the recipients' consent; without it each gets a confirmation request.
    pub consent: Option<String>,
    /// How columns about leaving are read.
    pub columns: ColumnReadings,
}

/// The result of an import. Nothing is imported when `refused` is not 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriberImportSummary {
    pub added: u64,
    /// Added addresses that get a confirmation request.
    pub asked: u64,
    /// Unconfirmed subscribers that the consent confirms.
    pub confirmed: u64,
    pub unchanged: u64,
    /// Skipped: suppressed addresses.
    pub suppressed: u64,
    /// Skipped: addresses of people who were erased.
    #[serde(default)]
    pub erased: u64,
    /// Skipped: unsubscribed addresses.
    pub left: u64,
    /// Stored as unsubscribed and suppressed, because the list says that they have left.
    pub unsubscribed: u64,
    /// Skipped: never confirmed, as the list says.
    pub unconfirmed: u64,
    /// Repeated addresses.
    pub duplicates: u64,
    /// Skipped: rows of a table without an address.
    #[serde(default)]
    pub without_address: u64,
    /// Invalid lines, which prevent the import.
    pub refused: u64,
    /// Unknown columns, which are ignored.
    pub ignored_columns: Vec<String>,
    /// Whether this was a dry run.
    pub dry_run: bool,
}

/// Progress of an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubscriberImportEvent {
    /// An invalid line.
    Refused { location: Location, problems: Vec<RecordProblem> },
    /// This many of all addresses are stored.
    Progress { stored: u64, of: u64 },
}

/// Imports all lists, or none when a line is invalid; blocks.
///
/// # Errors
/// `invalid` in `consent`; a list that cannot be read to its end.
pub fn import(
    app: &App,
    actor: &Actor,
    uploads: impl Iterator<Item = Result<Upload>>,
    options: &SubscriberImportOptions,
    report: &mut dyn FnMut(SubscriberImportEvent),
) -> Result<SubscriberImportSummary> {
    policy::authorize(actor, Action::ImportSubscribers)?;
    let consent = options.consent.as_deref().map(addresses::source).transpose();
    let consent = consent.map_err(|problem| Error::invalid("consent", problem.to_string()))?;
    let mut summary = SubscriberImportSummary { dry_run: options.dry_run, ..SubscriberImportSummary::default() };
    let mut list = read_all(app, uploads, &options.columns, &mut summary, report)?;
    if summary.refused > 0 {
        return Ok(summary);
    }
    summary.erased = skip_erased(app, &mut list)?;
    let now = app.clock.now();
    if options.dry_run {
        app.store.read_blocking(|tx| {
            list.iter().try_for_each(|address| {
                summary.count(&decide(tx, address, consent.as_deref(), now)?);
                Ok(())
            })
        })?;
        return Ok(summary);
    }
    let (total, mut stored) = (list.len() as u64, 0);
    let mut note = Some(audit_record(actor, now, total, consent.as_deref()));
    let mut list = list.into_iter().map(|address| (uuid_at(now), address));
    loop {
        let batch: Vec<_> = list.by_ref().take(ADDRESSES_PER_WRITE).collect();
        if batch.is_empty() {
            return Ok(summary);
        }
        if app.stop.is_cancelled() {
            return Err(Error::unavailable("the server is stopping; run the import again after it has restarted"));
        }
        stored += batch.len() as u64;
        let counts = write(app, batch, consent.clone(), note.take(), now)?;
        summary.add(&counts);
        report(SubscriberImportEvent::Progress { stored, of: total });
    }
}

/// Reads all lists and reports invalid lines.
fn read_all(
    app: &App,
    uploads: impl Iterator<Item = Result<Upload>>,
    columns: &ColumnReadings,
    summary: &mut SubscriberImportSummary,
    report: &mut dyn FnMut(SubscriberImportEvent),
) -> Result<Vec<ListedAddress>> {
    let topics = app.store.read_blocking(|tx| Ok(topics::list(tx)?))?;
    let topics: HashSet<String> = topics.into_iter().map(|topic| topic.id).collect();
    let mut listed = ListedAddresses::default();
    for upload in uploads {
        let upload = upload?;
        let name = upload.name.clone();
        let failed = |error| {
            let message = format!("reading {name} failed; run the import again");
            Error::new(Kind::Unavailable, ErrorCode::ReadFailed, message).caused_by(error)
        };
        let mut addresses = Addresses::new(upload, columns.clone()).map_err(failed)?;
        for read in addresses.by_ref() {
            match read.map_err(failed)?.and_then(|address| check_topics(address, &topics, &name)) {
                Ok(address) => listed.add(address)?,
                Err(Refusal { location, problems }) => {
                    summary.refused += 1;
                    if summary.refused <= MAX_REPORTED {
                        report(SubscriberImportEvent::Refused { location, problems });
                    }
                }
            }
        }
        summary.duplicates += addresses.duplicates();
        summary.without_address += addresses.without_address();
        summary.ignored_columns.extend_from_slice(addresses.ignored_columns());
    }
    Ok(listed.list)
}

/// The addresses of all lists, each once.
#[derive(Default)]
struct ListedAddresses {
    list: Vec<ListedAddress>,
    /// Places in the list, by the key of the address.
    places: HashMap<String, usize>,
}

impl ListedAddresses {
    fn add(&mut self, address: ListedAddress) -> Result<()> {
        match self.places.entry(address.email.key()) {
            Entry::Occupied(place) => allow_less(&mut self.list, *place.get(), address.details.standing),
            Entry::Vacant(_) if self.list.len() >= MAX_ADDRESSES => {
                let message = format!("a list has at most {MAX_ADDRESSES} addresses; split it and import the parts");
                return Err(Error::new(Kind::TooLarge, ErrorCode::ListTooLong, message));
            }
            Entry::Vacant(place) => {
                place.insert(self.list.len());
                self.list.push(address);
            }
        }
        Ok(())
    }
}

/// Removes the addresses from the list whose owners asked for an erasure; only they themselves can subscribe again.
/// Returns their number.
fn skip_erased(app: &App, list: &mut Vec<ListedAddress>) -> Result<u64> {
    let erased = ErasureList::new(app.store.instance(), &erasures::read(&erasures::path(&app.data_dir))?);
    let before = list.len();
    if !erased.is_empty() {
        list.retain(|address| erased.day_of(&ErasedSubject::Person(address.email.clone())).is_none());
    }
    Ok((before - list.len()) as u64)
}

/// Applies what a later row says about an address of the list.
fn allow_less(list: &mut [ListedAddress], place: usize, standing: Standing) {
    let Some(address) = list.get_mut(place) else { return };
    let known = std::mem::take(&mut address.details.standing);
    address.details.standing = known.or(standing);
}

fn check_topics(
    address: ListedAddress,
    known: &HashSet<String>,
    name: &str,
) -> std::result::Result<ListedAddress, Refusal> {
    let unknown = address.details.preferences.topics.iter().find(|topic| !known.contains(*topic));
    let Some(unknown) = unknown else { return Ok(address) };
    let allowed = "use the ids from `paragraf topics list`, separated by |";
    let problem = RecordProblem::of_field("topics", format!("there is no topic {unknown:?}"), allowed);
    Err(Refusal::new(Location::line(name, address.line), problem))
}

/// Writes one batch with its confirmation requests; returns the counts.
fn write(
    app: &App,
    batch: Vec<(Uuid, ListedAddress)>,
    consent: Option<String>,
    note: Option<AuditRecord>,
    now: Timestamp,
) -> Result<SubscriberImportSummary> {
    app.store.write_blocking(move |tx| {
        let mut counts = SubscriberImportSummary::default();
        store::each(tx, &batch, |(id, address)| {
            let outcome = decide(tx, address, consent.as_deref(), now)?;
            put(tx, *id, &outcome, now)?;
            counts.count(&outcome);
            Ok::<_, Error>(())
        })?;
        if let Some(note) = &note {
            audit::append(tx, note)?;
        }
        Ok(counts)
    })
}

fn audit_record(actor: &Actor, at: Timestamp, count: u64, consent: Option<&str>) -> AuditRecord {
    let subject = match consent {
        Some(consent) => format!("addresses: {count}, consent: {consent}"),
        None => format!("addresses: {count}, without consent"),
    };
    AuditRecord { at, actor: actor.to_string(), action: "subscribers.import".into(), subject }
}

impl SubscriberImportSummary {
    fn count(&mut self, outcome: &AddressDecision) {
        match outcome {
            AddressDecision::Added(record) => {
                self.added += 1;
                self.asked += u64::from(record.is_asked());
            }
            AddressDecision::Confirmed(_) => self.confirmed += 1,
            AddressDecision::Unchanged => self.unchanged += 1,
            AddressDecision::Suppressed => self.suppressed += 1,
            AddressDecision::Left => self.left += 1,
            AddressDecision::Unsubscribed { .. } => self.unsubscribed += 1,
            AddressDecision::Unconfirmed => self.unconfirmed += 1,
        }
    }

    fn add(&mut self, batch: &Self) {
        self.added += batch.added;
        self.asked += batch.asked;
        self.confirmed += batch.confirmed;
        self.unchanged += batch.unchanged;
        self.suppressed += batch.suppressed;
        self.left += batch.left;
        self.unsubscribed += batch.unsubscribed;
        self.unconfirmed += batch.unconfirmed;
    }
}
