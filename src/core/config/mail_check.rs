//! Rules of `[mail]` that a type cannot express.

use super::mail::{MailConfig, Transport};
use super::mail_sending;
use super::mail_smtp::{self, BACKUP};
use super::problem::{ConfigProblem, problem};
use crate::domain::email::Email;

pub(super) fn problems(mail: &MailConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    let mut refuse = |key: &str, reason: String| problems.push(problem(key, reason));
    for (key, address) in [("mail.from", &mail.from), ("mail.reply_to", &mail.reply_to)] {
        if !address.is_empty() && Email::parse(address).is_none() {
            let remedy = "write it without a name, such as legi@example.ro";
            refuse(key, format!("{address:?} is not an e-mail address; {remedy}"));
        }
    }
    if mail.from_name.chars().any(char::is_control) || mail.from_name.chars().count() > 100 {
        refuse("mail.from_name", "write one line of at most 100 characters".into());
    }
    problems.extend(mail.first_account().problems("mail.smtp_"));
    for (place, account) in mail.smtp_backup.iter().enumerate() {
        problems.extend(account.problems(&format!("{BACKUP}[{place}].")));
    }
    problems.extend(mail.bounces.problems());
    problems.extend(mail.seed.problems());
    problems.extend(mail_sending::problems(mail));
    if mail.transport == Transport::Smtp {
        problems.extend(smtp_problems(mail));
    }
    problems
}

/// Problems of the SMTP settings, checked only when SMTP is the transport.
fn smtp_problems(mail: &MailConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    if mail.from.is_empty() {
        let reason = "set the From address, such as legi@example.ro";
        problems.push(problem("mail.from", reason.to_owned()));
    }
    problems.extend(mail.first_account().problems_in_use("mail.smtp_"));
    for (place, account) in mail.smtp_backup.iter().enumerate() {
        problems.extend(account.problems_in_use(&format!("{BACKUP}[{place}].")));
    }
    problems
}

/// Problems of the secrets, after their files were read.
pub(super) fn secret_problems(mail: &MailConfig) -> Vec<ConfigProblem> {
    let mut problems = mail.bounces.secret_problems();
    problems.extend(mail.seed.secret_problem());
    if mail.transport == Transport::Smtp {
        problems.extend(mail_smtp::login_problems(&mail.first_account(), "mail.smtp_"));
        for (place, account) in mail.smtp_backup.iter().enumerate() {
            problems.extend(mail_smtp::login_problems(account, &format!("{BACKUP}[{place}].")));
        }
    }
    problems.extend(mail_sending::key_problem(mail));
    problems
}

#[cfg(test)]
mod tests {
    use super::super::mail_smtp::SmtpSecurity;
    use super::*;

    fn keys_with_problems(change: impl FnOnce(&mut MailConfig)) -> Vec<String> {
        let mut mail = MailConfig::default();
        change(&mut mail);
        [problems(&mail), secret_problems(&mail)].concat().iter().map(|problem| problem.key.clone()).collect()
    }

    fn smtp(mail: &mut MailConfig) {
        mail.transport = Transport::Smtp;
        mail.from = "legi@example.ro".into();
        mail.smtp_host = "mail.example.ro".into();
    }

    #[test]
    fn all_problems_are_reported_at_once() {
        assert_eq!(keys_with_problems(|_| {}), [""; 0]);
        assert_eq!(keys_with_problems(smtp), [""; 0]);
        let all = keys_with_problems(|mail| {
            mail.transport = Transport::Smtp;
            mail.reply_to = "Ana <ana@example.ro>".into();
            mail.from_name = "Ana\r\nBcc: b@x.ro".into();
            mail.smtp_port = 70_000;
            mail.smtp_user = "ana".into();
            mail.smtp_ca_file = "/none/such".into();
        });
        assert_eq!(
            all,
            [
                "mail.reply_to", "mail.from_name", "mail.smtp_port", "mail.from", "mail.smtp_host",
                "mail.smtp_ca_file", "mail.smtp_user",
            ]
        );
    }

    #[test]
    fn unencrypted_smtp_is_allowed_only_to_this_machine() {
        let unprotected = |host: &str| {
            keys_with_problems(|mail| {
                smtp(mail);
                mail.smtp_host = host.into();
                mail.smtp_security = SmtpSecurity::None;
            })
        };
        for host in ["localhost", "127.0.0.1", "127.8.8.8", "[::1]"] {
            assert_eq!(unprotected(host), [""; 0], "{host}");
        }
        for host in ["mail.example.ro", "10.0.0.1", "localhost.example.ro", "0.0.0.0"] {
            assert_eq!(unprotected(host), ["mail.smtp_security"], "{host}");
        }
    }

    #[test]
    fn the_port_defaults_to_that_of_the_security() {
        use SmtpSecurity::{None, Starttls, Tls};
        let port = |security, port| {
            let mail = MailConfig { smtp_security: security, smtp_port: port, ..MailConfig::default() };
            mail.accounts()[0].port()
        };
        assert_eq!([port(Starttls, 0), port(Tls, 0), port(None, 0), port(Tls, 2525)], [587, 465, 25, 2525]);
    }
}
