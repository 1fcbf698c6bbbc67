//! `paragraf config check`
//!
//! Root can read files that the service cannot, and lacks the environment that its unit sets. So root checks twice:
//! with the unit's environment, and once more after becoming the user of the service.

use crate::config::{Config, Environment, Secrets};
use crate::error::{Error, Result};
use crate::{app, ops, owner};

use super::global::{self, Global};
use super::mail::status::warning_text;
use super::output::Printer;
use super::service_unit::{ServiceUnit, StartedUnit};

/// The warning if [`ServerConfig::lacks_trusted_proxy`](crate::config::ServerConfig::lacks_trusted_proxy).
const NO_TRUSTED_PROXY: &str = "warning: server.trusted_proxies is empty, but an https:// address in server.public_url \
    needs a proxy: the limits count all readers behind it as one; name its network, such as [\"127.0.0.1/32\"]";

pub(super) fn run(global: &Global, printer: &mut Printer) -> Result<()> {
    let started = if owner::is_root() { as_service(global)? } else { None };
    let own = global::environment();
    // What the operator sets for this command wins.
    let environment = started.iter().flat_map(|started| started.environment.clone()).chain(own).collect();
    let config = check(global, &environment)?;
    let user = started.as_ref().and_then(|started| started.user).or_else(|| owner::of(&global.data_dir(&config)));
    if let Some(user) = user.filter(|user| owner::is_root() && *user != owner::user()) {
        if let Some(started) = &started {
            started.give_credentials(user)?;
        }
        owner::become_user(user)?;
        check(global, &environment).map_err(|error| readable_by_root_only(&error, &owner::name(user)))?;
    }
    if config.server.lacks_trusted_proxy() {
        printer.note(NO_TRUSTED_PROXY);
    }
    for warning in config.accounts.warnings() {
        printer.note(format!("warning: {warning}"));
    }
    if let Some(warning) = ops::mail::warnings::only_files(&config) {
        printer.note(warning_text(&warning));
    }
    printer.show(&true, |_| "the configuration is valid".into());
    Ok(())
}

/// What the installed unit sets, if it reads this configuration.
pub(super) fn as_service(global: &Global) -> Result<Option<StartedUnit>> {
    let file = Config::find_file(global.config.as_deref())?;
    let unit = ServiceUnit::installed().filter(|unit| file.is_some_and(|file| unit.reads(&file)));
    unit.map(|unit| unit.start()).transpose()
}

fn check(global: &Global, environment: &Environment) -> Result<Config> {
    let config = global.load_config_in(environment, Secrets::Read)?;
    ops::mail::check(&config, &global.data_dir(&config))?;
    if !config.store.url.is_empty() {
        app::database(&config.store)?;
    }
    Ok(config)
}

/// The error of the second check, which only a missing permission causes.
fn readable_by_root_only(error: &Error, user: &str) -> Error {
    let message = format!(
        "root can read this, {user} cannot, and the server runs as {user}; give each file to it with \
         `chown {user} FILE`: {}",
        error.chain()
    );
    Error::new(error.kind, error.code, message)
}
