//! Layers import only what lies below them.

use super::product_sources;

/// Which modules each module may import; a module may always import itself.
const LAYERS: &[(&str, &[&str])] = &[
    ("domain", &["law"]),
    ("error", &[]),
    ("clock", &[]),
    ("conditions", &["clock"]),
    ("erased", &[]),
    ("recent_map", &[]),
    ("thread_priority", &[]),
    ("rate_limit", &["domain", "error", "recent_map"]),
    ("config", &["domain", "error"]),
    ("telemetry", &["config"]),
    ("tls", &[]),
    ("http_client", &["error", "tls"]),
    ("object_storage", &["error", "config", "http_client"]),
    ("owner", &["error"]),
    ("store", &["domain", "erased", "error", "clock"]),
    ("catalogue", &["law", "domain", "error", "clock"]),
    ("sources", &["law", "domain", "error", "clock", "config", "http_client"]),
    ("explain", &["law", "domain", "error", "clock", "config", "http_client"]),
    ("identity", &["domain", "erased", "error", "clock", "rate_limit", "recent_map"]),
    ("mail", &["domain", "erased", "error", "clock", "conditions", "config", "tls", "http_client"]),
    (
        "app",
        &[
            "owner", "rate_limit", "conditions", "store", "catalogue", "identity", "mail", "sources", "domain",
            "error", "clock", "config",
        ],
    ),
    (
        "ops",
        &[
            "app", "store", "catalogue", "identity", "mail", "sources", "explain", "domain", "erased", "error",
            "clock", "config", "conditions", "rate_limit", "thread_priority", "object_storage", "program", "VERSION",
        ],
    ),
    ("jobs", &["app", "ops", "error", "clock", "config", "thread_priority"]),
    (
        "web",
        &[
            "conditions", "rate_limit", "app", "ops", "catalogue", "identity", "domain", "error", "clock", "config",
            "program", "VERSION",
        ],
    ),
    (
        "control",
        &[
            "tls", "owner", "app", "ops", "sources", "domain", "erased", "error", "clock", "config", "program",
            "VERSION",
        ],
    ),
    (
        "cli",
        &[
            "owner", "conditions", "control", "web", "jobs", "app", "ops", "sources", "law", "domain", "error",
            "clock", "config", "telemetry", "http_client", "program", "VERSION",
        ],
    ),
    ("program", &[]),
    ("bundle", &[]),
    ("core", &[]),
    ("lib", &[]),
    ("main", &[]),
];

#[test]
fn each_layer_imports_only_layers_below() {
    let mut broken = Vec::new();
    for (name, text) in product_sources() {
        let module = name.split(['/', '.']).next().expect("a module");
        // A crate of its own, which cannot import the others.
        if module == "law" {
            continue;
        }
        let allowed = LAYERS.iter().find(|(layer, _)| *layer == module);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{name}: give the module {module} a row in LAYERS"));
        for import in joined(&text).lines().flat_map(imports) {
            if import != module && !allowed.contains(&import) {
                broken.push(format!("{}: {module} may not import {import}", super::path_of(&name)));
            }
        }
    }
    assert!(broken.is_empty(), "move the code to the layer it belongs to:\n{}", broken.join("\n"));
}

/// The code with each list of imports joined into one line.
fn joined(text: &str) -> String {
    let mut joined = String::new();
    let mut open = false;
    for line in text.lines() {
        open |= line.contains("crate::{") && !line.contains('}');
        joined.push_str(line);
        joined.push(if open && !line.contains('}') { ' ' } else { '\n' });
        open &= !line.contains('}');
    }
    joined
}

/// The modules after `crate::` in a line of code, and `law` for its crate.
fn imports(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap_or_default();
    let first_word = |text: &'_ str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let mut found: Vec<_> = code.matches("paragraf_law").map(|_| "law").collect();
    for (at, word) in code.match_indices("crate::") {
        let rest = &code[at + word.len()..];
        match rest.strip_prefix('{') {
            None => found.push(&rest[..first_word(rest)]),
            Some(list) => found.extend(
                list.split(',')
                    .map(str::trim)
                    .filter(|item| item.starts_with(char::is_alphabetic))
                    .map(|item| &item[..first_word(item)]),
            ),
        }
    }
    found
}
