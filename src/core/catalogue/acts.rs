//! Acts and the articles about them.

use std::sync::Arc;

use super::article::PublishedArticle;
use crate::domain::ActId;
use crate::domain::act::Act;

/// The acts that a name in an address stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedAct {
    /// One act, with its usual name: the given one may write the issuer in another way.
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
