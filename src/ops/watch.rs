//! Begins and ends the conditions that no request notices: disk, clock, search index, certificate, and the database that
//! processes share.

use jiff::{SignedDuration, Timestamp};

use super::database::LONGEST_LAG;
use super::policy::{self, Action, Actor};
use super::{machine, own_site};
use crate::app::App;
use crate::conditions::finding;
use crate::error::Result;
use crate::store::{FreeSpace, leases};

const DISK: &str = "disk_nearly_full";
const CLOCK: &str = "clock_off";
const INDEX: &str = "index_incomplete";
const CERTIFICATE: &str = "certificate_ends";
const DATABASE: &str = "database_unreachable";
const LAG: &str = "instance_lags";
/// How long the index may lack articles: it is updated within seconds after a change.
const INDEX_PATIENCE: SignedDuration = SignedDuration::from_mins(1);
/// When the certificate is first looked at, so that a proxy that starts with the server is ready.
const FIRST_CERTIFICATE: SignedDuration = SignedDuration::from_mins(5);
const CERTIFICATE_INTERVAL: SignedDuration = SignedDuration::from_hours(12);

/// What earlier checks found, in steady time.
#[derive(Debug, Default)]
pub struct MachineWatch {
    incomplete_since: Option<Timestamp>,
    next_certificate: Option<Timestamp>,
    /// Whether the last check found the database out of reach.
    is_cut_off: bool,
}

/// Makes every check once.
pub async fn check(app: &App, actor: &Actor, watch: &mut MachineWatch) -> Result<()> {
    policy::authorize(actor, Action::ReadStatus)?;
    check_disk(app);
    check_clock(app);
    watch.check_index(app);
    watch.check_certificate(app).await;
    if app.store.is_shared() {
        // A read that fails is an outage too, before a write finds it.
        let observed = app.store.read(|tx| Ok(leases::observe(tx)?)).await;
        let unreachable = app.store.outage().map(|outage| outage.cause);
        let unreachable = unreachable.or_else(|| observed.as_ref().err().map(ToString::to_string));
        watch.check_database(app, unreachable);
        if let Ok(observed) = observed {
            check_lag(app, observed);
        }
    }
    Ok(())
}

/// Looks at the rows of all processes, since only the leader mails conditions.
fn check_lag(app: &App, observed: leases::Observed) {
    let is_late = |millis: u64| u128::from(millis) > LONGEST_LAG.as_millis();
    let late = observed.processes.into_iter().filter(|process| process.lag_millis.is_some_and(is_late));
    let names: Vec<_> = late.map(|process| process.name).collect();
    if names.is_empty() {
        return app.conditions.end(LAG);
    }
    let found = finding!(
        "instance_lags",
        "{servers} has not had the changes of other servers for more than {seconds} s, and is not ready",
        "see its log for what it cannot read, and restart it",
        servers = names.join(", "),
        seconds = LONGEST_LAG.as_secs()
    );
    app.conditions.report(LAG, app.clock.now(), found);
}

/// The condition ends with a quarter more space than it begins with, so that it does not flap.
fn check_disk(app: &App) {
    let Ok(found) = machine::free_space(app) else { return };
    let store_bytes = app.store.size_bytes();
    if found.is_little(store_bytes) {
        app.conditions.report(DISK, app.clock.now(), machine::little_space(found));
    } else if !(FreeSpace { free_bytes: found.free_bytes / 5 * 4, ..found }).is_little(store_bytes) {
        app.conditions.end(DISK);
    }
}

fn check_clock(app: &App) {
    match machine::clock_ahead(app) {
        Some(ahead) if ahead.abs() > machine::MAX_CLOCK_ERROR => {
            app.conditions.report(CLOCK, app.clock.now(), machine::wrong_clock(ahead));
        }
        Some(_) => app.conditions.end(CLOCK),
        None => {}
    }
}

impl MachineWatch {
    /// Mails about conditions wait in the database: the condition lasts one check longer than the outage, so that the
    /// operator gets the mail about a long one.
    fn check_database(&mut self, app: &App, unreachable: Option<String>) {
        let was_cut_off = std::mem::replace(&mut self.is_cut_off, unreachable.is_some());
        match unreachable {
            Some(cause) => {
                let found = finding!(
                    "database_unreachable",
                    "the database could not be reached: {reason}",
                    "check the database that store.url names, and the network path to it",
                    reason = cause
                );
                app.conditions.report(DATABASE, app.clock.now(), found);
            }
            None if was_cut_off => {}
            None => app.conditions.end(DATABASE),
        }
    }

    fn check_index(&mut self, app: &App) {
        let (found, steady) = (app.catalogue.indexed(), app.clock.steady());
        if found.articles >= found.of {
            self.incomplete_since = None;
            return app.conditions.end(INDEX);
        }
        let since = *self.incomplete_since.get_or_insert(steady);
        if steady.duration_since(since) > INDEX_PATIENCE {
            let found = finding!(
                "index_incomplete",
                "searches find {found} of {all} articles",
                "wait while many articles are imported or the server has just started; else see the log, and restart the \
                 service",
                found = found.articles,
                all = found.of
            );
            app.conditions.report(INDEX, app.clock.now(), found);
        }
    }

    /// An address that cannot be reached from here changes nothing: some networks do not let a machine reach its own
    /// public address, and `paragraf doctor` says so.
    async fn check_certificate(&mut self, app: &App) {
        let steady = app.clock.steady();
        let next = *self.next_certificate.get_or_insert(steady + FIRST_CERTIFICATE);
        if steady < next || !app.public_url().starts_with("https://") {
            return;
        }
        self.next_certificate = Some(steady + CERTIFICATE_INTERVAL);
        let (reply, _) = own_site::ask(app).await;
        let Some(end) = reply.ok().and_then(|reply| reply.certificate_ends) else { return };
        let now = app.clock.now();
        if own_site::ends_soon(end, now) {
            app.conditions.report(CERTIFICATE, now, own_site::certificate_ends(&app.public_url(), end));
        } else {
            app.conditions.end(CERTIFICATE);
        }
    }
}
