//! `paragraf maintenance ...`

use clap::Subcommand;

use super::global::Global;
use super::output::{Printer, moment};
use super::upgrade::unfinished::check_end_of_maintenance;
use crate::control::commands::maintenance::{BeginMaintenance, EndMaintenance};
use crate::error::Result;

#[derive(Debug, Subcommand)]
pub(super) enum MaintenanceCommand {
    /// Let readers read and refuse every change, also after a restart
    On {
        /// Line that readers see beside the notice, such as until when it lasts
        #[arg(long, default_value = "", hide_default_value = true, value_name = "TEXT")]
        message: String,
    },
    /// Allow changes again
    Off,
}

pub(super) async fn run(global: &Global, command: MaintenanceCommand, printer: &mut Printer) -> Result<()> {
    match command {
        MaintenanceCommand::On { message } => {
            let maintenance = global.call(BeginMaintenance { message }).await?;
            printer.show(&maintenance, |maintenance| {
                let since = moment(maintenance.since);
                format!("read-only since {since}; end it with `paragraf maintenance off`")
            });
        }
        MaintenanceCommand::Off => {
            check_end_of_maintenance(global)?;
            let lasted = global.call(EndMaintenance).await?;
            printer.show(&lasted, |lasted| match lasted {
                true => "changes are saved again".into(),
                false => "there was no maintenance".into(),
            });
        }
    }
    Ok(())
}
