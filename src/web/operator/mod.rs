//! The operator's page: what `paragraf status`, `doctor` and the lists of the command line show, for accounts with the
//! role of operator. Each call runs the operation of the command.

pub(super) mod accounts;
pub(super) mod backups;
pub(super) mod campaigns;
pub(super) mod mails;
pub(super) mod reports;
mod rows;
pub(super) mod status;

pub(super) use self::rows::ROWS_PER_PAGE;
