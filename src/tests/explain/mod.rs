//! Explanations: the checker's golden set and altered sentences, the model's client, and the command.

mod altered;
mod command;
mod drawn;
mod golden;
mod model;
mod setting;
