//! Provisions as the gazette prints them.

const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// A provision or its text with raised digits, as in the UI: "art. 195^1" is "art. 195¹".
pub(super) fn raised(text: &str) -> String {
    let mut parts = text.split('^');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(part.len());
        let (digits, rest) = part.split_at(end);
        if digits.is_empty() {
            whole.push('^');
        }
        whole.extend(digits.bytes().map(|digit| RAISED[usize::from(digit - b'0')]));
        whole.push_str(rest);
    }
    whole
}
