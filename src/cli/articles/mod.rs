//! `paragraf articles ...`

mod edit;
mod text;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use jiff::Timestamp;

use super::confirm::confirm_removal;
use super::global::Global;
use super::moment::parse_moment;
use super::one_of::one_of;
use super::output::{Printer, count, moment, table};
use super::output_file::{folder_of, unwritable};
use super::slug::parse_slug;
use crate::control::Event;
use crate::control::commands::articles::{ExportArticles, ListArticles, RemoveArticles, ShowArticle, WithdrawArticles};
use crate::control::commands::desk::{PublishArticles, RejectDraftArticle, ReopenDraft, ShowDraft};
use crate::domain::{Slug, Status};
use crate::error::Result;
use crate::ops::articles::{ArticleFilter, StoredArticleSummary};
use crate::ops::desk::drafts::Confirmed;
use crate::ops::desk::publish::{Approval, Publication, Published};
use crate::ops::desk::reject::NewRejection;
use text::{source_text, view_text};

#[derive(Debug, Subcommand)]
pub(super) enum ArticlesCommand {
    /// List articles, newest first
    List(FilterArgs),
    /// Show one article with its history
    Show {
        /// Slug of the article
        #[arg(value_parser = parse_slug)]
        slug: Slug,
        /// Include the archived text of the act, and the reasons, findings and rejections of a draft
        #[arg(long)]
        with_source: bool,
    },
    /// Edit an article in $EDITOR
    Edit(edit::EditArgs),
    /// Publish drafts or withdrawn articles
    Publish(PublishArgs),
    /// Reject a draft; its text and the reason are kept
    Reject {
        /// Slug of the draft
        #[arg(value_parser = parse_slug)]
        slug: Slug,
        /// Reason, shown to editors
        #[arg(long, value_name = "TEXT", required_unless_present = "undo")]
        reason: Option<String>,
        /// Reopen a rejected draft instead
        #[arg(long, conflicts_with = "reason")]
        undo: bool,
    },
    /// Hide articles from readers without removing them
    Withdraw {
        /// Slugs of the articles
        #[arg(required = true, value_name = "SLUG", value_parser = parse_slug)]
        slugs: Vec<Slug>,
    },
    /// Remove articles and their history permanently
    Remove {
        /// Slugs of the articles
        #[arg(required = true, value_name = "SLUG", value_parser = parse_slug)]
        slugs: Vec<Slug>,
        /// Do not ask for confirmation
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
pub(super) struct PublishArgs {
    /// Slugs of the articles
    #[arg(required = true, value_name = "SLUG", value_parser = parse_slug)]
    slugs: Vec<Slug>,
    /// Publish at this time: 2026-12-01T08:00:00+02:00, or "2026-12-01 08:00" in Romanian time
    #[arg(long, value_name = "TIME", value_parser = parse_moment)]
    at: Option<Timestamp>,
    /// Person who checked the text, shown to readers
    #[arg(long, value_name = "NAME")]
    reviewed_by: Option<String>,
    /// Publish in spite of the checker's findings
    #[arg(long)]
    confirm_findings: bool,
}

impl From<PublishArgs> for Publication {
    fn from(args: PublishArgs) -> Self {
        let PublishArgs { slugs, at, reviewed_by, confirm_findings } = args;
        let confirmed = if confirm_findings { Confirmed::All } else { Confirmed::Findings(vec![]) };
        let approval = |slug| Approval { slug, version: None, confirmed: confirmed.clone() };
        Self { approvals: slugs.into_iter().map(approval).collect(), at, reviewed_by }
    }
}

#[derive(Debug, Args)]
pub(super) struct FilterArgs {
    /// Only articles with this status
    #[arg(long, value_parser = one_of::<Status, 3>(["draft", "published", "withdrawn"]))]
    status: Option<Status>,
    /// Only articles of this topic, such as munca
    #[arg(long, value_name = "ID")]
    topic: Option<String>,
    /// Only articles of this importance, from 1 to 5
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

pub(super) async fn run(global: &Global, command: ArticlesCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        ArticlesCommand::List(filter) => {
            let (lines, ()) = global.list(ListArticles(filter.into())).await?;
            printer.show(&lines, |lines| list_text(lines));
        }
        ArticlesCommand::Show { slug, with_source } => show(global, slug, with_source, printer).await?,
        ArticlesCommand::Edit(args) => edit::run(global, args, printer).await?,
        ArticlesCommand::Publish(args) => publish(global, args, printer).await?,
        ArticlesCommand::Reject { slug, reason, .. } => reject(global, slug, reason, printer).await?,
        ArticlesCommand::Withdraw { slugs } => withdraw(global, slugs, printer).await?,
        ArticlesCommand::Remove { slugs, yes } => remove(global, slugs, yes, printer).await?,
        ArticlesCommand::Export { filter, output } => export(global, filter.into(), output, printer).await?,
    }
    Ok(ExitCode::SUCCESS)
}

async fn show(global: &Global, slug: Slug, with_source: bool, printer: &mut Printer) -> Result<()> {
    let view = global.call(ShowArticle(slug.clone())).await?;
    if !with_source {
        printer.show(&view, view_text);
        return Ok(());
    }
    let draft = global.call(ShowDraft(slug)).await?;
    printer.show(&draft, |draft| format!("{}\n{}", view_text(&view), source_text(draft)));
    Ok(())
}

async fn publish(global: &Global, args: PublishArgs, printer: &mut Printer) -> Result<()> {
    let published = global.call(PublishArticles(args.into())).await?;
    let line = |published: &Published| match published.scheduled_for {
        Some(at) => format!("{}: to be published {}", published.slug, moment(at)),
        None => status_line(&published.slug, published.before, published.after),
    };
    printer.show(&published, |published| published.iter().map(line).collect::<Vec<_>>().join("\n"));
    Ok(())
}

async fn reject(global: &Global, slug: Slug, reason: Option<String>, printer: &mut Printer) -> Result<()> {
    match reason {
        Some(reason) => {
            let draft = global.call(RejectDraftArticle(NewRejection { slug, reason })).await?;
            printer.show(&draft, |draft| format!("rejected {}", draft.summary.slug));
        }
        None => {
            let draft = global.call(ReopenDraft(slug)).await?;
            printer.show(&draft, |draft| format!("took {} back", draft.summary.slug));
        }
    }
    Ok(())
}

async fn withdraw(global: &Global, slugs: Vec<Slug>, printer: &mut Printer) -> Result<()> {
    let changes = global.call(WithdrawArticles(slugs)).await?;
    printer.show(&changes, |changes| {
        let lines = changes.iter().map(|change| status_line(&change.slug, change.before, change.after));
        lines.collect::<Vec<_>>().join("\n")
    });
    Ok(())
}

fn status_line(slug: &Slug, before: Status, after: Status) -> String {
    match before == after {
        true => format!("{slug} is already {after}"),
        false => format!("{slug}: {before} -> {after}"),
    }
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

/// Asks whether to remove the articles, by title or count.
///
/// # Errors
/// `not_found` for the first article that does not exist.
async fn removal_question(global: &Global, slugs: &[Slug]) -> Result<String> {
    let session = global.session_for::<ShowArticle>().await?;
    let mut titles = Vec::new();
    for slug in slugs {
        titles.push(session.call(ShowArticle(slug.clone()), vec![], &mut |_| {}).await?.article.title);
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
    let unwritable = |error| unwritable(&path, error);
    let file = tempfile::NamedTempFile::new_in(folder_of(&path)).map_err(unwritable)?;
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
