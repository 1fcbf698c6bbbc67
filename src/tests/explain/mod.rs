//! Explanations: the checker's golden set, the client, and the command.

mod golden;
