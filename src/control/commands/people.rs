//! `paragraf people ...`

use serde_json::Value;

use crate::control::declaration::declare_commands;
use crate::domain::email::Email;
use crate::ops::people::{self, ErasedPerson, PersonData};

declare_commands! {
    "people.show": ShowPerson(Email) -> PersonData = people::show, read_only;
    "people.export": ExportPerson(Email) -> Value = people::export, read_only;
    "people.erase": ErasePerson(Email) -> ErasedPerson = people::erase;
}
