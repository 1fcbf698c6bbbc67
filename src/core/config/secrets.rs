//! Reads secrets from their files, and hides them in settings that are shown.

use super::hidden_address::{HIDDEN, without_credentials};
use super::mail_smtp::BACKUP;
use super::problem::{ConfigProblem, problem};
use super::provider_config;
use super::settings::Config;

/// Whether a configuration is loaded with its secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrets {
    /// Reads and checks every secret, for the server and for commands that act in its place.
    Read,
    /// Opens no file with a secret. Only the server may be able to read these files.
    Skip,
}

/// A secret and the name of the file that may hold it instead.
struct Secret<'a> {
    key: String,
    value: &'a mut String,
    file: &'a str,
}

fn all(config: &mut Config) -> Vec<Secret<'_>> {
    let (accounts, mail, explain) = (&mut config.accounts, &mut config.mail, &mut config.explain);
    let (bounces, seed, hooks) = (&mut mail.bounces, &mut mail.seed, &mut accounts.hooks);
    let (sms, captcha, s3) = (&mut config.sms, &mut config.captcha, &mut config.backup.s3);
    let store = &mut config.store;
    let named = [
        ("accounts.hook_secret", &mut hooks.hook_secret, hooks.hook_secret_file.as_str()),
        ("explain.api_key", &mut explain.api_key, &explain.api_key_file),
        ("mail.smtp_password", &mut mail.smtp_password, &mail.smtp_password_file),
        ("mail.bounce_token", &mut bounces.bounce_token, &bounces.bounce_token_file),
        ("mail.bounce_imap_password", &mut bounces.bounce_imap_password, &bounces.bounce_imap_password_file),
        ("mail.seed_imap_password", &mut seed.seed_imap_password, &seed.seed_imap_password_file),
        ("sms.secret", &mut sms.secret, &sms.secret_file),
        ("captcha.secret", &mut captcha.secret, &captcha.secret_file),
        ("backup.s3_secret_key", &mut s3.s3_secret_key, &s3.s3_secret_key_file),
        ("store.password", &mut store.password, &store.password_file),
    ];
    let named = named.map(|(key, value, file)| Secret { key: key.to_owned(), value, file });
    let backups = mail.smtp_backup.iter_mut().enumerate().map(|(place, account)| Secret {
        key: format!("{BACKUP}[{place}].password"),
        value: &mut account.password,
        file: &account.password_file,
    });
    let providers = accounts.provider.iter_mut().enumerate().map(|(place, provider)| Secret {
        key: format!("{}[{place}].client_secret", provider_config::KEY),
        value: &mut provider.client_secret,
        file: &provider.client_secret_file,
    });
    named.into_iter().chain(backups).chain(providers).collect()
}

/// Reads the secrets that are in files.
pub(super) fn read(config: &mut Config) -> Vec<ConfigProblem> {
    let in_files = all(config).into_iter().filter(|secret| !secret.file.is_empty());
    in_files.filter_map(|secret| secret.read().err()).collect()
}

impl Secret<'_> {
    fn read(self) -> Result<(), ConfigProblem> {
        let refused = |reason| problem(&format!("{}_file", self.key), reason);
        if !self.value.is_empty() {
            return Err(refused(format!("set either this or {}", self.key)));
        }
        let text = std::fs::read_to_string(self.file)
            .map_err(|error| refused(format!("cannot read the file {}: {error}", self.file)))?;
        match text.trim_end() {
            "" => Err(refused(format!("the file {} is empty", self.file))),
            text => {
                text.clone_into(self.value);
                Ok(())
            }
        }
    }
}

impl Config {
    /// The files that the settings name for secrets, private keys and certificates, each with its setting; without the
    /// key of backups.
    pub fn named_files(&self) -> Vec<(String, String)> {
        let mut settings = self.clone();
        let secrets =
            all(&mut settings).into_iter().map(|secret| (format!("{}_file", secret.key), secret.file.to_owned()));
        let mail = &self.mail;
        let named = [
            ("mail.dkim_key_file", &mail.dkim_key_file),
            ("mail.smtp_ca_file", &mail.smtp_ca_file),
            ("mail.bounce_imap_ca_file", &mail.bounces.bounce_imap_ca_file),
            ("mail.seed_imap_ca_file", &mail.seed.seed_imap_ca_file),
            ("store.ca_file", &self.store.ca_file),
        ];
        let named = named.map(|(setting, file)| (setting.to_owned(), file.clone()));
        let backups = mail.smtp_backup.iter().enumerate();
        let backups = backups.map(|(place, account)| (format!("{BACKUP}[{place}].ca_file"), account.ca_file.clone()));
        let providers = self.accounts.provider.iter().enumerate().flat_map(|(place, provider)| {
            let files = provider.certificate_files.iter().enumerate();
            let key = provider_config::KEY;
            files.map(move |(number, file)| (format!("{key}[{place}].certificate_files[{number}]"), file.clone()))
        });
        let files = secrets.chain(named).chain(backups).chain(providers);
        files.filter(|(_, file)| !file.is_empty()).collect()
    }

    /// Drops the names of files with secrets that are opened only when they are used.
    #[must_use]
    pub fn without_secret_files(mut self) -> Self {
        self.mail.dkim_key_file.clear();
        self
    }

    /// The settings as they may be shown: without secrets, also without those inside of addresses and of requests to a
    /// gateway of text messages.
    ///
    /// # Errors
    /// A setting that TOML cannot express, which is a bug.
    pub fn shown(mut self) -> Result<toml::Table, toml::ser::Error> {
        let sms = &mut self.sms;
        if !sms.body.is_empty() {
            sms.body = HIDDEN.into();
        }
        for address in [&mut sms.url, &mut self.accounts.hooks.hook_url] {
            hide_path(address);
        }
        for header in &mut sms.headers {
            // Without a colon it is no header, and all of it may be the secret.
            *header = header.split_once(':').map_or_else(|| HIDDEN.into(), |(name, _)| format!("{name}: {HIDDEN}"));
        }
        let mut settings = toml::Table::try_from(self.without_secrets())?;
        settings.iter_mut().for_each(|(_, value)| hide_in_addresses(value));
        Ok(settings)
    }

    /// Replaces every secret that has a setting of its own.
    #[must_use]
    pub(super) fn without_secrets(mut self) -> Self {
        for secret in all(&mut self).into_iter().filter(|secret| !secret.value.is_empty()) {
            *secret.value = HIDDEN.into();
        }
        self
    }
}

fn hide_in_addresses(value: &mut toml::Value) {
    match value {
        toml::Value::String(text) => {
            if let Some(shown) = without_credentials(text) {
                *text = shown;
            }
        }
        toml::Value::Array(values) => values.iter_mut().for_each(hide_in_addresses),
        toml::Value::Table(table) => table.iter_mut().for_each(|(_, value)| hide_in_addresses(value)),
        _ => {}
    }
}

/// Hides all but the host of an address whose path may be a secret.
fn hide_path(address: &mut String) {
    let start = address.find("://").map_or(0, |place| place + 3);
    if let Some(path) = address[start..].find(['/', '?']).filter(|_| start > 0) {
        address.replace_range(start + path.., &format!("/{HIDDEN}"));
    }
}

#[cfg(test)]
mod tests;
