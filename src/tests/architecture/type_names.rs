//! House rule: a name means one thing in the whole tree.

use std::collections::BTreeMap;

/// Names that several types may have, and the reason.
const SHARED: &[(&str, &str)] = &[("Result", "each layer has the alias for its own error")];

/// The folder whose files have rows of `declare_commands!`.
const COMMANDS: &str = "control/commands/";

#[test]
fn no_two_types_share_a_name() {
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, text) in super::product_sources() {
        for name in text.lines().filter_map(declared_type) {
            files.entry(name).or_default().push(file.clone());
        }
        if file.starts_with(COMMANDS) {
            for name in text.lines().filter_map(declared_command) {
                files.entry(name).or_default().push(file.clone());
            }
        }
    }
    assert!(files.contains_key("ListAccounts"), "{COMMANDS} has no rows any more");
    files.retain(|_, files| files.len() > 1);
    for (name, reason) in SHARED {
        assert!(files.remove(*name).is_some(), "{name} is one type now; remove the exception: {reason}");
    }
    let broken: Vec<_> = files.iter().map(|(name, files)| format!("{name}: {}", files.join(" "))).collect();
    assert!(broken.is_empty(), "name what each of these types is about:\n{}", broken.join("\n"));
}

/// The type that the line declares at the top level of a module.
fn declared_type(line: &str) -> Option<String> {
    let line = match line.strip_prefix("pub ") {
        Some(rest) => rest,
        None if line.starts_with("pub(") => line.split_once(") ")?.1,
        None => line,
    };
    let (keyword, rest) = line.split_once(' ')?;
    let name = rest.split(|letter: char| !letter.is_alphanumeric()).next()?;
    ["struct", "enum", "trait", "type"].contains(&keyword).then(|| name.to_owned())
}

/// The type that a row of `declare_commands!` declares.
fn declared_command(line: &str) -> Option<String> {
    let (_, row) = line.strip_prefix("    \"")?.split_once("\": ")?;
    row.split(|letter: char| !letter.is_alphanumeric()).next().map(str::to_owned)
}
