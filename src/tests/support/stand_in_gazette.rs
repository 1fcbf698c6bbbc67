//! A stand-in for the site of Monitorul Oficial on this machine.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use tokio::net::TcpListener;

/// The running site.
pub struct StandInGazette {
    pub url: String,
    site: Arc<Mutex<Site>>,
}

/// The contents of the site, and the requests it received.
#[derive(Default)]
pub struct Site {
    /// The names of the files of each day, as its index has them.
    pub days: HashMap<&'static str, Vec<&'static str>>,
    pub files: HashMap<&'static str, Vec<u8>>,
    /// Statuses for the next requests, in order.
    pub troubles: VecDeque<u16>,
    /// In place of the index.
    pub page: Option<&'static str>,
    /// Paths and bodies of the requests.
    pub requests: Vec<String>,
    /// Headers of the last request for an index.
    pub headers: HeaderMap,
}

impl StandInGazette {
    pub async fn start() -> Self {
        let site = Arc::new(Mutex::new(Site::default()));
        let router = Router::new()
            .route("/ramo_customs/emonitor/get_mo.php", post(index))
            .route("/{file}", get(file))
            .with_state(Arc::clone(&site));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, site }
    }

    pub fn site(&self) -> MutexGuard<'_, Site> {
        self.site.lock().expect("no test panicked with it")
    }
}

async fn index(State(site): State<Arc<Mutex<Site>>>, headers: HeaderMap, body: Bytes) -> Response {
    let mut site = site.lock().expect("no test panicked with it");
    let body = String::from_utf8(body.to_vec()).expect("a text");
    site.requests.push(body.clone());
    let referer = headers.get(header::REFERER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_from_page = referer.ends_with("/e-monitor/");
    site.headers = headers;
    if let Some(status) = site.trouble() {
        return status.into_response();
    }
    if !is_from_page {
        return StatusCode::FORBIDDEN.into_response();
    }
    if let Some(page) = site.page {
        return Html(page).into_response();
    }
    let day = body.split(['=', '&']).nth(1).unwrap_or_default();
    let links =
        site.days.get(day).into_iter().flatten().map(|name| {
            format!("<div class=\"card-body\"><a class=\"btn btn-primary\" href=\"/{name}\">{name}</a></div>")
        });
    Html(links.collect::<String>()).into_response()
}

async fn file(State(site): State<Arc<Mutex<Site>>>, Path(name): Path<String>) -> Response {
    let mut site = site.lock().expect("no test panicked with it");
    site.requests.push(name.clone());
    if let Some(status) = site.trouble() {
        return status.into_response();
    }
    match site.files.get(name.as_str()) {
        Some(bytes) if bytes.starts_with(b"<") => Html(bytes.clone()).into_response(),
        Some(bytes) => ([(header::CONTENT_TYPE, "application/pdf")], bytes.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

impl Site {
    fn trouble(&mut self) -> Option<StatusCode> {
        self.troubles.pop_front().map(|status| StatusCode::from_u16(status).expect("a status"))
    }
}
