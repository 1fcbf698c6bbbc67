//! Checks of the configuration.

use super::diagnosis::Diagnosis;
use crate::app::App;
use crate::config::stray_variables;

const CHECK: &str = "configuration";
const UNREAD: &str = "unread_settings";

/// The configuration is valid, because it was loaded. What is left are warnings.
pub(super) fn examine(app: &App) -> Vec<Diagnosis> {
    let mut found: Vec<_> = app
        .config
        .accounts
        .warnings()
        .into_iter()
        .map(|warning| Diagnosis::warning(CHECK, warning, "see docs/accounts.md"))
        .collect();
    if app.config.server.public_url.is_empty() {
        let message = "server.public_url is empty: links in mails and feeds lead to the address of the listener";
        let remedy = "set it to the address that readers type, such as \"https://paragraf.example.ro\"";
        found.push(Diagnosis::warning(CHECK, message, remedy));
    }
    if found.is_empty() {
        found.push(Diagnosis::ok(CHECK, "it is valid"));
    }
    found.extend(unread(app));
    found
}

fn unread(app: &App) -> Vec<Diagnosis> {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let strays = stray_variables(names).into_iter().map(|name| {
        let remedy = "settings are written PARAGRAF__SECTION__KEY, with two underscores";
        Diagnosis::warning(UNREAD, format!("nothing reads the variable {name}"), remedy)
    });
    let settings = app.config.unread_settings().into_iter().map(|unread| {
        let message = format!("nothing reads {}", unread.key);
        Diagnosis::warning(UNREAD, message, format!("it needs {}; set that, or remove it", unread.needs))
    });
    let found: Vec<_> = settings.chain(strays).collect();
    if found.is_empty() { vec![Diagnosis::ok(UNREAD, "every setting that is written is read")] } else { found }
}
