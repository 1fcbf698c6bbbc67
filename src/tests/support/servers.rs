//! Servers of the real program on one database, each in a home of its own.

use serde_json::Value;

use super::binary::{Home, Server};
use super::eventually::eventually_blocking;

/// A server and its home.
pub struct SharedServer {
    pub home: Home,
    /// `None` while it does not run.
    pub server: Option<Server>,
}

impl SharedServer {
    /// Starts a server on this database, with more settings.
    pub fn start(url: &str, settings: &str) -> Self {
        let home = Home::new();
        // Tokens and links name the address that both share.
        let shared = "[server]\npublic_url = 'http://paragraf.example'\n";
        home.write("paragraf.toml", format!("{shared}[store]\nurl = '{url}'\n{settings}"));
        let mut server = Self { home, server: None };
        server.start_again();
        server
    }

    pub fn start_again(&mut self) {
        self.server = Some(self.home.serve(&[]));
    }

    pub fn running(&self) -> &Server {
        self.server.as_ref().expect("it runs")
    }

    /// Kills it without any chance to tidy up.
    pub fn kill(&mut self) {
        self.server.take().expect("it runs").kill();
    }

    /// Stops it as an operator does.
    pub fn stop(&mut self) {
        assert_eq!(self.server.take().expect("it runs").stop(), 0);
    }

    /// Waits until it ends by itself; returns its exit code and the rest of its log.
    pub fn end(&mut self) -> (i32, Vec<String>) {
        let mut server = self.server.take().expect("it runs");
        (server.wait(), server.log_lines())
    }

    /// What `paragraf status` reports.
    pub fn status(&self) -> Value {
        serde_json::from_str(&self.home.ok(&["--json", "status"])).expect("JSON")
    }

    /// The process that leads, as this server sees it.
    fn leader(&self) -> Option<u32> {
        let status = self.status();
        let instances = status["instances"].as_array().expect("instances");
        let leading = instances.iter().find(|instance| instance["leads"] == true)?;
        let (_, process) = leading["name"].as_str()?.rsplit_once(':')?;
        process.parse().ok()
    }

    /// Waits until this server leads.
    pub fn leads(&self) {
        let process = self.running().pid();
        eventually_blocking("the server leads", || (self.leader() == Some(process)).then_some(()));
    }

    /// Waits until this server has logged these words.
    pub fn logs(&self, words: &str) {
        eventually_blocking(&format!("the server logs {words:?}"), || {
            self.running().log_lines().iter().any(|line| line.contains(words)).then_some(())
        });
    }
}
