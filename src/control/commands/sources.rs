//! `paragraf import portal|gazette|eurlex|form` and `paragraf acts ...`

use std::sync::Arc;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::app::{App, MissingStore};
use crate::control::command::{Command, Io};
use crate::control::declaration::declare_commands;
use crate::domain::coverage::YearCoverage;
use crate::domain::{ActKey, Celex};
use crate::error::Result;
use crate::ops::acts::{self, ActFilter, ActRecord, SourceText};
use crate::ops::forms::fetch::{self, WantedForms};
use crate::ops::forms::{self, FormRecord, FormSummary};
use crate::ops::sources::coverage;
use crate::ops::sources::eurlex;
use crate::ops::sources::gazette::{self, GazetteImport};
use crate::ops::sources::portal::{self, PortalImport};
use crate::ops::sources::report::SourceSummary;

declare_commands! {
    by_hand(ImportPortal, ImportGazette, ImportEurlex, ImportForms, FetchForms);
    /// Lists the stored forms, of one act or of all.
    "acts.forms": ListForms(Option<ActKey>) rows(FormRecord) -> () = forms::list, read_only;
    "acts.list": ListActs(ActFilter) rows(ActRecord) -> () = acts::list, read_only;
    "acts.show": ShowAct(ActKey) -> ActRecord = acts::show, read_only;
    /// Replies with an archived text.
    "acts.text": GetSourceText(String) -> SourceText = acts::source_text, read_only;
    "acts.coverage": GetCoverage -> Vec<YearCoverage> = coverage::coverage, read_only;
}

/// Reads Portal Legislativ; sends [`SourceEvent`](crate::ops::sources::report::SourceEvent)s as notes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ImportPortal(pub PortalImport);

impl Command for ImportPortal {
    const NAME: &'static str = "import.portal";
    const WITHOUT_STORE: MissingStore = MissingStore::Create;
    type Reply = SourceSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let (mut report, forward) = io.events.reporter();
        let work = async move { portal::import(&app, &io.actor, &self.0, &mut report).await };
        tokio::join!(work, forward).0
    }
}

/// Reads issues of the gazette, from the uploads or from its site; sends
/// [`SourceEvent`](crate::ops::sources::report::SourceEvent)s as notes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ImportGazette(pub GazetteImport);

impl Command for ImportGazette {
    const NAME: &'static str = "import.gazette";
    const WITHOUT_STORE: MissingStore = MissingStore::Create;
    type Reply = SourceSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let Io { actor, uploads, events, .. } = io;
        let (mut report, forward) = events.reporter();
        let work = async move { gazette::import(&app, &actor, uploads, &self.0, &mut report).await };
        tokio::join!(work, forward).0
    }
}

/// Fetches acts of the European Union; sends [`SourceEvent`](crate::ops::sources::report::SourceEvent)s as notes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ImportEurlex(pub Vec<Celex>);

impl Command for ImportEurlex {
    const NAME: &'static str = "import.eurlex";
    const WITHOUT_STORE: MissingStore = MissingStore::Create;
    type Reply = SourceSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let (mut report, forward) = io.events.reporter();
        let work = async move { eurlex::import(&app, &io.actor, &self.0, &mut report).await };
        tokio::join!(work, forward).0
    }
}

/// Imports the uploaded forms; sends [`FormEvent`](crate::ops::forms::FormEvent)s as notes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ImportForms {
    /// The day of the form, if its file does not name it.
    pub date: Option<Date>,
}

impl Command for ImportForms {
    const NAME: &'static str = "import.forms";
    const WITHOUT_STORE: MissingStore = MissingStore::Create;
    type Reply = FormSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let Io { actor, uploads, events, .. } = io;
        let (mut report, forward) = events.reporter();
        let work = async move { forms::import(&app, &actor, uploads, self.date, &mut report).await };
        tokio::join!(work, forward).0
    }
}

/// Fetches forms from the portal; sends [`FormEvent`](crate::ops::forms::FormEvent)s as notes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FetchForms(pub WantedForms);

impl Command for FetchForms {
    const NAME: &'static str = "import.portal-forms";
    const WITHOUT_STORE: MissingStore = MissingStore::Create;
    type Reply = FormSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let (mut report, forward) = io.events.reporter();
        let work = async move { fetch::fetch(&app, &io.actor, self.0, &mut report).await };
        tokio::join!(work, forward).0
    }
}
