//! `paragraf serve`: starts and stops the server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::global::Global;
use super::listen::listen;
use super::service_manager;
use super::stop_signal::stop_on_signal;
use crate::app::App;
use crate::clock::Clock;
use crate::config::{Config, Secrets};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::first_operator::FirstOperatorLink;
use crate::{control, jobs, ops, telemetry, web};

/// The pause before a database that does not answer is tried again.
const DATABASE_AGAIN: Duration = Duration::from_secs(2);
/// How long a server whose database was migrated answers reads: load balancers check readiness every few seconds.
const STEP_ASIDE: Duration = Duration::from_secs(15);

#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// Address and port to listen on, such as 0.0.0.0:8080; port 0 picks a free one
    #[arg(long, value_name = "ADDRESS")]
    pub(super) listen: Option<SocketAddr>,
    /// Load the example articles, with sample contact details, into an empty store; without --data and store.data_dir,
    /// into a temporary one
    #[arg(long)]
    pub(super) demo: bool,
    /// Serve a copy of the store for a rehearsal: save, send and fetch nothing
    #[arg(long, hide = true, conflicts_with = "demo")]
    pub(super) rehearsal: bool,
}

/// What a server is started for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ServeMode {
    Readers,
    /// With the example articles.
    Demo,
    /// With a copy of the store: nothing is saved, no job runs but the index of searches, and nobody else is asked.
    Rehearsal,
}

pub(super) async fn run(global: &Global, args: ServeArgs) -> Result<ExitCode> {
    let mut config = global.load_config(Secrets::Read)?;
    if let Some(listen) = args.listen {
        config.server.listen = listen;
    }
    let _log = telemetry::start(&config.log);
    let is_temporary = args.demo && global.data.is_none() && config.store.data_dir.is_empty();
    let temporary = is_temporary.then(demo_folder).transpose()?;
    let data_dir = temporary.as_ref().map_or_else(|| global.data_dir(&config), |folder| folder.path().to_owned());
    let mode = match args {
        ServeArgs { demo: true, .. } => ServeMode::Demo,
        ServeArgs { rehearsal: true, .. } => ServeMode::Rehearsal,
        _ => ServeMode::Readers,
    };
    serve(config, data_dir, mode, CancellationToken::new(), &|_| {}).await?;
    Ok(ExitCode::SUCCESS)
}

fn demo_folder() -> Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix("paragraf-demo-").tempdir().map_err(|error| {
        Error::new(Kind::Unavailable, ErrorCode::DataDir, "cannot create a temporary folder for the demo")
            .caused_by(error)
    })
}

/// Runs the server until `stop` is cancelled and passes its address to `on_ready`.
///
/// Starts the public port, the store (with its lock), the control socket, the catalogue and the jobs,
/// in this order. Stops the public server, then the control socket and the jobs, then the store.
pub(super) async fn serve(
    mut config: Config,
    data_dir: PathBuf,
    mode: ServeMode,
    stop: CancellationToken,
    on_ready: &dyn Fn(SocketAddr),
) -> Result<()> {
    tokio::spawn(stop_on_signal(stop.clone())?);
    web::raise_file_limit();
    if mode == ServeMode::Rehearsal {
        config.ask_nobody();
    }
    let listener = listen(config.server.listen, "with --listen")?;
    let metrics = config.server.metrics_listen;
    let metrics = metrics.map(|address| listen(address, "in server.metrics_listen")).transpose()?;
    let address = listener.local_addr().map_err(|error| Error::internal("reading the server's address", error))?;
    config.server.listen = address;
    if mode == ServeMode::Demo {
        config.fill_for_demo();
    }
    let Some(mut app) = open(config, data_dir, &listener, &stop).await? else { return Ok(()) };
    app.demo = mode == ServeMode::Demo;
    app.stop = stop;
    serve_app(&Arc::new(app), mode, listener, metrics, on_ready).await
}

