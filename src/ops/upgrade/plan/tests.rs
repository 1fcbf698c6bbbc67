//! Tests of the plan of an update.

use super::*;

const OLD: u32 = 1;
const NEW: u32 = 2;

/// A machine: programs are numbers, and a program opens stores of its number or a lower one.
#[derive(Debug, Clone, Default)]
struct World {
    program: u32,
    next: u32,
    kept_program: u32,
    /// Schema and number of writes.
    store: (u32, u32),
    kept_store: (u32, u32),
    accepted: u32,
    running: bool,
    maintenance: bool,
    journal: Option<UpgradeStage>,
}

impl World {
    fn new() -> Self {
        Self { program: OLD, next: NEW, store: (OLD, 7), accepted: 7, running: true, ..Self::default() }
    }

    fn start(&mut self) {
        assert!(self.store.0 <= self.program, "the program cannot open the store: {self:?}");
        (self.store.0, self.running) = (self.program, true);
    }

    fn do_step(&mut self, step: UpgradeStep) {
        match step {
            UpgradeStep::Record(stage) => self.journal = Some(stage),
            UpgradeStep::BeginMaintenance => self.maintenance = true,
            UpgradeStep::KeepProgram => self.kept_program = self.program,
            UpgradeStep::KeepStore => {
                assert!(self.maintenance, "a write may follow the copy");
                self.kept_store = self.store;
            }
            UpgradeStep::Install => self.program = self.next,
            UpgradeStep::Restart => self.start(),
            UpgradeStep::AwaitReady => assert!(self.running),
            UpgradeStep::EndMaintenance => {
                assert!(self.stage().is_none_or(maintenance_may_end), "the command refuses: {self:?}");
                self.maintenance = false;
            }
            UpgradeStep::Stop => self.running = false,
            UpgradeStep::ReturnStore => {
                assert!(!self.running, "the store is in use");
                self.store = self.kept_store;
            }
            UpgradeStep::ReturnProgram => self.program = self.kept_program,
        }
    }

    /// Readers write where they may.
    fn write(&mut self) {
        if self.running && !self.maintenance {
            (self.store.1, self.accepted) = (self.store.1 + 1, self.accepted + 1);
        }
    }

    fn stage(&self) -> Option<UpgradeStage> {
        self.journal.map(|stage| effective(stage, self.program != OLD))
    }

    /// Does the first `steps` steps, then is killed. Returns whether the goal was reached.
    fn run(&mut self, goal: Goal, steps: usize) -> bool {
        let planned = plan(goal, self.stage()).expect("a plan");
        planned.iter().take(steps).for_each(|step| {
            self.do_step(*step);
            self.write();
        });
        planned.len() <= steps
    }

    /// The operator ends the maintenance where that is allowed, readers write, and the operator begins another one.
    fn interrupt_maintenance(&mut self) {
        if self.stage().is_none_or(maintenance_may_end) {
            self.do_step(UpgradeStep::EndMaintenance);
            self.write();
            self.do_step(UpgradeStep::BeginMaintenance);
        }
    }

    /// The machine starts again after a power cut.
    fn reboot(&mut self) {
        self.start();
        self.write();
    }
}

const ALL: usize = usize::MAX;

/// Every place at which an update, and then a second attempt, can be killed.
fn after_kills(goal: Goal, world: &World, mut then: impl FnMut(World)) {
    for first in 0.. {
        let mut killed = world.clone();
        let is_done = killed.run(goal, first);
        for rebooted in [false, true] {
            let mut world = killed.clone();
            if rebooted {
                world.reboot();
            }
            then(world);
        }
        if is_done {
            return;
        }
    }
}

#[test]
fn an_update_that_was_killed_anywhere_is_finished_or_undone_without_losing_a_write() {
    after_kills(Goal::Update, &World::new(), |world| {
        let goal = match world.stage() {
            Some(Installed | Ready | Done) => Goal::Finish,
            _ => Goal::Update,
        };
        let mut finished = world.clone();
        finished.run(goal, ALL);
        assert_eq!((finished.program, finished.maintenance, finished.running), (NEW, false, true), "{world:?}");
        assert_eq!(finished.store, (NEW, finished.accepted));
        let Some(stage) = world.stage() else { return };
        let mut undone = world.clone();
        undone.run(Goal::Back, ALL);
        assert_eq!((undone.program, undone.store.0, undone.maintenance), (OLD, OLD, false), "{world:?}");
        assert!(return_loses_writes(stage) || undone.store.1 == undone.accepted, "{world:?} lost a write");
    });
}

#[test]
fn a_return_that_was_killed_anywhere_is_repeated() {
    let mut updated = World::new();
    updated.run(Goal::Update, ALL);
    after_kills(Goal::Back, &updated, |mut world| {
        if world.stage() == Some(Returned) {
            return;
        }
        let lost = world.stage() == Some(Restored);
        let before = world.store.1;
        world.run(Goal::Back, ALL);
        assert_eq!((world.program, world.store.0, world.maintenance, world.running), (OLD, OLD, false, true));
        assert!(!lost || world.store.1 >= before, "what the previous server took stays");
    });
}

#[test]
fn a_package_keeps_before_it_replaces_and_finishes_after() {
    let mut world = World::new();
    world.run(Goal::Prepare, ALL);
    world.do_step(UpgradeStep::Install);
    assert_eq!(world.stage(), Some(Installed));
    world.run(Goal::Finish, ALL);
    assert_eq!((world.journal, world.program, world.maintenance), (Some(Done), NEW, false));
    let mut again = world.clone();
    again.run(Goal::Prepare, ALL);
    again.run(Goal::Finish, ALL);
    assert!(!again.maintenance, "the same program was installed again");
    assert_eq!(plan(Goal::Finish, Some(Done)), Ok(vec![UpgradeStep::Restart, UpgradeStep::AwaitReady]));
}

#[test]
fn another_maintenance_between_the_steps_of_a_package_loses_no_write() {
    after_kills(Goal::Prepare, &World::new(), |mut world| {
        world.interrupt_maintenance();
        // The package goes on where it can.
        if world.stage() == Some(Kept) {
            world.do_step(UpgradeStep::Install);
            world.interrupt_maintenance();
        }
        if world.stage().is_some() {
            world.run(Goal::Back, ALL);
        }
        assert_eq!((world.program, world.store), (OLD, (OLD, world.accepted)), "{world:?} lost a write");
    });
}

#[test]
fn what_cannot_be_reached_is_refused_with_its_reason() {
    assert_eq!(plan(Goal::Back, None), Err(UpgradeRefusal::NothingKept));
    assert_eq!(plan(Goal::Back, Some(Returned)), Err(UpgradeRefusal::NothingKept));
    assert_eq!(plan(Goal::Update, Some(Returning)), Err(UpgradeRefusal::Returning));
    assert_eq!(plan(Goal::Update, Some(Installed)), Err(UpgradeRefusal::Unfinished));
}
