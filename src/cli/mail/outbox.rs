//! `paragraf mail outbox`

use clap::Args;

use super::super::global::Global;
use super::super::output::{Printer, count, moment, table};
use crate::control::commands::mail::ListOutbox;
use crate::domain::CampaignId;
use crate::domain::message_address::MessageAddress;
use crate::error::Result;
use crate::ops::mail::outbox::{DeliveryState, OutboxEntry, OutboxFilter};

/// Messages in a table without `--all` and `--limit`.
const LIMIT: usize = 100;

/// List unsent and recently sent messages, newest first
#[derive(Debug, Args)]
pub(in crate::cli) struct OutboxArgs {
    /// Include all sent messages, kept for 30 days, and list every message
    #[arg(long)]
    all: bool,
    /// List only messages in this state: queued, claimed, deferred, sent, failed, bounced, suppressed or unknown
    #[arg(long)]
    state: Option<DeliveryState>,
    /// List only messages of this campaign
    #[arg(long, value_name = "ID")]
    campaign: Option<CampaignId>,
    /// List only messages to this address, or text messages to this number, such as +40722123456
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    to: Option<MessageAddress>,
    /// List at most this many messages [default: 100; all with --all or --json]
    #[arg(long, value_name = "NUMBER")]
    limit: Option<usize>,
}

fn address(text: &str) -> std::result::Result<MessageAddress, String> {
    MessageAddress::try_from(text.to_owned())
}

pub(super) async fn run(global: &Global, args: OutboxArgs, printer: &mut Printer) -> Result<()> {
    let OutboxArgs { all, state, campaign, to, limit } = args;
    let limit = limit.or((!all && !printer.is_json()).then_some(LIMIT));
    let (messages, matching) = global.list(ListOutbox(OutboxFilter { all, state, campaign, to, limit })).await?;
    printer.show(&messages, |messages| text(messages, matching));
    if matching > messages.len() as u64 {
        let (listed, matching) = (messages.len(), count(matching, "message"));
        printer.note(format!("the newest {listed} of {matching}; --limit NUMBER lists more, --state and --to fewer"));
    }
    Ok(())
}

fn text(mails: &[OutboxEntry], matching: u64) -> String {
    if mails.is_empty() {
        return "no messages".into();
    }
    let mut table = table(&["ID", "KIND", "TO", "LANG", "QUEUED", "STATE", ""]);
    for mail in mails {
        table.add_row([
            mail.id.to_string(),
            mail.kind.to_string(),
            mail.to.as_str().to_owned(),
            mail.language.to_string(),
            moment(mail.created_at),
            match mail.state {
                DeliveryState::Sent if mail.file.is_some() => "written".to_owned(),
                state => state.name().to_owned(),
            },
            detail(mail),
        ]);
    }
    format!("{table}\n\n{}", count(matching, "message"))
}

/// When and why the message has its state.
fn detail(mail: &OutboxEntry) -> String {
    let at = match (mail.state, mail.at.map(moment)) {
        (DeliveryState::Deferred, Some(at)) => {
            Some(format!("attempt {} at {at}", mail.attempts.unwrap_or_default() + 1))
        }
        (_, at) => at,
    };
    let file = mail.file.as_ref().map(|file| file.display().to_string());
    match (file, at, mail.reason.as_deref()) {
        (Some(file), ..) => file,
        (None, Some(at), Some(reason)) => format!("{at}: {reason}"),
        (None, Some(at), None) => at,
        (None, None, reason) => reason.unwrap_or_default().to_owned(),
    }
}