/// Serves an opened app on these listeners until it is stopped.
async fn serve_app(
    app: &Arc<App>,
    mode: ServeMode,
    listener: TcpListener,
    metrics: Option<TcpListener>,
    on_ready: &dyn Fn(SocketAddr),
) -> Result<()> {
    let address = app.config.server.listen;
    let _lock = app.store.is_shared().then(|| control::lock(&app.data_dir)).transpose()?;
    let control = control::bind(&app.data_dir)?;
    ops::backup::remove_unfinished(&app.config.backup, &app.data_dir);
    ops::upgrade::store::remove_unfinished(&app.data_dir);
    if app.demo {
        load_demo(app).await?;
    }
    // Before the content is read, so that no change falls in between.
    let changes = app.store.changes()?;
    ops::browse::load(app).await?;
    announce(app, address)?;
    on_ready(address);
    if app.demo {
        tokio::spawn(load_demo_forms(Arc::clone(app)));
    }
    prepare_accounts(app, mode).await?;
    if let Some(metrics) = metrics {
        tokio::spawn(web::serve_metrics(Arc::clone(app), metrics));
    }
    let jobs = match mode {
        ServeMode::Rehearsal => jobs::start_index(app),
        ServeMode::Readers | ServeMode::Demo => jobs::start(app, changes),
    };
    // Both sockets take connections, so their clients may connect at once.
    service_manager::ready(address);
    tokio::spawn(service_manager::keep_informed(app.stop.clone()));
    tokio::spawn(step_aside(Arc::clone(app)));
    serve_all(app, listener, control, jobs).await?;
    tracing::info!("stopped");
    Ok(app.store.require_current()?)
}

/// Loads what sign-ins and jobs need: jobs compose mails as soon as they start, and the links of mails need the keys.
async fn prepare_accounts(app: &Arc<App>, mode: ServeMode) -> Result<()> {
    ops::accounts::keys::load(app).await?;
    match mode {
        ServeMode::Rehearsal => ops::maintenance::rehearse(app),
        ServeMode::Readers | ServeMode::Demo => {
            ops::maintenance::load(app).await?;
            offer_first_operator(app).await;
        }
    }
    Ok(())
}

async fn load_demo(app: &Arc<App>) -> Result<()> {
    let app = Arc::clone(app);
    let load = tokio::task::spawn_blocking(move || ops::demo::load(&app)).await;
    load.map_err(|error| Error::internal("loading the demo articles", error))?.map(drop)
}

async fn load_demo_forms(app: Arc<App>) {
    if let Err(error) = ops::demo::load_forms(&app, &ops::Actor::System).await {
        tracing::warn!(%error, "the demo forms cannot be loaded");
    }
}

/// Opens the store. Waits for a database that does not answer, and refuses clients meanwhile; `None` if the server is
/// stopped before.
async fn open(
    config: Config,
    data_dir: PathBuf,
    listener: &TcpListener,
    stop: &CancellationToken,
) -> Result<Option<App>> {
    let mut reason = None;
    loop {
        let (config_now, data_dir) = (config.clone(), data_dir.clone());
        let opening = tokio::task::spawn_blocking(move || App::open(config_now, data_dir, Clock::System));
        let opened = match reason {
            None => opening.await,
            Some(_) => refusing(listener, opening).await,
        };
        match opened.map_err(|error| Error::internal("opening the store", error))? {
            Err(error) if !config.store.url.is_empty() && error.code == ErrorCode::Unavailable => {
                let found = error.chain();
                // The log names a reason once, and not every two seconds.
                if reason.as_ref() != Some(&found) {
                    tracing::warn!(error = found, "the server waits for its database");
                    reason = Some(found);
                }
            }
            opened => return opened.map(Some).map_err(explain_lock),
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(None),
            () = refusing(listener, tokio::time::sleep(DATABASE_AGAIN)) => {}
        }
    }
}

/// Waits for `work` and refuses clients meanwhile.
async fn refusing<T>(listener: &TcpListener, work: impl Future<Output = T>) -> T {
    tokio::select! {
        done = work => done,
        never = web::refuse(listener) => match never {},
    }
}

