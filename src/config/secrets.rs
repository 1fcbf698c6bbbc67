//! Keeps secrets out of what is shown.

use super::settings::Config;

/// Replaces a secret in settings that are shown.
const HIDDEN: &str = "(hidden)";

impl Config {
    /// Replaces every secret, so that the settings may be shown.
    #[must_use]
    pub fn without_secrets(mut self) -> Self {
        let bounces = &mut self.mail.bounces;
        let backups = self.mail.smtp_backup.iter_mut().map(|account| &mut account.password);
        let secrets = [
            &mut self.accounts.oidc_client_secret,
            &mut self.mail.smtp_password,
            &mut bounces.bounce_token,
            &mut bounces.bounce_imap_password,
        ];
        for secret in secrets.into_iter().chain(backups).filter(|secret| !secret.is_empty()) {
            *secret = HIDDEN.into();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::mail_smtp::SmtpAccount;
    use super::*;

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
}
