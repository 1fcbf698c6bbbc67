use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use paragraf::clock::Clock;
use paragraf::store::Store;

use super::super::of_tests::faulty_disk::{FaultyDisk, NO_SPACE, READ_ONLY};
use super::super::readers::{Readers, send, subscribe};
use super::super::row::Row;
use super::{ARTICLES, InProcess};
use crate::support::{import_articles, program, requests, start_server};

const TRIALS: u64 = 5;
const READERS: usize = 4;
/// How long each fault lasts.
const FAULT: Duration = Duration::from_secs(3);
const LONGEST_RECOVERY: Duration = Duration::from_secs(40);

pub fn no_space() -> Row {
    injected(NO_SPACE, "No space left on device")
}

pub fn read_only() -> Row {
    injected(READ_ONLY, "Read-only file system")
}

fn injected(error: i32, cause: &str) -> Row {
    let source = tempfile::tempdir().expect("a folder");
    import_articles(source.path(), ARTICLES);
    let bytes = std::fs::read(source.path().join("data/paragraf.redb")).expect("the store");
    let disk = FaultyDisk::holding(bytes);
    let store = Store::over_storage(disk.clone(), &Clock::System).expect("the store");
    let server = InProcess::start(Clock::System, Some(store), |_| {}, |_| {});
    let row = measure(&server.address, cause, &|| disk.fail_writes(error), &|| disk.fail_writes(0));
    server.stop();
    row
}

/// Runs the real program on a file system of 32 MB, when this user may mount one.
pub fn full_disk() -> Row {
    let folder = tempfile::tempdir().expect("a folder");
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=32m", "tmpfs"]).arg(folder.path()).output();
    if !mount.is_ok_and(|mount| mount.status.success()) {
        return Row::skipped("this user cannot mount a file system");
    }
    import_articles(folder.path(), ARTICLES);
    let server = start_server(program(folder.path(), &["serve", "--listen", "127.0.0.1:0"]));
    let filler = folder.path().join("filler");
    let row = measure(&server.address, "No space left on device", &|| fill(&filler), &|| {
        std::fs::remove_file(&filler).expect("space again")
    });
    drop(server);
    Command::new("umount").arg(folder.path()).status().ok();
    row
}

/// Writes until nothing more fits.
fn fill(path: &Path) {
    use std::io::Write;
    let mut file = std::fs::File::create(path).expect("the filler");
    for size in [1 << 20, 1 << 12, 1] {
        while file.write_all(&vec![1; size]).is_ok() {}
    }
}

fn measure(address: &str, cause: &str, begin: &dyn Fn(), end: &dyn Fn()) -> Row {
    let mut row = Row { trials: TRIALS, ..Row::default() };
    let mut acknowledged = Vec::new();
    for trial in 0..TRIALS {
        let readers = Readers::start(address, READERS);
        begin();
        let begun = Instant::now();
        let mut refused = 0_u64;
        while begun.elapsed() < FAULT {
            let email = format!("during{trial}-{}@example.ro", begun.elapsed().as_nanos());
            match subscribe(address, &email) {
                Ok(503) => refused += 1,
                Ok(200) => acknowledged.push(email),
                other => row.failures.push(format!("POST /subscribe during the fault: {other:?}")),
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        row.expect(refused > 0, "no write was refused");
        let ready = send(address, &requests::get(address, "/readyz", ""));
        row.expect(ready.is_ok_and(|(_, text)| text.contains(cause)), "/readyz does not name the cause");
        row.add_readers(readers.stop());
        end();
        let ended = Instant::now();
        let email = format!("after{trial}@example.ro");
        while !matches!(subscribe(address, &email), Ok(200)) && ended.elapsed() < LONGEST_RECOVERY {
            std::thread::sleep(Duration::from_millis(20));
        }
        row.recovered_in(ended.elapsed());
        row.expect(ended.elapsed() < LONGEST_RECOVERY, "writes did not succeed again");
        acknowledged.push(email);
    }
    row.acknowledged = acknowledged.len() as u64;
    // A second subscription of a stored address is refused.
    row.lost = acknowledged.iter().filter(|email| !matches!(subscribe(address, email), Ok(409))).count() as u64;
    row
}
