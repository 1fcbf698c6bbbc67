//! `paragraf concerns`

use crate::control::declaration::declare_commands;
use crate::domain::concern::{ConcernReport, ConcernRequest};
use crate::ops::concerns;

declare_commands! {
    "concerns": AskConcerns(ConcernRequest) -> ConcernReport = concerns::for_command, read_only;
}
