//! The editors' desk: [`drafts`] reads and saves, [`decisions`] publishes and rejects, [`overviews`]
//! does the same with monthly overviews. [`conditions`] reads conditions in words.

pub(super) mod conditions;
pub(super) mod decisions;
pub(super) mod drafts;
pub(super) mod overviews;
