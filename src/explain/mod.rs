//! Explanations of acts by a language model, and the checker that compares them with the act.

pub mod checker;
