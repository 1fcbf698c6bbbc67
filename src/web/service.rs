//! The middleware around the router: a limit on concurrent requests, a timeout and a guard against panics before
//! the handler; error bodies, headers and the access log after it.
//!
//! One function instead of a stack of `tower` layers: it takes less than a microsecond, and a ready-made response
//! does not take much more.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use bytes::Bytes;
use futures_util::FutureExt;
use tower::Service;
use uuid::Uuid;

use super::error::{Failure, request_timeout};
use super::network::Peer;
use super::routes::RouteNames;
use super::state::Web;
use crate::clock::Clock;
use crate::error::{Error, panicked};

/// Most concurrent requests; further ones get a 503.
const MAX_IN_FLIGHT: usize = 1024;

const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                   connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; \
                   frame-ancestors 'none'";

/// The router with its middleware.
pub(super) struct HttpService {
    router: Router,
    route_names: RouteNames,
    clock: Clock,
    timeout: Duration,
    limit: ConcurrencyLimit,
    headers: Vec<(HeaderName, HeaderValue)>,
    document_headers: Vec<(HeaderName, HeaderValue)>,
}

/// Limits concurrent requests, counted in [`App::in_flight`](crate::app::App::in_flight).
struct ConcurrencyLimit {
    in_flight: Arc<AtomicUsize>,
    max: usize,
}

/// The right to answer one request; released when dropped.
struct RequestPermit<'a>(&'a AtomicUsize);

impl ConcurrencyLimit {
    fn try_acquire(&self) -> Option<RequestPermit<'_>> {
        // Made before the check, so that a refusal releases what it counted.
        let permit = RequestPermit(&self.in_flight);
        (self.in_flight.fetch_add(1, Ordering::Relaxed) < self.max).then_some(permit)
    }
}

impl Drop for RequestPermit<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl HttpService {
    pub(super) fn new(web: &Arc<Web>, router: Router) -> Self {
        Self {
            router,
            route_names: RouteNames::new(),
            clock: web.app.clock.clone(),
            timeout: Duration::from_secs(web.app.config.server.request_timeout_secs),
            limit: ConcurrencyLimit { in_flight: Arc::clone(&web.app.in_flight), max: MAX_IN_FLIGHT },
            headers: common_headers(web.site.public_url.starts_with("https://")),
            document_headers: document_headers(),
        }
    }

    pub(super) async fn respond<B>(&self, request: Request<B>, peer: IpAddr) -> Response<Body>
    where
        B: HttpBody<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let started = Instant::now();
        let id = request_id(&self.clock);
        let (method, route) = (request.method().clone(), self.route_names.of(request.uri().path()));
        let mut response = match self.limit.try_acquire() {
            Some(_permit) => self.call(request.map(Body::new), peer).await,
            None => error_response(Error::unavailable("The server is busy; try again in a moment.").retry_after(1)),
        };
        let failure = write_error_body(&mut response, &id);
        let headers = response.headers_mut();
        headers.reserve(self.headers.len() + self.document_headers.len() + 1);
        headers.extend(self.headers.iter().cloned());
        if is_document(headers) {
            for (name, value) in &self.document_headers {
                // A handler may have set a stricter value.
                headers.entry(name).or_insert_with(|| value.clone());
            }
        }
        if let Ok(id) = HeaderValue::from_str(&id) {
            headers.insert(X_REQUEST_ID, id);
        }
        log(&method, route, &response, failure.as_ref(), &id, started.elapsed());
        response
    }

    async fn call(&self, mut request: Request<Body>, peer: IpAddr) -> Response<Body> {
        request.extensions_mut().insert(Peer(peer));
        let mut response = pin!(AssertUnwindSafe(self.router.clone().call(request)).catch_unwind());
        // Most responses are ready at once and need no timer.
        let result = match futures_util::poll!(&mut response) {
            Poll::Ready(result) => Ok(result),
            Poll::Pending => tokio::time::timeout(self.timeout, response).await,
        };
        match result {
            Ok(Ok(Ok(response))) => response,
            Ok(Ok(Err(never))) => match never {},
            Ok(Err(panic)) => error_response(Error::internal("answering a request", panicked(&*panic))),
            Err(_) => axum::response::IntoResponse::into_response(request_timeout()),
        }
    }
}

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

