//! `paragraf import portal|gazette|eurlex|form` and `paragraf acts ...`

use std::sync::Arc;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::app::{App, MissingStore};
use crate::control::command::{Command, Io, ListCommand};
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

/// Lists the stored forms, of one act or of all.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListForms(pub Option<ActKey>);

impl Command for ListForms {
    const NAME: &'static str = "acts.forms";
    const READ_ONLY: bool = true;
    type Reply = ();

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        forms::list(&app, &io.actor, self.0, io.events.rows()).await
    }
}

impl ListCommand for ListForms {
    type Row = FormRecord;
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListActs(pub ActFilter);

impl Command for ListActs {
    const NAME: &'static str = "acts.list";
    const READ_ONLY: bool = true;
    type Reply = ();

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        acts::list(&app, &io.actor, self.0, io.events.rows()).await
    }
}

impl ListCommand for ListActs {
    type Row = ActRecord;
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ShowAct(pub ActKey);

impl Command for ShowAct {
    const NAME: &'static str = "acts.show";
    const READ_ONLY: bool = true;
    type Reply = ActRecord;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        acts::show(&app, &io.actor, self.0).await
    }
}

/// Replies with an archived text.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GetSourceText(pub String);

impl Command for GetSourceText {
    const NAME: &'static str = "acts.text";
    const READ_ONLY: bool = true;
    type Reply = SourceText;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        acts::source_text(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GetCoverage;

impl Command for GetCoverage {
    const NAME: &'static str = "acts.coverage";
    const READ_ONLY: bool = true;
    type Reply = Vec<YearCoverage>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        coverage::coverage(&app, &io.actor).await
    }
}
