//! Backups of a running server: trials, encryption, the storage, the schedule and the alarm.

use std::path::{Path, PathBuf};
use std::process::Command;

use paragraf::config::{BackupConfig, Config, age_keys};
use paragraf::error::Result;
use paragraf::ops::backup::{self, BackupCheck, OpenBackup, ProofOutcome, schedule};
use paragraf::ops::{Actor, status};

use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::data::leave_out;
use crate::support::eventually::eventually;
use crate::support::install::find_or_install;
use crate::support::large_secrets;
use crate::support::stand_in_s3::{Manner, StandInS3};

const OPERATOR: Actor = Actor::Operator { uid: 1000 };

/// A private key in a file, and its public key.
struct Keys {
    folder: tempfile::TempDir,
    public: String,
}

impl Keys {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let public = age_keys::write_new(&folder.path().join("copies.key")).expect("a key");
        Self { folder, public }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("copies.key")
    }
}

async fn server(configure: impl FnOnce(&mut Config)) -> TestApp {
    TestApp::start_with((1..=5).map(|number| article(&format!("lege-{number}"))).collect(), configure, |_| {}).await
}

/// A server that encrypts its backups and stores them.
async fn storing(configure: impl FnOnce(&mut Config)) -> (TestApp, StandInS3, Keys) {
    let (storage, keys) = (StandInS3::start().await, Keys::new());
    let with_storage = |config: &mut Config| {
        storage.configure(config);
        config.backup.recipient.clone_from(&keys.public);
        configure(config);
    };
    let test = server(with_storage).await;
    (test, storage, keys)
}

fn conditions(test: &TestApp) -> Vec<String> {
    let listed = test.app.conditions.list();
    listed.into_iter().map(|condition| condition.code).filter(|code| code.starts_with("backup_")).collect()
}

