//! Builds the UI into `OUT_DIR/ui`, which the program embeds.
//!
//! Runs `npm ci` when the lock file changed and Vite when a source of the UI changed.
//! `PARAGRAF_UI_DIST=folder` uses a finished bundle instead and needs no Node.

#![expect(clippy::print_stderr, reason = "build scripts report to cargo on standard error")]

use std::collections::hash_map::DefaultHasher;
use std::ffi::OsStr;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::{env, fs};

/// The folder of the sources of the pages, from the folder of this package.
const UI: &str = "../../ui";

/// Sources of the bundle in it.
const INPUTS: [&str; 11] = [
    "src", "public", "index.html", "landing.html", "document.html", "minify.ts", "package.json", "package-lock.json",
    "prerender.ts", "tsconfig.json", "vite.config.ts",
];

/// Templates that the server fills in, and the texts of its pages.
const READ_BY_SERVER: [&str; 6] =
    ["index.html", "landing.en.html", "landing.ro.html", "document.html", "texts.en.json", "texts.ro.json"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=PARAGRAF_UI_DIST");
    set_build_version();
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("ui");
    match env::var_os("PARAGRAF_UI_DIST") {
        Some(dist) => take_ready_bundle(Path::new(&dist), &out),
        None => build_bundle(Path::new(UI), &out),
    }
}

/// Sets `PARAGRAF_BUILD` to `version+commit` and `PARAGRAF_LONG_VERSION` to `version (commit day)` in a release build, or
/// both to the version outside a checkout. A development build has the word `dev` for the commit, so that a commit alone
/// rebuilds nothing.
fn set_build_version() {
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let (commit, day) = if env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        (Some("dev".to_owned()), None)
    } else {
        for path in ["HEAD", "logs/HEAD"] {
            if let Some(path) = git(&["rev-parse", "--git-path", path]) {
                println!("cargo::rerun-if-changed={path}");
            }
        }
        // Of a fixed length: git's own choice depends on how much a checkout has.
        (git(&["rev-parse", "--short=10", "HEAD"]), git(&["show", "--no-patch", "--format=%cs", "HEAD"]))
    };
    let build = commit.as_ref().map_or(version.clone(), |commit| format!("{version}+{commit}"));
    let details: Vec<_> = commit.into_iter().chain(day).collect();
    let long = if details.is_empty() { version } else { format!("{version} ({})", details.join(" ")) };
    println!("cargo::rustc-env=PARAGRAF_BUILD={build}");
    println!("cargo::rustc-env=PARAGRAF_LONG_VERSION={long}");
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn take_ready_bundle(dist: &Path, out: &Path) {
    println!("cargo::rerun-if-changed={}", dist.display());
    if let Some(missing) = READ_BY_SERVER.iter().find(|name| !dist.join(name).exists()) {
        refuse(&format!(
            "PARAGRAF_UI_DIST={} has no {missing}; set it to the output folder of `vite build`.",
            dist.display()
        ));
    }
    drop(fs::remove_dir_all(out));
    copy(dist, out).unwrap_or_else(|error| refuse(&format!("cannot copy the bundle from {}: {error}", dist.display())));
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn build_bundle(ui: &Path, out: &Path) {
    for input in INPUTS {
        println!("cargo::rerun-if-changed={}", ui.join(input).display());
    }
    let built = hash_of(INPUTS.map(|input| ui.join(input)).to_vec());
    let stamp = out.with_extension("stamp");
    if READ_BY_SERVER.iter().all(|name| out.join(name).exists())
        && fs::read_to_string(&stamp).is_ok_and(|text| text == built)
    {
        return;
    }
    check_node();
    install(ui);
    let vite = ui.join("node_modules/vite/bin/vite.js").canonicalize();
    let vite = vite.unwrap_or_else(|error| {
        refuse(&format!("cannot find Vite in the UI's packages ({error}); remove ui/node_modules and build again."))
    });
    run(
        Command::new("node")
            .arg(vite)
            .args(["build", "--logLevel", "error", "--emptyOutDir", "--outDir"])
            .arg(out)
            .current_dir(ui),
        "building the UI",
    );
    fs::write(stamp, built).unwrap_or_else(|error| refuse(&format!("cannot record the build of the UI: {error}")));
}

/// Runs `npm ci` unless the installed packages match the lock file.
fn install(ui: &Path) {
    let wanted = hash_of(vec![ui.join("package-lock.json")]);
    let stamp = ui.join("node_modules/.paragraf-lock");
    if fs::read_to_string(&stamp).is_ok_and(|text| text == wanted) {
        return;
    }
    run(
        Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(ui),
        "installing the UI's packages",
    );
    fs::write(stamp, wanted).unwrap_or_else(|error| refuse(&format!("cannot record the packages of the UI: {error}")));
}

fn check_node() {
    let version =
        Command::new("node").arg("--version").output().ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let parsed = version.as_deref().and_then(|text| {
        let mut numbers = text.trim().trim_start_matches('v').split('.').map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    });
    // Requirement of the locked version of Vite.
    let fits = |version: (u32, u32)| matches!(version, (20, 19..) | (22, 12..) | (23.., _));
    if !parsed.is_some_and(fits) {
        let found = version.map_or("not found".to_owned(), |version| format!("found {}", version.trim()));
        refuse(&format!(
            "the UI needs Node.js 20.19, 22.12 or newer ({found}); install it, or set PARAGRAF_UI_DIST to a ready bundle."
        ));
    }
}

/// Runs a command and shows its output only if it fails.
fn run(command: &mut Command, attempted: &str) {
    match command.output() {
        Ok(output) if output.status.success() => {}
        Ok(output) => refuse(&format!(
            "{attempted} failed:\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )),
        Err(error) => refuse(&format!("{attempted} failed: cannot start {:?}: {error}", command.get_program())),
    }
}

fn refuse(sentence: &str) -> ! {
    println!("cargo::error={}", sentence.replace('\n', " / "));
    eprintln!("{sentence}");
    exit(1)
}

/// A hash of the names and contents of these files and folders.
fn hash_of(mut paths: Vec<PathBuf>) -> String {
    let mut hasher = DefaultHasher::new();
    while let Some(path) = paths.pop() {
        if path.file_name() == Some(OsStr::new(".DS_Store")) {
            continue;
        }
        if path.is_dir() {
            let mut inner: Vec<_> =
                fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
            inner.sort();
            paths.extend(inner);
        } else {
            hasher.write(path.to_string_lossy().as_bytes());
            hasher.write(&fs::read(&path).unwrap_or_default());
        }
    }
    format!("{:016x}", hasher.finish())
}
