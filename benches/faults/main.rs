//! `cargo bench --bench faults [-- NAME...]`: injects faults into the real program and prints one row per fault.
//!
//! A name selects every fault that contains it; without a name, all of them run. [`FAULTS`] lists them.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod clients;
mod database;
mod mail;
mod network;
#[path = "../support/of_tests.rs"]
mod of_tests;
mod operators_lists;
mod readers;
mod row;
mod store;
#[path = "../support/mod.rs"]
mod support;
mod worst_search;

use row::{Fault, print_table};

/// The faults of each topic, in the order of the table.
const FAULTS: [&[Fault]; 7] = [
    store::FAULTS,
    mail::FAULTS,
    database::FAULTS,
    network::FAULTS,
    clients::FAULTS,
    worst_search::FAULTS,
    operators_lists::FAULTS,
];

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |fault: &&Fault| names.is_empty() || names.iter().any(|name| fault.name.contains(name.as_str()));
    let wanted: Vec<&Fault> = FAULTS.into_iter().flatten().filter(is_wanted).collect();
    if wanted.is_empty() {
        println!("no fault has such a name; there are:");
        FAULTS.into_iter().flatten().for_each(|fault| println!("  {}", fault.name));
        std::process::exit(2);
    }
    let mut rows = Vec::new();
    for fault in wanted {
        println!("{}: {} ...", fault.name, fault.about);
        rows.push((fault.name, (fault.run)()));
    }
    print_table(&rows);
    if rows.iter().any(|(_, row)| !row.is_good()) {
        std::process::exit(1);
    }
}
