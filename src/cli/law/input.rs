//! Files with legal texts that the commands read.

use std::path::Path;

use clap::Args;

use crate::cli::input_file::{self, name_of};
use crate::cli::one_of::one_of;
use crate::error::{Error, ErrorCode, Kind, Result};
use paragraf_law::document::{self, DocumentFormat, LawDocument};

/// Largest file, in bytes; no act is larger.
const MAX_BYTES: u64 = 256 << 20;

#[derive(Debug, Args)]
pub(in crate::cli) struct TextFormat {
    /// Format of the text, unless the extension or the beginning of the file shows it
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<DocumentFormat, 4>(DocumentFormat::ALL.map(DocumentFormat::extension)))]
    pub format: Option<DocumentFormat>,
}

/// Reads the acts of a file, or of standard input for `-`.
///
/// # Errors
/// Names the file, the line and the remedy.
pub(super) fn read_documents(path: &Path, format: Option<DocumentFormat>) -> Result<Vec<LawDocument>> {
    let name = name_of(path);
    let text = read_file(path)?;
    let by_name = path.extension().and_then(|extension| DocumentFormat::of_extension(extension.to_str()?));
    let format = format.or(by_name).unwrap_or_else(|| DocumentFormat::of_text(&text));
    let documents = document::parse(&text, format).map_err(|error| {
        let message = format!(
            "cannot read {name}: line {}: {}; give a record with provisions [{{label, text}}], or name the format with --format txt|md|json|jsonl",
            error.line, error.problem
        );
        Error::new(Kind::Invalid, ErrorCode::Invalid, message)
    })?;
    if documents.iter().flat_map(|document| &document.parts).all(|part| part.text.trim().is_empty()) {
        let message = format!("{name} holds no text; give a file with the text of an act");
        return Err(Error::new(Kind::Invalid, ErrorCode::Invalid, message));
    }
    Ok(documents)
}

/// Reads the text of a file, or of standard input for `-`.
///
/// # Errors
/// Names the file and the line.
pub(super) fn read_file(path: &Path) -> Result<String> {
    let name = name_of(path);
    let bytes = input_file::read(path, MAX_BYTES)?.ok_or_else(|| {
        let message = format!("{name} is larger than 256 MB; split it into one file for each act");
        Error::new(Kind::TooLarge, ErrorCode::Invalid, message)
    })?;
    decode(bytes, &name)
}

fn decode(bytes: Vec<u8>, name: &str) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let message = format!("cannot read {name}: line {line} is not UTF-8; save the text as UTF-8");
        Error::new(Kind::Invalid, ErrorCode::Invalid, message)
    })
}
