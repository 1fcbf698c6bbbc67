//! `paragraf upgrade --rehearse`: the present and the new program answer the same requests from a copy of the data.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use super::addresses;
use super::compare::{AnswerDifference, OwnNames, compare};
use super::copied_program::copy_program;
use super::last_words::last_words;
use super::report::{AnswerFinding, RehearsalReport, TrialFigures, report_text};
use super::trial_server::{PROGRAM, TrialServer};
use super::visitor::{LocalAnswer, LocalVisitor};
use crate::cli::config_check;
use crate::cli::global::Global;
use crate::cli::interrupt;
use crate::cli::output::{Printer, REFUSED};
use crate::cli::service_unit::StartedUnit;
use crate::config::{Config, Environment, Secrets};
use crate::control::commands::upgrade::CopyStore;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::factor_key;
use crate::ops::upgrade::programs::{self, ProgramDescription};
use crate::ops::upgrade::store::{REHEARSAL, STORE};
use crate::owner;

/// The folders of the two programs, which messages name.
const OLD: &str = "present";
const NEW: &str = "new";
/// Status of a request that was not answered.
const NO_ANSWER: u16 = 0;

pub(super) async fn run(global: &Global, new: &Path, printer: &mut Printer) -> Result<ExitCode> {
    let ended = tokio::select! {
        biased;
        () = interrupt::requested() => None,
        ended = rehearse(global, new, printer) => Some(ended),
    };
    // The copies are dropped with the rehearsal.
    ended.unwrap_or_else(|| {
        printer.note("interrupted: the copies are removed, and nothing else was changed");
        Ok(ExitCode::from(interrupt::INTERRUPTED))
    })
}

async fn rehearse(global: &Global, new: &Path, printer: &mut Printer) -> Result<ExitCode> {
    let place = RehearsalPlace::prepare(global, new).await?;
    printer.note("the new program reads the configuration and the store ...");
    place.check()?;
    printer.note("the present program answers ...");
    let old = Trial::of(&place, OLD, None).await?;
    printer.note("the new program answers ...");
    let new = Trial::of(&place, NEW, Some(&old.requests)).await?;
    let report = compared(&place, &old, &new)?;
    let is_good = report.broken.is_empty();
    printer.show(&report, report_text);
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) })
}

/// The folder of a rehearsal, removed at its end, and what the programs find at start.
struct RehearsalPlace {
    folder: PathBuf,
    config: Option<PathBuf>,
    environment: Environment,
    /// Copies of credentials, which exist as long as this value.
    _unit: Option<StartedUnit>,
}

