//! The fields of delivery status notifications and feedback reports, and what their codes mean.

use std::collections::HashMap;

use super::Failure;
use crate::domain::email::Email;

/// The fields of one recipient by their names in lower case.
pub(super) type Group = HashMap<String, String>;

/// No report has more.
const MOST_GROUPS: usize = 100;

/// The groups of fields between blank lines; a line that begins with a space goes on with the one before.
pub(super) fn groups(text: &str) -> Vec<Group> {
    let mut groups = vec![Group::new()];
    let mut last = String::new();
    for line in text.lines() {
        if line.trim().is_empty() {
            if groups.len() < MOST_GROUPS && groups.last().is_some_and(|group| !group.is_empty()) {
                groups.push(Group::new());
            }
            continue;
        }
        let Some(group) = groups.last_mut() else { break };
        if line.starts_with([' ', '\t']) {
            group.entry(last.clone()).and_modify(|value| *value = format!("{value} {}", line.trim()));
        } else if let Some((name, value)) = line.split_once(':') {
            last = name.trim().to_ascii_lowercase();
            group.insert(last.clone(), value.trim().to_owned());
        }
    }
    groups
}

/// How this recipient failed; `None` for one who did not, or not yet.
pub(super) fn failure(group: &Group) -> Option<Failure> {
    if !group.get("action")?.eq_ignore_ascii_case("failed") {
        return None;
    }
    let status = group.get("status").and_then(|status| code(status));
    let said = group.get("diagnostic-code").and_then(|diagnostic| code(diagnostic));
    // Some servers have one status for everything, and say in words what they mean.
    let vague = status.is_none_or(|(_, subject, _)| subject == 0);
    Some(failure_of_code(if vague { said.or(status) } else { status }.unwrap_or((5, 0, 0))))
}

/// What an enhanced status code (RFC 3463) says of the address.
pub(super) fn failure_of_code((class, subject, detail): (u8, u16, u16)) -> Failure {
    match (class, subject, detail) {
        // The mailbox is full or the mail too large, the mail itself or its way was refused.
        (5, 2, 2..=4) | (5, 3 | 6 | 7, _) => Failure::Soft,
        // No such host, and no route to it, will not pass; the rest of the net may.
        (5, 4, detail) if !matches!(detail, 1 | 4) => Failure::Soft,
        (5, ..) => Failure::Hard,
        _ => Failure::Soft,
    }
}

/// The first enhanced status code in a text, such as `5.1.1`.
pub(super) fn code(text: &str) -> Option<(u8, u16, u16)> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    words.into_iter().find_map(|word| {
        let mut parts = word.trim_matches('.').split('.');
        let class = parts.next()?.parse().ok().filter(|class| matches!(class, 2 | 4 | 5))?;
        let (subject, detail) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let sound = parts.next().is_none() && subject < 10 && detail < 1000;
        sound.then_some((class, subject, detail))
    })
}

/// The address in `rfc822; ana@x.ro` or `<ana@x.ro>`.
pub(super) fn recipient(value: &str) -> Option<Email> {
    let address = value.split_once(';').map_or(value, |(_, address)| address);
    Email::try_from(address.trim().trim_start_matches('<').trim_end_matches('>').to_owned()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_say_whether_the_address_is_lost() {
        let check = |text: &str, expected| assert_eq!(code(text).map(failure_of_code), expected, "{text}");
        for hard in ["5.1.1", "550-5.1.1 The email account", "5.1.10", "5.1.2", "5.2.1", "5.4.4", "5.0.0", "5.4.1"] {
            check(hard, Some(Failure::Hard));
        }
        for soft in ["5.2.2", "552 5.2.3 too big", "5.7.1", "550 5.7.26 DMARC", "4.4.1", "4.2.2", "5.4.6", "5.6.0"] {
            check(soft, Some(Failure::Soft));
        }
        for none in ["", "550 no such user", "smtp; 10.0.0.1 refused", "5.1", "9.1.1", "version 1.2.3"] {
            check(none, None);
        }
    }

    #[test]
    fn a_vague_status_gives_way_to_what_was_said() {
        let group = |text: &str| groups(text).pop().expect("a group");
        let failed = |text: &str| failure(&group(text));
        assert_eq!(failed("Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 552 5.2.2 full"), Some(Failure::Soft));
        assert_eq!(failed("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.7.1 no"), Some(Failure::Hard));
        assert_eq!(failed("Action: Failed\nStatus: 5.0.0"), Some(Failure::Hard));
        assert_eq!(failed("Action: failed\nStatus: 4.4.7"), Some(Failure::Soft));
        for none in ["Action: delayed\nStatus: 4.4.1", "Action: delivered\nStatus: 2.0.0", "Status: 5.1.1", ""] {
            assert_eq!(failed(none), None, "{none}");
        }
    }

    #[test]
    fn fields_may_go_over_lines() {
        let found = groups(
            "Reporting-MTA: dns; mx\n\n\nFinal-Recipient: rfc822; <a@x.ro>\nDiagnostic-Code: smtp; 550\n\t5.1.1\n",
        );
        assert_eq!(found.len(), 2);
        assert_eq!(found[1]["diagnostic-code"], "smtp; 550 5.1.1");
        assert_eq!(recipient(&found[1]["final-recipient"]).expect("an address").as_str(), "a@x.ro");
    }
}
