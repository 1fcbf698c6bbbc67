//! The packages of the program (`cargo metadata`) and of the pages (`ui/package-lock.json`).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use crate::support::npm;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Its code is in the executable.
    Shipped,
    /// It builds or tests the executable.
    Tool,
}

pub struct Package {
    pub name: String,
    pub version: String,
    /// License expression of its manifest.
    pub license: String,
    pub authors: Vec<String>,
    /// Where cargo found it; empty for packages of the pages.
    pub source: String,
    pub folder: PathBuf,
    pub reason: Reason,
}

impl Package {
    /// Name and version as `deny.toml` writes them.
    pub fn key(&self) -> String {
        format!("{}@{}", self.name, self.version)
    }

    pub fn label(&self) -> String {
        format!("{} {}", self.name, self.version)
    }
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Listed>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Listed {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    authors: Vec<String>,
    source: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    root: String,
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

/// `None` stands for an ordinary dependency, as opposed to one of builds or tests.
#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

/// The packages that these targets need, ours apart.
pub fn of_rust(targets: &[String]) -> Vec<Package> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let mut command = Command::new(cargo);
    command.args(["metadata", "--locked", "--format-version", "1", "--manifest-path", manifest]);
    for target in targets {
        command.args(["--filter-platform", target]);
    }
    let output = command.output().expect("cargo starts");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let Metadata { packages, resolve } = serde_json::from_slice(&output.stdout).expect("JSON");
    let shipped = shipped(&resolve);
    // Ours have no source.
    let others = packages.into_iter().filter(|listed| listed.source.is_some());
    others.map(|listed| package(shipped.contains(listed.id.as_str()), listed)).collect()
}

fn package(is_shipped: bool, listed: Listed) -> Package {
    Package {
        name: listed.name,
        version: listed.version,
        license: listed.license.unwrap_or_default(),
        authors: listed.authors,
        source: listed.source.unwrap_or_default(),
        folder: listed.manifest_path.parent().expect("a folder").to_owned(),
        reason: if is_shipped { Reason::Shipped } else { Reason::Tool },
    }
}

/// The ids of the packages that ordinary dependencies lead to.
fn shipped(resolve: &Resolve) -> BTreeSet<&str> {
    let nodes: BTreeMap<_, _> = resolve.nodes.iter().map(|node| (node.id.as_str(), &node.deps)).collect();
    let (mut shipped, mut waiting) = (BTreeSet::new(), vec![resolve.root.as_str()]);
    while let Some(id) = waiting.pop() {
        if shipped.insert(id) {
            let ordinary =
                nodes[id].iter().filter(|dependency| dependency.dep_kinds.iter().any(|kind| kind.kind.is_none()));
            waiting.extend(ordinary.map(|dependency| dependency.pkg.as_str()));
        }
    }
    shipped
}

/// The folder of the pages' sources.
pub fn ui() -> PathBuf {
    npm::folder()
}

/// The packages that the pages are built from.
pub fn of_the_ui() -> Vec<Package> {
    npm::install();
    let lock = std::fs::read(ui().join("package-lock.json")).expect("a lock file");
    let lock: Value = serde_json::from_slice(&lock).expect("JSON");
    let listed = lock["packages"].as_object().expect("packages").iter();
    let is_tool = |package: &Value| package["dev"] == true || package["devOptional"] == true;
    let shipped = listed.filter(|(path, package)| !path.is_empty() && !is_tool(package));
    shipped.map(|(path, package)| ui_package(&ui().join(path), package)).collect()
}

fn ui_package(folder: &Path, listed: &Value) -> Package {
    let (_, name) = folder.to_str().and_then(|path| path.rsplit_once("node_modules/")).expect("a package");
    let text = |key: &str| listed[key].as_str().unwrap_or_default().to_owned();
    Package {
        name: name.to_owned(),
        version: text("version"),
        license: text("license"),
        authors: Vec::new(),
        source: String::new(),
        folder: folder.to_owned(),
        reason: Reason::Shipped,
    }
}
