//! Ready-made response bodies and the bounded cache that keeps them.

pub(super) mod cache;
pub(super) mod pieces;
pub(super) mod transcoder;
pub(super) mod writer;

use std::io::Write;
use std::sync::OnceLock;

use axum::http::HeaderValue;
use bytes::Bytes;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use self::pieces::{Pieces, PiecesWriter};

/// The content encodings that the server supports, in order of preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Brotli,
    Zstd,
    Gzip,
    Identity,
}

impl Encoding {
    pub(super) const ALL: [Self; 4] = [Self::Brotli, Self::Zstd, Self::Gzip, Self::Identity];

    /// The name in `Accept-Encoding` and `Content-Encoding`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }
}

/// Compression effort: fast for content that changes, best for the files of the UI bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    Fast,
    Best,
}

/// Longer bodies are [compacted](Body::compacted).
const COMPACTED_BYTES: usize = 256 << 10;
/// Smaller bodies are sent uncompressed: the saving is not worth a header.
const MIN_ENCODED_BYTES: usize = 400;

pub(super) const JSON: HeaderValue = HeaderValue::from_static("application/json");
pub(super) const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// A response body that is sent many times.
#[derive(Debug)]
pub(super) struct Body {
    pub media_type: HeaderValue,
    /// Weak, because all encodings share it.
    pub etag: HeaderValue,
    /// Bytes without encoding.
    len: usize,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// Each encoding is made once, at the first request for it.
    Small { identity: Bytes, effort: Effort, encoded: [OnceLock<Bytes>; 3] },
    /// Kept in one encoding, since a long list in all four would take too much memory.
    Large { gzip: Pieces },
}

impl Body {
    pub(super) fn new(bytes: impl Into<Bytes>, media_type: HeaderValue, effort: Effort) -> Self {
        let identity = bytes.into();
        let (etag, len) = (etag([&identity]), identity.len());
        Self { media_type, etag, len, content: Content::Small { identity, effort, encoded: Default::default() } }
    }

    pub(super) fn json(bytes: Vec<u8>) -> Self {
        Self::new(bytes, JSON, Effort::Fast)
    }

    /// JSON kept in gzip only; `len` is its length without encoding.
    fn large_json(gzip: Pieces, len: usize) -> Self {
        Self { media_type: JSON, etag: etag(gzip.iter()), len, content: Content::Large { gzip } }
    }

    /// A long body in gzip only: a client that reads slowly holds this much, and one without gzip gets it step by step.
    pub(super) fn compacted(self) -> Self {
        match &self.content {
            Content::Small { identity, effort, .. } if self.len > COMPACTED_BYTES => {
                let gzip = gzipped(identity, *effort);
                Self { content: Content::Large { gzip }, ..self }
            }
            _ => self,
        }
    }

    /// Bytes without encoding.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The encoding to send to a client that prefers `preferred`: small bodies are not compressed, and large ones are
    /// sent in gzip, if the client accepts it.
    pub(super) fn encoding_for(&self, preferred: Encoding, accepts_gzip: bool) -> Encoding {
        match self.content {
            Content::Small { .. } if self.len < MIN_ENCODED_BYTES => Encoding::Identity,
            Content::Small { .. } => preferred,
            Content::Large { .. } if accepts_gzip => Encoding::Gzip,
            Content::Large { .. } => preferred,
        }
    }

    /// The bytes in `encoding` if they were made already. Those of a large body are in [`Body::only_gzip`].
    pub(super) fn ready(&self, encoding: Encoding) -> Option<&Bytes> {
        match (&self.content, slot(encoding)) {
            (Content::Small { identity, .. }, None) => Some(identity),
            (Content::Small { encoded, .. }, Some(slot)) => encoded[slot].get(),
            (Content::Large { .. }, _) => None,
        }
    }

    /// Makes the bytes in `encoding`. Compressing takes milliseconds for a page and up to a second for a long
    /// list, so call this where blocking is allowed.
    pub(super) fn encode(&self, encoding: Encoding) {
        if let (Content::Small { identity, effort, encoded }, Some(slot)) = (&self.content, slot(encoding)) {
            encoded[slot].get_or_init(|| compress(identity, encoding, *effort).into());
        }
    }

    /// The bytes of a body that is kept in gzip only.
    pub(super) fn only_gzip(&self) -> Option<&Pieces> {
        match &self.content {
            Content::Small { .. } => None,
            Content::Large { gzip } => Some(gzip),
        }
    }

