//! Parses the fields of delivery status notifications and feedback reports.

use std::collections::HashMap;

use super::super::refusal::{RefusalStage, Verdict, judge};
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

/// What the report says of this recipient; `None` when the delivery did not fail. Some servers give one status for
/// everything, and the specific code in the diagnostic text.
pub(super) fn verdict(group: &FieldGroup, stage: RefusalStage) -> Option<Verdict> {
    let action = group.get("action")?.split_whitespace().next()?;
    let said = |name: &str| group.get(name).map(String::as_str).unwrap_or_default();
    let judged = || judge(stage, &format!("{} {}", said("status"), said("diagnostic-code")));
    action.eq_ignore_ascii_case("failed").then(judged)
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
    fn status_and_diagnostic_code_are_judged_together() {
        let group = |text: &str| groups(text).pop().expect("a group");
        let failed = |text: &str| verdict(&group(text), RefusalStage::Report);
        let address = |certain| Some(Verdict::Address { certain });
        assert_eq!(failed("Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 552 5.2.2 full"), Some(Verdict::Full));
        let contradicted = "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.7.1 no";
        assert_eq!(failed(contradicted), Some(Verdict::Sender));
        assert_eq!(failed("Action: failed (permanent)\nStatus: 5.1.1 (bad destination)"), address(true));
        assert_eq!(failed("Action: failed\nStatus: 5.1.1"), address(true));
        assert_eq!(failed("Action: failed\nStatus: 5.2.1"), address(false));
        assert_eq!(failed("Action: Failed\nStatus: 5.0.0"), Some(Verdict::Unclear));
        assert_eq!(failed("Action: failed"), Some(Verdict::Unclear));
        assert_eq!(failed("Action: failed\nStatus: 4.4.7"), Some(Verdict::Unreachable));
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
