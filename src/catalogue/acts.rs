//! Acts and the articles about them.

use std::sync::Arc;

use jiff::civil::Date;

use super::article::PublishedArticle;
use super::deadlines::Deadline;
use super::snapshot::Snapshot;
use crate::domain::act::Act;
use crate::domain::{ActId, Language};
use crate::error::Result;

/// What a name of an act stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedAct {
    /// The act of this name, which may write the issuer in another way.
    One(ActId),
    /// Acts of several issuers.
    Several,
    Unknown,
}

/// An act that published articles are on, or name.
#[derive(Debug)]
pub struct ActArticles {
    pub id: ActId,
    pub act: Act,
    /// The articles on the act, newest first.
    pub own: Vec<Arc<PublishedArticle>>,
    /// The other articles that name it, newest first.
    pub citing: Vec<Arc<PublishedArticle>>,
}

impl ActArticles {
    /// The next days of the entries of the articles on the act, soonest first.
    pub fn deadlines(
        &self,
        snapshot: &Snapshot,
        language: Language,
        today: Date,
        limit: usize,
    ) -> Result<Vec<Deadline>> {
        let is_own = |article: &PublishedArticle| self.own.iter().any(|own| own.id == article.id);
        snapshot.next_days(language, today, limit, |_, article| is_own(article))
    }
}
