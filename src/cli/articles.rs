//! `paragraf articles ...`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::confirm::confirm_removal;
use super::global::Global;
use super::one_of::one_of;
use super::output::{Printer, count, moment, table};
use crate::control::Event;
use crate::control::commands::articles::{ExportArticles, ListArticles, RemoveArticles, SetStatus, ShowArticle};
use crate::control::commands::explain::ListFindings;
use crate::domain::explanation::CheckFinding;
use crate::domain::step::Step;
use crate::domain::{AudienceRole, DatedEntry, Language, Slug, Status};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::articles::{ArticleFilter, StoredArticle, StoredArticleSummary};
use crate::ops::explain::CheckedDraft;

#[derive(Debug, Subcommand)]
pub(super) enum ArticlesCommand {
    /// List articles, newest first
    List(FilterArgs),
    /// Show one article with its history
    Show {
        #[arg(value_parser = slug)]
        slug: Slug,
    },
    /// Publish drafts or withdrawn articles
    Publish {
        #[arg(required = true, value_name = "SLUG", value_parser = slug)]
        slugs: Vec<Slug>,
        /// Publish drafts although the checker holds them
        #[arg(long)]
        despite_findings: bool,
    },
    /// List the figures of an explained draft that its act does not have
    Findings {
        #[arg(value_parser = slug)]
        slug: Slug,
    },
    /// Hide articles from readers without removing them
    Withdraw {
        #[arg(required = true, value_name = "SLUG", value_parser = slug)]
        slugs: Vec<Slug>,
    },
    /// Remove articles and their history permanently
    Remove {
        #[arg(required = true, value_name = "SLUG", value_parser = slug)]
        slugs: Vec<Slug>,
        /// Skip the confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Export articles as JSON Lines
    Export {
        #[command(flatten)]
        filter: FilterArgs,
        /// File to write; replaced once the export is complete [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(super) struct FilterArgs {
    /// Only articles with this status
    #[arg(long, value_parser = one_of::<Status, 3>(["draft", "published", "withdrawn"]))]
    status: Option<Status>,
    /// Only articles of this topic
    #[arg(long, value_name = "ID")]
    topic: Option<String>,
    /// Only articles of this importance
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=5))]
    importance: Option<u8>,
    /// Maximum number of articles
    #[arg(long, value_name = "COUNT")]
    limit: Option<usize>,
}

impl From<FilterArgs> for ArticleFilter {
    fn from(args: FilterArgs) -> Self {
        Self { status: args.status, topic: args.topic, importance: args.importance, limit: args.limit }
    }
}

pub(super) fn slug(text: &str) -> Result<Slug, String> {
    Slug::try_from(text.to_owned())
}

pub(super) async fn run(global: &Global, command: ArticlesCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        ArticlesCommand::List(filter) => {
            let lines = global.call(ListArticles(filter.into())).await?;
            printer.show(&lines, |lines| list_text(lines));
        }
        ArticlesCommand::Show { slug } => {
            let view = global.call(ShowArticle(slug)).await?;
            printer.show(&view, view_text);
        }
        ArticlesCommand::Publish { slugs, despite_findings } => {
            set_status(global, SetStatus { slugs, status: Status::Published, despite_findings }, printer).await?;
        }
        ArticlesCommand::Findings { slug } => {
            let checked = global.call(ListFindings(slug)).await?;
            printer.show(&checked, |checked| findings_text(checked.as_ref()));
        }
        ArticlesCommand::Withdraw { slugs } => {
            let status = Status::Withdrawn;
            set_status(global, SetStatus { slugs, status, despite_findings: false }, printer).await?;
        }
        ArticlesCommand::Remove { slugs, yes } => remove(global, slugs, yes, printer).await?,
        ArticlesCommand::Export { filter, output } => export(global, filter.into(), output, printer).await?,
    }
    Ok(ExitCode::SUCCESS)
}

