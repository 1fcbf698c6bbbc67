//! Lists come from the server row by row, and a list that breaks off is an error.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixListener;

use crate::support::binary::{Home, Ran};

const ROW: &str = r#"{"event":{"row":{"slug":"a","status":"draft","importance":3,"publish_date":"2026-11-02","topic":"munca","revision":1,"updated_at":"2026-11-02T10:00:00Z","title":"A"}}}"#;

/// Runs `articles list` with a server that answers it with these lines, then closes the connection.
fn list(home: &Home, lines: &[&str]) -> Ran {
    std::fs::create_dir_all(home.data().join("run")).expect("a folder");
    let socket = home.data().join("run/control.sock");
    std::fs::remove_file(&socket).ok();
    let listener = UnixListener::bind(socket).expect("a socket");
    let body = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut request = BufReader::new(stream.try_clone().expect("the stream"));
            let mut first = String::new();
            request.read_line(&mut first).expect("a request");
            let hello = format!(r#"{{"version":"{}","pid":1}}"#, paragraf_bundle::BUILD);
            let (body, is_chunked) = if first.starts_with("GET") { (&hello, false) } else { (&body, true) };
            let mut length = 0;
            for line in request.by_ref().lines().map_while(Result::ok).take_while(|line| !line.is_empty()) {
                let line = line.to_ascii_lowercase();
                length = line.strip_prefix("content-length: ").and_then(|it| it.parse().ok()).unwrap_or(length);
            }
            std::io::copy(&mut request.take(length), &mut std::io::sink()).expect("the command");
            let framing = if is_chunked { "transfer-encoding: chunked" } else { "connection: close" };
            let body = if is_chunked { format!("{:x}\r\n{body}\r\n", body.len()) } else { body.clone() };
            write!(stream, "HTTP/1.1 200 OK\r\n{framing}\r\n\r\n{body}").ok();
        }
    });
    home.run(&["articles", "list", "--json"])
}

#[test]
fn a_list_is_printed_when_it_is_complete() {
    let ran = list(&Home::new(), &[ROW, ROW, r#"{"ok":null}"#]);
    assert_eq!((ran.code, ran.out.matches("\"slug\": \"a\"").count()), (0, 2), "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("[\n") && ran.out.ends_with("]\n"), "{}", ran.out);
}

#[test]
fn a_list_that_breaks_off_is_an_error() {
    let failure = r#"{"error":{"kind":"unavailable","code":"unavailable","error":"the disk is gone"}}"#;
    let ran = list(&Home::new(), &[ROW, failure]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert!(ran.err.contains("the disk is gone"), "{}", ran.err);
    let ran = list(&Home::new(), &[ROW]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert!(ran.err.contains("the outcome is unknown"), "{}", ran.err);
    let ran = list(&Home::new(), &[r#"{"event":{"row":null}}"#, r#"{"ok":null}"#]);
    assert_eq!((ran.code, ran.out.as_str()), (70, ""), "{}", ran.err);
}
