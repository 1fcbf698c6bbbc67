//! A machine on which the blocks of the documents run: a folder with files of its own.
//!
//! Where this process may mount, the folder is the root of the machine, with the programs of this one: users are made,
//! files change their owner, and every path means what a reader sees. Elsewhere the folder's path is put before the
//! paths of a block, and stand-ins take the place of the programs that only root may use.

use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::install::{find_or_install, is_root};

const ENTER: &str = include_str!("enter.sh");
const SYSTEMCTL: &str = include_str!("systemctl.py");
const FOLDERS: [&str; 13] = [
    "usr", "proc", "dev", "local/bin", "local/sbin", "local/share", "etc/systemd/system", "root", "tmp", "var/lib",
    "var/tmp", "run", "run/systemd/system",
];
const ACCOUNT_FILES: [&str; 7] = ["passwd", "group", "shadow", "gshadow", "login.defs", "nsswitch.conf", "ld.so.cache"];
/// Records its call.
const RECORDER: &str = "#!/bin/sh\necho \"${0##*/} $*\" >> \"$MACHINE_ROOT/run/calls\"\n";
/// Installs the package of `/root/package` as Debian's apt-get does, with the scripts of the package, and records its call.
const APT_GET: &str = "#!/bin/sh
set -e
echo \"${0##*/} $*\" >> \"$MACHINE_ROOT/run/calls\"
case \"$*\" in *.deb*) ;; *) exit 0 ;; esac
installed=
if [ -e /usr/local/bin/paragraf ]; then
  installed=0.1.0-1
  sh /root/package/preinst upgrade $installed
fi
mkdir -p /etc/paragraf /etc/caddy
cp --remove-destination /root/paragraf /usr/local/bin/paragraf
test -e /etc/paragraf/paragraf.toml || cp /root/package/paragraf.toml /etc/paragraf/paragraf.toml
paragraf config unit | sed 's|^ExecStart=[^ ]*|ExecStart=/usr/local/bin/paragraf|' > /etc/systemd/system/paragraf.service
sh /root/package/postinst configure $installed
";
/// Gives the next version, whatever the package.
const DPKG_DEB: &str = "#!/bin/sh
mkdir -p \"$3/usr/bin\"
cp /root/paragraf-next \"$3/usr/bin/paragraf\"
";
/// Installs without owners, which only root may choose, and records its call.
const INSTALL: &str = "#!/bin/sh
echo \"${0##*/} $*\" >> \"$MACHINE_ROOT/run/calls\"
for argument; do
  test \"$argument\" = -d && is_folder=1
  from=$to to=$argument
done
if test $is_folder; then mkdir -p \"$to\"; else cp --remove-destination \"$from\" \"$to\"; fi
";

pub struct Machine {
    folder: tempfile::TempDir,
    /// Whether the folder is the root of the machine.
    pub is_root: bool,
}