async fn set_status(global: &Global, command: SetStatus, printer: &mut Printer) -> Result<()> {
    let changes = global.call(command).await?;
    printer.show(&changes, |changes| {
        let lines: Vec<_> = changes
            .iter()
            .map(|change| match change.before == change.after {
                true => format!("{} is already {}", change.slug, change.after),
                false => format!("{}: {} -> {}", change.slug, change.before, change.after),
            })
            .collect();
        lines.join("\n")
    });
    Ok(())
}

async fn remove(global: &Global, slugs: Vec<Slug>, yes: bool, printer: &mut Printer) -> Result<()> {
    let removed = slugs.len() as u64;
    if !yes && !confirm_removal(&removal_question(global, &slugs).await?)? {
        printer.line("nothing was removed");
        return Ok(());
    }
    global.call(RemoveArticles(slugs)).await?;
    printer.show(&removed, |removed| format!("removed {}", count(*removed, "article")));
    Ok(())
}

/// Names what would be removed.
///
/// # Errors
/// `not_found` for the first article that does not exist.
async fn removal_question(global: &Global, slugs: &[Slug]) -> Result<String> {
    let mut titles = Vec::new();
    for slug in slugs {
        titles.push(global.call(ShowArticle(slug.clone())).await?.article.title);
    }
    let named = match titles.as_slice() {
        [one] => format!("{one:?}"),
        several => count(several.len() as u64, "article"),
    };
    Ok(format!("Remove {named} and all revisions permanently?"))
}

