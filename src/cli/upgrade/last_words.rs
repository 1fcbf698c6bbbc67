//! What a program said before it failed.

use std::process::ExitStatus;

/// Why a program failed: what it printed, or how it ended when it printed nothing.
pub(super) fn last_words(status: ExitStatus, printed: &[u8]) -> String {
    let said = String::from_utf8_lossy(printed);
    match said.trim() {
        "" => without_words(status),
        said => said.replacen("error: ", "", 1),
    }
}

/// How a program ended that printed nothing.
pub(super) fn without_words(status: ExitStatus) -> String {
    format!("it ended without a message ({status})")
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn a_program_without_words_is_reported_with_its_end() {
        let exited = ExitStatus::from_raw(1 << 8);
        assert_eq!(last_words(exited, b"error: the store is newer\n"), "the store is newer");
        assert_eq!(last_words(exited, b" \n"), "it ended without a message (exit status: 1)");
        let killed = last_words(ExitStatus::from_raw(9), b"");
        assert!(killed.starts_with("it ended without a message (signal: 9"), "{killed}");
    }
}
