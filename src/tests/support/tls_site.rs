//! A site with real TLS on this machine, whose certificate only the client under test knows.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// The site's response to a path.
pub struct Reply {
    pub bytes: Vec<u8>,
    /// Whether the connection stays open without another byte.
    pub stays_open: bool,
}

impl Reply {
    pub fn of(bytes: impl Into<Vec<u8>>) -> Self {
        Self { bytes: bytes.into(), stays_open: false }
    }

    pub fn ok(media_type: &str, body: Vec<u8>) -> Self {
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: {media_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        Self::of([head.into_bytes(), body].concat())
    }

    pub fn redirect(to: &str) -> Self {
        Self::of(format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"))
    }

    pub fn missing() -> Self {
        Self::of("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
    }
}

/// A running site; it lasts as long as the runtime.
pub struct TlsSite {
    pub address: SocketAddr,
    pub root: reqwest::Certificate,
    requests: Arc<AtomicUsize>,
}

impl TlsSite {
    /// Starts a site with these host names that replies to each path.
    pub async fn start(names: &[&str], reply: fn(&str) -> Reply) -> Self {
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        let certified = rcgen::generate_simple_self_signed(names).expect("a certificate");
        let key = rustls_pki_types::PrivateKeyDer::try_from(certified.signing_key.serialize_der()).expect("a key");
        paragraf::tls::install_provider();
        let config = rustls::ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![certified.cert.der().clone()], key)
            .expect("a TLS configuration");
        let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let (address, requests) = (listener.local_addr().expect("an address"), Arc::new(AtomicUsize::new(0)));
        let counter = Arc::clone(&requests);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, counter) = (acceptor.clone(), Arc::clone(&counter));
                tokio::spawn(async move {
                    let Ok(mut stream) = acceptor.accept(stream).await else { return };
                    let mut request = vec![0; 4096];
                    let size = stream.read(&mut request).await.unwrap_or(0);
                    counter.fetch_add(1, Ordering::Relaxed);
                    let text = String::from_utf8_lossy(&request[..size]).into_owned();
                    let Reply { bytes, stays_open } = reply(text.split(' ').nth(1).unwrap_or("/"));
                    stream.write_all(&bytes).await.unwrap_or_default();
                    stream.flush().await.unwrap_or_default();
                    if stays_open {
                        std::future::pending::<()>().await;
                    }
                    stream.shutdown().await.unwrap_or_default();
                });
            }
        });
        let root = reqwest::Certificate::from_der(certified.cert.der()).expect("a certificate");
        Self { address, root, requests }
    }

    /// How many requests arrived.
    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }
}
