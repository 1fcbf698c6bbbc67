//! The checksum of a key and its record.

/// Bytes of the checksum, which follows the record.
const CHECKSUM_BYTES: usize = 4;

/// The record with its checksum.
// docs/decisions/0086
pub(super) fn sealed(key: &[u8], mut json: Vec<u8>) -> Vec<u8> {
    json.extend(checksum(key, &json));
    json
}

/// The record without its checksum; `None` if key or record is not what was written.
pub(super) fn opened<'a>(key: &[u8], value: &'a [u8]) -> Option<&'a [u8]> {
    let (json, found) = value.split_last_chunk::<CHECKSUM_BYTES>()?;
    (*found == checksum(key, json)).then_some(json)
}

fn checksum(key: &[u8], json: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(key);
    checksum.update(json);
    checksum.finalize().to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_changed_bit_of_key_or_record_is_found() {
        let (key, value) = (b"article-1".to_vec(), sealed(b"article-1", b"{\"title\":\"Chirii\"}".to_vec()));
        assert_eq!(opened(&key, &value), Some(&b"{\"title\":\"Chirii\"}"[..]));
        let bits = (key.len() + value.len()) * 8;
        for bit in 0..bits {
            let mut row = [key.clone(), value.clone()].concat();
            row[bit / 8] ^= 1 << (bit % 8);
            let (key, value) = row.split_at(key.len());
            assert_eq!(opened(key, value), None, "bit {bit}");
        }
        assert_eq!(opened(&key, b"abc"), None, "it is too short");
    }
}
