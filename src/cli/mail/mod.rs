//! `paragraf mail ...`

mod bounces;
mod digest;
mod outbox;
mod preview;
mod progress;
mod send;
pub(super) mod status;
mod text;

use std::process::ExitCode;

use clap::Subcommand;

use self::text::address;
use super::confirm::confirm;
use super::global::Global;
use super::output::{Printer, count};
use crate::control::commands::campaigns::{ChangeCampaign, GetCampaign, GetMailStatus, RetryMails};
use crate::control::commands::mail::SendTestMail;
use crate::domain::email::Email;
use crate::domain::{CampaignId, Language};
use crate::error::Result;
use crate::ops::mail::campaigns::control::CampaignStatusChange;
use crate::ops::mail::campaigns::retry::{Retried, RetryOptions, RetryTarget};

#[derive(Debug, Subcommand)]
pub(super) enum MailCommand {
    Outbox(outbox::OutboxArgs),
    Send(send::SendArgs),
    Digest(digest::DigestArgs),
    /// Show the progress of all mail, or of one campaign
    Status {
        /// Campaign ID
        campaign: Option<CampaignId>,
    },
    /// Pause a campaign; messages already being sent still arrive
    Pause {
        /// Campaign ID
        campaign: CampaignId,
    },
    /// Resume a paused campaign
    Resume {
        /// Campaign ID
        campaign: CampaignId,
    },
    /// Cancel a campaign permanently and remove its page
    Cancel {
        /// Campaign ID
        campaign: CampaignId,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Retry deliveries that did not arrive
    Retry {
        /// Campaign IDs, or message IDs from `mail outbox`
        #[arg(required = true, value_name = "CAMPAIGN|ID")]
        targets: Vec<RetryTarget>,
        /// Retry deliveries with an unknown outcome too; their recipients may get a second copy
        #[arg(long)]
        unknown: bool,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Show a message with sample data, or a campaign's file
    ///
    /// Without KIND, FILE or --all, list the kinds of messages.
    Preview(preview::PreviewArgs),
    /// Send a test message and show the mail server's reply
    Test {
        /// Recipient
        #[arg(value_parser = address)]
        address: Email,
        /// Language of the message: ro or en
        #[arg(long, default_value = "ro")]
        lang: Language,
    },
    /// Process bounces, complaints and requests to unsubscribe
    ///
    /// A report counts only when it names a sent message and its recipient. Processing a file again changes nothing.
    Bounces(bounces::BouncesArgs),
    /// Manage suppressed addresses, which get only messages about their own account
    #[command(subcommand)]
    Suppressed(bounces::SuppressedCommand),
}

pub(super) async fn run(global: &Global, command: MailCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        MailCommand::Outbox(args) => outbox::run(global, args, printer).await?,
        MailCommand::Send(args) => return send::run(global, args, printer).await,
        MailCommand::Digest(args) => return digest::run(global, args, printer).await,
        MailCommand::Bounces(args) => return bounces::bounces(global, args, printer).await,
        MailCommand::Suppressed(command) => return bounces::suppressed(global, command, printer).await,
        MailCommand::Status { campaign: Some(id) } => {
            let view = global.call(GetCampaign(id)).await?;
            printer.show(&view, status::campaign_text);
        }
        MailCommand::Status { campaign: None } => {
            let mails = global.call(GetMailStatus).await?;
            printer.show(&mails, status::text);
        }
        MailCommand::Pause { campaign } => change(global, campaign, CampaignStatusChange::Pause, printer).await?,
        MailCommand::Resume { campaign } => change(global, campaign, CampaignStatusChange::Resume, printer).await?,
        MailCommand::Cancel { campaign, yes } => {
            let question = format!("Cancel {campaign}? Unsent messages will never be sent.");
            if !yes && !confirm(&question, "cancelling is permanent")? {
                printer.line("nothing was cancelled");
                return Ok(ExitCode::SUCCESS);
            }
            change(global, campaign, CampaignStatusChange::Cancel, printer).await?;
        }
        MailCommand::Retry { targets, unknown, yes } => retry(global, targets, unknown, yes, printer).await?,
        MailCommand::Preview(args) => preview::run(global, args, printer).await?,
        MailCommand::Test { address, lang } => {
            let reply = global.call(SendTestMail { to: address, language: lang }).await?;
            printer.show(&reply, String::clone);
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn change(global: &Global, id: CampaignId, change: CampaignStatusChange, printer: &mut Printer) -> Result<()> {
    let view = global.call(ChangeCampaign { id, change }).await?;
    printer.show(&view, status::campaign_text);
    Ok(())
}

async fn retry(
    global: &Global,
    targets: Vec<RetryTarget>,
    unknown: bool,
    yes: bool,
    printer: &mut Printer,
) -> Result<()> {
    let options = RetryOptions { unknown, dry_run: true };
    let found = global.call(RetryMails { targets: targets.clone(), options }).await?;
    let queued = |retried: &Retried| retried.failed + if unknown { retried.unknown } else { 0 };
    if queued(&found) > 0 && !yes {
        let duplicates = match found.unknown {
            1.. if unknown => format!(" {} of them may have arrived and may now arrive twice.", found.unknown),
            _ => String::new(),
        };
        let question = format!("Retry {}?{duplicates}", count(queued(&found), "message"));
        if !confirm(&question, "this sends messages again")? {
            printer.line("nothing was retried");
            return Ok(());
        }
    }
    let retried = match queued(&found) {
        0 => found,
        _ => global.call(RetryMails { targets, options: RetryOptions { unknown, dry_run: false } }).await?,
    };
    printer.show(&retried, |retried| match queued(retried) {
        0 => "there is nothing to retry".into(),
        number => format!("{} queued again", count(number, "message")),
    });
    if !unknown && retried.unknown > 0 {
        let left = count(retried.unknown, "message");
        printer.note(format!("left out: {left} that may have arrived; --unknown sends them a second time"));
    }
    Ok(())
}
