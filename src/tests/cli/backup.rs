use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

use paragraf::clock::Clock;
use paragraf::ops::Actor;
use paragraf::ops::backup::OpenBackup;

use super::{home_with_articles, json_lines};
use crate::support::binary::Home;
use crate::support::data::leave_out;
use crate::support::sealed_account::{KEY, put_sealed, write_key};

#[test]
fn a_restore_to_another_kind_of_database_names_the_schemes_that_are_understood() {
    let ran = Home::new().run(&["backup", "restore", "latest", "--to", "mysql://x"]);
    let expected = "--to must begin with postgres:// or postgresql://, such as postgres://paragraf@host/paragraf";
    assert!(ran.code != 0 && ran.err.contains(expected) && ran.err.contains("docs/scale.md"), "{}", ran.err);
}

#[test]
fn the_address_of_a_database_is_no_backup() {
    for command in ["restore", "verify"] {
        let ran = Home::new().run(&["backup", command, "postgres://paragraf:secret@db/paragraf"]);
        assert!(ran.code == 1 && ran.err.contains("restore latest --to postgres://"), "{ran:?}");
        assert!(!ran.err.contains("secret"), "{ran:?}");
    }
}

#[test]
fn a_backup_of_the_running_server_is_verified_and_restored_and_the_old_store_kept() {
    let home = Home::new();
    home.write("articles.jsonl", json_lines(5));
    home.write("more.jsonl", json_lines(9));
    let server = home.serve(&[]);
    home.ok(&["import", "articles.jsonl"]);
    let made = home.json(&["backup", "create"]);
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
    let home = home_with_articles(30);
    let made = home.json(&["backup", "create"]);
    let path = std::path::PathBuf::from(made["path"].as_str().expect("a path"));
    let path = home.path().join(path);
    let sound = std::fs::read(&path).expect("the backup");
    let verify = || {
        let backup = OpenBackup::open(&path).expect("the backup");
        paragraf::ops::backup::verify(&Actor::System, &Clock::System, backup)
    };
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
    let home = home_with_articles(30);
    let made = home.json(&["backup", "create"]);
    let path = home.path().join(made["path"].as_str().expect("a path"));
    let alone = home.write("alone.tar.zst", std::fs::read(&path).expect("the backup"));
    assert!(home.ok(&["backup", "verify", alone.to_str().expect("text")]).contains("no .sha256 file"));
    // The store alone, as earlier versions wrote it.
    let archive = zstd::decode_all(std::fs::File::open(&path).expect("the backup")).expect("an archive");
    let header = archive.windows(13).position(|name| name == b"paragraf.redb").expect("the store");
    let size = std::str::from_utf8(&archive[header + 124..header + 135]).expect("digits");
    let size = usize::from_str_radix(size, 8).expect("a size");
    let path = home.write("store.redb", &archive[header + 512..header + 512 + size]);
    let path = path.to_str().expect("text");
    let mut bytes = std::fs::read(path).expect("the store");
    let text = b"Schimbare pentru article-7";
    let at = bytes.windows(text.len()).rposition(|window| window == text).expect("a title");
    bytes[at] ^= 1;
    std::fs::write(path, bytes).expect("an altered backup");
    let refused = home.run(&["backup", "verify", path]);
    assert!(refused.code == 1 && refused.err.contains("is damaged"), "{refused:?}");
}

#[test]
fn no_backup_is_made_of_a_damaged_store_and_the_server_serves_the_rest() {
    let home = home_with_articles(5);
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
    home.write("data/backups/making/paragraf.redb", "half");
    home.write("data/backups/paragraf-3.tar.zst.partial", "half");
    home.write("data/restoring.redb", "half");
    home.write("data/paragraf.redb.rewriting", "half");
    assert_eq!(home.serve(&[]).stop(), 0);
    assert_eq!(std::fs::read_dir(home.data().join("backups")).expect("the folder").count(), 0);
    for left in ["restoring.redb", "paragraf.redb.rewriting"] {
        assert!(!home.data().join(left).exists(), "{left}");
    }
}

