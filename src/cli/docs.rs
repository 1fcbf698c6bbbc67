//! `paragraf completions`, `paragraf man` and `paragraf licenses`

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap_mangen::Man;

use super::output::Printer;
use crate::error::{Error, ErrorCode, Kind, Result};

pub(super) fn completions(
    command: &mut clap::Command,
    shell: clap_complete::Shell,
    printer: &mut Printer,
) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, command, "paragraf", &mut script);
    printer.line(String::from_utf8_lossy(&script).trim_end());
    Ok(ExitCode::SUCCESS)
}

pub(super) fn man(command: clap::Command, folder: Option<PathBuf>, printer: &mut Printer) -> Result<ExitCode> {
    let Some(folder) = folder else {
        let page = page(&Man::new(command)).map_err(|error| Error::internal("writing the manual page", error))?;
        printer.line(page.trim_end());
        return Ok(ExitCode::SUCCESS);
    };
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let written = std::fs::create_dir_all(&folder).and_then(|()| write_pages(command, &folder));
    written.map_err(|error| {
        Error::new(Kind::Invalid, ErrorCode::Unwritable, format!("cannot write manual pages into {}", folder.display()))
            .caused_by(error)
    })?;
    printer.note(format!("wrote the manual pages into {}", folder.display()));
    Ok(ExitCode::SUCCESS)
}

pub(super) fn licenses(printer: &mut Printer) -> Result<ExitCode> {
    let notices = crate::web::third_party_notices()
        .ok_or_else(|| Error::new(Kind::NotFound, ErrorCode::NotFound, "the bundle of the UI has no licenses.txt"))?;
    printer.line(notices.trim_end());
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of the command and those of its subcommands.
fn write_pages(command: clap::Command, folder: &Path) -> io::Result<()> {
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        write_pages(subcommand.clone(), folder)?;
    }
    let man = Man::new(command);
    std::fs::write(folder.join(man.get_filename()), page(&man)?)
}

/// The page in roff. The text after the options keeps its lines and indentation, because it contains lists.
fn page(man: &Man) -> io::Result<String> {
    const EXTRA: &str = "\n.SH EXTRA\n";
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8_lossy(&page).into_owned();
    let Some((before, extra)) = page.split_once(EXTRA) else { return Ok(page) };
    let (extra, after) = extra.split_at(extra.find("\n.SH ").map_or(extra.len(), |end| end + 1));
    Ok(format!("{before}{EXTRA}.nf\n{extra}.fi\n{after}"))
}
