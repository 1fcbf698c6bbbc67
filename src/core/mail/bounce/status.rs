//! Parses the fields of delivery status notifications and feedback reports.

use std::collections::HashMap;

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

/// Whether the delivery to this recipient failed.
pub(super) fn is_failure(group: &FieldGroup) -> bool {
    let action = group.get("action").and_then(|action| action.split_whitespace().next());
    action.is_some_and(|action| action.eq_ignore_ascii_case("failed"))
}

/// The mail server's reply, if the report has it.
pub(super) fn reply(group: &FieldGroup) -> Option<String> {
    let code = group.get("diagnostic-code")?;
    let text = code.split_once(';').map_or(code.as_str(), |(_, text)| text);
    (!text.trim().is_empty()).then(|| code.clone())
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
    fn folded_fields_are_joined() {
        let found = groups(
            "Reporting-MTA: dns; mx\n\n\nFinal-Recipient: rfc822; <a@x.ro>\nDiagnostic-Code: smtp; 550\n\t5.1.1\n",
        );
        assert_eq!(found.len(), 2);
        assert_eq!(found[1]["diagnostic-code"], "smtp; 550 5.1.1");
        assert_eq!(recipient(&found[1]["final-recipient"]).expect("an address").as_str(), "a@x.ro");
    }
}
