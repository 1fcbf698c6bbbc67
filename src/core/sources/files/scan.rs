//! Finds the end of a JSON value.

/// Finds the end of a JSON value without parsing it.
#[derive(Default)]
pub(super) struct JsonScan {
    depth: u32,
    in_string: bool,
    escaped: bool,
    started: bool,
}

impl JsonScan {
    /// Whether the value may end with the file: a top-level number or literal.
    pub(super) fn is_scalar(&self) -> bool {
        self.started && self.depth == 0 && !self.in_string
    }

    /// Scans `bytes`; returns how many belong to the value, and whether it ends there.
    ///
    /// A line break inside a string also ends the value: JSON does not allow it, so that a quotation mark must
    /// be missing, and continuing would consume the next articles.
    pub(super) fn advance(&mut self, bytes: &[u8]) -> (usize, bool) {
        for (index, byte) in bytes.iter().enumerate() {
            if self.in_string {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => {
                        self.in_string = false;
                        if self.depth == 0 {
                            return (index + 1, true);
                        }
                    }
                    b'\n' => return (index + 1, true),
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' if self.depth > 1 => self.depth -= 1,
                b'}' | b']' if self.depth == 1 => return (index + 1, true),
                b',' | b']' | b'}' if self.depth == 0 => return (index, true),
                byte if self.depth == 0 && byte.is_ascii_whitespace() => return (index, true),
                _ => {}
            }
            self.started = true;
        }
        (bytes.len(), false)
    }
}
