//! The Markdown of messages and campaigns: a small dialect with placeholders.
//!
//! [`read`] turns a text into [`Part`]s once; the HTML of a message, its plain text and a campaign's web page
//! are all made from the parts. The dialect has headings, paragraphs, emphasis, `code`, lists of one level,
//! definition lists, links (https and mailto), quotations and rules. A link alone in its paragraph is a button,
//! `{{article:SLUG}}` alone in its paragraph the card of an article.
//!
//! [`fill`] drops a paragraph, item, heading or button that names a placeholder without a value, and one whose
//! condition (`{{?name}}` or `{{!name}}` at its beginning) does not hold. Placeholders are filled after
//! reading, so a value is never markup.

mod part;
mod read;
mod vocabulary;

pub use part::{Part, Run, fill, plain, text, words};
pub use read::{ArticleMention, Prose, ProseFault, read, read_with};
pub use vocabulary::{CAMPAIGN, Vocabulary};
