//! Marks of the messages that were handed over to a mail server, in a file that outlives the process.
//!
//! A mark is written just before the end of a message's data, and removed when the outcome is recorded in the store.
//! After a `kill -9` it separates the messages that a server may have accepted from those that no server has seen.
//! Marks are not flushed to the disk: the kernel keeps them when the process ends, for the price of a microsecond. A
//! restart of the machine may lose them, so the file names the boot in which it was written.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use super::failure::SendFailure;

/// The file's name inside the data folder.
pub const FILE: &str = "handovers";
/// Identifies the current boot of the machine; see random(4).
const BOOT_ID: &str = "/proc/sys/kernel/random/boot_id";
/// Bytes of the head, which holds the id of the boot, and of each mark.
const HEAD_BYTES: usize = 48;
const MARK_BYTES: usize = 16;

/// The marks of this process; its file is created with the first one.
// docs/decisions/0090
#[derive(Debug)]
pub struct Handovers {
    path: PathBuf,
    open: Mutex<Option<Marks>>,
}

#[derive(Debug)]
struct Marks {
    file: File,
    /// The message of each place in the file; `None` marks a free place.
    places: Vec<Option<Uuid>>,
}

/// A place for the mark of one message.
#[derive(Debug)]
pub(super) struct Handover<'a> {
    marks: &'a Handovers,
    place: usize,
    id: Uuid,
}

impl Handovers {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, open: Mutex::default() }
    }

    /// The marks of an earlier process; `None` when they are not known. Call it before the first [`Handovers::reserve`].
    pub(super) fn earlier(&self) -> Option<HashSet<Uuid>> {
        let bytes = fs::read(&self.path).ok()?;
        let (head, marks) = bytes.split_at_checked(HEAD_BYTES)?;
        let ids = marks.chunks_exact(MARK_BYTES).filter_map(|mark| Uuid::from_slice(mark).ok());
        (head == this_boot()?).then(|| ids.filter(|id| !id.is_nil()).collect())
    }

    /// Prepares the mark of this message, so that writing it later succeeds.
    ///
    /// # Errors
    /// Not sent, when the file cannot be written.
    pub(super) fn reserve(&self, id: Uuid) -> Result<Handover<'_>, SendFailure> {
        let place = self.prepare(id).map_err(|error| {
            SendFailure::not_sent(format!("cannot write {}: {error}; free some space", self.path.display()))
        })?;
        Ok(Handover { marks: self, place, id })
    }

    fn prepare(&self, id: Uuid) -> io::Result<usize> {
        let mut open = self.lock();
        let marks = match &mut *open {
            Some(marks) => marks,
            closed => closed.insert(Marks { file: self.create()?, places: vec![] }),
        };
        let is_free = |place: &Option<Uuid>| place.is_none_or(|taken| taken == id);
        let place = marks.places.iter().position(is_free).unwrap_or(marks.places.len());
        marks.write(place, Uuid::nil())?;
        if place == marks.places.len() {
            marks.places.push(Some(id));
        } else {
            marks.places[place] = Some(id);
        }
        Ok(place)
    }

    fn create(&self) -> io::Result<File> {
        let file = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&self.path)?;
        // Without an id of the boot the marks are unknown to the next process.
        file.write_all_at(&this_boot().unwrap_or([0; HEAD_BYTES]), 0)?;
        Ok(file)
    }

    /// Removes the mark of a message whose outcome is recorded.
    pub(super) fn release(&self, id: Uuid) {
        let mut open = self.lock();
        let Some(marks) = &mut *open else { return };
        if let Some(place) = marks.places.iter().position(|taken| *taken == Some(id)) {
            marks.places[place] = None;
            marks.write_or_log(place, Uuid::nil());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Marks>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Marks {
    fn write(&self, place: usize, id: Uuid) -> io::Result<()> {
        self.file.write_all_at(id.as_bytes(), (HEAD_BYTES + place * MARK_BYTES) as u64)
    }

    fn write_or_log(&self, place: usize, id: Uuid) {
        if let Err(error) = self.write(place, id) {
            tracing::error!(%error, "cannot mark a mail that is handed over");
        }
    }
}

impl Handover<'_> {
    /// Marks the message as handed over.
    pub(super) fn mark(&self) {
        self.write(self.id);
    }

    /// Removes the mark of a message that the server refused.
    pub(super) fn unmark(&self) {
        self.write(Uuid::nil());
    }

    fn write(&self, id: Uuid) {
        if let Some(marks) = &*self.marks.lock() {
            marks.write_or_log(self.place, id);
        }
    }
}

/// The head of a file written since the machine was started; `None` where the system has no id of the boot.
fn this_boot() -> Option<[u8; HEAD_BYTES]> {
    let id = fs::read_to_string(BOOT_ID).ok()?;
    let mut head = [0; HEAD_BYTES];
    head.get_mut(..id.trim_end().len())?.copy_from_slice(id.trim_end().as_bytes());
    Some(head)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn id(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    #[test]
    fn the_next_process_reads_the_marks_of_messages_without_a_recorded_outcome() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE);
        assert_eq!(Handovers::new(path.clone()).earlier(), None, "no process has written any");
        let marks = Handovers::new(path.clone());
        let [never, refused, sent, unknown] = [1, 2, 3, 4].map(|number| marks.reserve(id(number)).expect("a place"));
        assert_eq!(Handovers::new(path.clone()).earlier(), Some([].into()), "{never:?} was not handed over");
        [&refused, &sent, &unknown].into_iter().for_each(Handover::mark);
        refused.unmark();
        marks.release(id(3));
        let next = Handovers::new(path.clone());
        assert_eq!(next.earlier(), Some([id(4)].into()));
        marks.reserve(id(5)).expect("a place").mark();
        assert_eq!(next.earlier(), Some([id(4), id(5)].into()), "the place of another message is used again");
        next.reserve(id(6)).expect("a place");
        assert_eq!(Handovers::new(path).earlier(), Some([].into()), "a new process begins with none");
    }

    #[test]
    fn marks_from_before_a_restart_of_the_machine_are_not_known() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE);
        Handovers::new(path.clone()).reserve(id(1)).expect("a place").mark();
        let mut bytes = fs::read(&path).expect("the file");
        bytes[0] ^= 1;
        fs::write(&path, bytes).expect("written");
        assert_eq!(Handovers::new(path.clone()).earlier(), None);
        fs::write(&path, "short").expect("written");
        assert_eq!(Handovers::new(path).earlier(), None);
    }

    #[test]
    fn a_message_is_not_sent_when_it_cannot_be_marked() {
        let failure = Handovers::new("/none/such/handovers".into()).reserve(id(1)).expect_err("no place");
        assert!(!failure.permanent && failure.reason.starts_with("cannot write /none/such/handovers"), "{failure:?}");
    }
}
