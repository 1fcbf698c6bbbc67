//! The end of a certificate (RFC 5280, section 4.1).

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// Tag of the version, which a certificate of version 1 lacks.
const VERSION: u8 = 0xa0;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
/// Most bytes of a length.
const MAX_LENGTH_BYTES: usize = 4;

/// Returns the instant after which a certificate in DER is no longer valid; `None` for other bytes.
pub(super) fn valid_until(der: &[u8]) -> Option<Timestamp> {
    let (_, certificate, _) = element(der)?;
    let (_, mut fields, _) = element(certificate)?;
    if fields.first() == Some(&VERSION) {
        fields = element(fields)?.2;
    }
    // Serial number, algorithm and issuer come before the validity.
    for _ in 0..3 {
        fields = element(fields)?.2;
    }
    let (_, validity, _) = element(fields)?;
    let (_, _, end) = element(validity)?;
    let (tag, text, _) = element(end)?;
    instant(tag, std::str::from_utf8(text).ok()?)
}

/// Splits off the first element: its tag, its content and what follows it.
fn element(der: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (tag, rest) = der.split_first()?;
    let (first, rest) = rest.split_first()?;
    let (len, rest) = match usize::from(*first) {
        short @ 0..0x80 => (short, rest),
        long => {
            let count = long - 0x80;
            let (bytes, rest) = rest.split_at_checked(count).filter(|_| (1..=MAX_LENGTH_BYTES).contains(&count))?;
            (bytes.iter().fold(0, |len, byte| (len << 8) | usize::from(*byte)), rest)
        }
    };
    let (content, rest) = rest.split_at_checked(len)?;
    Some((*tag, content, rest))
}

/// Parses a time in UTC. Years of two digits are from 1950 to 2049 (RFC 5280, section 4.1.2.5.1).
fn instant(tag: u8, text: &str) -> Option<Timestamp> {
    let text = match tag {
        UTC_TIME => {
            let year: u8 = text.get(..2)?.parse().ok()?;
            format!("{}{text}", if year < 50 { "20" } else { "19" })
        }
        GENERALIZED_TIME => text.to_owned(),
        _ => return None,
    };
    let at = DateTime::strptime("%Y%m%d%H%M%SZ", &text).ok()?;
    Some(at.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(year: i32) -> Vec<u8> {
        let key = rcgen::KeyPair::generate().expect("a key");
        let mut params = rcgen::CertificateParams::new(vec!["paragraf.example.ro".into()]).expect("parameters");
        params.not_after = rcgen::date_time_ymd(year, 12, 9);
        params.self_signed(&key).expect("a certificate").der().to_vec()
    }

    #[test]
    fn the_end_of_a_certificate_is_read_in_both_forms() {
        for (year, end) in
            [(2026, "2026-12-09T00:00:00Z"), (2049, "2049-12-09T00:00:00Z"), (2051, "2051-12-09T00:00:00Z")]
        {
            assert_eq!(valid_until(&certificate(year)).map(|end| end.to_string()).as_deref(), Some(end));
        }
    }

    #[test]
    fn other_bytes_have_no_end() {
        let good = certificate(2030);
        for len in 0..good.len().min(200) {
            assert_eq!(valid_until(&good[..len]), None, "{len}");
        }
        assert_eq!(valid_until(&[0x30, 0x80, 0, 0]), None, "a length that is not given");
        assert_eq!(valid_until(&[0xff; 64]), None);
    }
}
