//! The configuration of proxies in the documents, checked by the proxies themselves.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Tests run side by side, and two of them may need the same program.
static UNPACKING: Mutex<()> = Mutex::new(());

/// A program of one of Debian's packages: installed, or unpacked into the build folder without being installed, so
/// that no service starts. `None` where neither is possible.
fn program(name: &str, packages: &[&str]) -> Option<PathBuf> {
    let installed = ["/usr/bin", "/usr/sbin", "/usr/local/bin"].map(|folder| Path::new(folder).join(name));
    if let Some(found) = installed.into_iter().find(|path| path.exists()) {
        return Some(found);
    }
    let _turn = UNPACKING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let find = || ["usr/bin", "usr/sbin"].map(|bin| folder.join(bin).join(name)).into_iter().find(|path| path.exists());
    if find().is_none() {
        std::fs::create_dir_all(&folder).ok()?;
        let script = format!(
            "apt-get download -q {0} || {{ apt-get update -qq && apt-get download -q {0}; }}\n\
             for package in *.deb; do dpkg-deb --extract \"$package\" . || exit 1; rm \"$package\"; done",
            packages.join(" ")
        );
        Command::new("sh").args(["-c", &script]).current_dir(&folder).output().ok()?;
    }
    find()
}

/// How the proxy judges a block; `None` without the proxy.
pub fn validate_caddyfile(text: &str) -> Option<Result<(), String>> {
    let caddy = program("caddy", &["caddy"])?;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Caddyfile");
    std::fs::write(&file, text).expect("a file");
    let mut command = Command::new(caddy);
    command.args(["validate", "--adapter", "caddyfile", "--config"]).arg(file).env("HOME", folder.path());
    Some(judged(command))
}

/// As [`validate_caddyfile`]. The certificate of the block is made, and a socket takes the place of its port.
pub fn validate_nginx(text: &str) -> Option<Result<(), String>> {
    let nginx = program("nginx", &["nginx", "nginx-common"])?;
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let made = rcgen::generate_simple_self_signed(["paragraf.example.ro".to_owned()]).expect("a certificate");
    let mut site = text.replace("listen 443 ssl", &format!("listen unix:{} ssl", path("socket").display()));
    for (name, content) in [("fullchain.pem", made.cert.pem()), ("privkey.pem", made.signing_key.serialize_pem())] {
        std::fs::write(path(name), content).expect("a file");
        let named = format!("/etc/letsencrypt/live/paragraf.example.ro/{name}");
        assert!(text.contains(&named), "the block names {named}");
        site = site.replace(&named, &path(name).display().to_string());
    }
    for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"] {
        site += &format!("{kind}_temp_path {};\n", path(kind).display());
    }
    let config = format!("pid {};\nerror_log stderr;\nevents {{}}\nhttp {{\n{site}}}\n", path("pid").display());
    std::fs::write(path("nginx.conf"), config).expect("a file");
    let mut command = Command::new(nginx);
    command.arg("-t").arg("-c").arg(path("nginx.conf")).arg("-p").arg(folder.path());
    Some(judged(command))
}

fn judged(mut command: Command) -> Result<(), String> {
    let output = command.output().expect("the proxy runs");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(printed) }
}

#[test]
fn a_block_that_a_proxy_refuses_is_found() {
    // The line that the README had.
    let on_one_line = validate_caddyfile("paragraf.example.ro { reverse_proxy 127.0.0.1:8080 }\n");
    assert!(on_one_line.is_none_or(|judged| judged.is_err()));
}
