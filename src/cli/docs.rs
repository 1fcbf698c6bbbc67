//! `paragraf completions` and `paragraf man`

use std::path::PathBuf;
use std::process::ExitCode;

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
        let mut page = Vec::new();
        let rendered = clap_mangen::Man::new(command).render(&mut page);
        rendered.map_err(|error| Error::internal("writing the manual page", error))?;
        printer.line(String::from_utf8_lossy(&page).trim_end());
        return Ok(ExitCode::SUCCESS);
    };
    let written = std::fs::create_dir_all(&folder).and_then(|()| clap_mangen::generate_to(command, &folder));
    written.map_err(|error| {
        Error::new(Kind::Invalid, ErrorCode::Unwritable, format!("cannot write manual pages into {}", folder.display()))
            .caused_by(error)
    })?;
    printer.note(format!("wrote the manual pages into {}", folder.display()));
    Ok(ExitCode::SUCCESS)
}
