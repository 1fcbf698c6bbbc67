//! `paragraf keys ...`

use std::process::ExitCode;

use clap::Subcommand;

use super::confirm::confirm;
use super::global::Global;
use super::output::{Printer, count};
use crate::control::commands::accounts::RenewKeys;
use crate::error::Result;
use crate::ops::accounts::keys::{KeyRenewal, RenewedKeys};

#[derive(Debug, Subcommand)]
pub(super) enum KeysCommand {
    /// Renew the secret keys of the store, after a copy of it was stolen
    ///
    /// Renews the key that signs access tokens and the key of cookies. Sessions stay, since the store has only digests
    /// of their tokens; `accounts revoke --all` ends them. The key of second factors is not in the store.
    Renew {
        /// Renew the key of mailed links too: every link in a mail sent so far becomes invalid, also to unsubscribe
        #[arg(long)]
        links: bool,
        /// Refuse access tokens of the earlier keys at once, instead of until they expire
        #[arg(long)]
        now: bool,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
}

pub(super) async fn run(global: &Global, command: KeysCommand, printer: &mut Printer) -> Result<ExitCode> {
    let KeysCommand::Renew { links, now, yes } = command;
    let renewal = KeyRenewal { links, now };
    if !yes {
        printer.note(consequences(renewal));
        if !confirm("Renew the keys?", "a renewal cannot be undone")? {
            printer.line("nothing was renewed");
            return Ok(ExitCode::SUCCESS);
        }
    }
    let renewed = global.call(RenewKeys(renewal)).await?;
    printer.show(&renewed, renewed_text);
    Ok(ExitCode::SUCCESS)
}

/// What becomes invalid.
fn consequences(KeyRenewal { links, now }: KeyRenewal) -> String {
    let mut lines = vec!["becomes invalid:", "  sign-ins by a mailed link that a browser has started"];
    lines.push(match now {
        true => "  every access token, at once; pages that are open get new ones by themselves",
        false => "  access tokens of the earlier keys when they expire, within minutes",
    });
    if links {
        lines.push("  every link in a mail sent so far: to unsubscribe, to change preferences, to confirm");
    }
    lines.join("\n")
}

fn renewed_text(renewed: &RenewedKeys) -> String {
    let KeyRenewal { links, now } = renewed.renewal;
    let links = if links { ", of cookies and of mailed links" } else { " and of cookies" };
    let old = match now {
        true => format!("; {} removed", count(renewed.removed, "earlier signing key")),
        false => "; tokens of the earlier key are valid until they expire".to_owned(),
    };
    format!("renewed the keys of access tokens{links}{old}")
}