impl Machine {
    /// A machine with the program in root's home, and stand-ins for systemd, its journal, packages and the builder.
    pub fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("pg").tempdir().expect("a folder");
        FOLDERS.iter().for_each(|name| std::fs::create_dir_all(folder.path().join(name)).expect("a folder"));
        set_mode(folder.path(), 0o755);
        set_mode(&folder.path().join("tmp"), 0o1777);
        let is_root = take_accounts(folder.path()).is_some();
        let mut machine = Self { folder, is_root };
        machine.is_root = is_root && machine.run("true").is_ok();
        let found = find_or_install("python3", || Path::new("/usr/bin/python3").exists().then(PathBuf::new));
        assert!(found.is_some(), "this test needs Python 3; on Debian `apt-get install python3`");
        machine.stand_in("systemctl", SYSTEMCTL);
        ["cargo", "curl", "journalctl"].iter().for_each(|name| machine.stand_in(name, RECORDER));
        [("apt-get", APT_GET), ("dpkg-deb", DPKG_DEB)].iter().for_each(|(name, script)| machine.stand_in(name, script));
        if !machine.is_root {
            ["useradd", "chown"].iter().for_each(|name| machine.stand_in(name, RECORDER));
            machine.stand_in("install", INSTALL);
        }
        let (program, copy) = (Path::new(env!("CARGO_BIN_EXE_paragraf")), machine.path("/root/paragraf"));
        std::fs::hard_link(program, &copy).or_else(|_| std::fs::copy(program, &copy).map(drop)).expect("the program");
        machine.put_package();
        machine
    }

    /// An empty Debian with a stand-in for systemd, which cannot run in a folder; `None` where none can be made.
    pub fn empty_debian() -> Option<Self> {
        let mmdebstrap = Path::new("/usr/bin/mmdebstrap");
        if !is_root() {
            return None;
        }
        find_or_install("mmdebstrap", || mmdebstrap.exists().then(PathBuf::new))?;
        let folder = tempfile::Builder::new().prefix("pg").tempdir().expect("a folder");
        set_mode(folder.path(), 0o755);
        let mut command = Command::new(mmdebstrap);
        // The stand-in is written in Python.
        command.args(["--quiet", "--variant=minbase", "--include=python3-minimal", &codename()]).arg(folder.path());
        command.output().is_ok_and(|output| output.status.success()).then_some(())?;
        let machine = Self { folder, is_root: true };
        std::fs::create_dir_all(machine.path("/run/systemd/system")).expect("a folder");
        // dpkg looks for programs of the system only; no package may start its service by itself.
        for (path, script) in [("/usr/bin/systemctl", SYSTEMCTL), ("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n")] {
            machine.write(path, script);
            set_mode(&machine.path(path), 0o755);
        }
        machine.run("true").is_ok().then_some(machine)
    }

    /// The files of the package, and a next version: the same program with one byte more.
    fn put_package(&self) {
        for name in ["preinst", "postinst"] {
            let script = std::fs::read_to_string(super::root().join("docs/package/scripts").join(name));
            let local = script.expect("a script").replace("/usr/bin/paragraf", "/usr/local/bin/paragraf");
            self.write(&format!("/root/package/{name}"), self.in_place(&local));
        }
        let next = self.path("/root/paragraf-next");
        std::fs::copy(env!("CARGO_BIN_EXE_paragraf"), &next).expect("the program");
        let appended = std::fs::File::options().append(true).open(&next);
        appended.and_then(|mut file| file.write_all(b"\n")).expect("the program");
    }

    fn stand_in(&self, name: &str, script: &str) {
        self.write(&format!("/usr/local/sbin/{name}"), self.in_place(script));
        set_mode(&self.path(&format!("/usr/local/sbin/{name}")), 0o755);
    }

    /// A script with the paths of this machine.
    fn in_place(&self, script: &str) -> String {
        let is_python = script == SYSTEMCTL;
        if self.is_root || is_python { script.to_owned() } else { in_folder(script, self.folder.path()) }
    }

    /// The file with this path on the machine.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path.replacen("/usr/local", "/local", 1).trim_start_matches('/'))
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, content).expect("a file");
    }

    /// The text of a file, empty without one.
    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap_or_default()
    }

    /// Runs a script of root, in its home, until a line of it fails. Returns its output, or how it failed.
    pub fn run(&self, script: &str) -> Result<String, String> {
        self.run_with(script, &["--mount"], &[])
    }

    /// As [`Machine::run`], in a network that has only its loopback, with these variables.
    pub fn run_apart(&self, script: &str, variables: &[(&str, &str)]) -> Result<String, String> {
        self.run_with(script, &["--mount", "--net"], &[variables, &[("MACHINE_APART", "yes")]].concat())
    }

    fn run_with(&self, script: &str, apart: &[&str], variables: &[(&str, &str)]) -> Result<String, String> {
        let root = self.folder.path();
        let mut command = Command::new(if self.is_root { "unshare" } else { "/bin/sh" });
        command.env_clear().env("LANG", "C.UTF-8").envs(variables.iter().copied()).stdin(Stdio::null());
        if self.is_root {
            command.args(apart).args(["/bin/sh", "-c", ENTER, "enter"]).arg(root).args(["/bin/sh", "-euc"]);
            command.arg(format!("cd /root\n{script}")).env("HOME", "/root").env("MACHINE_ROOT", "");
            command.env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin");
        } else {
            let home = self.path("/root");
            let folders = ["local/sbin", "local/bin"].map(|name| root.join(name).display().to_string());
            command.args(["-euc", &in_folder(script, root)]).current_dir(&home).env("HOME", &home);
            command.env("MACHINE_ROOT", root).env("PATH", format!("{}:/usr/sbin:/usr/bin:/bin", folders.join(":")));
            command.env("PARAGRAF_DATA", self.path("/var/lib/paragraf/data"));
            let config = self.path("/etc/paragraf/paragraf.toml");
            if config.exists() {
                command.env("PARAGRAF_CONFIG", config);
            }
        }
        let output = command.output().map_err(|error| error.to_string())?;
        let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        if output.status.success() { Ok(printed) } else { Err(format!("{}: {printed}", output.status)) }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // There may be no server.
        self.run("systemctl stop paragraf").ok();
        self.run("MACHINE_SERVICES=caddy systemctl stop caddy").ok();
    }
}

/// The text with this folder before its absolute paths. The folder's `local` is `/usr/local`.
fn in_folder(text: &str, folder: &Path) -> String {
    let mut text = text.replace("/usr/local", "/local");
    for start in ["/local", "/etc", "/var/lib", "/root"] {
        text = text.replace(start, &format!("\0{start}"));
    }
    text.replace('\0', &folder.display().to_string())
}

/// Lets the programs of this machine find their libraries and accounts; `None` if this user cannot.
fn take_accounts(folder: &Path) -> Option<()> {
    for name in ["bin", "sbin", "lib", "lib64", "lib32"] {
        if let Ok(target) = std::fs::read_link(Path::new("/").join(name)) {
            symlink(target, folder.join(name)).ok()?;
        }
    }
    for name in ACCOUNT_FILES {
        std::fs::copy(Path::new("/etc").join(name), folder.join("etc").join(name)).ok()?;
    }
    let copied = Command::new("cp").args(["-r", "/etc/pam.d", "/etc/security"]).arg(folder.join("etc")).status();
    copied.is_ok_and(|status| status.success()).then_some(())
}

/// The name of the Debian of this machine.
fn codename() -> String {
    let text = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    let codename = value("VERSION_CODENAME").filter(|_| value("ID") == Some("debian"));
    codename.unwrap_or("bookworm").to_owned()
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("its owner may do this");
}
