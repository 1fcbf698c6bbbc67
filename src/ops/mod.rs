//! What the product can do: one file per topic, one public async function per verb.
//!
//! Each operation first asks [`policy`] whether the actor may, then makes at most one write
//! transaction (an import makes one per batch). Both doors, the command line and the jobs call
//! these and nothing below them.

pub mod accounts;
pub mod analytics;
pub mod articles;
pub mod backup;
pub mod browse;
pub mod demo;
pub mod export;
pub mod files;
pub mod health;
pub mod import;
pub mod mail;
mod news;
pub mod notifications;
pub mod policy;
pub mod readers;
pub mod reports;
pub mod status;
pub mod subscribers;
pub mod topics;

pub use policy::{Action, Actor, Principal};
