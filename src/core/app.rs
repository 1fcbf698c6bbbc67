//! The shared state of all operations.

mod leadership;
mod own_request;
mod providers;
mod request_counts;

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, OnceLock};

use jiff::Timestamp;
use tokio::sync::{Notify, broadcast};
use tokio_util::sync::CancellationToken;

use crate::catalogue::{AmendedArticles, Catalogue};
use crate::clock::Clock;
use crate::conditions::Conditions;
use crate::config::{Config, StoreConfig};
use crate::domain::CampaignId;
use crate::domain::notification::NotifiedAccounts;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::Identity;
use crate::identity::captcha::Captcha;
use crate::identity::federation::Federations;
use crate::identity::hooks::Hooks;
use crate::identity::keyring::Keyring;
use crate::mail::{MailWake, Mailer, RenderedMails, TextMessenger, TxtResolver};
use crate::owner;
use crate::rate_limit::RateLimiter;
use crate::sources::fetch::{Fetcher, OwnSite, SourceClient};
use crate::sources::pdf::PdfReader;
use crate::store::{self, DatabaseContent, PostgresConfig, Store};

pub use leadership::{ALONE, Leadership};
pub use own_request::{OWN_REQUEST_HEADER, OwnArrival, OwnRequests};
pub use request_counts::{CountedRoute, RequestCounts};

/// Events buffered for a slow stream.
const EVENT_CAPACITY: usize = 256;

/// What to do when the data folder has no store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingStore {
    /// For a server and for imports.
    Create,
    /// For commands about records: their success would be about a folder that was mistyped.
    Refuse,
    /// Use an empty one in memory, for a dry run and for what outlives the store.
    Empty,
}

/// Configuration, store and services of the running process.
pub struct App {
    pub config: Config,
    pub clock: Clock,
    pub store: Store,
    /// The published articles in memory; empty in a process that is not a server.
    pub catalogue: Arc<Catalogue>,
    pub fetcher: Fetcher,
    /// Client of this server's own public address.
    pub own_site: OwnSite,
    /// The requests to it that are under way.
    pub own_requests: Arc<OwnRequests>,
    /// Clients of the sign-in providers.
    pub providers: Federations,
    /// Client of the operator's hook, if one is configured.
    pub hooks: Option<Hooks>,
    /// Checks that a person, not a program, requests a text message.
    pub captcha: Captcha,
    /// Client of Portal Legislativ.
    pub portal: SourceClient,
    /// Client of Monitorul Oficial.
    pub gazette: SourceClient,
    /// Client of the Publications Office of the European Union.
    pub eurlex: SourceClient,
    /// Reads PDF files in a child process.
    pub pdf_reader: PdfReader,
    /// Held while a source is read, so that no two tasks read sources at the same time.
    pub reading_sources: tokio::sync::Mutex<()>,
    /// Keys of access tokens; loaded by `ops::accounts::keys`.
    pub keyring: Keyring,
    /// Accounts whose notifications or sessions changed, sent after the commit. Receivers may miss events: for each
    /// one they read the store again.
    pub events: broadcast::Sender<NotifiedAccounts>,
    /// Transport of mails.
    pub mailer: Mailer,
    /// Looks up the DNS records of the sender's domain.
    pub txt_resolver: TxtResolver,
    /// Transport of text messages.
    pub text_messages: TextMessenger,
    pub rate_limiter: RateLimiter,
    /// Whether this process does what only one process on its database may do.
    pub leadership: Leadership,
    /// States that the operator should know about, listed by `paragraf status`.
    pub conditions: Arc<Conditions>,
    /// Password hasher, sealed cookies and other state of signing in.
    pub identity: Identity,
    /// Wakes the delivery job when a mail was queued.
    pub mail_wake: MailWake,
    /// Rendered campaign mails, without the parts that differ between recipients.
    pub rendered_mails: RenderedMails,
    /// Wakes the gathering job when a campaign was created or changed.
    pub gather_wake: Notify,
    /// Wakes the job that fetches pictures when one was requested.
    pub picture_wake: Notify,
    /// Wakes the publishing job when a publication was scheduled.
    pub desk_wake: Notify,
    /// Wakes the job that matches new articles with saved searches.
    pub match_wake: Notify,
    /// Wakes the job that asks the answers of accounts about new articles.
    pub concern_wake: Notify,
    /// Incremented by every change of a campaign; invalidates cached pages about campaigns.
    pub campaigns_generation: AtomicU64,
    /// Incremented when acts are stored; invalidates cached pages about sources.
    pub sources_generation: AtomicU64,
    /// Incremented when amendments of acts are applied; invalidates cached pages about them.
    pub amendments_generation: AtomicU64,
    /// How much the acts of articles amend, as far as readers asked; see `ops::amendments`.
    pub amended: AmendedArticles,
    /// Reports of returned mails that match no mail of this server, since the start.
    pub unmatched_reports: AtomicU64,
    /// Settled deliveries of each campaign in the last minute, to compute its speed.
    pub mail_paces: Mutex<HashMap<CampaignId, VecDeque<(Timestamp, u64)>>>,
    /// Answered requests of the public server.
    pub requests: Arc<RequestCounts>,
    /// Steps of jobs that failed since the start.
    pub job_failures: AtomicU64,
    /// Requests in progress at the public server.
    pub in_flight: Arc<AtomicUsize>,
    /// Open connections of the public server.
    pub open_connections: Arc<AtomicUsize>,
    /// Public address, known once the server listens; see [`App::public_url`].
    pub public_url: OnceLock<String>,
    /// Folder of the store, socket, backups and cache.
    pub data_dir: PathBuf,
    /// Whether pages mark the articles as examples.
    pub demo: bool,
    pub started_at: Timestamp,
    /// Whether an import runs. Set only by [`crate::ops::import`].
    pub importing: AtomicBool,
    /// Cancelled when the process must stop.
    pub stop: CancellationToken,
}