#[test]
fn the_next_backup_clears_away_what_a_killed_one_left() {
    let home = home_with_articles(1);
    assert!(home.run(&["backup", "verify", "latest"]).err.contains("there are no backups in "));
    home.write("data/backups/paragraf-1.unchecked.partial", "half");
    home.write("data/backups/paragraf-2.redb.sha256", "0  paragraf-2.redb");
    home.ok(&["backup", "create"]);
    let mut left: Vec<_> = std::fs::read_dir(home.data().join("backups")).expect("the folder").flatten().collect();
    left.retain(|entry| !entry.file_name().to_string_lossy().starts_with("paragraf-20"));
    assert_eq!(left.len(), 0, "{left:?}");
    assert!(home.ok(&["backup", "verify", "latest"]).contains("is sound: 1 article"));
}

#[test]
fn root_restores_a_file_of_its_own_for_the_owner_of_the_data_folder() {
    const OWNER: u32 = 60_125;
    let home = home_with_articles(2);
    home.ok(&["backup", "create"]);
    let mut made =
        std::fs::read_dir(home.data().join("backups")).expect("the folder").flatten().map(|entry| entry.path());
    let made = made.find(|path| path.extension().is_some_and(|extension| extension == "zst"));
    // A new machine: the folder of the service, and a copy that only root can read.
    home.write("root/copy.tar.zst", std::fs::read(made.expect("a backup")).expect("its content"));
    let private = std::fs::Permissions::from_mode(0o700);
    std::fs::set_permissions(home.path().join("root"), private).expect("its owner may do this");
    std::fs::set_permissions(home.path(), std::fs::Permissions::from_mode(0o755)).expect("its owner may do this");
    let service = home.path().join("service");
    std::fs::create_dir(&service).expect("a folder");
    if chown(&service, Some(OWNER), Some(OWNER)).is_err() {
        return leave_out("only root can give files away");
    }
    let data = service.join("data");
    let restored = home.ok(&["backup", "restore", "root/copy.tar.zst", "--data", data.to_str().expect("text")]);
    assert!(restored.contains("2 articles"), "{restored}");
    for path in [data.clone(), data.join("paragraf.redb")] {
        let found = std::fs::metadata(&path).expect("it was made");
        assert_eq!((found.uid(), found.gid()), (OWNER, OWNER), "{}", path.display());
    }
    // A folder that root has made for the service keeps root's group, which the owner may give to no file.
    let made = service.join("made");
    std::fs::create_dir(&made).expect("a folder");
    chown(&made, Some(OWNER), Some(0)).expect("root may do this");
    home.ok(&["backup", "restore", "root/copy.tar.zst", "--data", made.to_str().expect("text")]);
    assert_eq!(std::fs::metadata(made.join("paragraf.redb")).expect("it was made").uid(), OWNER);
}

#[test]
fn a_backup_and_its_restore_name_the_key_that_authenticator_apps_need() {
    let home = Home::new();
    put_sealed(&home.data());
    write_key(&home.data(), KEY);
    let made = home.ok(&["backup", "create"]);
    assert!(made.contains("the authenticator apps of 1 account need second-factors.key"), "{made}");
    let json = home.json(&["backup", "create"]);
    assert_eq!(json["accounts_with_apps"], 1);
    let restored = home.ok(&["backup", "restore", "latest"]);
    assert!(!restored.contains("attention"), "{restored}");
    let elsewhere = home.run(&["backup", "restore", json["path"].as_str().expect("a path"), "--data", "new"]);
    let expected = "second-factors.key) is missing; authenticator apps of accounts: 1; put your copy";
    assert!(elsewhere.code == 0 && elsewhere.out.contains(expected), "{elsewhere:?}");
}

#[test]
fn a_damaged_record_of_the_schema_is_no_bug_and_names_the_remedy() {
    let home = home_with_articles(2);
    let store = home.data().join("paragraf.redb");
    let sound = std::fs::read(&store).expect("the store");
    // Rows of the table, as they stand in a page: a version and a UUID.
    let is_version = |row: &[u8]| row.starts_with(b"\"1\"");
    let is_instance =
        |row: &[u8]| row[0] == b'"' && row[37] == b'"' && [9, 14, 19, 24].iter().all(|at| row[*at] == b'-');
    for is_wanted in [&is_version as &dyn Fn(&[u8]) -> bool, &is_instance] {
        let mut bytes = sound.clone();
        let tables: Vec<_> = (0..bytes.len() - 400).filter(|at| bytes[*at..].starts_with(b"schema_version")).collect();
        let rows: Vec<_> =
            tables.into_iter().flat_map(|at| at..at + 300).filter(|at| is_wanted(&bytes[*at..])).collect();
        assert!(!rows.is_empty());
        rows.into_iter().for_each(|at| bytes[at + 1] ^= 1);
        std::fs::write(&store, bytes).expect("an altered store");
        let refused = home.run(&["articles", "list"]);
        assert!(refused.code == 1 && refused.err.contains("restore a backup with"), "{refused:?}");
    }
}

