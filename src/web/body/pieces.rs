//! Bytes that are kept in pieces.
//!
//! A long body in one allocation would be copied each time it grows: while it is made, it would take up to twice its
//! length.

use std::convert::Infallible;
use std::io::{self, Read, Write};
use std::sync::Arc;

use bytes::Bytes;
use futures_util::{Stream, stream};

/// Bytes of a piece; the last one may have fewer.
const PIECE_BYTES: usize = 256 << 10;

/// Bytes in pieces of equal length, which clones share.
#[derive(Debug, Clone)]
pub(in crate::web) struct Pieces(Arc<[Bytes]>);

impl Pieces {
    /// Number of all bytes.
    pub(in crate::web) fn len(&self) -> usize {
        self.0.iter().map(Bytes::len).sum()
    }

    pub(in crate::web) fn iter(&self) -> impl Iterator<Item = &Bytes> {
        self.0.iter()
    }

    /// The pieces in their order, for a response.
    pub(in crate::web) fn stream(&self) -> impl Stream<Item = Result<Bytes, Infallible>> + use<> {
        let pieces = Arc::clone(&self.0);
        stream::iter((0..pieces.len()).map(move |place| Ok(pieces[place].clone())))
    }

    /// Reads the bytes from the beginning.
    pub(in crate::web) fn reader(&self) -> PiecesReader {
        PiecesReader { pieces: self.clone(), piece: 0, read: 0 }
    }
}

/// Collects bytes in pieces.
#[derive(Debug, Default)]
pub(in crate::web) struct PiecesWriter {
    full: Vec<Bytes>,
    last: Vec<u8>,
}

impl PiecesWriter {
    pub(in crate::web) fn finish(mut self) -> Pieces {
        if !self.last.is_empty() {
            self.last.shrink_to_fit();
            self.full.push(self.last.into());
        }
        Pieces(self.full.into())
    }
}

impl Write for PiecesWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = PIECE_BYTES - self.last.len();
        let taken = bytes.len().min(room);
        self.last.extend_from_slice(&bytes[..taken]);
        if self.last.len() == PIECE_BYTES {
            self.last.shrink_to_fit();
            self.full.push(std::mem::take(&mut self.last).into());
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads pieces one after another.
pub(in crate::web) struct PiecesReader {
    pieces: Pieces,
    /// The place of the piece that is being read.
    piece: usize,
    /// Bytes of it that were read.
    read: usize,
}

impl Read for PiecesReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(piece) = self.pieces.0.get(self.piece) {
            let rest = &piece[self.read..];
            if !rest.is_empty() {
                let taken = rest.len().min(buffer.len());
                buffer[..taken].copy_from_slice(&rest[..taken]);
                self.read += taken;
                return Ok(taken);
            }
            (self.piece, self.read) = (self.piece + 1, 0);
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_they_were_written_and_no_piece_has_room_left() {
        for length in [0, 1, PIECE_BYTES, 2 * PIECE_BYTES + 7] {
            let bytes: Vec<u8> = (0..length).map(|number| (number % 251) as u8).collect();
            let mut writer = PiecesWriter::default();
            bytes.chunks(1000).for_each(|chunk| writer.write_all(chunk).expect("memory"));
            let pieces = writer.finish();
            assert_eq!(pieces.len(), length);
            let whole: Vec<_> = pieces.iter().map(Bytes::len).collect();
            assert!(whole.iter().rev().skip(1).all(|length| *length == PIECE_BYTES), "{whole:?}");
            let mut read = Vec::new();
            pieces.reader().read_to_end(&mut read).expect("memory");
            assert!(read == bytes, "{length}");
        }
    }
}
