//! Merges the file's text and the environment into the defaults.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::problem::{ConfigProblem, kind, problem, unknown};
use super::secrets::{self, Secrets};
use super::settings::Config;
use super::{certificate_files, check, mail_smtp, provider_config, provider_shape, tenant, testimonials};

/// Environment variables by name; a map so that tests need not change the process's own.
pub type Environment = BTreeMap<String, String>;

pub(super) const PREFIX: &str = "PARAGRAF__";
/// `PARAGRAF__SECTION__KEY_FILE` names a file that holds the value.
const FILE_SUFFIX: &str = "_FILE";
/// Keys whose lists hold tables.
const TABLES: [&str; 4] = [testimonials::KEY, mail_smtp::BACKUP, provider_config::KEY, tenant::KEY];

/// Merges the file's text and the environment into the defaults and checks the result.
///
/// # Errors
/// Every problem found.
pub fn merge(file: &str, environment: &Environment, secrets: Secrets) -> Result<Config, Vec<ConfigProblem>> {
    let mut merged = defaults().map_err(|error| vec![problem("defaults", error.to_string())])?;
    let given: Table = file.parse().map_err(|error: toml::de::Error| vec![syntax_problem(file, &error)])?;
    let mut problems = Vec::new();
    for (section, values) in given {
        match values {
            Value::Table(values) => {
                for (key, value) in values {
                    set(&mut merged, &section, &key, value, &mut problems);
                }
            }
            _ => problems.push(problem(&section, "is outside a section; move it below one, such as [server]".into())),
        }
    }
    for (name, text) in environment.iter().filter(|(name, _)| name.starts_with(PREFIX)) {
        set_from_environment(&mut merged, name, text, &mut problems);
    }
    // Values of the wrong type were left out, so that the others can be checked too.
    match merged.try_into::<Config>() {
        Ok(mut config) => {
            problems.extend(check::problems(&config));
            if secrets == Secrets::Read {
                let unreadable = secrets::read(&mut config);
                problems.extend(certificate_files::read(&mut config.accounts));
                // A secret that cannot be read is not reported as missing too.
                let missing = if unreadable.is_empty() { check::secret_problems(&config) } else { vec![] };
                problems.extend(unreadable.into_iter().chain(missing));
            }
            if problems.is_empty() { Ok(config) } else { Err(problems) }
        }
        Err(error) => {
            problems.push(problem("configuration", error.to_string()));
            Err(problems)
        }
    }
}

/// The default settings with every key, also those of [`TABLES`]: an empty list of tables is not serialised.
fn defaults() -> Result<Table, toml::ser::Error> {
    let mut defaults = Table::try_from(Config::default())?;
    for (section, key) in TABLES.iter().filter_map(|name| name.split_once('.')) {
        if let Some(Value::Table(section)) = defaults.get_mut(section) {
            section.insert(key.into(), Value::Array(vec![]));
        }
    }
    Ok(defaults)
}

fn syntax_problem(text: &str, error: &toml::de::Error) -> ConfigProblem {
    let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
    problem(&format!("line {line}"), error.message().to_owned())
}

fn set(merged: &mut Table, section: &str, key: &str, value: Value, problems: &mut Vec<ConfigProblem>) {
    let sections: Vec<_> = merged.keys().cloned().collect();
    let Some(Value::Table(known)) = merged.get_mut(section) else {
        problems.push(problem(section, unknown("section", section, &sections)));
        return;
    };
    let name = format!("{section}.{key}");
    match known.get(key) {
        None => {
            let keys: Vec<_> = known.keys().cloned().collect();
            problems.push(problem(&name, unknown("key", key, &keys)));
        }
        Some(default) if default.type_str() != value.type_str() => {
            problems.push(problem(&name, format!("is {}, must be {}", kind(&value), kind(default))));
        }
        Some(Value::Integer(_)) if value.as_integer().is_some_and(|number| number < 0) => {
            problems.push(problem(&name, "must not be negative".into()));
        }
        Some(_) => {
            let before = problems.len();
            check_items(&name, &value, problems);
            if problems.len() == before {
                let default = std::mem::replace(&mut known[key], value);
                if let Err(reason) = check_value(merged) {
                    merged[section][key] = default;
                    problems.push(problem(&name, reason));
                }
            }
        }
    }
}

/// Returns the reason if the settings cannot be read with the value that was just set.
fn check_value(merged: &Table) -> Result<(), String> {
    let read = merged.clone().try_into::<Config>();
    read.map(drop).map_err(|error| error.message().replace("unknown variant", "unknown value"))
}

/// Checks the items of a list: texts, or tables for [`TABLES`].
fn check_items(list: &str, value: &Value, problems: &mut Vec<ConfigProblem>) {
    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
        let name = format!("{list}[{place}]");
        match (list, item) {
            (testimonials::KEY, _) => testimonials::check_shape(&name, item, problems),
            (provider_config::KEY, _) => provider_shape::check_shape(&name, item, problems),
            (tenant::KEY, _) => tenant::check_shape(&name, item, problems),
            (mail_smtp::BACKUP, _) => mail_smtp::check_shape(&name, item, problems),
            (_, Value::String(_)) => {}
            (_, other) => problems.push(problem(&name, format!("is {}, must be a text in quotes", kind(other)))),
        }
    }
}

