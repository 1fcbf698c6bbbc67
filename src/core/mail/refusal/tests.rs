//! Tests of refusals.

use Verdict::{Full, Sender, Unclear, Unreachable};

use super::*;

const DEAD: Verdict = Verdict::Address { certain: true };
const DOUBTFUL: Verdict = Verdict::Address { certain: false };

/// Replies with the verdict after `RCPT TO`, after the end of the message, and in a report.
// docs/decisions/0258
const REPLIES: &[([Verdict; 3], &[&str])] = &[
    // The address.
    (
        [DEAD, Unclear, DOUBTFUL],
        &[
            "550 No such user here",
            "550 No Such User Here\"",
            "550-5.2.1 The email account that you tried to reach is disabled.",
            "554 delivery error: dd This user doesn't have a yahoo.com account (a@yahoo.com) [0]",
            "554 30 Sorry, your message to a@yahoo.com cannot be delivered. This mailbox is disabled (554.30).",
            "550 Message was not accepted -- invalid mailbox. Local mailbox a@mail.ru is unavailable: user not found",
            "550 Invalid recipient ana@example.ro (Mode: normal)",
            "550 Utilizator inexistent",
            "550 Căsuța poștală nu există",
            "550 5.1.351 Remote server returned unknown recipient or mailbox unavailable",
            "550 Adresa este inexistentă: destinatarul nu a fost găsit",
            "550 This account has been disabled or discontinued [#102].",
            "550 <ana@example.ro> does not exist here",
            "550 ana@example.ro: no longer in use",
            "550 User ana has been disabled",
            "550 The mailbox no longer exists",
            "550 Contul a fost dezactivat",
            "550 Adresa ana@example.ro nu există",
            "550 Nu există acest utilizator",
            "550 5.2.1 This account has been disabled or discontinued",
        ],
    ),
    (
        [DEAD, Unclear, DEAD],
        &[
            "550 5.1.1 <ana@example.ro>: Recipient address rejected: User unknown",
            "550 5.1.1 <a@x.ro>: Recipient address rejected: User unknown in relay recipient table",
            "550 5.1.1 <policy-spam@blocked.ro>: Recipient address rejected: blocked.ro",
            "550 5.1.1 Not our Customer",
            "550-5.1.1 The email account that you tried to reach does not exist.",
            "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
            "550 5.1.6 recipient no longer on server: ana@example.ro",
            "550 sorry, no mailbox here by that name (#5.1.1)",
            "511 sorry, no mailbox here by that name (#5.1.1 - chkuser)",
        ],
    ),
    (
        [DOUBTFUL, Unclear, DOUBTFUL],
        &[
            "550 5.4.1 Recipient address rejected: Access denied. [AM0EUR.prod.protection.example]",
            "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).",
            "550 Requested action not taken: mailbox unavailable or not local",
            "550 5.2.1 This mailbox has been blocked due to inactivity",
            "550 The recipient's account is suspended",
            "550 #5.1.0 Address rejected.",
            "550 Unrouteable address",
            "5.4.4 Host or domain name not found. Name service error for name=gmial.ro",
            "550 5.4.310 DNS domain firma.ro does not exist [Message=InfoDomainNonexistent]",
            "550 5.1.2 Bad destination system",
        ],
    ),
    // The mailbox.
    (
        [Full, Full, Full],
        &[
            "552 5.2.2 The mailbox is over its quota",
            "552 Mailbox quota exceeded",
            "552 Quota exceeded",
            "550 5.2.2 <a@x.ro> Quota exceeded (mailbox for user is full)",
            "452-4.2.2 The email account that you tried to reach is over quota.",
            "552-5.2.2 The recipient's inbox is out of storage space and inactive.",
            "552 Requested mail action aborted: exceeded storage allocation",
            "550 5.1.1 a@x.ro: mailbox full",
            "554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException",
            "550 Căsuța poștală este plină",
            "552 Spațiul alocat căsuței a fost depășit",
        ],
    ),
    ([DEAD, Unclear, DOUBTFUL], &["552 1 Requested mail action aborted, mailbox not found"]),
    // Time.
    (
        [Unreachable, Unreachable, Unreachable],
        &[
            "retry timeout exceeded",
            "retry time not reached for any host after a long failure period",
            "4.4.1 connect to mx.example.ro[192.0.2.1]:25: Connection timed out",
            "all hosts for 'firma.ro' have been failing for a long time",
            "4.4.7 451 4.7.1 Greylisted, delivery time expired",
            "450 4.2.0 Greylisted, see http://postgrey.example/",
            "554 5.4.6 Too many hops",
        ],
    ),
    // The sender.
    (
        [Sender, Sender, Sender],
        &[
            "550 Domain example.ro has exceeded the max emails per hour (313/250 (125%)) allowed. Message discarded.",
            "Domain example.ro has exceeded the max defers and failures per hour (5/5 (100%)) allowed. Message discarded.",
            "550 rejected: exceeded hour limit",
            "550 Relaying denied. Proper authentication required.",
            "554 5.7.1 <ana@example.ro>: Relay access denied",
            "550 5.7.1 Unable to relay for ana@example.ro",
            "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
            "503 This mail server requires authentication when attempting to send to a non-local e-mail address",
            "554 Message not allowed - [PH01] Email not accepted for policy reasons.",
            "554 Transaction failed: spam message rejected",
            "550 Message rejected: 5.1.0 spam score 12.4",
            "550 5.1.1 Message blocked due to spam content",
            "550 5.1.1 quota exceeded: daily sending limit",
            "550 5.7.1 Service unavailable, client host [203.0.113.7] blocked using bl.example",
            "550-5.7.26 This mail has been blocked because the sender is unauthenticated.",
            "550-5.7.28 Our system has detected an unusual rate of unsolicited mail",
            "550 5.4.5 Daily SMTP relay sending limit exceeded for user",
            "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
            "550 5.2.2 Submission quota exceeded",
            "550 SC-001 (BAY004-MC) Unfortunately, messages from 203.0.113.7 weren't sent. They are on our block list.",
            "554 5.7.1 <ana@example.ro>: Recipient address rejected: Access denied",
            "550-5.2.1 The user you are trying to contact is receiving mail too quickly.",
            "550-Callback setup failed while verifying <legi@example.ro>",
            "550 Administrative prohibition",
            "550-Verification failed for <legi@example.ro> 550-No Such User Here 550 Sender verify failed",
            "550-Requested action not taken: mailbox unavailable 550 invalid DNS MX or A resource record",
            "550-5.7.25 The IP address sending this message does not have a PTR record setup",
            "451 4.7.650 The mail server has been temporarily rate limited due to IP reputation",
            "421 4.7.0 [TSS04] Messages temporarily deferred due to user complaints",
            "550 5.1.8 <legi@example.ro>: Sender address rejected: Domain not found",
            "550 The mail server could not deliver mail to a@x.ro. The account or domain may not exist, they may be blacklisted",
            "550 Your IP has no PTR record, it does not exist",
            "504 5.5.2 <vm>: Helo command rejected: need fully-qualified hostname",
            "550 Limita orară de mesaje a fost depășită",
            "450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery",
        ],
    ),
    // The sender's account, domain and service, in words that could be about an address.
    (
        [Sender, Sender, Sender],
        &[
            "550 Your account has been disabled",
            "550 5.2.1 Your account has been disabled",
            "550 Your email account has been deactivated because of non-payment",
            "550 Your email address does not exist in our list of customers",
            "550 SMTP service is disabled for this account",
            "550 This domain is disabled, contact billing",
            "550 Domain example.ro has been disabled",
            "550 example.ro does not have a MX record",
            "550 Adresa IP nu există în lista albă",
            "550 The smarthost account does not exist",
            "550 Hosting account disabled: unpaid invoice",
            "550 Contul dvs. a fost dezactivat pentru neplată",
            "550 Găzduirea a expirat, contul nu mai este activ",
            "550 IP address not found in the allow list",
            "550 Email sending has been disabled for this user",
            "550 Numărul maxim de emailuri pe oră a fost atins",
            "550 S-a atins numărul maxim de mesaje pe zi",
            "550 Prea multe mesaje trimise",
            "550 You are sending too much mail",
            "550 the maximum number of recipients has been reached",
            "550 Mesajul a fost respins de filtrul antispam",
            "550 Mesaj nesolicitat",
            "550 Acces refuzat",
            "550 You don't have enough credits",
            "550 Mailing to remote domains not supported",
            "550 Cota zilnică de trimitere depășită",
            "550 Cotă depășită: 200 de mesaje pe oră",
        ],
    ),
    // The message, or nothing clear.
    (
        [Unclear, Unclear, Unclear],
        &[
            "550 The requested feature has been disabled",
            "550 This route does not exist",
            "550 Service inactive",
            "552 Mesajul este prea mare",
            "552 5.3.4 Message size exceeds fixed limit",
            "552 message too large",
            "554 5.6.0 the content is malformed",
            "554 Transaction failed",
            "550 Requested action not taken",
            "5.0.0",
            "",
            "smtp; 10.0.0.1 refused",
        ],
    ),
];

