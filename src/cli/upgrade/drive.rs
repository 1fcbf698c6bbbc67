//! Runs the steps of an update, each with the program that the step concerns.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::owner_process::{OwnerProcess, STEP};
use super::service;
use crate::cli::global::Global;
use crate::cli::output::Printer;
use crate::cli::service_unit::ServiceUnit;
use crate::clock::Clock;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::maintenance;
use crate::ops::upgrade::journal::UpgradeJournal;
use crate::ops::upgrade::plan::{Goal, UpgradeRefusal, UpgradeStage, UpgradeStep, plan, return_loses_writes};
use crate::ops::upgrade::programs::{ProgramFile, Programs, sha256};
use crate::ops::upgrade::store::{STORE, is_shared};

pub(super) struct Updater<'a> {
    printer: &'a Printer,
    programs: Programs,
    process: OwnerProcess,
    journal: Option<UpgradeJournal>,
    /// The program to install.
    new: Option<PathBuf>,
    /// Since when this process has refused changes.
    paused: Option<Instant>,
}

impl<'a> Updater<'a> {
    /// # Errors
    /// `not_found` without the service.
    pub(super) fn open(global: &Global, printer: &'a Printer) -> Result<Self> {
        let without = || {
            let message = "systemd has no paragraf.service here, and an update starts and stops the server; \
                install the package, or the unit that `paragraf config unit` prints";
            Error::not_found(message)
        };
        let unit = ServiceUnit::installed().filter(|unit| unit.program().is_absolute()).ok_or_else(without)?;
        let programs = Programs::at(unit.program());
        let journal = UpgradeJournal::read(&programs.journal())?;
        Ok(Self { printer, programs, process: OwnerProcess::new(global)?, journal, new: None, paused: None })
    }

    pub(super) fn journal(&self) -> Option<&UpgradeJournal> {
        self.journal.as_ref()
    }

    /// Whether a return loses what was written since the update.
    pub(super) fn return_would_lose_writes(&self) -> Result<bool> {
        let Some(stage) = self.stage()? else { return Ok(false) };
        // Without maintenance, changes may have been made although the update is not finished.
        let took_writes = stage == UpgradeStage::Installed && !maintenance::lasts(&self.process.data_dir);
        Ok(return_loses_writes(stage) || took_writes)
    }

    /// Installs the program. Returns to the present one if the new one does not start.
    pub(super) fn update(&mut self, new: &Path) -> Result<()> {
        self.require_file()?;
        self.planned(Goal::Update)?;
        let new = std::path::absolute(new).unwrap_or_else(|_| new.to_owned());
        if sha256(&new)? == sha256(self.programs.installed())? {
            let message = format!("{} is the installed program already", new.display());
            return Err(Error::conflict(ErrorCode::Unchanged, message));
        }
        // Root judges as the service will.
        self.process.call_as_this_user(&new, &["config", "check"])?;
        // Another program, named by mistake, succeeds with any arguments.
        self.process.describe(&new)?;
        self.new = Some(new);
        let done = self.reach(Goal::Update);
        if let Err(error) = &done
            && self.stage()? == Some(UpgradeStage::Installed)
        {
            self.printer
                .note(format!("{}\nthe new version does not start; returning to the present one", error.chain()));
            self.reach(Goal::Back)?;
        }
        done
    }

    /// Keeps program and store for a package. Without a store there is nothing to return to.
    pub(super) fn prepare(&mut self) -> Result<()> {
        self.require_file()?;
        if self.process.data_dir.join(STORE).exists() { self.reach(Goal::Prepare) } else { Ok(()) }
    }

    /// # Errors
    /// `store_io` if the store is a database that servers share.
    fn require_file(&self) -> Result<()> {
        if self.process.has_database { Err(is_shared()) } else { Ok(()) }
    }

    /// Runs every step towards the goal.
    pub(super) fn reach(&mut self, goal: Goal) -> Result<()> {
        self.planned(goal)?.into_iter().try_for_each(|step| self.take(step))
    }

    fn planned(&self, goal: Goal) -> Result<Vec<UpgradeStep>> {
        plan(goal, self.stage()?).map_err(|refusal| self.refused(refusal))
    }

    fn refused(&self, refusal: UpgradeRefusal) -> Error {
        let kept = self.journal.as_ref().map_or("", |journal| journal.from.version.as_str());
        let message = match refusal {
            UpgradeRefusal::NothingKept => "no previous version is kept, so there is nothing to return to".to_owned(),
            UpgradeRefusal::Unfinished => format!(
                "the update from {kept} is not finished; finish it with `paragraf upgrade --finish`, or return with \
                 `paragraf upgrade --back`"
            ),
            UpgradeRefusal::Returning => {
                format!("the return to {kept} is not finished; repeat `paragraf upgrade --back`")
            }
        };
        Error::conflict(ErrorCode::ChangedMeanwhile, message)
    }

