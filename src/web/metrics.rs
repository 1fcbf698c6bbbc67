//! Metrics for Prometheus on a listener of their own: the numbers of `paragraf status` in the text format.
//!
//! They are read from the store on request, so a restart loses nothing.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use jiff::Timestamp;
use tokio::net::TcpListener;
use tokio::sync::Mutex;

use super::connections::connection_limit;
use super::metric_text::MetricText;
use crate::app::{App, CountedRoute};
use crate::catalogue::Indexed;
use crate::domain::latency::LatencyCounts;
use crate::error::Result;
use crate::identity::failed_sign_ins::{FailureReason, FailureSummary};
use crate::ops::Actor;
use crate::ops::backup::ProofOutcome;
use crate::ops::mail::holds::HoldCause;
use crate::ops::sources::watch::SourceStatus;
use crate::ops::status::{self, ProductStatus};

/// How long the numbers are reused.
// docs/decisions/0014
const MAX_AGE: Duration = Duration::from_secs(2);
const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

struct Metrics {
    app: Arc<App>,
    last: Mutex<Option<(Instant, String)>>,
}

/// Serves `GET /metrics` until [`App::stop`].
pub async fn serve(app: Arc<App>, listener: TcpListener) {
    let stop = app.stop.clone();
    if let Ok(address) = listener.local_addr() {
        tracing::info!(metrics.address = %address, "metrics on http://{address}/metrics");
    }
    let metrics = Arc::new(Metrics { app, last: Mutex::default() });
    let router = Router::new().route("/metrics", get(answer)).with_state(metrics);
    let served = axum::serve(listener, router).with_graceful_shutdown(async move { stop.cancelled().await });
    if let Err(error) = served.await {
        tracing::error!(%error, "the metrics server failed");
    }
}

