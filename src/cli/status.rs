//! `paragraf status`

use std::path::Path;
use std::process::ExitCode;

use super::acts::range;
use super::backup_text::proof_text;
use super::global::Global;
use super::mail::status::{hold_text, overdue_text, paused_text};
use super::output::{Printer, REFUSED, count, moment, size};
use super::service_unit::ServiceUnit;
use crate::conditions::Condition;
use crate::config::Secrets;
use crate::control::commands::status::GetStatus;
use crate::control::socket_path;
use crate::error::Result;
use crate::ops::backup::ProofOutcome;
use crate::ops::mail::urgent_proof::UrgentProof;
use crate::ops::sources::watch::SourceStatus;
use crate::ops::status::{InstanceStatus, Outage, ProductStatus};
use crate::ops::upgrade::journal::UpgradeJournal;
use crate::ops::upgrade::plan::UpgradeStage;
use crate::ops::upgrade::programs::Programs;

/// Options of `paragraf status`.
#[derive(Debug, clap::Args)]
#[command(after_help = "With --check, a schedule such as cron can watch the server: nothing is printed and the
exit code is 0 while all is well; otherwise what needs attention is printed and
the exit code is 1. A server that does not run needs attention.")]
pub struct StatusArgs {
    /// Print only what needs attention, and exit with 1 if anything does
    #[arg(long)]
    check: bool,
}

pub(super) async fn run(global: &Global, args: StatusArgs, printer: &mut Printer) -> Result<ExitCode> {
    let session = global.session_for::<GetStatus>().await?;
    let status = session.call(GetStatus, vec![], &mut |_| {}).await?;
    let pid = session.server_pid();
    let data_dir = global.data_dir(&global.load_config(Secrets::Skip)?);
    let data_dir = std::path::absolute(&data_dir).unwrap_or(data_dir);
    if !args.check {
        printer.show(&status, |status| text(status, pid, &data_dir));
        return Ok(ExitCode::SUCCESS);
    }
    let stopped = pid.is_none().then(|| format!("error: the server is {}", not_running(&data_dir)));
    let problems: Vec<_> = stopped.into_iter().chain(attention(&status)).collect();
    if !problems.is_empty() {
        printer.show(&status, |_| problems.join("\n"));
    }
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) })
}

fn not_running(data_dir: &Path) -> String {
    format!("not running; nothing answers on {}", socket_path(data_dir).display())
}

