//! Search: what is found first, and the calls.

mod calls;
pub mod golden;
mod page;
