//! The command line, with one file or folder for each command. A command parses its arguments, calls a control command
//! or an operation on files, and prints the result.

mod accounts;
mod acts;
mod articles;
mod backup;
mod backup_text;
mod concerns;
mod config;
mod config_check;
mod confirm;
mod dev;
mod docs;
mod doctor;
mod duties;
mod explain;
mod figures;
mod global;
mod import;
mod import_eurlex;
mod import_form;
mod import_gazette;
mod import_portal;
mod input_file;
mod interrupt;
mod keys;
mod law;
mod list_file;
mod listen;
mod mail;
mod maintenance;
mod moment;
mod one_of;
pub mod output;
mod output_file;
mod overviews;
mod people;
mod read_pdf;
mod reports;
mod serve;
mod service_manager;
mod service_unit;
mod slug;
mod source_report;
mod stats;
mod status;
mod stop_signal;
mod subscribers;
mod topics;
mod upgrade;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};

use crate::error::{Error, Result};
use global::Global;
use output::Printer;

/// How long idle threads of the blocking pool are kept. A thread holds pages of mimalloc while it lives, and its end
/// returns pages that were freed more than a second before.
const IDLE_THREADS: Duration = Duration::from_secs(2);

/// Notifies people in Romania of changes in the law and their deadlines
#[derive(Debug, Parser)]
#[command(name = "paragraf", version = crate::program::long_version(), propagate_version = true, arg_required_else_help = true)]
#[command(
    after_help = "Exit codes: 0 done, 1 refused, 2 wrong usage, 3 unavailable or unknown, 70 bug, 130 interrupted."
)]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Commands,
}

#[derive(Debug, Subcommand)]
enum Commands {
    /// Run the server
    Serve(serve::ServeArgs),
    /// Run the server and the UI with hot reload, for development
    Dev(dev::DevArgs),
    /// Import articles from files, folders or standard input
    #[command(after_long_help = import::formats())]
    Import(import::ImportArgs),
    /// List, show, edit, publish, reject, withdraw, remove and export articles
    #[command(subcommand)]
    Articles(articles::ArticlesCommand),
    /// Read legal texts and apply amending acts
    #[command(subcommand)]
    Law(law::LawCommand),
    /// List and show acts of official sources and the coverage of the gazette
    #[command(subcommand)]
    Acts(acts::ActsCommand),
    /// Explain drafts with the configured language model
    Explain(explain::ExplainArgs),
    /// List and edit the topics of articles
    #[command(subcommand)]
    Topics(topics::TopicsCommand),
    /// List, import and export recurring duties
    #[command(subcommand)]
    Duties(duties::DutiesCommand),
    /// List, import, export, confirm and check figures of the law
    #[command(subcommand)]
    Figures(figures::FiguresCommand),
    /// Decide which duties and articles concern a reader
    #[command(after_long_help = concerns::FORMAT)]
    Concerns(concerns::ConcernsArgs),
    /// List, make, publish and reject monthly overviews
    #[command(subcommand)]
    Overviews(overviews::OverviewsCommand),
    /// List, import, export and remove subscribers
    #[command(subcommand)]
    Subscribers(subscribers::SubscribersCommand),
    /// List, show and close reports of readers about articles
    #[command(subcommand)]
    Reports(reports::ReportsCommand),
    /// Manage accounts: roles, access, passwords
    #[command(subcommand)]
    Accounts(accounts::AccountsCommand),
    /// Renew the secret keys of the store
    #[command(subcommand)]
    Keys(keys::KeysCommand),
    /// Show, export and erase everything about a person
    #[command(subcommand)]
    People(people::PeopleCommand),
    /// Send mails and inspect deliveries
    #[command(subcommand)]
    Mail(mail::MailCommand),
    /// Create, list, verify, restore and remove backups
    #[command(subcommand)]
    Backup(backup::BackupCommand),
    /// Show page views and events of readers who consented
    Stats(stats::StatsArgs),
    /// Show the status of the server and the store
    Status(status::StatusArgs),
    /// Begin and end read-only mode for maintenance
    #[command(subcommand)]
    Maintenance(maintenance::MaintenanceCommand),
    /// Check everything that the server depends on
    Doctor(doctor::DoctorArgs),
    /// Try a new version, update to it and return from it
    Upgrade(upgrade::UpgradeArgs),
    /// Do a step of an update
    #[command(subcommand, hide = true)]
    UpgradeStep(upgrade::step::UpgradeStepCommand),
    /// Write, check and show the configuration
    #[command(subcommand)]
    Config(config::ConfigCommand),
    /// Print shell completions
    Completions {
        /// Shell to print the script for
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one per command into a folder
    Man {
        /// Folder for the pages
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Print the licenses of the program and of the packages it contains
    Licenses,
}

/// The whole command line, for completions, manual pages and the help snapshot.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Parses the arguments, runs the command and returns its exit code.
pub fn run() -> ExitCode {
    if let Some(code) = read_pdf::run() {
        return code;
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") => {
            return Printer::new(true).usage(&error);
        }
        Err(error) => error.exit(),
    };
    let mut printer = Printer::new(cli.global.json);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_keep_alive(IDLE_THREADS).build();
    let done = match runtime {
        Ok(runtime) => {
            let done = runtime.block_on(dispatch(cli, &mut printer));
            runtime.shutdown_timeout(Duration::from_millis(200));
            done
        }
        Err(error) => Err(Error::unavailable("cannot start the threads of the program").caused_by(error)),
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
        Commands::Acts(command) => acts::run(&global, command, printer).await,
        Commands::Law(command) => law::run(command, printer),
        Commands::Explain(args) => explain::run(&global, args, printer).await,
        Commands::Topics(command) => topics::run(&global, command, printer).await,
        Commands::Duties(command) => duties::run(&global, command, printer).await,
        Commands::Figures(command) => figures::run(&global, command, printer).await,
        Commands::Concerns(args) => concerns::run(&global, args, printer).await,
        Commands::Overviews(command) => overviews::run(&global, command, printer).await,
        Commands::Subscribers(command) => subscribers::run(&global, command, printer).await,
        Commands::Reports(command) => reports::run(&global, command, printer).await,
        Commands::Accounts(command) => accounts::run(&global, command, printer).await,
        Commands::Keys(command) => keys::run(&global, command, printer).await,
        Commands::People(command) => people::run(&global, command, printer).await,
        Commands::Mail(command) => mail::run(&global, command, printer).await,
        Commands::Backup(command) => backup::run(&global, command, printer).await,
        Commands::Stats(args) => stats::run(&global, args, printer).await,
        Commands::Status(args) => status::run(&global, args, printer).await,
        Commands::Maintenance(command) => maintenance::run(&global, command, printer).await.map(|()| ExitCode::SUCCESS),
        Commands::Doctor(args) => doctor::run(&global, args, printer).await,
        Commands::Upgrade(args) => upgrade::run(&global, args, printer).await,
        Commands::UpgradeStep(step) => upgrade::step::run(&global, step, printer).await,
        Commands::Config(command) => config::run(&global, command, printer),
        Commands::Completions { shell } => docs::completions(&mut self::command(), shell, printer),
        Commands::Man { folder } => docs::man(self::command(), folder, printer),
        Commands::Licenses => docs::licenses(printer),
    }
}
