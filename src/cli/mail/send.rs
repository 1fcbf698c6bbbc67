//! `paragraf mail send`

use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use clap::Args;
use jiff::Timestamp;

use super::super::confirm::confirm;
use super::super::global::Global;
use super::super::input_file::file;
use super::super::moment::parse_moment;
use super::super::output::{Printer, count, moment};
use super::progress::follow;
use super::text::{address, campaign_file, excluded, status_text, subjects};
use crate::clock::Clock;
use crate::control::commands::campaigns::{CreateCampaign, PlanCampaign, TestCampaign};
use crate::control::{ControlSession, FileArg};
use crate::domain::email::Email;
use crate::domain::mailing::Audience;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::mail::campaigns::create::Plan;
use crate::ops::mail::campaigns::status::CampaignView;

/// Send a campaign; each recipient gets it once
#[derive(Debug, Args)]
pub(in crate::cli) struct SendArgs {
    /// The campaign: front matter with `subject` and `subject_en`, then Markdown, then a line <!-- en -->
    /// and the English text
    #[arg(value_name = "CAMPAIGN.md")]
    file: PathBuf,
    /// Recipients: subscribers, accounts, topic:ID, or a file with one address per line or a CSV column `email`
    #[arg(long, value_name = "WHO")]
    to: To,
    /// Show how many recipients there are and who is excluded, without sending
    #[arg(long, conflicts_with_all = ["test", "yes", "no_wait"])]
    dry_run: bool,
    /// Send one message per language to this address only
    #[arg(long, value_name = "ADDRESS", value_parser = address, conflicts_with_all = ["at", "yes", "no_wait"])]
    test: Option<Email>,
    /// Start time: 2026-12-01T08:00:00+02:00, or "2026-12-01 08:00" in Romanian time
    #[arg(long, value_name = "TIME", value_parser = parse_moment)]
    at: Option<Timestamp>,
    /// Return immediately instead of following progress
    #[arg(long)]
    no_wait: bool,
    /// Do not ask for confirmation
    #[arg(long)]
    yes: bool,
}

/// The value of `--to`.
#[derive(Debug, Clone)]
enum To {
    Known(Audience),
    File(PathBuf),
}

impl FromStr for To {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let audience = match (text, text.strip_prefix("topic:")) {
            ("subscribers", _) => Audience::Subscribers,
            ("accounts", _) => Audience::Accounts,
            (_, Some(id)) if !id.is_empty() => Audience::Topic(id.to_owned()),
            _ => {
                let path = PathBuf::from(text);
                let wrong = "there is no such file; use subscribers, accounts, topic:ID, or a file of addresses";
                return if path.is_file() { Ok(Self::File(path)) } else { Err(wrong.to_owned()) };
            }
        };
        Ok(Self::Known(audience))
    }
}

impl SendArgs {
    fn audience(&self) -> Audience {
        match &self.to {
            To::Known(audience) => audience.clone(),
            To::File(_) => Audience::List,
        }
    }

    fn files(&self) -> Result<Vec<FileArg>> {
        let mut files = vec![campaign_file(&self.file)?];
        if let To::File(path) = &self.to {
            files.push(file(path.clone(), None)?);
        }
        Ok(files)
    }
}

pub(super) async fn run(global: &Global, args: SendArgs, printer: &mut Printer) -> Result<ExitCode> {
    let (audience, files) = (args.audience(), args.files()?);
    if args.at.is_some_and(|at| at < Clock::System.now()) {
        return Err(Error::invalid("at", "--at is in the past; omit it to start now"));
    }
    if let Some(to) = args.test {
        let session = global.session_for::<TestCampaign>().await?;
        let replies = session.call(TestCampaign { audience, to }, files, &mut |_| {}).await?;
        printer.show(&replies, |replies| replies.join("\n"));
        return Ok(ExitCode::SUCCESS);
    }
    let session = if args.dry_run {
        global.session_for::<PlanCampaign>().await?
    } else {
        global.session_for::<CreateCampaign>().await?
    };
    let plan = PlanCampaign { audience: audience.clone(), not_before: args.at };
    let plan = session.call(plan, files.clone(), &mut |_| {}).await?;
    if args.dry_run {
        printer.show(&plan, |plan| format!("{}\nnothing was sent", plan_text(plan)));
        return Ok(ExitCode::SUCCESS);
    }
    if plan.existing.is_none() && !is_confirmed(&plan, args.yes, printer)? {
        return Ok(ExitCode::SUCCESS);
    }
    let created = CreateCampaign { audience, not_before: args.at };
    let view = session.call(created, files, &mut |_| {}).await?;
    let waits = view.not_before > Clock::System.now() || view.quiet_until.is_some();
    if !args.no_wait && (!waits || view.is_over()) {
        return follow(&session, view.id, printer).await;
    }
    printer.show(&view, |view| start_text(view, matches!(session, ControlSession::Local(_))));
    Ok(ExitCode::SUCCESS)
}

