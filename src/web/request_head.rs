//! Checks of a request's head that the HTTP parser does not make.

use axum::body::HttpBody;
use axum::http::{Request, Version, header};

/// Why the head of a request is malformed, though the parser accepts it (RFC 9112, 3.2 and 6.1; RFC 9113, 8.3.1).
pub(super) fn malformed<B: HttpBody>(request: &Request<B>) -> Option<&'static str> {
    let headers = request.headers();
    let mut hosts = headers.get_all(header::HOST).iter();
    let has_host = hosts.next().is_some() || request.uri().authority().is_some();
    if !has_host && request.version() != Version::HTTP_10 {
        return Some("The request has no Host header.");
    }
    if hosts.next().is_some() {
        return Some("The request has more than one Host header.");
    }
    if request.version() == Version::HTTP_2 && differs_from_authority(request) {
        return Some("The Host header differs from :authority.");
    }
    // Most requests have no body.
    if request.body().is_end_stream() {
        return None;
    }
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    let is_plain = codings.all(|coding| coding.as_bytes().eq_ignore_ascii_case(b"chunked"));
    (!is_plain).then_some("The only transfer encoding that this server reads is chunked.")
}

/// Whether an HTTP/2 request names one host in `:authority` and another in `Host` (RFC 9113, 8.3.1).
fn differs_from_authority<B>(request: &Request<B>) -> bool {
    let (Some(authority), Some(host)) = (request.uri().authority(), request.headers().get(header::HOST)) else {
        return false;
    };
    !host.as_bytes().eq_ignore_ascii_case(authority.as_str().as_bytes())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn an_http_2_request_names_one_host() {
        for (host, is_good) in [("a.example", true), ("A.Example", true), ("b.example", false)] {
            let request = Request::builder().version(Version::HTTP_2).uri("https://a.example/").header("host", host);
            assert_eq!(malformed(&request.body(Body::empty()).expect("a request")).is_none(), is_good, "{host}");
        }
    }

    #[test]
    fn a_request_has_one_host_and_no_transfer_encoding_but_chunked() {
        let check = |version, headers: &[(&'static str, &'static str)]| {
            let mut request = Request::builder().version(version);
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            malformed(&request.body(Body::from("x")).expect("a request")).is_none()
        };
        assert!(check(Version::HTTP_11, &[("host", "a")]));
        assert!(!check(Version::HTTP_11, &[]));
        assert!(check(Version::HTTP_10, &[]));
        assert!(!check(Version::HTTP_11, &[("host", "a"), ("host", "a")]));
        assert!(!check(Version::HTTP_2, &[]));
        assert!(check(Version::HTTP_11, &[("host", "a"), ("transfer-encoding", "Chunked")]));
        assert!(!check(Version::HTTP_11, &[("host", "a"), ("transfer-encoding", "gzip, chunked")]));
        assert!(!check(
            Version::HTTP_11,
            &[("host", "a"), ("transfer-encoding", "gzip"), ("transfer-encoding", "chunked")]
        ));
    }
}
