//! Labels of provisions: `97^1`, `XII`, `(2^1)`, `f^7)`, `3.1.2`, and lists and ranges of them.

mod one;
mod order;
mod range;
mod read;
mod roman;
mod write;

pub use one::{Label, LabelBase};
pub use range::LabelRange;
pub(crate) use read::{read_letter, read_number, read_point, read_roman, read_sole, split_index};
pub use roman::{roman, roman_value};

#[cfg(test)]
mod tests;
