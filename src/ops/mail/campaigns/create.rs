//! Creates a campaign from the operator's file.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::audience::{self, AudienceCount};
use super::files::CampaignFiles;
use super::selection::{self, first_page};
use super::status::{CampaignView, add_live_state, view};
use super::{audit_action, notify_changed};
use crate::app::App;
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::domain::prose::ArticleMention;
use crate::domain::{CampaignId, Language, Status};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::mail::eligibility::{DecisionMoment, Eligibility};
use crate::ops::mail::warnings;
use crate::ops::policy::{self, Action, Actor};
use crate::sources::campaign::{self, CampaignDraft, CampaignProblem};
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus, CampaignVersion};
use crate::store::{Reading, WriteTx, articles, outbox, topics};

/// Checks the files and returns the campaign without storing it.
///
/// # Errors
/// `invalid_campaign` with every problem, its line and the remedy.
pub async fn check(
    app: &App,
    actor: &Actor,
    files: &CampaignFiles,
    audience: &Audience,
    not_before: Option<Timestamp>,
) -> Result<CampaignRecord> {
    policy::authorize(actor, Action::SendMail)?;
    let now = app.clock.now();
    let read = campaign::read(&files.name, &files.text);
    let mut problems = read.problems;
    let (mentions, wanted) = (read.mentions, audience.clone());
    problems.extend(app.store.read(move |tx| problems_of_store(tx, &mentions, &wanted)).await?);
    problems.extend(problems_of_config(app));
    problems.sort_by_key(|problem| problem.line);
    let id = CampaignId::parse(&read.draft.id);
    let Some(id) = id.filter(|_| problems.is_empty()) else { return Err(refused(&files.name, &problems)) };
    Ok(record(id, read.draft, audience.clone(), actor, now, not_before))
}

fn record(
    id: CampaignId,
    draft: CampaignDraft,
    audience: Audience,
    actor: &Actor,
    now: Timestamp,
    not_before: Option<Timestamp>,
) -> CampaignRecord {
    let version = |version: campaign::CampaignFileVersion| {
        let campaign::CampaignFileVersion { subject, preheader, body } = version;
        CampaignVersion { subject, preheader, body }
    };
    let new = CampaignRecord::new(id, MessageKind::Campaign, audience, actor.to_string(), now);
    CampaignRecord {
        is_public: draft.is_public.unwrap_or(new.audience != Audience::List),
        gathering: Some(first_page(&new.audience)),
        not_before: not_before.map_or(now, |at| at.max(now)),
        versions: draft.versions.into_iter().map(|(language, text)| (language, version(text))).collect(),
        ..new
    }
}

fn refused(name: &str, problems: &[CampaignProblem]) -> Error {
    let lines: Vec<_> = problems.iter().map(|problem| format!("\n  {problem}")).collect();
    let message = format!("{name} cannot be sent; nothing was sent:{}", lines.concat());
    Error::new(Kind::Invalid, ErrorCode::InvalidCampaign, message)
}

/// Problems that depend on the store: unpublished articles, an unknown topic.
fn problems_of_store(
    tx: &dyn Reading,
    mentions: &[ArticleMention],
    audience: &Audience,
) -> Result<Vec<CampaignProblem>> {
    let mut problems = Vec::new();
    for ArticleMention { line, slug } in mentions {
        let problem = match articles::brief(tx, slug)?.map(|brief| brief.status) {
            Some(Status::Published) => continue,
            Some(_) => {
                let remedy = format!("publish it with `paragraf articles publish {slug}`, or remove it from the text");
                CampaignProblem::new(Some(*line), format_args!("the article {slug} is not published"), remedy)
            }
            None => {
                let remedy = "`paragraf articles list` lists all";
                CampaignProblem::new(Some(*line), format_args!("there is no article {slug}"), remedy)
            }
        };
        problems.push(problem);
    }
    if let Audience::Topic(id) = audience
        && topics::get(tx, id)?.is_none()
    {
        let remedy = "`paragraf topics list` lists all";
        problems.push(CampaignProblem::new(None, format_args!("there is no topic {id}"), remedy));
    }
    Ok(problems)
}

/// A missing setting that bulk messages need.
fn problems_of_config(app: &App) -> Option<CampaignProblem> {
    let warning = warnings::postal_address(app);
    warning.map(|warning| CampaignProblem::new(None, "there is no postal address", warning.finding.remedy))
}

