//! Text of PDF files with its places on the pages.
//!
//! A PDF file of unknown origin can exhaust or crash any reader, so that a child process with limits of its own reads
//! it ([`child`]): the program starts itself with a hidden command. [`PdfReader`] starts the process and reads its
//! reply. [`layout`] puts the pieces of a page into reading order.

pub mod child;
mod cid_widths;
mod glyphs;
pub mod layout;
mod limits;
mod page;
mod pdftotext;
mod problem;
mod reader;
mod sandbox;

pub use page::{PdfPage, TextRun};
pub use pdftotext::become_pdftotext;
pub use problem::PdfProblem;
pub use reader::{COMMAND, PdfReader, WITH_PDFTOTEXT};
