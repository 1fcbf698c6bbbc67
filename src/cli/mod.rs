//! The command line: one file per command. Each reads its arguments, calls one control command
//! (or one operation on files) and prints.

mod accounts;
mod articles;
mod backup;
mod config;
mod confirm;
mod dev;
mod docs;
mod global;
mod import;
mod mail;
pub mod output;
mod reports;
mod serve;
mod stats;
mod status;
mod subscribers;
mod topics;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};

use crate::error::{Error, Result};
use global::Global;
use output::Printer;

/// Tells people in Romania when the law that touches them changes, and what to do by when.
#[derive(Debug, Parser)]
#[command(name = "paragraf", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Exit codes: 0 done, 1 refused, 2 wrong usage, 3 unavailable or outcome unknown, 70 bug.")]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Commands,
}

#[derive(Debug, Subcommand)]
enum Commands {
    /// Serve the pages until stopped
    Serve(serve::ServeArgs),
    /// Develop: the server and the UI with hot reload, both stopped by one Ctrl-C
    Dev(dev::DevArgs),
    /// Import articles from files, folders or standard input
    #[command(after_long_help = import::FORMATS)]
    Import(import::ImportArgs),
    /// List, show, publish, withdraw, remove and export articles
    #[command(subcommand)]
    Articles(articles::ArticlesCommand),
    /// List and edit the topics of articles
    #[command(subcommand)]
    Topics(topics::TopicsCommand),
    /// List, import, export and remove those who left their address
    #[command(subcommand)]
    Subscribers(subscribers::SubscribersCommand),
    /// List, show and close what readers reported about articles
    #[command(subcommand)]
    Reports(reports::ReportsCommand),
    /// List, show, disable, enable and remove accounts, give roles, help back in
    #[command(subcommand)]
    Accounts(accounts::AccountsCommand),
    /// See the mails that are sent, and try whether they arrive
    #[command(subcommand)]
    Mail(mail::MailCommand),
    /// Make, list, verify and restore backups
    #[command(subcommand)]
    Backup(backup::BackupCommand),
    /// Tell what readers who agreed to it did on the pages
    Stats(stats::StatsArgs),
    /// Tell how the product is doing
    Status,
    /// Write, check and show the configuration
    #[command(subcommand)]
    Config(config::ConfigCommand),
    /// Print shell completions
    Completions {
        /// The shell to print for
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one page per command into a folder
    Man {
        /// Folder for the pages
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

/// The whole command line, for completions, manual pages and the help snapshot.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Parses the arguments, runs the command and answers its exit code.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let mut printer = Printer::new(cli.global.json);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let done = match runtime {
        Ok(runtime) => {
            let done = runtime.block_on(dispatch(cli, &mut printer));
            runtime.shutdown_timeout(Duration::from_millis(200));
            done
        }
        Err(error) => Err(Error::unavailable("cannot start the program's threads").caused_by(error)),
    };
    printer.finish(done)
}

async fn dispatch(cli: Cli, printer: &mut Printer) -> Result<ExitCode> {
    let Cli { global, command } = cli;
    match command {
        Commands::Serve(args) => serve::run(&global, args).await,
        Commands::Dev(args) => dev::run(&global, args).await,
        Commands::Import(args) => import::run(&global, args, printer).await,
        Commands::Articles(command) => articles::run(&global, command, printer).await,
        Commands::Topics(command) => topics::run(&global, command, printer).await,
        Commands::Subscribers(command) => subscribers::run(&global, command, printer).await,
        Commands::Reports(command) => reports::run(&global, command, printer).await,
        Commands::Accounts(command) => accounts::run(&global, command, printer).await,
        Commands::Mail(command) => mail::run(&global, command, printer).await,
        Commands::Backup(command) => backup::run(&global, command, printer).await,
        Commands::Stats(args) => stats::run(&global, args, printer).await,
        Commands::Status => status::run(&global, printer).await,
        Commands::Config(command) => config::run(&global, command, printer),
        Commands::Completions { shell } => docs::completions(&mut self::command(), shell, printer),
        Commands::Man { folder } => docs::man(self::command(), folder, printer),
    }
}
