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

#[test]
fn a_server_clears_away_what_a_killed_one_left_of_a_backup() {
    let home = Home::new();
    home.write("data/backups/paragraf-1.unchecked", "half");
    home.write("data/backups/paragraf-1.unchecked.partial", "half");
    assert_eq!(home.serve(&[]).stop(), 0);
    assert_eq!(std::fs::read_dir(home.data().join("backups")).expect("the folder").count(), 0);
}

#[test]
fn what_is_no_backup_is_refused_and_changes_nothing() {
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
