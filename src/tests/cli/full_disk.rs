//! The program on a small file system that gets full. Needs the permission to mount one.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use super::{json_lines, post};
use crate::support::binary::{Home, Server};
use crate::support::data::leave_out;
use crate::support::eventually::eventually;

/// A mounted file system; unmounted when dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts a file system of 16 MB, if this user may.
    fn mount(path: &Path) -> Option<Self> {
        std::fs::create_dir_all(path).expect("a folder");
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=16m,mode=700", "tmpfs"]).arg(path).output();
        mount.is_ok_and(|mount| mount.status.success()).then(|| Self(path.to_owned()))
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }

    /// Writes until nothing more fits.
    fn fill(&self) {
        let mut file = std::fs::File::create(self.filler()).expect("a file");
        for size in [1 << 16, 1 << 10, 1] {
            while file.write_all(&vec![1; size]).is_ok() {}
        }
    }

    fn empty(&self) {
        std::fs::remove_file(self.filler()).expect("space again");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        Command::new("umount").args(["-l".as_ref(), self.0.as_os_str()]).status().ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_stops_writes_only_and_commands_name_the_cause() {
    let home = Home::new();
    let Some(disk) = SmallDisk::mount(&home.data()) else { return leave_out("this user cannot mount") };
    home.write("articles.jsonl", json_lines(5));
    home.write("more.jsonl", json_lines(200));
    home.ok(&["import", "articles.jsonl"]);
    let mut command = home.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("PARAGRAF__LIMITS__SUBSCRIBE_PER_HOUR", "100000");
    let server = Server::start(command);
    disk.fill();
    let subscribe = server.url("/subscribe");
    let mut sent = 0;
    // The file may have room for a few more.
    eventually("a subscription is refused", async || {
        sent += 1;
        (post(&subscribe, json!({"email": format!("reader{sent}@x.ro")})).await == 503).then_some(())
    })
    .await;
    for command in [&["import", "more.jsonl"][..], &["backup", "create"]] {
        let refused = home.run(command);
        assert!(refused.code == 3 && refused.err.contains("No space left on device"), "{command:?}: {refused:?}");
    }
    for page in ["/", "/app", "/lawchanges", "/lawchanges/article-1"] {
        assert_eq!(reqwest::get(server.url(page)).await.expect("an answer").status(), 200, "{page}");
    }
    let status = home.ok(&["status"]);
    assert!(status.contains("nothing can be saved since") && status.contains("free space on the disk"), "{status}");

    disk.empty();
    eventually("subscriptions are stored again", async || {
        (post(&subscribe, json!({"email": "ana@x.ro"})).await == 200).then_some(())
    })
    .await;
    home.ok(&["import", "more.jsonl"]);
    home.ok(&["backup", "create"]);
    assert_eq!(home.json(&["status"])["outage"], json!(null));
    let (code, log) = server.stop_with_log();
    let named = log.iter().filter(|line| line.contains("nothing can be saved, readers are served")).count();
    assert_eq!((code, named), (0, 1), "the cause is logged once: {log:?}");

    disk.fill();
    let offline = home.run(&["import", "more.jsonl", "--draft"]);
    assert!(offline.code != 70, "{offline:?}");
    let restore = home.run(&["backup", "restore", "latest"]);
    assert!(restore.code == 3 && restore.err.contains("No space left on device"), "{restore:?}");
    disk.empty();
    assert!(home.ok(&["articles", "list"]).ends_with("\n200 articles\n"), "the store is the old one");
}
