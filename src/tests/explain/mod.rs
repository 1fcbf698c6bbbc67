//! Explanations: the checker's golden set, the model's client, and the command.

mod command;
mod golden;
mod model;
mod setting;
