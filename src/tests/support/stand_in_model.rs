//! A stand-in for a language model's server, on this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

/// The server's reaction to one request.
#[derive(Debug, Clone)]
pub enum Reply {
    /// The model answers with this text.
    Text(String),
    /// A status with headers, such as `retry-after: 1`, and no body.
    Status(u16, &'static str),
    /// A status with this body.
    Refusal(u16, &'static str),
    /// The model stops at its longest answer.
    CutOff,
    /// The connection breaks off within the body.
    Broken,
    /// A body that is larger than any answer.
    Huge,
    /// Nothing until the client gives up.
    Silence,
    /// A reply of another API.
    Body(&'static str),
}

/// A server that gives each request the next reply, and the last one to all further requests.
pub struct StandInModel {
    pub base_url: String,
    requests: Arc<Mutex<Vec<Value>>>,
}

impl StandInModel {
    pub fn start(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let base_url = format!("http://{}/v1", listener.local_addr().expect("its address"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let taken = Arc::clone(&requests);
        std::thread::spawn(move || {
            for (stream, place) in listener.incoming().flatten().zip(0_usize..) {
                let reply = replies.get(place).or(replies.last()).expect("a reply").clone();
                let body = read_request(&stream);
                taken.lock().expect("no panic").push(body);
                std::thread::spawn(move || answer(stream, reply));
            }
        });
        Self { base_url, requests }
    }

    /// The bodies of the requests so far.
    pub fn requests(&self) -> Vec<Value> {
        self.requests.lock().expect("no panic").clone()
    }
}

/// Reads a request with a declared length and returns its body with the authorization header.
fn read_request(stream: &TcpStream) -> Value {
    let mut reader = BufReader::new(stream);
    let (mut length, mut authorization) = (0, String::new());
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        let Some((name, value)) = line.split_once(':') else {
            if line.trim().is_empty() {
                break;
            }
            continue;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().expect("a length"),
            "authorization" => value.trim().clone_into(&mut authorization),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    let mut body: Value = serde_json::from_slice(&body).expect("JSON");
    body["authorization"] = authorization.into();
    body
}

fn answer(mut stream: TcpStream, reply: Reply) {
    let message = |text: &str, reason: &str| {
        let choice =
            json!({ "index": 0, "message": { "role": "assistant", "content": text }, "finish_reason": reason });
        let usage = json!({ "prompt_tokens": 1200, "completion_tokens": 300, "total_tokens": 1500 });
        json!({ "choices": [choice], "usage": usage }).to_string()
    };
    let (status, headers, body) = match reply {
        Reply::Text(text) => (200, "", message(&text, "stop")),
        Reply::CutOff => (200, "", message("{\"title\":", "length")),
        Reply::Status(status, headers) => (status, headers, String::new()),
        Reply::Refusal(status, body) => (status, "", body.to_owned()),
        Reply::Body(body) => (200, "", body.to_owned()),
        Reply::Huge => (200, "", message(&"x".repeat(2 << 20), "stop")),
        Reply::Broken => {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{\"choices\"";
            stream.write_all(head.as_bytes()).ok();
            return;
        }
        Reply::Silence => {
            // Ends when the client closes the connection.
            stream.read_exact(&mut [0]).ok();
            return;
        }
    };
    let separator = if headers.is_empty() { "" } else { "\r\n" };
    let head = format!(
        "HTTP/1.1 {status} Reply\r\ncontent-type: application/json\r\nconnection: close\r\n{headers}{separator}content-length: {}\r\n\r\n",
        body.len()
    );
    // The client may have closed the connection of a huge body.
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).ok();
}
