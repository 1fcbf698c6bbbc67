//! `paragraf stats`

use crate::control::declaration::declare_commands;
use crate::ops::analytics::{self, Stats};

declare_commands! {
    /// Returns the counts of the last days.
    "stats": GetStats { days: u16 } -> Stats = analytics::stats, read_only;
}
