//! How certainly something is due.

/// Something is due by choice, or only if something happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DueMark {
    Optional,
    OnlyIf,
}
