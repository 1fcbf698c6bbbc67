//! The rules that the content of an article can break: codes with their numbers, for which clients have the words.
// docs/decisions/0426

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A rule that a value breaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum ContentFault {
    /// The value is missing or blank.
    Required,
    /// The text has more than `max` characters.
    TooLong {
        max: usize,
    },
    /// The list has more than `max` items.
    ListTooLong {
        max: usize,
    },
    /// The list does not have `wanted` items, as the Romanian text has.
    OtherCount {
        wanted: usize,
    },
    Html,
    ControlCharacter,
    /// A link leads to something other than an address with `https://`.
    LinkScheme,
    InvisibleCharacter,
    /// Letters were read in a wrong encoding.
    WrongEncoding,
    /// A question mark stands for a letter.
    LostLetter,
    /// The value is no existing day written as `YYYY-MM-DD`.
    NotADate,
    /// The number or the year is not within `min` and `max`.
    OutOfRange {
        min: i64,
        max: i64,
    },
    /// The value is a number, a list or an object in place of another.
    WrongType,
    /// The value is none of those that the field can have.
    UnknownValue,
    /// The value is no address of a page, or one on a host that is not allowed.
    NotAnAddress,
    /// The value is no id of 1 to `max` characters `a-z`, `0-9` and hyphens.
    NotAnId {
        max: usize,
    },
    /// Another item has the same id.
    Repeated,
    /// Two fields contradict each other, or one needs another.
    Contradiction,
    /// The condition cannot be read.
    Condition,
    /// The value cannot be changed.
    Fixed,
    /// Another rule, which the message describes.
    #[default]
    Other,
}

/// A rule that a part of a condition or a text of it breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentProblem {
    /// The path of the part, such as `condition.all[1]`.
    pub place: String,
    pub code: ContentFault,
    pub wrong: String,
}

impl fmt::Display for ContentProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.wrong)
    }
}
