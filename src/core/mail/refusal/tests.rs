//! Tests of refusals.

use Verdict::{Full, Sender, Unclear, Unreachable};

use super::*;

const DEAD: Verdict = Verdict::Address { certain: true };
const DOUBTFUL: Verdict = Verdict::Address { certain: false };

/// Replies with the verdict after `RCPT TO`, after the end of the message, and in a report.
// docs/decisions/0258
const REPLIES: &[(&str, Verdict, Verdict, Verdict)] = &[
    // The address.
    ("550 No such user here", DEAD, Unclear, DOUBTFUL),
    ("550 No Such User Here\"", DEAD, Unclear, DOUBTFUL),
    ("550 5.1.1 <ana@example.ro>: Recipient address rejected: User unknown", DEAD, Unclear, DEAD),
    ("550 5.1.1 <a@x.ro>: Recipient address rejected: User unknown in relay recipient table", DEAD, Unclear, DEAD),
    ("550 5.1.1 <policy-spam@blocked.ro>: Recipient address rejected: blocked.ro", DEAD, Unclear, DEAD),
    ("550 5.1.1 Not our Customer", DEAD, Unclear, DEAD),
    ("550-5.1.1 The email account that you tried to reach does not exist.", DEAD, Unclear, DEAD),
    ("550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", DEAD, Unclear, DEAD),
    ("550 5.1.6 recipient no longer on server: ana@example.ro", DEAD, Unclear, DEAD),
    ("550 sorry, no mailbox here by that name (#5.1.1)", DEAD, Unclear, DEAD),
    ("511 sorry, no mailbox here by that name (#5.1.1 - chkuser)", DEAD, Unclear, DEAD),
    ("550-5.2.1 The email account that you tried to reach is disabled.", DEAD, Unclear, DOUBTFUL),
    ("554 delivery error: dd This user doesn't have a yahoo.com account (a@yahoo.com) [0]", DEAD, Unclear, DOUBTFUL),
    (
        "554 30 Sorry, your message to a@yahoo.com cannot be delivered. This mailbox is disabled (554.30).",
        DEAD,
        Unclear,
        DOUBTFUL,
    ),
    (
        "550 Message was not accepted -- invalid mailbox. Local mailbox a@mail.ru is unavailable: user not found",
        DEAD,
        Unclear,
        DOUBTFUL,
    ),
    ("550 Invalid recipient ana@example.ro (Mode: normal)", DEAD, Unclear, DOUBTFUL),
    ("550 Utilizator inexistent", DEAD, Unclear, DOUBTFUL),
    ("550 Căsuța poștală nu există", DEAD, Unclear, DOUBTFUL),
    ("550 5.1.351 Remote server returned unknown recipient or mailbox unavailable", DEAD, Unclear, DOUBTFUL),
    (
        "550 5.4.1 Recipient address rejected: Access denied. [AM0EUR.prod.protection.example]",
        DOUBTFUL,
        Unclear,
        DOUBTFUL,
    ),
    ("550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).", DOUBTFUL, Unclear, DOUBTFUL),
    ("550 Requested action not taken: mailbox unavailable or not local", DOUBTFUL, Unclear, DOUBTFUL),
    ("550 5.2.1 This mailbox has been blocked due to inactivity", DOUBTFUL, Unclear, DOUBTFUL),
    ("550 The recipient's account is suspended", DOUBTFUL, Unclear, DOUBTFUL),
    ("550 Adresa este inexistentă: destinatarul nu a fost găsit", DEAD, Unclear, DOUBTFUL),
    ("550 #5.1.0 Address rejected.", DOUBTFUL, Unclear, DOUBTFUL),
    ("550 Unrouteable address", DOUBTFUL, Unclear, DOUBTFUL),
    ("5.4.4 Host or domain name not found. Name service error for name=gmial.ro", DOUBTFUL, Unclear, DOUBTFUL),
    ("550 5.4.310 DNS domain firma.ro does not exist [Message=InfoDomainNonexistent]", DOUBTFUL, Unclear, DOUBTFUL),
    ("550 5.1.2 Bad destination system", DOUBTFUL, Unclear, DOUBTFUL),
    ("550 This account has been disabled or discontinued [#102].", DEAD, Unclear, DOUBTFUL),
    ("550 <ana@example.ro> does not exist here", DEAD, Unclear, DOUBTFUL),
    ("550 ana@example.ro: no longer in use", DEAD, Unclear, DOUBTFUL),
    ("550 User ana has been disabled", DEAD, Unclear, DOUBTFUL),
    ("550 The mailbox no longer exists", DEAD, Unclear, DOUBTFUL),
    ("550 Contul a fost dezactivat", DEAD, Unclear, DOUBTFUL),
    ("550 Adresa ana@example.ro nu există", DEAD, Unclear, DOUBTFUL),
    ("550 Nu există acest utilizator", DEAD, Unclear, DOUBTFUL),
    ("550 5.2.1 This account has been disabled or discontinued", DEAD, Unclear, DOUBTFUL),
    // The mailbox.
    ("552 5.2.2 The mailbox is over its quota", Full, Full, Full),
    ("552 Mailbox quota exceeded", Full, Full, Full),
    ("552 Quota exceeded", Full, Full, Full),
    ("550 5.2.2 <a@x.ro> Quota exceeded (mailbox for user is full)", Full, Full, Full),
    ("452-4.2.2 The email account that you tried to reach is over quota.", Full, Full, Full),
    ("552-5.2.2 The recipient's inbox is out of storage space and inactive.", Full, Full, Full),
    ("552 Requested mail action aborted: exceeded storage allocation", Full, Full, Full),
    ("550 5.1.1 a@x.ro: mailbox full", Full, Full, Full),
    ("554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException", Full, Full, Full),
    ("552 1 Requested mail action aborted, mailbox not found", DEAD, Unclear, DOUBTFUL),
    ("550 Căsuța poștală este plină", Full, Full, Full),
    ("552 Spațiul alocat căsuței a fost depășit", Full, Full, Full),
    // Time.
    ("retry timeout exceeded", Unreachable, Unreachable, Unreachable),
    ("retry time not reached for any host after a long failure period", Unreachable, Unreachable, Unreachable),
    ("4.4.1 connect to mx.example.ro[192.0.2.1]:25: Connection timed out", Unreachable, Unreachable, Unreachable),
    ("all hosts for 'firma.ro' have been failing for a long time", Unreachable, Unreachable, Unreachable),
    ("4.4.7 451 4.7.1 Greylisted, delivery time expired", Unreachable, Unreachable, Unreachable),
    ("450 4.2.0 Greylisted, see http://postgrey.example/", Unreachable, Unreachable, Unreachable),
    ("554 5.4.6 Too many hops", Unreachable, Unreachable, Unreachable),
    // The sender.
    (
        "550 Domain example.ro has exceeded the max emails per hour (313/250 (125%)) allowed. Message discarded.",
        Sender,
        Sender,
        Sender,
    ),
    (
        "Domain example.ro has exceeded the max defers and failures per hour (5/5 (100%)) allowed. Message discarded.",
        Sender,
        Sender,
        Sender,
    ),
    ("550 rejected: exceeded hour limit", Sender, Sender, Sender),
    ("550 Relaying denied. Proper authentication required.", Sender, Sender, Sender),
    ("554 5.7.1 <ana@example.ro>: Relay access denied", Sender, Sender, Sender),
    ("550 5.7.1 Unable to relay for ana@example.ro", Sender, Sender, Sender),
    ("553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", Sender, Sender, Sender),
    (
        "503 This mail server requires authentication when attempting to send to a non-local e-mail address",
        Sender,
        Sender,
        Sender,
    ),
    ("554 Message not allowed - [PH01] Email not accepted for policy reasons.", Sender, Sender, Sender),
    ("554 Transaction failed: spam message rejected", Sender, Sender, Sender),
    ("550 Message rejected: 5.1.0 spam score 12.4", Sender, Sender, Sender),
    ("550 5.1.1 Message blocked due to spam content", Sender, Sender, Sender),
    ("550 5.1.1 quota exceeded: daily sending limit", Sender, Sender, Sender),
    ("550 5.7.1 Service unavailable, client host [203.0.113.7] blocked using bl.example", Sender, Sender, Sender),
    ("550-5.7.26 This mail has been blocked because the sender is unauthenticated.", Sender, Sender, Sender),
    ("550-5.7.28 Our system has detected an unusual rate of unsolicited mail", Sender, Sender, Sender),
    ("550 5.4.5 Daily SMTP relay sending limit exceeded for user", Sender, Sender, Sender),
    (
        "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
        Sender,
        Sender,
        Sender,
    ),
    ("550 5.2.2 Submission quota exceeded", Sender, Sender, Sender),
    (
        "550 SC-001 (BAY004-MC) Unfortunately, messages from 203.0.113.7 weren't sent. They are on our block list.",
        Sender,
        Sender,
        Sender,
    ),
    ("554 5.7.1 <ana@example.ro>: Recipient address rejected: Access denied", Sender, Sender, Sender),
    ("550-5.2.1 The user you are trying to contact is receiving mail too quickly.", Sender, Sender, Sender),
    ("550-Callback setup failed while verifying <legi@example.ro>", Sender, Sender, Sender),
    ("550 Administrative prohibition", Sender, Sender, Sender),
    (
        "550-Verification failed for <legi@example.ro> 550-No Such User Here 550 Sender verify failed",
        Sender,
        Sender,
        Sender,
    ),
    (
        "550-Requested action not taken: mailbox unavailable 550 invalid DNS MX or A resource record",
        Sender,
        Sender,
        Sender,
    ),
    ("550-5.7.25 The IP address sending this message does not have a PTR record setup", Sender, Sender, Sender),
    ("451 4.7.650 The mail server has been temporarily rate limited due to IP reputation", Sender, Sender, Sender),
    ("421 4.7.0 [TSS04] Messages temporarily deferred due to user complaints", Sender, Sender, Sender),
    ("550 5.1.8 <legi@example.ro>: Sender address rejected: Domain not found", Sender, Sender, Sender),
    (
        "550 The mail server could not deliver mail to a@x.ro. The account or domain may not exist, they may be blacklisted",
        Sender,
        Sender,
        Sender,
    ),
    ("550 Your IP has no PTR record, it does not exist", Sender, Sender, Sender),
    ("504 5.5.2 <vm>: Helo command rejected: need fully-qualified hostname", Sender, Sender, Sender),
    ("550 Limita orară de mesaje a fost depășită", Sender, Sender, Sender),
    (
        "450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery",
        Sender,
        Sender,
        Sender,
    ),
    // The sender's account, domain and service, in words that could be about an address.
    ("550 Your account has been disabled", Sender, Sender, Sender),
    ("550 5.2.1 Your account has been disabled", Sender, Sender, Sender),
    ("550 Your email account has been deactivated because of non-payment", Sender, Sender, Sender),
    ("550 Your email address does not exist in our list of customers", Sender, Sender, Sender),
    ("550 SMTP service is disabled for this account", Sender, Sender, Sender),
    ("550 This domain is disabled, contact billing", Sender, Sender, Sender),
    ("550 Domain example.ro has been disabled", Sender, Sender, Sender),
    ("550 example.ro does not have a MX record", Sender, Sender, Sender),
    ("550 Adresa IP nu există în lista albă", Sender, Sender, Sender),
    ("550 The smarthost account does not exist", Sender, Sender, Sender),
    ("550 Hosting account disabled: unpaid invoice", Sender, Sender, Sender),
    ("550 Contul dvs. a fost dezactivat pentru neplată", Sender, Sender, Sender),
    ("550 Găzduirea a expirat, contul nu mai este activ", Sender, Sender, Sender),
    ("550 IP address not found in the allow list", Sender, Sender, Sender),
    ("550 Email sending has been disabled for this user", Sender, Sender, Sender),
    ("550 Numărul maxim de emailuri pe oră a fost atins", Sender, Sender, Sender),
    ("550 S-a atins numărul maxim de mesaje pe zi", Sender, Sender, Sender),
    ("550 Prea multe mesaje trimise", Sender, Sender, Sender),
    ("550 You are sending too much mail", Sender, Sender, Sender),
    ("550 the maximum number of recipients has been reached", Sender, Sender, Sender),
    ("550 Mesajul a fost respins de filtrul antispam", Sender, Sender, Sender),
    ("550 Mesaj nesolicitat", Sender, Sender, Sender),
    ("550 Acces refuzat", Sender, Sender, Sender),
    ("550 You don't have enough credits", Sender, Sender, Sender),
    ("550 Mailing to remote domains not supported", Sender, Sender, Sender),
    ("550 Cota zilnică de trimitere depășită", Sender, Sender, Sender),
    ("550 Cotă depășită: 200 de mesaje pe oră", Sender, Sender, Sender),
    // The message, or nothing clear.
    ("550 The requested feature has been disabled", Unclear, Unclear, Unclear),
    ("550 This route does not exist", Unclear, Unclear, Unclear),
    ("550 Service inactive", Unclear, Unclear, Unclear),
    ("552 Mesajul este prea mare", Unclear, Unclear, Unclear),
    ("552 5.3.4 Message size exceeds fixed limit", Unclear, Unclear, Unclear),
    ("552 message too large", Unclear, Unclear, Unclear),
    ("554 5.6.0 the content is malformed", Unclear, Unclear, Unclear),
    ("554 Transaction failed", Unclear, Unclear, Unclear),
    ("550 Requested action not taken", Unclear, Unclear, Unclear),
    ("5.0.0", Unclear, Unclear, Unclear),
    ("", Unclear, Unclear, Unclear),
    ("smtp; 10.0.0.1 refused", Unclear, Unclear, Unclear),
];

#[test]
fn only_evidence_about_the_address_is_held_against_it() {
    let wrong = |(reply, recipient, data, report): &(&str, Verdict, Verdict, Verdict)| {
        let judged =
            [RefusalStage::Recipient, RefusalStage::Data, RefusalStage::Report].map(|stage| judge(stage, reply));
        (judged != [*recipient, *data, *report]).then(|| format!("{reply}: {judged:?}"))
    };
    assert_eq!(REPLIES.iter().filter_map(wrong).collect::<Vec<_>>(), [""; 0]);
    for (reply, ..) in REPLIES {
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
