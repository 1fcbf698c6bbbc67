//! Reads secrets from their files, and hides them in settings that are shown.

use super::mail_smtp::BACKUP;
use super::problem::{ConfigProblem, problem};
use super::provider_config;
use super::settings::Config;

/// Replaces a secret in settings that are shown.
const HIDDEN: &str = "(hidden)";

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
            let name = header.split(':').next().unwrap_or_default();
            *header = format!("{name}: {HIDDEN}");
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

/// Hides the user, the query and the fragment of an address; `None` for other texts. An address with placeholders is
/// none that a URL parser reads.
fn without_credentials(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    // A database's password that is not percent-encoded may have every character of an address.
    let (is_database_user, rest) = match rest.rsplit_once('@') {
        Some((_, place)) if scheme.starts_with("postgres") => (true, place),
        _ => (false, rest),
    };
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let (rest, query) = (&rest[..end], rest.get(end..=end).unwrap_or_default());
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (user, host) = authority.rsplit_once('@').map_or(("", authority), |(_, host)| ("@", host));
    let user = if is_database_user { "@" } else { user };
    let hidden = |mark: &str| if mark.is_empty() { "" } else { HIDDEN };
    Some(format!("{scheme}://{}{user}{host}{path}{query}{}", hidden(user), hidden(query)))
}

#[cfg(test)]
mod tests {
    use super::super::mail_smtp::SmtpAccount;
    use super::super::{Environment, merge};
    use super::*;

    const RECIPIENT: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
    const SMTP: &str =
        "[mail]\ntransport = 'smtp'\nfrom = 'legi@example.ro'\nsmtp_host = 'a.example.ro'\nsmtp_user = 'legi'\n";

    #[test]
    fn a_password_is_shown_nowhere() {
        let mut config = Config::default();
        config.mail.smtp_password = "s3cret".into();
        config.mail.smtp_backup = vec![SmtpAccount { password: "s3cret".into(), ..SmtpAccount::default() }];
        config.mail.bounces.bounce_token = "s3cret".into();
        assert!(!format!("{config:?}").contains("s3cret"));
        assert!(!format!("{:?}", config.mail.smtp_backup).contains("s3cret"));
        let shown = config.without_secrets().mail;
        let secrets = [&shown.smtp_password, &shown.smtp_backup[0].password, &shown.bounces.bounce_token];
        assert_eq!(secrets, [HIDDEN; 3]);
        assert_eq!(Config::default().without_secrets(), Config::default());
    }

    #[test]
    fn a_secret_inside_an_address_or_a_request_is_not_shown() {
        let mut config = Config::default();
        config.sms.url = "https://sms.example.ro/s3cret/send?key=s3cret&to={{to}}".into();
        config.sms.headers = vec!["Authorization: Bearer s3cret".into()];
        config.sms.body = r#"{"key": "s3cret", "text": "{{text}}"}"#.into();
        config.accounts.hooks.hook_url = "https://hook.example.ro?token=s3cret".into();
        config.explain.base_url = "https://u:s3cret@model.example.ro/v1?key=s3cret".into();
        let shown = toml::to_string(&config.shown().expect("TOML")).expect("TOML");
        assert!(!shown.contains("s3cret"), "{shown}");
        let kept = [
            "https://sms.example.ro/(hidden)",
            "https://hook.example.ro/(hidden)",
            "https://(hidden)@model.example.ro/v1?(hidden)",
            "Authorization: (hidden)",
        ];
        for kept in kept {
            assert!(shown.contains(kept), "{kept} is missing in {shown}");
        }
    }

    /// The texts in the settings, each with its place.
    fn texts(value: &mut toml::Value, place: &str, visit: &mut dyn FnMut(&str, &mut String)) {
        match value {
            toml::Value::String(text) => visit(place, text),
            toml::Value::Array(values) => values.iter_mut().for_each(|value| texts(value, place, visit)),
            toml::Value::Table(table) => {
                table.iter_mut().for_each(|(key, value)| texts(value, &format!("{place}.{key}"), visit));
            }
            _ => {}
        }
    }

    #[test]
    fn no_setting_shows_the_credentials_of_an_address() {
        let address = "https://u:s3cret@a.example.ro/p?key=s3cret#s3cret";
        let mut settings = toml::Value::Table(Config::default().shown().expect("TOML"));
        let mut count = 0;
        texts(&mut settings, "", &mut |_, text| {
            count += 1;
            *text = address.to_owned();
        });
        assert!(count > 20, "{count} texts");
        hide_in_addresses(&mut settings);
        texts(&mut settings, "", &mut |place, text| {
            assert_eq!(*text, "https://(hidden)@a.example.ro/p?(hidden)", "{place}");
        });
        assert_eq!(without_credentials("https://a.ro/p#s3cret").as_deref(), Some("https://a.ro/p#(hidden)"));
        assert_eq!(without_credentials("https://a.ro#u:s3cret@b").as_deref(), Some("https://a.ro#(hidden)"));
        for password in ["s3cret", "s3cret/a", "s3cret@a/b", "s3cret?a", "s3cret#a:@/b"] {
            let shown = without_credentials(&format!("postgres://u:{password}@db1,db2:5433/p?sslmode=require"));
            assert_eq!(shown.as_deref(), Some("postgres://(hidden)@db1,db2:5433/p?(hidden)"), "{password}");
        }
    }

