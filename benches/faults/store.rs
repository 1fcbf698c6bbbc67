//! Faults of the process, the disk and the clock under the store.

use super::row::Fault;

pub const FAULTS: &[Fault] = &[];
