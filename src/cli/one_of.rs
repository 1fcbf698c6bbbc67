//! Arguments with a fixed set of values, which help and shell completions list.

use std::fmt::Display;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Parses one of the names into `T`, whose `FromStr` must accept them.
pub(super) fn one_of<T, const COUNT: usize>(names: [&'static str; COUNT]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Display> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>().map_err(|error| error.to_string()))
}
