//! Listing and renaming the passkeys of the signed-in account.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ceremony::unknown_passkey;
use crate::app::App;
use crate::domain::account::{MAX_NAME, display_name};
use crate::domain::passkey::Passkey;
use crate::error::{Error, Result};
use crate::ops::accounts::session_check;
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts;

/// The name of a passkey when its owner gave none and the browser is not recognised.
const UNNAMED: &str = "Passkey";

/// A passkey without its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PasskeyView {
    /// Identifies the passkey in calls; a digest of the credential ID.
    pub id: String,
    /// As typed by the owner; escape it for display.
    pub name: String,
    pub created_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime)]
    pub last_used_at: Option<Timestamp>,
}

impl From<&Passkey> for PasskeyView {
    fn from(passkey: &Passkey) -> Self {
        let Passkey { id, name, created_at, last_used_at, .. } = passkey.clone();
        Self { id, name, created_at, last_used_at }
    }
}

/// Lists the passkeys of the signed-in account, oldest first.
pub async fn list(app: &App, actor: &Actor) -> Result<Vec<PasskeyView>> {
    policy::authorize(actor, Action::UseAccount)?;
    let principal = actor.principal()?.clone();
    let account = app.store.read(move |tx| session_check::account(tx, &principal)).await?;
    Ok(account.passkeys.iter().map(PasskeyView::from).collect())
}

/// Renames a passkey of the signed-in account.
///
/// # Errors
/// `passkey_credential_not_found`, `invalid` in `name`.
pub async fn rename(app: &App, actor: &Actor, id: &str, name: &str) -> Result<PasskeyView> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, id, name) = (actor.principal()?.clone(), id.to_owned(), parse_name(name, "")?);
    let write = app.store.write(move |tx| {
        let before = session_check::account(tx, &principal)?;
        let mut account = before.clone();
        let passkey = account.passkeys.iter_mut().find(|passkey| passkey.id == id).ok_or_else(unknown_passkey)?;
        passkey.name.clone_from(&name);
        let view = PasskeyView::from(&*passkey);
        accounts::put(tx, Some(&before), &account)?;
        Ok(view)
    });
    write.await
}

/// Parses a name. An empty one is replaced by the device.
///
/// # Errors
/// `invalid` in `name`.
pub(super) fn parse_name(name: &str, device: &str) -> Result<String> {
    let refused = || Error::invalid("name", format!("Use at most {MAX_NAME} visible characters."));
    let name = display_name(name).ok_or_else(refused)?;
    let given = [name.as_str(), device].into_iter().find(|name| !name.is_empty());
    Ok(given.unwrap_or(UNNAMED).to_owned())
}
