//! Reports as other mail servers and providers write them: what one changes, and what a second one does.

use paragraf::domain::email::Email;
use paragraf::domain::mailing::SuppressionReason;
use paragraf::ops::mail::bounces::BounceSummary;
use paragraf::store::outbox::MessageState;
use paragraf::store::suppressions;

use super::{counted, sent_to, state, taken};
use crate::support::app::TestApp;

const ANA: &str = "ana@cititor.example";

/// How a report is counted.
type Counted = fn(&mut BounceSummary);

const HARD: Counted = |it| it.hard = 1;
const DOUBTFUL: Counted = |it| it.doubtful = 1;
const SOFT: Counted = |it| it.soft = 1;
const BLAMELESS: Counted = |it| it.blameless = 1;
const COMPLAINT: Counted = |it| it.complaints = 1;
const UNKNOWN: Counted = |it| it.unknown = 1;
const IGNORED: Counted = |it| it.ignored = 1;

macro_rules! reports {
    ($($name:literal => $counted:expr,)*) => {
        &[$(($name, include_str!(concat!("reports/", $name, ".eml")), $counted)),*]
    };
}

/// The files of `reports/` with the count of a first report. `{id}` stands for the id of the mail to Ana.
const REPORTS: &[(&str, &str, Counted)] = reports! {
    "action-comment" => HARD,
    "arf-abuse-jmrp" => COMPLAINT,
    "arf-auth-failure" => IGNORED,
    "arf-opt-out" => COMPLAINT,
    "bounce-of-greylist-5x" => SOFT,
    "delayed" => IGNORED,
    "delivery-status-base64" => HARD,
    "disabled-gmail" => DOUBTFUL,
    "dkim-adsp-forensic-virus" => IGNORED,
    "exchange-access-denied-541" => DOUBTFUL,
    "exim-dsn-cpanel-hourly" => BLAMELESS,
    "exim-plain-cpanel-defers" => BLAMELESS,
    "exim-retry-timeout" => SOFT,
    // The address to which Ana's mail is forwarded is not one that we wrote to.
    "forwarded-final-recipient" => UNKNOWN,
    "gmail-dmarc" => BLAMELESS,
    "gmail-over-quota-permanent" => SOFT,
    "mailbox-full-552-no-enhanced" => SOFT,
    "mailenable-multi" => BLAMELESS,
    "out-of-office" => IGNORED,
    "qmail" => HARD,
    "ses-message-id" => HARD,
    "utf8-recipient" => HARD,
    "utf8smtp" => HARD,
    "x-failed-two" => BLAMELESS,
    "yahoo-dd" => DOUBTFUL,
    "yahoo-policy-ph01" => BLAMELESS,
};

#[tokio::test]
async fn a_report_suppresses_an_address_only_on_evidence_about_it() {
    let test = TestApp::start(vec![]).await;
    for (name, report, count) in REPORTS {
        let first = taken(&test, &report.replace("{id}", &sent_to(&test, ANA).await.id.to_string())).await;
        assert_eq!(first, counted(count), "{name}");
        let reason = match (first.hard, first.complaints) {
            (1, _) => Some(SuppressionReason::Bounced),
            (_, 1) => Some(SuppressionReason::Complaint),
            _ => None,
        };
        assert_eq!(test.suppression(ANA).await, reason, "{name}");
        taken(&test, &report.replace("{id}", &sent_to(&test, ANA).await.id.to_string())).await;
        let reason = reason.or((first.doubtful == 1).then_some(SuppressionReason::Bounced));
        assert_eq!(test.suppression(ANA).await, reason, "{name}: a second one");
        let email = Email::parse(ANA).expect("an address");
        test.app.store.write(move |tx| Ok(suppressions::remove(tx, &email)?)).await.expect("lifted");
    }
    test.stop().await;
}

#[tokio::test]
async fn refusals_of_the_sender_never_suppress_an_address() {
    let test = TestApp::start(vec![]).await;
    for (name, report, _) in REPORTS.iter().filter(|(.., count)| counted(count).blameless == 1) {
        for _ in 0..3 {
            let row = sent_to(&test, ANA).await;
            let report = report.replace("{id}", &row.id.to_string());
            taken(&test, &report).await;
            // A quota ends, and then `mail retry` sends what it refused.
            if name.contains("cpanel") {
                let state = state(&test, row.id).await;
                assert!(matches!(state, MessageState::Failed { .. }), "{name}: {state:?}");
                assert_eq!(taken(&test, &report).await, counted(|it| it.repeated = 1), "{name}");
            }
        }
        assert_eq!(test.suppression(ANA).await, None, "{name}");
    }
    test.stop().await;
}
