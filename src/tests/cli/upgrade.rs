//! `paragraf upgrade` against a service that a stand-in for systemd runs.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::json_lines;
use crate::support::binary::{Home, Ran, wait_for_exit};
use crate::support::install::find_or_install;

const SYSTEMCTL: &str = include_str!("../docs/systemctl.py");

/// A home with an installed service. Its programs are scripts that run the real one.
struct Installation {
    home: Home,
}

impl Installation {
    /// With a server that has one article.
    fn started() -> Self {
        let found = find_or_install("python3", || Path::new("/usr/bin/python3").exists().then(PathBuf::new));
        assert!(found.is_some(), "this test needs Python 3; on Debian `apt-get install python3`");
        let installation = Self { home: Home::new() };
        installation.program("systemctl.py", SYSTEMCTL);
        let stand_in = installation.home.path().join("systemctl.py");
        installation.program("bin/systemctl", &mortal("systemctl", &stand_in.display().to_string()));
        installation.program("paragraf", &real("the present one"));
        installation.program("new", &real("the new one"));
        let home = &installation.home;
        home.write("run/calls", "");
        let program = home.path().join("paragraf");
        let unit = format!(
            "[Service]\nUser=paragraf\nWorkingDirectory=/\nExecStart={} serve --listen 127.0.0.1:0\n",
            program.display()
        );
        home.write("etc/systemd/system/paragraf.service", unit);
        home.write("one.jsonl", json_lines(1));
        home.write("two.jsonl", json_lines(2));
        installation.systemctl("start");
        home.ok(&["import", "one.jsonl"]);
        installation
    }

    fn program(&self, name: &str, script: &str) {
        let path = self.home.write(name, script);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("its owner may do this");
    }

    /// The environment in which systemctl is the stand-in.
    fn with_stand_in(&self, command: &mut Command) {
        let bin = self.home.path().join("bin");
        command.env("PATH", format!("{}:/usr/bin:/bin", bin.display())).env("MACHINE_ROOT", self.home.path());
    }

    fn systemctl(&self, verb: &str) {
        let mut systemctl = Command::new(self.home.path().join("bin/systemctl"));
        systemctl.args([verb, "paragraf"]).current_dir(self.home.path()).env_clear();
        self.with_stand_in(&mut systemctl);
        assert!(systemctl.status().expect("Python").success(), "systemctl {verb}");
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = self.home.command(arguments);
        self.with_stand_in(&mut command);
        Ran::from(command.output().expect("the program runs"))
    }

    fn upgrade(&self, arguments: &[&str]) -> Ran {
        self.run(&[&["upgrade"], arguments].concat())
    }

    fn upgraded(&self, arguments: &[&str]) -> String {
        let ran = self.upgrade(arguments);
        assert_eq!(ran.code, 0, "{arguments:?}: {}{}", ran.out, ran.err);
        ran.out
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.home.path().join(name)).unwrap_or_default()
    }

    /// The number of articles that the running server has.
    fn articles(&self) -> u64 {
        let status: serde_json::Value = serde_json::from_str(&self.home.ok(&["--json", "status"])).expect("JSON");
        assert_eq!(status["serving"], true);
        status["published"].as_u64().expect("a number")
    }

    /// Kills the update with SIGKILL when it calls a program with these arguments.
    fn upgrade_killed_at(&self, arguments: &str) {
        self.home.write("kill", arguments);
        let ran = self.upgrade(&["--to", "new"]);
        assert!(ran.code == -1 && !self.home.path().join("kill").exists(), "{arguments}: {ran:?}");
    }

    fn can_write(&self) -> bool {
        self.home.run(&["topics", "set", "munca", "--ro", "Muncă", "--en", "Work"]).code == 0
    }
}

impl Drop for Installation {
    fn drop(&mut self) {
        self.systemctl("stop");
    }
}

fn real(comment: &str) -> String {
    mortal(comment, env!("CARGO_BIN_EXE_paragraf"))
}

/// A script that runs the program. When called with the arguments in the file `kill` beside it or above it, it kills the
/// caller instead.
fn mortal(comment: &str, program: &str) -> String {
    format!(
        "#!/bin/sh\n# {comment}\n\
         for file in \"${{0%/*}}/kill\" \"${{0%/*}}/../kill\"; do\n\
         if [ -e \"$file\" ]; then case \"$*\" in *\"$(cat \"$file\")\"*) rm \"$file\"; kill -9 $PPID; exit 1;; esac; fi\n\
         done\nexec {program} \"$@\"\n"
    )
}

