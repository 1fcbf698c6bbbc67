//! The most expensive searches that a client can send in 200 bytes.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::readers::{Readers, get};
use super::row::{Fault, Row};
use super::support::requests::wait_for_index;
use super::support::{Running, import, processor_time, program, start_server, write_changed_articles};

pub const FAULTS: &[Fault] =
    &[Fault { name: "worst-search", about: "4 clients send the most expensive searches for 10 s", run: worst }];

const ARTICLES: usize = 20_000;
/// Made-up words of each article; about 75,000 in all.
const WORDS: usize = 4;
const CLIENTS: usize = 4;
const READERS: usize = 4;
const FOR: Duration = Duration::from_secs(10);
/// Searches of each kind when the processor time is measured.
const TRIES: u32 = 20;
/// Most processor time of one search.
const BUDGET: Duration = Duration::from_millis(30);
/// Letters of words with many neighbours.
const COMMON: &[u8] = b"aeirtnsl";
const ALL: &[u8] = b"abcdefghilmnoprstuvz";

fn worst() -> Row {
    let folder = tempfile::tempdir().expect("a folder");
    write_articles(&folder.path().join("articles.jsonl"));
    import(program(folder.path(), &["import", "articles.jsonl"]));
    let server = start_server(program(folder.path(), &["serve", "--listen", "127.0.0.1:0"]));
    wait_for_index(&server.address, ARTICLES);

    let mut row = Row { trials: 1, ..Row::default() };
    let mut numbers = Numbers(7);
    for (kind, query) in KINDS {
        let before = processor_time(server.child.id());
        for _ in 0..TRIES {
            search(&server, &query(&mut numbers));
        }
        let each = (processor_time(server.child.id()) - before) / TRIES;
        row.notes.push(format!("{kind}: {} ms of processor time", each.as_millis()));
        row.expect(each <= BUDGET, format!("{kind}: {each:?} of processor time"));
    }

    let alone = Readers::start(&server.address, READERS);
    std::thread::sleep(FOR);
    row.notes.push(format!("p99 of the readers without the searches: {:?}", alone.stop().p99()));
    let (over, answered) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (server, over, answered) = (&server, &over, &answered);
            scope.spawn(move || {
                let mut numbers = Numbers(client as u64 + 100);
                for (_, query) in KINDS.into_iter().cycle() {
                    if over.load(Ordering::Relaxed) {
                        break;
                    }
                    answered.fetch_add(u64::from(search(server, &query(&mut numbers)) == Some(200)), Ordering::Relaxed);
                }
            });
        }
        let readers = Readers::start(&server.address, READERS);
        std::thread::sleep(FOR);
        row.add_readers(readers.stop());
        over.store(true, Ordering::Relaxed);
    });
    row.notes.push(format!("{} searches were answered", answered.into_inner()));
    row
}

type Kind = (&'static str, fn(&mut Numbers) -> String);

const KINDS: [Kind; 9] = [
    ("unknown words of common letters", |numbers| numbers.words(COMMON, 9, 3)),
    ("random words of 8 letters", |numbers| numbers.words(ALL, 8, 1)),
    ("words of 4 letters", |numbers| numbers.words(ALL, 4, 1)),
    ("numbers of acts", |numbers| fill(|| format!("{}/{}", numbers.below(900) + 100, numbers.below(9) + 2016))),
    ("provisions", |numbers| fill(|| format!("art. {}-{},", numbers.below(900) + 1, numbers.below(9_000) + 1_000))),
    ("words that nearly all articles have", |numbers| {
        fill(|| ["contract", "impozit", "termen", "salariu", "firma", "teren"][numbers.below(6)].to_owned())
    }),
    ("twelve of them", |_| {
        "contract impozit termen salariu firma teren plata factura credit registru amenda raportare".into()
    }),
    ("everyday words", |numbers| {
        fill(|| {
            ["airbnb", "taxe locale", "firma mica", "casa", "farmland", "bilant", "rent"][numbers.below(7)].to_owned()
        })
    }),
    ("phrases", |numbers| fill(|| format!("\"{0} {0}\"", ["contract", "impozit", "termen"][numbers.below(3)]))),
];

/// As many parts as fit into 200 bytes.
fn fill(mut part: impl FnMut() -> String) -> String {
    let mut query = String::new();
    loop {
        let next = part();
        if query.len() + next.len() + 1 > 200 {
            return query;
        }
        query.push_str(&next);
        query.push(' ');
    }
}

/// Reproducible numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// A word of `shortest` letters or up to `more - 1` more.
    fn word(&mut self, letters: &[u8], shortest: usize, more: usize) -> String {
        let length = shortest + self.below(more);
        (0..length).map(|_| char::from(letters[self.below(letters.len())])).collect()
    }

    fn words(&mut self, letters: &[u8], shortest: usize, more: usize) -> String {
        fill(|| self.word(letters, shortest, more))
    }
}

/// The synthetic articles, each with words of its own.
fn write_articles(path: &Path) {
    let mut numbers = Numbers(1);
    write_changed_articles(path, ARTICLES, |index, article| {
        let letters = if index % 2 == 0 { COMMON } else { ALL };
        let own: Vec<_> = (0..WORDS).map(|_| numbers.word(letters, 5, 7)).collect();
        let text = article["technical_summary"].as_str().expect("a text");
        article["technical_summary"] = format!("{text} {}", own.join(" ")).into();
    });
}

fn search(server: &Running, query: &str) -> Option<u16> {
    let query = query.replace('"', "%22").replace(' ', "+");
    get(&server.address, &format!("/search?q={query}")).ok()
}
