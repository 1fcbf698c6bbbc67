//! The child process: reads a PDF file from its input and returns the pages for its output.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_extract::encryption::DecryptionError;
use pdf_extract::{Document, Error as PdfError, Object, OutputError, output_doc};

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

fn pages(mut bytes: Vec<u8>) -> Result<Vec<PdfPage>, PdfProblem> {
    // The library looks for the end of the file in its last 512 bytes.
    let filled = bytes.iter().rposition(|byte| !byte.is_ascii_whitespace() && *byte != 0);
    bytes.truncate(filled.map_or(0, |last| last + 1));
    let mut document = Document::load_mem(&bytes).map_err(|error| problem(&error))?;
    // The document has copies of its streams.
    drop(bytes);
    decrypt(&mut document)?;
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

/// Decrypts the objects that the library left encrypted. Many files are only protected against changes: they open
/// without a password, and the library has read them by now.
fn decrypt(document: &mut Document) -> Result<(), PdfProblem> {
    let Ok(encryption) = document.trailer.get(b"Encrypt").cloned() else { return Ok(()) };
    if matches!(encryption, Object::Dictionary(_)) {
        // The library decrypts only with a dictionary that is an object of its own.
        let id = document.add_object(encryption);
        document.trailer.set("Encrypt", Object::Reference(id));
        let opened = document.authenticate_password("");
        return Err(opened.map_or_else(|error| problem(&error), |()| PdfProblem::Encrypted));
    }
    document.decrypt("").map_err(|error| match problem(&error) {
        PdfProblem::Password => PdfProblem::Password,
        _ => PdfProblem::Encrypted,
    })
}

fn problem(error: &PdfError) -> PdfProblem {
    match error {
        PdfError::Decryption(DecryptionError::IncorrectPassword) | PdfError::InvalidPassword => PdfProblem::Password,
        PdfError::Decryption(_) | PdfError::UnsupportedSecurityHandler(_) => PdfProblem::Encrypted,
        _ => PdfProblem::Damaged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with one empty page, and this entry of its trailer beside these objects from number 4 on.
    fn file(encrypt: &str, objects: &[&str]) -> Vec<u8> {
        let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>";
        let first = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page];
        let (mut text, mut places) = ("%PDF-1.7\n".to_owned(), String::new());
        let all: Vec<_> = first.iter().chain(objects).collect();
        for (object, number) in all.iter().zip(1..) {
            places.push_str(&format!("{:010} 00000 n \n", text.len()));
            text.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
        }
        let (start, size) = (text.len(), all.len() + 1);
        let id = "AB".repeat(16);
        text.push_str(&format!(
            "xref\n0 {size}\n0000000000 65535 f \n{places}trailer\n<< /Size {size} /Root 1 0 R /ID [<{id}> <{id}>] \
             {encrypt} >>\nstartxref\n{start}\n%%EOF\n"
        ));
        text.into_bytes()
    }

    fn standard(revision: u8) -> String {
        let (owner, user) = ("AB".repeat(32), "CD".repeat(32));
        format!("<< /Filter /Standard /V 2 /R {revision} /Length 128 /P -4 /O <{owner}> /U <{user}> >>")
    }

    #[test]
    fn a_password_encryption_and_damage_are_named_apart() {
        let read = |bytes: Vec<u8>| pages(bytes).expect_err("no text is read");
        let locked = standard(3);
        assert_eq!(read(file("/Encrypt 4 0 R", &[&locked])), PdfProblem::Password);
        assert_eq!(read(file(&format!("/Encrypt {locked}"), &[])), PdfProblem::Password, "within the trailer");
        let unknown = standard(9).replace("/V 2", "/V 9");
        assert_eq!(read(file("/Encrypt 4 0 R", &[&unknown])), PdfProblem::Encrypted);
        assert_eq!(read(file(&format!("/Encrypt {unknown}"), &[])), PdfProblem::Encrypted);
        let of_key = "<< /Filter /Adobe.PubSec /V 4 /SubFilter /adbe.pkcs7.s4 >>";
        assert_eq!(read(file("/Encrypt 4 0 R", &[of_key])), PdfProblem::Encrypted);
        let whole = file("", &[]);
        assert_eq!(read(whole.clone()), PdfProblem::NoText);
        assert_eq!(read([whole.clone(), b" \r\n".repeat(500)].concat()), PdfProblem::NoText, "blanks at the end");
        assert_eq!(read(whole[..whole.len() / 2].to_vec()), PdfProblem::Damaged);
        let cut = file("/Encrypt 4 0 R", &[&locked]);
        assert_eq!(read(cut[..cut.len() / 2].to_vec()), PdfProblem::Damaged);
    }
}