#[test]
fn a_file_that_is_no_backup_is_refused_and_changes_nothing() {
    let home = home_with_articles(2);
    home.write("letter.redb", "dear friend");
    for command in ["verify", "restore"] {
        let ran = home.run(&["backup", command, "letter.redb"]);
        assert_eq!(ran.code, 1, "{}", ran.err);
        let refused = "letter.redb is not a Paragraf store or is damaged; `paragraf backup list` lists the backups";
        assert!(ran.err.contains(refused), "{}", ran.err);
        let missing = home.run(&["backup", command, "nowhere.redb"]);
        assert!(missing.code == 1 && missing.err.contains("there is no file nowhere.redb"), "{}", missing.err);
    }
    home.write("empty.redb", "");
    for command in ["verify", "restore"] {
        let empty = home.run(&["backup", command, "empty.redb"]);
        assert!(empty.code == 1 && empty.err.contains("empty.redb is not a Paragraf store"), "{}", empty.err);
    }
    assert!(home.ok(&["articles", "list"]).ends_with("2 articles\n"));
}

#[test]
fn an_encrypted_backup_brings_back_the_key_of_second_factors_and_the_configuration() {
    let home = Home::new();
    let made = home.ok(&["backup", "key", "copies.key"]);
    let public = made.split('"').nth(1).expect("the public key");
    assert!(home.run(&["backup", "key", "copies.key"]).err.contains("copies.key exists already, and no private key"));
    let secret = home.write("sms-key", "s3cret");
    let settings = format!("[backup]\nrecipient = \"{public}\"\n[sms]\nsecret_file = \"{}\"\n", secret.display());
    home.write("paragraf.toml", &settings);
    put_sealed(&home.data());
    write_key(&home.data(), KEY);
    let made = home.ok(&["backup", "create"]);
    let held = ["data/second-factors.key", "paragraf.toml", "sms-key"].map(|name| home.path().join(name));
    let held = held.map(|path| path.display().to_string()).join(", ");
    assert!(made.contains(&format!("it also holds {held}\n")), "{made}");
    assert!(made.contains("restored on trial in ") && !made.contains("not in it"), "{made}");
    let refused = home.run(&["backup", "restore", "latest"]);
    assert!(refused.code == 1 && refused.err.contains("is encrypted; name the file"), "{refused:?}");

    let name = home.json(&["backup", "list"]);
    let path = name[0]["path"].as_str().expect("a path");
    assert!(path.ends_with(".tar.zst.age") && name[0]["proof"]["outcome"] == "proved", "{name}");
    // The places have newer files by now, which stay.
    home.write("sms-key", "newer");
    home.write("paragraf.toml", format!("{settings}# newer\n"));
    let restored = home.ok(&["backup", "restore", path, "--identity", "copies.key", "--data", "new"]);
    assert!(!restored.contains("attention"), "{restored}");
    let new = home.path().join("new");
    assert_eq!(std::fs::read(new.join("second-factors.key")).expect("the key"), key_text());
    for (name, place, content) in [
        ("paragraf.toml.restored", "paragraf.toml", settings.as_str()),
        ("sms.secret_file.restored", "sms-key", "s3cret"),
    ] {
        let (put, place) = (new.join(name), home.path().join(place));
        assert_eq!(std::fs::read_to_string(&put).expect("it was put"), content);
        assert_eq!(std::fs::metadata(&put).expect("it was put").permissions().mode() & 0o777, 0o600);
        assert!(restored.contains(&format!("{name}; put it back as {}", place.display())), "{restored}");
        assert!(std::fs::read_to_string(&place).expect("its place").contains("newer"));
    }
    assert!(home.ok(&["status", "--data", "new"]).contains("accounts     1"));

    // A file of the same name is kept, and the right one comes back.
    write_key(&new, [8; 32]);
    let again = home.ok(&["backup", "restore", path, "--identity", "copies.key", "--data", "new"]);
    assert!(again.matches("the backup also gave").count() == 1 && !again.contains("attention"), "{again}");
    let names = std::fs::read_dir(&new).expect("the folder").flatten().map(|entry| entry.file_name());
    let kept = names.filter(|name| name.to_string_lossy().starts_with("second-factors.key.before-restore-"));
    assert_eq!(kept.count(), 1);
}

