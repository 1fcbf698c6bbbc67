//! Where drafts come from: files today; each source gives the same drafts.

pub mod fetch;
