//! Commands of the operator that list everything.

use std::process::Stdio;
use std::time::{Duration, Instant};

use paragraf::store::campaigns::CampaignStatus;

use super::readers::Readers;
use super::row::{Fault, Row};
use super::support::mail_out::{addresses, seed};
use super::support::{EVERY_LIST, import_articles, memory_kb, program, start_server};

pub const FAULTS: &[Fault] =
    &[Fault { name: "operators-lists", about: "the operator lists everything for 10 s", run: lists }];

const ARTICLES: usize = 10_000;
const MESSAGES: usize = 50_000;
const READERS: usize = 4;
const FOR: Duration = Duration::from_secs(10);

fn lists() -> Row {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    import_articles(path, ARTICLES);
    seed(path, CampaignStatus::Paused, &addresses(MESSAGES));
    let server = start_server(program(path, &["serve", "--listen", "127.0.0.1:0"]));

    let mut row = Row { trials: 1, ..Row::default() };
    let alone = Readers::start(&server.address, READERS);
    std::thread::sleep(FOR);
    row.notes.push(format!("p99 of the readers without the lists: {:?}", alone.stop().p99()));
    let before = memory_kb(server.child.id(), "VmHWM");
    let readers = Readers::start(&server.address, READERS);
    let begun = Instant::now();
    for arguments in EVERY_LIST.into_iter().cycle() {
        let listed = program(path, arguments).stdout(Stdio::null()).status();
        row.expect(listed.is_ok_and(|status| status.success()), format!("{arguments:?} failed"));
        if begun.elapsed() > FOR {
            break;
        }
    }
    row.add_readers(readers.stop());
    let after = memory_kb(server.child.id(), "VmHWM");
    row.notes.push(format!("the server's peak memory grew from {} to {} MB", before / 1000, after / 1000));
    row
}
