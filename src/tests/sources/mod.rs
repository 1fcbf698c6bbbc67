//! Official sources: what they deliver, the archive and the acts.

mod acts;
