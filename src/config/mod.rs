//! Configuration: file, then environment, then flags; a pure merge, all problems at once.
//!
//! `config.example.toml` lists every key with its default; a test holds it against [`Config`].

mod accounts;
mod check;
mod legal;
mod mail;
mod mail_bounces;
mod mail_sending;
mod mail_smtp;
mod mailings;
mod merge;
mod provider;
mod testimonials;

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use accounts::{AccountPolicy, AccountsConfig, EmailPrivacy, SecurityProfile, SignInMethod, VerifyEmail};
pub use legal::{LEGAL_FILES, read_legal_file};
pub use mail::{MailConfig, Transport};
pub use mail_bounces::BounceConfig;
pub use mail_smtp::{SmtpAccount, SmtpSecurity};
pub use merge::{ConfigProblem, Environment, merge};
pub use provider::{Provider, is_loopback};
pub use testimonials::Testimonial;

use crate::error::{Error, Kind, Result};

/// All settings. An empty text means "not configured".
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    pub server: ServerConfig,
    pub store: StoreConfig,
    pub site: SiteConfig,
    pub accounts: AccountsConfig,
    pub analytics: AnalyticsConfig,
    pub notifications: NotificationsConfig,
    pub fetch: FetchConfig,
    pub limits: LimitsConfig,
    pub mail: MailConfig,
    pub log: LogConfig,
}

/// The public door.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerConfig {
    /// Address and port; port 0 takes a free one.
    pub listen: String,
    /// The address readers type, for links in feeds, mails and `canonical`; empty: `http://<listen>`.
    pub public_url: String,
    /// Address and port of the numbers for Prometheus, which everybody there may read; empty: none.
    pub metrics_listen: String,
    /// Networks whose `X-Forwarded-For` is believed, such as `127.0.0.1/32`.
    pub trusted_proxies: Vec<String>,
    pub request_timeout_secs: u64,
    /// Largest request body of the public door.
    pub max_body_bytes: u64,
    /// How long open requests may go on after the stop signal.
    pub stop_timeout_secs: u64,
}

/// The embedded database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoreConfig {
    /// Memory for pages of the file.
    pub cache_mib: u64,
}

/// What the pages say of the operator; what is empty is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteConfig {
    pub contact_email: String,
    pub contact_phone: String,
    pub developer_name: String,
    pub developer_url: String,
    pub city: String,
    pub country: String,
    /// Folder with texts that replace our privacy policy and terms.
    pub legal_dir: String,
    /// The instant to which the landing page counts down.
    pub launch_at: String,
    /// Addresses that the footer shows by their host's name.
    pub social_links: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub testimonials: Vec<Testimonial>,
}

impl SiteConfig {
    /// [`SiteConfig::launch_at`] as an instant; `None` only for a text that was never checked.
    pub fn launch_instant(&self) -> Option<Timestamp> {
        self.launch_at.parse().ok()
    }
}

/// Counting what readers who agreed do on the pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalyticsConfig {
    pub enabled: bool,
    /// Days that are kept, today among them.
    pub keep_days: u32,
}

/// Telling readers of new articles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationsConfig {
    /// An article published longer ago than so many days is told to nobody when it comes in.
    pub max_age_days: u32,
}

/// Fetching the PDF files that articles name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchConfig {
    /// Hosts an article's `file_url` may name.
    pub allowed_hosts: Vec<String>,
    pub timeout_secs: u64,
    pub max_bytes: u64,
    /// Disk for fetched files; the oldest go first.
    pub cache_bytes: u64,
}

/// How often one network may ask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitsConfig {
    pub subscribe_per_hour: u32,
    pub fetch_pdf_per_minute: u32,
    pub analytics_per_minute: u32,
    pub report_per_hour: u32,
    /// Calls with the links of mails.
    pub links_per_minute: u32,
    /// Likes, bookmarks and follows of one account.
    pub marks_per_minute: u32,
}

/// The log on standard error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogConfig {
    /// `error`, `warn`, `info`, `debug`, or a filter such as `info,paragraf::store=debug`.
    pub level: String,
    /// `text`, `json`, or `auto`: text on a terminal.
    pub format: String,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:8080".into(),
            public_url: String::new(),
            metrics_listen: String::new(),
            trusted_proxies: vec![],
            request_timeout_secs: 30,
            max_body_bytes: 65_536,
            stop_timeout_secs: 10,
        }
    }
}

impl Default for StoreConfig {
    fn default() -> Self {
        Self { cache_mib: 32 }
    }
}

impl Default for SiteConfig {
    fn default() -> Self {
        Self {
            contact_email: String::new(),
            contact_phone: String::new(),
            developer_name: String::new(),
            developer_url: String::new(),
            legal_dir: String::new(),
            city: String::new(),
            country: String::new(),
            launch_at: "2025-01-14T00:24:00Z".into(),
            social_links: vec![],
            testimonials: vec![],
        }
    }
}

impl Default for AnalyticsConfig {
    fn default() -> Self {
        Self { enabled: true, keep_days: 400 }
    }
}

impl Default for NotificationsConfig {
    fn default() -> Self {
        Self { max_age_days: 14 }
    }
}

impl Default for FetchConfig {
    fn default() -> Self {
        Self {
            allowed_hosts: ["monitoruloficial.ro", "www.monitoruloficial.ro", "legislatie.just.ro", "static.anaf.ro"]
                .map(Into::into)
                .to_vec(),
            timeout_secs: 20,
            max_bytes: 50 << 20,
            cache_bytes: 500 << 20,
        }
    }
}

impl Default for LimitsConfig {
    fn default() -> Self {
        Self {
            subscribe_per_hour: 20,
            fetch_pdf_per_minute: 30,
            analytics_per_minute: 60,
            report_per_hour: 10,
            links_per_minute: 60,
            marks_per_minute: 120,
        }
    }
}

impl Default for LogConfig {
    fn default() -> Self {
        Self { level: "info".into(), format: "auto".into() }
    }
}

/// The text of `config.example.toml`, which `config init` writes.
pub const EXAMPLE: &str = include_str!("../../config.example.toml");

/// The file looked for when none is named.
pub const DEFAULT_FILE: &str = "paragraf.toml";

impl Config {
    /// Reads the named file (or [`DEFAULT_FILE`], if it is there) and the environment.
    ///
    /// Errors: every problem found, one per line, each with its key and the remedy.
    pub fn load(file: Option<&Path>, environment: &Environment) -> Result<Self> {
        let path = file.map(Path::to_owned).or_else(|| Some(PathBuf::from(DEFAULT_FILE)).filter(|path| path.exists()));
        let text = match &path {
            Some(path) => std::fs::read_to_string(path).map_err(|error| {
                Error::new(Kind::Invalid, "config", format!("cannot read the configuration {}", path.display()))
                    .caused_by(error)
            })?,
            None => String::new(),
        };
        merge(&text, environment).map_err(|problems| {
            let origin = path.map_or_else(|| "environment".into(), |path| path.display().to_string());
            let lines: Vec<_> = problems.iter().map(|problem| format!("\n  {problem}")).collect();
            Error::new(
                Kind::Invalid,
                "config",
                format!("the configuration ({origin}) is not usable:{}", lines.concat()),
            )
        })
    }

    /// The public address without a slash at its end.
    pub fn public_url(&self) -> String {
        if self.server.public_url.is_empty() {
            format!("http://{}", self.server.listen)
        } else {
            self.server.public_url.trim_end_matches('/').to_owned()
        }
    }
}
