//! Checks the keys of `[[accounts.provider]]` and the types of their values.

use toml::Value;

use super::problem::{ConfigProblem, kind, problem, unknown};
use super::provider_config::KEY;
use super::provider_kind::ProviderKind;

const TEXTS: [&str; 21] = [
    "kind", "id", "name", "label", "button_color", "text_color", "client_id", "client_secret", "client_secret_file",
    "issuer", "tenant", "team_id", "key_id", "authorization_endpoint", "token_endpoint", "userinfo_endpoint",
    "emails_endpoint", "fedcm_config_url", "entity_id", "sso_url", "name_id_format",
];
const LISTS: [&str; 6] =
    ["scopes", "trusted_audiences", "trusted_domains", "picture_hosts", "certificates", "certificate_files"];
const SECTIONS: [&str; 4] = ["parameters", "required_claims", "fields", "attributes"];
const FIELDS: [&str; 4] = ["subject", "email", "email_verified", "name"];
const ATTRIBUTES: [&str; 3] = ["subject", "email", "name"];

/// Reports the unknown keys and wrong types of the provider at `name`.
pub(super) fn check_shape(name: &str, item: &Value, problems: &mut Vec<ConfigProblem>) {
    let Value::Table(item) = item else {
        problems.push(problem(name, format!("is {}; write [[{KEY}]] with kind and the other keys", kind(item))));
        return;
    };
    if !item.contains_key("kind") {
        problems.push(problem(&format!("{name}.kind"), format!("is missing; write one of {}", kinds().join(", "))));
    }
    for (key, value) in item {
        let name = format!("{name}.{key}");
        match value {
            Value::String(text) if key == "kind" && !kinds().contains(&text.as_str()) => {
                problems.push(problem(&name, unknown("kind", text, &kinds().map(String::from))));
            }
            Value::String(_) if TEXTS.contains(&key.as_str()) => {}
            Value::Array(items) if LISTS.contains(&key.as_str()) => check_texts(&name, items, problems),
            Value::Table(section) if key == "fields" => check_names(&name, section, &FIELDS, problems),
            Value::Table(section) if key == "attributes" => check_names(&name, section, &ATTRIBUTES, problems),
            Value::Table(section) if key == "parameters" => {
                section.iter().for_each(|(key, value)| check_text(&format!("{name}.{key}"), value, problems));
            }
            Value::Table(section) if key == "required_claims" => {
                section.iter().for_each(|(key, value)| check_list(&format!("{name}.{key}"), value, problems));
            }
            other => match expected(key) {
                Some(wanted) => problems.push(problem(&name, format!("is {}, must be {wanted}", kind(other)))),
                None => problems.push(problem(&name, unknown("key", key, &keys()))),
            },
        }
    }
}

fn kinds() -> [&'static str; 10] {
    ProviderKind::ALL.map(|(name, _)| name)
}

fn keys() -> Vec<String> {
    TEXTS.iter().chain(&LISTS).chain(&SECTIONS).map(|key| (*key).to_owned()).collect()
}

fn expected(key: &str) -> Option<&'static str> {
    [(&TEXTS[..], "a text in quotes"), (&LISTS, "a list in brackets"), (&SECTIONS, "a section")]
        .into_iter()
        .find_map(|(keys, wanted)| keys.contains(&key).then_some(wanted))
}

fn check_text(name: &str, value: &Value, problems: &mut Vec<ConfigProblem>) {
    if !value.is_str() {
        problems.push(problem(name, format!("is {}, must be a text in quotes", kind(value))));
    }
}

fn check_list(name: &str, value: &Value, problems: &mut Vec<ConfigProblem>) {
    match value {
        Value::Array(items) => check_texts(name, items, problems),
        other => problems.push(problem(name, format!("is {}, must be a list in brackets", kind(other)))),
    }
}

fn check_texts(name: &str, items: &[Value], problems: &mut Vec<ConfigProblem>) {
    items.iter().enumerate().for_each(|(place, item)| check_text(&format!("{name}[{place}]"), item, problems));
}

fn check_names(name: &str, section: &toml::Table, known: &[&str], problems: &mut Vec<ConfigProblem>) {
    for (key, value) in section {
        let name = format!("{name}.{key}");
        if known.contains(&key.as_str()) {
            check_text(&name, value, problems);
        } else {
            problems.push(problem(
                &name,
                unknown("key", key, &known.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>()),
            ));
        }
    }
}