impl App {
    /// Opens the store in `data_dir` and creates the folder if needed.
    pub fn open(config: Config, data_dir: PathBuf, clock: Clock) -> Result<Self> {
        Self::open_or(MissingStore::Create, config, data_dir, clock)
    }

    /// Opens the store in `data_dir`.
    ///
    /// # Errors
    /// `data_dir` if the folder belongs to another user or is writable by all; `no_store` if it has no store and
    /// `missing` is [`MissingStore::Refuse`].
    pub fn open_or(missing: MissingStore, config: Config, data_dir: PathBuf, clock: Clock) -> Result<Self> {
        owner::check(&data_dir)?;
        refuse_public_dir(&data_dir)?;
        let path = data_dir.join(store::FILE_NAME);
        let store = match missing {
            _ if !config.store.url.is_empty() => connect_or(missing, &config.store, &data_dir, &clock)?,
            MissingStore::Refuse if !is_there(&path, &data_dir)? => return Err(no_store(&data_dir)),
            MissingStore::Empty if !path.exists() => Store::in_memory(&clock)?,
            MissingStore::Create | MissingStore::Refuse | MissingStore::Empty => {
                create_private_dir(&data_dir)?;
                let cache_bytes = usize::try_from(config.store.cache_mib << 20).unwrap_or(usize::MAX);
                Store::open(&path, cache_bytes, &clock)?
            }
        };
        Self::with_store(config, data_dir, clock, store)
    }

    pub fn with_store(config: Config, data_dir: PathBuf, clock: Clock, store: Store) -> Result<Self> {
        let mailer = Mailer::new(&config.mail, &config.ehlo_name(), &data_dir, &clock)?;
        let text_messages = TextMessenger::new(&config.sms, &data_dir)?;
        let fetcher = Fetcher::new(&config.fetch, data_dir.join("cache"));
        let contact =
            if config.site.contact_email.is_empty() { config.public_url() } else { config.site.contact_email.clone() };
        let sources = &config.sources;
        let client = |name, address: &str| SourceClient::new(name, address, sources, &contact);
        let portal = client("Portal Legislativ", &sources.portal_url);
        let gazette = client("Monitorul Oficial", &sources.gazette_url);
        let eurlex = client("EUR-Lex", &sources.eurlex_url);
        Ok(Self {
            providers: providers::clients(&config.accounts),
            hooks: providers::hooks(&config.accounts.hooks),
            captcha: providers::captcha(&config.captcha),
            portal,
            gazette,
            eurlex,
            pdf_reader: PdfReader::default(),
            reading_sources: tokio::sync::Mutex::new(()),
            started_at: clock.now(),
            catalogue: Arc::new(Catalogue::new(clock.clone())),
            events: broadcast::Sender::new(EVENT_CAPACITY),
            fetcher,
            own_site: OwnSite::default(),
            own_requests: Arc::default(),
            keyring: Keyring::default(),
            mailer,
            txt_resolver: TxtResolver::default(),
            text_messages,
            rate_limiter: RateLimiter::default(),
            leadership: Leadership::new(!store.is_shared()),
            conditions: Arc::default(),
            identity: Identity::default(),
            mail_wake: MailWake::default(),
            rendered_mails: RenderedMails::default(),
            gather_wake: Notify::new(),
            picture_wake: Notify::new(),
            desk_wake: Notify::new(),
            match_wake: Notify::new(),
            concern_wake: Notify::new(),
            campaigns_generation: AtomicU64::new(0),
            sources_generation: AtomicU64::new(0),
            amendments_generation: AtomicU64::new(0),
            amended: AmendedArticles::default(),
            unmatched_reports: AtomicU64::default(),
            mail_paces: Mutex::default(),
            requests: Arc::default(),
            job_failures: AtomicU64::default(),
            in_flight: Arc::default(),
            open_connections: Arc::default(),
            public_url: OnceLock::new(),
            config,
            clock,
            store,
            data_dir,
            demo: false,
            importing: AtomicBool::new(false),
            stop: CancellationToken::new(),
        })
    }

