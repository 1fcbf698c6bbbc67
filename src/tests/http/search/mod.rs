//! Search: what is found first, and the calls.

mod calls;
mod golden;
mod page;
