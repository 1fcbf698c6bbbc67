//! What comes back: mails that did not arrive, complaints, and mails that ask for no more.
//!
//! Anybody can write a report, so one counts only when it names a mail of ours by its `Message-ID`, which
//! nobody can guess, and the address that the mail went to. A report that is read twice changes nothing.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use super::links::{self, Link};
use super::preferences::leave_in;
use super::suppressions::suppress;
use crate::app::App;
use crate::domain::email::Email;
use crate::domain::mailing::SuppressionReason;
use crate::error::{Error, ErrorCode, Kind, Result};
pub use crate::mail::bounce::{Failure, MAX_BYTES};
use crate::mail::bounce::{Mails, Notice, one_line, read, row};
use crate::ops::policy::{self, Action, Actor};
use crate::sources::Upload;
use crate::store::outbox::{self, MessageState};
use crate::store::suppressions::{self, SuppressionRecord};
use crate::store::{Reading, WriteTx, accounts, subscribers};

/// So many mails in a row that came back for a reason that may pass, and the address is given up.
const MOST_SOFT: u32 = 5;
/// A mail that came back longer ago is not in a row with the next: others have arrived meanwhile.
const ROW: SignedDuration = SignedDuration::from_hours(60 * 24);

/// What an intake came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intake {
    /// Mails that were read.
    pub read: u64,
    /// Mails that will never arrive; their addresses get nothing more.
    pub hard: u64,
    /// Mails that did not arrive this time.
    pub soft: u64,
    /// Addresses that are given up, because mails came back again and again.
    pub given_up: u64,
    pub complaints: u64,
    /// Who asked by mail for no more.
    pub unsubscribed: u64,
    /// Reports of mails that are not ours, or that were forgotten, and what was known already.
    pub unknown: u64,
    /// Mails that report nothing.
    pub ignored: u64,
}

/// A report that comes from a mail provider's interface and not as a mail.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Report {
    pub email: String,
    pub kind: Failure,
    pub reason: String,
    /// The `Message-ID` of the mail.
    pub message_id: Option<String>,
}

/// One thing that a mail or report says.
enum Said {
    Notice(Notice),
    /// By somebody who is believed.
    Trusted {
        email: Email,
        failure: Failure,
        reason: String,
        mail: Option<Uuid>,
    },
    /// By the token of a link.
    Leave(Email),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Hard,
    Soft,
    GivenUp,
    Complaint,
    Unsubscribed,
    Unknown,
}

/// Who knows the secret of the configuration acts for the program. Takes as long for every wrong secret.
///
/// Errors: `invalid_secret`.
pub fn authorize(app: &App, secret: &str) -> Result<Actor> {
    let own = &app.config.mail.bounces.bounce_token;
    let same = Sha256::digest(secret.as_bytes()).ct_eq(&Sha256::digest(own.as_bytes()));
    if !own.is_empty() && bool::from(same) {
        return Ok(Actor::System);
    }
    Err(Error::new(Kind::Unauthenticated, ErrorCode::InvalidSecret, "This needs the secret of mail.bounce_token."))
}

/// Takes one returned mail.
pub async fn take(app: &App, actor: &Actor, raw: &[u8]) -> Result<Intake> {
    policy::authorize(actor, Action::RecordBounces)?;
    let said = Arc::new(said(app, raw));
    let now = app.clock.now();
    let mut intake = Intake { read: 1, ..Intake::default() };
    if said.is_empty() {
        intake.ignored = 1;
        return Ok(intake);
    }
    let outcomes = app.store.write(move |tx| said.iter().map(|said| apply(tx, said, now)).collect::<Result<Vec<_>>>());
    outcomes.await?.into_iter().for_each(|outcome| intake.count(outcome));
    Ok(intake)
}

/// Takes every mail of these files; each may be one mail or a mailbox.
///
/// Blocks: call it on a thread that may. Errors: a file that fails under way; what was read before is taken.
pub fn take_all(app: &App, actor: &Actor, uploads: impl Iterator<Item = Result<Upload>>) -> Result<Intake> {
    policy::authorize(actor, Action::RecordBounces)?;
    let mut intake = Intake::default();
    for upload in uploads {
        let Upload { name, reader, .. } = upload?;
        for raw in Mails::new(reader) {
            let raw = raw.map_err(|error| {
                let message = format!("reading {name} failed under way; read it again, nothing counts twice");
                Error::new(Kind::Unavailable, ErrorCode::ReadFailed, message).caused_by(error)
            })?;
            intake.read += 1;
            let said = said(app, &raw);
            if said.is_empty() {
                intake.ignored += 1;
                continue;
            }
            let now = app.clock.now();
            let write = move |tx: &WriteTx| said.iter().map(|said| apply(tx, said, now)).collect::<Result<Vec<_>>>();
            app.store.write_blocking(write)?.into_iter().for_each(|outcome| intake.count(outcome));
        }
    }
    Ok(intake)
}

/// Takes a report of a mail provider, who is believed.
///
/// Errors: `invalid` in `email`.
pub async fn report(app: &App, actor: &Actor, report: Report) -> Result<Intake> {
    policy::authorize(actor, Action::RecordBounces)?;
    let Report { email, kind, reason, message_id } = report;
    let email = Email::try_from(email).map_err(|_| Error::invalid("email", "This is not an e-mail address."))?;
    let mail = message_id.as_deref().and_then(row);
    let said = Said::Trusted { email, failure: kind, reason: one_line(&reason), mail };
    let now = app.clock.now();
    let outcome = app.store.write(move |tx| apply(tx, &said, now)).await?;
    let mut intake = Intake { read: 1, ..Intake::default() };
    intake.count(outcome);
    Ok(intake)
}

