//! Reasons why the text of a PDF file cannot be read, each with a remedy.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::limits;

/// Why a PDF file was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PdfProblem {
    /// It does not begin like a PDF file.
    NotPdf,
    /// It needs a password.
    Password,
    /// It is encrypted in another way than with a password, or by a method that is not known.
    Encrypted,
    /// It ends early or is damaged.
    Damaged,
    /// No page has text.
    NoText,
    TooLarge,
    /// Reading it took more memory, time or output than any issue needs.
    Exhausting,
}

impl fmt::Display for PdfProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPdf => f.write_str("is not a PDF file; download the issue again and check that a PDF arrived"),
            Self::Password => f.write_str("is protected by a password; save a copy without one, or download it again"),
            Self::Encrypted => {
                f.write_str("is encrypted in a way that cannot be read; print it to a PDF file without encryption")
            }
            Self::Damaged => f.write_str("is cut off or damaged; download it again"),
            Self::NoText => {
                f.write_str("has no text, only pictures of pages; recognise its text with an OCR program first")
            }
            Self::TooLarge => {
                write!(f, "is larger than {} MiB; import the issue without its supplements", limits::INPUT_BYTES >> 20)
            }
            Self::Exhausting => write!(
                f,
                "needs more than {} MiB of memory or {} s to be read, which no issue does; it may be malicious: check \
                 where it is from",
                limits::MEMORY_BYTES >> 20,
                limits::CPU_SECS
            ),
        }
    }
}
