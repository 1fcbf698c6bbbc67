//! Parses the fields and status codes of delivery status notifications and feedback reports.

use std::collections::HashMap;

use super::kind::BounceKind;
use crate::domain::email::Email;

/// The fields of one recipient, by lower-case name.
pub(super) type FieldGroup = HashMap<String, String>;

/// Field groups of one report; the rest is ignored.
const MOST_GROUPS: usize = 100;

/// Splits the text into groups of fields at blank lines and unfolds continued lines.
pub(super) fn groups(text: &str) -> Vec<FieldGroup> {
    let mut groups = vec![FieldGroup::new()];
    let mut last = String::new();
    for line in text.lines() {
        if line.trim().is_empty() {
            if groups.len() < MOST_GROUPS && groups.last().is_some_and(|group| !group.is_empty()) {
                groups.push(FieldGroup::new());
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

/// The kind of failure of this recipient; `None` when the delivery did not fail.
pub(super) fn kind(group: &FieldGroup) -> Option<BounceKind> {
    if !group.get("action")?.eq_ignore_ascii_case("failed") {
        return None;
    }
    let status = group.get("status").and_then(|status| enhanced_code(status));
    let diagnostic = group.get("diagnostic-code").and_then(|text| enhanced_code(text));
    // Some servers use one status for everything and give the specific code in the diagnostic text.
    let vague = status.is_none_or(|(_, subject, _)| subject == 0);
    Some(kind_of_code(if vague { diagnostic.or(status) } else { status }.unwrap_or((5, 0, 0))))
}

/// Classifies an enhanced status code (RFC 3463).
pub(super) fn kind_of_code((class, subject, detail): (u8, u16, u16)) -> BounceKind {
    match (class, subject, detail) {
        // The sender's address is rejected.
        (5, 1, 7 | 8) => BounceKind::Soft,
        // Mailbox full, message too large, or a rejected message or route.
        (5, 2, 2..=4) | (5, 3 | 6 | 7, _) => BounceKind::Soft,
        // A missing host or route is permanent; other network failures are not.
        (5, 4, detail) if !matches!(detail, 1 | 4) => BounceKind::Soft,
        (5, ..) => BounceKind::Hard,
        _ => BounceKind::Soft,
    }
}

/// The first enhanced status code in a text, such as `5.1.1`.
pub(in crate::mail) fn enhanced_code(text: &str) -> Option<(u8, u16, u16)> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    words.into_iter().find_map(|word| {
        let mut parts = word.trim_matches('.').split('.');
        let class = parts.next()?.parse().ok().filter(|class| matches!(class, 2 | 4 | 5))?;
        let (subject, detail) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let is_complete = parts.next().is_none() && subject < 10 && detail < 1000;
        is_complete.then_some((class, subject, detail))
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
    fn status_codes_are_classified() {
        let check = |text: &str, expected| assert_eq!(enhanced_code(text).map(kind_of_code), expected, "{text}");
        for hard in ["5.1.1", "550-5.1.1 The email account", "5.1.10", "5.1.2", "5.2.1", "5.4.4", "5.0.0", "5.4.1"] {
            check(hard, Some(BounceKind::Hard));
        }
        for soft in
            ["5.2.2", "552 5.2.3 too big", "5.7.1", "550 5.7.26 DMARC", "4.4.1", "4.2.2", "5.4.6", "5.6.0", "5.1.8"]
        {
            check(soft, Some(BounceKind::Soft));
        }
        for none in ["", "550 no such user", "smtp; 10.0.0.1 refused", "5.1", "9.1.1", "version 1.2.3"] {
            check(none, None);
        }
    }

    #[test]
    fn a_vague_status_yields_to_the_diagnostic_code() {
        let group = |text: &str| groups(text).pop().expect("a group");
        let failed = |text: &str| kind(&group(text));
        assert_eq!(
            failed("Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 552 5.2.2 full"),
            Some(BounceKind::Soft)
        );
        assert_eq!(
            failed("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.7.1 no"),
            Some(BounceKind::Hard)
        );
        assert_eq!(failed("Action: Failed\nStatus: 5.0.0"), Some(BounceKind::Hard));
        assert_eq!(failed("Action: failed\nStatus: 4.4.7"), Some(BounceKind::Soft));
        for none in ["Action: delayed\nStatus: 4.4.1", "Action: delivered\nStatus: 2.0.0", "Status: 5.1.1", ""] {
            assert_eq!(failed(none), None, "{none}");
        }
    }

    #[test]
    fn folded_fields_are_joined() {
        let found = groups(
            "Reporting-MTA: dns; mx\n\n\nFinal-Recipient: rfc822; <a@x.ro>\nDiagnostic-Code: smtp; 550\n\t5.1.1\n",
        );
        assert_eq!(found.len(), 2);
        assert_eq!(found[1]["diagnostic-code"], "smtp; 550 5.1.1");
        assert_eq!(recipient(&found[1]["final-recipient"]).expect("an address").as_str(), "a@x.ro");
    }
}