fn common_headers(https: bool) -> Vec<(HeaderName, HeaderValue)> {
    let mut headers = vec![
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CSP)),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    if https {
        let year = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        headers.push((header::STRICT_TRANSPORT_SECURITY, year));
    }
    headers
}

/// Headers of HTML pages. `same-origin-allow-popups` lets the sign-in page see when the window of an identity
/// provider is closed.
fn document_headers() -> Vec<(HeaderName, HeaderValue)> {
    let features = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";
    vec![
        (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
        (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin-allow-popups")),
        (HeaderName::from_static("permissions-policy"), HeaderValue::from_static(features)),
    ]
}

fn is_document(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|media_type| media_type.as_bytes().starts_with(b"text/html"))
}

/// A UUID of version 7. An id from the client is ignored: it could forge lines of the log.
fn request_id(clock: &Clock) -> String {
    crate::clock::uuid_at(clock.now()).hyphenated().encode_lower(&mut Uuid::encode_buffer()).to_owned()
}

fn error_response(error: Error) -> Response<Body> {
    axum::response::IntoResponse::into_response(Failure::from(error))
}

/// Writes the body of an error response, which needs the request id.
fn write_error_body(response: &mut Response<Body>, id: &str) -> Option<Failure> {
    if response.status().is_success() {
        return None;
    }
    let failure: Failure = response.extensions_mut().remove()?;
    *response.body_mut() = Body::from(serde_json::to_vec(&failure.body(id)).unwrap_or_default());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().remove(header::CONTENT_LENGTH);
    Some(failure)
}

/// Logs the request in one event, without the client's address or anything that the client wrote.
fn log(
    method: &Method,
    route: &'static str,
    response: &Response<Body>,
    failure: Option<&Failure>,
    request_id: &str,
    took: Duration,
) {
    let status = response.status();
    let bytes = response.body().size_hint().exact();
    let encoding = response.headers().get(header::CONTENT_ENCODING).and_then(|value| value.to_str().ok());
    let ms = took.as_secs_f64() * 1000.0;
    let method = if is_known(method) { method.as_str() } else { "other" };
    let code = failure.map(|failure| failure.error.code.as_str());
    if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
        let chain = failure.map(|failure| failure.error.chain());
        tracing::error!(target: "request", method, route, status = status.as_u16(), ms, bytes, code, chain, request_id);
    } else {
        tracing::info!(target: "request", method, route, status = status.as_u16(), ms, bytes, encoding, code, request_id);
    }
}

fn is_known(method: &Method) -> bool {
    let known = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS, Method::PATCH];
    known.contains(method)
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use http_body_util::BodyExt;

    use super::*;

    fn service(router: Router, max: usize) -> HttpService {
        HttpService {
            router,
            route_names: RouteNames::new(),
            clock: Clock::default(),
            timeout: Duration::from_millis(20),
            limit: ConcurrencyLimit { in_flight: Arc::default(), max },
            headers: common_headers(true),
            document_headers: document_headers(),
        }
    }

    /// Status and error code of `GET /`.
    async fn get_root(service: &HttpService) -> (u16, String) {
        let response = service.respond(Request::new(Body::empty()), IpAddr::from([127, 0, 0, 1])).await;
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
    async fn requests_over_the_concurrency_limit_get_a_503() {
        let service = service(Router::new(), 1);
        let permit = service.limit.try_acquire();
        assert_eq!(get_root(&service).await, (503, "unavailable".into()));
        drop(permit);
        assert!(service.limit.try_acquire().is_some(), "a refusal releases what it counted");
    }
}
