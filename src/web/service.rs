//! The middleware around the router: a limit on concurrent requests, a timeout and a guard against panics before
//! the handler; error bodies, headers and the access log after it.
//!
//! One function instead of a stack of `tower` layers: it takes less than a microsecond, and a ready-made response
//! does not take much more.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response};
use axum::response::IntoResponse;
use bytes::Bytes;
use futures_util::FutureExt;
use tower::Service;
use uuid::Uuid;

use super::access_log;
use super::connections::{BodyPace, Connection, RequestBody, ResponseBody};
use super::date::DateHeader;
use super::error::{Failure, request_timeout};
use super::network::ClientNetwork;
use super::proxies::Proxies;
use super::request_head;
use super::request_limit::RequestLimit;
use super::response_headers::{self, Headers};
use super::route_names::{self, RouteNames};
use crate::app::{App, OWN_REQUEST_HEADER, OwnRequests, RequestCounts};
use crate::clock::Clock;
use crate::conditions::Conditions;
use crate::error::{Error, ErrorCode, Kind, panicked};
use crate::ops::blocking::RequestWork;

/// Most concurrent requests; further ones get a 503, unless they read something that is ready at once.
const MAX_IN_FLIGHT: usize = 1024;

/// The route by which this server asks for itself through its public address.
const HEALTH: &str = "/healthz";

/// The router with its middleware.
pub(super) struct HttpService {
    router: Router,
    route_names: RouteNames,
    clock: Clock,
    conditions: Arc<Conditions>,
    own_requests: Arc<OwnRequests>,
    counts: Arc<RequestCounts>,
    timeout: Duration,
    limit: Arc<RequestLimit>,
    work: Arc<RequestWork>,
    proxies: Proxies,
    headers: Headers,
    document_headers: Headers,
    date: Arc<DateHeader>,
}

impl HttpService {
    pub(super) fn new(app: &App, proxies: Proxies, router: Router, https: bool) -> Self {
        let fedcm_config = response_headers::fedcm_config(app);
        app.requests.set_routes(route_names::all());
        Self {
            router,
            route_names: RouteNames::new(),
            timeout: Duration::from_secs(app.config.server.request_timeout_secs),
            limit: Arc::new(RequestLimit::new(Arc::clone(&app.in_flight), MAX_IN_FLIGHT)),
            work: Arc::default(),
            proxies,
            clock: app.clock.clone(),
            conditions: Arc::clone(&app.conditions),
            own_requests: Arc::clone(&app.own_requests),
            counts: Arc::clone(&app.requests),
            headers: response_headers::common(https, app.config.captcha.kind, fedcm_config.as_ref()),
            document_headers: response_headers::of_documents(),
            date: Arc::new(DateHeader::new()),
        }
    }