async fn answer(State(metrics): State<Arc<Metrics>>) -> Response {
    match metrics.text().await {
        Ok(text) => ([(header::CONTENT_TYPE, MEDIA_TYPE)], text).into_response(),
        Err(error) => {
            tracing::error!(error = error.chain(), "cannot read the metrics");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

impl Metrics {
    async fn text(&self) -> Result<String> {
        let mut last = self.last.lock().await;
        if let Some((at, text)) = last.as_ref()
            && at.elapsed() < MAX_AGE
        {
            return Ok(text.clone());
        }
        let read = status::status(&self.app, &Actor::System, true).await?;
        let load = Load {
            in_flight: self.app.in_flight.load(Ordering::Relaxed) as u64,
            connections: self.app.open_connections.load(Ordering::Relaxed) as u64,
            connection_limit: connection_limit() as u64,
            index: self.app.catalogue.indexed(),
            commits: self.app.store.commit_times(),
            waiting_writes: self.app.store.waiting_writes() as u64,
            job_failures: self.app.job_failures.load(Ordering::Relaxed),
        };
        let now = self.app.clock.now();
        let mut metrics = text(&read, &load, now);
        add_failures(&mut metrics, &self.app.identity.failed_sign_ins.summary(now));
        add_requests(&mut metrics, &self.app.requests.list());
        let text = metrics.0;
        *last = Some((Instant::now(), text.clone()));
        Ok(text)
    }
}

/// What the public server is doing.
struct Load {
    in_flight: u64,
    connections: u64,
    connection_limit: u64,
    index: Indexed,
    commits: LatencyCounts,
    waiting_writes: u64,
    job_failures: u64,
}

fn add_failures(metrics: &mut MetricText, failures: &FailureSummary) {
    let counts = FailureReason::ALL.map(|reason| {
        let count = failures.totals.get(&reason).copied().unwrap_or_default();
        (format!("{{reason=\"{}\"}}", reason.name()), count)
    });
    let counts: Vec<_> = counts.iter().map(|(labels, count)| (labels.as_str(), *count)).collect();
    metrics.add_counter("sign_in_failures_total", "Failed sign-ins since the start, by reason.", &counts);
}

/// The metrics in the text format, version 0.0.4.
fn text(status: &ProductStatus, load: &Load, now: Timestamp) -> MetricText {
    let mut gauges = MetricText(String::new());
    add_server(&mut gauges, status, load);
    add_content(&mut gauges, status, load);
    add_mails(&mut gauges, status, now);
    add_store(&mut gauges, status, load, now);
    add_machine(&mut gauges, status);
    add_database(&mut gauges, status);
    add_sources(&mut gauges, status);
    gauges
}

fn add_server(gauges: &mut MetricText, status: &ProductStatus, load: &Load) {
    let version = format!("{{version=\"{}\"}}", status.version);
    let started_at = status.started_at.as_second().max(0).unsigned_abs();
    gauges.add_labelled("info", "The running program.", &[(&version, 1)]);
    gauges.add("start_time_seconds", "Start of the server, in seconds since 1970.", started_at);
    gauges.add("requests_in_flight", "Requests in progress.", load.in_flight);
    gauges.add("connections", "Open connections of the public server.", load.connections);
    gauges.add("connections_max", "Most open connections of the public server.", load.connection_limit);
    gauges.add("conditions", "Conditions that `paragraf status` lists.", status.conditions.len() as u64);
    let lasting: Vec<_> = status.conditions.iter().map(|it| format!("{{code=\"{}\"}}", it.code)).collect();
    let lasting: Vec<_> = lasting.iter().map(|labels| (labels.as_str(), 1)).collect();
    gauges.add_labelled("condition", "Conditions that last, by code.", &lasting);
    gauges.add_counter(
        "job_failures_total",
        "Failed steps of background jobs since the start.",
        &[("", load.job_failures)],
    );
}

fn add_content(gauges: &mut MetricText, status: &ProductStatus, load: &Load) {
    let articles = [
        ("{status=\"published\"}", status.published),
        ("{status=\"draft\"}", status.drafts),
        ("{status=\"withdrawn\"}", status.withdrawn),
    ];
    let unconfirmed = status.unconfirmed_subscribers;
    let subscribers = [
        ("{confirmed=\"true\"}", status.subscribers.saturating_sub(unconfirmed)),
        ("{confirmed=\"false\"}", unconfirmed),
    ];
    gauges.add("search_index_bytes", "Memory of the search index.", load.index.bytes as u64);
    gauges.add("search_articles", "Articles that searches find.", load.index.articles as u64);
    let reused = "Articles whose search index an earlier run saved, when this one began.";
    gauges.add("search_reused_articles", reused, load.index.reused as u64);
    if status.counts_missing {
        return;
    }
    gauges.add_labelled("articles", "Articles by status.", &articles);
    gauges.add("accounts", "Accounts.", status.accounts);
    gauges.add("guests", "Guests: readers without an account whose marks are kept.", status.guests);
    gauges.add_labelled("subscribers", "Subscribers by whether their address is confirmed.", &subscribers);
    gauges.add("reports_open", "Open reports of readers.", status.open_reports);
}

fn add_mails(gauges: &mut MetricText, status: &ProductStatus, now: Timestamp) {
    let mails = [
        ("{state=\"queued\"}", status.queued_mails),
        ("{state=\"deferred\"}", status.deferred_mails),
        ("{state=\"sent\"}", status.sent_mails),
        ("{state=\"failed\"}", status.failed_mails),
        ("{state=\"bounced\"}", status.bounced_mails),
        ("{state=\"suppressed\"}", status.suppressed_mails),
        ("{state=\"unknown\"}", status.unknown_mails),
    ];
    let oldest = status.oldest_mail.map(|since| seconds_since(since, now)).unwrap_or_default();
    let late = status.late_mails.iter().map(|late| late.mails).sum();
    let holds = HoldCause::ALL.map(|cause| {
        let count = status.mail_holds.iter().filter(|hold| hold.cause == cause).count() as u64;
        (format!("{{cause=\"{}\"}}", cause.name()), count)
    });
    let holds: Vec<_> = holds.iter().map(|(labels, count)| (labels.as_str(), *count)).collect();
    gauges.add_labelled("mail_holds", "Holds on mail by cause, such as a mail server that rests.", &holds);
    if status.counts_missing {
        return;
    }
    gauges.add_labelled("mails", "Mails by state.", &mails);
    gauges.add("mail_oldest_seconds", "Age of the oldest unsent mail; 0 without one.", oldest);
    gauges.add("mails_late", "Mails that are overdue.", late);
    gauges.add("campaigns_active", "Campaigns in progress or scheduled.", status.active_campaigns);
}

fn add_store(gauges: &mut MetricText, status: &ProductStatus, load: &Load, now: Timestamp) {
    let outage = status.outage.as_ref().map(|outage| seconds_since(outage.since, now)).unwrap_or_default();
    gauges.add("store_bytes", "Size of the store.", status.store_bytes);
    gauges.add("store_writable", "Whether changes can be saved.", u64::from(status.outage.is_none()));
    gauges.add("store_outage_seconds", "Time since changes can no longer be saved; 0 if they can.", outage);
    gauges.add("store_damaged_records", "Damaged records left out.", status.damaged_records.len() as u64);
    gauges.add("store_waiting_writes", "Writes that wait for a commit.", load.waiting_writes);
    gauges.add_histogram("store_commit_seconds", "Durations of commits.", &[("", load.commits)]);
    if let Some(at) = status.latest_backup {
        gauges.add("backup_age_seconds", "Age of the latest backup.", seconds_since(at, now));
    }
    if let Some(proof) = status.backup_proofs.iter().find(|proof| proof.outcome == ProofOutcome::Proved) {
        gauges.add("backup_proved_age_seconds", "Age of the last proof of a backup.", seconds_since(proof.at, now));
    }
}

fn add_machine(gauges: &mut MetricText, status: &ProductStatus) {
    if let Some(bytes) = status.machine.resident_bytes {
        gauges.add("resident_memory_bytes", "Memory of the process.", bytes);
    }
    if let Some(bytes) = status.machine.free_disk_bytes {
        gauges.add("disk_free_bytes", "Free space of the disk that holds the data folder.", bytes);
    }
}

/// Nothing for a file.
fn add_database(gauges: &mut MetricText, status: &ProductStatus) {
    let Some(database) = &status.database else { return };
    gauges.add("leads", "Whether this server leads: sends mail, gathers, publishes.", u64::from(database.leads));
    if !status.counts_missing {
        gauges.add("instances", "Servers on the database.", status.instances.len() as u64);
    }
    if let Some(millis) = database.lag_millis {
        gauges.add("change_lag_seconds", "Time without the changes of other servers.", millis / 1000);
    }
    if let Some(is_notified) = database.is_notified {
        gauges.add("database_notifies", "Whether the database sends notifications.", u64::from(is_notified));
    }
    if let Some(facts) = &database.facts {
        let [used, most] = facts.tightest();
        gauges.add("database_bytes", "Size of the database.", facts.bytes);
        gauges.add("database_connections", "Connections of all programs, or of this user if it has a limit.", used);
        gauges.add("database_connections_max", "Most such connections.", most);
        gauges.add("database_standbys", "Connected standbys.", facts.standbys.connected);
        // A user without the right to see it would report that there is none.
        if facts.standbys.hidden == 0 {
            gauges.add("database_standbys_synchronous", "Synchronous standbys.", facts.standbys.synchronous);
        }
    }
}

fn add_sources(gauges: &mut MetricText, status: &ProductStatus) {
    let of =
        |source: &SourceStatus| (format!("{{source=\"{}\"}}", source.state.name), u64::from(source.warning.is_some()));
    let sources: Vec<_> = status.sources.iter().map(of).collect();
    let sources: Vec<_> = sources.iter().map(|(labels, value)| (labels.as_str(), *value)).collect();
    gauges.add_labelled("source_problem", "Whether an official source fails or is silent.", &sources);
}

/// Requests by route and class of status, and their latency by route.
fn add_requests(metrics: &mut MetricText, routes: &[CountedRoute]) {
    let labels: Vec<_> = routes.iter().map(|counted| format!("route=\"{}\"", counted.route)).collect();
    let mut by_status = Vec::new();
    for (counted, labels) in routes.iter().zip(&labels) {
        for (class, count) in (1..).zip(counted.by_class).filter(|(_, count)| *count > 0) {
            by_status.push((format!("{{{labels},status=\"{class}xx\"}}"), count));
        }
    }
    let by_status: Vec<_> = by_status.iter().map(|(labels, count)| (labels.as_str(), *count)).collect();
    let latencies: Vec<_> =
        routes.iter().zip(&labels).map(|(counted, labels)| (labels.as_str(), counted.latency)).collect();
    metrics.add_counter("requests_total", "Answered requests by route and class of status.", &by_status);
    metrics.add_histogram("request_seconds", "Time until the head of the response, by route.", &latencies);
}

fn seconds_since(instant: Timestamp, now: Timestamp) -> u64 {
    now.duration_since(instant).as_secs().max(0).unsigned_abs()
}
