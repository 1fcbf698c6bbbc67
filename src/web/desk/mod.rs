//! The editors' desk: [`drafts`] reads and saves, [`decisions`] publishes and rejects.

pub(super) mod decisions;
pub(super) mod drafts;
