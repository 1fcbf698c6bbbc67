//! Writing a body whose length is not known in advance.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::Body;
use super::pieces::PiecesWriter;

/// Longer bodies are kept in gzip only: about 6,000 articles.
const LARGE_BYTES: usize = 8 << 20;

/// Bytes that are compressed at a time.
const STEP_BYTES: usize = 64 << 10;

/// Collects a body. One that turns out to be large is compressed while it is written and never in memory as a whole.
pub(in crate::web) struct BodyWriter {
    plain: Vec<u8>,
    /// The part of a large body that was in `plain` before.
    gzip: Option<GzEncoder<PiecesWriter>>,
    written: usize,
    /// Bytes from which a body is large.
    large: usize,
}

impl BodyWriter {
    pub(in crate::web) fn new() -> Self {
        Self { plain: Vec::new(), gzip: None, written: 0, large: LARGE_BYTES }
    }

    /// The body, which holds JSON.
    pub(in crate::web) fn finish_json(mut self) -> io::Result<Body> {
        let Some(mut gzip) = self.gzip else {
            self.plain.shrink_to_fit();
            return Ok(Body::json(self.plain));
        };
        gzip.write_all(&self.plain)?;
        Ok(Body::large_json(gzip.finish()?.finish(), self.written))
    }
}

impl Write for BodyWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written += bytes.len();
        self.plain.extend_from_slice(bytes);
        if self.gzip.is_none() && self.written > self.large {
            self.gzip = Some(GzEncoder::new(PiecesWriter::default(), Compression::fast()));
        }
        if let Some(gzip) = &mut self.gzip
            && self.plain.len() >= STEP_BYTES
        {
            gzip.write_all(&self.plain)?;
            self.plain.clear();
            self.plain.shrink_to(2 * STEP_BYTES);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use futures_util::TryStreamExt;

    use super::super::Encoding;
    use super::super::transcoder::Transcoder;
    use super::*;

    #[tokio::test]
    async fn a_large_body_is_kept_in_gzip_and_decompressed_for_other_clients() {
        let text: String = (0..50_000).map(|number| format!("{number},")).collect();
        let mut writer = BodyWriter { large: 1_000, ..BodyWriter::new() };
        text.as_bytes().chunks(700).for_each(|chunk| writer.write_all(chunk).expect("memory"));
        let body = writer.finish_json().expect("a body");

        assert_eq!(body.len(), text.len());
        assert_eq!(body.encoding_for(Encoding::Brotli, true), Encoding::Gzip);
        assert!(body.only_gzip().is_some_and(|gzip| gzip.len() < text.len() / 2));
        for encoding in [Encoding::Brotli, Encoding::Zstd, Encoding::Identity] {
            assert_eq!(body.encoding_for(encoding, false), encoding);
            assert!(body.ready(encoding).is_none());
            let transcoder = Transcoder::new(body.only_gzip().expect("a large body"), encoding);
            assert_eq!(transcoder.encoding(), encoding);
            let steps: Vec<_> = transcoder.steps().try_collect().await.expect("valid gzip");
            let sent = steps.concat();
            let mut read = Vec::new();
            match encoding {
                Encoding::Brotli => {
                    brotli::Decompressor::new(&sent[..], 4096).read_to_end(&mut read).expect("Brotli");
                }
                Encoding::Zstd => zstd::stream::copy_decode(&sent[..], &mut read).expect("Zstandard"),
                Encoding::Gzip | Encoding::Identity => read.clone_from(&sent),
            }
            assert!(read == text.as_bytes(), "{encoding:?}");
            assert!(encoding == Encoding::Identity || sent.len() < text.len() / 2, "{encoding:?} is compressed");
        }
    }
}
