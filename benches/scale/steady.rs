//! The processor time that servers and PostgreSQL take for a steady load.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::caller::Caller;
use super::of_tests::postgres;
use super::site::{ARTICLES, CALLERS, Site, SiteServer};
use super::support::{processor_time, verdict};

const MEASURED: Duration = Duration::from_secs(5);
/// Connections are opened, statements prepared.
const WARMING_UP: Duration = Duration::from_secs(1);
/// Callers that like at a steady pace together.
const LIKING: usize = 8;
/// What a view of an article asks for; `{}` is the number of the article.
const VIEW: [&str; 5] = [
    "/app?articleId=schimbare-{}",
    "/lawchanges/schimbare-{}",
    "/lawchanges?limit=24",
    "/lawchanges?limit=24&importance=5&topic=munca",
    "/topics",
];

/// Two servers of a site on a database.
pub struct SteadyLoad<'a> {
    pub site: &'a Site,
    pub servers: [&'a SiteServer; 2],
}

impl SteadyLoad<'_> {
    /// Likes at this rate at both servers in turn.
    pub fn likes(&self, a_second: u32) {
        self.like(a_second, WARMING_UP);
        let [servers, database] = self.used(|| self.like(a_second, MEASURED));
        let share = |used: Duration| used.as_secs_f64() / MEASURED.as_secs_f64() * 100.0;
        let name = format!("{a_second} likes a second, processor");
        verdict(&name, share(database), " % of a core for PostgreSQL", true, "none");
        verdict(&name, share(servers), " % of a core for two servers", true, "none");
    }

    /// Views of articles at one server, as fast as it answers.
    pub fn answers(&self) {
        self.view(WARMING_UP);
        let mut answers = 0;
        let [servers, database] = self.used(|| answers = self.view(MEASURED));
        let rate = answers as f64 / MEASURED.as_secs_f64();
        let each = |used: Duration| used.as_secs_f64() * 1e6 / answers.max(1) as f64;
        verdict("answers of one server", rate, "/s beside its readers and PostgreSQL", true, "none");
        verdict("answers of one server, processor", each(servers), " µs of the server for each", true, "none");
        verdict("answers of one server, processor", each(database), " µs of PostgreSQL for each", true, "none");
    }

    fn like(&self, a_second: u32, during: Duration) {
        let pause = Duration::from_secs(1) * u32::try_from(LIKING).expect("a few") / a_second;
        let begun = Instant::now();
        std::thread::scope(|scope| {
            for (number, reader) in self.site.readers.iter().take(LIKING).enumerate() {
                let address = &self.servers[number % 2].server.address;
                scope.spawn(move || {
                    let mut caller = Caller::new(address);
                    let mut due = begun;
                    for turn in (0..ARTICLES / CALLERS).cycle() {
                        due += pause;
                        if due > begun + during {
                            break;
                        }
                        std::thread::sleep(due.saturating_duration_since(Instant::now()));
                        caller.like(reader, &format!("schimbare-{}", turn * CALLERS + number));
                    }
                });
            }
        });
    }

    /// Returns the number of answers.
    fn view(&self, during: Duration) -> u64 {
        let (begun, answers) = (Instant::now(), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for caller in 0..CALLERS {
                let answers = &answers;
                scope.spawn(move || {
                    let mut server = Caller::new(&self.servers[0].server.address);
                    for article in (0..ARTICLES).cycle().skip(caller * ARTICLES / CALLERS) {
                        for path in VIEW {
                            let (status, body) = server.get(&path.replace("{}", &article.to_string()));
                            assert_eq!(status, 200, "{path}: {body}");
                        }
                        answers.fetch_add(VIEW.len() as u64, Ordering::Relaxed);
                        if begun.elapsed() > during {
                            break;
                        }
                    }
                });
            }
        });
        answers.into_inner()
    }

    /// Does the work, and returns the processor time of the servers and of PostgreSQL meanwhile.
    fn used(&self, work: impl FnOnce()) -> [Duration; 2] {
        let servers: Vec<u32> = self.servers.iter().map(|server| server.server.child.id()).collect();
        let question = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() \
            AND backend_type <> 'autovacuum worker'";
        let database = postgres::ask(&self.site.url, question);
        let database: Vec<u32> = database.lines().map(|pid| pid.parse().expect("a number")).collect();
        let of = |pids: &[u32]| pids.iter().map(|pid| processor_time(*pid)).sum::<Duration>();
        let before = [of(&servers), of(&database)];
        work();
        [of(&servers) - before[0], of(&database) - before[1]]
    }
}
