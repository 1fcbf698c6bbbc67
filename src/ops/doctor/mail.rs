//! Checks of sending mail: the servers, and the records that receivers look up.

use super::diagnosis::Diagnosis;
use crate::app::App;
use crate::config::Transport;
use crate::mail::{RecordKind, RecordState, Sender, SenderRecord, ServerProbe, sender_records};
use crate::ops::mail::warnings;

const MAIL: &str = "mail";
const DNS: &str = "mail_dns";

pub(super) async fn examine(app: &App) -> Vec<Diagnosis> {
    let settings = warnings::find(app);
    let settings = settings.into_iter().map(|warning| Diagnosis::warning(MAIL, warning.message, warning.remedy));
    let mut found: Vec<_> = settings.collect();
    if app.config.mail.transport == Transport::Folder {
        found.push(Diagnosis::not_checked(MAIL, "mails are written to files, so no mail server is asked"));
        return found;
    }
    let sender = Sender::new(&app.config, &app.public_url());
    let (probes, records) =
        tokio::join!(app.mailer.probe(), sender_records(&app.txt_resolver, &app.config.mail, &sender));
    found.extend(probes.into_iter().map(server));
    if app.config.mail.dkim_key_file.is_empty() {
        let remedy = "set mail.dkim_selector, mail.dkim_domain and mail.dkim_key_file, or let the mail server sign";
        found.push(Diagnosis::warning(DNS, "mails are not signed by DKIM here", remedy));
    }
    found.extend(records.into_iter().map(record));
    found
}

fn server(ServerProbe { server, failure }: ServerProbe) -> Diagnosis {
    match failure {
        None => {
            Diagnosis::ok(MAIL, format!("{server} greets and takes the encryption and credentials that are configured"))
        }
        Some(reason) => {
            let remedy =
                "check mail.smtp_host, smtp_port, smtp_security, smtp_user and smtp_password, and the firewall";
            Diagnosis::failed(MAIL, format!("{server}: {reason}"), remedy)
        }
    }
}

fn record(SenderRecord { kind, name, state }: SenderRecord) -> Diagnosis {
    match state {
        RecordState::Good => Diagnosis::ok(DNS, format!("{kind} of {name} is published")),
        RecordState::Missing => Diagnosis::warning(DNS, format!("{kind}: {name} has no such record"), remedy(kind)),
        RecordState::Wrong(what) => Diagnosis::failed(DNS, format!("{kind} of {name}: {what}"), remedy(kind)),
        RecordState::Unread(why) => Diagnosis::warning(
            DNS,
            format!("{kind} of {name} cannot be looked up: {why}"),
            "check the DNS servers of this machine in /etc/resolv.conf",
        ),
    }
}

fn remedy(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Spf => {
            "publish one TXT record such as \"v=spf1 include:HOST -all\", which your mail server's provider names"
        }
        RecordKind::Dkim => "publish the public key of mail.dkim_key_file as one TXT record, see docs/mail.md",
        RecordKind::Dmarc => {
            "publish one TXT record at _dmarc of the domain, such as \"v=DMARC1; p=none; rua=mailto:ADDRESS\""
        }
    }
}
