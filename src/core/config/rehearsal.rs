//! The configuration of a rehearsal.

use super::backup::BackupConfig;
use super::mail::Transport;
use super::settings::Config;

impl Config {
    /// Takes away what a server would use outside of its data folder: other hosts, a database, a second listener, and the
    /// folder of backups. What readers see stays.
    // docs/decisions/0482
    pub fn ask_nobody(&mut self) {
        self.fetch.allowed_hosts.clear();
        // The copy in the data folder is a file.
        self.store.url.clear();
        self.mail.transport = Transport::Folder;
        self.server.metrics_listen = None;
        self.backup = BackupConfig::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rehearsal_keeps_what_readers_see_and_asks_nobody() {
        let mut config = Config::default();
        config.site.developer_name = "Firma".into();
        config.mail.transport = Transport::Smtp;
        config.backup.dir = "/mnt/copies".into();
        config.store.url = "postgres://paragraf@db1/paragraf".into();
        config.server.metrics_listen = Some(([127, 0, 0, 1], 9100).into());
        config.ask_nobody();
        assert!(config.fetch.allowed_hosts.is_empty() && config.server.metrics_listen.is_none());
        assert_eq!((config.mail.transport, config.backup.dir.as_str()), (Transport::Folder, ""));
        assert_eq!(config.store.url, "");
        assert_eq!(config.site.developer_name, "Firma");
    }
}
