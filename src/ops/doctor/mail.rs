//! Checks of sending mail: the servers, and the records that receivers look up.

use super::diagnosis::{Diagnosis, DiagnosisOutcome as Outcome};
use crate::app::App;
use crate::conditions::{OperatorFinding, finding};
use crate::config::Transport;
use crate::mail::{RecordKind, RecordState, Sender, SenderRecord, ServerProbe, sender_records};
use crate::ops::mail::warnings;

const MAIL: &str = "mail";
const DNS: &str = "mail_dns";

pub(super) async fn examine(app: &App) -> Vec<Diagnosis> {
    let settings = warnings::find(app).into_iter();
    let mut found: Vec<_> = settings.map(|warning| Diagnosis::new(MAIL, Outcome::Warning, warning.finding)).collect();
    if app.config.mail.transport == Transport::Folder {
        let only_files = finding!("mail_to_files", "mails are written to files, so no mail server is asked", "");
        found.push(Diagnosis::new(MAIL, Outcome::NotChecked, only_files));
        return found;
    }
    let sender = Sender::new(&app.config, &app.public_url());
    let (probes, records) =
        tokio::join!(app.mailer.probe(), sender_records(&app.txt_resolver, &app.config.mail, &sender));
    found.extend(probes.into_iter().map(server));
    if app.config.mail.dkim_key_file.is_empty() {
        let unsigned = finding!(
            "mail_not_signed",
            "mails are not signed by DKIM here",
            "set mail.dkim_selector, mail.dkim_domain and mail.dkim_key_file, or let the mail server sign"
        );
        found.push(Diagnosis::new(DNS, Outcome::Warning, unsigned));
    }
    found.extend(records.into_iter().map(record));
    found
}

fn server(ServerProbe { server, failure }: ServerProbe) -> Diagnosis {
    match failure {
        None => {
            let found = finding!(
                "mail_server_works",
                "{server} greets and takes the encryption and credentials that are configured",
                "",
                server = server
            );
            Diagnosis::new(MAIL, Outcome::Ok, found)
        }
        Some(reason) => {
            let found = finding!(
                "mail_server_fails",
                "{server}: {reason}",
                "check mail.smtp_host, smtp_port, smtp_security, smtp_user and smtp_password, and the firewall",
                server = server,
                reason = reason
            );
            Diagnosis::new(MAIL, Outcome::Failed, found)
        }
    }
}

fn record(SenderRecord { kind, name, state }: SenderRecord) -> Diagnosis {
    let (outcome, found) = match state {
        RecordState::Good => {
            let found = finding!("record_good", "{kind} of {name} is published", "", kind = kind, name = name);
            (Outcome::Ok, found)
        }
        RecordState::Missing => (Outcome::Warning, missing(kind, &name)),
        RecordState::Wrong(what) => (Outcome::Failed, wrong(kind, &name, &what)),
        RecordState::Unread(why) => {
            let found = finding!(
                "record_unread",
                "{kind} of {name} cannot be looked up: {reason}",
                "check the DNS servers of this machine in /etc/resolv.conf",
                kind = kind,
                name = name,
                reason = why
            );
            (Outcome::Warning, found)
        }
    };
    Diagnosis::new(DNS, outcome, found)
}

fn missing(kind: RecordKind, name: &str) -> OperatorFinding {
    match kind {
        RecordKind::Spf => finding!(
            "spf_missing",
            "SPF: {name} has no such record",
            "publish one TXT record such as \"v=spf1 include:HOST -all\", which your mail server's provider names",
            name = name
        ),
        RecordKind::Dkim => finding!(
            "dkim_missing",
            "DKIM: {name} has no such record",
            "publish the public key of mail.dkim_key_file as one TXT record, see docs/mail.md",
            name = name
        ),
        RecordKind::Dmarc => finding!(
            "dmarc_missing",
            "DMARC: {name} has no such record",
            "publish one TXT record at _dmarc of the domain, such as \"v=DMARC1; p=none; rua=mailto:ADDRESS\"",
            name = name
        ),
    }
}

fn wrong(kind: RecordKind, name: &str, what: &str) -> OperatorFinding {
    match kind {
        RecordKind::Spf => finding!(
            "spf_wrong",
            "SPF of {name}: {what}",
            "publish one TXT record such as \"v=spf1 include:HOST -all\", which your mail server's provider names",
            name = name,
            what = what
        ),
        RecordKind::Dkim => finding!(
            "dkim_wrong",
            "DKIM of {name}: {what}",
            "publish the public key of mail.dkim_key_file as one TXT record, see docs/mail.md",
            name = name,
            what = what
        ),
        RecordKind::Dmarc => finding!(
            "dmarc_wrong",
            "DMARC of {name}: {what}",
            "publish one TXT record at _dmarc of the domain, such as \"v=DMARC1; p=none; rua=mailto:ADDRESS\"",
            name = name,
            what = what
        ),
    }
}
