//! Clients that stall, idle or never read, while readers ask for pages from another address.

use std::net::{IpAddr, SocketAddr};
use std::process::Command;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use super::of_tests::http2::RawHttp2;
use super::readers::{Readers, get};
use super::row::{Fault, Row};
use super::support::{PROGRAM, free_address, import_articles, memory_kb, program, start_server_at};

pub const FAULTS: &[Fault] = &[
    Fault {
        name: "slow-bodies",
        about: "1,100 clients repeatedly send a body at one byte in two seconds",
        run: || run(1100, None, slow_body),
    },
    Fault {
        name: "slow-bodies-http2",
        about: "nine HTTP/2 connections hold 128 requests each whose bodies do not follow",
        run: || run(9, None, unfinished_streams),
    },
    Fault {
        name: "idle-http2-connections",
        about: "8,000 HTTP/2 connections from 16 addresses make one request and then answer pings",
        run: || run(8000, None, idle_http2),
    },
    Fault {
        name: "never-reading-clients",
        about: "500 clients ask for the list without reading it",
        run: || run(500, None, never_reading),
    },
    Fault {
        name: "few-file-descriptors",
        about: "120 clients open connections without a request, to a server that may open 64 files",
        run: || run(120, Some(64), half_open),
    },
];

/// How long each fault lasts.
const DURATION: Duration = Duration::from_secs(30);
const READERS: usize = 4;
/// Bytes that the kernel keeps for each direction of a client.
const CLIENT_BUFFER: u32 = 64 << 10;
/// The pause of a client before it begins again.
const PAUSE: Duration = Duration::from_millis(500);

/// Lets `clients` copies of `misbehave` repeat themselves for [`DURATION`] and measures the readers meanwhile.
fn run<F>(clients: usize, files: Option<u32>, misbehave: fn(SocketAddr, usize) -> F) -> Row
where
    F: Future<Output = std::io::Result<()>> + Send + 'static,
{
    paragraf::web::raise_file_limit();
    let folder = tempfile::tempdir().expect("a folder");
    import_articles(folder.path(), 1_000);
    let address = free_address();
    let serve = program(folder.path(), &["serve", "--listen", &address]);
    let server =
        start_server_at(address.clone(), files.map_or_else(|| serve, |files| limited(&address, files, &folder)));
    let (mut row, begun) = (Row { trials: clients as u64, ..Row::default() }, Instant::now());
    let readers = Readers::start(&address, READERS);
    let socket: SocketAddr = address.parse().expect("an address");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut tasks = JoinSet::new();
        for number in 0..clients {
            tasks.spawn(async move {
                loop {
                    // The server may refuse or close the connection; the client begins again.
                    if misbehave(socket, number).await.is_err() {
                        tokio::time::sleep(PAUSE).await;
                    }
                }
            });
        }
        tokio::time::sleep(DURATION.saturating_sub(begun.elapsed())).await;
        let status = program(folder.path(), &["status"]).output().expect("the status");
        let text = String::from_utf8_lossy(&status.stdout).into_owned();
        row.expect(status.status.success(), "`status` fails during the fault");
        row.notes.push(format!("{} MB of memory", memory_kb(server.child.id(), "VmRSS") / 1024));
        row.notes.extend(text.lines().filter(|line| line.starts_with("attention")).map(str::to_owned));
        row.expect(files.is_none() || text.contains("attention"), "`status` does not report the lack of files");
        let served = readers.stop();
        row.notes.extend(served.first_failures.iter().cloned());
        row.add_readers(served);
        tasks.shutdown().await;
    });
    let ended = Instant::now();
    while !matches!(get(&address, "/lawchanges"), Ok(200)) && ended.elapsed() < DURATION {}
    row.recovered_in(ended.elapsed());
    drop(server);
    row
}

/// The server with a hard and soft limit of open files.
fn limited(address: &str, files: u32, folder: &tempfile::TempDir) -> Command {
    let script = format!("ulimit -n {files}; exec '{PROGRAM}' serve --listen {address}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(folder.path());
    shell
}

/// Connects from one of 16 addresses of this machine that are not the readers'.
async fn connect(server: SocketAddr, number: usize) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    // Clients elsewhere do not take memory of the server's kernel.
    socket.set_recv_buffer_size(CLIENT_BUFFER)?;
    socket.set_send_buffer_size(CLIENT_BUFFER)?;
    let last = u8::try_from(number % 16).expect("a small number");
    socket.bind(SocketAddr::new(IpAddr::from([127, 0, 1, 1 + last]), 0))?;
    socket.connect(server).await
}

async fn slow_body(server: SocketAddr, _: usize) -> std::io::Result<()> {
    let mut stream = connect(server, 0).await?;
    let head = "POST /subscribe HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n";
    stream.write_all(head.as_bytes()).await?;
    loop {
        tokio::time::sleep(Duration::from_secs(2)).await;
        stream.write_all(b" ").await?;
    }
}

async fn unfinished_streams(server: SocketAddr, _: usize) -> std::io::Result<()> {
    let mut client = RawHttp2::begin(connect(server, 0).await?, 65_535).await?;
    for _ in 0..128 {
        client.post_without_body("/subscribe").await?;
    }
    while client.next().await?.is_some() {}
    Ok(())
}

async fn idle_http2(server: SocketAddr, number: usize) -> std::io::Result<()> {
    let mut client = RawHttp2::begin(connect(server, number).await?, 65_535).await?;
    client.get("/healthz").await?;
    while client.next().await?.is_some() {}
    Ok(())
}

async fn never_reading(server: SocketAddr, _: usize) -> std::io::Result<()> {
    let mut stream = connect(server, 0).await?;
    loop {
        stream.write_all(b"GET /lawchanges HTTP/1.1\r\nhost: x\r\n\r\n").await?;
    }
}

async fn half_open(server: SocketAddr, _: usize) -> std::io::Result<()> {
    let mut stream = connect(server, 0).await?;
    stream.read_exact(&mut [0]).await.map(drop)
}