fn text(status: &ProductStatus, pid: Option<u32>, data_dir: &Path) -> String {
    let server = match pid {
        Some(pid) => format!("serving {} since {} (process {pid})", status.public_url, moment(status.started_at)),
        None => not_running(data_dir),
    };
    let head = [
        format!("paragraf {}, store schema {}", status.version, status.schema),
        format!("server       {server}"),
        format!("data folder  {}", data_dir.display()),
    ];
    let store = [format!("store        {}", store(status)), format!("last backup  {}", backup(status))];
    let free = status.machine.free_disk_bytes.iter().map(|bytes| format!("disk         {} free", size(*bytes)));
    let proof = status.urgent_proof.iter().map(urgent_proof);
    let waiting = status.mail_holds.iter().filter(|hold| hold.remedy.is_empty()).map(hold_text);
    let instances = status.instances.iter().map(instance);
    head.into_iter()
        .chain(counts(status))
        .chain(store)
        .chain(instances)
        .chain(free)
        .chain(proof)
        .chain(attention(status))
        .chain(waiting)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The counts of records.
fn counts(status: &ProductStatus) -> Vec<String> {
    if status.counts_missing {
        return vec!["records      not counted, since the database cannot be read".into()];
    }
    vec![
        format!("articles     {}", articles(status)),
        format!("acts         {}", acts(status)),
        format!("topics       {}", status.topics),
        format!("subscribers  {}, {} unconfirmed", status.subscribers, status.unconfirmed_subscribers),
        format!("accounts     {}", accounts(status)),
        format!("mails        {}", mails(status)),
        format!("reports      {} open", status.open_reports),
    ]
}

fn store(status: &ProductStatus) -> String {
    match status.engine.as_str() {
        "postgresql" => match status.database.as_ref().and_then(|database| database.facts.as_ref()) {
            Some(facts) => {
                let [used, most] = facts.tightest();
                format!("PostgreSQL {} ({}), {used} of {most} connections", facts.version, size(facts.bytes))
            }
            None => "PostgreSQL".into(),
        },
        _ => format!("{} ({})", status.store.display(), size(status.store_bytes)),
    }
}

/// The articles by status, and how many of them can be found already.
fn articles(status: &ProductStatus) -> String {
    let ProductStatus { published, drafts, withdrawn, .. } = status;
    let found = status.indexed.map_or_else(String::new, |found| format!("; searches find {found} so far"));
    format!("{published} published, {drafts} drafts, {withdrawn} withdrawn{found}")
}

/// A process on the database.
fn instance(instance: &InstanceStatus) -> String {
    let InstanceStatus { name, version, started_at, leads, lag_millis } = instance;
    let lag = lag_millis.map_or_else(String::new, |millis| format!(", {} s behind", millis / 1000));
    let leads = if *leads { ", leads" } else { "" };
    format!("instance     {name}, version {version}, since {}{leads}{lag}", moment(*started_at))
}

/// How long the last urgent mail took to the seeded address.
fn urgent_proof(proof: &UrgentProof) -> String {
    let secs = proof.read_at.duration_since(proof.published_at).as_secs();
    format!("urgent mail  read {secs} s after the publication of {} ({})", moment(proof.published_at), proof.campaign)
}

/// The last backup and the trials of the last ones.
fn backup(status: &ProductStatus) -> String {
    let Some(at) = status.latest_backup else { return "none".into() };
    let Some(last) = status.latest_proof() else { return moment(at) };
    let proved = status.backup_proofs.iter().filter(|proof| proof.outcome == ProofOutcome::Proved).count();
    let all = status.backup_proofs.len();
    format!("{}; {}; {proved} of the last {all} proved", moment(at), proof_text(last))
}

/// How to end the maintenance, which an update begins too.
fn end_of_maintenance() -> &'static str {
    let journal = ServiceUnit::installed()
        .and_then(|unit| UpgradeJournal::read(&Programs::at(unit.program()).journal()).ok().flatten());
    match journal {
        Some(journal) if journal.stage == UpgradeStage::Returning => {
            "a return from an update is not finished; repeat `paragraf upgrade --back`"
        }
        Some(journal) if journal.is_unfinished() => {
            "an update is not finished; finish it with `paragraf upgrade --finish`, or return with \
             `paragraf upgrade --back`"
        }
        _ => "end it with `paragraf maintenance off`",
    }
}

/// What needs the operator, a line for each.
fn attention(status: &ProductStatus) -> Vec<String> {
    let attention = |message: &str, remedy: &str| format!("attention    {message}; {remedy}");
    let maintenance = status
        .maintenance
        .iter()
        .map(|it| attention(&format!("read-only for maintenance since {}", moment(it.since)), end_of_maintenance()));
    let outage = status.outage.iter().map(outage_text);
    let damaged = status.damaged_records.iter().map(|found| format!("error: {} ({})", found.remedy, found.problem));
    let conditions = status.conditions.iter().map(condition_text);
    let paused = status.paused_campaigns.iter().map(|it| paused_text(&it.id, it.since, &it.refusals));
    let paused = paused.map(|text| format!("attention    {text}"));
    let holds = status.mail_holds.iter().filter(|hold| !hold.remedy.is_empty()).map(hold_text);
    let late = status.late_mails.iter().map(overdue_text);
    let warnings =
        status.mail_warnings.iter().map(|warning| attention(&warning.finding.message, &warning.finding.remedy));
    let copies = status.backup_notice.iter().map(|notice| attention(&notice.message, &notice.remedy));
    maintenance
        .chain(outage)
        .chain(damaged)
        .chain(conditions)
        .chain(status.sources.iter().filter_map(source_text))
        .chain(paused)
        .chain(holds)
        .chain(late)
        .chain(warnings)
        .chain(copies)
        .collect()
}