async fn verify(backup: OpenBackup, identity: Option<&Path>) -> Result<BackupCheck> {
    let backup = backup.with_keys(identity, &BackupConfig::default())?;
    backup::verify(&OPERATOR, &paragraf::clock::Clock::System, backup).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_proved_encrypted_and_opened_only_with_its_key() {
    let (test, storage, keys) = storing(|_| {}).await;
    let others = Keys::new();
    let created = backup::create(&test.app, &OPERATOR).await.expect("a backup");
    let proof = created.backup.proof.clone().expect("a trial");
    assert_eq!((proof.outcome, proof.articles, proof.problem), (ProofOutcome::Proved, 5, None));
    assert!(created.is_encrypted && created.backup.uploaded_at.is_some());
    assert_eq!(storage.names(), std::slice::from_ref(&created.backup.name));
    assert_eq!(conditions(&test), [""; 0]);
    let shown = status::status(&test.app, &OPERATOR, true).await.expect("the status");
    assert_eq!(shown.backup_proofs.iter().map(|proof| proof.outcome).collect::<Vec<_>>(), [ProofOutcome::Proved]);

    let local = || OpenBackup::open(&created.backup.path).expect("the backup");
    let refused = verify(local(), None).await.expect_err("it needs a key").chain();
    assert!(refused.contains("is encrypted; name the file of its private key with --identity"), "{refused}");
    let refused = verify(local(), Some(&others.file())).await.expect_err("a wrong key").chain();
    assert!(refused.contains("is encrypted for another key"), "{refused}");
    let fetched = || async {
        OpenBackup::fetch(&test.app.config.backup, "latest", test.app.clock.now()).await.expect("it is stored")
    };
    for opened in [local(), fetched().await] {
        let check = verify(opened, Some(&keys.file())).await.expect("a check");
        assert_eq!((check.articles, check.compared_articles, check.findings), (5, 5, vec![]));
        assert!(check.has_checksum && check.files.iter().any(|file| file == "second-factors.key"), "{:?}", check.files);
    }
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn debians_age_opens_a_backup() {
    let find =
        || std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join("age")).find(|it| it.exists());
    let Some(age) = find_or_install("age", find) else { return leave_out("install the Debian package age") };
    let keys = Keys::new();
    let test = server(|config| config.backup.recipient.clone_from(&keys.public)).await;
    let created = backup::create(&test.app, &OPERATOR).await.expect("a backup");
    let opened = Command::new(age).arg("-d").arg("-i").arg(keys.file()).arg(&created.backup.path).output();
    let opened = opened.expect("age runs");
    assert!(opened.status.success(), "{}", String::from_utf8_lossy(&opened.stderr));
    let archive = zstd::decode_all(&opened.stdout[..]).expect("an archive");
    assert!(archive.starts_with(b"manifest.json\0"));
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storage_that_misbehaves_is_noticed_and_the_backup_stays() {
    let (storage, keys) = (StandInS3::start().await, Keys::new());
    let test = server(|config| {
        storage.configure(config);
        config.backup.key_file = keys.file().display().to_string();
    })
    .await;
    for (manner, reason) in [
        (Manner::Refuses, "the storage replied with status 503"),
        (Manner::Loses, "and gives back nothing"),
        (Manner::Alters, "and gives back bytes with another SHA-256"),
        (Manner::Lies, "and gives back nothing"),
    ] {
        storage.behave(manner);
        let error = backup::create(&test.app, &OPERATOR).await.expect_err("it is noticed").chain();
        assert!(error.contains("is made, and its second copy failed") && error.contains(reason), "{manner:?}: {error}");
        assert_eq!(conditions(&test), ["backup_failed"], "{manner:?}");
        // The names of backups have milliseconds.
        test.app.clock.advance(jiff::Span::new().seconds(1));
    }
    assert_eq!(backup::list(&test.app, &OPERATOR).await.expect("the list").len(), 4);
    storage.behave(Manner::Honest);
    backup::create(&test.app, &OPERATOR).await.expect("a backup");
    assert_eq!(conditions(&test), [""; 0]);
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_backup_is_stored_in_parts_and_a_failure_leaves_none() {
    let (storage, keys) = (StandInS3::start().await, Keys::new());
    let large = large_secrets::write(keys.folder.path());
    let test = server(|config| {
        storage.configure(config);
        config.backup.key_file = keys.file().display().to_string();
        let accounts = &mut config.accounts;
        let settings = [
            &mut config.sms.secret_file,
            &mut config.captcha.secret_file,
            &mut config.explain.api_key_file,
            &mut accounts.hooks.hook_secret_file,
        ];
        settings.into_iter().zip(&large).for_each(|(setting, file)| *setting = file.display().to_string());
    })
    .await;
    storage.behave(Manner::IsBusyOnce);
    let created = backup::create(&test.app, &OPERATOR).await.expect("its first part is sent again");
    let stored = std::fs::metadata(storage.stored().join(&created.backup.name)).expect("it is stored").len();
    assert_eq!((stored, storage.has_parts()), (created.backup.size_bytes, false));
    assert!(stored > 16 << 20, "it has one part: {stored}");
    for (manner, reason) in [
        (Manner::RefusesPart, "the storage replied with status 403"),
        (Manner::JoinsNothing, "the storage did not join the parts (InternalError)"),
        (Manner::Alters, "and gives back bytes with another SHA-256"),
        (Manner::Loses, "and gives back nothing"),
    ] {
        storage.behave(manner);
        test.app.clock.advance(jiff::Span::new().seconds(1));
        let error = backup::create(&test.app, &OPERATOR).await.expect_err("it is noticed").chain();
        assert!(error.contains("its second copy failed") && error.contains(reason), "{manner:?}: {error}");
        assert!(!storage.has_parts(), "{manner:?}");
    }
    let fetched = OpenBackup::fetch(&test.app.config.backup, &created.backup.name, test.app.clock.now())
        .await
        .expect("it is stored");
    let check = verify(fetched, Some(&keys.file())).await.expect("a check");
    assert_eq!((check.articles, check.findings), (5, vec![]));
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_secret_is_refused_by_the_storage_and_shown_nowhere() {
    let (test, storage, _) = storing(|config| config.backup.s3.s3_secret_key = "wr0ng".into()).await;
    let error = backup::create(&test.app, &OPERATOR).await.expect_err("a refusal").chain();
    assert!(error.contains("the storage replied with status 403"), "{error}");
    assert!(!error.contains("wr0ng") && !error.contains("X-Amz-Signature"), "{error}");
    assert_eq!(storage.names(), [""; 0]);
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_and_writes_go_on_while_a_storage_is_slow() {
    let (test, storage, _) = storing(|_| {}).await;
    storage.behave(Manner::Waits);
    let app = std::sync::Arc::clone(&test.app);
    let creating = tokio::spawn(async move { backup::create(&app, &OPERATOR).await });
    eventually("the backup has its name", async || {
        backup::list(&test.app, &OPERATOR).await.expect("the list").first().map(drop)
    })
    .await;
    test.publish(vec![article("noua")]).await;
    assert_eq!(test.json("/lawchanges/noua").await.0, 200);
    assert!(!creating.is_finished(), "the storage has not answered");
    storage.go_on();
    creating.await.expect("no panic").expect("a backup");
    assert_eq!(storage.names().len(), 1);
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_is_not_stored_yet_takes_the_place_of_no_other() {
    let (test, storage, _) = storing(|config| config.backup.schedule = Some("03:30".parse().expect("a time"))).await;
    storage.behave(Manner::Waits);
    let mut creating = Vec::new();
    for minute in 31..=32 {
        test.travel(&format!("2026-01-11T01:{minute}:00Z"));
        let app = std::sync::Arc::clone(&test.app);
        creating.push(tokio::spawn(async move { backup::create(&app, &OPERATOR).await }));
        let count = creating.len();
        eventually("the backup has its name", async || {
            let listed = backup::list(&test.app, &OPERATOR).await.expect("the list");
            (listed.len() == count).then_some(())
        })
        .await;
    }
    storage.go_on();
    let later = creating.pop().expect("the second");
    let earlier = creating.pop().expect("the first");
    let earlier = earlier.await.expect("no panic").expect("a backup").backup;
    assert_eq!(storage.names(), [earlier.name], "the second waits");
    storage.go_on();
    let later = later.await.expect("no panic").expect("a backup");
    assert_eq!((storage.names(), later.removed.len()), (vec![later.backup.name], 1), "one a day is kept");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_schedule_makes_a_backup_a_day_stores_it_later_and_removes_old_ones() {
    let (test, storage, _) = storing(|config| {
        let backup = &mut config.backup;
        backup.schedule = Some("03:30".parse().expect("a time"));
        (backup.keep_daily, backup.keep_weekly, backup.keep_monthly) = (3, 0, 0);
    })
    .await;
    let listed = async || backup::list(&test.app, &OPERATOR).await.expect("the list");
    storage.behave(Manner::Refuses);
    schedule::run_due(&test.app, &Actor::System).await.expect_err("the storage refuses");
    assert_eq!((listed().await.len(), conditions(&test)), (1, vec!["backup_failed".to_owned()]));
    storage.behave(Manner::Honest);
    for _ in 0..2 {
        schedule::run_due(&test.app, &Actor::System).await.expect("it is stored");
        assert_eq!((listed().await.len(), storage.names().len(), conditions(&test)), (1, 1, vec![]));
    }
    for day in 11..=16 {
        test.travel(&format!("2026-01-{day}T01:30:00Z"));
        schedule::run_due(&test.app, &Actor::System).await.expect("a backup");
    }
    let names: Vec<_> = listed().await.into_iter().map(|backup| backup.name).rev().collect();
    assert_eq!((names.len(), &names), (3, &storage.names()), "the last three days");
    assert!(names[0].starts_with("paragraf-20260114T0130"), "{names:?}");
    let removed = backup::remove(&test.app, &OPERATOR, names[0].clone()).await.expect("removed");
    assert!(removed.from_folder && removed.from_storage);
    assert_eq!((listed().await.len(), storage.names().len()), (2, 2));
    let missing = backup::remove(&test.app, &OPERATOR, "paragraf.redb".into()).await.expect_err("no backup");
    assert!(missing.message().contains("there is no backup"), "{missing}");
    let outside = backup::remove(&test.app, &OPERATOR, "../paragraf.redb".into()).await.expect_err("no backup");
    assert!(outside.message().contains("is not in the folder of backups"), "{outside}");

    // Nobody looked for four days: the machine slept.
    test.travel("2026-01-20T09:00:00Z");
    storage.behave(Manner::Refuses);
    schedule::run_due(&test.app, &Actor::System).await.expect_err("the storage refuses");
    assert_eq!(conditions(&test), ["backup_failed", "backup_old"]);
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_scratch_copy_rings_the_alarm_and_leaves_no_backup() {
    let test = server(|_| {}).await;
    let trial = backup::try_alarm(&test.app, &OPERATOR).await.expect("a trial");
    assert_eq!(trial.proof.outcome, ProofOutcome::Failed);
    let condition = trial.condition.expect("the alarm rings");
    assert_eq!(condition.code, "backup_unproved");
    assert!(condition.message.contains("is not a backup or is damaged"), "{}", condition.message);
    assert_eq!(backup::list(&test.app, &OPERATOR).await.expect("the list"), []);
    assert_eq!(conditions(&test), [""; 0], "it has ended");
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_list_of_stored_backups_is_read_to_its_end() {
    let (test, storage, _) = storing(|_| {}).await;
    std::fs::create_dir(storage.stored()).expect("a folder");
    // A reply has a thousand names.
    for number in 0..1_100 {
        std::fs::write(storage.stored().join(format!("paragraf-{number:04}.tar.zst.age")), "").expect("a file");
    }
    let removed = backup::remove(&test.app, &OPERATOR, "paragraf-1099.tar.zst.age".into()).await.expect("removed");
    assert!(!removed.from_folder && removed.from_storage);
    assert_eq!(storage.names().len(), 1_099);
    test.stop().await;
}
