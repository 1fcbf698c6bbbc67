//! Acts and the articles about them.

use std::sync::Arc;

use jiff::civil::Date;

use super::article::{ArticleView, PublishedArticle};
use super::search::Citation;
use super::{Catalogue, UpcomingEntry};
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
    pub fn upcoming(
        &self,
        catalogue: &Catalogue,
        language: Language,
        today: Date,
        limit: usize,
    ) -> Result<Vec<UpcomingEntry>> {
        let is_own = |article: &PublishedArticle| self.own.iter().any(|own| own.id == article.id);
        catalogue.snapshot().soonest(language, today, limit, |_, article| is_own(article))
    }
}

impl Catalogue {
    /// What the name of an act stands for.
    ///
    /// # Errors
    /// `unavailable` until all articles are indexed.
    pub fn named_act(&self, id: &ActId) -> Result<NamedAct> {
        self.search.named_act(id)
    }

    /// The act of this name, with its articles.
    ///
    /// # Errors
    /// As [`Catalogue::named_act`].
    pub fn act(&self, id: &ActId) -> Result<Option<ActArticles>> {
        self.search.act(id)
    }

    /// The name of an act in addresses, if it has a page.
    pub fn act_id(&self, act: &Act) -> Option<ActId> {
        self.search.act_id(act)
    }

    /// The names of all acts that have a page.
    pub fn act_ids(&self) -> Vec<ActId> {
        self.search.act_ids()
    }

    /// The pieces of the article's texts that name an act with a page.
    pub fn citations(&self, article: &ArticleView<'_>) -> Vec<Citation> {
        self.search.citations(article)
    }

    /// Grows when acts or their articles may have changed.
    pub fn acts_generation(&self) -> u64 {
        self.search.generation()
    }
}