fn set_from_environment(merged: &mut Table, name: &str, text: &str, problems: &mut Vec<ConfigProblem>) {
    let lower = name[PREFIX.len()..].to_lowercase();
    let Some((section, key)) = lower.split_once("__") else {
        problems.push(problem(name, format!("write {PREFIX}SECTION__KEY")));
        return;
    };
    let known = |key: &str| merged.get(section).and_then(|section| section.get(key)).cloned();
    let (key, text) = match key.strip_suffix(&FILE_SUFFIX.to_lowercase()) {
        Some(stem) if known(key).is_none() => match std::fs::read_to_string(text) {
            Ok(content) => (stem, content.trim_end().to_owned()),
            Err(error) => {
                problems.push(problem(name, format!("cannot read the file {text}: {error}")));
                return;
            }
        },
        _ => (key, text.to_owned()),
    };
    if TABLES.contains(&format!("{section}.{key}").as_str()) {
        problems.push(problem(name, format!("{key} can only be written in the file")));
        return;
    }
    let value = match known(key) {
        Some(Value::Integer(_)) => text.parse().map(Value::Integer).unwrap_or(Value::String(text)),
        Some(Value::Boolean(_)) => text.parse().map(Value::Boolean).unwrap_or(Value::String(text)),
        Some(Value::Array(_)) => Value::Array(
            text.split(',')
                .map(str::trim)
                .filter(|item| !item.is_empty())
                .map(|item| Value::String(item.into()))
                .collect(),
        ),
        _ => Value::String(text),
    };
    forget_other_form(merged, section, key);
    let before = problems.len();
    set(merged, section, key, value, problems);
    for problem in &mut problems[before..] {
        problem.key = format!("{name} ({})", problem.key);
    }
}

/// Empties the key of a secret's file when a variable sets the secret itself, and the other way round.
fn forget_other_form(merged: &mut Table, section: &str, key: &str) {
    let suffix = FILE_SUFFIX.to_lowercase();
    let other = key.strip_suffix(&suffix).map_or_else(|| format!("{key}{suffix}"), str::to_owned);
    if let Some(Value::String(text)) = merged.get_mut(section).and_then(|section| section.get_mut(&other)) {
        text.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reasons(file: &str, environment: &[(&str, &str)]) -> Vec<String> {
        let environment = environment.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        merge(file, &environment, Secrets::Read).err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_environment_overrides_the_file_and_the_file_the_defaults() {
        let environment = [("PARAGRAF__SERVER__LISTEN".to_owned(), "127.0.0.1:9".to_owned())].into();
        let config = merge("[server]\nlisten = '127.0.0.1:8'\nrequest_timeout_secs = 7", &environment, Secrets::Read)
            .expect("good");
        assert_eq!(config.server.listen.port(), 9);
        assert_eq!(config.server.request_timeout_secs, 7);
        assert_eq!(config.log.level, "info");
    }

    #[test]
    fn all_problems_are_reported_at_once_with_key_and_remedy() {
        let file = "[server]\nlisten = 8080\nrequest_timeout = 3\n[stroe]\ncache_mib = 1\n";
        assert_eq!(
            reasons(file, &[("PARAGRAF__LOG__LEVLE", "info"), ("PARAGRAF__STORE__CACHE_MIB", "much")]),
            [
                "server.listen: is a whole number, must be a text in quotes",
                "server.request_timeout: unknown key; did you mean request_timeout_secs?",
                "stroe: unknown section; did you mean store?",
                "PARAGRAF__LOG__LEVLE (log.levle): unknown key; did you mean level?",
                "PARAGRAF__STORE__CACHE_MIB (store.cache_mib): is a text in quotes, must be a whole number",
            ]
        );
        assert_eq!(reasons("[server]\nlisten = \n", &[])[0].split(':').next(), Some("line 2"));
        let hosts = "[fetch]\nallowed_hosts = ['Static.ANAF.ro']";
        assert_eq!(
            reasons(hosts, &[]),
            [r#"fetch.allowed_hosts: "Static.ANAF.ro" must be written as "static.anaf.ro""#]
        );
        assert_eq!(
            reasons("[site]\nlegal_dir = '/none/such'", &[]),
            ["site.legal_dir: the folder /none/such does not exist; create it, or leave this empty"]
        );
        assert_eq!(
            reasons("[log]\nformat = 'xml'", &[]),
            ["log.format: unknown value `xml`, expected one of `auto`, `text`, `json`"]
        );
    }

    #[test]
    fn a_variable_may_name_a_file_with_the_value() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), "ana@example.ro\n").expect("its text");
        let path = file.path().display().to_string();
        let environment = [("PARAGRAF__SITE__CONTACT_EMAIL_FILE".to_owned(), path)].into();
        assert_eq!(merge("", &environment, Secrets::Read).expect("good").site.contact_email, "ana@example.ro");
    }

    #[test]
    fn the_example_lists_every_key_with_its_default() {
        let example: Table = super::super::load::EXAMPLE.parse().expect("TOML");
        assert_eq!(example, Table::try_from(Config::default()).expect("a table"));
    }
}