    /// Base of absolute links, without a trailing slash. Never taken from a request.
    pub fn public_url(&self) -> String {
        self.public_url.get().cloned().unwrap_or_else(|| self.config.public_url())
    }

    /// Notifies open streams of changed notifications, accounts or sessions. Call it after the commit.
    pub fn notify_streams(&self, concerned: NotifiedAccounts) {
        if !concerned.is_nobody() {
            // There may be no receiver.
            self.events.send(concerned).ok();
        }
    }
}

/// How to reach the database of `store.url`.
pub fn database(config: &StoreConfig) -> Result<PostgresConfig> {
    let connections = usize::try_from(config.connections).unwrap_or(usize::MAX);
    let ca_pem = match config.ca_file.as_str() {
        "" => None,
        file => Some(std::fs::read(file).map_err(|error| Error::internal("reading store.ca_file", error))?),
    };
    Ok(PostgresConfig::new(&config.url, &config.password, ca_pem.as_deref(), connections)?)
}

/// Opens the store in the configured database.
fn connect_or(missing: MissingStore, config: &StoreConfig, data_dir: &Path, clock: &Clock) -> Result<Store> {
    let database = database(config)?;
    let is_missing = missing != MissingStore::Create && !DatabaseContent::is_present(&database)?;
    match missing {
        MissingStore::Refuse if is_missing => Err(no_store_in(&database)),
        MissingStore::Empty if is_missing => Ok(Store::in_memory(clock)?),
        MissingStore::Create | MissingStore::Refuse | MissingStore::Empty => {
            create_private_dir(data_dir)?;
            Ok(Store::connect(database, clock)?)
        }
    }
}

/// Whether the store exists.
///
/// # Errors
/// `data_dir` if this user may not look into the folder.
fn is_there(store: &Path, data_dir: &Path) -> Result<bool> {
    match store.try_exists() {
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            let owner = owner::of(data_dir).map_or_else(|| "its owner".to_owned(), owner::name);
            let message = format!("this user may not look into {}; run this as {owner} or as root", data_dir.display());
            Err(Error::new(Kind::Forbidden, ErrorCode::DataDir, message))
        }
        found => Ok(found.unwrap_or(false)),
    }
}

fn no_store(data_dir: &Path) -> Error {
    let folder = std::path::absolute(data_dir).unwrap_or_else(|_| data_dir.to_owned());
    let message = format!(
        "no server answers and there is no store in {}; name the data folder with --data or store.data_dir, \
         or create a store with `paragraf serve` or an import",
        folder.display()
    );
    Error::new(Kind::NotFound, ErrorCode::NoStore, message)
}

fn no_store_in(database: &PostgresConfig) -> Error {
    let message = format!(
        "no server answers and there is no store in the database {}; correct store.url, or create a store with \
         `paragraf serve` or an import",
        database.place()
    );
    Error::new(Kind::NotFound, ErrorCode::NoStore, message)
}

/// Refuses a folder in which every user of the machine could replace the store.
fn refuse_public_dir(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path).map(|meta| meta.permissions().mode() & 0o7777);
    match mode {
        Ok(mode) if mode & 0o002 != 0 => {
            let shown = path.display();
            let message =
                format!("every user can write to the data folder {shown} (mode {mode:o}); run `chmod 700 {shown}`");
            Err(Error::new(Kind::Conflict, ErrorCode::DataDir, message))
        }
        _ => Ok(()),
    }
}

/// Creates a folder that only its owner can access.
pub fn create_private_dir(path: &Path) -> Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(|error| {
        Error::new(Kind::Unavailable, ErrorCode::DataDir, format!("cannot create the folder {}", path.display()))
            .caused_by(error)
    })
}
