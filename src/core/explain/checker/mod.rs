//! The checker: compares an explanation with the act that it explains, figure by figure and word by word. Pure.
//!
//! [`figures`] reads numbers, dates, acts and references of a text in Romanian or English into values that do not
//! depend on the spelling. [`ActText`] knows where each provision of an act stands. [`check`] reports every
//! figure of a statement that the provisions named by the statement do not have, and words that they contradict:
//! permission and duty, denial, limits, frequency, parties. [`check_and_compare`] also lists the statements whose words
//! could not be compared.

mod acts;
mod before;
mod bounds;
mod certainty;
mod check;
mod claim;
mod contact;
mod dates;
mod decimal;
mod denial;
mod exchange;
mod figure;
mod marks;
mod meaning;
mod measure;
mod number_words;
mod omission;
mod quantities;
mod reader;
mod reading;
mod references;
mod sense;
mod source;
mod spoken;
mod token;
mod tongue;
mod translation;
mod units;
mod void_denials;

pub use before::BeforeText;
pub use certainty::{CheckedClaims, check_and_compare};
pub use check::check;
pub use claim::{Claim, Passage};
pub use figure::{FoundFigure, StatedFigure};
pub use reader::figures;
pub use reading::ReadingMode;
pub use source::ActText;
