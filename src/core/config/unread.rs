//! Settings that are written and that nothing reads, because another setting turns off what they belong to.

use toml::{Table, Value};

use super::captcha::CaptchaKind;
use super::mail::Transport;
use super::merge::PREFIX;
use super::settings::Config;

/// The variables of the command line that are no settings.
const OWN_VARIABLES: [&str; 2] = ["PARAGRAF_CONFIG", "PARAGRAF_DATA"];

/// A written setting that has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadSetting {
    /// The key, such as `mail.smtp_host`.
    pub key: String,
    /// The setting with which it would be read.
    pub needs: &'static str,
}

impl Config {
    /// Returns the keys that differ from their defaults and that nothing reads, in the order of their names.
    pub fn unread_settings(&self) -> Vec<UnreadSetting> {
        let (Ok(given), Ok(defaults)) = (Table::try_from(self), Table::try_from(Self::default())) else {
            return vec![];
        };
        let rules = self.unread_prefixes();
        let mut unread = Vec::new();
        for (section, values) in &given {
            let Value::Table(values) = values else { continue };
            let usual = defaults.get(section);
            let is_written = |key: &str| values.get(key) != usual.and_then(|usual| usual.get(key));
            // The secret that was read from a file is not reported beside the name of its file.
            for key in values.keys().filter(|key| is_written(key) && !is_written(&format!("{key}_file"))) {
                let key = format!("{section}.{key}");
                if let Some(&(_, needs)) = rules.iter().find(|(prefix, _)| key.starts_with(prefix)) {
                    unread.push(UnreadSetting { key, needs });
                }
            }
        }
        unread
    }

    /// The beginnings of the keys that nothing reads now, each with the setting that would change that.
    fn unread_prefixes(&self) -> Vec<(&'static str, &'static str)> {
        let is_folder = self.mail.transport == Transport::Folder;
        let has_no_key = self.mail.dkim_key_file.is_empty();
        let has_no_mailbox = self.mail.bounces.bounce_imap_host.is_empty();
        let has_no_seed = self.mail.seed.seed_imap_host.is_empty();
        let has_no_hook = self.accounts.hooks.hook_url.is_empty();
        let has_no_model = self.explain.base_url.is_empty();
        let needs_smtp = "mail.transport = \"smtp\"";
        let rules = [
            (is_folder, "mail.smtp_", needs_smtp),
            (is_folder, "mail.dkim_", needs_smtp),
            (is_folder, "mail.per_hour", needs_smtp),
            (is_folder, "mail.per_domain_per_minute", needs_smtp),
            (has_no_key, "mail.dkim_", "mail.dkim_key_file"),
            (has_no_mailbox, "mail.bounce_imap_", "mail.bounce_imap_host"),
            (has_no_seed, "mail.seed_imap_", "mail.seed_imap_host"),
            (has_no_hook, "accounts.hook_", "accounts.hook_url"),
            (!self.accounts.guests, "accounts.guests_per_hour", "accounts.guests = true"),
            (has_no_model, "explain.", "explain.base_url"),
            (self.sources.watch_every == 0, "sources.watch_gazette", "sources.watch_every"),
            (self.sources.watch_every == 0, "sources.silent_days", "sources.watch_every"),
            (!self.analytics.enabled, "analytics.keep_days", "analytics.enabled = true"),
            (self.captcha.kind == CaptchaKind::ProofOfWork, "captcha.", "captcha.kind of a vendor"),
        ];
        rules.into_iter().filter_map(|(is_unread, prefix, needs)| is_unread.then_some((prefix, needs))).collect()
    }
}

/// Returns the names that look like settings of Paragraf and are none: two underscores follow `PARAGRAF` and the section.
pub fn stray_variables(names: impl Iterator<Item = String>) -> Vec<String> {
    let is_stray = |name: &String| {
        name.starts_with("PARAGRAF_") && !name.starts_with(PREFIX) && !OWN_VARIABLES.contains(&name.as_str())
    };
    let mut stray: Vec<_> = names.filter(is_stray).collect();
    stray.sort_unstable();
    stray
}

#[cfg(test)]
mod tests {
    use super::super::{Environment, Secrets, merge};
    use super::*;

    fn unread(file: &str) -> Vec<String> {
        let config = merge(file, &Environment::new(), Secrets::Read).expect("a good configuration");
        config.unread_settings().into_iter().map(|unread| format!("{} needs {}", unread.key, unread.needs)).collect()
    }

    #[test]
    fn a_setting_of_something_that_is_off_is_named_with_what_turns_it_on() {
        assert_eq!(unread(""), [""; 0]);
        assert_eq!(
            unread("[mail]\nsmtp_host = 'mail.example.ro'\nquiet_hours = ''\n[explain]\nmodel = 'x'\n"),
            ["explain.model needs explain.base_url", "mail.smtp_host needs mail.transport = \"smtp\""]
        );
        let smtp = "[mail]\ntransport = 'smtp'\nfrom = 'legi@example.ro'\nsmtp_host = 'mail.example.ro'\n";
        assert_eq!(unread(smtp), [""; 0]);
        assert_eq!(
            unread(&format!("{smtp}bounce_imap_user = 'returned'\n")),
            ["mail.bounce_imap_user needs mail.bounce_imap_host"]
        );
    }

    #[test]
    fn a_variable_with_one_underscore_is_no_setting() {
        let names = ["PARAGRAF_SERVER_LISTEN", "PARAGRAF__SERVER__LISTEN", "PARAGRAF_DATA", "PATH"];
        assert_eq!(stray_variables(names.map(str::to_owned).into_iter()), ["PARAGRAF_SERVER_LISTEN"]);
    }
}
