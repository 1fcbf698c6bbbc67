//! What a next version would refuse, for `paragraf doctor --next`.

use std::cmp::Ordering;
use std::path::Path;

use super::owner_process::OwnerProcess;
use crate::cli::global::Global;
use crate::ops::doctor::Diagnosis;
use crate::ops::upgrade::programs::ProgramDescription;

const CONFIG: &str = "next_config";
const STORE: &str = "next_store";

/// Lets the program judge the present configuration, and compares its schema with that of the store.
pub(in crate::cli) fn examine(global: &Global, next: &Path) -> Vec<Diagnosis> {
    match OwnerProcess::new(global) {
        Ok(process) => match process.describe(next) {
            Ok(described) => vec![config(&process, next), store(&described)],
            // Another program accepts every configuration.
            Err(error) => {
                vec![Diagnosis::failed(STORE, error.chain(), "name a program of Paragraf from version 0.1 on")]
            }
        },
        Err(error) => vec![Diagnosis::not_checked(CONFIG, error.chain())],
    }
}

fn config(process: &OwnerProcess, next: &Path) -> Diagnosis {
    match process.call_as_this_user(next, &["config", "check"]) {
        Ok(_) => Diagnosis::ok(CONFIG, "the next version accepts the configuration"),
        Err(error) => Diagnosis::failed(CONFIG, error.chain(), "correct the file before the update"),
    }
}

fn store(next: &ProgramDescription) -> Diagnosis {
    let present = ProgramDescription::of_this();
    match next.schema.cmp(&present.schema) {
        Ordering::Less => {
            let message = format!("version {} reads stores up to schema {}", next.version, next.schema);
            let remedy = format!("this store has schema {}; choose a newer version", present.schema);
            Diagnosis::failed(STORE, message, remedy)
        }
        Ordering::Greater => {
            let message =
                format!("version {} brings the store from schema {} to {}", next.version, present.schema, next.schema);
            Diagnosis::ok(STORE, format!("{message}; try it with `paragraf upgrade --rehearse`"))
        }
        Ordering::Equal => Diagnosis::ok(STORE, format!("version {} has the same schema", next.version)),
    }
}
