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
    /// Replies with 503 once.
    IsBusyOnce,
    /// Replies with 403 to the second part.
    RefusesPart,
    /// Accepts the parts and does not join them: replies with 200 and an error.
    JoinsNothing,
}

/// What a request is to a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    Whole,
    FirstPart,
    LaterPart,
    /// The request that joins the parts.
    Join,
    Other,
}

impl Sent {
    fn of(request: &http::Request<Incoming>) -> Self {
        let (uri, method) = (request.uri(), request.method());
        let mut query = uri.query().unwrap_or_default().split('&');
        let mut value = |name: &str| query.find_map(|given| given.strip_prefix(name));
        match *method {
            _ if !uri.path().ends_with(".age") => Self::Other,
            http::Method::PUT => match value("partNumber=") {
                None => Self::Whole,
                Some("1") => Self::FirstPart,
                Some(_) => Self::LaterPart,
            },
            http::Method::POST if value("uploadId=").is_some() => Self::Join,
            _ => Self::Other,
        }
    }
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
                    answer(service.clone(), Arc::clone(&manner), Arc::clone(&gate), root.clone(), request)
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

    /// Whether the storage keeps parts of a backup, or waits for them.
    pub fn has_parts(&self) -> bool {
        let mut entries = std::fs::read_dir(self.folder.path()).into_iter().flatten().flatten();
        entries.any(|entry| entry.file_name().to_string_lossy().starts_with(".upload"))
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
    manners: Arc<Mutex<Manner>>,
    gate: Arc<Semaphore>,
    root: PathBuf,
    request: http::Request<Incoming>,
) -> Result<http::Response<s3s::Body>, Infallible> {
    let (sent, path) = (Sent::of(&request), root.join(request.uri().path().trim_start_matches('/')));
    let manner = *manners.lock().expect("the manner");
    let own = match (manner, sent) {
        (Manner::Refuses, Sent::Whole | Sent::FirstPart) => Some(reply(503)),
        (Manner::Lies, Sent::Whole) => Some(reply(200)),
        (Manner::RefusesPart, Sent::LaterPart) => Some(reply(403)),
        (Manner::JoinsNothing, Sent::Join) => {
            let body = "<Error><Code>InternalError</Code></Error>".to_owned();
            Some(http::Response::new(s3s::Body::from(body)))
        }
        (Manner::IsBusyOnce, Sent::Whole | Sent::FirstPart) => {
            *manners.lock().expect("the manner") = Manner::Honest;
            Some(reply(503))
        }
        _ => None,
    };
    if own.is_none() && manner == Manner::Waits && matches!(sent, Sent::Whole | Sent::FirstPart) {
        std::fs::write(root.join(WAITING), "").expect("a mark");
        gate.acquire().await.expect("the gate is open").forget();
    }
    // A client sends the whole body before it looks at the reply, also at that of the storage to a wrong signature.
    let (head, body) = request.into_parts();
    let body =
        http_body_util::BodyExt::collect(body).await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    if let Some(own) = own {
        return Ok(own);
    }
    let request = http::Request::from_parts(head, s3s::Body::from(body));
    let response = service.call(request).await.unwrap_or_else(|_| reply(500));
    if matches!(sent, Sent::Whole | Sent::Join) && response.status().is_success() {
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
