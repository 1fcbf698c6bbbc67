//! `paragraf people ...`

use std::process::ExitCode;

use clap::Subcommand;

use super::confirm::confirm_removal;
use super::global::Global;
use super::output::{Printer, count, table};
use super::subscribers::address;
use crate::control::commands::people::{ErasePerson, ExportPerson, ShowPerson};
use crate::domain::data_place::{DataPlace, OnErasure};
use crate::domain::email::Email;
use crate::error::Result;
use crate::ops::people::{ErasedPerson, HeldData, PersonData};

#[derive(Debug, Subcommand)]
pub(super) enum PeopleCommand {
    /// List every place with data about the person who has an address
    ///
    /// Lists how long the data is kept in each place, and what an erasure does there.
    Show {
        /// E-mail address of the person; case is ignored
        #[arg(value_parser = address)]
        address: Email,
    },
    /// Export the data about a person as JSON, without digests of secrets
    ///
    /// The answer to a request for access: verify first that it comes from the owner of the address.
    Export {
        /// E-mail address of the person; case is ignored
        #[arg(value_parser = address)]
        address: Email,
    },
    /// Erase everything about the person who has an address
    ///
    /// Verify first that the request comes from the owner of the address. No mail is sent: answer the request yourself.
    /// Removes the accounts with the address, the subscription, the suppression and all messages. The following night
    /// writes the store into a new file, so that no removed record stays readable on the disk. Earlier copies of the
    /// store keep the data until they are deleted; `backup restore` repeats the erasure. An import of subscribers skips
    /// the address from now on; its owner can subscribe again.
    Erase {
        /// E-mail address of the person; case is ignored
        #[arg(value_parser = address)]
        address: Email,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
}

pub(super) async fn run(global: &Global, command: PeopleCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        PeopleCommand::Show { address } => {
            let data = global.call(ShowPerson(address)).await?;
            printer.show(&data, data_text);
        }
        PeopleCommand::Export { address } => {
            let export = global.call(ExportPerson(address)).await?;
            printer.show(&export, |export| format!("{export:#}"));
        }
        PeopleCommand::Erase { address, yes } => erase(global, address, yes, printer).await?,
    }
    Ok(ExitCode::SUCCESS)
}

async fn erase(global: &Global, address: Email, yes: bool, printer: &mut Printer) -> Result<()> {
    if !yes {
        let found = global.call(ShowPerson(address.clone())).await?;
        printer.note(data_text(&found));
        if !confirm_removal(&format!("Erase everything about {} permanently?", address.as_str()))? {
            printer.line("nothing was erased");
            return Ok(());
        }
    }
    let erased = global.call(ErasePerson(address)).await?;
    printer.show(&erased, erased_text);
    Ok(())
}

fn data_text(data: &PersonData) -> String {
    let email = data.email.as_str();
    let found = places_text(&data.places);
    match (data.is_empty(), found) {
        (true, None) => format!("nothing is stored about {email}"),
        (true, Some(copies)) => format!("nothing is stored about {email} outside of copies\n\n{copies}"),
        (false, found) => format!("{email}\n\n{}", found.unwrap_or_default()),
    }
}

fn erased_text(erased: &ErasedPerson) -> String {
    let email = erased.before.email.as_str();
    let removed = erased.before.places.iter().filter(|held| held.on_erasure == OnErasure::Removed);
    let records: u64 = removed.map(|held| held.count).sum();
    let accounts = count(erased.before.accounts.len() as u64, "account");
    let done = match erased.before.is_empty() {
        true => format!("nothing was stored about {email}; restored copies lose the person all the same"),
        false => format!("erased {email}: {accounts}, {}", count(records, "record")),
    };
    with_left(done, &erased.left)
}

/// What was done, and a table of what is left.
pub(super) fn with_left(done: String, left: &[HeldData]) -> String {
    match places_text(left) {
        Some(left) => format!("{done}\nleft, until the time that is given:\n\n{left}"),
        None => done,
    }
}

/// The places as a table; `None` without any.
fn places_text(places: &[HeldData]) -> Option<String> {
    if places.is_empty() {
        return None;
    }
    let mut table = table(&["PLACE", "RECORDS", "KEPT", "ON ERASURE"]);
    for held in places {
        let records = match held.place {
            DataPlace::Copies => count(held.count, "file"),
            _ => held.count.to_string(),
        };
        table.add_row([held.label.clone(), records, held.kept.clone(), held.place.outcome()]);
    }
    Some(table.to_string())
}
