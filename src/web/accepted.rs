//! What a client accepts, from the headers of its request.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};

use super::body::Encoding;

/// The client's preferred encoding, and the entity tags that it already has.
pub(super) struct Accepted {
    pub encoding: Encoding,
    /// Whether it accepts gzip, even if it prefers another encoding.
    pub gzip: bool,
    pub if_none_match: Option<HeaderValue>,
}

impl<S: Sync> FromRequestParts<S> for Accepted {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let (encoding, gzip) = accepted_encoding(&parts.headers);
        Ok(Self { encoding, gzip, if_none_match: parts.headers.get(header::IF_NONE_MATCH).cloned() })
    }
}

/// The best encoding that the client accepts (RFC 9110, 12.5.3), `identity` if it accepts none of ours; and whether it
/// accepts gzip.
fn accepted_encoding(headers: &HeaderMap) -> (Encoding, bool) {
    // The values of nearly every browser, to the letter.
    let usual = headers.get(header::ACCEPT_ENCODING).map(HeaderValue::as_bytes);
    if matches!(usual, None | Some(b"gzip, deflate, br, zstd" | b"gzip, deflate, br")) {
        return if usual.is_some() { (Encoding::Brotli, true) } else { (Encoding::Identity, false) };
    }
    let mut quality: [Option<u16>; 4] = [None; 4];
    let (mut any, mut has_items) = (None, false);
    for value in headers.get_all(header::ACCEPT_ENCODING) {
        let Ok(value) = value.to_str() else { continue };
        for item in value.split(',') {
            let (name, parameters) = item.split_once(';').unwrap_or((item, ""));
            let (name, q) = (name.trim(), quality_of(parameters));
            has_items = true;
            if name == "*" {
                any = Some(q);
            } else if let Some(index) = encoding_index(name) {
                quality[index] = Some(q);
            }
        }
    }
    if !has_items {
        return (Encoding::Identity, false);
    }
    let (mut best, mut gzip) = ((Encoding::Identity, 0), false);
    for (encoding, own) in Encoding::ALL.into_iter().zip(quality) {
        // Identity is acceptable unless refused, but last among equals.
        let q = own.or(any).unwrap_or(if encoding == Encoding::Identity { 1 } else { 0 });
        gzip |= encoding == Encoding::Gzip && q > 0;
        if q > best.1 {
            best = (encoding, q);
        }
    }
    (best.0, gzip)
}

fn encoding_index(name: &str) -> Option<usize> {
    Encoding::ALL.iter().position(|encoding| {
        encoding.name().eq_ignore_ascii_case(name)
            || (*encoding == Encoding::Gzip && name.eq_ignore_ascii_case("x-gzip"))
    })
}

/// The `q` of a list item in thousandths; an unreadable one counts as 0.
fn quality_of(parameters: &str) -> u16 {
    let q = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("q").then(|| value.trim().parse::<f32>().unwrap_or(0.0))
    });
    // The cast turns NaN into 0.
    (q.unwrap_or(1.0).clamp(0.0, 1.0) * 1000.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_accepted_encoding_is_chosen() {
        let check = |accept: &str, wanted: Encoding| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_str(accept).expect("a header"));
            assert_eq!(accepted_encoding(&headers).0, wanted, "{accept:?}");
        };
        check("gzip, deflate, br, zstd", Encoding::Brotli);
        check("gzip;q=1.0, br;q=0.5", Encoding::Gzip);
        check("gzip;q=0, br;q=0", Encoding::Identity);
        check("*", Encoding::Brotli);
        check("br;q=0, *", Encoding::Zstd);
        check("*;q=0", Encoding::Identity);
        check("identity, gzip;q=0.5", Encoding::Identity);
        check("GZIP", Encoding::Gzip);
        check("x-gzip;Q=0.2", Encoding::Gzip);
        check("deflate", Encoding::Identity);
        check("gzip;q=nonsense, ,;;=", Encoding::Identity);
        check("", Encoding::Identity);
        assert_eq!(accepted_encoding(&HeaderMap::new()), (Encoding::Identity, false));
    }
}