impl Drop for RehearsalPlace {
    fn drop(&mut self) {
        // It may not have been made.
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

impl RehearsalPlace {
    /// Copies programs and store. Root opens the programs, then becomes the owner of the data for everything else.
    async fn prepare(global: &Global, new: &Path) -> Result<Self> {
        let config = global.load_config(Secrets::Skip)?;
        let data_dir = absolute(&global.data_dir(&config));
        let file = Config::find_file(global.config.as_deref())?.map(|file| absolute(&file));
        let present = std::env::current_exe().map_err(|error| Error::internal("finding this program", error))?;
        let opened = [(OLD, programs::open(&present)?), (NEW, programs::open(new)?)];
        let unit = if owner::is_root() { config_check::as_service(global)? } else { None };
        if let Some(user) = owner::of(&data_dir) {
            unit.iter().try_for_each(|unit| unit.give_credentials(user))?;
            owner::become_user(user)?;
        }
        owner::check(&data_dir)?;
        let environment = unit.as_ref().map(|unit| unit.environment.clone()).unwrap_or_default();
        let place = Self { folder: data_dir.join(REHEARSAL), config: file, environment, _unit: unit };
        // One that was killed may have left it.
        drop(std::fs::remove_dir_all(&place.folder));
        let store = global.call(CopyStore).await?.path;
        for (name, mut program) in opened {
            let folder = place.folder.join(name);
            std::fs::create_dir(&folder).map_err(|error| not_copied(&folder, error))?;
            copy_program(&mut program, &folder.join(PROGRAM))?;
            copy(&store, &folder.join(store.file_name().unwrap_or_default()))?;
            let key = data_dir.join(factor_key::FILE_NAME);
            if key.exists() {
                copy(&key, &folder.join(factor_key::FILE_NAME))?;
            }
        }
        std::fs::remove_file(&store).map_err(|error| not_copied(&store, error))?;
        Ok(place)
    }

    /// Lets the new program judge the configuration, and read every record of the store.
    ///
    /// # Errors
    /// `config` or `backup_unsound` with what it refuses.
    fn check(&self) -> Result<()> {
        let store = self.folder.join(NEW).join(STORE).display().to_string();
        let checks = [
            (&["config", "check"][..], ErrorCode::Config, "the present configuration"),
            (&["backup", "verify", &store], ErrorCode::BackupUnsound, "a part of the store"),
        ];
        checks.into_iter().try_for_each(|(arguments, code, refused)| {
            let said = self.refusal(arguments)?;
            said.map_or(Ok(()), |said| {
                Err(Error::new(Kind::Conflict, code, format!("the new program refuses {refused}: {said}")))
            })
        })?;
        self.check_description()
    }

    /// Another program accepts everything.
    fn check_description(&self) -> Result<()> {
        let described = self.output(&["upgrade-step", "describe"])?;
        match serde_json::from_slice::<ProgramDescription>(&described.stdout) {
            Ok(_) => Ok(()),
            Err(_) => {
                let message = "the new program prints no description of itself; name a program of Paragraf from \
                    version 0.1 on";
                Err(Error::new(Kind::Conflict, ErrorCode::VersionMismatch, message))
            }
        }
    }

    /// What the new program says when it fails with these arguments.
    fn refusal(&self, arguments: &[&str]) -> Result<Option<String>> {
        let output = self.output(arguments)?;
        let printed = [output.stdout, output.stderr].concat();
        Ok((!output.status.success()).then(|| last_words(output.status, &printed)))
    }

    fn output(&self, arguments: &[&str]) -> Result<Output> {
        let folder = self.folder.join(NEW);
        let mut command = Command::new(folder.join(PROGRAM));
        if let Some(config) = &self.config {
            command.arg("--config").arg(config);
        }
        command.arg("--data").arg(&folder).args(arguments).envs(&self.environment).stdin(Stdio::null());
        command.output().map_err(not_started)
    }
}

/// What one program answered.
struct Trial {
    requests: Requests,
    figures: TrialFigures,
    names: OwnNames,
    /// Without their bodies, which are files.
    answers: Vec<LocalAnswer>,
}

#[derive(Clone)]
struct Requests {
    paths: Vec<String>,
    /// The first ones are pages.
    pages: usize,
}

impl Trial {
    async fn of(place: &RehearsalPlace, name: &'static str, requests: Option<&Requests>) -> Result<Self> {
        let folder = place.folder.join(name);
        let server = TrialServer::start(&folder, place.config.as_deref(), &place.environment).await?;
        let visitor = LocalVisitor::new(server.address)?;
        server.await_index(&visitor).await?;
        let site = visitor.json("/site").await?;
        let build = site.get("build").and_then(|build| build.as_str()).unwrap_or_default().to_owned();
        let names = OwnNames { build, address: server.address.to_string() };
        let requests = match requests {
            Some(requests) => requests.clone(),
            None => find_requests(&visitor).await?,
        };
        let mut answers = Vec::new();
        for (index, path) in requests.paths.iter().enumerate() {
            let mut answer = visitor.get(path).await.unwrap_or_else(|_| unanswered());
            let body = body_file(&folder, index);
            std::fs::write(&body, std::mem::take(&mut answer.body)).map_err(|error| not_copied(&body, error))?;
            answers.push(answer);
        }
        let figures = TrialFigures::new(names.build.clone(), server.started_in, server.peak_memory(), &answers);
        Ok(Self { requests, figures, names, answers })
    }

    /// The answer to a request, with its body.
    fn answer(&self, folder: &Path, index: usize) -> Result<LocalAnswer> {
        let body = body_file(folder, index);
        let answer = self.answers.get(index).cloned().unwrap_or_else(unanswered);
        let read = std::fs::read(&body).map_err(|error| not_copied(&body, error))?;
        Ok(LocalAnswer { body: read, ..answer })
    }
}

async fn find_requests(visitor: &LocalVisitor) -> Result<Requests> {
    let sitemap = async |path: &str| -> Result<Vec<String>> {
        let answer = visitor.get(path).await?;
        Ok(addresses::locations(&String::from_utf8_lossy(&answer.body)))
    };
    let mut locations = Vec::new();
    for path in sitemap("/sitemap.xml").await? {
        if path.starts_with("/sitemap.xml?") {
            locations.extend(sitemap(&path).await?);
        } else {
            locations.push(path);
        }
    }
    let pages = addresses::spread(&locations);
    let calls = addresses::calls(&visitor.json("/openapi.json").await?, &locations);
    Ok(Requests { pages: pages.len(), paths: [pages, calls].concat() })
}

fn compared(place: &RehearsalPlace, old: &Trial, new: &Trial) -> Result<RehearsalReport> {
    let mut report = RehearsalReport::new(old.figures.clone(), new.figures.clone(), old.requests.pages);
    for (index, path) in old.requests.paths.iter().enumerate() {
        let old_answer = old.answer(&place.folder.join(OLD), index)?;
        let new_answer = new.answer(&place.folder.join(NEW), index)?;
        report.requests += 1;
        let finding = |what| AnswerFinding { path: path.clone(), what };
        match compare((&old_answer, &old.names), (&new_answer, &new.names)) {
            AnswerDifference::None => report.same += 1,
            AnswerDifference::Content(what) => report.changed.push(finding(what)),
            AnswerDifference::Broken(what) => report.broken.push(finding(what)),
        }
    }
    Ok(report)
}

fn unanswered() -> LocalAnswer {
    LocalAnswer { status: NO_ANSWER, content_type: String::new(), body: vec![], took: std::time::Duration::ZERO }
}

fn body_file(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("answer-{index}"))
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::copy(from, to).map(drop).map_err(|error| not_copied(from, error))
}

fn not_copied(path: &Path, error: std::io::Error) -> Error {
    Error::unavailable(format!("cannot prepare {} for the rehearsal", path.display())).caused_by(error)
}

fn not_started(error: std::io::Error) -> Error {
    let message = "cannot start the new program; name an executable of Paragraf for this kind of machine";
    Error::unavailable(message).caused_by(error)
}
