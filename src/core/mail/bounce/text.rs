//! Limits and clean-up for text from other mail servers.

/// Largest message that is read, in bytes; the rest is ignored.
pub const MAX_BYTES: usize = 1 << 20;
/// Longest reason that is stored, in characters.
const MAX_REASON: usize = 300;

/// The text on one line, without control characters, cut to a storable length.
pub fn one_line(text: &str) -> String {
    let words: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_REASON).collect()
}