/// What the mail says; a token is opened here, outside of any transaction.
fn said(app: &App, raw: &[u8]) -> Vec<Said> {
    let by_token = |notice: Notice| match &notice {
        Notice::Unsubscribe { token: Some(token), .. } => match links::open(app, token) {
            Ok(Link::Mail { email }) => Said::Leave(email),
            _ => Said::Notice(notice),
        },
        _ => Said::Notice(notice),
    };
    read(raw).into_iter().map(by_token).collect()
}

fn apply(tx: &WriteTx, said: &Said, now: Timestamp) -> Result<Outcome> {
    match said {
        Said::Leave(email) => leave(tx, email, now),
        Said::Notice(Notice::Unsubscribe { from: Some(email), .. }) if is_known(tx, email)? => leave(tx, email, now),
        Said::Notice(Notice::Unsubscribe { .. }) => Ok(Outcome::Unknown),
        Said::Notice(Notice::Failed { failure, recipients, mail, reason }) => {
            let sent = mail.map(|id| outbox::get(tx, id)).transpose()?.flatten();
            // Providers strike the address out of complaints, so there the mail alone counts.
            let fits = |to: &Email| {
                *failure == Failure::Complaint || recipients.iter().any(|recipient| recipient.key() == to.key())
            };
            match sent.filter(|sent| fits(&sent.to)) {
                Some(sent) => failed(tx, &sent.to, *failure, reason, Some(sent.id), now),
                None => Ok(Outcome::Unknown),
            }
        }
        Said::Trusted { email, failure, reason, mail } => {
            let sent = mail.map(|id| outbox::get(tx, id)).transpose()?.flatten();
            let sent = sent.filter(|sent| sent.to.key() == email.key()).map(|sent| sent.id);
            failed(tx, email, *failure, reason, sent, now)
        }
    }
}

fn leave(tx: &WriteTx, email: &Email, now: Timestamp) -> Result<Outcome> {
    if suppressions::reason(tx, email)?.is_some() {
        return Ok(Outcome::Unknown);
    }
    leave_in(tx, email, SuppressionReason::Asked, "", now)?;
    Ok(Outcome::Unsubscribed)
}

fn is_known(tx: &impl Reading, email: &Email) -> Result<bool> {
    Ok(subscribers::exists(tx, email)? || accounts::by_email(tx, email)?.is_some())
}

/// Writes down that a mail to this address failed, once per mail.
fn failed(
    tx: &WriteTx,
    email: &Email,
    failure: Failure,
    reason: &str,
    mail: Option<Uuid>,
    now: Timestamp,
) -> Result<Outcome> {
    if failure == Failure::Complaint {
        let known = suppressions::reason(tx, email)?.is_some();
        leave_in(tx, email, SuppressionReason::Complaint, reason, now)?;
        return Ok(if known { Outcome::Unknown } else { Outcome::Complaint });
    }
    if let Some(id) = mail
        && !settle(tx, id, reason, now)?
    {
        return Ok(Outcome::Unknown);
    }
    if failure == Failure::Hard {
        suppress(tx, email, SuppressionReason::Bounced, reason, now)?;
        return Ok(Outcome::Hard);
    }
    soft(tx, email, reason, now)
}

/// Marks the row as returned; false when it was already.
fn settle(tx: &WriteTx, id: Uuid, reason: &str, now: Timestamp) -> Result<bool> {
    let Some(mut record) = outbox::get(tx, id)? else { return Ok(true) };
    match record.state {
        MessageState::Bounced { .. } => return Ok(false),
        MessageState::Sent { .. } | MessageState::Unknown { .. } | MessageState::Failed { .. } => {
            record.state = MessageState::Bounced { at: now, reason: reason.to_owned() };
            outbox::put(tx, &record)?;
        }
        // Whoever sends it just now writes down what becomes of it.
        _ => {}
    }
    Ok(true)
}

/// Counts a failure that may pass; gives the address up after too many in a row.
fn soft(tx: &WriteTx, email: &Email, reason: &str, now: Timestamp) -> Result<Outcome> {
    let before = suppressions::get(tx, email)?;
    if before.as_ref().is_some_and(|record| record.reason.is_some()) {
        return Ok(Outcome::Soft);
    }
    let in_row = before.filter(|record| now.duration_since(record.at) <= ROW);
    let soft_bounces = in_row.map_or(0, |record| record.soft_bounces) + 1;
    let given_up = (soft_bounces >= MOST_SOFT).then_some(SuppressionReason::Bounced);
    let detail = reason.to_owned();
    suppressions::put(
        tx,
        &SuppressionRecord { email: email.clone(), at: now, reason: given_up, soft_bounces, detail },
    )?;
    Ok(if given_up.is_some() { Outcome::GivenUp } else { Outcome::Soft })
}

impl Intake {
    pub(super) fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.hard += other.hard;
        self.soft += other.soft;
        self.given_up += other.given_up;
        self.complaints += other.complaints;
        self.unsubscribed += other.unsubscribed;
        self.unknown += other.unknown;
        self.ignored += other.ignored;
    }

    fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Hard => self.hard += 1,
            Outcome::Soft => self.soft += 1,
            Outcome::GivenUp => (self.soft, self.given_up) = (self.soft + 1, self.given_up + 1),
            Outcome::Complaint => self.complaints += 1,
            Outcome::Unsubscribed => self.unsubscribed += 1,
            Outcome::Unknown => self.unknown += 1,
        }
    }
}
