//! `cargo bench --bench scale [-- PART-OF-A-ROW]`: two servers on PostgreSQL beside one on a file.
//!
//! Needs PostgreSQL, on Debian `postgresql`; it runs on this machine with `fsync`. 64 readers like articles over HTTP. A
//! wire delays the answers of the database; its trips are counted. File and database are measured in turn, so that a
//! machine whose speed drifts does not change the ratio. Servers, database and readers share the cores.
//!
//! The rows without a budget are for the plan in `docs/scale.md`: what a steady load takes of the processor.
//!
//! Budgets: likes 0.4 of those on a file, 0.25 with a wire of 1 ms, with at most 2 trips for each. A change on one
//! server is visible on the other 200 ms after its commit, and after 1,500 ms when the database refuses notifications.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod caller;
mod commits;
mod likes;
#[path = "../support/of_tests.rs"]
mod of_tests;
mod site;
mod steady;
#[path = "../support/mod.rs"]
mod support;
mod visible;
mod wire;

use std::time::Duration;

use self::likes::LikesRow;
use self::of_tests::durable_postgres::DurablePostgres;
use self::site::Site;
use self::steady::SteadyLoad;
use self::visible::Visibility;
use self::wire::{DelayedWire, WireKind};

const LIKES: [LikesRow; 3] = [
    LikesRow { name: "likes, two servers", delay: None, share: Some(0.4), trips: None },
    LikesRow {
        name: "likes, wire of 1 ms",
        delay: Some(Duration::from_millis(1)),
        share: Some(0.25),
        trips: Some(2.0),
    },
    LikesRow { name: "likes, wire of 2 ms", delay: Some(Duration::from_millis(2)), share: None, trips: Some(2.0) },
];

fn main() {
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let servers = DurablePostgres::alone();
    let (file, database) = (Site::new(""), Site::new(&servers.url()));
    for row in LIKES.iter().filter(|row| row.name.contains(&only)) {
        likes::compare(row, &file, &database, servers.port());
    }
    let pair = [database.serve(None), database.serve(None)];
    let steady = SteadyLoad { site: &database, servers: [&pair[0], &pair[1]] };
    for rate in [20, 200].into_iter().filter(|rate| format!("{rate} likes a second").contains(&only)) {
        steady.likes(rate);
    }
    if "answers of one server".contains(&only) {
        steady.answers();
    }
    drop(pair);
    for (how, refuses_listen, budget) in
        [("with notifications", false, 200.0), ("without notifications", true, 1_500.0)]
    {
        if !format!("visible {how}").contains(&only) {
            continue;
        }
        let wire = DelayedWire::to(servers.port(), WireKind { delay: Duration::from_millis(1), refuses_listen });
        let through = Some((servers.port(), wire.port));
        let pair = [database.serve(through), database.serve(through)];
        let servers = [&pair[0], &pair[1]];
        Visibility { site: &database, servers, budget, how }.measure();
    }
}
