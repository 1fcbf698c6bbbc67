//! The child process: reads a PDF file from its input and returns the pages for its output.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_extract::{Document, Error as PdfError, OutputError, output_doc};

use super::glyphs::GlyphCollector;
use super::page::{ChildReply, PdfPage};
use super::problem::PdfProblem;
use super::{cid_widths, limits, sandbox};

/// The beginning of a PDF file; a few other bytes may come before it.
const MARK: &[u8] = b"%PDF-";
const BYTES_BEFORE_MARK: usize = 1024;

/// Limits and restricts this process, reads the whole input and returns the reply as JSON.
///
/// The process may end before that: the limits end it, and a damaged file may overflow its stack.
// docs/decisions/0140
pub fn run(input: impl Read) -> Vec<u8> {
    // A panic is an expected outcome here, which the reply reports; its message would only repeat it.
    std::panic::set_hook(Box::new(|_| {}));
    sandbox::be_ended_first();
    let limited = limits::apply().map_err(|_| PdfProblem::Exhausting);
    sandbox::allow_memory_and_open_files();
    let reply = limited.and_then(|()| read(input));
    let reply = reply.map_or_else(ChildReply::Problem, ChildReply::Pages);
    serde_json::to_vec(&reply).expect("writing the reply as JSON cannot fail: it has no maps")
}

fn read(input: impl Read) -> Result<Vec<PdfPage>, PdfProblem> {
    let mut bytes = Vec::new();
    let limit = limits::INPUT_BYTES as u64 + 1;
    input.take(limit).read_to_end(&mut bytes).map_err(|_| PdfProblem::Damaged)?;
    check(&bytes)?;
    // The reader panics over damaged fonts and missing objects.
    catch_unwind(AssertUnwindSafe(|| pages(bytes))).unwrap_or(Err(PdfProblem::Damaged))
}

/// Checks the size and the beginning of a file.
pub(super) fn check(bytes: &[u8]) -> Result<(), PdfProblem> {
    let beginning = &bytes[..bytes.len().min(BYTES_BEFORE_MARK)];
    if bytes.len() > limits::INPUT_BYTES {
        Err(PdfProblem::TooLarge)
    } else if beginning.windows(MARK.len()).any(|window| window == MARK) {
        Ok(())
    } else {
        Err(PdfProblem::NotPdf)
    }
}

fn pages(bytes: Vec<u8>) -> Result<Vec<PdfPage>, PdfProblem> {
    let mut document = Document::load_mem(&bytes).map_err(|error| problem(&error))?;
    // The document has copies of its streams.
    drop(bytes);
    if document.is_encrypted() {
        // Many files are only protected against changes: they open without a password.
        document.decrypt("").map_err(|_| PdfProblem::Encrypted)?;
    }
    cid_widths::rewrite(&mut document);
    let mut collector = GlyphCollector::default();
    output_doc(&document, &mut collector).map_err(|error| match error {
        OutputError::PdfError(error) => problem(&error),
        OutputError::FormatError(_) | OutputError::IoError(_) => PdfProblem::Exhausting,
    })?;
    let pages = collector.into_pages();
    if pages.is_empty() {
        return Err(PdfProblem::Damaged);
    }
    if pages.iter().all(|page| page.pieces.is_empty()) { Err(PdfProblem::NoText) } else { Ok(pages) }
}

fn problem(error: &PdfError) -> PdfProblem {
    match error {
        PdfError::Decryption(_) | PdfError::InvalidPassword | PdfError::UnsupportedSecurityHandler(_) => {
            PdfProblem::Encrypted
        }
        _ => PdfProblem::Damaged,
    }
}
