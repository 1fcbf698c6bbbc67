//! A site for the measurements: servers of the real program over one store, with articles and signed-in readers.

use std::path::Path;
use std::process::Command;

use paragraf::config::Config;
use paragraf::domain::Uid;
use tempfile::TempDir;

use super::support::{self, Running};

/// Names the readers' tokens; all servers of a site have it.
const PUBLIC_URL: &str = "http://paragraf.example";
pub const ARTICLES: usize = 1_000;
pub const CALLERS: usize = 64;

/// A store, and readers with their tokens.
pub struct Site {
    folder: TempDir,
    /// Address of the database; empty for a file.
    pub url: String,
    pub readers: Vec<(Uid, String)>,
}

/// A running server of a site.
pub struct SiteServer {
    pub server: Running,
    /// Its own folder; `None` for the folder of the site.
    folder: Option<TempDir>,
}

impl Site {
    /// A site in a file, or in the database of this address.
    pub fn new(url: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        support::write_articles(&folder.path().join("articles.jsonl"), ARTICLES);
        support::import(program(folder.path(), url, &["import", "articles.jsonl"]));
        let mut config = Config::default();
        url.clone_into(&mut config.store.url);
        let tokens = support::readers::seed_with(config, &folder.path().join("data"), CALLERS);
        Self { folder, url: url.to_owned(), readers: tokens(PUBLIC_URL) }
    }

    /// Starts a server; on a database it reaches it at `port` in place of the database's own.
    pub fn serve(&self, through: Option<(u16, u16)>) -> SiteServer {
        let folder = (!self.url.is_empty()).then(|| tempfile::tempdir().expect("a folder"));
        let place = folder.as_ref().map_or(self.folder.path(), TempDir::path);
        let url = match through {
            Some((from, to)) => self.url.replace(&format!(":{from}/"), &format!(":{to}/")),
            None => self.url.clone(),
        };
        let address = support::free_address();
        let command = program(place, &url, &["serve", "--listen", &address]);
        SiteServer { server: support::start_server_at(address, command), folder }
    }

    /// A command of the operator at a server of the site.
    pub fn command(&self, at: &SiteServer, args: &[&str]) -> Command {
        program(at.folder.as_ref().map_or(self.folder.path(), TempDir::path), &self.url, args)
    }
}

fn program(folder: &Path, url: &str, args: &[&str]) -> Command {
    let mut command = support::program(folder, args);
    command.env("PARAGRAF__SERVER__PUBLIC_URL", PUBLIC_URL);
    if !url.is_empty() {
        command.env("PARAGRAF__STORE__URL", url);
    }
    command
}
