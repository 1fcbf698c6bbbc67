//! A person's data, found by an address: what is stored, an export, and the erasure.
//!
//! `store::holdings` has the list of the places.

mod erase;
mod export;
mod files;
mod known_person;
mod removal;
pub(super) mod repeat;
mod show;

pub use erase::{ErasedPerson, erase};
pub use export::export;
pub use repeat::RepeatedErasures;
pub use show::{HeldData, PersonData, left, show};