/// The start of a campaign whose progress is not followed.
fn start_text(view: &CampaignView, is_local: bool) -> String {
    let start = if is_local { " when the server is running" } else { "" };
    let begins = match view.quiet_until.filter(|until| *until > view.not_before) {
        Some(until) => format!("{} starts {}, after the quiet hours{start}", view.id, moment(until)),
        None => format!("{} starts {}{start}", view.id, moment(view.not_before)),
    };
    format!("{begins}; `paragraf mail status {}` shows its progress", view.id)
}

/// Shows the plan and asks for confirmation, unless `yes`.
fn is_confirmed(plan: &Plan, yes: bool, printer: &mut Printer) -> Result<bool> {
    if plan.audience.recipients == 0 {
        let message = format!("{} has no recipients:\n{}", plan.id, plan_text(plan));
        return Err(Error::new(Kind::Invalid, ErrorCode::NoRecipients, message));
    }
    if yes {
        return Ok(true);
    }
    printer.note(plan_text(plan));
    let recipients = count(plan.audience.recipients, "recipient");
    let is_confirmed = confirm(&format!("Send it to {recipients}?"), &format!("this sends to {recipients}"))?;
    if !is_confirmed {
        printer.line("nothing was sent");
    }
    Ok(is_confirmed)
}

fn plan_text(plan: &Plan) -> String {
    let Plan { id, subjects: titles, not_before, is_public, audience, existing } = plan;
    let languages: Vec<_> =
        audience.languages.iter().map(|(language, number)| format!("{number} in {language}")).collect();
    let mut recipients = audience.recipients.to_string();
    if !languages.is_empty() {
        recipients = format!("{recipients}: {}; {} with an account", languages.join(", "), audience.accounts);
    }
    let mut lines = vec![
        format!("campaign     {id}"),
        format!("subject      {}", subjects(titles)),
        format!("starts       {}", moment(*not_before)),
        format!("archive      {}", if *is_public { "public" } else { "no" }),
        format!("recipients   {recipients}"),
    ];
    lines.extend(excluded(audience).map(|excluded| format!("excluded     {excluded}")));
    if audience.duplicates > 0 {
        lines.push(format!("repeated     {} of the list", count(audience.duplicates, "line")));
    }
    if audience.without_address > 0 {
        lines.push(format!("no address   {} of the list", count(audience.without_address, "line")));
    }
    if let Some(status) = existing {
        lines.push(format!("state        already exists: {}", status_text(*status)));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_times_are_instants_or_romanian_times() {
        let at = |text: &str| parse_moment(text).map(|at| at.to_string());
        assert_eq!(at("2026-12-01T08:00:00+02:00").as_deref(), Ok("2026-12-01T06:00:00Z"));
        assert_eq!(at("2026-12-01 08:00").as_deref(), Ok("2026-12-01T06:00:00Z"));
        assert_eq!(at("2026-07-01 08:00").as_deref(), Ok("2026-07-01T05:00:00Z"));
        for wrong in ["", "tomorrow", "2026-12-01", "08:00", "2026-13-01 08:00", "2026-12-01 25:00"] {
            assert!(at(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_audience_is_a_keyword_or_a_file() {
        let known = |text: &str| match text.parse() {
            Ok(To::Known(audience)) => Some(audience),
            _ => None,
        };
        assert_eq!(known("subscribers"), Some(Audience::Subscribers));
        assert_eq!(known("accounts"), Some(Audience::Accounts));
        assert_eq!(known("topic:fiscalitate"), Some(Audience::Topic("fiscalitate".into())));
        assert!("topic:".parse::<To>().is_err());
        assert!("nowhere.csv".parse::<To>().is_err_and(|error| error.contains("subscribers, accounts, topic:ID")));
    }
}
