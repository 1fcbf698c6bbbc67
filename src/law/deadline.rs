//! Terms, last days, first days and periods.

mod event;
mod from;
mod mention;
mod period;
mod term;
mod until;

pub(crate) use from::read_from;
pub use mention::{Anchor, AnchorKind, Bound, Direction, PeriodMention, TermMention, UntilMention};
pub(crate) use period::{read_period, read_time_alone};
pub(crate) use term::read_term;
pub(crate) use until::{read_due, read_until};
