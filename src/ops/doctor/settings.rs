//! Checks of the configuration.

use jiff::Timestamp;

use super::diagnosis::{Diagnosis, DiagnosisOutcome as Outcome};
use crate::app::App;
use crate::conditions::{OperatorFinding, finding};
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
        .map(|warning| finding!("accounts_setting", "{warning}", "see docs/accounts.md", warning = warning))
        .collect();
    if app.config.server.public_url.is_empty() {
        found.push(finding!(
            "no_public_url",
            "server.public_url is empty: links in mails and feeds lead to the address of the listener",
            "set it to the address that readers type, such as \"https://paragraf.example.ro\""
        ));
    }
    found.extend(changed_file(app));
    let mut diagnoses: Vec<_> = found.into_iter().map(|found| Diagnosis::new(CHECK, Outcome::Warning, found)).collect();
    if diagnoses.is_empty() {
        diagnoses.push(Diagnosis::new(CHECK, Outcome::Ok, finding!("configuration_valid", "it is valid", "")));
    }
    diagnoses.extend(unread(app));
    diagnoses
}

/// A file that was changed after this process had read it: a running server uses the earlier settings, also for commands.
fn changed_file(app: &App) -> Option<OperatorFinding> {
    let file = app.config.file.as_ref()?;
    let changed = std::fs::metadata(file).and_then(|meta| meta.modified()).ok()?;
    let changed = Timestamp::try_from(changed).ok().filter(|changed| *changed > app.started_at)?;
    Some(finding!(
        "configuration_changed",
        "{file} was changed at {changed_at}, after the start: the server uses the earlier settings",
        "run `paragraf config check && systemctl restart paragraf`",
        file = file.display(),
        changed_at = changed
    ))
}

fn unread(app: &App) -> Vec<Diagnosis> {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let strays = stray_variables(names).into_iter().map(|name| {
        finding!(
            "unread_variable",
            "nothing reads the variable {variable}",
            "settings are written PARAGRAF__SECTION__KEY, with two underscores",
            variable = name
        )
    });
    let settings = app.config.unread_settings().into_iter().map(|unread| {
        finding!(
            "unread_setting",
            "nothing reads {setting}",
            "it needs {needs}; set that, or remove it",
            setting = unread.key,
            needs = unread.needs
        )
    });
    let found: Vec<_> = settings.chain(strays).map(|found| Diagnosis::new(UNREAD, Outcome::Warning, found)).collect();
    if found.is_empty() {
        let found = finding!("settings_read", "every setting that is written is read", "");
        return vec![Diagnosis::new(UNREAD, Outcome::Ok, found)];
    }
    found
}
