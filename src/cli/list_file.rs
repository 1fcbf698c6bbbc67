//! Files with a list that replaces the stored one.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::input_file::{self, name_of};
use super::output::Printer;
use crate::error::{Error, Result};
use crate::ops::listed::ListChange;

/// Largest list, in bytes.
const MAX_BYTES: u64 = 4 << 20;

/// Reads the list.
///
/// # Errors
/// `invalid`, with the place of a mistake; `unreadable`.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let refuse = |reason: &str| Error::invalid("file", format!("cannot read {}: {reason}", name_of(path)));
    let bytes = input_file::read(path, MAX_BYTES)?.ok_or_else(|| refuse("it is larger than 4 MiB"))?;
    serde_json::from_slice(&bytes).map_err(|error| refuse(&error.to_string()))
}

/// Prints the list as an import reads it.
///
/// # Errors
/// `internal` if it cannot be written as JSON.
pub(super) fn print<T: Serialize>(list: &T, printer: &mut Printer) -> Result<()> {
    let json = serde_json::to_string_pretty(list).map_err(|error| Error::internal("writing the list", error))?;
    printer.show(list, |_| json);
    Ok(())
}

/// How an import changed a list: "75 duties: 0 new, 1 changed, 2 removed".
pub(super) fn summary(count: usize, [one, many]: [&str; 2], change: ListChange) -> String {
    let ListChange { new, changed, removed } = change;
    let items = if count == 1 { format!("1 {one}") } else { format!("{count} {many}") };
    format!("{items}: {new} new, {changed} changed, {removed} removed")
}
