//! Opens a file and looks at its first bytes.

use std::io::{self, BufReader, Chain, Cursor, Read};

use crate::sources::{RawRecord, Refusal};

/// A record, or the reasons to refuse it.
pub type Parsed = Result<RawRecord, Refusal>;

/// The first bytes of the file, which have been read already, and the rest.
pub(in crate::sources) type FileSource = BufReader<Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>>;

const BUFFER_BYTES: usize = 64 * 1024;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Opens a file: returns its start, without a byte order mark, and a reader of all of it.
pub(in crate::sources) fn open(mut reader: Box<dyn Read + Send>) -> io::Result<(Vec<u8>, FileSource)> {
    let mut start = Vec::new();
    if let Err(error) = reader.by_ref().take(BUFFER_BYTES as u64).read_to_end(&mut start) {
        if start.is_empty() {
            return Err(error);
        }
        // The records before the failure are read first, then the failure.
        reader = Box::new(Failing(Some(error)));
    }
    if start.starts_with(BOM) {
        start.drain(..BOM.len());
    }
    Ok((start.clone(), BufReader::with_capacity(BUFFER_BYTES, Cursor::new(start).chain(reader))))
}

/// A reader that only fails.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.take().unwrap_or_else(|| io::ErrorKind::UnexpectedEof.into()))
    }
}