    fn stage(&self) -> Result<Option<UpgradeStage>> {
        self.journal.as_ref().map(|journal| journal.effective_stage(&self.programs)).transpose()
    }

    fn take(&mut self, step: UpgradeStep) -> Result<()> {
        let installed = self.programs.installed();
        match step {
            UpgradeStep::Record(stage) => return self.record(stage),
            UpgradeStep::BeginMaintenance => {
                self.begin_maintenance()?;
                self.paused.get_or_insert_with(Instant::now);
            }
            UpgradeStep::KeepProgram => self.programs.keep()?,
            UpgradeStep::KeepStore => {
                self.process.call(installed, &[STEP, "keep-store"])?;
                self.printer.note("program and store are kept");
            }
            UpgradeStep::Install => {
                let new = self.new.as_deref().ok_or_else(|| unplanned("installing no program"))?;
                self.programs.install(new)?;
            }
            UpgradeStep::Restart => {
                self.printer.note("starting the server ...");
                service::restart()?;
            }
            UpgradeStep::AwaitReady => {
                self.process.call(installed, &[STEP, "ready"])?;
                self.printer.note("the server answers");
            }
            UpgradeStep::EndMaintenance if self.known()?.was_in_maintenance => {}
            UpgradeStep::EndMaintenance => {
                self.process.call(installed, &["maintenance", "off"])?;
                if let Some(paused) = self.paused.take() {
                    self.printer.note(format!("changes are saved again after {} s", paused.elapsed().as_secs()));
                }
            }
            UpgradeStep::Stop => service::stop()?,
            UpgradeStep::ReturnStore => {
                let loses_writes: &[&str] = if self.known()?.loses_writes { &["--loses-writes"] } else { &[] };
                // The kept program, because the new one would bring the store to its own schema.
                let arguments = [&[STEP, "put-back"][..], loses_writes].concat();
                self.process.call(&self.programs.kept(), &arguments)?;
            }
            UpgradeStep::ReturnProgram => self.programs.put_back()?,
        }
        Ok(())
    }

    fn begin_maintenance(&self) -> Result<()> {
        if maintenance::lasts(&self.process.data_dir) {
            return Ok(());
        }
        let is_stopped = self.known()?.stage == UpgradeStage::Returning;
        let called = match is_stopped {
            true => self.process.call(&self.programs.kept(), &[STEP, "pause"]),
            false => self.process.call(self.programs.installed(), &["maintenance", "on"]),
        };
        called.map(drop)
    }

    fn known(&self) -> Result<&UpgradeJournal> {
        self.journal.as_ref().ok_or_else(|| unplanned("a step without a journal"))
    }

    fn record(&mut self, stage: UpgradeStage) -> Result<()> {
        let journal = match stage {
            UpgradeStage::Keeping => self.begun()?,
            UpgradeStage::Returning => self.returning()?,
            _ => self.known()?.clone(),
        };
        let journal = UpgradeJournal { stage, ..journal };
        journal.write(&self.programs.journal())?;
        self.journal = Some(journal);
        Ok(())
    }

    /// The journal of a new update. One that was killed has begun the maintenance itself.
    fn begun(&self) -> Result<UpgradeJournal> {
        use UpgradeStage::{Keeping, Kept, Restored};
        let killed = self.journal.as_ref().filter(|journal| matches!(journal.stage, Keeping | Kept | Restored));
        let lasts = || maintenance::lasts(&self.process.data_dir);
        Ok(UpgradeJournal {
            stage: Keeping,
            from: self.describe(self.programs.installed())?,
            was_in_maintenance: killed.map_or_else(lasts, |journal| journal.was_in_maintenance),
            loses_writes: false,
            kept_at: Clock::System.now(),
        })
    }

    fn returning(&self) -> Result<UpgradeJournal> {
        let journal = self.known()?.clone();
        let was_in_maintenance = match journal.stage {
            UpgradeStage::Done => maintenance::lasts(&self.process.data_dir),
            _ => journal.was_in_maintenance,
        };
        let loses_writes = journal.loses_writes || self.return_would_lose_writes()?;
        Ok(UpgradeJournal { was_in_maintenance, loses_writes, ..journal })
    }

    fn describe(&self, program: &Path) -> Result<ProgramFile> {
        let printed = self.process.call(program, &["--version"])?;
        let version = printed.trim().trim_start_matches("paragraf ").to_owned();
        Ok(ProgramFile { version, sha256: sha256(program)? })
    }
}

fn unplanned(what: &'static str) -> Error {
    Error::internal("updating", anyhow::anyhow!(what))
}
