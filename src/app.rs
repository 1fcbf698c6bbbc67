//! What every operation is given.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, OnceLock};

use jiff::Timestamp;
use tokio::sync::{Notify, broadcast};
use tokio_util::sync::CancellationToken;

use crate::catalogue::Catalogue;
use crate::clock::Clock;
use crate::config::Config;
use crate::domain::CampaignId;
use crate::domain::notification::Concerned;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::Identity;
use crate::identity::keyring::Keyring;
use crate::mail::{Mailer, RenderedMails};
use crate::sources::fetch::{Fetcher, IssuerClient};
use crate::store::{self, Store};

/// How many events wait for a stream that is slow.
const EVENTS: usize = 256;

/// The running product.
pub struct App {
    pub config: Config,
    pub clock: Clock,
    pub store: Store,
    /// The published articles in memory; empty in a process that serves nobody.
    pub catalogue: Catalogue,
    pub fetcher: Fetcher,
    /// The way to the provider through which readers sign in.
    pub issuer: IssuerClient,
    /// The keys of access tokens; empty until `ops::accounts::keys` has filled it.
    pub keyring: Keyring,
    /// Whose notifications or right to see them changed, told after the commit. Who falls behind
    /// reads the store again, so nothing more than names goes this way.
    pub events: broadcast::Sender<Concerned>,
    /// The way on which mails leave.
    pub mailer: Mailer,
    /// Hasher, limits and what else signing in keeps in memory.
    pub identity: Identity,
    /// Told when a mail was queued, so that the job that sends it need not wait for its next look.
    pub mail_wake: Notify,
    /// Mails to many that are being sent, without what differs from recipient to recipient.
    pub rendered_mails: RenderedMails,
    /// Told when a campaign was made or changed, so that its recipients are gathered at once.
    pub gather_wake: Notify,
    /// Grows with every change of a campaign, so that pages about them are made anew.
    pub campaigns_generation: AtomicU64,
    /// How many deliveries of a campaign were settled when, of the last minute; for telling how fast it goes.
    pub mail_paces: Mutex<HashMap<CampaignId, VecDeque<(Timestamp, u64)>>>,
    /// Requests that are being answered at the public door.
    pub in_flight: Arc<AtomicUsize>,
    /// Where readers find us, known when the door is open; see [`App::public_url`].
    pub public_url: OnceLock<String>,
    /// The folder of store, socket, backups and cache.
    pub data_dir: PathBuf,
    /// Whether the pages say that the articles are examples.
    pub demo: bool,
    pub started_at: Timestamp,
    /// Whether an import runs; only [`crate::ops::import`] sets it.
    pub importing: AtomicBool,
    /// Cancelled once, when the process is to stop.
    pub stop: CancellationToken,
}

impl App {
    /// Opens the store in `data_dir`, which is made when missing.
    pub fn open(config: Config, data_dir: PathBuf, clock: Clock) -> Result<Self> {
        create_private_dir(&data_dir)?;
        let cache_bytes = usize::try_from(config.store.cache_mib << 20).unwrap_or(usize::MAX);
        let store = Store::open(&data_dir.join(store::FILE_NAME), cache_bytes, &clock)?;
        Self::with_store(config, data_dir, clock, store)
    }

    pub fn with_store(config: Config, data_dir: PathBuf, clock: Clock, store: Store) -> Result<Self> {
        let mailer = Mailer::new(&config.mail, &data_dir, &clock)?;
        let fetcher = Fetcher::new(&config.fetch, data_dir.join("cache"))?;
        let issuer = IssuerClient::new(&config.accounts.provider().map(|provider| provider.issuer).unwrap_or_default());
        Ok(Self {
            issuer,
            started_at: clock.now(),
            catalogue: Catalogue::new(clock.clone()),
            events: broadcast::Sender::new(EVENTS),
            fetcher,
            keyring: Keyring::default(),
            mailer,
            identity: Identity::default(),
            mail_wake: Notify::new(),
            rendered_mails: RenderedMails::default(),
            gather_wake: Notify::new(),
            campaigns_generation: AtomicU64::new(0),
            mail_paces: Mutex::default(),
            in_flight: Arc::default(),
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
}

impl App {
    /// The address that links begin with, without a slash at its end: never taken from a request.
    pub fn public_url(&self) -> String {
        self.public_url.get().cloned().unwrap_or_else(|| self.config.public_url())
    }

    /// Tells open streams to look at the store again; to be called after the commit that changed
    /// somebody's notifications, account or sessions.
    pub fn tell(&self, concerned: Concerned) {
        if !concerned.is_nobody() {
            // Nobody may be listening.
            self.events.send(concerned).ok();
        }
    }
}

/// Makes a folder that only its owner may enter.
pub fn create_private_dir(path: &std::path::Path) -> Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(|error| {
        Error::new(Kind::Unavailable, ErrorCode::DataDir, format!("cannot make the data folder {}", path.display()))
            .caused_by(error)
    })
}
