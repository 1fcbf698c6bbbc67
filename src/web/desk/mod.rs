//! The editors' desk: [`drafts`] reads and saves, [`decisions`] publishes and rejects, [`overviews`]
//! does the same with monthly overviews.

pub(super) mod decisions;
pub(super) mod drafts;
pub(super) mod overviews;