async fn export(global: &Global, filter: ArticleFilter, output: Option<PathBuf>, printer: &mut Printer) -> Result<()> {
    let session = global.session_for::<ExportArticles>().await?;
    let Some(path) = output else {
        let mut on_event = |event| {
            if let Event::Output(line) = event {
                printer.line(line);
            }
        };
        session.call(ExportArticles(filter), vec![], &mut on_event).await?;
        return Ok(());
    };
    let unwritable = |error| {
        Error::new(Kind::Invalid, ErrorCode::Unwritable, format!("cannot write {}", path.display())).caused_by(error)
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(std::path::Path::new("."));
    let file = tempfile::NamedTempFile::new_in(folder).map_err(unwritable)?;
    let mut writer = std::io::BufWriter::new(file);
    let mut written = Ok(());
    let mut on_event = |event| {
        if let (Event::Output(line), Ok(())) = (event, &written) {
            written = writeln!(writer, "{line}");
        }
    };
    let exported = session.call(ExportArticles(filter), vec![], &mut on_event).await?;
    written.map_err(unwritable)?;
    let file = writer.into_inner().map_err(|error| unwritable(error.into_error()))?;
    file.as_file().sync_all().map_err(unwritable)?;
    file.persist(&path).map_err(|error| unwritable(error.error))?;
    printer.show(&exported, |exported| format!("wrote {} to {}", count(*exported, "article"), path.display()));
    Ok(())
}

fn findings_text(checked: Option<&CheckedDraft>) -> String {
    let Some(CheckedDraft { model, revision, findings, evidence, .. }) = checked else {
        return "no language model wrote this article".into();
    };
    let mut lines: Vec<_> = findings.iter().map(finding_text).collect();
    let found = count(evidence.len() as u64, "figure");
    let held = count(findings.len() as u64, "finding");
    lines.push(format!("revision {revision}, written by {model}: {held}; {found} found in the act"));
    lines.join("\n")
}

fn finding_text(finding: &CheckFinding) -> String {
    let CheckFinding { field, language, start, end, text, why } = finding;
    format!("{language} {field} {start}-{end}: {text:?}: {}", why.sentence())
}

fn list_text(lines: &[StoredArticleSummary]) -> String {
    if lines.is_empty() {
        return "no articles; import some with `paragraf import`".into();
    }
    let mut table = table(&["PUBLISHED", "IMP", "STATUS", "TOPIC", "SLUG", "TITLE"]);
    for line in lines {
        table.add_row([
            line.publish_date.to_string(),
            line.importance.to_string(),
            line.status.to_string(),
            line.topic.clone(),
            line.slug.to_string(),
            line.title.clone(),
        ]);
    }
    format!("{table}\n\n{}", count(lines.len() as u64, "article"))
}

/// When an entry falls: its day, its recurrence, its term or its rule in words.
fn when(entry: &DatedEntry) -> String {
    let written = |value: serde_json::Result<String>| value.unwrap_or_default().replace(['{', '}', '"'], "");
    let recurs = entry.recurs.as_ref().map(|recurs| written(serde_json::to_string(recurs)));
    let within = entry.within.map(|within| written(serde_json::to_string(&within)));
    let date = entry.date.map(|date| date.to_string());
    date.into_iter().chain(recurs).chain(within).chain(entry.rule.clone()).collect::<Vec<_>>().join(", ")
}

fn role_ids(roles: &[AudienceRole]) -> String {
    roles.iter().map(|role| role.id()).collect::<Vec<_>>().join(", ")
}

fn step_text(step: &Step) -> String {
    let day = step.date.map(|day| day.to_string());
    let head: Vec<_> = step.roles.iter().map(|role| role.id().to_owned()).chain(day).collect();
    if head.is_empty() { step.text.clone() } else { format!("[{}] {}", head.join(", "), step.text) }
}

fn view_text(view: &StoredArticle) -> String {
    let article = &view.article;
    let mut lines = vec![article.title.clone(), String::new()];
    let mut fact = |name: &str, text: String| lines.push(format!("{name:<12} {text}"));
    fact("slug", article.slug.to_string());
    fact("status", format!("{}, revision {} of {}", view.status, view.revision, moment(view.updated_at)));
    fact("importance", format!("{} {}", article.importance, article.importance.label(Language::En)));
    fact("topic", format!("{} ({})", article.topic, article.domains.join(", ")));
    fact("published", article.publish_date.to_string());
    if let Some(act) = &article.act {
        fact("act", act.citation(Language::Ro));
    }
    if let Some(gazette) = &article.gazette {
        fact("gazette", gazette.citation(Language::Ro));
    }
    for (name, day) in [("in force", article.in_force_date), ("applies from", article.applies_from)] {
        day.into_iter().for_each(|day| fact(name, day.to_string()));
    }
    for entry in &article.deadlines {
        fact(entry.kind.name(), format!("{}: {}", when(entry), entry.what));
    }
    if !article.roles.is_empty() {
        fact("roles", role_ids(&article.roles));
    }
    for source in &article.sources {
        let official = if source.is_official() { "official" } else { "secondary" };
        fact("source", format!("{} ({official})", source.url));
    }
    if let Some(provenance) = &article.provenance {
        let day = provenance.reviewed_at.map(|day| day.to_string());
        let reviewed: Vec<_> = provenance.reviewed_by.clone().into_iter().chain(day).collect();
        if !reviewed.is_empty() {
            fact("reviewed", reviewed.join(", "));
        }
        provenance.dated_by.iter().for_each(|act| fact("dated by", act.clone()));
    }
    fact("languages", article.languages().iter().map(|language| language.code()).collect::<Vec<_>>().join(", "));
    fact("readers", format!("{}, {}", count(view.likes, "like"), count(view.bookmarks, "bookmark")));
    if let Some(text) = &article.in_short {
        lines.extend([String::new(), text.clone()]);
    }
    lines.extend([String::new(), article.technical_summary.clone(), String::new(), article.simple_explanation.clone()]);
    lines.push(String::new());
    lines.extend(article.steps.iter().zip(1..).map(|(step, number)| format!("{number}. {}", step_text(step))));
    for earlier in &view.earlier {
        lines.push(format!(
            "earlier: revision {} of {}: {}",
            earlier.revision,
            moment(earlier.updated_at),
            earlier.article.title
        ));
    }
    lines.join("\n")
}
