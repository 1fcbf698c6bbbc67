//! A client with one connection that is kept open.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// No answer takes longer.
const LONGEST: Duration = Duration::from_secs(60);

pub struct Caller {
    stream: BufReader<TcpStream>,
    address: String,
}

impl Caller {
    pub fn new(address: &str) -> Self {
        let stream = TcpStream::connect(address).expect("the server");
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(LONGEST)).expect("a socket");
        Self { stream: BufReader::new(stream), address: address.to_owned() }
    }

    /// The status and the body of `GET path`.
    pub fn get(&mut self, path: &str) -> (u16, String) {
        self.send(&format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.address));
        self.answer()
    }

    /// Likes or unlikes an article as a reader.
    pub fn like(&mut self, (uid, token): &(paragraf::domain::Uid, String), slug: &str) {
        let body = format!("{{\"userId\":\"{uid}\",\"articleId\":\"{slug}\"}}");
        self.send(&format!(
            "POST /users/like-article HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        ));
        let (status, answer) = self.answer();
        assert_eq!(status, 200, "{answer}");
    }

    /// Opens a stream of events and hands each line of it to `take` until it returns false.
    pub fn stream(mut self, path: &str, token: &str, mut take: impl FnMut(&str) -> bool) {
        let head = format!("host: {}\r\nauthorization: Bearer {token}", self.address);
        self.send(&format!("GET {path} HTTP/1.1\r\n{head}\r\n\r\n"));
        for line in self.stream.lines() {
            if !take(&line.expect("the stream goes on")) {
                return;
            }
        }
    }

    fn send(&mut self, request: &str) {
        self.stream.get_mut().write_all(request.as_bytes()).expect("the server reads");
    }

    fn answer(&mut self) -> (u16, String) {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("a status line");
        let status = line.get(9..12).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{line:?}"));
        let mut length = None;
        loop {
            line.clear();
            self.stream.read_line(&mut line).expect("a header");
            if line.trim_end().is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok();
            }
        }
        let mut body = vec![0; length.expect("the length of the body")];
        self.stream.read_exact(&mut body).expect("the body");
        (status, String::from_utf8(body).expect("text"))
    }
}
