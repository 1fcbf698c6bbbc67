//! How long a change on one server takes to be visible on the other.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use super::caller::Caller;
use super::commits::CommitWatch;
use super::site::{Site, SiteServer};
use super::support::{self, article_line, verdict, wait_for};

const LIKES: usize = 40;
const CHANGES: usize = 10;
/// No change takes longer.
const LONGEST: Duration = Duration::from_secs(30);
/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(1);
const KEYS: &str = "/auth/v1/jwks.json";
/// The tables that a publication and new keys change.
const ARTICLES: &str = "articles";
const SIGNING_KEYS: &str = "signing_keys";

/// Two servers, their site, and within how many milliseconds a change on the first is visible on the second.
pub struct Visibility<'a> {
    pub site: &'a Site,
    pub servers: [&'a SiteServer; 2],
    pub budget: f64,
    /// For the table, such as "with notifications".
    pub how: &'a str,
}

impl Visibility<'_> {
    pub fn measure(&self) {
        self.report("like", (0..LIKES).map(|number| self.like(number)).collect());
        let published = (0..CHANGES).map(|number| self.publish(number));
        let (articles, streams): (Vec<_>, Vec<_>) = published.unzip();
        self.report("publication", articles);
        self.report("event of the stream", streams);
        self.report("new keys", (0..CHANGES).map(|_| self.renew_keys()).collect());
    }

    /// The longest counts.
    fn report(&self, what: &str, times: Vec<Duration>) {
        let longest = times.into_iter().max().unwrap_or_default().as_secs_f64() * 1000.0;
        let name = format!("{what} on the other server, {}, longest", self.how);
        verdict(&name, longest, " ms", longest <= self.budget, &self.budget.to_string());
    }

    fn address(&self, server: usize) -> &str {
        &self.servers[server].server.address
    }

    fn like(&self, number: usize) -> Duration {
        let slug = format!("schimbare-{number}");
        let path = format!("/lawchanges/{slug}");
        let mut other = Caller::new(self.address(1));
        let mut likes = || likes_of(&other.get(&path).1);
        let before = likes();
        Caller::new(self.address(0)).like(&self.site.readers[0], &slug);
        let answered = Instant::now();
        wait_until(|| likes() != before);
        answered.elapsed()
    }

    /// Publishes an urgent article on the first server. Returns how long after the commit the second server has the
    /// article, and its stream the notification. The first server shows it later: its import has more to commit.
    fn publish(&self, number: usize) -> (Duration, Duration) {
        let slug = format!("urgent-{}-{number}", self.how.replace(' ', "-"));
        let file = urgent_article(&slug, number);
        let (uid, token) = &self.site.readers[1];
        let (stream, path) = (format!("/notifications/{uid}/stream"), format!("/lawchanges/{slug}"));
        let (is_open, heard) = (AtomicBool::new(false), Mutex::new(None));
        let (committed, seen) = std::thread::scope(|scope| {
            scope.spawn(|| {
                Caller::new(self.address(1)).stream(&stream, token, |line| {
                    is_open.store(true, Ordering::Release);
                    let has_come = line.contains(slug.as_str());
                    if has_come {
                        *heard.lock().expect("the time") = Some(Instant::now());
                    }
                    !has_come
                });
            });
            wait_until(|| is_open.load(Ordering::Acquire));
            let watch = CommitWatch::of(&self.site.url, ARTICLES);
            scope.spawn(|| {
                let file = file.path().display().to_string();
                support::import(self.site.command(self.servers[0], &["import", &file]));
            });
            let mut other = Caller::new(self.address(1));
            wait_until(|| other.get(&path).0 == 200);
            let seen = Instant::now();
            (watch.committed_at(), seen)
        });
        let heard = heard.into_inner().expect("the time").expect("it came");
        (later(committed, seen), later(committed, heard))
    }

    /// Renews the keys on the first server. Returns how long after the commit the second server has them.
    fn renew_keys(&self) -> Duration {
        let mut other = Caller::new(self.address(1));
        let before = other.get(KEYS).1;
        let watch = CommitWatch::of(&self.site.url, SIGNING_KEYS);
        let seen = std::thread::scope(|scope| {
            scope.spawn(|| {
                let renewed = self.site.command(self.servers[0], &["keys", "renew", "--yes"]).output();
                assert!(renewed.expect("the command").status.success());
            });
            wait_until(|| other.get(KEYS).1 != before);
            Instant::now()
        });
        later(watch.committed_at(), seen)
    }
}

/// A file with one article of the highest importance.
fn urgent_article(slug: &str, number: usize) -> NamedTempFile {
    let mut article: Value = serde_json::from_str(&article_line(5_000 + number)).expect("an article");
    article["slug"] = json!(slug);
    article["importance"] = json!(5);
    article["publish_date"] = json!(jiff::Zoned::now().date().to_string());
    let file = tempfile::Builder::new().suffix(".jsonl").tempfile().expect("a file");
    std::fs::write(file.path(), format!("{article}\n")).expect("a file");
    file
}

/// How much later than the commit a change was seen; 0 if that was before the commit was looked for again.
fn later(committed: Instant, seen: Instant) -> Duration {
    seen.saturating_duration_since(committed)
}

fn likes_of(body: &str) -> u64 {
    let revisions: Value = serde_json::from_str(body).expect("JSON");
    revisions.as_array().and_then(|all| all.last()?["likes"].as_u64()).expect("the likes of the newest revision")
}

fn wait_until(is_met: impl FnMut() -> bool) {
    assert!(wait_for(LONGEST, PAUSE, is_met).is_some(), "waited in vain");
}