fn condition_text(condition: &Condition) -> String {
    format!("attention    {}, since {}; {}", condition.message, moment(condition.since), condition.remedy)
}

/// The number of acts, and what the gazette's newest year covers.
fn acts(status: &ProductStatus) -> String {
    let Some(year) = status.coverage.first() else { return status.acts.to_string() };
    let missing = match (year.missing, year.gaps.last()) {
        (0, _) | (_, None) => "none missing".to_owned(),
        (missing, Some(gap)) => format!("{missing} missing, the last nr. {} (until {})", range(gap), gap.until),
    };
    format!(
        "{}; gazette {}: {} seen, nr. {} to {} of {}, {missing}{} (see `paragraf acts coverage`)",
        status.acts,
        year.year,
        count(year.seen.into(), "issue"),
        year.first,
        year.last,
        year.last_date,
        if year.announced > 0 { format!(", {} announced and not read", year.announced) } else { String::new() }
    )
}

fn source_text(source: &SourceStatus) -> Option<String> {
    source.warning.as_ref().map(|warning| format!("attention    {}", warning.text()))
}

fn accounts(status: &ProductStatus) -> String {
    let failed = match status.failed_sign_ins {
        0 => String::new(),
        failed => {
            format!(", {} in the last day (see `paragraf accounts failures`)", count(failed, "failed sign-in"))
        }
    };
    let guests = match status.guests {
        0 => String::new(),
        guests => format!(", {}", count(guests, "guest")),
    };
    format!("{}{guests}{failed}", status.accounts)
}

/// Since when and why nothing can be saved, and what to do.
fn outage_text(outage: &Outage) -> String {
    let served = if outage.readable { "readers are served" } else { "only public pages are served" };
    format!(
        "error: nothing can be saved since {}: {}; {served}, and writes are tried again within {} s; {}",
        moment(outage.since),
        outage.cause,
        outage.retry_secs,
        outage.remedy()
    )
}

fn mails(status: &ProductStatus) -> String {
    let mut parts = vec![format!("{} queued", status.queued_mails)];
    let mut add = |count: u64, what: &str| {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    };
    add(status.deferred_mails, "deferred");
    add(status.failed_mails, "failed (see `paragraf mail outbox`)");
    add(status.bounced_mails, "bounced");
    add(status.unknown_mails, "unknown (may have arrived)");
    add(status.unmatched_reports, "reports of returned mails match none of this server");
    let campaigns = if status.active_campaigns == 1 { "active campaign" } else { "active campaigns" };
    add(status.active_campaigns, &format!("{campaigns} (see `paragraf mail status`)"));
    if let Some(at) = status.oldest_mail {
        parts.push(format!("oldest from {}", moment(at)));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incomplete_index_is_named_beside_the_articles() {
        let status = ProductStatus { published: 100, drafts: 2, ..ProductStatus::default() };
        assert_eq!(articles(&status), "100 published, 2 drafts, 0 withdrawn");
        let incomplete = ProductStatus { indexed: Some(16), ..status };
        assert_eq!(articles(&incomplete), "100 published, 2 drafts, 0 withdrawn; searches find 16 so far");
    }

    #[test]
    fn missing_counts_are_not_shown_as_zeros() {
        let status = ProductStatus { counts_missing: true, ..ProductStatus::default() };
        let shown = text(&status, None, Path::new("/data"));
        assert!(shown.contains("\nrecords      not counted") && !shown.contains("articles"), "{shown}");
    }
}