fn key_text() -> Vec<u8> {
    data_encoding::BASE64URL_NOPAD.encode(&KEY).into_bytes()
}

#[test]
fn a_backup_says_what_it_does_not_hold_and_is_removed_by_name() {
    let home = Home::new();
    home.write("articles.jsonl", json_lines(2));
    home.write("paragraf.toml", "[sms]\nsecret_file = \"/etc/paragraf/sms-key\"\n");
    home.ok(&["import", "articles.jsonl"]);
    let made = home.run(&["backup", "create"]);
    assert!(made.code == 1 && made.err.contains("sms.secret_file: cannot read the file"), "{made:?}");
    let secret = home.write("sms-key", "s3cret");
    home.write("paragraf.toml", format!("[sms]\nsecret_file = \"{}\"\n", secret.display()));
    let made = home.ok(&["backup", "create"]);
    let settings = home.path().join("paragraf.toml");
    let expected = format!("not in it, keep copies apart: {}, {}", settings.display(), secret.display());
    assert!(made.contains(&expected) && !made.contains("it also holds"), "{made}");
    assert!(home.ok(&["status"]).contains("as in the store; 1 of the last 1 proved"));
    let listed = home.json(&["backup", "list"]);
    let name = listed[0]["name"].as_str().expect("a name");
    assert_eq!(home.ok(&["backup", "remove", name]), format!("{name} is removed from the folder\n"));
    assert!(home.ok(&["backup", "list"]).contains("no backups yet"));
    let again = home.run(&["backup", "remove", name]);
    assert!(again.code == 1 && again.err.contains("there is no backup"), "{again:?}");
}

#[test]
fn a_backup_is_removed_by_its_path_only_in_the_folder_of_backups() {
    let home = home_with_articles(2);
    let made = home.ok(&["backup", "create"]);
    let path = made.split(' ').next().expect("a path");
    let name = path.rsplit('/').next().expect("a name");
    let copy = home.write(&format!("copies/{name}"), "a copy");
    let refused = home.run(&["backup", "remove", copy.to_str().expect("text")]);
    assert!(refused.code == 1 && refused.err.contains("is not in the folder of backups"), "{refused:?}");
    for name in ["latest", "s3:latest"] {
        let refused = home.run(&["backup", "remove", name]);
        assert!(refused.code == 1 && refused.err.contains("name the backup as `paragraf backup list`"), "{refused:?}");
    }
    assert!(copy.exists() && home.path().join(path).exists(), "nothing is removed");
    let server = home.serve(&[]);
    assert_eq!(home.ok(&["backup", "remove", path]), format!("{name} is removed from the folder\n"));
    assert!(home.ok(&["backup", "list"]).contains("no backups yet"));
    assert_eq!(server.stop(), 0);
}

#[test]
fn backups_lie_in_another_folder_if_one_is_configured() {
    let home = Home::new();
    home.write("articles.jsonl", json_lines(2));
    let folder = home.path().join("disk");
    home.write("paragraf.toml", format!("[backup]\ndir = \"{}\"\n", folder.display()));
    home.ok(&["import", "articles.jsonl"]);
    home.ok(&["backup", "create"]);
    let names: Vec<_> = std::fs::read_dir(&folder).expect("the folder").flatten().map(|it| it.file_name()).collect();
    assert_eq!(names.len(), 2, "a backup and its checksum: {names:?}");
    assert_eq!(std::fs::read_dir(home.data().join("backups")).expect("the scratch").count(), 0);
    assert!(home.ok(&["backup", "verify", "latest"]).contains("is sound: 2 articles, 0 subscribers, 2 compared"));
    assert!(home.ok(&["backup", "restore", "latest"]).contains("2 articles"));
}
