//! PostgreSQL of this machine: one server for the run of the tests, with TLS, and one schema for each test.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::OnceLock;

use paragraf::clock::Clock;
use paragraf::store::{PostgresConfig, Store};
use uuid::Uuid;

use super::install::{find_or_install, is_root};

/// The beginning of each script: `run` starts a program as the user of the servers.
const BEGINNING: &str = r#"
set -e
trap '' INT
bin=$1 dir=$2 user=$3
run() { if [ -n "$user" ]; then setpriv --reuid="$user" --regid="$user" --clear-groups "$@"; else "$@"; fi; }
"#;

/// Starts the server, says that it is ready, and removes it when this process ends, however it ends.
const SCRIPT: &str = r#"
port=$4
run "$bin/initdb" --no-sync --locale=C.UTF-8 -A trust -U postgres -D "$dir/data" >"$dir/initdb.log" 2>&1
cat >>"$dir/data/postgresql.conf" <<EOF
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$dir'
ssl = on
ssl_cert_file = '$dir/server.pem'
ssl_key_file = '$dir/server.key'
fsync = off
full_page_writes = off
synchronous_commit = off
shared_buffers = 32MB
max_connections = 400
EOF
# The user of the documents has a password.
{ echo 'host paragraf paragraf all scram-sha-256'; cat "$dir/data/pg_hba.conf"; } >"$dir/hba"
cat "$dir/hba" >"$dir/data/pg_hba.conf"
run "$bin/pg_ctl" -w -D "$dir/data" -l "$dir/log" start >/dev/null 2>&1
echo ready
cat >/dev/null || true
run "$bin/pg_ctl" -m immediate -D "$dir/data" stop >/dev/null 2>&1 || true
rm -rf "$dir"
"#;

/// The user `nobody`: the server refuses to run as root.
const NOBODY: &str = "65534";

struct Server {
    port: u16,
    certificate: String,
    _script: RunningScript,
}

/// A script whose servers end when its input is closed.
pub struct RunningScript {
    pub input: ChildStdin,
    pub output: BufReader<ChildStdout>,
    _process: Child,
}

/// The settings of a store in a schema of its own.
pub fn schema() -> PostgresConfig {
    PostgresConfig::new(&url(), "", None, 4).expect("the address is right")
}

/// The store at this address.
pub fn connect(url: &str) -> Store {
    let config = PostgresConfig::new(url, "", None, 4).expect("the address is right");
    Store::connect(config, &Clock::System).expect("a store")
}

/// Runs a statement at this address.
pub fn run(url: &str, statement: &str) {
    let psql = programs().expect("found before").join("psql");
    let ran =
        Command::new(psql).args(["-q", "-v", "ON_ERROR_STOP=1", "-c", statement, url]).status().expect("psql runs");
    assert!(ran.success(), "{statement}");
}

/// The answer to a question at this address: rows on lines.
pub fn ask(url: &str, question: &str) -> String {
    let asked = psql(url, question);
    assert!(asked.status.success(), "{question}: {}", String::from_utf8_lossy(&asked.stderr));
    String::from_utf8(asked.stdout).expect("text").trim_end().to_owned()
}

/// Whether a statement at this address succeeds.
pub fn is_done(url: &str, statement: &str) -> bool {
    psql(url, statement).status.success()
}

fn psql(url: &str, statement: &str) -> Output {
    let psql = programs().expect("found before").join("psql");
    let arguments = ["-qAt", "-v", "ON_ERROR_STOP=1", "-c", statement, url];
    Command::new(psql).args(arguments).output().expect("psql runs")
}

/// A transaction that lasts until it is dropped.
pub struct OpenTransaction(Child);

