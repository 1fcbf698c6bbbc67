//! When a change was committed, as the database itself shows it.

use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio_postgres::{NoTls, Statement};

/// No change takes longer.
const LONGEST: Duration = Duration::from_secs(30);
/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(1);

const LAST: &str = "SELECT seq FROM paragraf_writer";
const HAS_CHANGED: &str = "SELECT EXISTS (SELECT 1 FROM paragraf_changes WHERE seq > $1 AND $2 = ANY (tables))";

/// Waits for the next commit that changes a table whose rows servers hold in memory.
pub struct CommitWatch(JoinHandle<Instant>);

impl CommitWatch {
    /// Looks at this database from now on.
    pub fn of(url: &str, table: &'static str) -> Self {
        let (url, (looks, begins)) = (url.to_owned(), channel());
        let watch = Self(std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(next(&url, table, &looks))
        }));
        begins.recv().expect("it looks");
        watch
    }

    /// When the commit was seen, about a millisecond after it at most.
    pub fn committed_at(self) -> Instant {
        self.0.join().expect("a commit")
    }
}

async fn next(url: &str, table: &str, looks: &Sender<()>) -> Instant {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("the database");
    tokio::spawn(connection);
    let since: i64 = client.query_one(LAST, &[]).await.expect("an answer").get(0);
    let has_changed: Statement = client.prepare(HAS_CHANGED).await.expect("a statement");
    looks.send(()).expect("the bench waits");
    let begun = Instant::now();
    loop {
        let seen: bool = client.query_one(&has_changed, &[&since, &table]).await.expect("an answer").get(0);
        if seen {
            return Instant::now();
        }
        assert!(begun.elapsed() < LONGEST, "no commit changes {table}");
        tokio::time::sleep(PAUSE).await;
    }
}
