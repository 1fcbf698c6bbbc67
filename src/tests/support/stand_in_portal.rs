//! A stand-in for the web service of Portal Legislativ on this machine, made from real replies.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::{StreamExt, stream};
use tokio::net::TcpListener;

const TOKEN: &str = include_str!("../sources/replies/token.xml");
const PAGE: &str = include_str!("../sources/replies/search-page-1.xml");
const EMPTY: &str = include_str!("../sources/replies/search-empty.xml");

/// The fault in place of a reply.
#[derive(Debug, Clone)]
pub enum Trouble {
    Status(u16),
    /// A body with status 200.
    Body(String),
    /// A fault of the service, with status 500.
    Fault(&'static str),
    /// The first bytes of a body that never ends.
    Stall,
}

/// The running service.
pub struct StandInPortal {
    pub url: String,
    service: Arc<Mutex<Service>>,
}

/// The behaviour of the service, and the requests it received.
#[derive(Default)]
pub struct Service {
    /// The records of each page.
    pub pages: Vec<Vec<String>>,
    /// Pages of documents, by the end of their address, such as `DetaliiDocument/798`.
    pub documents: HashMap<String, String>,
    /// The pages of documents that were asked for.
    pub asked: Vec<String>,
    /// For the next searches and pages of documents, in order.
    pub troubles: VecDeque<Trouble>,
    /// For every search.
    pub trouble: Option<Trouble>,
    /// Searches that a token is good for; 0: any number.
    pub searches_per_token: u32,
    pub tokens: u32,
    searches_of_token: u32,
    /// Bodies of the searches.
    pub searches: Vec<String>,
    /// Headers of the last request.
    pub headers: HeaderMap,
}

/// The records of the real page: a decree, a law, and a decision of the Chamber of Deputies.
pub fn real_records() -> Vec<String> {
    let records = PAGE.split("<a:Legi>").skip(1).map(|rest| {
        let (record, _) = rest.split_once("</a:Legi>").expect("a whole record");
        format!("<a:Legi>{record}</a:Legi>")
    });
    records.collect()
}

/// The real law as another one, with its own number and document, printed in this issue and on this day of May 2026.
pub fn law(number: u32, issue: u32, day: u32) -> String {
    let law = &real_records()[1];
    law.replace("311094", &(320_000 + number).to_string())
        .replace("<a:Numar>87<", &format!("<a:Numar>{number}<"))
        .replace("LEGE nr. 87 din 28 mai", &format!("LEGE nr. {number} din {day} mai"))
        .replace("nr. 456 din 28 mai", &format!("nr. {issue} din {day} mai"))
}

impl StandInPortal {
    /// Serves these pages.
    pub async fn start(pages: Vec<Vec<String>>) -> Self {
        let service = Arc::new(Mutex::new(Service { pages, ..Service::default() }));
        let router = Router::new()
            .route("/SOAP", post(answer))
            .route("/Public/{kind}/{id}", get(document))
            .with_state(Arc::clone(&service));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/SOAP", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, service }
    }

    pub fn service(&self) -> MutexGuard<'_, Service> {
        self.service.lock().expect("no test panicked with it")
    }
}

async fn answer(State(service): State<Arc<Mutex<Service>>>, headers: HeaderMap, body: Bytes) -> Response {
    let mut service = service.lock().expect("no test panicked with it");
    let body = String::from_utf8(body.to_vec()).expect("a text");
    service.headers = headers;
    if body.contains("<GetToken") {
        service.tokens += 1;
        service.searches_of_token = 0;
        return xml(StatusCode::OK, TOKEN.to_owned());
    }
    service.searches.push(body.clone());
    service.searches_of_token += 1;
    if service.searches_per_token > 0 && service.searches_of_token > service.searches_per_token {
        // The real service answers an expired token so, without a fault.
        return (StatusCode::INTERNAL_SERVER_ERROR, "The server was unable to process the request.").into_response();
    }
    let trouble = service.troubles.pop_front().or_else(|| service.trouble.clone());
    trouble.map_or_else(|| xml(StatusCode::OK, service.page(&body)), Trouble::into_response)
}

async fn document(State(service): State<Arc<Mutex<Service>>>, Path((kind, id)): Path<(String, String)>) -> Response {
    let mut service = service.lock().expect("no test panicked with it");
    let address = format!("{kind}/{id}");
    service.asked.push(address.clone());
    if let Some(trouble) = service.troubles.pop_front() {
        return trouble.into_response();
    }
    match service.documents.get(&address) {
        Some(page) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

impl Service {
    /// The page that is asked for; pages 0 and 1 are the same.
    fn page(&self, body: &str) -> String {
        assert!(body.contains("<tokenKey>TEST-TOKEN-0001</tokenKey>"), "{body}");
        let (_, rest) = body.split_once("<a:NumarPagina>").expect("a page");
        let (page, _) = rest.split_once('<').expect("an end");
        let page: usize = page.parse().expect("a number");
        let records = self.pages.get(page.saturating_sub(1)).map_or(String::new(), |page| page.concat());
        EMPTY.replace("></SearchResult>", &format!(">{records}</SearchResult>"))
    }
}

impl Trouble {
    fn into_response(self) -> Response {
        match self {
            Self::Status(status) => StatusCode::from_u16(status).expect("a status").into_response(),
            Self::Body(body) => xml(StatusCode::OK, body),
            Self::Fault(message) => xml(
                StatusCode::INTERNAL_SERVER_ERROR,
                format!(
                    "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><s:Fault>\
                     <faultcode>s:Client</faultcode><faultstring>{message}</faultstring></s:Fault></s:Body></s:Envelope>"
                ),
            ),
            Self::Stall => {
                let first = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"<s:Envelope"))]);
                Body::from_stream(first.chain(stream::pending())).into_response()
            }
        }
    }
}

fn xml(status: StatusCode, body: String) -> Response {
    (status, [(header::CONTENT_TYPE, "text/xml; charset=utf-8")], body).into_response()
}