/// Stops a server whose database was migrated or replaced by another process: `/readyz` fails at once, reads are
/// answered until the load balancer has noticed it, then the server ends with an error.
// docs/decisions/0489
async fn step_aside(app: Arc<App>) {
    tokio::select! {
        () = app.stop.cancelled() => return,
        () = app.store.replaced() => {}
    }
    tracing::error!("another process migrated or restored the database; this one answers reads for a while and ends");
    tokio::select! {
        () = app.stop.cancelled() => {}
        () = tokio::time::sleep(STEP_ASIDE) => app.stop.cancel(),
    }
}

/// Serves readers and the operator. On stop, the public server closes first; running commands and jobs
/// have `server.stop_timeout_secs` to finish.
async fn serve_all(app: &Arc<App>, listener: TcpListener, control: control::Control, jobs: jobs::Jobs) -> Result<()> {
    let close = CancellationToken::new();
    let operators = tokio::spawn(control.serve(Arc::clone(app), close.clone()));
    let served = web::serve(Arc::clone(app), listener).await;
    close.cancel();
    app.stop.cancel();
    let limit = Duration::from_secs(app.config.server.stop_timeout_secs);
    let (closed, jobs_ended) =
        tokio::join!(tokio::time::timeout(limit, operators), tokio::time::timeout(limit, jobs.ended()));
    if jobs_ended.is_err() {
        tracing::warn!("a job did not finish within the stop timeout; it resumes after the restart");
    }
    match closed {
        Ok(closed) => closed.map_err(|error| Error::internal("serving the control socket", error))??,
        Err(_) => tracing::warn!("a command did not finish within the stop timeout"),
    }
    served
}

fn explain_lock(error: Error) -> Error {
    if error.code != ErrorCode::StoreLocked {
        return error;
    }
    Error::new(Kind::Conflict, ErrorCode::StoreLocked, format!("{error}; stop the server or command that uses it"))
}

fn announce(app: &App, address: SocketAddr) -> Result<()> {
    tracing::info!(
        server.address = %address,
        server.public_url = app.config.public_url(),
        server.demo = app.demo,
        store.path = %app.data_dir.display(),
        articles = app.catalogue.snapshot().len(),
        "serving on http://{address}"
    );
    // Feeds, previews and search engines need absolute addresses that readers can open.
    if app.config.server.public_url.is_empty() && address.ip().is_unspecified() {
        tracing::warn!("readers cannot open the address {}; set server.public_url", app.config.public_url());
    }
    for warning in ops::mail::warnings::list(app, &ops::Actor::System)? {
        tracing::warn!(config.key = warning.key, "{}", warning.finding.text());
    }
    Ok(())
}

/// Logs a link that makes an account the first operator of a public site, while there is none. A store that takes no
/// writes now keeps no server from starting.
async fn offer_first_operator(app: &App) {
    if app.demo || !app.config.server.public_url.starts_with("https://") {
        return;
    }
    match ops::accounts::first_operator::create_link(app, &ops::Actor::System).await {
        Ok(FirstOperatorLink { link, valid_minutes }) => tracing::info!(
            "no account is an operator yet; for {valid_minutes} minutes, this link makes the account that opens it \
             one: {link}"
        ),
        Err(error) if error.code == ErrorCode::OperatorExists => {}
        Err(error) => {
            tracing::warn!(%error, "no link for the first operator; `paragraf accounts first-operator` prints one");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_waits_for_its_database_until_it_is_stopped() {
        let mut config = Config::default();
        // Nothing listens there.
        config.store.url = "postgres://paragraf@127.0.0.1:1/paragraf".into();
        let (folder, stop) = (tempfile::tempdir().expect("a folder"), CancellationToken::new());
        stop.cancel();
        let listener = listen("127.0.0.1:0".parse().expect("an address"), "").expect("a port");
        let opened = open(config, folder.path().join("data"), &listener, &stop).await.expect("no refusal");
        assert!(opened.is_none());
    }
}
