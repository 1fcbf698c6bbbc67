//! Licenses, sources and duplicates of the packages agree with `deny.toml`, and the notices of third parties with the
//! packages.

mod expression;
mod notices;
mod packages;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;

use packages::{Package, Reason};

const NOTICES: &str = "ui/public/licenses.txt";

/// The lists of `deny.toml` that the tests read.
#[derive(Deserialize)]
struct Deny {
    graph: Graph,
    licenses: Licenses,
    sources: Sources,
    bans: Bans,
}

#[derive(Deserialize)]
struct Graph {
    targets: Vec<String>,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    skip: BTreeSet<String>,
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn deny() -> Deny {
    let text = fs::read_to_string(repository().join("deny.toml")).expect("deny.toml");
    toml::from_str(&text).expect("deny.toml has the lists")
}

fn rust_packages(deny: &Deny) -> Vec<Package> {
    packages::of_rust(&deny.graph.targets)
}

#[test]
fn every_license_is_on_the_list() {
    let deny = deny();
    let (mut broken, mut used) = (Vec::new(), BTreeSet::new());
    for package in rust_packages(&deny).iter().chain(&packages::of_the_ui()) {
        match expression::choose(&package.license, &deny.licenses.allow) {
            Some(chosen) => used.extend(chosen),
            None => broken.push(format!("{}: {}", package.label(), package.license)),
        }
    }
    assert!(broken.is_empty(), "deny.toml allows no license of these packages:\n{}", broken.join("\n"));
    let unused: Vec<_> = deny.licenses.allow.iter().filter(|allowed| !used.contains(allowed.as_str())).collect();
    assert!(unused.is_empty(), "no package needs these licenses, remove them from deny.toml: {unused:?}");
}

#[test]
fn every_package_comes_from_a_listed_registry() {
    let deny = deny();
    let allowed: Vec<_> = deny.sources.allow_registry.iter().map(|url| format!("registry+{url}")).collect();
    let packages = rust_packages(&deny);
    let others: Vec<_> = packages.iter().filter(|package| !allowed.contains(&package.source)).collect();
    let others: Vec<_> = others.iter().map(|package| format!("{}: {}", package.label(), package.source)).collect();
    assert!(others.is_empty(), "deny.toml lists no such source:\n{}", others.join("\n"));
}

#[test]
fn packages_have_two_versions_only_where_it_is_listed() {
    let deny = deny();
    let packages = rust_packages(&deny);
    let mut versions: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for package in &packages {
        versions.entry(&package.name).or_default().push(package.key());
    }
    let listed = |key: &String| deny.bans.skip.contains(key);
    let unlisted: Vec<_> =
        versions.values().filter(|keys| keys.iter().filter(|key| !listed(key)).count() > 1).collect();
    assert!(unlisted.is_empty(), "use a version that is there already, or list the older in deny.toml: {unlisted:?}");
    let twice: BTreeSet<_> = versions.values().filter(|keys| keys.len() > 1).flatten().collect();
    let stale: Vec<_> = deny.bans.skip.iter().filter(|key| !twice.contains(key)).collect();
    assert!(stale.is_empty(), "no longer beside another version, remove from deny.toml: {stale:?}");
}

#[test]
fn the_notices_are_up_to_date() {
    let deny = deny();
    let mut packages = rust_packages(&deny);
    packages.retain(|package| package.reason == Reason::Shipped);
    packages.extend(packages::of_the_ui());
    let current = notices::text(&packages, &deny.licenses.allow);
    let file = repository().join(NOTICES);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &current).expect("written");
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == current, "{NOTICES} is out of date: run `UPDATE=1 cargo test --test paragraf licenses`");
}

#[test]
fn both_manifests_name_the_licenses_at_the_top() {
    let manifest: toml::Table =
        toml::from_str(&fs::read_to_string(repository().join("Cargo.toml")).expect("a manifest")).expect("TOML");
    let ui = fs::read(packages::ui().join("package.json")).expect("a manifest");
    let ui: serde_json::Value = serde_json::from_slice(&ui).expect("JSON");
    let license = manifest["workspace"]["package"]["license"].as_str().expect("a license");
    assert_eq!(ui["license"], license);
    for name in license.split(" OR ") {
        let file = format!("LICENSE-{}", name.split('-').next().expect("a name").to_uppercase());
        assert!(repository().join(&file).exists(), "{file} is missing");
    }
}
