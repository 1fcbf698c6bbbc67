//! Checks of the store and of what is in it.

use super::diagnosis::Diagnosis;
use crate::app::App;
use crate::ops::backup::ProofOutcome;
use crate::ops::status::ProductStatus;

const STORE: &str = "store";
const COPIES: &str = "copies";
const SOURCES: &str = "sources";
const INDEX: &str = "index";
const CONDITIONS: &str = "conditions";

/// Checks the store, its copies, the official sources and the search index.
pub(super) fn examine(app: &App, status: &ProductStatus) -> Vec<Diagnosis> {
    [store(status), vec![copies(status)], sources(status), vec![index(app, status)]].concat()
}

fn store(status: &ProductStatus) -> Vec<Diagnosis> {
    let maintenance = status.maintenance.iter().map(|it| {
        let message = format!("read-only for maintenance since {}", it.since);
        Diagnosis::warning(STORE, message, "end it with `paragraf maintenance off`")
    });
    let outage = status.outage.iter().map(|outage| {
        Diagnosis::failed(
            STORE,
            format!("nothing can be saved since {}: {}", outage.since, outage.cause),
            outage.remedy(),
        )
    });
    let damaged = status.damaged_records.iter().map(|found| {
        let message = format!("a record of {} cannot be read: {}", found.table, found.problem);
        Diagnosis::failed(STORE, message, found.remedy.clone())
    });
    let found: Vec<_> = maintenance.chain(outage).chain(damaged).collect();
    if found.is_empty() {
        return vec![Diagnosis::ok(STORE, format!("it can be read and written, schema {}", status.schema))];
    }
    found
}

fn copies(status: &ProductStatus) -> Diagnosis {
    match (&status.backup_notice, status.latest_backup) {
        (Some(notice), _) => Diagnosis::warning(COPIES, notice.message.clone(), notice.remedy.clone()),
        (None, Some(latest)) => match status.backup_proofs.first() {
            Some(proof) if proof.outcome != ProofOutcome::Proved => {
                let problem = proof.problem.as_deref().unwrap_or("for an unknown reason");
                let message = format!("the latest, from {latest}, could not be restored on trial: {problem}");
                Diagnosis::failed(COPIES, message, "mend the cause and run `paragraf backup create`")
            }
            Some(proof) => {
                Diagnosis::ok(COPIES, format!("the latest is from {latest}, and was restored on trial at {}", proof.at))
            }
            None => Diagnosis::ok(COPIES, format!("the latest is from {latest}")),
        },
        (None, None) => Diagnosis::not_checked(COPIES, "there is nothing to copy yet"),
    }
}

fn sources(status: &ProductStatus) -> Vec<Diagnosis> {
    let warnings = status.sources.iter().filter_map(|source| source.warning.as_ref());
    let found: Vec<_> =
        warnings.map(|warning| Diagnosis::warning(SOURCES, warning.clone(), "see docs/sources.md")).collect();
    match (found.is_empty(), status.sources.len()) {
        (false, _) => found,
        (true, 0) => vec![Diagnosis::not_checked(SOURCES, "no official source is polled")],
        (true, count) => vec![Diagnosis::ok(SOURCES, format!("{count} polled, none silent or failing"))],
    }
}

fn index(app: &App, status: &ProductStatus) -> Diagnosis {
    if !status.serving {
        return Diagnosis::not_checked(INDEX, "no server runs");
    }
    let found = app.catalogue.indexed();
    if found.articles < found.of {
        let message = format!("searches find {} of {} articles", found.articles, found.of);
        return Diagnosis::warning(INDEX, message, "wait until the index is complete after a start");
    }
    Diagnosis::ok(INDEX, format!("searches find all {} articles", found.of))
}

/// The conditions that last.
pub(super) fn conditions(status: &ProductStatus) -> Vec<Diagnosis> {
    let list = status.conditions.iter();
    let found: Vec<_> = list
        .map(|it| {
            let message = format!("{}: {}, since {}", it.code, it.message, it.since);
            Diagnosis::warning(CONDITIONS, message, it.remedy.clone())
        })
        .collect();
    if found.is_empty() { vec![Diagnosis::ok(CONDITIONS, "none last")] } else { found }
}
