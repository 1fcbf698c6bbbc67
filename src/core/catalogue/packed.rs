//! The contents of articles as compact blocks of bytes.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use zstd::bulk::Compressor;
use zstd::dict::DecoderDictionary;
use zstd::zstd_safe::{DCtx, compress_bound, get_error_name};

use crate::domain::Article;
use crate::error::{Error, Result};

/// Largest catalogue that is kept without compression. More articles need too much memory without it; fewer would only
/// start more slowly with it.
// docs/decisions/0106
const PLAIN_ARTICLES: usize = 5_000;

/// Zstandard's fastest level with entropy coding. Level 3 takes a third longer and saves 2 percent.
const LEVEL: i32 = 1;

/// Bytes of the first contents that become the dictionary. Twice as many save 2 percent more.
const DICTIONARY_BYTES: usize = 32 << 10;

/// Packs contents one after another with the same buffers.
pub struct Packer {
    /// `None` for contents that stay plain.
    compression: Option<Compression>,
    /// Texts that many articles have, each once.
    shared: HashSet<Arc<str>>,
}

struct Compression {
    compressor: Compressor<'static>,
    compressed: Vec<u8>,
    /// `None` while `first` is collected.
    dictionary: Option<Arc<ContentDictionary>>,
    /// The first contents, from which the dictionary is made.
    first: Vec<u8>,
}

/// Contents of other articles: blocks refer to the names of fields and the phrases that they share with it.
// docs/decisions/0513
pub(super) struct ContentDictionary {
    bytes: Box<[u8]>,
    decoder: DecoderDictionary<'static>,
}

/// The content of one article: one allocation instead of about thirty.
#[derive(Debug)]
pub(super) enum Packed {
    Json(Box<[u8]>),
    /// JSON of `len` bytes.
    Zstd {
        bytes: Box<[u8]>,
        len: u32,
        dictionary: Option<Arc<ContentDictionary>>,
    },
}

impl Packer {
    /// Packs contents for a catalogue of this many articles.
    pub fn new(articles: usize) -> Result<Self> {
        Self::with_dictionary(articles, None)
    }

    /// As [`Packer::new`], with the dictionary of other contents of the catalogue.
    pub(super) fn with_dictionary(articles: usize, dictionary: Option<Arc<ContentDictionary>>) -> Result<Self> {
        let compression = (articles > PLAIN_ARTICLES).then(|| Compression::new(dictionary)).transpose()?;
        Ok(Self { compression, shared: HashSet::new() })
    }

    /// Packs the JSON of an article.
    pub(super) fn pack(&mut self, json: &[u8]) -> Result<Packed> {
        match &mut self.compression {
            Some(compression) => compression.pack(json),
            None => Ok(Packed::Json(json.into())),
        }
    }

    /// The text, in one allocation with the same text of other articles.
    pub(super) fn share(&mut self, text: &str) -> Arc<str> {
        if let Some(shared) = self.shared.get(text) {
            return Arc::clone(shared);
        }
        let shared: Arc<str> = text.into();
        self.shared.insert(Arc::clone(&shared));
        shared
    }
}

impl Compression {
    fn new(dictionary: Option<Arc<ContentDictionary>>) -> Result<Self> {
        let bytes = dictionary.as_ref().map_or(&[][..], |dictionary| &dictionary.bytes[..]);
        let compressor = Compressor::with_dictionary(LEVEL, bytes);
        let compressor = compressor.map_err(|error| Error::internal("packing articles", error))?;
        Ok(Self { compressor, compressed: Vec::new(), dictionary, first: Vec::new() })
    }

    fn pack(&mut self, json: &[u8]) -> Result<Packed> {
        self.compressed.clear();
        self.compressed.reserve(compress_bound(json.len()));
        let compressed = self.compressor.compress_to_buffer(json, &mut self.compressed);
        compressed.map_err(|error| Error::internal("packing an article", error))?;
        let bytes = self.compressed.as_slice().into();
        let packed = Packed::Zstd {
            bytes,
            len: u32::try_from(json.len()).unwrap_or(u32::MAX),
            dictionary: self.dictionary.clone(),
        };
        if self.dictionary.is_none() {
            self.collect(json)?;
        }
        Ok(packed)
    }

    /// Adds a content to the first ones, and makes them the dictionary of all further contents when they are enough.
    fn collect(&mut self, json: &[u8]) -> Result<()> {
        self.first.extend_from_slice(json);
        if self.first.len() >= DICTIONARY_BYTES {
            self.first.truncate(DICTIONARY_BYTES);
            let dictionary = ContentDictionary::new(std::mem::take(&mut self.first))?;
            *self = Self::new(Some(Arc::new(dictionary)))?;
        }
        Ok(())
    }
}

impl ContentDictionary {
    fn new(bytes: Vec<u8>) -> Result<Self> {
        let decoder = DecoderDictionary::try_copy(&bytes);
        let decoder = decoder.map_err(|error| Error::internal("packing articles", error))?;
        Ok(Self { bytes: bytes.into(), decoder })
    }
}