    /// Estimated bytes of memory with all encodings, the cache's key and entry.
    fn weight(&self) -> usize {
        2 * self.len + 1024
    }
}

fn etag<'b>(parts: impl IntoIterator<Item = &'b Bytes>) -> HeaderValue {
    let mut hasher = Sha256::new();
    parts.into_iter().for_each(|part| hasher.update(part));
    let hex = HEXLOWER.encode(&hasher.finalize()[..12]);
    HeaderValue::try_from(format!("W/\"{hex}\"")).unwrap_or(HeaderValue::from_static("W/\"0\""))
}

/// A body with a value that its response needs.
pub(super) struct BodyWith<T> {
    pub body: Body,
    pub value: T,
}

impl<T> AsRef<Body> for BodyWith<T> {
    fn as_ref(&self) -> &Body {
        &self.body
    }
}

impl AsRef<Self> for Body {
    fn as_ref(&self) -> &Self {
        self
    }
}

fn slot(encoding: Encoding) -> Option<usize> {
    match encoding {
        Encoding::Brotli => Some(0),
        Encoding::Zstd => Some(1),
        Encoding::Gzip => Some(2),
        Encoding::Identity => None,
    }
}

/// The window of Brotli, as a power of two: no larger than the content needs, since an encoder takes several times its
/// size in memory. At 16 bits and fewer the library lacks the small hash tables of the format's reference and takes 33 MB
/// for each body.
fn window_bits(len: usize) -> u32 {
    (usize::BITS - len.leading_zeros()).clamp(17, 22)
}

/// Whether to take the best level. Without optimisation it would take seconds in development builds.
fn is_best(effort: Effort) -> bool {
    effort == Effort::Best && !cfg!(debug_assertions)
}

fn compress(bytes: &[u8], encoding: Encoding, effort: Effort) -> Vec<u8> {
    let best = is_best(effort);
    let mut compressed = Vec::with_capacity(bytes.len() / 3);
    // Writing to memory does not fail.
    let result = match encoding {
        Encoding::Brotli => {
            let quality = if best { 11 } else { 5 };
            brotli::CompressorWriter::new(&mut compressed, 1 << 16, quality, window_bits(bytes.len())).write_all(bytes)
        }
        // In one piece: for a length that it does not know, an encoder takes 6 MB.
        Encoding::Zstd => zstd::bulk::compress(bytes, if best { 19 } else { 6 }).map(|made| compressed = made),
        Encoding::Gzip => gzip(bytes, &mut compressed, effort),
        Encoding::Identity => compressed.write_all(bytes),
    };
    if let Err(error) = result {
        tracing::error!(%error, encoding = encoding.name(), "cannot compress a response body");
    }
    compressed.shrink_to_fit();
    compressed
}

fn gzip(bytes: &[u8], to: impl Write, effort: Effort) -> std::io::Result<()> {
    let level = flate2::Compression::new(if is_best(effort) { 9 } else { 6 });
    let mut writer = flate2::write::GzEncoder::new(to, level);
    writer.write_all(bytes).and_then(|()| writer.finish().map(drop))
}

fn gzipped(bytes: &[u8], effort: Effort) -> Pieces {
    let mut pieces = PiecesWriter::default();
    if let Err(error) = gzip(bytes, &mut pieces, effort) {
        tracing::error!(%error, "cannot compress a response body");
    }
    pieces.finish()
}

#[cfg(test)]
mod tests {
    use futures_util::TryStreamExt;

    use super::transcoder::Transcoder;
    use super::*;

    #[tokio::test]
    async fn a_long_body_is_held_in_gzip_while_it_is_sent() {
        let text = "BEGIN:VEVENT\r\n".repeat(COMPACTED_BYTES / 10);
        let plain = Body::new(text.clone(), HTML, Effort::Fast);
        let etag = plain.etag.clone();
        let body = plain.compacted();
        assert_eq!((&body.etag, body.len()), (&etag, text.len()));
        assert!(body.ready(Encoding::Identity).is_none());
        let gzip = body.only_gzip().expect("gzip only");
        assert!(gzip.len() < text.len() / 20, "{}", gzip.len());
        let steps: Vec<_> = Transcoder::new(gzip, Encoding::Identity).steps().try_collect().await.expect("gzip");
        assert!(steps.concat() == text.as_bytes());
        let short = Body::new("short", HTML, Effort::Fast).compacted();
        assert_eq!(short.ready(Encoding::Identity).map(|bytes| &bytes[..]), Some(&b"short"[..]));
    }
}