#[test]
fn an_update_keeps_the_pair_and_a_late_return_says_what_it_loses() {
    let installation = Installation::started();
    let printed = installation.upgraded(&["--to", "new"]);
    assert!(printed.starts_with("updated from "), "{printed}");
    assert_eq!(installation.text("paragraf"), real("the new one"));
    assert_eq!(installation.text("paragraf.previous"), real("the present one"));
    assert!(installation.can_write(), "the maintenance is over");
    installation.home.ok(&["import", "two.jsonl"]);
    let again = installation.upgrade(&["--to", "new"]);
    assert!(again.code == 1 && again.err.contains("is the installed program already"), "{}", again.err);
    let asked = installation.upgrade(&["--back"]);
    assert!(asked.code == 1 && asked.err.contains("loses what was written since the update"), "{}", asked.err);
    assert_eq!(installation.articles(), 2);
    assert!(installation.upgraded(&["--back", "--yes"]).starts_with("returned to "));
    assert_eq!((installation.text("paragraf"), installation.articles()), (real("the present one"), 1));
    assert!(installation.can_write());
    let nothing = installation.upgrade(&["--back"]);
    assert!(nothing.code == 1 && nothing.err.contains("nothing to return to"), "{}", nothing.err);
}

#[test]
fn a_program_that_does_not_start_is_replaced_by_the_one_before() {
    let installation = Installation::started();
    let serves_not = format!(
        "#!/bin/sh\ncase \"$*\" in *serve*) echo 'error: no' >&2; exit 1;; esac\nexec {} \"$@\"\n",
        env!("CARGO_BIN_EXE_paragraf")
    );
    installation.program("bad", &serves_not);
    let failed = installation.upgrade(&["--to", "bad"]);
    assert!(failed.code == 3 && failed.err.contains("returning to the present one"), "{}{}", failed.out, failed.err);
    assert_eq!((installation.text("paragraf"), installation.articles()), (real("the present one"), 1));
    assert!(installation.can_write());
    let refuses = "#!/bin/sh\necho 'error: server.listen is gone' >&2\nexit 1\n";
    installation.program("bad", refuses);
    let failed = installation.upgrade(&["--to", "bad"]);
    assert!(failed.code == 3 && failed.err.contains("server.listen is gone"), "{}", failed.err);
    installation.program("bad", "#!/bin/sh\nexit 0\n");
    let failed = installation.upgrade(&["--to", "bad"]);
    assert!(failed.code == 3 && failed.err.contains("prints no description of itself"), "{}", failed.err);
    assert!(installation.can_write(), "nothing was begun");
}

#[test]
fn between_the_steps_of_a_package_nothing_is_written_and_both_ways_are_open() {
    let installation = Installation::started();
    installation.upgraded(&["--prepare"]);
    assert!(!installation.can_write() && installation.articles() == 1, "readers are served");
    let status = installation.run(&["status"]).out;
    assert!(status.contains("an update is not finished; finish it with `paragraf upgrade --finish`"), "{status}");
    let ended = installation.run(&["maintenance", "off"]);
    assert!(ended.code == 1 && ended.err.contains("a return from it would lose"), "{ended:?}");
    // What dpkg does.
    installation.program("unpacked", &real("the new one"));
    let of = |name: &str| installation.home.path().join(name);
    std::fs::rename(of("unpacked"), of("paragraf")).expect("a rename");
    let other = installation.upgrade(&["--to", "new"]);
    assert!(other.code == 1 && other.err.contains("--finish"), "{}", other.err);
    installation.upgraded(&["--finish"]);
    assert!(installation.can_write());
    // An update of a server that is stopped keeps the pair too.
    installation.systemctl("stop");
    installation.upgraded(&["--prepare"]);
    installation.systemctl("start");
    assert!(!installation.can_write(), "also in a server that starts meanwhile");
    installation.upgraded(&["--back"]);
    assert!(installation.can_write() && installation.articles() == 1, "the package was not unpacked");
}

#[test]
fn a_return_from_an_unfinished_update_that_took_writes_asks() {
    let installation = Installation::started();
    installation.upgraded(&["--prepare"]);
    installation.program("paragraf", &real("the new one"));
    let ended = installation.run(&["maintenance", "off"]);
    assert!(ended.code == 1 && ended.err.contains("a return from it would lose"), "{ended:?}");
    // As an earlier version did.
    std::fs::remove_file(installation.home.data().join("maintenance.json")).expect("the state");
    installation.systemctl("restart");
    installation.home.ok(&["import", "two.jsonl"]);
    let asked = installation.upgrade(&["--back"]);
    assert!(asked.code == 1 && asked.err.contains("loses what was written since the update"), "{}", asked.err);
    assert_eq!(installation.articles(), 2);
    installation.upgraded(&["--back", "--yes"]);
    assert_eq!((installation.text("paragraf"), installation.articles()), (real("the present one"), 1));
    assert!(installation.can_write());
}

#[test]
fn an_update_that_is_killed_at_any_step_leaves_a_working_pair_and_both_ways() {
    for step in ["maintenance on", "upgrade-step keep-store", "restart", "upgrade-step ready", "maintenance off"] {
        let installation = Installation::started();
        installation.upgrade_killed_at(step);
        // As after a power cut.
        installation.systemctl("restart");
        assert_eq!(installation.articles(), 1, "{step}");
        installation.upgraded(&["--back", "--yes"]);
        assert_eq!((installation.text("paragraf"), installation.articles()), (real("the present one"), 1), "{step}");
        assert!(installation.can_write(), "{step}");
        installation.upgrade_killed_at(step);
        let is_replaced = installation.text("paragraf") == real("the new one");
        installation.upgraded(if is_replaced { &["--finish"] } else { &["--to", "new"] });
        assert_eq!((installation.text("paragraf"), installation.articles()), (real("the new one"), 1), "{step}");
        assert!(installation.can_write(), "{step}");
    }
}

