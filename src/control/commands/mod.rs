//! All commands; each is a type whose `run` is one call into `ops`, most of them a row of `declare_commands!`.

pub mod accounts;
pub mod articles;
pub mod backup;
pub mod bounces;
pub mod campaigns;
pub mod concerns;
pub mod desk;
pub mod digests;
pub mod doctor;
pub mod duties;
pub mod explain;
pub mod figures;
pub mod import;
pub mod mail;
pub mod maintenance;
pub mod overviews;
pub mod people;
pub mod reports;
pub mod sources;
pub mod stats;
pub mod status;
pub mod subscribers;
pub mod topics;
pub mod upgrade;

use super::handler::Handlers;

/// What adds the handlers of each file.
const FILES: &[fn(Handlers) -> Handlers] = &[
    accounts::register,
    articles::register,
    backup::register,
    bounces::register,
    campaigns::register,
    concerns::register,
    desk::register,
    digests::register,
    doctor::register,
    duties::register,
    explain::register,
    figures::register,
    import::register,
    mail::register,
    maintenance::register,
    overviews::register,
    people::register,
    reports::register,
    sources::register,
    stats::register,
    status::register,
    subscribers::register,
    topics::register,
    upgrade::register,
];

/// Adds the handlers of all commands.
pub(super) fn register(handlers: Handlers) -> Handlers {
    FILES.iter().fold(handlers, |handlers, register| register(handlers))
}