/// Stores the campaign and returns its status; [`super::gather`] writes the outbox rows. Creating the same campaign
/// again returns its current status.
///
/// # Errors
/// As [`check`]; `campaign_exists` for an id with another text, audience or list.
pub async fn create(
    app: &App,
    actor: &Actor,
    files: CampaignFiles,
    audience: &Audience,
    not_before: Option<Timestamp>,
) -> Result<CampaignView> {
    policy::authorize(actor, Action::SendMail)?;
    let campaign = check(app, actor, &files, audience, not_before).await?;
    let (now, by, list) = (app.clock.now(), actor.to_string(), files.list);
    let written = app.store.write(move |tx| store(tx, &campaign, &list, now, &by));
    let mut view = written.await?;
    add_live_state(app, &mut view);
    notify_changed(app);
    Ok(view)
}

fn store(
    tx: &WriteTx,
    campaign: &CampaignRecord,
    list: &BTreeMap<String, campaigns::Listed>,
    now: Timestamp,
    by: &str,
) -> Result<CampaignView> {
    if let Some(before) = existing(tx, campaign, list)? {
        return view(tx, before);
    }
    let id = &campaign.id;
    for listed in list.values() {
        campaigns::put_listed(tx, id, listed)?;
    }
    campaigns::put(tx, campaign)?;
    audit_action(tx, now, by, "mail.send", id)?;
    view(tx, campaign.clone())
}

/// The stored campaign with the same content.
///
/// # Errors
/// `campaign_exists` when its content differs.
fn existing(
    tx: &dyn Reading,
    campaign: &CampaignRecord,
    list: &BTreeMap<String, campaigns::Listed>,
) -> Result<Option<CampaignRecord>> {
    let Some(before) = campaigns::get(tx, &campaign.id)? else { return Ok(None) };
    let same = before.kind == campaign.kind
        && before.versions == campaign.versions
        && before.audience == campaign.audience
        && before.is_public == campaign.is_public;
    // A cancelled campaign has no list any more.
    let is_open = before.status != CampaignStatus::Cancelled;
    if !same || (is_open && !is_known(tx, &campaign.id, list)?) {
        return Err(exists(&before));
    }
    Ok(Some(before))
}

/// Whether each address has an outbox row or waits for one.
fn is_known(tx: &dyn Reading, id: &CampaignId, list: &BTreeMap<String, campaigns::Listed>) -> Result<bool> {
    for listed in list.values() {
        let is_waiting = || campaigns::is_listed(tx, id, &listed.email);
        if outbox::by_address(tx, id, &listed.email)?.is_none() && !is_waiting()? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn exists(before: &CampaignRecord) -> Error {
    let message = format!(
        "the campaign {} of {} has another text, audience or list; set another id in the front matter",
        before.id,
        before.created_at.strftime("%Y-%m-%d")
    );
    Error::conflict(ErrorCode::CampaignExists, message)
}

/// The campaign that [`create`] would store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub id: CampaignId,
    pub subjects: BTreeMap<Language, String>,
    pub not_before: Timestamp,
    pub is_public: bool,
    pub audience: AudienceCount,
    /// The status of the campaign when it already exists; it is not sent a second time.
    pub existing: Option<CampaignStatus>,
}

/// Checks the campaign and counts its recipients without storing anything.
///
/// # Errors
/// As [`create`].
pub async fn plan(
    app: &App,
    actor: &Actor,
    files: CampaignFiles,
    audience: &Audience,
    not_before: Option<Timestamp>,
) -> Result<Plan> {
    policy::authorize(actor, Action::SendMail)?;
    let campaign = check(app, actor, &files, audience, not_before).await?;
    let moment = DecisionMoment::from(app);
    let read = app.store.read(move |tx| {
        let existing = existing(tx, &campaign, &files.list)?.map(|campaign| campaign.status);
        let mut count = AudienceCount {
            duplicates: files.duplicates,
            without_address: files.without_address,
            ..AudienceCount::default()
        };
        let eligibility = Eligibility::new(tx, &campaign, &moment);
        for listed in files.list.into_values() {
            count.add(&campaign, selection::select_listed(tx, &eligibility, listed)?);
        }
        drop(eligibility);
        audience::count(tx, &campaign, &moment, &mut count)?;
        let CampaignRecord { id, versions, not_before, is_public, .. } = campaign;
        let subjects = versions.into_iter().map(|(language, version)| (language, version.subject)).collect();
        Ok(Plan { id, subjects, not_before, is_public, audience: count, existing })
    });
    read.await
}
