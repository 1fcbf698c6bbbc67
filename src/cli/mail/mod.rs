//! `paragraf mail ...`

mod bounces;
mod digest;
mod progress;
mod send;
pub(super) mod status;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use clap::Subcommand;

use super::confirm::confirm;
use super::global::Global;
use super::output::{Printer, count, moment, table};
use crate::control::commands::campaigns::{ChangeCampaign, GetCampaign, GetMailStatus, PreviewCampaign, RetryMails};
use crate::control::commands::mail::{ListOutbox, PreviewMails, SendTestMail};
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::domain::{CampaignId, Language};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::mail::campaigns::control::Change;
use crate::ops::mail::campaigns::retry::Target;
use crate::ops::mail::outbox::OutboxEntry;
use crate::ops::mail::preview::Preview;

#[derive(Debug, Subcommand)]
pub(super) enum MailCommand {
    /// List the mails that wait, that failed and that were sent in the last day, newest first
    Outbox {
        /// Also what was sent before that; sent mails are remembered for thirty days
        #[arg(long)]
        all: bool,
    },
    Send(send::SendArgs),
    Digest(digest::DigestArgs),
    /// Tell how far mails are: single ones, campaigns under way and the latest others, or one campaign
    Status {
        /// The campaign's id
        campaign: Option<CampaignId>,
    },
    /// Stop a campaign; what is on its way arrives
    Pause {
        campaign: CampaignId,
    },
    /// Go on with a paused campaign
    Resume {
        campaign: CampaignId,
    },
    /// Give a campaign up for good: what is not sent never is, and its page is gone
    Cancel {
        campaign: CampaignId,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Try again what failed, and what may or may not have arrived
    Retry {
        /// Campaigns, or ids of mails as `mail outbox` shows them
        #[arg(required = true, value_name = "CAMPAIGN|ID")]
        targets: Vec<Target>,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Show a mail filled with made-up data, or a campaign's file; without either list the kinds
    Preview {
        /// The kind of mail, such as password_reset, or a campaign's file, such as noutati.md
        #[arg(value_name = "KIND|FILE.md")]
        what: Option<Previewed>,
        /// Every kind there is
        #[arg(long, conflicts_with = "what")]
        all: bool,
        /// The reader's language: ro or en [default: ro; all languages of a file]
        #[arg(long)]
        lang: Option<Language>,
        /// Write HTML: into this file, or with --all, and for a file with several languages, into this folder
        #[arg(long, value_name = "PATH")]
        html: Option<PathBuf>,
        /// Print the plain text, as without --html
        #[arg(long, conflicts_with = "html")]
        text: bool,
    },
    /// Send a test message now and tell what the mail server answered
    Test {
        /// Who gets it
        #[arg(value_parser = address)]
        address: Email,
        /// The language of the message: ro or en
        #[arg(long, default_value = "ro")]
        lang: Language,
    },
    /// Read returned mails: delivery reports, complaints, requests to unsubscribe
    ///
    /// A report counts when it names a mail of ours and its address. Reading a file again changes nothing.
    Bounces(bounces::BouncesArgs),
    /// See and change the list of addresses that get nothing more
    #[command(subcommand)]
    Suppressed(bounces::SuppressedCommand),
}

/// Every kind that can be shown without a file.
fn kinds() -> Vec<MessageKind> {
    MessageKind::SENT.into_iter().chain(MessageKind::AUTOMATIC).collect()
}

/// What `preview` shows.
#[derive(Debug, Clone)]
pub(super) enum Previewed {
    Kind(MessageKind),
    File(PathBuf),
}

impl FromStr for Previewed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.ends_with(".md") || text.contains('/') {
            true => Ok(Self::File(text.into())),
            false => text.parse().map(Self::Kind),
        }
    }
}

fn address(text: &str) -> Result<Email, String> {
    Email::parse(text).ok_or_else(|| "this is not an e-mail address".to_owned())
}

