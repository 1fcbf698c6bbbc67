//! `paragraf acts ...`

use std::process::ExitCode;

use clap::Subcommand;

use super::global::Global;
use super::output::{Printer, count, moment, table};
use crate::control::commands::sources::{GetCoverage, GetSourceText, ListActs, ListForms, ShowAct};
use crate::domain::coverage::{Gap, YearCoverage};
use crate::domain::{ActKey, Language, NotDrafted, text};
use crate::error::Result;
use crate::ops::acts::{ActFilter, ActRecord};
use crate::ops::forms::FormRecord;

/// Characters of a heading in the list.
const HEADING_CHARS: usize = 70;

#[derive(Debug, Subcommand)]
pub(super) enum ActsCommand {
    /// List acts of official sources, last published first
    List {
        /// Only acts of this type, such as LEGE
        #[arg(long = "type", value_name = "TYPE")]
        kind: Option<String>,
        /// Only acts with this number
        #[arg(long, value_name = "N")]
        number: Option<String>,
        /// Only acts of this year
        #[arg(long, value_name = "YEAR")]
        year: Option<i16>,
        /// Maximum number of acts
        #[arg(long, value_name = "COUNT", default_value_t = 50)]
        limit: usize,
    },
    /// Show an act and its archived documents
    Show {
        /// Key of the act, such as lege/2025/141
        key: ActKey,
        /// Print the archived text of the act instead
        #[arg(long)]
        text: bool,
    },
    /// List the stored consolidated forms of acts
    Forms {
        /// Only forms of this act, such as lege/1990/31
        act: Option<ActKey>,
    },
    /// Show which issues of the gazette were seen, read and announced, and which are missing
    Coverage,
}

pub(super) async fn run(global: &Global, command: ActsCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        ActsCommand::List { kind, number, year, limit } => {
            let filter = ActFilter { kind: kind.map(|kind| kind.to_uppercase()), number, year, limit: Some(limit) };
            let (acts, ()) = global.list(ListActs(filter)).await?;
            printer.show(&acts, |acts| list_text(acts));
        }
        ActsCommand::Show { key, text: false } => {
            let act = global.call(ShowAct(key)).await?;
            printer.show(&act, act_text);
        }
        ActsCommand::Show { key, text: true } => {
            let act = global.call(ShowAct(key)).await?;
            let source = global.call(GetSourceText(act.text_sha256)).await?;
            printer.show(&source, |source| text::printable(&source.text).into_owned());
        }
        ActsCommand::Forms { act } => {
            let (forms, ()) = global.list(ListForms(act)).await?;
            printer.show(&forms, |forms| forms_text(forms));
        }
        ActsCommand::Coverage => {
            let years = global.call(GetCoverage).await?;
            printer.show(&years, |years| coverage_text(years));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn list_text(acts: &[ActRecord]) -> String {
    if acts.is_empty() {
        return "no acts; `paragraf import portal` and `paragraf import gazette` fetch them".to_owned();
    }
    let mut table = table(&["KEY", "PUBLISHED", "DRAFT", "HEADING"]);
    for act in acts {
        let published = act.gazette.as_ref().map(|gazette| format!("{} nr. {}", gazette.date, gazette.number));
        let draft = act.article.as_ref().map_or(act.not_drafted.map_or("", NotDrafted::label), |_| "yes");
        let heading = text::shorten(&text::printable(&act.title), HEADING_CHARS);
        table.add_row([act.key.to_string(), published.unwrap_or_default(), draft.to_owned(), heading]);
    }
    format!("{table}\n\n{}", count(acts.len() as u64, "act"))
}

fn forms_text(forms: &[FormRecord]) -> String {
    if forms.is_empty() {
        return "no forms; `paragraf import portal --forms ACT` fetches them, `paragraf import form` reads files"
            .to_owned();
    }
    let mut table = table(&["ACT", "FROM", "DOCUMENT", "FETCHED", "HEADING"]);
    for form in forms {
        let document = form.portal_id.map(|id| id.to_string()).unwrap_or_default();
        let heading = text::shorten(&text::printable(&form.title), HEADING_CHARS);
        table.add_row([form.key.to_string(), form.date.to_string(), document, moment(form.fetched_at), heading]);
    }
    format!("{table}\n\n{}", count(forms.len() as u64, "form"))
}

fn act_text(act: &ActRecord) -> String {
    let optional = |name: &str, value: Option<String>| value.map(|value| format!("{name:<12} {value}"));
    let lines = [
        Some(format!("act          {}", act.key)),
        Some(format!("heading      {}", text::printable(&act.title))),
        optional("issuer", act.act.issuer.clone()),
        optional("gazette", act.gazette.as_ref().map(|gazette| gazette.citation(Language::En))),
        optional("in force", act.in_force.map(|date| date.to_string())),
        optional("printed", act.links.gazette.clone()),
        optional("published", act.links.published.clone()),
        optional("consolidated", act.links.consolidated.clone()),
        optional("draft", act.article.as_ref().map(ToString::to_string)),
        optional("not drafted", act.not_drafted.map(|reason| reason.label().to_owned())),
        Some(format!("text         {} (fetched {})", act.text_sha256, moment(act.fetched_at))),
        optional("reply", act.source_sha256.clone()),
    ];
    let earlier = act.earlier_texts.iter().map(|sha256| format!("earlier text {sha256}"));
    lines.into_iter().flatten().chain(earlier).collect::<Vec<_>>().join("\n")
}

fn coverage_text(years: &[YearCoverage]) -> String {
    if years.is_empty() {
        return "no issue of the gazette was seen; `paragraf import portal` and `paragraf import gazette` read acts"
            .to_owned();
    }
    years.iter().map(year_text).collect::<Vec<_>>().join("\n\n")
}

fn year_text(year: &YearCoverage) -> String {
    let head = format!(
        "Part {}, {}: {} seen, nr. {} to {} ({}), {} missing, {} read",
        year.part,
        year.year,
        count(year.seen.into(), "issue"),
        year.first,
        year.last,
        year.last_date,
        year.missing,
        year.read
    );
    let incomplete = (year.incomplete > 0)
        .then(|| format!("  {} with acts that could not be separated", count(year.incomplete.into(), "issue")));
    let waiting = year.waiting.iter().map(|file| {
        let supplement = file.supplement.as_ref().map(|name| format!(" {}", name.to_lowercase())).unwrap_or_default();
        format!("  announced nr. {}{supplement} of {}, not read since {}", file.number, file.date, moment(file.since))
    });
    let gaps = year.gaps.iter().map(|gap| format!("  missing nr. {}, of {} or earlier", range(gap), gap.until));
    std::iter::once(head).chain(incomplete).chain(waiting).chain(gaps).collect::<Vec<_>>().join("\n")
}

/// The numbers of a gap.
pub(super) fn range(gap: &Gap) -> String {
    if gap.from == gap.to { gap.from.to_string() } else { format!("{} to {}", gap.from, gap.to) }
}
