//! Servers and commands that are killed while they make, store or restore a backup.

use std::path::Path;
use std::process::Stdio;

use super::{import_articles, json_lines};
use crate::support::binary::{Home, wait_for_exit};
use crate::support::eventually::{eventually, eventually_blocking};
use crate::support::large_secrets;
use crate::support::stand_in_s3::{Manner, StandInS3};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_killed_while_it_stores_a_backup_stores_it_after_its_restart() {
    let (home, storage) = (Home::new(), StandInS3::start().await);
    let made = home.ok(&["backup", "key", "copies.key"]);
    let public = made.split('"').nth(1).expect("the public key");
    let settings = storage.settings();
    home.write("paragraf.toml", format!("[backup]\nschedule = \"00:00\"\nrecipient = \"{public}\"\n{settings}"));
    import_articles(&home, 5);
    storage.behave(Manner::Waits);
    let server = home.serve(&[]);
    let name = eventually("a backup has its name", async || {
        let entries = std::fs::read_dir(home.data().join("backups")).into_iter().flatten().flatten();
        let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.find(|name| name.ends_with(".age"))
    })
    .await;
    // The store has a record of it by then.
    eventually("the backup is sent", async || storage.has_waited().then_some(())).await;
    server.kill();
    assert_eq!(storage.names(), [""; 0]);

    storage.behave(Manner::Honest);
    let server = home.serve(&[]);
    eventually("the storage has a backup", async || storage.names().first().map(drop)).await;
    assert_eq!(server.stop(), 0);
    let listed = home.json(&["backup", "list"]);
    let is_listed = listed.as_array().is_some_and(|listed| listed.iter().any(|backup| backup["name"] == name.as_str()));
    assert!(is_listed, "{name}: {listed}");
    let check = home.json(&["backup", "verify", "s3:latest", "--identity", "copies.key"]);
    assert_eq!((&check["articles"], &check["findings"]), (&serde_json::json!(5), &serde_json::json!([])));
    let restored = home.ok(&["backup", "restore", "s3:latest", "--identity", "copies.key"]);
    assert!(restored.contains("5 articles"), "{restored}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_parts_that_a_killed_server_sent_are_removed_by_the_next_upload() {
    let (home, storage) = (Home::new(), StandInS3::start().await);
    let made = home.ok(&["backup", "key", "copies.key"]);
    let public = made.split('"').nth(1).expect("the public key");
    let large = large_secrets::write(home.path());
    let [sms, captcha, explain, hook] = large.as_slice() else { panic!("four files") };
    let settings = format!(
        "[backup]\nrecipient = \"{public}\"\n{}[sms]\nsecret_file = {sms:?}\n[captcha]\nsecret_file = {captcha:?}\n\
         [explain]\napi_key_file = {explain:?}\n[accounts]\nhook_secret_file = {hook:?}\n",
        storage.settings()
    );
    home.write("paragraf.toml", settings);
    import_articles(&home, 5);
    storage.behave(Manner::Waits);
    let server = home.serve(&[]);
    let mut creating = home.command(&["backup", "create"]);
    let mut creating = creating.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    eventually("the first part is sent", async || storage.has_waited().then_some(())).await;
    server.kill();
    assert_ne!(wait_for_exit(&mut creating, "the command ends"), Some(0));
    assert!(storage.has_parts(), "the upload has begun");

    storage.behave(Manner::Honest);
    assert!(home.ok(&["backup", "create"]).contains("the storage has it too"));
    assert_eq!((storage.names().len(), storage.has_parts()), (1, false));
}

/// Runs the command and kills it when a file with such a name is in the folder, or lets it end before.
fn kill_at(home: &Home, args: &[&str], folder: &Path, name: &str) {
    let mut command = home.command(args);
    let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    let is_there = || {
        let mut entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.any(|entry| entry.file_name().to_string_lossy().contains(name))
    };
    eventually_blocking("the step is reached, or all are done", || {
        (is_there() || running.try_wait().expect("its state").is_some()).then_some(())
    });
    running.kill().ok();
    running.wait().expect("it has ended");
}

#[test]
fn a_backup_that_is_killed_in_any_step_leaves_only_sound_ones() {
    let home = Home::new();
    let made = home.ok(&["backup", "key", "copies.key"]);
    let public = made.split('"').nth(1).expect("the public key");
    home.write("paragraf.toml", format!("[backup]\nrecipient = \"{public}\"\n"));
    import_articles(&home, 600);
    let folder = home.data().join("backups");
    let listed = || {
        let listed = home.json(&["backup", "list"]);
        let names = listed.as_array().expect("a list").iter();
        names.map(|backup| backup["name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    let making = folder.join("making");
    for (place, name) in [
        (&making, "paragraf.redb"),
        (&making, "packed"),
        (&making, "restored.redb"),
        (&folder, ".partial"),
        (&folder, ".sha256"),
    ] {
        kill_at(&home, &["backup", "create"], place, name);
        for backup in listed() {
            home.ok(&["backup", "verify", &backup, "--identity", "copies.key"]);
            home.ok(&["backup", "remove", &backup]);
        }
    }
    home.ok(&["backup", "create"]);
    let names = std::fs::read_dir(&folder).expect("the folder").flatten().map(|entry| entry.file_name());
    let names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    let is_left = |name: &&String| !name.ends_with(".age") && !name.ends_with(".age.sha256");
    assert_eq!(names.iter().filter(is_left).count(), 0, "{names:?}");
    assert_eq!((names.len(), listed().len()), (2, 1), "{names:?}");
}

#[test]
fn a_restore_that_is_killed_in_any_step_leaves_the_old_store_or_the_new_one() {
    for step in ["restoring.redb", "before-restore"] {
        let home = Home::new();
        home.write("articles.jsonl", json_lines(400));
        home.write("more.jsonl", json_lines(405));
        home.ok(&["import", "articles.jsonl"]);
        home.ok(&["backup", "create"]);
        home.ok(&["import", "more.jsonl"]);
        kill_at(&home, &["backup", "restore", "latest"], &home.data(), step);
        let listed = home.ok(&["articles", "list"]);
        assert!(["\n400 articles\n", "\n405 articles\n"].iter().any(|end| listed.ends_with(end)), "{step}");
        home.ok(&["backup", "restore", "latest"]);
        assert!(home.ok(&["articles", "list"]).ends_with("\n400 articles\n"), "{step}");
    }
}
