//! The states in which mail waits: a resting mail server, an exhausted limit, quiet hours.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::conditions::{OperatorFinding, finding};
use crate::mail::{ExhaustedQuota, MessageClass, ServerOutage};
use crate::ops::mail::quiet_hours;

/// What holds mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldCause {
    /// A mail server does not accept mail and rests between two attempts.
    ServerRests,
    /// The mails of the hour are sent; campaigns wait.
    HourlyLimit,
    /// Campaigns wait for the morning.
    QuietHours,
}

/// A state in which mail waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailHold {
    pub cause: HoldCause,
    /// What waits or rests, such as `mail server smtp.example.ro:587 rests`.
    pub what: String,
    pub since: Option<Timestamp>,
    /// When it ends, or a resting server is tried again; `None` while the server is being tried.
    pub until: Option<Timestamp>,
    pub reason: String,
    /// What the operator can do; empty when nothing needs to be done.
    pub remedy: String,
    /// The same for the operator's page.
    #[serde(default)]
    pub finding: OperatorFinding,
}

impl HoldCause {
    pub const ALL: [Self; 3] = [Self::ServerRests, Self::HourlyLimit, Self::QuietHours];

    /// The name in JSON and in metrics.
    pub fn name(self) -> &'static str {
        match self {
            Self::ServerRests => "server_rests",
            Self::HourlyLimit => "hourly_limit",
            Self::QuietHours => "quiet_hours",
        }
    }
}

/// Lists every hold. Quiet hours count only if `campaigns_wait`.
pub(in crate::ops) fn find(app: &App, campaigns_wait: bool) -> Vec<MailHold> {
    let now = app.clock.now();
    let servers = app.mailer.outages().into_iter().map(|outage| server_rests(outage, now));
    let limits = app.mailer.exhausted().into_iter().map(hourly_limit);
    let quiet = quiet_hours::end(app, now).filter(|_| campaigns_wait).map(until_morning);
    servers.chain(limits).chain(quiet).collect()
}

/// Why messages of this class wait; `None` when they are sent now.
pub(in crate::ops) fn of_class(app: &App, class: MessageClass) -> Option<MailHold> {
    let is_bulk = class == MessageClass::Bulk;
    if is_bulk && let Some(end) = quiet_hours::end(app, app.clock.now()) {
        return Some(until_morning(end));
    }
    let is_held = app.mailer.ready_at(class).is_some() || (is_bulk && app.mailer.is_out());
    find(app, false).into_iter().next().filter(|_| is_held)
}

fn server_rests(outage: ServerOutage, now: Timestamp) -> MailHold {
    let ServerOutage { server, since, until, reason } = outage;
    let finding = finding!(
        "mail_server_rests",
        "mail server {server} rests: {reason}",
        "it is tried again by itself; `paragraf mail test ADDRESS` tries it now",
        server = server,
        reason = reason
    );
    MailHold {
        cause: HoldCause::ServerRests,
        what: format!("mail server {server} rests"),
        since: Some(since),
        until: Some(until).filter(|until| *until > now),
        reason,
        remedy: finding.remedy.clone(),
        finding,
    }
}

fn hourly_limit(quota: ExhaustedQuota) -> MailHold {
    let ExhaustedQuota { server, limit, until } = quota;
    let (of, finding) = match server {
        Some(server) => {
            let finding = finding!(
                "server_limit",
                "the hourly limit of mail server {server} holds campaigns: the {limit} mails of the hour are sent",
                "raise smtp_per_hour if the provider accepts more",
                server = server,
                limit = limit
            );
            (format!(" of mail server {server}"), finding)
        }
        None => {
            let finding = finding!(
                "hourly_limit",
                "the hourly limit holds campaigns: the {limit} mails of the hour are sent",
                "raise mail.per_hour if the provider accepts more",
                limit = limit
            );
            (String::new(), finding)
        }
    };
    MailHold {
        cause: HoldCause::HourlyLimit,
        what: format!("the hourly limit{of} holds campaigns"),
        since: None,
        until: Some(until),
        reason: format!("the {limit} mails of the hour are sent"),
        remedy: finding.remedy.clone(),
        finding,
    }
}

fn until_morning(until: Timestamp) -> MailHold {
    MailHold {
        cause: HoldCause::QuietHours,
        what: "campaigns wait".into(),
        since: None,
        until: Some(until),
        reason: "quiet hours".into(),
        remedy: String::new(),
        finding: OperatorFinding::default(),
    }
}
