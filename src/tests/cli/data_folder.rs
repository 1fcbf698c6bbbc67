//! The data folder: how it is found, who owns it, and what reading leaves behind.

use std::os::unix::fs::chown;

use super::{home_with_articles, import_articles, json_lines};
use crate::support::binary::Home;
use crate::support::install::is_root;

/// A user that has no name on this machine.
const STRANGER: u32 = 60_123;

#[test]
fn reading_commands_create_nothing_and_name_the_missing_store() {
    let home = Home::new();
    for args in
        [&["status"][..], &["articles", "list"], &["articles", "export"], &["subscribers", "export"], &["stats"]]
    {
        let ran = home.run(args);
        assert_eq!(ran.code, 1, "{args:?}: {}", ran.out);
        let folder = home.data().display().to_string();
        assert!(
            ran.err.contains(&format!("there is no store in {folder}; name the data folder with --data")),
            "{}",
            ran.err
        );
    }
    home.write("articles.jsonl", json_lines(2));
    assert!(home.ok(&["import", "--dry-run", "articles.jsonl"]).starts_with("dry run: 2 new"));
    home.ok(&["mail", "preview", "weekly_digest"]);
    assert!(!home.data().exists(), "nothing was created");
}

#[test]
fn the_configuration_names_the_data_folder() {
    let home = Home::new();
    let folder = home.path().join("elsewhere");
    home.write("paragraf.toml", format!("[store]\ndata_dir = '{}'\n", folder.display()));
    import_articles(&home, 1);
    assert!(folder.join("paragraf.redb").exists() && !home.data().exists());
    let server = home.serve(&[]);
    let status = home.ok(&["status"]);
    assert!(status.contains(&format!("data folder  {}\n", folder.display())) && status.contains("serving"), "{status}");
    assert_eq!(server.stop(), 0);
    let status = home.ok(&["status"]);
    let silent = format!("not running; nothing answers on {}\n", folder.join("run/control.sock").display());
    assert!(status.contains(&silent), "{status}");
    home.ok(&["import", "articles.jsonl", "--data", "data"]);
    assert!(home.data().exists(), "the command line overrides the configuration");
}

#[test]
fn the_demo_uses_the_configured_data_folder() {
    let home = Home::new();
    let folder = home.path().join("elsewhere");
    home.write("paragraf.toml", format!("[store]\ndata_dir = '{}'\n", folder.display()));
    let server = home.serve(&["--demo"]);
    assert!(home.ok(&["status"]).contains("78 published"), "commands find the server of the demo");
    assert_eq!(server.stop(), 0);
    assert!(folder.join("paragraf.redb").exists());
}

/// A file that root creates in the server's folder makes later backups and mails fail.
#[test]
fn a_command_of_another_user_is_refused_and_changes_nothing() {
    let home = home_with_articles(1);
    if !is_root() {
        // Only root can give files away; `/` belongs to another user than this one.
        let ran = home.run(&["articles", "list", "--data", "/root"]);
        assert!(ran.code == 1, "{}", ran.err);
        return;
    }
    let owned = |owner: u32| {
        for entry in [home.data(), home.data().join("paragraf.redb")] {
            chown(entry, Some(owner), None).expect("root may do this");
        }
    };
    owned(STRANGER);
    let before = std::fs::read_dir(home.data()).expect("a folder").count();
    for args in [
        &["articles", "list"][..],
        &["import", "articles.jsonl"],
        &["backup", "create"],
        &["serve", "--listen", "127.0.0.1:0"],
    ] {
        let ran = home.run(args);
        assert_eq!(ran.code, 1, "{args:?}");
        let expected = format!(
            "belongs to {STRANGER} and this command runs as root; run this as that user: \
             setpriv --reuid {STRANGER} --regid {STRANGER} --clear-groups paragraf"
        );
        assert!(ran.err.contains(&expected) && !ran.err.contains("sudo"), "{}", ran.err);
        // A server that starts answers soon; without one only its user may open the store.
        assert_eq!(ran.err.starts_with("error: no server answers (yet) on "), args[0] != "serve", "{}", ran.err);
    }
    assert_eq!(std::fs::read_dir(home.data()).expect("a folder").count(), before);
    // A folder that does not exist yet would belong to root inside the other user's folder.
    let inner = home.data().join("inner").display().to_string();
    let ran = home.run(&["import", "articles.jsonl", "--data", &inner]);
    assert!(ran.code == 1 && ran.err.contains("setpriv --reuid"), "{}", ran.err);
    owned(0);
    home.ok(&["articles", "list"]);
}
