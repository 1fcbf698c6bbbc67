//! A storage with the interface of S3 on this machine. It checks the signatures of requests, and can misbehave.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use paragraf::config::Config;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s_fs::FileSystem;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

const BUCKET: &str = "copii";
const FOLDER: &str = "paragraf";
/// The file that says that a backup waits.
const WAITING: &str = "waiting";

/// What the storage does with a backup that is sent to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Honest,
    /// Replies with 503.
    Refuses,
    /// Stores it and forgets it at once.
    Loses,
    /// Stores it with another byte.
    Alters,
    /// Accepts it and stores nothing.
    Lies,
    /// Stores it when [`StandInS3::go_on`] is called.
    Waits,
}

/// A running storage; it lasts as long as the runtime.
pub struct StandInS3 {
    pub endpoint: String,
    folder: tempfile::TempDir,
    manner: Arc<Mutex<Manner>>,
    gate: Arc<Semaphore>,
}

impl StandInS3 {
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join(BUCKET)).expect("a bucket");
        let mut builder = S3ServiceBuilder::new(FileSystem::new(folder.path()).expect("a storage"));
        builder.set_auth(SimpleAuth::from_single("AKIA", "s3cret"));
        let service = builder.build();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
        let started =
            Self { endpoint, manner: Arc::new(Mutex::new(Manner::Honest)), gate: Arc::new(Semaphore::new(0)), folder };
        let (manner, gate, root) =
            (Arc::clone(&started.manner), Arc::clone(&started.gate), started.folder.path().to_owned());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (service, manner, gate, root) =
                    (service.clone(), Arc::clone(&manner), Arc::clone(&gate), root.clone());
                let answer = service_fn(move |request| {
                    let manner = *manner.lock().expect("the manner");
                    answer(service.clone(), manner, Arc::clone(&gate), root.clone(), request)
                });
                tokio::spawn(async move {
                    Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(stream), answer).await.ok();
                });
            }
        });
        started
    }

    /// Makes a server store its backups here, in the folder of the bucket.
    pub fn configure(&self, config: &mut Config) {
        let s3 = &mut config.backup.s3;
        s3.s3_endpoint.clone_from(&self.endpoint);
        (s3.s3_bucket, s3.s3_prefix) = (BUCKET.into(), FOLDER.into());
        (s3.s3_access_key, s3.s3_secret_key) = ("AKIA".into(), "s3cret".into());
    }

    /// The same as [`StandInS3::configure`], for the section `[backup]` of a file.
    pub fn settings(&self) -> String {
        format!(
            "s3_endpoint = \"{}\"\ns3_bucket = \"{BUCKET}\"\ns3_prefix = \"{FOLDER}\"\ns3_access_key = \"AKIA\"\n\
             s3_secret_key = \"s3cret\"\n",
            self.endpoint
        )
    }

    pub fn behave(&self, manner: Manner) {
        *self.manner.lock().expect("the manner") = manner;
    }

    /// Whether a backup that was sent waits, or has waited.
    pub fn has_waited(&self) -> bool {
        self.folder.path().join(WAITING).exists()
    }

    /// Lets one waiting backup be stored.
    pub fn go_on(&self) {
        self.gate.add_permits(1);
    }

    /// The folder of the stored backups.
    pub fn stored(&self) -> PathBuf {
        self.folder.path().join(BUCKET).join(FOLDER)
    }

    /// The names of the stored backups, without those of their checksums.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.stored()).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.retain(|name| name.ends_with(".age"));
        names.sort();
        names
    }
}

async fn answer(
    service: S3Service,
    manner: Manner,
    gate: Arc<Semaphore>,
    root: PathBuf,
    request: http::Request<Incoming>,
) -> Result<http::Response<s3s::Body>, Infallible> {
    let is_backup = request.method() == http::Method::PUT && request.uri().path().ends_with(".age");
    let path = root.join(request.uri().path().trim_start_matches('/'));
    if is_backup {
        match manner {
            Manner::Refuses | Manner::Lies => {
                // A client sends the whole body before it looks at the reply.
                drop(http_body_util::BodyExt::collect(request.into_body()).await);
                return Ok(reply(if manner == Manner::Refuses { 503 } else { 200 }));
            }
            Manner::Waits => {
                std::fs::write(root.join(WAITING), "").expect("a mark");
                gate.acquire().await.expect("the gate is open").forget();
            }
            Manner::Honest | Manner::Loses | Manner::Alters => {}
        }
    }
    let response = service.call(request.map(s3s::Body::from)).await.unwrap_or_else(|_| reply(500));
    if is_backup && response.status().is_success() {
        spoil(manner, &path);
    }
    Ok(response)
}

fn spoil(manner: Manner, path: &Path) {
    match manner {
        Manner::Loses => std::fs::remove_file(path).expect("it was stored"),
        Manner::Alters => {
            let mut bytes = std::fs::read(path).expect("it was stored");
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            std::fs::write(path, bytes).expect("another byte");
        }
        _ => {}
    }
}

fn reply(status: u16) -> http::Response<s3s::Body> {
    let mut response = http::Response::new(s3s::Body::empty());
    *response.status_mut() = http::StatusCode::from_u16(status).expect("a status");
    response
}
