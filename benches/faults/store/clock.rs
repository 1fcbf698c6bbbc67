use std::time::Duration;

use jiff::ToSpan;
use paragraf::clock::Clock;

use super::super::readers::{Readers, send};
use super::super::row::Row;
use super::{ARTICLES, InProcess};
use crate::support::readers::seed;
use crate::support::{import_articles, requests};

const TRIALS: u64 = 20;
/// Likes that one account may toggle in a minute.
const LIKES: u64 = 5;
const PERIOD_SECS: i64 = 60;

/// Sets the clock back a day while an account is at its limit.
pub fn back() -> Row {
    run(&|clock| clock.jump(-24.hours()), &|clock| clock.jump(24.hours()))
}

/// Sets the clock ahead, uses the limit up there, and sets the clock back.
pub fn ahead() -> Row {
    run(&|clock| clock.jump(20.hours()), &|clock| clock.jump(-20.hours()))
}

/// A client at its limit waits at most the limit's period, whatever the clock does.
fn run(begin: &dyn Fn(&Clock), end: &dyn Fn(&Clock)) -> Row {
    let clock = Clock::fixed(Clock::System.now());
    let mut tokens = None;
    let prepare = |folder: &std::path::Path| {
        import_articles(folder, ARTICLES);
        tokens = Some(seed(&folder.join("data"), 1));
    };
    let likes = u32::try_from(LIKES).expect("a small number");
    let server = InProcess::start(clock.clone(), None, |config| config.limits.marks_per_minute = likes, prepare);
    let tokens = tokens.expect("the readers")(&format!("http://{}", server.address));
    let (uid, token) = &tokens[0];
    let like = |number: u64| {
        let slug = number % ARTICLES as u64;
        let body = format!("{{\"userId\":\"{uid}\",\"articleId\":\"schimbare-{slug}\"}}");
        let own = format!("authorization: Bearer {token}\r\n");
        let request = requests::post(&server.address, "/users/like-article", &own, &body);
        send(&server.address, &request).map_or(0, |(status, _)| status)
    };
    let mut row = Row { trials: TRIALS, ..Row::default() };
    let readers = Readers::start(&server.address, 2);
    for trial in 0..TRIALS {
        for phase in [begin, end] {
            phase(&clock);
            let accepted = (0..=LIKES).filter(|number| like(*number) == 200).count() as u64;
            row.acknowledged += accepted;
            row.expect(accepted == LIKES, format!("trial {trial}: {accepted} of {LIKES} likes were accepted"));
            clock.advance(PERIOD_SECS.seconds());
        }
    }
    row.add_readers(readers.stop());
    row.recovered_in(Duration::from_secs(PERIOD_SECS.unsigned_abs()));
    row.notes.push("the recovery is the period of the limit".into());
    server.stop();
    row
}
