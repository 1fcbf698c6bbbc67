//! `paragraf import portal`

use std::process::ExitCode;

use clap::Args;
use jiff::civil::Date;

use super::global::Global;
use super::import_form;
use super::output::Printer;
use super::source_report;
use crate::control::commands::sources::ImportPortal;
use crate::domain::ActKey;
use crate::error::{Error, Result};
use crate::ops::forms::fetch::WantedForms;
use crate::ops::sources::portal::PortalImport;
use crate::sources::portal::PortalQuery;

/// Description of the outcomes in `paragraf help import portal`.
pub(super) const OUTCOMES: &str = "\
Each new act is stored with its text and becomes a draft article; nothing is
published. An act that is stored already stays as it is, or gets its new text if
the portal corrected it. Acts with the same number and year differ by type and
issuer; a second document of the same act, such as a republished law, is stored
beside the first.

An act that amends others is applied to their stored forms, which gives the
provisions before and after; operations that do not fit the form are counted and
listed with their text, and the exit code is then 1.

A form is the text of an act as it was on a day; --form and --forms fetch forms
instead of acts. --forms fetches the newest form of an act and each one that a
stored act amends; with --since, every form from that day on.

Requests to the portal are made slowly (sources.pause_ms). Without --since,
--number or --text, the acts of the last 14 days are fetched.";

/// Fetch acts from Portal Legislativ and draft articles from them
#[derive(Debug, Args)]
pub(super) struct PortalArgs {
    /// Only acts published, or forms in force, on this day or later
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,
    /// Only acts with this number, of every type and issuer
    #[arg(long, value_name = "N", conflicts_with = "since")]
    number: Option<String>,
    /// Year of the acts with this number
    #[arg(long, value_name = "YEAR", requires = "number")]
    year: Option<i16>,
    /// Only acts that contain these words
    #[arg(long, value_name = "WORDS")]
    text: Option<String>,
    /// Fetch the form on the portal's page of this document
    #[arg(long, value_name = "ID", conflicts_with_all = ["since", "number", "text", "limit", "no_drafts", "forms"])]
    form: Option<u64>,
    /// Fetch the forms of this act that stored acts amend, such as lege/1990/31
    #[arg(long, value_name = "ACT", conflicts_with_all = ["number", "text", "limit", "no_drafts"])]
    forms: Option<ActKey>,
    /// Stop after this many acts
    #[arg(long, value_name = "COUNT")]
    limit: Option<u64>,
    /// Store the acts without drafting articles
    #[arg(long)]
    no_drafts: bool,
}

impl PortalArgs {
    /// The forms to fetch in place of acts.
    fn wanted_forms(&self) -> Option<WantedForms> {
        let of_act = || self.forms.clone().map(|key| WantedForms::Act { key, since: self.since });
        self.form.map(WantedForms::Document).or_else(of_act)
    }

    fn wanted(self, today: Date) -> Result<PortalImport> {
        let is_unfiltered = self.number.is_none() && self.text.is_none();
        let since = self.since.or_else(|| is_unfiltered.then(|| today.saturating_sub(jiff::Span::new().days(14))));
        let number = self.number.map(|number| number.replace('.', ""));
        if number.as_ref().is_some_and(|number| number.is_empty() || number.len() > 40) {
            return Err(Error::invalid("number", "--number must be the number of an act, such as 141"));
        }
        let year = self.year.or_else(|| since.filter(|_| is_unfiltered).map(Date::year));
        Ok(PortalImport {
            query: PortalQuery { number, year, text: self.text, title: None },
            since,
            until_known: false,
            limit: self.limit,
            without_drafts: self.no_drafts,
        })
    }
}

pub(super) async fn run(global: &Global, args: PortalArgs, printer: &mut Printer) -> Result<ExitCode> {
    if let Some(wanted) = args.wanted_forms() {
        return import_form::fetch(global, wanted, printer).await;
    }
    let wanted = args.wanted(crate::clock::Clock::System.today())?;
    source_report::call(global, ImportPortal(wanted), vec![], printer).await
}
