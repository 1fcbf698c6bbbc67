//! Mails: sending what is queued, and what the operator may see of it.

pub mod automatic;
pub mod campaigns;
pub mod compose;
pub mod deliver;
pub mod late;
pub mod links;
pub mod outbox;
pub mod preview;
pub mod recipients;
pub mod tidy;

pub use compose::compose;
