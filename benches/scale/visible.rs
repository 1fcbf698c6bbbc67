//! How long a change on one server takes to be visible on the other.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::caller::Caller;
use super::site::{Site, SiteServer};
use super::support::{self, article_line, verdict, wait_for};

const LIKES: usize = 40;
const CHANGES: usize = 10;
/// No change takes longer.
const LONGEST: Duration = Duration::from_secs(30);
/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(1);

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

    /// Publishes an urgent article on the first server. Returns how much later than there the second server has the
    /// article, and its stream the notification.
    fn publish(&self, number: usize) -> (Duration, Duration) {
        let mut article: Value = serde_json::from_str(&article_line(5_000 + number)).expect("an article");
        let slug = format!("urgent-{}-{number}", self.how.replace(' ', "-"));
        article["slug"] = json!(slug);
        article["importance"] = json!(5);
        article["publish_date"] = json!(jiff::Zoned::now().date().to_string());
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("urgent.jsonl");
        std::fs::write(&file, format!("{article}\n")).expect("a file");
        let path = format!("/lawchanges/{slug}");
        let import = || {
            let file = file.display().to_string();
            support::import(self.site.command(self.servers[0], &["import", &file]));
        };
        let heard = [Mutex::new(None), Mutex::new(None)];
        let (uid, token) = &self.site.readers[1];
        let stream = format!("/notifications/{uid}/stream");
        let is_open = [AtomicBool::new(false), AtomicBool::new(false)];
        let mut seen = [None, None];
        std::thread::scope(|scope| {
            for server in 0..2 {
                let (heard, is_open, stream, slug) = (&heard[server], &is_open[server], &stream, &slug);
                scope.spawn(move || {
                    Caller::new(self.address(server)).stream(stream, token, |line| {
                        is_open.store(true, Ordering::Release);
                        let has_come = line.contains(slug.as_str());
                        if has_come {
                            *heard.lock().expect("the time") = Some(Instant::now());
                        }
                        !has_come
                    });
                });
            }
            wait_until(|| is_open.iter().all(|open| open.load(Ordering::Acquire)));
            scope.spawn(import);
            let mut callers = [0, 1].map(|server| Caller::new(self.address(server)));
            wait_until(|| {
                for (caller, seen) in callers.iter_mut().zip(&mut seen) {
                    if seen.is_none() && caller.get(&path).0 == 200 {
                        *seen = Some(Instant::now());
                    }
                }
                seen.iter().all(Option::is_some)
            });
        });
        (later(seen), later(heard.map(|at| at.into_inner().expect("the time"))))
    }

    fn renew_keys(&self) -> Duration {
        const KEYS: &str = "/auth/v1/jwks.json";
        let mut callers = [0, 1].map(|server| Caller::new(self.address(server)));
        let before = callers.each_mut().map(|caller| caller.get(KEYS).1);
        let mut seen = [None, None];
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let renewed = self.site.command(self.servers[0], &["keys", "renew", "--yes"]).output();
                assert!(renewed.expect("the command").status.success());
            });
            wait_until(|| {
                for ((caller, seen), before) in callers.iter_mut().zip(&mut seen).zip(&before) {
                    if seen.is_none() && caller.get(KEYS).1 != *before {
                        *seen = Some(Instant::now());
                    }
                }
                seen.iter().all(Option::is_some)
            });
        });
        later(seen)
    }
}

/// How much later the second came than the first.
fn later([first, second]: [Option<Instant>; 2]) -> Duration {
    second.expect("it came").saturating_duration_since(first.expect("it came"))
}

fn likes_of(body: &str) -> u64 {
    let revisions: Value = serde_json::from_str(body).expect("JSON");
    revisions.as_array().and_then(|all| all.last()?["likes"].as_u64()).expect("the likes of the newest revision")
}

fn wait_until(is_met: impl FnMut() -> bool) {
    assert!(wait_for(LONGEST, PAUSE, is_met).is_some(), "waited in vain");
}
