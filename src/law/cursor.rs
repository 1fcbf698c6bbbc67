//! A position in a search copy, which parsers advance.

/// A position in ASCII text. Reading methods advance it only when they succeed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t str, at: usize) -> Self {
        Self { text, at }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    /// The same text at another place.
    pub fn moved_to(&self, at: usize) -> Self {
        Self { text: self.text, at }
    }

    /// The text of a range.
    pub fn slice(&self, (start, end): (usize, usize)) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// The text from `start` to the cursor.
    pub fn text_since(&self, start: usize) -> &'t str {
        self.slice((start, self.at))
    }

    pub fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Reads this byte.
    pub fn byte(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Reads spaces; there may be none.
    pub fn spaces(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    /// Reads this text, in any case of letters.
    #[inline]
    pub fn text(&mut self, wanted: &str) -> bool {
        let (rest, wanted) = (self.text.as_bytes().get(self.at..).unwrap_or_default(), wanted.as_bytes());
        // Nearly all texts differ in the first letter.
        let begins = rest.first().zip(wanted.first()).is_some_and(|(one, two)| one.eq_ignore_ascii_case(two));
        let found = begins && rest.get(..wanted.len()).is_some_and(|rest| rest.eq_ignore_ascii_case(wanted));
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    /// Reads the longest of these that stands here as whole words, in any case of letters.
    #[inline]
    pub fn word(&mut self, wanted: &[&str]) -> bool {
        // Nearly all words differ in the first letter.
        let Some(first) = self.peek().map(|byte| byte.to_ascii_lowercase()) else { return false };
        let begins = |word: &&&str| word.as_bytes().first().is_some_and(|byte| byte.to_ascii_lowercase() == first);
        let longest = wanted.iter().filter(begins).filter(|word| self.is_at(word)).map(|word| word.len()).max();
        self.at += longest.unwrap_or(0);
        longest.is_some()
    }

    /// Whether these whole words stand here.
    fn is_at(mut self, wanted: &str) -> bool {
        self.text(wanted) && !self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric())
    }

    /// Reads bytes as long as `accept` holds and returns them; `None` if there are none.
    pub fn take_while(&mut self, accept: impl Fn(u8) -> bool) -> Option<&'t str> {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !accept(byte)).unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| &rest[..length])
    }

    /// Reads a number of at most six digits that no other digit follows.
    pub fn number(&mut self) -> Option<u32> {
        let mut next = *self;
        let digits = next.take_while(|byte| byte.is_ascii_digit()).filter(|digits| digits.len() <= 6)?;
        let number = digits.parse().ok()?;
        *self = next;
        Some(number)
    }

    /// Reads with `parse`; stays in place if it returns `None`.
    pub fn attempt<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut next = *self;
        let parsed = parse(&mut next)?;
        *self = next;
        Some(parsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_of_the_words_is_read() {
        let mut cursor = Cursor::new("Cu incepere de la 1 mai", 0);
        assert!(!cursor.word(&["cu incep", "la"]), "only whole words");
        assert!(cursor.word(&["cu", "cu incepere de la"]));
        assert_eq!(cursor.rest(), " 1 mai");
    }
}
