//! Programs that announce in a first line of JSON where they can be reached.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;

use serde::de::DeserializeOwned;

use super::eventually::DEADLINE;

/// A running program. It exits when this process does, because that closes its standard input.
pub struct Announced {
    _process: Child,
    /// Kept open: the program would die of writing to a closed pipe.
    _output: BufReader<ChildStdout>,
}

impl Announced {
    /// Starts the program and reads its first line.
    pub fn start<T: DeserializeOwned>(mut command: Command) -> (Self, T) {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let mut output = BufReader::new(process.stdout.take().expect("its output"));
        let (sender, first_line) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            let read = output.read_line(&mut line);
            sender.send((read, line, output)).ok();
        });
        let (read, line, output) = first_line.recv_timeout(DEADLINE).expect("the program prints its line in time");
        read.expect("a line");
        (Self { _process: process, _output: output }, serde_json::from_str(&line).expect("JSON"))
    }
}