impl std::fmt::Debug for ContentDictionary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ContentDictionary").field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}

impl Packed {
    /// The dictionary that the block needs.
    pub(super) fn dictionary(&self) -> Option<&Arc<ContentDictionary>> {
        match self {
            Self::Json(_) => None,
            Self::Zstd { dictionary, .. } => dictionary.as_ref(),
        }
    }

    pub(super) fn unpack(&self) -> Result<Article> {
        let content = match self {
            Self::Json(json) => serde_json::from_slice(json),
            Self::Zstd { bytes, len, dictionary } => {
                let json = decompress(bytes, *len, dictionary.as_deref());
                serde_json::from_slice(&json.map_err(|error| Error::internal("unpacking an article", error))?)
            }
        };
        content.map_err(|error| Error::internal("unpacking an article", error))
    }
}

thread_local! {
    /// Kept, because making one asks the processor what it can do, which takes a virtual machine longer than most blocks.
    static DECOMPRESSION: RefCell<DCtx<'static>> = RefCell::default();
}

fn decompress(bytes: &[u8], len: u32, dictionary: Option<&ContentDictionary>) -> std::io::Result<Vec<u8>> {
    let mut json = Vec::with_capacity(usize::try_from(len).unwrap_or(usize::MAX));
    let decompressed = DECOMPRESSION.with_borrow_mut(|context| match dictionary {
        Some(dictionary) => context.decompress_using_ddict(&mut json, bytes, dictionary.decoder.as_ddict()),
        None => context.decompress(&mut json, bytes),
    });
    decompressed.map_err(|code| std::io::Error::other(get_error_name(code)))?;
    Ok(json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_the_same_after_packing_with_and_without_compression() {
        let json = r#"{"slug":"chirii","title":"Chirii","technical_summary":"Se modifică „art. 5”",
            "simple_explanation":"Se schimbă chiriile","implementation_key_points":["Citește"],"importance":4,
            "publish_date":"2026-07-01","domains":["chirii"],"topic":"inchirieri",
            "act":{"type":"LEGE","number":"239","year":2025},
            "gazette":{"part":"I","number":"7","date":"2026-07-01"},
            "deadlines":[{"kind":"due","date":"2026-08-01","what":"Depune declarația"}],"provenance":{"written_by":"Ana"},
            "translations":{"en":{"title":"Rents","technical_summary":"","simple_explanation":""}}}"#;
        let content: Article = serde_json::from_str(json).expect("an article");
        let json = serde_json::to_vec(&content).expect("JSON");
        for articles in [0, PLAIN_ARTICLES + 1] {
            let mut packer = Packer::new(articles).expect("a packer");
            for _ in 0..2 {
                let packed = packer.pack(&json).expect("packed");
                assert_eq!(matches!(packed, Packed::Zstd { .. }), articles > PLAIN_ARTICLES);
                assert_eq!(packed.unpack().expect("unpacked"), content);
            }
        }
    }

    #[test]
    fn contents_of_a_large_catalogue_are_packed_with_the_first_ones() {
        let json = |number: usize| {
            let explanation = "Proprietarii depun declarația unică până la 25 mai. ".repeat(40);
            serde_json::json!({
                "slug": format!("articol-{number}"), "title": format!("Articolul {number}"), "topic": "munca",
                "technical_summary": "", "simple_explanation": explanation, "importance": 3,
                "publish_date": "2026-11-02",
            })
        };
        let content = |number| -> Article { serde_json::from_value(json(number)).expect("an article") };
        let bytes = |number| serde_json::to_vec(&content(number)).expect("JSON");
        let size = |packed: &Packed| match packed {
            Packed::Json(bytes) | Packed::Zstd { bytes, .. } => bytes.len(),
        };
        let mut packer = Packer::new(PLAIN_ARTICLES + 1).expect("a packer");
        let packed: Vec<_> = (0..100).map(|number| packer.pack(&bytes(number)).expect("packed")).collect();
        let (first, last) = (&packed[0], &packed[99]);
        assert!(first.dictionary().is_none());
        assert!(3 * size(last) < 2 * size(first), "{} and {} bytes", size(first), size(last));
        for (number, packed) in packed.iter().enumerate() {
            assert_eq!(packed.unpack().expect("unpacked"), content(number));
        }

        let dictionary = last.dictionary().expect("the dictionary");
        let mut next = Packer::with_dictionary(PLAIN_ARTICLES + 1, Some(Arc::clone(dictionary))).expect("a packer");
        let later = next.pack(&bytes(100)).expect("packed");
        assert!(later.dictionary().is_some_and(|same| Arc::ptr_eq(same, dictionary)));
        assert_eq!(later.unpack().expect("unpacked"), content(100));
    }

    #[test]
    fn equal_texts_are_shared() {
        let mut packer = Packer::new(0).expect("a packer");
        let (one, other) = (packer.share("munca"), packer.share("munca"));
        assert!(Arc::ptr_eq(&one, &other) && &*one == "munca");
    }
}
