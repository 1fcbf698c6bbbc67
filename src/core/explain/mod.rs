//! Explanations of acts by a language model, and the checker that compares them with the act.
//!
//! [`Prompt`] asks, [`ModelClient`] calls the model, [`parse`] reads its answer, [`apply`] puts the explanation into
//! a draft and [`check_draft`] lists what the act does not support.

mod answer;
mod apply;
pub mod checker;
mod client;
mod draft_check;
mod prompt;
mod reason;
mod supported;

pub use answer::parse;
pub use apply::apply;
pub use client::{ModelAnswer, ModelClient, ModelFailure, Usage};
pub use draft_check::{check_draft, check_explained, facts};
pub use prompt::{PROMPT_VERSION, Prompt};
pub use supported::supported;