pub(super) async fn run(global: &Global, command: MailCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        MailCommand::Outbox { all } => {
            let mails = global.call(ListOutbox { all }).await?;
            printer.show(&mails, |mails| outbox_text(mails));
        }
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
        MailCommand::Pause { campaign } => change(global, campaign, Change::Pause, printer).await?,
        MailCommand::Resume { campaign } => change(global, campaign, Change::Resume, printer).await?,
        MailCommand::Cancel { campaign, yes } => {
            let question = format!("Give {campaign} up? What is not sent yet never will be.");
            if !yes && !confirm(&question, "cancelling is for good")? {
                printer.line("nothing was cancelled");
                return Ok(ExitCode::SUCCESS);
            }
            change(global, campaign, Change::Cancel, printer).await?;
        }
        MailCommand::Retry { targets, yes } => retry(global, targets, yes, printer).await?,
        MailCommand::Preview { what, all, lang, html, text: _ } => {
            let previews = match what {
                Some(Previewed::File(path)) => {
                    let session = global.session().await?;
                    session.call(PreviewCampaign(lang), vec![send::file(&path)?], &mut |_| {}).await?
                }
                None if !all => {
                    let names = |kinds: &Vec<MessageKind>| kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>();
                    printer.show(&kinds(), |kinds| names(kinds).join("\n"));
                    return Ok(ExitCode::SUCCESS);
                }
                kind => {
                    let kinds = match kind {
                        Some(Previewed::Kind(kind)) => vec![kind],
                        _ => kinds(),
                    };
                    global.call(PreviewMails { kinds, language: lang.unwrap_or_default() }).await?
                }
            };
            show(&previews, html.as_deref(), all || previews.len() > 1, printer)?;
        }
        MailCommand::Test { address, lang } => {
            let told = global.call(SendTestMail { to: address, language: lang }).await?;
            printer.show(&told, |told| format!("sent: {told}"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn change(global: &Global, id: CampaignId, change: Change, printer: &mut Printer) -> Result<()> {
    let view = global.call(ChangeCampaign { id, change }).await?;
    printer.show(&view, status::campaign_text);
    Ok(())
}

async fn retry(global: &Global, targets: Vec<Target>, yes: bool, printer: &mut Printer) -> Result<()> {
    let found = global.call(RetryMails { targets: targets.clone(), dry_run: true }).await?;
    let number = found.failed + found.unknown;
    if number > 0 && !yes {
        let twice = match found.unknown {
            0 => String::new(),
            unknown => format!(" {unknown} of them may have arrived and would then arrive twice."),
        };
        if !confirm(&format!("Try {} again?{twice}", count(number, "mail")), "this sends mails again")? {
            printer.line("nothing is tried again");
            return Ok(());
        }
    }
    let retried = match number {
        0 => found,
        _ => global.call(RetryMails { targets, dry_run: false }).await?,
    };
    printer.show(&retried, |retried| match retried.failed + retried.unknown {
        0 => "there is nothing to try again".into(),
        number => format!("{} tried again", count(number, "mail")),
    });
    Ok(())
}

/// The subjects of a campaign, each with its language where there are several.
fn subjects(subjects: &BTreeMap<Language, String>) -> String {
    let named = subjects.iter().map(|(language, subject)| format!("{subject} ({language})"));
    named.collect::<Vec<_>>().join(" / ")
}

/// Why somebody gets nothing, in words.
fn reason_text(why: &str) -> &str {
    match why {
        "suppression_list" => "on the suppression list",
        "left" => "who left",
        "paused" => "who paused mails",
        "not_wanted" => "who do not want it",
        "unverified" => "whose address is not confirmed",
        "gone" => "whose account is disabled",
        "nothing_to_say" => "whom nothing of it concerns",
        other => other,
    }
}

/// Prints the mails, or writes their HTML: several into a folder.
fn show(previews: &[Preview], html: Option<&Path>, several: bool, printer: &mut Printer) -> Result<()> {
    let Some(path) = html else {
        let texts = || previews.iter().map(preview_text).collect::<Vec<_>>().join("\n\n\n");
        printer.show(&previews, |_| texts());
        return Ok(());
    };
    let mut written = Vec::new();
    for preview in previews {
        let file = match several {
            true => path.join(format!("{}.{}.html", preview.kind, preview.language)),
            false => path.to_owned(),
        };
        write(&file, &preview.html)?;
        written.push(file.display().to_string());
    }
    printer.show(&written, |written| format!("wrote {}", written.join("\nwrote ")));
    Ok(())
}

fn write(file: &Path, html: &str) -> Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let made = folder.map_or(Ok(()), std::fs::create_dir_all);
    made.and_then(|()| std::fs::write(file, html)).map_err(|error| {
        Error::new(Kind::Invalid, ErrorCode::Unwritable, format!("cannot write {}", file.display())).caused_by(error)
    })
}

fn preview_text(preview: &Preview) -> String {
    let Preview { from, subject, text, .. } = preview;
    format!("From: {from}\nSubject: {subject}\n\n{}", text.trim_end())
}

fn outbox_text(mails: &[OutboxEntry]) -> String {
    if mails.is_empty() {
        return "no mails".into();
    }
    let mut table = table(&["ID", "KIND", "TO", "LANG", "SINCE", "STATE", ""]);
    for mail in mails {
        table.add_row([
            mail.id.to_string(),
            mail.kind.to_string(),
            mail.to.as_str().to_owned(),
            mail.language.to_string(),
            moment(mail.created_at),
            mail.state.clone(),
            remark(mail),
        ]);
    }
    format!("{table}\n\n{}", count(mails.len() as u64, "mail"))
}

/// What there is to say of the mail's state.
fn remark(mail: &OutboxEntry) -> String {
    let at = mail.at.map(moment).unwrap_or_default();
    let reason = mail.reason.as_deref().unwrap_or_default();
    match mail.state.as_str() {
        "waiting" => "this kind is not sent yet".into(),
        "deferred" => format!("again {at} (attempt {}): {reason}", mail.attempts.unwrap_or_default() + 1),
        "failed" => format!("{at}: {reason}"),
        "sent" => mail.file.as_ref().map_or(at, |file| file.display().to_string()),
        _ => at,
    }
}