impl OpenTransaction {
    /// Runs the statement in a new transaction at this address.
    pub fn of(url: &str, statement: &str) -> Self {
        let psql = programs().expect("found before").join("psql");
        let mut process = Command::new(psql)
            .args(["-qAt", "-v", "ON_ERROR_STOP=1", url])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("psql starts");
        let input = process.stdin.as_mut().expect("its input");
        input.write_all(format!("BEGIN;\n{statement};\n\\echo done\n").as_bytes()).expect("it reads");
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().expect("its output")).read_line(&mut line).expect("a line");
        assert_eq!(line, "done\n", "{statement}");
        Self(process)
    }
}

impl Drop for OpenTransaction {
    fn drop(&mut self) {
        // psql ends with its input, and its transaction with it.
        drop(self.0.stdin.take());
        self.0.wait().ok();
    }
}

/// The variable with the port of a server that runs already, for tests in another process of the same run.
pub const PORT: &str = "PARAGRAF_TEST_POSTGRES_PORT";

/// The port of the server.
pub fn port() -> u16 {
    let running = std::env::var(PORT).ok().and_then(|port| port.parse().ok());
    running.unwrap_or_else(|| server().port)
}

/// The certificate of the server for `db1`, `db2` and `localhost`, which nobody else has signed.
pub fn certificate() -> &'static str {
    &server().certificate
}

fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(start)
}

/// The address of a new schema.
pub fn url() -> String {
    schema_at(&format!("127.0.0.1:{}", port()))
}

/// The address of a new schema at these hosts.
pub fn schema_at(hosts: &str) -> String {
    let schema = format!("t_{}", Uuid::now_v7().simple());
    let server = format!("postgres://postgres@{hosts}/postgres");
    run(&server, &format!("CREATE SCHEMA {schema}"));
    format!("{server}?options=-c%20search_path%3D{schema}")
}

fn start() -> Server {
    let folder = new_folder();
    let made =
        rcgen::generate_simple_self_signed(["db1", "db2", "localhost"].map(String::from)).expect("a certificate");
    let key = folder.join("server.key");
    std::fs::write(folder.join("server.pem"), made.cert.pem()).expect("the certificate");
    std::fs::write(&key, made.signing_key.serialize_pem()).expect("its key");
    // PostgreSQL refuses a key that others can read.
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o600)).expect("its owner may do this");
    give_to_nobody(&key);
    let port = free_port();
    Server { port, certificate: made.cert.pem(), _script: launch(SCRIPT, &folder, &[port.to_string()]) }
}

/// A folder for servers, which remove it.
pub fn new_folder() -> PathBuf {
    let folder = tempfile::Builder::new().prefix("postgres").tempdir().expect("a folder").keep();
    give_to_nobody(&folder);
    folder
}

fn give_to_nobody(path: &Path) {
    if is_root() {
        std::os::unix::fs::chown(path, Some(65_534), Some(65_534)).expect("its owner");
    }
}

/// A port on which nothing listens yet.
pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("its address").port()
}

/// Runs a script that starts servers in this folder, and waits until it says that they are ready.
pub fn launch(script: &str, folder: &Path, arguments: &[String]) -> RunningScript {
    let programs = find_or_install("postgresql", programs)
        .expect("this test needs PostgreSQL; on Debian `apt-get install postgresql`");
    let user = if is_root() { NOBODY } else { "" };
    let mut process = Command::new("sh")
        .args(["-c", &[BEGINNING, script].concat(), "sh"])
        .args([programs.as_os_str(), folder.as_os_str(), user.as_ref()])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the script starts");
    let input = process.stdin.take().expect("its input");
    let mut output = BufReader::new(process.stdout.take().expect("its output"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a line");
    let log = || ["initdb.log", "log"].map(|name| std::fs::read_to_string(folder.join(name)).unwrap_or_default());
    assert_eq!(line, "ready\n", "PostgreSQL: {:?}", log());
    RunningScript { input, output, _process: process }
}

/// The folder of the programs, of the newest version.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(Result::ok);
    let number = |entry: &std::fs::DirEntry| entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok());
    let newest = versions.filter_map(|entry| Some((number(&entry)?, entry.path().join("bin")))).max()?;
    newest.1.join("initdb").exists().then_some(newest.1)
}
