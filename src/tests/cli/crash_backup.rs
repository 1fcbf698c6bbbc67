//! A server that is killed while the schedule makes a backup.

use super::{json_lines, parsed};
use crate::support::binary::{Home, wait_for_exit};
use crate::support::eventually::eventually;
use crate::support::large_secrets;
use crate::support::stand_in_s3::{Manner, StandInS3};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_killed_while_it_stores_a_backup_stores_it_after_its_restart() {
    let (home, storage) = (Home::new(), StandInS3::start().await);
    let made = home.ok(&["backup", "key", "copies.key"]);
    let public = made.split('"').nth(1).expect("the public key");
    let settings = storage.settings();
    home.write("paragraf.toml", format!("[backup]\nschedule = \"00:00\"\nrecipient = \"{public}\"\n{settings}"));
    home.write("articles.jsonl", json_lines(5));
    home.ok(&["import", "articles.jsonl"]);
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
    let listed = parsed(&home.ok(&["--json", "backup", "list"]));
    let is_listed = listed.as_array().is_some_and(|listed| listed.iter().any(|backup| backup["name"] == name.as_str()));
    assert!(is_listed, "{name}: {listed}");
    let check = parsed(&home.ok(&["--json", "backup", "verify", "s3:latest", "--identity", "copies.key"]));
    assert_eq!((&check["articles"], &check["findings"]), (&serde_json::json!(5), &serde_json::json!([])));
    let restored = home.ok(&["backup", "restore", "s3:latest", "--identity", "copies.key"]);
    assert!(restored.contains("5 articles"), "{restored}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_parts_that_a_killed_server_sent_are_removed_by_the_next_upload() {
    let (home, storage) = (Home::new(), StandInS3::start().await);
    let made = home.ok(&["backup", "key", "copies.key"]);
    let public = made.split('"').nth(1).expect("the public key");
    let [sms, captcha, explain, hook] = &large_secrets::write(home.path())[..] else { panic!("four files") };
    let settings = format!(
        "[backup]\nrecipient = \"{public}\"\n{}[sms]\nsecret_file = {sms:?}\n[captcha]\nsecret_file = {captcha:?}\n\
         [explain]\napi_key_file = {explain:?}\n[accounts]\nhook_secret_file = {hook:?}\n",
        storage.settings()
    );
    home.write("paragraf.toml", settings);
    home.write("articles.jsonl", json_lines(5));
    home.ok(&["import", "articles.jsonl"]);
    storage.behave(Manner::Waits);
    let server = home.serve(&[]);
    let mut creating = home.command(&["backup", "create"]).spawn().expect("the program starts");
    eventually("the first part is sent", async || storage.has_waited().then_some(())).await;
    server.kill();
    assert_ne!(wait_for_exit(&mut creating, "the command ends"), Some(0));
    assert!(storage.has_parts(), "the upload has begun");

    storage.behave(Manner::Honest);
    assert!(home.ok(&["backup", "create"]).contains("the storage has it too"));
    assert_eq!((storage.names().len(), storage.has_parts()), (1, false));
}