    #[test]
    fn an_address_without_credentials_is_shown_as_it_is() {
        for text in ["https://paragraf.example.ro", "http://127.0.0.1:8080/a/b", "smtps://mail.example.ro:465"] {
            assert_eq!(without_credentials(text).as_deref(), Some(text));
        }
        assert_eq!(without_credentials("a@b.ro?"), None);
    }

    #[test]
    fn every_secret_can_come_from_a_file_named_in_the_configuration() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("secret");
        std::fs::write(&file, "s3cret-s3cret-s3cret\n").expect("a file");
        let path = file.display();
        let text = format!(
            "{SMTP}smtp_password_file = '{path}'\nbounce_token_file = '{path}'\nbounce_imap_host = 'i.example.ro'\n\
             bounce_imap_user = 'u'\nbounce_imap_password_file = '{path}'\nbounce_imap_done_folder = 'Done'\n\
             seed_address = 's@example.ro'\nseed_imap_host = 's.example.ro'\nseed_imap_user = 's'\n\
             seed_imap_password_file = '{path}'\n\
             [[mail.smtp_backup]]\nhost = 'b.example.ro'\nuser = 'legi'\npassword_file = '{path}'\n\
             [[accounts.provider]]\nkind = 'google'\nclient_id = 'x'\nclient_secret_file = '{path}'\n\
             [explain]\napi_key_file = '{path}'\n[sms]\nsecret_file = '{path}'\n\
             [captcha]\nsecret_file = '{path}'\n[accounts]\nhook_secret_file = '{path}'\n\
             [backup]\nrecipient = '{RECIPIENT}'\ns3_endpoint = 'https://s3.example.ro'\ns3_bucket = 'b'\n\
             s3_access_key = 'a'\ns3_secret_key_file = '{path}'\n\
             [store]\nurl = 'postgres://paragraf@db.example.ro/paragraf'\npassword_file = '{path}'\n"
        );
        let mut config = merge(&text, &Environment::new(), Secrets::Read).expect("good");
        let named = config.named_files();
        assert!(named.contains(&("mail.smtp_backup[0].password_file".to_owned(), path.to_string())), "{named:?}");
        let read = all(&mut config);
        assert_eq!(read.len(), named.len());
        read.iter().for_each(|secret| assert_eq!(secret.value, "s3cret-s3cret-s3cret", "{}", secret.key));
    }

    #[test]
    fn only_the_server_needs_its_secrets() {
        let reasons = |file: &str, secrets| {
            let merged = merge(file, &Environment::new(), secrets);
            merged.err().unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let unreadable = format!("{SMTP}smtp_password_file = '/none/such'\n");
        for without in [SMTP, &unreadable] {
            assert_eq!(reasons(without, Secrets::Skip), [""; 0]);
        }
        let missing = "mail.smtp_user: set mail.smtp_user and one of mail.smtp_password and mail.smtp_password_file, or none of them";
        assert_eq!(reasons(SMTP, Secrets::Read), [missing]);
        let cannot = "mail.smtp_password_file: cannot read the file /none/such: No such file or directory (os error 2)";
        assert_eq!(reasons(&unreadable, Secrets::Read), [cannot]);
        let twice = format!("{unreadable}smtp_password = 'x'\n");
        assert_eq!(reasons(&twice, Secrets::Read), ["mail.smtp_password_file: set either this or mail.smtp_password"]);
    }

    #[test]
    fn a_variable_replaces_the_secret_of_the_file_in_either_form() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("secret");
        std::fs::write(&file, "new").expect("a file");
        for (name, value) in [("SMTP_PASSWORD_FILE", file.display().to_string()), ("SMTP_PASSWORD", "new".to_owned())] {
            for own in ["smtp_password = 'old'", "smtp_password_file = '/none/such'"] {
                let environment = [(format!("PARAGRAF__MAIL__{name}"), value.clone())].into();
                let config = merge(&format!("{SMTP}{own}\n"), &environment, Secrets::Read).expect("good");
                assert_eq!(config.mail.smtp_password, "new", "{name} and {own}");
            }
        }
    }
}