#[test]
fn a_rehearsal_compares_two_programs_on_copies_and_leaves_nothing() {
    let home = Home::new();
    home.write("articles.jsonl", json_lines(3));
    let server = home.serve(&[]);
    home.ok(&["import", "articles.jsonl"]);
    let run = |script: &str| {
        let new = home.write("new", script);
        std::fs::set_permissions(new, std::fs::Permissions::from_mode(0o755)).expect("its owner may do this");
        home.run(&["--json", "upgrade", "--rehearse", "new"])
    };
    let ran = run(&real("the new one"));
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err));
    assert_eq!((ran.code, &report["broken"]), (0, &serde_json::json!([])), "{}", ran.out);
    let requests = report["requests"].as_u64().expect("a number");
    assert!(requests > 60 && report["pages"].as_u64().expect("a number") >= 4, "{report}");
    // Some answers have the second in which they were made.
    assert!(report["same"].as_u64().expect("a number") * 10 >= requests * 9, "{report}");
    assert!(report["new"]["start_millis"].is_u64() && report["present"]["median_micros"].is_u64(), "{report}");
    let refused = run("#!/bin/sh\necho 'error: server.listen is gone' >&2\nexit 1\n");
    assert!(refused.code == 1 && refused.err.contains("server.listen is gone"), "{}", refused.err);
    let silent = run("#!/bin/sh\nexit 1\n");
    let expected = "refuses the present configuration: it ended without a message (exit status: 1)";
    assert!(silent.code == 1 && silent.err.contains(expected), "{}", silent.err);
    let unread =
        run("#!/bin/sh\ncase \"$*\" in *'config check') exit 0;; esac\necho 'articles a: no such field'\nexit 1\n");
    let expected = "the new program refuses a part of the store: articles a: no such field";
    assert!(unread.code == 1 && unread.err.contains(expected), "{}", unread.err);
    let accepts = "#!/bin/sh\ncase \"$*\" in *'config check' | *'backup verify'*) exit 0;; esac\n";
    let other = run(&format!("{accepts}exit 0\n"));
    assert!(other.code == 1 && other.err.contains("prints no description of itself"), "{}", other.err);
    let description = r#"case "$*" in *describe) echo '{"version":"9","schema":1}'; exit 0;; esac"#;
    let dies = run(&format!("{accepts}{description}\necho 'error: the store is newer' >&2\nexit 1\n"));
    assert!(dies.code == 3 && dies.err.contains("the store is newer"), "{}", dies.err);
    assert!(!home.data().join("rehearsal").exists(), "the copies are removed");
    let next = home.run(&["doctor", "--next", "new"]);
    assert!(next.out.contains("failed       next_store"), "{}", next.out);
    assert_eq!(server.stop(), 0);
}

#[test]
fn an_interrupted_rehearsal_leaves_no_copy_of_the_data() {
    let home = Home::with_store();
    let waits = format!(
        "#!/bin/sh\ncase \"$*\" in *serve*) exec sleep 600;; esac\nexec {} \"$@\"\n",
        env!("CARGO_BIN_EXE_paragraf")
    );
    let new = home.write("new", waits);
    std::fs::set_permissions(new, std::fs::Permissions::from_mode(0o755)).expect("its owner may do this");
    for signal in ["INT", "TERM"] {
        let mut command = home.command(&["upgrade", "--rehearse", "new"]);
        let mut rehearsal = command.stderr(Stdio::piped()).spawn().expect("the command starts");
        let mut lines = BufReader::new(rehearsal.stderr.take().expect("its notes")).lines().map_while(Result::ok);
        assert!(lines.any(|line| line == "the new program answers ..."), "it waits for the new program");
        assert!(home.data().join("rehearsal").exists());
        let interrupt = format!("kill -{signal} {}", rehearsal.id());
        assert!(Command::new("sh").args(["-c", &interrupt]).status().expect("a shell").success());
        let last = lines.last().unwrap_or_default();
        assert!(last.starts_with("interrupted: "), "{signal}: {last}");
        assert_eq!(wait_for_exit(&mut rehearsal, "the command ends"), Some(130));
        assert!(!home.data().join("rehearsal").exists(), "{signal}: the copies are removed");
    }
}

#[test]
fn a_shared_database_is_not_kept_and_the_refusal_says_what_to_do() {
    let installation = Installation::started();
    installation.systemctl("stop");
    installation.home.write("paragraf.toml", "[store]\nurl = \"postgres://paragraf@127.0.0.1:1/paragraf\"\n");
    for arguments in [&["--to", "new"][..], &["--prepare"]] {
        let ran = installation.upgrade(arguments);
        assert!(ran.code == 1 && ran.err.contains("pg_dump"), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains("systemctl disable --now paragraf"), "{arguments:?}: {}", ran.err);
    }
}
