//! Ready-made response bodies and the bounded cache that keeps them.

use std::hash::Hash;
use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::http::HeaderValue;
use bytes::Bytes;
use data_encoding::HEXLOWER;
use moka::sync::Cache;
use sha2::{Digest, Sha256};

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

/// Smaller bodies are sent uncompressed: the saving is not worth a header.
const MIN_ENCODED_BYTES: usize = 400;

/// A response body that is sent many times; each encoding is made once, at the first request for it.
#[derive(Debug)]
pub(super) struct Body {
    pub media_type: HeaderValue,
    /// Weak, because all encodings share it.
    pub etag: HeaderValue,
    identity: Bytes,
    effort: Effort,
    encoded: [OnceLock<Bytes>; 3],
}

impl Body {
    pub(super) fn new(bytes: impl Into<Bytes>, media_type: HeaderValue, effort: Effort) -> Self {
        let identity = bytes.into();
        let digest = Sha256::digest(&identity);
        let hex = HEXLOWER.encode(&digest[..12]);
        Self {
            media_type,
            etag: HeaderValue::try_from(format!("W/\"{hex}\"")).unwrap_or(HeaderValue::from_static("W/\"0\"")),
            identity,
            effort,
            encoded: Default::default(),
        }
    }

    pub(super) fn json(bytes: Vec<u8>) -> Self {
        Self::new(bytes, HeaderValue::from_static("application/json"), Effort::Fast)
    }

    /// The bytes without encoding.
    pub(super) fn identity(&self) -> &Bytes {
        &self.identity
    }

    /// The encoding to send to a client that prefers `preferred`: small bodies are not compressed.
    pub(super) fn encoding_for(&self, preferred: Encoding) -> Encoding {
        if self.identity.len() < MIN_ENCODED_BYTES { Encoding::Identity } else { preferred }
    }

    /// The bytes in `encoding` if they were made already.
    pub(super) fn ready(&self, encoding: Encoding) -> Option<&Bytes> {
        match slot(encoding) {
            None => Some(&self.identity),
            Some(slot) => self.encoded[slot].get(),
        }
    }

    /// The bytes in `encoding`. Compressing takes milliseconds for a page and up to a second for a long
    /// list, so call this where blocking is allowed.
    pub(super) fn encode(&self, encoding: Encoding) -> &Bytes {
        match slot(encoding) {
            None => &self.identity,
            Some(slot) => self.encoded[slot].get_or_init(|| compress(&self.identity, encoding, self.effort).into()),
        }
    }

    /// Estimated bytes of memory with all encodings.
    pub(super) fn weight(&self) -> usize {
        self.identity.len() + self.identity.len() / 2 + 512
    }
}

impl AsRef<Self> for Body {
    fn as_ref(&self) -> &Self {
        self
    }
}

/// Ready-made bodies, bounded by the memory they take; the least used are dropped first.
///
/// A key holds everything that the body depends on, such as the generation of the catalogue: outdated
/// bodies are never found again and leave in time.
pub(super) struct BodyCache<K, B = Body>(Cache<K, Arc<B>>);

impl<K, B> BodyCache<K, B>
where
    K: Hash + Eq + Send + Sync + 'static,
    B: AsRef<Body> + Send + Sync + 'static,
{
    pub(super) fn new(max_bytes: u64) -> Self {
        let weigher = |_: &K, body: &Arc<B>| u32::try_from((**body).as_ref().weight()).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(max_bytes).weigher(weigher).build())
    }

    pub(super) fn get(&self, key: &K) -> Option<Arc<B>> {
        self.0.get(key)
    }

    pub(super) fn insert(&self, key: K, body: Arc<B>) {
        self.0.insert(key, body);
    }

    /// The kept body, or else the one that `make` resolves to. Two requests at the same time may both
    /// make it.
    pub(super) async fn get_or_make<E>(&self, key: K, make: impl Future<Output = Result<B, E>>) -> Result<Arc<B>, E> {
        if let Some(body) = self.0.get(&key) {
            return Ok(body);
        }
        let body = Arc::new(make.await?);
        self.0.insert(key, Arc::clone(&body));
        Ok(body)
    }

    /// The kept body, or the one that `make` returns; concurrent calls wait for one result. Blocks.
    pub(super) fn get_or_make_once<E: Send + Sync + 'static>(
        &self,
        key: &K,
        make: impl FnOnce() -> Result<B, E>,
    ) -> Result<Arc<B>, Arc<E>>
    where
        K: Clone,
    {
        self.0.try_get_with_by_ref(key, || make().map(Arc::new))
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
    // Without optimisation the best level would take seconds in development builds.
    let best = effort == Effort::Best && !cfg!(debug_assertions);
    let mut compressed = Vec::with_capacity(bytes.len() / 3);
    // Writing to memory does not fail.
    let result = match encoding {
        Encoding::Brotli => {
            let quality = if best { 11 } else { 5 };
            brotli::CompressorWriter::new(&mut compressed, 1 << 16, quality, 22).write_all(bytes)
        }
        Encoding::Zstd => zstd::stream::copy_encode(bytes, &mut compressed, if best { 19 } else { 6 }),
        Encoding::Gzip => {
            let level = flate2::Compression::new(if best { 9 } else { 6 });
            let mut writer = flate2::write::GzEncoder::new(&mut compressed, level);
            writer.write_all(bytes).and_then(|()| writer.finish().map(drop))
        }
        Encoding::Identity => compressed.write_all(bytes),
    };
    if let Err(error) = result {
        tracing::error!(%error, encoding = encoding.name(), "cannot compress a response body");
    }
    compressed.shrink_to_fit();
    compressed
}
