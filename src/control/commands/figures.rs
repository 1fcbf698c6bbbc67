//! `paragraf figures ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::{App, MissingStore};
use crate::control::command::{Command, Io};
use crate::domain::law_figure::LawFigure;
use crate::error::Result;
use crate::ops::law_figures::{self, CheckedValue, FigureApproval, FigureImport};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListFigures;

impl Command for ListFigures {
    const NAME: &'static str = "figures.list";
    const READ_ONLY: bool = true;
    type Reply = Vec<LawFigure>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        law_figures::export(&app, &io.actor).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ImportFigures(pub Vec<LawFigure>);

impl Command for ImportFigures {
    const NAME: &'static str = "figures.import";
    const WITHOUT_STORE: MissingStore = MissingStore::Create;
    type Reply = FigureImport;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        law_figures::import(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ConfirmFigure(pub FigureApproval);

impl Command for ConfirmFigure {
    const NAME: &'static str = "figures.confirm";
    type Reply = LawFigure;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        law_figures::confirm(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CheckFigures;

impl Command for CheckFigures {
    const NAME: &'static str = "figures.check";
    const READ_ONLY: bool = true;
    type Reply = Vec<CheckedValue>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        law_figures::check(&app, &io.actor).await
    }
}
