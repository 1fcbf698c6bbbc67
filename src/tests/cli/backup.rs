use paragraf::clock::Clock;
use paragraf::ops::Actor;

use super::json_lines;
use crate::support::binary::Home;

#[test]
fn a_backup_of_the_running_server_is_verified_and_restored_and_the_old_store_kept() {
    let home = Home::new();
    home.write("articles.jsonl", json_lines(5));
    home.write("more.jsonl", json_lines(9));
    let server = home.serve(&[]);
    home.ok(&["import", "articles.jsonl"]);
    let made = home.ok(&["--json", "backup", "create"]);
    let made: serde_json::Value = serde_json::from_str(&made).expect("JSON");
    let name = made["name"].as_str().expect("a name");
    home.ok(&["import", "more.jsonl"]);

    assert!(home.ok(&["backup", "verify", name]).contains("is sound: 5 articles"));
    assert!(home.ok(&["backup", "list"]).contains(name));
    let refused = home.run(&["backup", "restore", name]);
    assert_eq!(refused.code, 3);
    assert!(refused.err.contains("the server is running; stop it"), "{}", refused.err);
    assert_eq!(server.stop(), 0);

    let restored = home.ok(&["backup", "restore", name]);
    assert!(restored.contains("5 articles") && restored.contains("kept as"), "{restored}");
    assert!(home.ok(&["articles", "list"]).ends_with("5 articles\n"));
    let kept = std::fs::read_dir(home.data()).expect("the data folder").map(|entry| entry.expect("an entry").path());
    let kept = kept.filter(|path| path.to_string_lossy().contains("before-restore")).collect::<Vec<_>>();
    let kept = kept.first().expect("the old store").display().to_string();
    assert!(home.ok(&["backup", "verify", &kept]).contains("is sound: 9 articles"));
}

/// The bench `faults` flips two hundred bits.
#[tokio::test]
async fn each_changed_bit_of_a_backup_is_found() {
    let home = Home::new();
    home.write("articles.jsonl", json_lines(30));
    home.ok(&["import", "articles.jsonl"]);
    let made = home.ok(&["--json", "backup", "create"]);
    let made: serde_json::Value = serde_json::from_str(&made).expect("JSON");
    let path = std::path::PathBuf::from(made["path"].as_str().expect("a path"));
    let path = home.path().join(path);
    let sound = std::fs::read(&path).expect("the backup");
    let verify = || paragraf::ops::backup::verify(&Actor::System, &Clock::System, path.clone());
    assert_eq!(verify().await.expect("a check").findings, []);
    for trial in 0..20 {
        let mut altered = sound.clone();
        let bit = sound.len() * 8 / 20 * trial + trial * 37;
        altered[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, altered).expect("an altered backup");
        let findings = verify().await.expect("a check").findings;
        assert!(findings.iter().any(|found| found.problem.contains("SHA-256")), "bit {bit}: {findings:?}");
    }
    let altered = home.run(&["backup", "verify", path.to_str().expect("text")]);
    assert!(altered.code == 1 && altered.out.contains("is NOT sound"), "{altered:?}");
    let refused = home.run(&["backup", "restore", path.to_str().expect("text")]);
    assert!(refused.code == 1 && refused.err.contains("nothing was changed"), "{refused:?}");
}

#[test]
fn a_backup_without_its_checksum_is_still_checked_page_by_page() {
    let home = Home::new();
    home.write("articles.jsonl", json_lines(30));
    home.ok(&["import", "articles.jsonl"]);
    let made = home.ok(&["--json", "backup", "create"]);
    let made: serde_json::Value = serde_json::from_str(&made).expect("JSON");
    let path = home.path().join(made["path"].as_str().expect("a path"));
    std::fs::remove_file(path.with_extension("redb.sha256")).expect("it had a checksum");
    let path = path.to_str().expect("text");
    assert!(home.ok(&["backup", "verify", path]).contains("no .sha256 file"));
    let mut bytes = std::fs::read(path).expect("the backup");
    let text = b"Schimbare pentru article-7";
    let at = bytes.windows(text.len()).rposition(|window| window == text).expect("a title");
    bytes[at] ^= 1;
    std::fs::write(path, bytes).expect("an altered backup");
    let refused = home.run(&["backup", "verify", path]);
    assert!(refused.code == 1 && refused.err.contains("is damaged"), "{refused:?}");
}

#[test]
fn no_backup_is_made_of_a_damaged_store_and_the_server_serves_the_rest() {
    let home = Home::new();
    home.write("articles.jsonl", json_lines(5));
    home.ok(&["import", "articles.jsonl"]);
    let store = home.data().join("paragraf.redb");
    let mut bytes = std::fs::read(&store).expect("the store");
    let text = b"Schimbare pentru article-3";
    let places: Vec<_> = (0..bytes.len() - text.len()).filter(|at| bytes[*at..].starts_with(text)).collect();
    places.into_iter().for_each(|at| bytes[at] ^= 1);
    std::fs::write(&store, bytes).expect("an altered store");
    let server = home.serve(&[]);
    let status = home.ok(&["status"]);
    assert!(status.contains("4 published") && status.contains("the article article-3 is damaged"), "{status}");
    let refused = home.run(&["backup", "create"]);
    assert!(refused.code == 1 && refused.err.contains("paragraf.redb is not a Paragraf store or is damaged"));
    assert!(!home.data().join("backups").exists() || home.ok(&["backup", "list"]).contains("no backups yet"));
    home.ok(&["import", "articles.jsonl"]);
    assert!(home.ok(&["status"]).contains("5 published"));
    home.ok(&["backup", "create"]);
    let (code, log) = server.stop_with_log();
    let named = log.iter().filter(|line| line.contains("article-3 is damaged")).count();
    assert_eq!((code, named), (0, 0), "it was named once, before the server was ready: {log:?}");
}

#[test]
fn a_server_clears_away_what_a_killed_process_left_of_a_backup_or_restore() {
    let home = Home::new();
    home.write("data/backups/paragraf-1.unchecked", "half");
    home.write("data/backups/paragraf-1.unchecked.partial", "half");
    home.write("data/backups/paragraf-1.redb.sha256", "0  paragraf-1.redb");
    home.write("data/restoring.redb", "half");
    assert_eq!(home.serve(&[]).stop(), 0);
    assert_eq!(std::fs::read_dir(home.data().join("backups")).expect("the folder").count(), 0);
    assert!(!home.data().join("restoring.redb").exists());
}

#[test]
fn a_file_that_is_no_backup_is_refused_and_changes_nothing() {
    let home = Home::new();
    home.write("articles.jsonl", json_lines(2));
    home.ok(&["import", "articles.jsonl"]);
    home.write("letter.redb", "dear friend");
    for command in ["verify", "restore"] {
        let ran = home.run(&["backup", command, "letter.redb"]);
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.err.contains("letter.redb is not a Paragraf store or is damaged"), "{}", ran.err);
        let missing = home.run(&["backup", command, "nowhere.redb"]);
        assert!(missing.code == 1 && missing.err.contains("cannot read nowhere.redb"), "{}", missing.err);
    }
    home.write("empty.redb", "");
    for command in ["verify", "restore"] {
        let empty = home.run(&["backup", command, "empty.redb"]);
        assert!(empty.code == 1 && empty.err.contains("empty.redb is not a Paragraf store"), "{}", empty.err);
    }
    assert!(home.ok(&["articles", "list"]).ends_with("2 articles\n"));
}
