//! Sending a body that is kept in gzip in another encoding.

use std::io::{self, Read, Write};

use brotli::CompressorWriter;
use bytes::Bytes;
use flate2::read::GzDecoder;
use futures_util::{Stream, stream};
use tokio::sync::{Semaphore, SemaphorePermit};
use zstd::stream::raw::CParameter;
use zstd::stream::write::Encoder as ZstdWriter;

use super::Encoding;
use super::pieces::{Pieces, PiecesReader};
use crate::error::{Error, Result};
use crate::ops::blocking::{Client, blocking_step};

/// Bytes that one step decompresses.
const STEP_BYTES: u64 = 64 << 10;
/// The window of both compressions, as a power of two.
const WINDOW_BITS: u32 = 18;
/// Most bodies that are compressed again at the same time; each takes about a megabyte until its client has it.
/// Further clients get theirs without encoding.
static COMPRESSED: Semaphore = Semaphore::const_new(16);

/// Decompresses a body step by step, and compresses it again.
pub(in crate::web) struct Transcoder {
    decoder: GzDecoder<PiecesReader>,
    target: Recompression,
    _permit: Option<SemaphorePermit<'static>>,
}

/// What the decompressed bytes become.
enum Recompression {
    Identity,
    Brotli(Box<CompressorWriter<Vec<u8>>>),
    Zstd(ZstdWriter<'static, Vec<u8>>),
}

impl Transcoder {
    pub(in crate::web) fn new(gzip: &Pieces, encoding: Encoding) -> Self {
        let is_compressed = matches!(encoding, Encoding::Brotli | Encoding::Zstd);
        let permit = if is_compressed { COMPRESSED.try_acquire().ok() } else { None };
        let target = permit.as_ref().map_or(Recompression::Identity, |_| Recompression::new(encoding));
        Self { decoder: GzDecoder::new(gzip.reader()), target, _permit: permit }
    }

    /// The encoding of the bytes, which may be `identity` in place of the wanted one.
    pub(in crate::web) fn encoding(&self) -> Encoding {
        match self.target {
            Recompression::Identity => Encoding::Identity,
            Recompression::Brotli(_) => Encoding::Brotli,
            Recompression::Zstd(_) => Encoding::Zstd,
        }
    }

    /// The bytes, made off the async threads while they are sent.
    pub(in crate::web) fn steps(self) -> impl Stream<Item = Result<Bytes>> {
        let client = Client::current();
        stream::try_unfold(Some(self), move |rest| {
            let client = client.clone();
            async move {
                let Some(transcoder) = rest else { return Ok(None) };
                let made = blocking_step(client, "sending a list", move || transcoder.step()).await?;
                made.map(Some).map_err(|error| Error::internal("sending a list", error))
            }
        })
    }

    /// Makes the next bytes; `None` in place of itself after the last.
    fn step(mut self) -> io::Result<(Bytes, Option<Self>)> {
        loop {
            let mut plain = Vec::new();
            self.decoder.by_ref().take(STEP_BYTES).read_to_end(&mut plain)?;
            if plain.is_empty() {
                return Ok((self.target.finish()?.into(), None));
            }
            let made = self.target.write(plain)?;
            // An encoder collects some steps before it writes.
            if !made.is_empty() {
                return Ok((made.into(), Some(self)));
            }
        }
    }
}

impl Recompression {
    fn new(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Brotli => {
                Self::Brotli(Box::new(CompressorWriter::new(Vec::new(), STEP_BYTES as usize, 2, WINDOW_BITS)))
            }
            Encoding::Zstd => zstd_writer().map_or(Self::Identity, Self::Zstd),
            Encoding::Gzip | Encoding::Identity => Self::Identity,
        }
    }

    fn write(&mut self, plain: Vec<u8>) -> io::Result<Vec<u8>> {
        match self {
            Self::Identity => Ok(plain),
            Self::Brotli(writer) => writer.write_all(&plain).map(|()| std::mem::take(writer.get_mut())),
            Self::Zstd(writer) => writer.write_all(&plain).map(|()| std::mem::take(writer.get_mut())),
        }
    }

    fn finish(self) -> io::Result<Vec<u8>> {
        match self {
            Self::Identity => Ok(Vec::new()),
            Self::Brotli(writer) => Ok(writer.into_inner()),
            Self::Zstd(writer) => writer.finish(),
        }
    }
}

fn zstd_writer() -> io::Result<ZstdWriter<'static, Vec<u8>>> {
    let mut writer = ZstdWriter::new(Vec::new(), 1)?;
    writer.set_parameter(CParameter::WindowLog(WINDOW_BITS))?;
    Ok(writer)
}
