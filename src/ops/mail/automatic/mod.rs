//! Mails that nobody writes by hand: urgent changes, digests, deadlines, the launch.
//!
//! Each is a campaign with an id that says what it is about, so it is made once however often this runs.
//! Its record says which articles it tells of; recipients and words are found when it is sent.

pub mod deadlines;
pub mod digest;
pub mod launch;
pub mod manual;
pub mod schedule;
pub mod urgent;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use jiff::Timestamp;

pub use self::schedule::Routine;
use crate::app::App;
use crate::config::MailConfig;
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::domain::{Article, CampaignId};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::articles::ArticleRecord;
use crate::store::campaigns::{self, CampaignArticle, CampaignRecord, CampaignStatus, Gathering};
use crate::store::{Reading, WriteTx};

/// Makes every automatic campaign whose time has come; answers which were made.
///
/// Errors: those of the store; what was made before stays made.
pub async fn make_due(app: &App, actor: &Actor) -> Result<Vec<CampaignId>> {
    policy::authorize(actor, Action::SendMail)?;
    let mut made = Vec::new();
    for routine in Routine::ALL {
        made.extend(make_routine(app, routine, actor).await?);
    }
    made.extend(launch::make(app, actor).await?);
    Ok(made)
}

/// When the next automatic campaign may be due.
pub fn next_at(app: &App) -> Option<Timestamp> {
    let now = app.clock.now();
    let routines = Routine::ALL.into_iter().filter_map(|routine| routine.next(&app.config.mail, now));
    let launch = app.config.site.launch_instant().filter(|at| *at > now);
    routines.map(|slot| slot.at).chain(launch).min()
}

async fn make_routine(app: &App, routine: Routine, actor: &Actor) -> Result<Option<CampaignId>> {
    let (now, started_at, mail) = (app.clock.now(), app.started_at, app.config.mail.clone());
    let history = app.store.read(move |tx| History::of(tx, routine.kind())).await?;
    let last_made = history.last().map(|campaign| campaign.created_at);
    let Some(slot) = routine.due(&mail, now, last_made, started_at) else { return Ok(None) };
    let plan = plan(app, routine, slot.date, history, actor).await?;
    store(app, plan).await
}

/// The campaign that a routine would make now, in the name of this day.
async fn plan(
    app: &App,
    routine: Routine,
    date: jiff::civil::Date,
    history: History,
    actor: &Actor,
) -> Result<Option<CampaignRecord>> {
    let Some(id) = CampaignId::about(routine.name(), &date.to_string()) else { return Ok(None) };
    let (now, max_age_days) = (app.clock.now(), app.config.notifications.max_age_days);
    let campaign = record(id, routine.kind(), Audience::Everybody, now, actor);
    let read = app.store.read(move |tx| match routine {
        Routine::Deadlines => deadlines::plan(tx, campaign),
        Routine::Daily | Routine::Weekly => digest::plan(tx, campaign, routine, &history, max_age_days),
    });
    read.await.map(Some)
}

/// Stores the campaign unless there is one of that name; answers its id when it was stored.
async fn store(app: &App, plan: Option<CampaignRecord>) -> Result<Option<CampaignId>> {
    let Some(campaign) = plan else { return Ok(None) };
    let (id, kind, articles) = (campaign.id.clone(), campaign.kind.name(), campaign.articles.len());
    if !app.store.write(move |tx| put_new(tx, &campaign)).await? {
        return Ok(None);
    }
    tracing::info!(mail.campaign = id.as_str(), mail.kind = kind, mail.articles = articles, "campaign made");
    wake(app);
    Ok(Some(id))
}

/// Writes the campaign unless there is one of that name; answers whether it did.
pub(in crate::ops) fn put_new(tx: &WriteTx, campaign: &CampaignRecord) -> Result<bool> {
    if campaigns::get(tx, &campaign.id)?.is_some() {
        return Ok(false);
    }
    campaigns::put(tx, campaign)?;
    Ok(true)
}

/// Takes the routine mails whose time has passed since a backup for made, in the transaction that restores it:
/// nobody knows whether they were, and a digest that comes twice is worse than one that stays away.
pub(in crate::ops) fn skip_after_restore(tx: &WriteTx, mail: &MailConfig, now: Timestamp) -> Result<()> {
    for routine in Routine::ALL {
        let history = History::of(tx, routine.kind())?;
        let last = routine.last(mail, now).filter(|slot| history.last().is_some_and(|it| it.created_at < slot.at));
        let Some(id) = last.and_then(|slot| CampaignId::about(routine.name(), &slot.date.to_string())) else {
            continue;
        };
        let skipped = record(id, routine.kind(), Audience::Everybody, now, &Actor::System);
        let status = CampaignStatus::Cancelled;
        put_new(tx, &CampaignRecord { status, gathering: None, until: Some(now), ..skipped })?;
    }
    Ok(())
}

/// Tells those who gather and send; after the commit.
pub(in crate::ops) fn wake(app: &App) {
    app.campaigns_generation.fetch_add(1, Ordering::Relaxed);
    app.gather_wake.notify_one();
    app.mail_wake.notify_one();
}

/// A campaign that tells of nothing yet.
fn record(id: CampaignId, kind: MessageKind, audience: Audience, now: Timestamp, actor: &Actor) -> CampaignRecord {
    let gathering = match audience {
        Audience::Subscribers => Gathering::Subscribers { after: None },
        _ => Gathering::Accounts { after: None },
    };
    CampaignRecord {
        id,
        kind,
        audience,
        created_at: now,
        created_by: actor.to_string(),
        not_before: now,
        status: CampaignStatus::Active,
        status_at: now,
        gathering: Some(gathering),
        versions: Default::default(),
        articles: vec![],
        since: None,
        until: None,
        is_public: false,
    }
}

/// What a campaign keeps of an article that it tells of.
fn mention(record: &ArticleRecord) -> CampaignArticle {
    let Article { slug, importance, topic, domains, .. } = &record.article;
    CampaignArticle {
        slug: slug.clone(),
        revision: record.revision,
        importance: *importance,
        topic: topic.clone(),
        domains: domains.clone(),
    }
}

/// The campaigns of one kind, oldest first.
#[derive(Debug, Default)]
struct History(Vec<CampaignRecord>);

impl History {
    fn of(tx: &impl Reading, kind: MessageKind) -> Result<Self> {
        let mut found = Vec::new();
        campaigns::each(tx, &mut |campaign| {
            if campaign.kind == kind {
                found.push(campaign);
            }
            ControlFlow::Continue(())
        })?;
        found.sort_by_key(|campaign| campaign.created_at);
        Ok(Self(found))
    }

    fn last(&self) -> Option<&CampaignRecord> {
        self.0.last()
    }
}
