//! `paragraf mail send|status|pause|resume|cancel|retry` and `paragraf mail preview FILE`
//!
//! The first file of a command is the campaign's; for a list, the second one holds the addresses.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::app::{App, MissingStore};
use crate::control::command::{Command, Events, Io, Uploads};
use crate::control::declaration::declare_commands;
use crate::domain::email::Email;
use crate::domain::mailing::Audience;
use crate::domain::{CampaignId, Language};
use crate::erased::on_blocking_thread;
use crate::error::{Error, Result};
use crate::ops::Actor;
use crate::ops::mail::campaigns::control::{self, CampaignStatusChange};
use crate::ops::mail::campaigns::create::{self, Plan};
use crate::ops::mail::campaigns::files::{self, CampaignFiles};
use crate::ops::mail::campaigns::retry::{self, Retried, RetryOptions, RetryTarget};
use crate::ops::mail::campaigns::status::{self, CampaignView, MailStatus};
use crate::ops::mail::campaigns::{gather, preview};
use crate::ops::mail::deliver;
use crate::ops::mail::preview::MessagePreview;

/// Interval of progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(500);

declare_commands! {
    by_hand(PlanCampaign, CreateCampaign, FollowCampaign, RetryMails, PreviewCampaign, TestCampaign);
    "mail.change": ChangeCampaign { id: CampaignId, change: CampaignStatusChange } -> CampaignView = control::change;
    "mail.status": GetMailStatus -> MailStatus = status::all, read_only;
    "mail.campaign": GetCampaign(CampaignId) -> CampaignView = status::one, read_only;
}

async fn read_files(mut uploads: Uploads, audience: &Audience) -> Result<CampaignFiles> {
    let audience = audience.clone();
    let read = on_blocking_thread(move || files::read(&mut uploads, &audience));
    read.await.map_err(|error| Error::internal("reading a campaign", error))?
}

/// Shows what sending would do and stores nothing.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PlanCampaign {
    pub audience: Audience,
    pub not_before: Option<Timestamp>,
}

impl Command for PlanCampaign {
    const NAME: &'static str = "mail.plan";
    const READ_ONLY: bool = true;
    type Reply = Plan;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let files = read_files(io.uploads, &self.audience).await?;
        create::plan(&app, &io.actor, files, &self.audience, self.not_before).await
    }
}

/// Stores the campaign, which a running server then sends.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CreateCampaign {
    pub audience: Audience,
    pub not_before: Option<Timestamp>,
}

impl Command for CreateCampaign {
    const NAME: &'static str = "mail.send";
    const NEEDS_SECRETS: bool = true;
    type Reply = CampaignView;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let files = read_files(io.uploads, &self.audience).await?;
        create::create(&app, &io.actor, files, &self.audience, self.not_before).await
    }
}

/// Sends a [`CampaignView`] as a note twice a second until the campaign ends or pauses; replies with the last
/// view. Without a server, this command sends the campaign.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FollowCampaign(pub CampaignId);

impl Command for FollowCampaign {
    const NAME: &'static str = "mail.follow";
    const READ_ONLY: bool = true;
    type Reply = CampaignView;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let Io { actor, events, serving, .. } = io;
        // On a database the leader sends.
        if serving || app.store.is_shared() {
            return follow(&app, &actor, &self.0, &events).await;
        }
        tokio::select! {
            worked = work(&app, &actor) => worked?,
            reported = report_forever(&app, &actor, &self.0, &events) => reported?,
        }
        status::one(&app, &actor, self.0).await
    }
}

async fn follow(app: &App, actor: &Actor, id: &CampaignId, events: &Events) -> Result<CampaignView> {
    loop {
        let view = status::one(app, actor, id.clone()).await?;
        // A client that disconnected, or a stopping server, ends the reports. The campaign goes on.
        if view.is_over() || !events.note(&view).await || app.stop.is_cancelled() {
            return Ok(view);
        }
        app.stop.run_until_cancelled(tokio::time::sleep(REPORT_EVERY)).await;
    }
}

/// Reports progress until cancelled.
async fn report_forever(app: &App, actor: &Actor, id: &CampaignId, events: &Events) -> Result<()> {
    loop {
        tokio::time::sleep(REPORT_EVERY).await;
        events.note(&status::one(app, actor, id.clone()).await?).await;
    }
}

/// Gathers and sends in this process, until nothing is due.
async fn work(app: &Arc<App>, actor: &Actor) -> Result<()> {
    deliver::recover(app, actor).await?;
    while !app.stop.is_cancelled() {
        // All recipients first, so that progress reports have the total.
        let step = gather::step(app, actor).await?;
        if !step.did_work && deliver::all_due(app, actor).await? == 0 {
            break;
        }
    }
    app.mailer.close_idle(true).await;
    Ok(())
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RetryMails {
    pub targets: Vec<RetryTarget>,
    pub options: RetryOptions,
}

impl Command for RetryMails {
    const NAME: &'static str = "mail.retry";
    type Reply = Retried;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let retried = retry::retry(&app, &io.actor, self.targets, self.options).await?;
        if !self.options.dry_run && !io.serving && app.mailer.is_local() {
            work(&app, &io.actor).await?;
        }
        Ok(retried)
    }
}

/// Previews a campaign's file; `None` means all its languages.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PreviewCampaign(pub Option<Language>);

impl Command for PreviewCampaign {
    const NAME: &'static str = "mail.preview-file";
    const READ_ONLY: bool = true;
    const WITHOUT_STORE: MissingStore = MissingStore::Empty;
    type Reply = Vec<MessagePreview>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let files = read_files(io.uploads, &Audience::Everybody).await?;
        preview::preview(&app, &io.actor, &files, self.0).await
    }
}

/// Sends every language of a file to one address; replies with the mail server's replies.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TestCampaign {
    pub audience: Audience,
    pub to: Email,
}

impl Command for TestCampaign {
    const NAME: &'static str = "mail.test-campaign";
    const NEEDS_SECRETS: bool = true;
    type Reply = Vec<String>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let files = read_files(io.uploads, &self.audience).await?;
        preview::test(&app, &io.actor, &files, &self.audience, self.to).await
    }
}
