//! What a next version would refuse, for `paragraf doctor --next`.

use std::path::Path;

use super::owner_process::OwnerProcess;
use crate::cli::global::Global;
use crate::error::{Error, Result};
use crate::ops::doctor::Diagnosis;
use crate::ops::upgrade::programs::ProgramDescription;

const CONFIG: &str = "next_config";
const STORE: &str = "next_store";

/// Lets the program judge the present configuration, and compares its schema with that of the store.
pub(in crate::cli) fn examine(global: &Global, next: &Path) -> Vec<Diagnosis> {
    match OwnerProcess::new(global) {
        Ok(process) => vec![config(&process, next), store(&process, next)],
        Err(error) => vec![Diagnosis::not_checked(CONFIG, error.chain())],
    }
}

fn config(process: &OwnerProcess, next: &Path) -> Diagnosis {
    match process.call_as_this_user(next, &["config", "check"]) {
        Ok(_) => Diagnosis::ok(CONFIG, "the next version accepts the configuration"),
        Err(error) => Diagnosis::failed(CONFIG, error.chain(), "correct the file before the update"),
    }
}

fn store(process: &OwnerProcess, next: &Path) -> Diagnosis {
    let described = described(process, next);
    let present = ProgramDescription::of_this();
    match described {
        Err(error) => Diagnosis::failed(STORE, error.chain(), "name a program of Paragraf from version 0.1 on"),
        Ok(next) if next.schema < present.schema => {
            let message = format!("version {} reads stores up to schema {}", next.version, next.schema);
            let remedy = format!("this store has schema {}; choose a newer version", present.schema);
            Diagnosis::failed(STORE, message, remedy)
        }
        Ok(next) if next.schema > present.schema => {
            let message =
                format!("version {} brings the store from schema {} to {}", next.version, present.schema, next.schema);
            Diagnosis::ok(STORE, format!("{message}; try it with `paragraf upgrade --rehearse`"))
        }
        Ok(next) => Diagnosis::ok(STORE, format!("version {} has the same schema", next.version)),
    }
}

fn described(process: &OwnerProcess, next: &Path) -> Result<ProgramDescription> {
    let printed = process.call_as_this_user(next, &[super::drive::STEP, "describe"])?;
    let without = |_| Error::unavailable(format!("{} prints no description of itself", next.display()));
    serde_json::from_str(&printed).map_err(without)
}