    pub(super) async fn respond<B>(&self, request: Request<B>, connection: &Arc<Connection>) -> Response<ResponseBody>
    where
        B: HttpBody<Data = Bytes> + Send + Unpin + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let started = Instant::now();
        let mut open = connection.begin_request();
        let mut id = Uuid::encode_buffer();
        let id = request_id(&self.clock, &mut id);
        let (method, route) = (request.method().clone(), self.route_names.of(request.uri().path()));
        if open.is_first {
            self.proxies.notice(&self.conditions, self.clock.now(), connection.peer, request.headers());
        }
        if route == HEALTH
            && let Some(number) = request.headers().get(OWN_REQUEST_HEADER).and_then(|number| number.to_str().ok())
        {
            self.own_requests.arrived(number, self.proxies.arrival(connection.peer, request.headers()));
        }
        let mut response = match request_head::malformed(&request) {
            None => self.call(request, connection).await,
            Some(message) => error_response(Error::new(Kind::Invalid, ErrorCode::Invalid, message)),
        };
        let failure = write_error_body(&mut response, id);
        self.add_headers(response.headers_mut(), id);
        let ended = Instant::now();
        self.counts.record(route, response.status().as_u16(), ended - started);
        access_log::log(&method, route, &response, failure.as_ref(), id, ended - started);
        open.wait_for_client(ended);
        if method == Method::HEAD {
            open.complete();
        }
        response.map(|body| ResponseBody::new(body, open))
    }

    /// Adds the headers of every response, and those of documents.
    fn add_headers(&self, headers: &mut HeaderMap, id: &str) {
        headers.reserve(self.headers.len() + 2);
        headers.extend(self.headers.iter().cloned());
        headers.insert(header::DATE, self.date.at(self.clock.now()));
        if response_headers::is_document(headers) {
            headers.reserve(self.document_headers.len() + 1);
            for (name, value) in &self.document_headers {
                // A handler may have set a stricter value.
                headers.entry(name).or_insert_with(|| value.clone());
            }
        }
        if let Ok(id) = HeaderValue::from_str(id) {
            headers.insert(X_REQUEST_ID, id);
        }
    }

    /// Calls the router within the limits. A full server still serves a safe request whose response is ready at once,
    /// such as a page or a list from a cache.
    async fn call<B>(&self, request: Request<B>, connection: &Arc<Connection>) -> Response<Body>
    where
        B: HttpBody<Data = Bytes> + Send + Unpin + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let network = ClientNetwork(self.proxies.client_network(connection.peer, request.headers()));
        let permit = self.limit.try_acquire(network.0);
        if permit.is_none() && !request.method().is_safe() {
            return busy();
        }
        let mut request = request.map(|body| self.body(body, connection, network));
        request.extensions_mut().insert(network);
        let response = self.work.serve(network.0, self.router.clone().call(request));
        let mut response = pin!(AssertUnwindSafe(response).catch_unwind());
        // Most responses are ready at once and need no timer.
        let result = match futures_util::poll!(&mut response) {
            Poll::Ready(result) => Ok(result),
            Poll::Pending if permit.is_none() => return busy(),
            Poll::Pending => {
                let _share = self.limit.count_slow(network.0);
                tokio::time::timeout(self.timeout, response).await
            }
        };
        match result {
            Ok(Ok(Ok(response))) => response,
            Ok(Ok(Err(never))) => match never {},
            Ok(Err(panic)) => error_response(Error::internal("answering a request", panicked(&*panic))),
            Err(_) => request_timeout().into_response(),
        }
    }

    fn body<B>(&self, body: B, connection: &Arc<Connection>, ClientNetwork(network): ClientNetwork) -> Body
    where
        B: HttpBody<Data = Bytes> + Send + Unpin + 'static,
        B::Error: Into<axum::BoxError>,
    {
        if body.is_end_stream() {
            return Body::empty();
        }
        let (connection, limit) = (Arc::clone(connection), Arc::clone(&self.limit));
        Body::new(RequestBody::new(body, BodyPace::DEFAULT, connection, limit, network))
    }
}

fn busy() -> Response<Body> {
    error_response(Error::unavailable("The server is busy; try again in a moment.").retry_after(1))
}

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// A UUID of version 7, written to `buffer`. An id from the client is ignored: it could forge lines of the log.
fn request_id<'a>(clock: &Clock, buffer: &'a mut [u8; 45]) -> &'a str {
    crate::clock::uuid_at(clock.now()).hyphenated().encode_lower(buffer)
}

fn error_response(error: Error) -> Response<Body> {
    Failure::from(error).into_response()
}