#[test]
fn only_evidence_about_the_address_is_held_against_it() {
    let replies = || REPLIES.iter().flat_map(|(verdicts, replies)| replies.iter().map(move |reply| (reply, verdicts)));
    let wrong = |(reply, verdicts): (&&str, &[Verdict; 3])| {
        let judged =
            [RefusalStage::Recipient, RefusalStage::Data, RefusalStage::Report].map(|stage| judge(stage, reply));
        (judged != *verdicts).then(|| format!("{reply}: {judged:?}"))
    };
    assert_eq!(replies().filter_map(wrong).collect::<Vec<_>>(), [""; 0]);
    for (reply, _) in replies() {
        assert_eq!(judge(RefusalStage::Sender, reply), Sender);
        assert_ne!(judge(RefusalStage::ReportAfterData, reply), DEAD, "{reply}");
    }
}

#[test]
fn equal_refusals_differ_in_names_and_numbers_only() {
    let first = "550 Domain example.ro has exceeded the max emails per hour (313/250 (125%)) allowed. Id 4F2B91";
    let second = "550 Domain exemplu.ro has exceeded the max emails per hour (314/250 (126%)) allowed. Id 4F2B92";
    assert_eq!(gist(first), gist(second));
    assert_eq!(gist("550 <ana@x.ro>: blocked by mx1.x.ro"), gist("550 <ion@y.ro>: blocked by mx2.y.ro"));
    assert_ne!(gist("550 blocked"), gist("550 no such user"));
    assert_eq!(without_addresses("550 <ana@x.ro>: no  such user"), "550 <...> no such user");
}
