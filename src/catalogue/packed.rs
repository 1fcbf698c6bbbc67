//! The contents of articles as compact blocks of bytes.

use zstd::bulk::{Compressor, decompress};
use zstd::zstd_safe::compress_bound;

use crate::domain::Article;
use crate::error::{Error, Result};

/// Largest catalogue that is kept without compression. More articles need too much memory without it; fewer would only
/// start more slowly with it.
// docs/decisions/0106
const PLAIN_ARTICLES: usize = 20_000;

/// Zstandard's fastest level with entropy coding. Level 3 takes a third longer and saves 2 percent.
const LEVEL: i32 = 1;

/// Packs contents one after another with the same buffers.
pub struct Packer {
    /// `None` for contents that stay plain.
    compressor: Option<Compressor<'static>>,
    json: Vec<u8>,
    compressed: Vec<u8>,
}

/// The content of one article: one allocation instead of about thirty.
#[derive(Debug)]
pub(super) enum Packed {
    Json(Box<[u8]>),
    /// JSON of `len` bytes.
    Zstd {
        bytes: Box<[u8]>,
        len: usize,
    },
}

impl Packer {
    /// Packs contents for a catalogue of this many articles.
    pub fn new(articles: usize) -> Result<Self> {
        let compressor = (articles > PLAIN_ARTICLES).then(|| Compressor::new(LEVEL)).transpose();
        let compressor = compressor.map_err(|error| Error::internal("packing articles", error))?;
        Ok(Self { compressor, json: Vec::new(), compressed: Vec::new() })
    }

    pub(super) fn pack(&mut self, content: &Article) -> Result<Packed> {
        self.json.clear();
        serde_json::to_writer(&mut self.json, content).map_err(|error| Error::internal("packing an article", error))?;
        let Some(compressor) = &mut self.compressor else { return Ok(Packed::Json(self.json.as_slice().into())) };
        self.compressed.clear();
        self.compressed.reserve(compress_bound(self.json.len()));
        let compressed = compressor.compress_to_buffer(&self.json, &mut self.compressed);
        compressed.map_err(|error| Error::internal("packing an article", error))?;
        Ok(Packed::Zstd { bytes: self.compressed.as_slice().into(), len: self.json.len() })
    }
}

impl Packed {
    pub(super) fn unpack(&self) -> Result<Article> {
        let content = match self {
            Self::Json(json) => serde_json::from_slice(json),
            Self::Zstd { bytes, len } => {
                let json = decompress(bytes, *len).map_err(|error| Error::internal("unpacking an article", error))?;
                serde_json::from_slice(&json)
            }
        };
        content.map_err(|error| Error::internal("unpacking an article", error))
    }
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
        for articles in [0, PLAIN_ARTICLES + 1] {
            let mut packer = Packer::new(articles).expect("a packer");
            for _ in 0..2 {
                let packed = packer.pack(&content).expect("packed");
                assert_eq!(matches!(packed, Packed::Zstd { .. }), articles > PLAIN_ARTICLES);
                assert_eq!(packed.unpack().expect("unpacked"), content);
            }
        }
    }
}