/// Writes the body of an error response, which needs the request id. A page about the error stays.
fn write_error_body(response: &mut Response<Body>, id: &str) -> Option<Failure> {
    if response.status().is_success() {
        return None;
    }
    let failure: Failure = response.extensions_mut().remove()?;
    if response.headers().contains_key(header::CONTENT_TYPE) {
        return Some(failure);
    }
    *response.body_mut() = Body::from(
        serde_json::to_vec(&failure.body(id)).expect("writing an error as JSON cannot fail: its maps have string keys"),
    );
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().remove(header::CONTENT_LENGTH);
    Some(failure)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use axum::routing::get;
    use http_body_util::BodyExt;
    use tokio_util::sync::CancellationToken;

    use super::*;

    fn service(router: Router, max: usize) -> HttpService {
        HttpService {
            router,
            route_names: RouteNames::new(),
            clock: Clock::default(),
            conditions: Arc::default(),
            own_requests: Arc::default(),
            counts: Arc::default(),
            timeout: Duration::from_millis(20),
            limit: Arc::new(RequestLimit::new(Arc::default(), max)),
            work: Arc::default(),
            proxies: Proxies::default(),
            headers: response_headers::common(true, crate::config::CaptchaKind::ProofOfWork, None),
            document_headers: response_headers::of_documents(),
            date: Arc::new(DateHeader::new()),
        }
    }

    fn connection() -> Arc<Connection> {
        let peer = IpAddr::from([127, 0, 0, 1]);
        Arc::new(Connection::new(peer, peer, CancellationToken::new()))
    }

    fn request(method: Method, body: Body) -> Request<Body> {
        let request = Request::builder().method(method).header("host", "x");
        request.body(body).expect("a request")
    }

    /// Status and error code of `GET /`.
    async fn get_root(service: &HttpService) -> (u16, String) {
        let response = service.respond(request(Method::GET, Body::empty()), &connection()).await;
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a body").to_bytes();
        let problem: crate::error::Problem = serde_json::from_slice(&bytes).expect("an error body");
        assert_eq!(problem.request_id.as_deref(), parts.headers["x-request-id"].to_str().ok());
        assert!(!problem.error.contains("secret"), "{problem:?}");
        (parts.status.as_u16(), problem.code.to_string())
    }

    #[tokio::test]
    async fn a_panic_is_a_500_without_its_message() {
        let router = Router::new().route("/", get(|| async { panic!("secret") as () }));
        assert_eq!(get_root(&service(router, 1)).await, (500, "internal".into()));
    }

    #[tokio::test]
    async fn a_handler_that_never_ends_times_out() {
        let router = Router::new().route("/", get(std::future::pending::<()>));
        assert_eq!(get_root(&service(router, 1)).await, (408, "timeout".into()));
    }

    #[tokio::test]
    async fn requests_over_the_concurrency_limit_get_a_503_unless_their_answer_is_ready() {
        let slow = get(std::future::pending::<()>).post(|| async { "done" });
        let router = Router::new().route("/", slow).route("/ready", get(|| async { "ready" }));
        let service = service(router, 1);
        let permit = service.limit.try_acquire(IpAddr::from([198, 51, 100, 7]));
        assert_eq!(get_root(&service).await, (503, "unavailable".into()));
        let status = async |request| service.respond(request, &connection()).await.status().as_u16();
        assert_eq!(status(request(Method::POST, Body::empty())).await, 503, "it could change something");
        let mut ready = request(Method::GET, Body::empty());
        *ready.uri_mut() = "/ready".parse().expect("an address");
        assert_eq!(status(ready).await, 200);
        drop(permit);
        assert_eq!(service.limit.in_flight(), 0, "a refusal releases what it counted");
        assert_eq!(status(request(Method::POST, Body::empty())).await, 200);
    }

    #[tokio::test]
    async fn a_request_that_waits_for_its_body_is_not_in_progress() {
        let router = Router::new().route("/", axum::routing::post(|body: String| async { body }));
        let service = service(router, 1);
        let endless = Body::from_stream(futures_util::stream::pending::<Result<Bytes, axum::Error>>());
        let connection = connection();
        let mut waiting = pin!(service.respond(request(Method::POST, endless), &connection));
        assert!(futures_util::poll!(&mut waiting).is_pending());
        assert_eq!(service.limit.in_flight(), 0);
        let other = service.respond(request(Method::POST, Body::from("read")), &self::connection()).await;
        assert_eq!(other.status(), 200);
    }
}
