//! Does it concern me: the duties and articles of one reader, decided from the reader's answers. Nothing of a request is
//! kept or logged; `profiles` are the answers that an account keeps.

pub(in crate::ops) mod account;
mod answer;
mod asked;
mod due_days;
pub mod notices;
pub(in crate::ops) mod own_words;
pub mod profiles;

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use self::answer::{Items, report};
use self::asked::Asked;
use super::blocking::blocking;
use super::day_figures::figures_of_today;
use super::policy::{self, Action, Actor};
use super::{browse, demo};
use crate::app::App;
use crate::catalogue::{Packer, PublishedArticle};
use crate::config::{ConcernsConfig, Config};
use crate::domain::Language;
use crate::domain::article::Revision;
use crate::domain::concern::{ConcernQuestion, ConcernReport, ConcernRequest, Criteria, ProfileAnswers, book};
use crate::domain::duty::{self, Duty};
use crate::error::{Error, Result};

/// Decides which published articles and duties concern the reader of these answers.
///
/// # Errors
/// `invalid`, naming the fact or the day; `unavailable` while the articles are loaded or too much work of the network
/// waits.
pub async fn concerns(app: &Arc<App>, actor: &Actor, request: ConcernRequest) -> Result<ConcernReport> {
    policy::authorize(actor, Action::ReadPublished)?;
    let asked = Asked::read(request, app.clock.today(), &app.config.concerns)?;
    let snapshot = browse::live(app)?;
    blocking("deciding what concerns a reader", move || {
        let duties = snapshot.duties().iter().zip(snapshot.duty_criteria().iter().map(Option::as_ref));
        let items = Items { duties: duties.collect(), articles: snapshot.articles() };
        report(&asked, &items, Arc::clone(snapshot.figures()))
    })
    .await?
}

/// Reads the answers of a request, for what is made of them beside the report.
///
/// # Errors
/// `invalid`, naming the fact; in `facts` without any answer.
pub(in crate::ops) fn read_answers(
    request: ConcernRequest,
    today: Date,
    config: &ConcernsConfig,
) -> Result<ProfileAnswers> {
    let Asked { answers, others, .. } = Asked::read(request, today, config)?;
    let answers = ProfileAnswers::unnamed(std::iter::once(answers).chain(others));
    if answers.is_empty() {
        return Err(Error::invalid("facts", "facts: answer one question at least"));
    }
    Ok(answers)
}

/// Lists the questions about a reader, with the bands of today.
///
/// # Errors
/// Those of [`policy::authorize`].
pub fn questions(app: &App, actor: &Actor, language: Language) -> Result<Vec<ConcernQuestion<'static>>> {
    policy::authorize(actor, Action::ReadPublished)?;
    Ok(book().questions(language, &figures_of_today(app)))
}

/// As [`concerns`], for a command: reads the articles first in a process that is not a server.
pub async fn for_command(app: &Arc<App>, actor: &Actor, request: ConcernRequest) -> Result<ConcernReport> {
    policy::authorize(actor, Action::ReadPublished)?;
    if !app.catalogue.is_live() {
        browse::load(app).await?;
    }
    concerns(app, actor, request).await
}

/// The demo articles and the built-in duties, for a machine without a store.
pub struct Demo {
    duties: Vec<Duty>,
    criteria: Vec<Option<Criteria>>,
    articles: Vec<Arc<PublishedArticle>>,
    config: ConcernsConfig,
}

impl Demo {
    pub fn load(config: &Config) -> Result<Self> {
        let mut packer = Packer::new(0)?;
        let at = Timestamp::UNIX_EPOCH;
        let articles = demo::articles(config).into_iter().map(|article| {
            let revision = Revision { revision: 1, updated_at: at, article };
            PublishedArticle::new(&mut packer, &revision, at).map(Arc::new)
        });
        let articles = articles.collect::<Result<_>>()?;
        let duties = duty::defaults();
        let criteria = duties.iter().map(Duty::criteria).collect();
        Ok(Self { duties, criteria, articles, config: config.concerns.clone() })
    }

    /// As [`concerns`], on `today` unless the request names another day.
    pub fn concerns(&self, request: ConcernRequest, today: Date) -> Result<ConcernReport> {
        let asked = Asked::read(request, today, &self.config)?;
        let duties = self.duties.iter().zip(self.criteria.iter().map(Option::as_ref)).collect();
        report(&asked, &Items { duties, articles: &self.articles }, Arc::default())
    }
}
