//! A ready-made answer: its bytes, its ETag, and each encoding made once, when first asked for.

use std::io::Write;
use std::sync::OnceLock;

use bytes::Bytes;
use http::HeaderValue;
use sha2::{Digest, Sha256};

/// A content encoding we speak, in the order in which we prefer them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Zstd,
    Gzip,
    Identity,
}

impl Encoding {
    pub const ALL: [Self; 4] = [Self::Brotli, Self::Zstd, Self::Gzip, Self::Identity];

    /// The name in `Accept-Encoding` and `Content-Encoding`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }
}

/// How hard to compress: what changes with the articles, or what lives as long as the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    Fast,
    Best,
}

/// Below this a compressed body saves nothing worth a header.
const WORTH_ENCODING: usize = 400;

/// Bytes that are handed out many times.
#[derive(Debug)]
pub struct Body {
    pub media_type: HeaderValue,
    /// Weak, since all encodings share it.
    pub etag: HeaderValue,
    identity: Bytes,
    effort: Effort,
    encoded: [OnceLock<Bytes>; 3],
}

impl Body {
    pub fn new(bytes: impl Into<Bytes>, media_type: HeaderValue, effort: Effort) -> Self {
        let identity = bytes.into();
        let digest = Sha256::digest(&identity);
        let hex: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        Self {
            media_type,
            etag: HeaderValue::try_from(format!("W/\"{hex}\"")).unwrap_or(HeaderValue::from_static("W/\"0\"")),
            identity,
            effort,
            encoded: Default::default(),
        }
    }

    pub fn json(bytes: Vec<u8>) -> Self {
        Self::new(bytes, HeaderValue::from_static("application/json"), Effort::Fast)
    }

    /// The bytes as they are.
    pub fn identity(&self) -> &Bytes {
        &self.identity
    }

    /// What to send for `wanted`: a body too small to gain stays as it is.
    pub fn worth(&self, wanted: Encoding) -> Encoding {
        if self.identity.len() < WORTH_ENCODING { Encoding::Identity } else { wanted }
    }

    /// The bytes in `encoding` if they are there already.
    pub fn ready(&self, encoding: Encoding) -> Option<&Bytes> {
        match slot(encoding) {
            None => Some(&self.identity),
            Some(slot) => self.encoded[slot].get(),
        }
    }

    /// The bytes in `encoding`, made now if need be: milliseconds for a page, a second for a long
    /// list, so call it where blocking is allowed.
    pub fn encode(&self, encoding: Encoding) -> &Bytes {
        match slot(encoding) {
            None => &self.identity,
            Some(slot) => self.encoded[slot].get_or_init(|| compress(&self.identity, encoding, self.effort).into()),
        }
    }

    /// What the body may come to weigh with its encodings, for bounded caches.
    pub fn weight(&self) -> usize {
        self.identity.len() + self.identity.len() / 2 + 512
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

fn compress(bytes: &[u8], encoding: Encoding, effort: Effort) -> Vec<u8> {
    // An unoptimised compressor would keep the first visitor of a development build waiting.
    let best = effort == Effort::Best && !cfg!(debug_assertions);
    let mut packed = Vec::with_capacity(bytes.len() / 3);
    // Writing to memory does not fail.
    let done = match encoding {
        Encoding::Brotli => {
            let quality = if best { 11 } else { 5 };
            brotli::CompressorWriter::new(&mut packed, 1 << 16, quality, 22).write_all(bytes)
        }
        Encoding::Zstd => zstd::stream::copy_encode(bytes, &mut packed, if best { 19 } else { 6 }),
        Encoding::Gzip => {
            let level = flate2::Compression::new(if best { 9 } else { 6 });
            let mut writer = flate2::write::GzEncoder::new(&mut packed, level);
            writer.write_all(bytes).and_then(|()| writer.finish().map(drop))
        }
        Encoding::Identity => packed.write_all(bytes),
    };
    if let Err(error) = done {
        tracing::error!(%error, encoding = encoding.name(), "a body could not be compressed");
    }
    packed.shrink_to_fit();
    packed
}
